// SPDX-License-Identifier: GPL-3.0-or-later
// The other end of the wire: a braille display for brltty's "virtual" driver. Lines of text over
// TCP, to which brltty connects (`-b vr -d client:127.0.0.1:PORT`).
#pragma once

#include "base/descriptor.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace ansage::devices::braille_display {

class VirtualDisplay {
public:
    // Listens on a free port of this machine.
    [[nodiscard]] static base::Result<VirtualDisplay, base::Error> open(std::size_t cells);

    [[nodiscard]] std::uint16_t port() const { return port_; }

    // Waits for brltty; false if it did not come within the limit.
    [[nodiscard]] bool connect(base::Millis limit);
    // A key in brltty's words: "LNDN", "ROUTE 5", "KEY_ENTER".
    void press(const std::string& key) const;
    // Reads until the display is so; false if it was not within the limit.
    [[nodiscard]] bool
    await(const std::function<bool(const VirtualDisplay&)>& wanted, base::Millis limit);

    // What stands there now, without the blanks at its end, and the dots of its cells as brltty
    // sends them ("16|126|...").
    [[nodiscard]] const std::string& text() const { return text_; }

    [[nodiscard]] const std::string& dots() const { return dots_; }

private:
    VirtualDisplay() = default;
    void take(std::string line);
    [[nodiscard]] bool read_some(base::Millis limit);

    base::Descriptor listener_;
    base::Descriptor line_;
    std::uint16_t port_ = 0;
    std::size_t cells_ = 0;
    std::string unread_;
    std::string text_;
    std::string dots_;
};

} // namespace ansage::devices::braille_display
