// SPDX-License-Identifier: GPL-3.0-or-later
// Words in: what people say is read in the position it refers to.
#pragma once

#include "phonetics/announcement.hpp"
#include "phonetics/lexicon.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/vocabulary.hpp"
#include "table/model/state.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::telling {

struct NearAct {
    table::InputBody body;
    std::string move; // in the vocabulary's words
};

// Cheap to copy.
class Hearing {
public:
    Hearing(phonetics::Vocabulary vocabulary, phonetics::Lexicon lexicon);

    // For somebody of that language, whose own words these are: their letters of pieces are
    // understood besides, and their words are known for those of another vocabulary.
    void add_own(const std::string& language, const Hearing& own);
    // As it hears somebody of that language.
    Hearing of(std::string_view language) const;

    const phonetics::Vocabulary& vocabulary() const { return *vocabulary_; }

    // Reads the text of every spoken move in `body`, each in the position that its speaker refers
    // to now.
    void resolve(table::InputBody& body, const table::State& state) const;

    // By law, as a score is read afterwards; resolve() reads what is said at the table by shape.
    table::HeardMove hear(
        const chess::Position& position,
        const std::string& text,
        phonetics::Reading rule = phonetics::Reading::by_law
    ) const;

    // By shape: a slip that only a legal move could mend must not be answered otherwise than one
    // that none could (first principles 3 and 12).
    bool is_move(const chess::Position& position, const std::string& text) const;

    // Whether a piece can go there, too, by the way that it moves.
    bool is_possible(const chess::Position& position, const std::string& text) const;

    // A move in the vocabulary's words; empty where it is none.
    std::string in_words(const chess::Position& position, const std::string& text) const;

    // What whoever did `body` may have meant by words that are no plain announcement, the likeliest
    // first; none where they are one, or nothing comes near them. Asked for, and never assumed.
    std::vector<NearAct> near(const table::InputBody& body, const table::State& state) const;

    // The player's announcement that still lacks the piece of its promotion, with that piece
    // (D.2.1); empty where none does.
    std::string
    completed(const table::State& state, chess::Color seat, chess::Role promotion) const;

    // What a text says of a move by its shape, legal or not; nothing: it is no move.
    std::optional<phonetics::Said>
    said_in(const chess::Position& position, const std::string& text) const;

    // What a pawn becomes by a figure alone, where the vocabulary says moves in figures: "eins".
    std::optional<chess::Role> promotion_called(std::string_view figure) const;

    // The piece that the vocabulary's letter or word stands for: "S", "springer".
    std::optional<chess::Role> piece_called(std::string_view name) const;

private:
    std::shared_ptr<const phonetics::Vocabulary> vocabulary_;
    phonetics::Lexicon lexicon_;
    std::map<std::string, Hearing, std::less<>> own_; // by language
    // The words of whoever is heard, where they are not the table's.
    std::shared_ptr<const Hearing> others_;
};

// The piece is said as well where only squares were: by what stands there, not by what is legal.
phonetics::Said to_said(const table::SpokenMove& spoken, const chess::Position& before);

} // namespace ansage::telling
