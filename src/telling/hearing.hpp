// SPDX-License-Identifier: GPL-3.0-or-later
// Words in: what people say is read in the position it refers to.
#pragma once

#include "phonetics/announcement.hpp"
#include "phonetics/lexicon.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/vocabulary.hpp"
#include "table/model/state.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::telling {

// Cheap to copy.
class Hearing {
public:
    Hearing(phonetics::Vocabulary vocabulary, phonetics::Lexicon lexicon);

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

    // What a text says of a move by its shape, legal or not; nothing: it is no move.
    std::optional<phonetics::Said>
    said_in(const chess::Position& position, const std::string& text) const;

    // The piece that the vocabulary's letter or word stands for: "S", "springer".
    std::optional<chess::Role> piece_called(std::string_view name) const;

private:
    std::shared_ptr<const phonetics::Vocabulary> vocabulary_;
    phonetics::Lexicon lexicon_;
};

// The piece is said as well where only squares were: by what stands there, not by what is legal.
phonetics::Said to_said(const table::SpokenMove& spoken, const chess::Position& before);

} // namespace ansage::telling
