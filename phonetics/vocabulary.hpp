// The words in which moves are announced, as plain data. They come from profiles/words/*.toml;
// there is no word in C++. Appendix D.2.1 (2023), D.2 point 1 (2014).
#pragma once

#include "chess/types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ansage::phonetics {

// What is printed, and what is fed to the synthesiser instead: `Cesar` is shown, `Zäsar` is spoken.
// `spoken` may hold eSpeak phonemes in [[ ]].
struct Form {
    std::string shown;
    std::string spoken;
    friend bool operator==(const Form&, const Form&) = default;
};

struct Word {
    Form form;
    // Said instead when Options::distinct is on: `zwo` for `zwei`.
    std::optional<Form> distinct;
    // Understood besides what is shown. May be several words each.
    std::vector<std::string> accepted;
    friend bool operator==(const Word&, const Word&) = default;
};

struct PieceWord {
    Word word;
    // The letter of this piece on national scoresheets, `S` for Springer (C.2). Never a pawn's.
    std::optional<char> letter;
    friend bool operator==(const PieceWord&, const PieceWord&) = default;
};

struct Options {
    bool distinct = false; // say the forms that cannot be misheard
    bool say_check = false; // say check and mate
    friend bool operator==(const Options&, const Options&) = default;
};

struct Vocabulary {
    std::string name;
    // The voice that speaks these words, whatever the listener's language: "de".
    std::string language;
    std::array<Word, 8> files;
    std::array<Word, 8> ranks;
    std::array<PieceWord, 6> pieces; // by Role
    Word short_castling;
    Word long_castling;
    Word capture; // said between the squares
    Word check;
    Word mate;
    // Said before the piece that a pawn becomes, where the convention has such a word.
    std::optional<Word> promotion;
    // Words without meaning of their own: `nach`, `en passant`.
    std::vector<std::string> fillers;
    Options options;

    [[nodiscard]] const Word& of(chess::File file) const {
        return files[static_cast<std::size_t>(file)];
    }

    [[nodiscard]] const Word& of(chess::Rank rank) const {
        return ranks[static_cast<std::size_t>(rank)];
    }

    [[nodiscard]] const Word& of(chess::Role role) const {
        return pieces[static_cast<std::size_t>(role)].word;
    }

    friend bool operator==(const Vocabulary&, const Vocabulary&) = default;
};

} // namespace ansage::phonetics
