// SPDX-License-Identifier: GPL-3.0-or-later
// Announcements in a synthetic voice, and who listens to them.
#pragma once

#include "chess/uci.hpp"
#include "listening/listener.hpp"
#include "profiles/document.hpp"
#include "profiles/words.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/hearing/sound.hpp"
#include "speech/synthesiser.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ansage::listening {

using chess::Position;
using speech::hearing::Sound;

inline constexpr std::size_t pause = speech::hearing::hearing_rate / 5;

class Table {
public:
    explicit Table(const std::string& name)
        : engine_(speech::espeak::Engine::shared().value()),
          vocabulary_(profiles::load_words(profiles::Document::read(
                                               tests::root() + "/profiles/words/" + name + ".toml"
                                           )
                                               .value())
                          .value()),
          listener_(Listener::open(
                        vocabulary_,
                        speech::hearing::Recogniser::open().value(),
                        [this](const std::string& language, const std::string& words) {
                            return engine_->phonemes(language, words);
                        }
          ).value()) {}

    // Word for word, as people dictate.
    Sound said(const phonetics::Announcement& announcement, const std::string& voice) {
        Sound sound(pause, 1);
        for (const phonetics::Form& form : announcement.words) {
            const auto samples = engine_->render({{.language = voice, .text = form.spoken}}, {});
            REQUIRE(samples);
            const std::vector<float> loud{samples->begin(), samples->end()};
            constexpr int rate = speech::hearing::hearing_rate;
            for (const float each : speech::hearing::resampled(loud, speech::sample_rate, rate))
                sound.push_back(static_cast<std::int16_t>(each));
            sound.insert(sound.end(), pause, -1);
        }
        return sound;
    }

    HeardSound hear(const Position& position, const std::string& uci, const std::string& voice) {
        return listener_.hear(sound_of(position, uci, voice), position).value();
    }

    // Said as it is in one position, and heard in another.
    HeardSound
    hear_as_in(const Position& said_in, const std::string& uci, const Position& heard_in) {
        return listener_.hear(sound_of(said_in, uci, "en-us"), heard_in).value();
    }

    Sound said_in(const Position& position, const std::string& uci, const std::string& voice) {
        return sound_of(position, uci, voice);
    }

    // Nobody else listens with it afterwards.
    Listener take_listener() { return std::move(listener_); }

    HeardSound hear(const Sound& sound) { return listener_.hear(sound, {}).value(); }

private:
    Sound sound_of(const Position& position, const std::string& uci, const std::string& voice) {
        const auto move = chess::parse_uci(position, uci).value();
        return said(announce(vocabulary_, position, move, phonetics::Style::full), voice);
    }

    std::shared_ptr<speech::espeak::Engine> engine_;
    phonetics::Vocabulary vocabulary_;
    Listener listener_;
};

} // namespace ansage::listening
