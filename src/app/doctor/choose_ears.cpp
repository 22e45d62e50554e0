// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/choose_ears.hpp"

#include "base/try.hpp"
#include "speech/live/make.hpp"
#include "speech/portaudio/sinks.hpp"
#include "telling/ears.hpp"
#include "telling/voice.hpp"
#include "terminal/continuation.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <poll.h>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Result;
using speech::Audience;
using speech::Ear;
using speech::Ears;
using speech::Side;

namespace {

// All keys, told as slowly as can be chosen, take a minute. Whoever does not hear types on.
constexpr int longest_sentence_millis = 300'000;

constexpr std::array people{
    Audience::ear_white,
    Audience::ear_black,
    Audience::room,
    Audience::assistant,
    Audience::arbiter,
};

std::string_view side_name(Side side) {
    switch (side) {
    case Side::both: return "ear_choice.both_sides";
    case Side::left: return "ear_choice.left_side";
    case Side::right: return "ear_choice.right_side";
    }
    return "ear_choice.both_sides";
}

// What a key does to a voice: the setting, by how much, and from where to where.
struct VoiceKey {
    std::string_view id; // of the letter or sign
    int speech::VoiceSettings::*setting;
    int step = 0;
    int least = 0;
    int most = 0;
};

constexpr std::array voice_keys{
    VoiceKey{"key.faster", &speech::VoiceSettings::words_per_minute, 25, 80, 450},
    VoiceKey{"key.slower", &speech::VoiceSettings::words_per_minute, -25, 80, 450},
    VoiceKey{"key.higher", &speech::VoiceSettings::pitch, 10, 0, 100},
    VoiceKey{"key.deeper", &speech::VoiceSettings::pitch, -10, 0, 100},
    VoiceKey{"key.louder", &speech::VoiceSettings::volume, 20, 20, 200},
    VoiceKey{"key.softer", &speech::VoiceSettings::volume, -20, 20, 200},
};

enum class Sounding : std::uint8_t { heard, silent, stopped };

// Speaks through one ear until it was heard, something is typed, or the program was stopped and
// goes on; silent: it could not be heard.
Sounding sounds(
    const std::shared_ptr<speech::espeak::Engine>& engine,
    const Ear& ear,
    const std::vector<speech::Segment>& words,
    int input
) {
    const terminal::Continuation continuation;
    const auto live = speech::live::make_live_speaker(
        {{Audience::room, {.device = ear.device, .side = ear.side}}}, engine
    );
    live.speaker->say({
        .id = 1,
        .audience = Audience::room,
        .segments = words,
        .voice = ear.listener.voice,
    });
    std::array<pollfd, 3> waits{
        pollfd{.fd = live.speaker->report_fd(), .events = POLLIN, .revents = 0},
        pollfd{.fd = input, .events = POLLIN, .revents = 0},
        pollfd{.fd = continuation.event_fd(), .events = POLLIN, .revents = 0}};
    while (::poll(waits.data(), waits.size(), longest_sentence_millis) < 0 && errno == EINTR) {
    }
    if (continuation.take()) return Sounding::stopped;
    const auto reports = live.speaker->take_reports();
    const bool is_heard = reports.empty() ? waits[1].revents != 0
                                          : reports.front().outcome == speech::Outcome::finished;
    return is_heard ? Sounding::heard : Sounding::silent;
}

// What all the choices share.
struct Room {
    std::vector<std::string> devices; // an empty name is the default device
    std::shared_ptr<speech::espeak::Engine> engine;
    const Dialogue& dialogue;
    const wording::Catalogue& catalogue;
};

// One person's choice.
class Chooser {
public:
    enum class End : std::uint8_t { taken, none, stopped };

    Chooser(Audience person, const Room& room, const Ears& taken)
        : person_(person),
          room_(room),
          taken_(taken) {}

    // `intro` is told first, in the ear that is tried first.
    End choose(Ear& ear, std::string_view intro) {
        place_ = place_of(ear.device);
        ear.device = room_.devices[place_];
        std::vector<wording::Sentence> sentences{choice(ear)};
        if (!intro.empty()) sentences.insert(sentences.begin(), room_.catalogue.worded(intro));
        tell(ear, sentences);
        while (const auto line = room_.dialogue.ask(stands_))
            if (const auto end = obey(ear, terminal::trim(*line))) return *end;
        return End::stopped;
    }

private:
    // Absent: the choice goes on.
    std::optional<End> obey(Ear& ear, std::string_view word) {
        if (means("key.no_ear", word)) return End::none;
        if (means("key.leave", word)) return End::stopped;
        if (word.empty()) {
            const auto owner = owner_of(ear);
            if (!owner) return End::taken;
            tell(
                ear,
                {room_.catalogue.worded("ear_choice.taken", {{"person", wording::Term{*owner}}})}
            );
        } else if (change(ear, word)) {
            tell(ear, {choice(ear)});
        } else {
            tell(ear, {room_.catalogue.worded("ear_choice.keys")});
        }
        return std::nullopt;
    }

    // Who was given this device, or its side, before.
    std::optional<std::string_view> owner_of(const Ear& ear) const {
        for (const auto& [audience, other] : taken_) {
            if (!telling::check_ears({{audience, other}, {person_, ear}}))
                return telling::listener_id(audience);
        }
        return std::nullopt;
    }

