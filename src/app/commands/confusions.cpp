// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/confusions.hpp"

#include "base/try.hpp"
#include "phonetics/sounds.hpp"
#include "speech/espeak/engine.hpp"
#include "terminal/output.hpp"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

struct Sounding {
    std::string kind; // "files", "ranks", "pieces", "castling" ...
    std::string word;
    std::string phonemes;
};

void print_pair(const std::string& word, const std::string& other, double distance, bool as_json) {
    if (as_json) {
        const nlohmann::ordered_json line{
            {"word", word}, {"other", other}, {"distance", std::round(distance * 100) / 100}};
        terminal::print_json(line.dump());
    } else {
        terminal::print_data(fmt::format("{}, {}: {:.2f}", word, other, distance));
    }
}

// The forms that are said instead of others are kinds of their own.
Result<std::vector<Sounding>, Error>
sounding(const phonetics::Vocabulary& words, speech::espeak::Engine& engine) {
    std::vector<Sounding> all;
    for (const phonetics::KeyWord& word : phonetics::words_said(words)) {
        const std::string kind =
            word.key.ends_with("distinct") ? word.key : word.key.substr(0, word.key.find(' '));
        auto phonemes = ANSAGE_TRY(engine.phonemes(words.language, word.form.spoken));
        all.push_back({kind, word.form.shown, std::move(phonemes)});
    }
    return all;
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): the macro nests
Result<void, Error> print_confusions(const phonetics::Vocabulary& words, bool as_json) {
    const auto engine = ANSAGE_TRY(speech::espeak::Engine::open());
    const std::vector<Sounding> all = ANSAGE_TRY(sounding(words, *engine));
    for (auto one = all.begin(); one != all.end(); ++one) {
        for (auto other = std::next(one); other != all.end(); ++other) {
            const double distance = phonetics::distance_of_sounds(one->phonemes, other->phonemes);
            if (one->kind == other->kind && distance <= phonetics::confused_at)
                print_pair(one->word, other->word, distance, as_json);
        }
    }
    for (const phonetics::Sound& sound : words.sounds) {
        const std::string meant = ANSAGE_TRY(engine->phonemes(words.language, sound.meant));
        for (const std::string& heard : sound.heard) {
            const std::string phonemes = ANSAGE_TRY(engine->phonemes(words.language, heard));
            print_pair(sound.meant, heard, phonetics::distance_of_sounds(meant, phonemes), as_json);
        }
    }
    return {};
}

} // namespace ansage::app
