// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/pronouncer.hpp"

#include "base/try.hpp"
#include "speech/hearing/phones.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <utility>

namespace ansage::speech::hearing {

using base::Error;
using base::Result;

namespace {

constexpr std::string_view english = "en";

Error unknown_sound(const std::string& spoken) {
    return {
        base::phrase("\"{}\" cannot be heard: it has a sound that the model does not know", spoken),
        "",
        base::phrase("choose another vocabulary for what is heard")};
}

Error only_a_letter(const std::string& spoken) {
    return {
        base::phrase("\"{}\" cannot be heard: letters sound like each other", spoken),
        "",
        base::phrase("choose another vocabulary for what is heard")};
}

bool is_letter(char each) { return std::isalpha(static_cast<unsigned char>(each)) != 0; }

std::string lower(std::string word) {
    std::ranges::transform(word, word.begin(), [](unsigned char each) {
        return static_cast<char>(std::tolower(each));
    });
    return word;
}

// Words with a blank between, and whatever stands in [[ ]] as one.
std::vector<std::string> parts_of(const std::string& spoken) {
    if (spoken.find("[[") != std::string::npos) return {spoken};
    std::istringstream words{spoken};
    std::vector<std::string> parts;
    for (std::string word; words >> word;) parts.push_back(word);
    return parts;
}

// All ways to say the one and then the other, the plainest first.
std::vector<std::string>
joined(const std::vector<std::string>& first, const std::vector<std::string>& second) {
    if (first.empty()) return second;
    std::vector<std::string> all;
    for (const std::string& one : first) {
        for (const std::string& other : second)
            if (all.size() < most_pronunciations) all.push_back(fmt::format("{} {}", one, other));
    }
    return all;
}

} // namespace

Pronouncer::Pronouncer(std::string language, AskPhonemes ask, std::filesystem::path model)
    : language_(std::move(language)),
      ask_(std::move(ask)),
      model_(std::move(model)) {}

Result<SoundingWord, Error> Pronouncer::sound(const std::string& spoken) {
    if (spoken.size() == 1 && is_letter(spoken.front()))
        return tl::unexpected(only_a_letter(spoken));
    SoundingWord word;
    for (const std::string& part : parts_of(spoken)) {
        const Pronunciations next = ANSAGE_TRY(sound_of_part(part));
        word.pronunciations = joined(word.pronunciations, next);
    }
    if (word.pronunciations.empty()) return tl::unexpected(unknown_sound(spoken));
    return word;
}

Result<Pronouncer::Pronunciations, Error> Pronouncer::sound_of_part(const std::string& part) {
    const bool is_english = language_.substr(0, language_.find('-')) == english;
    if (is_english) {
        auto known = from_dictionary(lower(part));
        if (!known.empty()) return known;
    }
    const std::string phonemes = ANSAGE_TRY(ask_(language_, part));
    auto heard = pronunciations_of(phonemes, is_english ? english : language_);
    if (heard.empty()) return tl::unexpected(unknown_sound(part));
    return heard;
}

// A line is a word and its phones; "word(2)" is the same word said otherwise.
Pronouncer::Pronunciations Pronouncer::from_dictionary(const std::string& word) {
    if (dictionary_.empty()) {
        std::ostringstream text;
        text << '\n' << std::ifstream{model_ / "cmudict-en-us.dict"}.rdbuf();
        dictionary_ = text.str();
    }
    Pronunciations known;
    for (const std::string_view number : {"", "(2)", "(3)", "(4)"}) {
        const std::string begin = fmt::format("\n{}{} ", word, number);
        const std::size_t at = dictionary_.find(begin);
        if (at == std::string::npos) break;
        const std::size_t phones = at + begin.size();
        known.push_back(dictionary_.substr(phones, dictionary_.find('\n', phones) - phones));
    }
    return known;
}

} // namespace ansage::speech::hearing
