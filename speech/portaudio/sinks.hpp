// SPDX-License-Identifier: GPL-3.0-or-later
// PortAudio output, one line of sound for each audience: the only folder that includes PortAudio.
#pragma once

#include "base/result.hpp"
#include "speech/ears.hpp"
#include "speech/output.hpp"

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ansage::speech::portaudio {

struct Device {
    std::string name;
    std::string host; // "ALSA"
    int channels = 0;
    bool is_default = false;
};

// The devices that can play, in the library's order; none in a container, which is no error.
std::vector<Device> list_devices();

struct Route {
    // Its name, or a part that only its name has; empty: the default device. After a | another one,
    // for when the first is not there.
    std::string device;
    Side side = Side::both;
    friend auto operator<=>(const Route&, const Route&) = default;
};

// An audience without a route hears nothing; there is no fallback, for what goes to an ear never
// goes to the room (D.2.10).
using Routes = std::map<Audience, Route>;

// Two names that are one device and share a side of it: what is said to one would be heard by the
// other.
struct Clash {
    std::string one;
    std::string other;
};

base::Error to_error(const Clash& clash);

// Opens the streams at once and keeps them running, because a stream that starts cold loses the
// first word. A device that falls silent is noticed by its missing heartbeat and opened again in
// the background; one that was not there at the start is looked for now and then.
class Sinks : public Output {
public:
    // Waits for the devices, 5 seconds at the most.
    explicit Sinks(const Routes& routes);
    Sinks(const Sinks&) = delete;
    Sinks& operator=(const Sinks&) = delete;
    ~Sinks() override;

    // What was missing when it opened, each to be said once: no device at all, or none of that
    // name.
    std::vector<base::Error> problems() const;
    // Whoever opened it must not speak through it.
    [[nodiscard]] std::optional<Clash> clash() const;

    bool available(Audience audience) const override;
    Audience shared_with(Audience audience) const override;
    [[nodiscard]] std::size_t
    write(Audience audience, std::span<const std::int16_t> samples) override;
    void discard(Audience audience) override;
    bool drained(Audience audience) const override;

private:
    class Keeper;

    // The keeper's thread outlives this object if a driver hangs, so it owns what it uses.
    std::shared_ptr<Keeper> keeper_;
    std::future<void> ended_;
};

} // namespace ansage::speech::portaudio
