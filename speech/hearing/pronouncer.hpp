// SPDX-License-Identifier: GPL-3.0-or-later
// How the words of a vocabulary sound to the model.
#pragma once

#include "base/result.hpp"
#include "speech/hearing/recogniser.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ansage::speech::hearing {

// What the voice of that language speaks for the words, in eSpeak's phonemes.
using AskPhonemes = std::function<
    base::Result<std::string, base::Error>(const std::string& language, const std::string& words)>;

// English words as the model's dictionary has them, all others by eSpeak's phonemes.
class Pronouncer {
public:
    Pronouncer(std::string language, AskPhonemes ask, std::filesystem::path model = model_folder);

    // `spoken` is what the synthesiser is fed: words, or phonemes in [[ ]]. An error names the word
    // for which nothing tells how it sounds, or that is only a letter: letters are not told apart
    // by ear.
    [[nodiscard]] base::Result<SoundingWord, base::Error> sound(const std::string& spoken);

private:
    using Pronunciations = std::vector<std::string>;

    [[nodiscard]] base::Result<Pronunciations, base::Error> sound_of_part(const std::string& part);
    [[nodiscard]] Pronunciations from_dictionary(const std::string& word);

    std::string language_;
    AskPhonemes ask_;
    std::filesystem::path model_;
    std::string dictionary_; // as in its file, read at the first English word
};

} // namespace ansage::speech::hearing
