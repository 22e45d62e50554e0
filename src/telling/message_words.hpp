// SPDX-License-Identifier: GPL-3.0-or-later
// Words out: one message of the table as a sentence, for somebody's eyes or for his voice.
#pragma once

#include "phonetics/parse.hpp"
#include "telling/hearing.hpp"
#include "telling/position_words.hpp"
#include "wording/wording.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::telling {

// For a voice: around the vocabulary's words inside a sentence, until it is cut into segments.
constexpr char begin_mark = '\x01';
constexpr char end_mark = '\x02';

class MessageWords {
public:
    enum class For : std::uint8_t { eyes, voice };

    // What sentences refer to: the game's positions, and the players' names.
    struct Context {
        const chess::Positions& positions;
        table::PerColor<std::string_view> names;
        bool has_arbiter = true;
        // Why a move is illegal is told to the arbiter and in training, not in a club.
        bool tells_why = false;
    };

    // What it is given outlives it.
    MessageWords(
        const Hearing& hearing,
        const wording::Wording& wording,
        const wording::Catalogue& in,
        Context context,
        For reader
    );

    std::string of(const table::Message& message) const;
    // The same; of an illegal entry of a score also why it is illegal, as far as that is known.
    std::string with_reason(const table::Message& message) const;

private:
    const phonetics::Vocabulary& vocabulary() const { return hearing_.vocabulary(); }

    // Why the move of a message is illegal, as far as that is known.
    std::optional<phonetics::Reason> reason_for(const table::Message& message) const;
    // The same, saying why a move is illegal, where that is known and may be told.
    std::optional<table::Message> with_why(const table::Message& message) const;
    std::string heard_words(const std::string& heard) const;
    std::string repeated_words(const table::Message& message) const;
    std::string move_words(const table::Message& message) const;
    // An entry of a score in the words of the table, however it was typed; what is no move, as it
    // is.
    std::string score_words(const table::Message& message) const;
    std::string piece_words(const table::Message& message) const;
    std::string board_words(const table::Message& message) const;
    // An illegal move of the record, which is written with English letters.
    std::string illegal_words(const table::Message& message) const;
    // "König Eva eins, Turm Anna eins", kings and queens first.
    std::string pieces_of(const table::MessageArguments& given, chess::Color color) const;
    // "White: König Eva eins, Turm Anna eins; Black: ...", kings and queens first.
    std::string pieces(const table::MessageArguments& given) const;
    std::string square_list(const table::MessageArguments& given) const;
    std::string joined_parts(const table::Message& message) const;

    const Hearing& hearing_;
    const wording::Wording& wording_;
    const wording::Catalogue& in_;
    Context context_;
    For reader_;
    WordOf as_word_;
};

// The message that says who won; that of a game without a result, if there is none.
std::string_view outcome_id(std::optional<laws::Score> score);

// The message that names a player: "White", "Weiß".
std::string_view player_id(chess::Color color);

// The id, or that of its like for a table at which no arbiter is: in a club none can be called
// (first principle 9).
std::string id_for(const wording::Wording& wording, const std::string& id, bool has_arbiter);

} // namespace ansage::telling

template <>
struct ansage::wording::TermFor<ansage::chess::Color> {
    static constexpr auto id = ansage::telling::player_id;
};

template <>
struct ansage::wording::TermFor<ansage::laws::Score> {
    static constexpr auto id = ansage::telling::outcome_id;
};

template <>
struct ansage::wording::TermFor<std::optional<ansage::laws::Score>> {
    static constexpr auto id = ansage::telling::outcome_id;
};
