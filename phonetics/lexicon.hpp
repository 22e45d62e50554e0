// SPDX-License-Identifier: GPL-3.0-or-later
// A vocabulary made ready for listening: every word in every way it may be written, for fast
// look-up. Built once from a Vocabulary, then only read.
#pragma once

#include "base/result.hpp"
#include "phonetics/vocabulary.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::phonetics {

// What a word means, and its value if it is one of several: the file, rank, digit or role it names.
struct Meaning {
    enum class Kind : std::uint8_t {
        file,
        rank,
        digit, // of a numeric vocabulary: file, rank or what a pawn becomes, by its place
        role,
        short_castling,
        long_castling,
        castling, // which side is not said yet
        short_side,
        long_side,
        capture,
        from,
        to,
        at,
        with,
        becomes,
        filler
    };

    Kind kind{};
    std::uint8_t value = 0;
    bool operator==(const Meaning&) const = default;
};

// A word of the vocabulary that means two things, or that nothing is left of without its accents.
struct LexiconError {
    std::string word;
    enum class Kind : std::uint8_t { two_meanings, empty } kind{};
    std::string other; // the word that means something else
    bool operator==(const LexiconError&) const = default;
};

class Lexicon {
public:
    [[nodiscard]] static base::Result<Lexicon, LexiconError> from(const Vocabulary& vocabulary);

    // The same with the letters of that vocabulary's pieces besides: letters are written in
    // everybody's own language (C.3).
    Lexicon with_letters_of(const Vocabulary& other) const;

    // Every mistake, in the order of the vocabulary's parts.
    static std::vector<LexiconError> mistakes(const Vocabulary& vocabulary);

    struct Match {
        Meaning meaning;
        std::size_t length = 0; // of the matched words, in bytes of the folded text
    };

    // The longest entry that `folded` (see fold.hpp) begins with and that ends where a word ends.
    std::optional<Match> longest_match(std::string_view folded) const;

    // The bytes of the article that `folded` begins with, before the name of a piece; else none.
    std::size_t article_before_piece(std::string_view folded) const;

    // The roles that an upper-case letter stands for: the nation's, and the English N B R Q K. Two
    // bits may be set (French R: king, or English rook).
    std::uint8_t roles_of_letter(char upper) const;

    // The words, folded, of all entries that one slip may have made of this one (folded, too): a
    // letter put in, left out or changed, or two neighbours exchanged. Words of fewer than four
    // letters are nobody's slip.
    std::vector<std::string> meant_by(std::string_view word) const;

    // The words, folded, that a dictation may have written this one for; of a word without a
    // meaning those of one slip, too.
    std::vector<std::string> mistaken_for(std::string_view word) const;

    // Whether squares are said in figures (Options::numeric).
    bool is_numeric() const;

    // Whether what was said before that word is taken back by it: "no, knight".
    bool corrects(std::string_view word) const;

private:
    struct Entries;
    explicit Lexicon(std::shared_ptr<const Entries> entries);

    std::shared_ptr<const Entries> entries_;
};

} // namespace ansage::phonetics
