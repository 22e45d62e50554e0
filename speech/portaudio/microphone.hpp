// SPDX-License-Identifier: GPL-3.0-or-later
// PortAudio input: a player's microphone (D.2.7).
#pragma once

#include "base/result.hpp"
#include "speech/input.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::speech::portaudio {

// Of those that are there: as far as is known, where the library is in use already.
std::vector<std::string> microphone_names();

// The stream runs from the start, so that there is sound from before a key is pressed.
class Microphone : public Input {
public:
    // `device` is its name, or a part that only its name has; "default" and empty mean the default
    // device. The error says what is missing.
    [[nodiscard]] static base::Result<std::unique_ptr<Microphone>, base::Error>
    open(const std::string& device);
    // For a thread of its own, after `open` was called once: looks for a device that went away, and
    // may have come back as another number of its card. `before` are the names that were there
    // then.
    [[nodiscard]] static base::Result<std::unique_ptr<Microphone>, base::Error>
    open_again(const std::string& device, std::span<const std::string> before);

    Microphone(const Microphone&) = delete;
    Microphone& operator=(const Microphone&) = delete;
    ~Microphone() override;

    // The whole of it.
    const std::string& name() const;

    [[nodiscard]] std::size_t read(std::span<std::int16_t> samples) override;
    [[nodiscard]] std::uint64_t losses() override;
    [[nodiscard]] bool alive() override;

private:
    struct Parts;

    explicit Microphone(std::unique_ptr<Parts> parts);

    [[nodiscard]] static base::Result<std::unique_ptr<Microphone>, base::Error>
    open_now(const std::string& device, const std::optional<std::span<const std::string>>& before);

    std::unique_ptr<Parts> parts_;
};

} // namespace ansage::speech::portaudio
