#include "app/doctor/choose_ears.hpp"

#include "app/cli/text.hpp"
#include "app/shell/ears.hpp"
#include "speech/live/make.hpp"
#include "speech/portaudio/sinks.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <poll.h>

namespace ansage::app {

using base::Error;
using base::Result;
using speech::Audience;
using speech::Ear;
using speech::Ears;
using speech::Side;

namespace {

constexpr int longest_sentence_millis = 15'000;
constexpr int rate_step = 25;

struct Person {
    Audience audience{};
    std::string_view name;
};

constexpr std::array people{
    Person{Audience::ear_white, "White"},
    Person{Audience::ear_black, "Black"},
    Person{Audience::room, "the room"},
    Person{Audience::assistant, "the assistant"},
    Person{Audience::arbiter, "the arbiter"},
};

std::string_view side_name(Side side) {
    switch (side) {
    case Side::both:
        return "both sides";
    case Side::left:
        return "left side";
    case Side::right:
        return "right side";
    }
    return "both sides";
}

// Speaks through one ear until it was heard, or something is typed. False: it could not be heard.
bool sounds(
    const std::shared_ptr<speech::espeak::Engine>& engine,
    const Ear& ear,
    const std::string& words,
    int input
) {
    const auto live = speech::live::make_live_speaker(
        {{Audience::room, {.device = ear.device, .side = ear.side}}}, engine
    );
    live.speaker->say({
        .id = 1,
        .audience = Audience::room,
        .segments = {{.language = "en", .text = words}},
        .voice = ear.listener.voice,
    });
    std::array<pollfd, 2> waits{
        pollfd{.fd = live.speaker->report_fd(), .events = POLLIN, .revents = 0},
        pollfd{.fd = input, .events = POLLIN, .revents = 0}};
    ::poll(waits.data(), waits.size(), longest_sentence_millis);
    const auto reports = live.speaker->take_reports();
    return reports.empty() ? waits[1].revents != 0
                           : reports.front().outcome == speech::Outcome::finished;
}

// One person's choice.
class Chooser {
public:
    enum class End : std::uint8_t { taken, none, stopped };

    Chooser(
        Person person,
        std::vector<std::string> devices,
        std::shared_ptr<speech::espeak::Engine> engine,
        const Dialogue& dialogue
    )
        : person_(person),
          devices_(std::move(devices)),
          engine_(std::move(engine)),
          dialogue_(dialogue) {}

    End choose(Ear& ear) {
        place_ = std::find(devices_.begin(), devices_.end(), ear.device) - devices_.begin();
        place_ %= static_cast<std::ptrdiff_t>(devices_.size());
        ear.device = devices_[static_cast<std::size_t>(place_)];
        say(ear);
        while (const auto line = dialogue_.ask()) {
            const std::string word{trim(*line)};
            if (word.empty()) {
                return End::taken;
            }
            if (word == "s" || word == "q") {
                return word == "s" ? End::none : End::stopped;
            }
            if (change(ear, word)) {
                say(ear);
            } else {
                dialogue_.tell(
                    "Keys: Enter takes it, n next device, b both, l left, r right, + faster, - "
                    "slower, s no ear, q stop."
                );
            }
        }
        return End::stopped;
    }

private:
    bool change(Ear& ear, const std::string& word) {
        int& rate = ear.listener.voice.words_per_minute;
        if (word == "n") {
            place_ = (place_ + 1) % static_cast<std::ptrdiff_t>(devices_.size());
            ear.device = devices_[static_cast<std::size_t>(place_)];
        } else if (word == "l" || word == "r" || word == "b") {
            ear.side = word == "l" ? Side::left : word == "r" ? Side::right : Side::both;
        } else if (word == "+" || word == "-") {
            rate = std::clamp(rate + (word == "+" ? rate_step : -rate_step), 80, 450);
        } else {
            return false;
        }
        return true;
    }

    void say(const Ear& ear) {
        const std::string device = ear.device.empty() ? "the default device" : ear.device;
        const std::string words = fmt::format(
            "Ear of {}: {}, {}, {} words a minute.",
            person_.name,
            device,
            side_name(ear.side),
            ear.listener.voice.words_per_minute
        );
        dialogue_.tell(words);
        if (!sounds(engine_, ear, words, dialogue_.input)) {
            dialogue_.tell("Silent: this device cannot be opened, take another one.");
        }
    }

    Person person_;
    std::vector<std::string> devices_; // an empty name is the default device
    std::shared_ptr<speech::espeak::Engine> engine_;
    const Dialogue& dialogue_;
    std::ptrdiff_t place_ = 0;
};

std::vector<std::string> device_names() {
    std::vector<std::string> names;
    for (const speech::portaudio::Device& device : speech::portaudio::list_devices()) {
        names.push_back(device.is_default ? std::string{} : device.name);
    }
    return names;
}

Ear ear_before(const Ears& ears, Audience audience) {
    const auto found = ears.find(audience);
    return found == ears.end() ? Ear{} : found->second;
}

} // namespace

Result<std::optional<Ears>, Error> choose_ears(const Ears& before, const Dialogue& dialogue) {
    const std::vector<std::string> devices = device_names();
    if (devices.empty()) {
        return tl::unexpected(Error{
            "there is no audio device to choose from", {}, "see what ansage doctor says of audio"});
    }
    auto engine = speech::espeak::Engine::open();
    if (!engine) {
        return tl::unexpected(engine.error());
    }
    const std::shared_ptr<speech::espeak::Engine> shared{std::move(*engine)};
    Ears ears;
    for (const Person& person : people) {
        Ear ear = ear_before(before, person.audience);
        Chooser chooser{person, devices, shared, dialogue};
        const Chooser::End end = chooser.choose(ear);
        if (end == Chooser::End::stopped) {
            return std::optional<Ears>{};
        }
        if (end == Chooser::End::taken) {
            ears[person.audience] = std::move(ear);
        }
    }
    return check_ears(ears).map([&] { return std::optional{ears}; });
}

} // namespace ansage::app
