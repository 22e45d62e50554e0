// SPDX-License-Identifier: GPL-3.0-or-later
// The words in which moves are announced, as plain data. They come from profiles/words/*.toml;
// there is no word in C++. Appendix D.2.1 (2023), D.2 point 1 (2014).
#pragma once

#include "chess/types.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ansage::phonetics {

// What is printed, and what is fed to the synthesiser instead: `Cesar` is shown, `Zäsar` is spoken.
// `spoken` may hold eSpeak phonemes in [[ ]].
struct Form {
    std::string shown;
    std::string spoken;
    bool operator==(const Form&) const = default;
};

struct Word {
    Form form;
    // Said instead when Options::distinct is on: `zwo` for `zwei`.
    std::optional<Form> distinct;
    // Understood besides what is shown. May be several words each.
    std::vector<std::string> accepted;
    bool operator==(const Word&) const = default;
};

struct PieceWord {
    Word word;
    // The letter of this piece on national scoresheets, `S` for Springer (C.2). A pawn's is only
    // understood: nobody need write it (C.3).
    std::optional<char> letter;
    bool operator==(const PieceWord&) const = default;
};

struct Options {
    bool distinct = false; // say the forms that cannot be misheard
    bool say_check = false; // say check and mate
    bool say_en_passant = false; // say that a capture is en passant
    // Squares are said in figures, the file's and the rank's, and nothing else of a move: the
    // numeric notation of the ICCF. The files have the words of the ranks.
    bool numeric = false;
    bool operator==(const Options&) const = default;
};

// Letters that many keyboards lack, and what people write instead: `ae` for `ä`.
struct Spelling {
    std::string letter;
    std::string instead;
    bool operator==(const Spelling&) const = default;
};

// How people say which of the two castlings they mean, in parts that come in any order:
// `rochiere kurz`, `kleine Rochade`.
struct CastlingParts {
    std::vector<std::string> castling;
    std::vector<std::string> short_side;
    std::vector<std::string> long_side;
    bool operator==(const CastlingParts&) const = default;
};

// Small words that are understood and never said.
struct Particles {
    std::vector<std::string> from; // the square after it is left: `von`
    std::vector<std::string> to; // the square after it is reached: `nach`
    // The square after it is reached, or it is where the piece stands: `auf`.
    std::vector<std::string> at;
    std::vector<std::string> with; // the piece after it is the one that moves: `mit`
    std::vector<std::string> becomes; // the piece after it is what a pawn becomes: `wird`
    // Before a piece that is taken or that a pawn becomes, also where they are numbers or letters
    // elsewhere: Danish `et`, English `a`.
    std::vector<std::string> articles;
    std::vector<std::string> fillers; // without meaning of their own: `der`, `Feld`
    std::vector<std::string> noise; // `äh`, `bitte`
    // What was said before it is taken back: `nein`, `sorry`.
    std::vector<std::string> corrections;
    bool operator==(const Particles&) const = default;
};

// What a dictation writes for a word of the vocabulary: `dry` for `drei`. It is asked for at a
// table, and nowhere read as that word.
struct Sound {
    std::string meant;
    std::vector<std::string> heard;
    bool operator==(const Sound&) const = default;
};

struct Vocabulary {
    std::string name;
    // The voice that speaks these words, whatever the listener's language: "de".
    std::string language;
    std::vector<Spelling> spellings;
    std::array<Word, 8> files;
    // The names of the letters themselves: `ce` for c.
    std::array<std::vector<std::string>, 8> letter_names;
    std::array<Word, 8> ranks;
    std::array<PieceWord, 6> pieces; // by Role
    Word short_castling;
    Word long_castling;
    CastlingParts castling_parts;
    Word capture; // said between the squares
    Word check;
    Word mate;
    // Said before the piece that a pawn becomes, where the convention has such a word.
    std::optional<Word> promotion;
    // Said after the squares where the options ask for it.
    std::optional<Word> en_passant;
    Particles particles;
    std::vector<Sound> sounds;
    Options options;

    const Word& of(chess::File file) const { return files[static_cast<std::size_t>(file)]; }

    const Word& of(chess::Rank rank) const { return ranks[static_cast<std::size_t>(rank)]; }

    const Word& of(chess::Role role) const { return pieces[static_cast<std::size_t>(role)].word; }

    bool operator==(const Vocabulary&) const = default;
};

// A word that is said, and its place in the file: "files a", "signs capture".
struct KeyWord {
    std::string key;
    Form form;
};

// All words that are said, in the order of the file; in figures the words of ranks are those of
// files, and signs are not said.
std::vector<KeyWord> words_said(const Vocabulary& vocabulary);

} // namespace ansage::phonetics