    std::size_t place_of(const std::string& name) const {
        const auto found = std::ranges::find(room_.devices, name);
        return found == room_.devices.end()
            ? 0
            : static_cast<std::size_t>(found - room_.devices.begin());
    }

    bool change(Ear& ear, std::string_view word) {
        if (means("key.next", word)) {
            place_ = (place_ + 1) % room_.devices.size();
            ear.device = room_.devices[place_];
        } else if (means("key.left", word)) {
            ear.side = Side::left;
        } else if (means("key.right", word)) {
            ear.side = Side::right;
        } else if (means("key.both", word)) {
            ear.side = Side::both;
        } else if (means("key.few_words", word)) {
            using speech::Verbosity;
            Verbosity& verbosity = ear.listener.verbosity;
            verbosity = verbosity == Verbosity::all ? Verbosity::few : Verbosity::all;
        } else {
            return change_voice(ear.listener.voice, word);
        }
        return true;
    }

    bool means(std::string_view id, std::string_view word) const {
        return room_.catalogue.means(id, word);
    }

    bool change_voice(speech::VoiceSettings& voice, std::string_view word) const {
        const auto* const key = std::ranges::find_if(voice_keys, [&](const VoiceKey& each) {
            return means(each.id, word);
        });
        if (key == voice_keys.end()) return false;
        int& setting = voice.*(key->setting);
        setting = std::clamp(setting + key->step, key->least, key->most);
        return true;
    }

    wording::Sentence choice(const Ear& ear) const {
        return room_.catalogue.compose([&](const wording::Catalogue& in) {
            return choice_words(ear, in);
        });
    }

    std::string choice_words(const Ear& ear, const wording::Catalogue& in) const {
        const speech::VoiceSettings& voice = ear.listener.voice;
        const bool is_default = ear.device.empty();
        std::vector<wording::Argument> arguments{
            {"person", wording::Term{telling::listener_id(person_)}},
            {"side", wording::Term{side_name(ear.side)}},
            {"rate", std::int64_t{voice.words_per_minute}},
            {"pitch", std::int64_t{voice.pitch}},
            {"volume", std::int64_t{voice.volume}},
            {"device", ear.device}};
        if (is_default) arguments.back().value = wording::Term{"ear_choice.default_device"};
        std::string words = in.sentence("ear_choice.choice", arguments);
        if (voice.pitch != speech::VoiceSettings{}.pitch ||
            voice.volume != speech::VoiceSettings{}.volume)
            words += ' ' + in.sentence("ear_choice.voice", arguments);
        if (ear.listener.verbosity == speech::Verbosity::few)
            words += ' ' + in.sentence("ear_choice.few_words");
        return words;
    }

    // A line each, and one stretch of speech: who types has been told all of it.
    void tell(const Ear& ear, const std::vector<wording::Sentence>& sentences) {
        std::vector<speech::Segment> words;
        for (const wording::Sentence& sentence : sentences) {
            room_.dialogue.tell(sentence.text);
            words.push_back({.language = sentence.language, .text = sentence.text + ' '});
        }
        stands_ = sentences.back().text; // also where it could not be heard
        Sounding sounding = sounds(room_.engine, ear, words, room_.dialogue.input);
        while (sounding == Sounding::stopped) { // the voice begins anew, for whoever comes back
            room_.dialogue.tell(stands_);
            sounding = sounds(room_.engine, ear, words, room_.dialogue.input);
        }
        if (sounding == Sounding::silent)
            room_.dialogue.tell(room_.catalogue.sentence("ear_choice.silent"));
    }

    Audience person_;
    const Room& room_;
    const Ears& taken_;
    std::size_t place_ = 0;
    std::string stands_; // what was told last of this choice
};

std::vector<std::string> device_names() {
    std::vector<std::string> names;
    for (const speech::portaudio::Device& device : speech::portaudio::list_devices())
        names.push_back(device.is_default ? std::string{} : device.name);
    return names;
}

Ear ear_before(const Ears& ears, Audience audience) {
    const auto found = ears.find(audience);
    return found == ears.end() ? Ear{} : found->second;
}

} // namespace

Result<std::optional<Ears>, Error>
choose_ears(const Ears& before, const Dialogue& dialogue, const wording::Catalogue& catalogue) {
    std::vector<std::string> devices = device_names();
    if (devices.empty()) {
        return tl::unexpected(Error{
            base::phrase("there is no audio device to choose from"),
            {},
            base::phrase("see what ansage doctor says of audio")});
    }
    auto engine = ANSAGE_TRY(speech::espeak::Engine::open());
    const Room room{
        .devices = std::move(devices),
        .engine = std::shared_ptr<speech::espeak::Engine>{std::move(engine)},
        .dialogue = dialogue,
        .catalogue = catalogue};
    Ears ears;
    std::string_view intro = "ear_choice.intro";
    for (const Audience person : people) {
        Ear ear = ear_before(before, person);
        Chooser chooser{person, room, ears};
        const Chooser::End end = chooser.choose(ear, std::exchange(intro, ""));
        if (end == Chooser::End::stopped) return std::optional<Ears>{};
        if (end == Chooser::End::taken) ears[person] = std::move(ear);
    }
    return std::optional{std::move(ears)};
}

} // namespace ansage::app
