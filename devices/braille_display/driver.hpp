// SPDX-License-Identifier: GPL-3.0-or-later
// A braille display behind a running brltty, through BrlAPI: the only folder that includes it.
#pragma once

#include "base/result.hpp"
#include "devices/braille_display/protocol.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ansage::devices::braille_display {

// Where brltty is. Empty texts: what BRLAPI_HOST and the library say.
struct Address {
    std::string host; // ":0" for the local one, "127.0.0.1:77"
    std::string authentication; // "none", or the path of the key
};

struct Opened {
    std::size_t cells = 0;
    // The user's table shows letters and digits of chess alike: give them dots of their own.
    bool confuses_chess = false;
    bool operator==(const Opened&) const = default;
};

// It is gone, or was not there; told once until it has been there again.
struct Lost {
    base::Error error;
};

using Event = std::variant<Opened, Lost, Key>;

// Everything that may wait for brltty happens on a thread of its own, so that one that hangs or
// dies stalls nobody. A display that is lost is looked for again in the background.
class Display {
public:
    explicit Display(Address address);
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;
    // Gives the display back. Does not wait for a brltty that hangs.
    ~Display();

    // The newest text replaces what was not shown yet; it is cut or filled to the display's cells.
    void show(Shown shown);
    // Gives the display back to brltty until something is shown again.
    void rest();

    [[nodiscard]] std::vector<Event> take_events();
    // Readable while events wait. Watch it (or a dup), do not read it.
    int event_fd() const;

private:
    class Connection;

    std::shared_ptr<Connection> connection_;
};

} // namespace ansage::devices::braille_display
