// SPDX-License-Identifier: GPL-3.0-or-later
// What may have been said: every legal move of a position, in the words of a vocabulary.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/vocabulary.hpp"
#include "speech/hearing/pronouncer.hpp"
#include "speech/hearing/recogniser.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ansage::listening {

struct Expected {
    speech::hearing::Question question;
    std::vector<chess::Move> moves;
    std::vector<std::size_t> meanings; // of each line the place of its move among the moves
};

// The words of a vocabulary with which moves are announced, and how they sound.
class SpokenWords {
public:
    // An error names the vocabulary and a word of it that cannot be heard.
    [[nodiscard]] static base::Result<SpokenWords, base::Error>
    of(phonetics::Vocabulary vocabulary, speech::hearing::Pronouncer& pronouncer);

    // A move is expected in its full form, with and without the word for a capture, for who does
    // not say it has announced the move all the same (D.2.1).
    Expected expected(const chess::Position& position) const;

    const phonetics::Vocabulary& vocabulary() const { return vocabulary_; }

private:
    using Places = speech::hearing::Line; // of words among the sounds

    // With which the move of a pawn is said.
    struct PawnWords {
        speech::hearing::Slot from_file;
        speech::hearing::Slot capture; // without words where captures are not said
        speech::hearing::Slot to_file;
        Places ranks; // each in its place
    };

    explicit SpokenWords(phonetics::Vocabulary vocabulary);

    [[nodiscard]] base::Result<std::size_t, base::Error>
    add(const phonetics::Word& word, speech::hearing::Pronouncer& pronouncer);
    [[nodiscard]] base::Result<Places, base::Error>
    add_all(std::span<const phonetics::Word> words, speech::hearing::Pronouncer& pronouncer);
    [[nodiscard]] base::Result<void, base::Error>
    add_squares_by_name(speech::hearing::Pronouncer& pronouncer);
    [[nodiscard]] base::Result<void, base::Error>
    add_squares_by_number(speech::hearing::Pronouncer& pronouncer);
    [[nodiscard]] base::Result<speech::hearing::Shape, base::Error>
    add_signs(speech::hearing::Pronouncer& pronouncer);
    void add_promotions(const PawnWords& words, const speech::hearing::Shape& becomes);

    speech::hearing::Line line_of(const phonetics::Announcement& announcement) const;

    phonetics::Vocabulary vocabulary_;
    std::vector<speech::hearing::SoundingWord> sounds_;
    std::map<std::string, std::size_t> places_; // by what is spoken
    std::vector<speech::hearing::Shape> shapes_;
};

} // namespace ansage::listening
