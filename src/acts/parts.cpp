// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of which acts are made, and how each is read where it stands.
#include "acts/grammar.hpp"
#include "acts/pieces.hpp"
#include "table/asking/questions.hpp"
#include "table/model/names.hpp"
#include "telling/position_words.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>

namespace ansage::acts {

namespace {

template <class Value>
bool keep(std::optional<Value>& part, std::optional<Value> value) {
    part = std::move(value);
    return part.has_value();
}

// The word that was a part, or the rest of the line that was one, is read.
bool took_word(bool is_part, Reader& reader) { return is_part && !reader.take_word().empty(); }

bool took_rest(bool is_part, Reader& reader) { return is_part && !reader.take_rest().empty(); }

bool read_player(Reader& reader, Parts& parts) {
    for (const chess::Color color : chess::both_colors)
        if (reader.take(chess::to_string(color))) return keep(parts.player, std::optional{color});
    return false;
}

bool read_number(Reader& reader, Parts& parts) { return keep(parts.number, reader.take_number()); }

bool read_time(Reader& reader, Parts& parts) { return keep(parts.time, reader.take_time()); }

// "10" are minutes.
bool read_back(Reader& reader, Parts& parts) {
    constexpr unsigned longest = 24 * 60;
    Reader ahead{reader};
    const auto minutes = ahead.take_number();
    const bool is_time = read_time(reader, parts);
    if (is_time || !minutes || *minutes > longest) return is_time;
    reader = ahead;
    parts.time = std::chrono::minutes{*minutes};
    return true;
}

template <std::optional<std::string> Parts::*part>
bool read_text(Reader& reader, Parts& parts) {
    if (reader.is_at_end()) return false;
    parts.*part = reader.take_rest();
    return true;
}

bool read_clause(Reader& reader, Parts& parts) {
    parts.clause = reader.take_word();
    return !parts.clause.empty();
}

template <class Enum>
bool read_name(Reader& reader, Parts& parts) {
    const auto& names = base::enumerator_names<Enum>;
    const auto name =
        std::ranges::find_if(names, [&](std::string_view each) { return reader.take(each); });
    if (name != names.end()) parts.name = std::string{*name};
    return name != names.end();
}

// The kind of ending by its name, as a text.
bool read_ending(Reader& reader, Parts& parts) {
    if (!laws::parse_name<laws::Termination>(reader.word())) return false;
    return keep(parts.text, std::optional{std::string{reader.take_word()}});
}

template <class Enum>
base::Phrase names_of() {
    return base::as_it_is(base::listed(base::enumerator_names<Enum>));
}

// A square, a file or a rank in people's words, "Eva vier"; at a console Caps Lock may be on.
std::string square_in_words(const Reader& reader) {
    const telling::TableWords* const words = reader.tongue().words;
    return words == nullptr ? std::string{}
                            : telling::square_called(words->vocabulary(), reader.rest());
}

std::string in_small_letters(std::string_view text) {
    std::string small{text};
    for (char& letter : small)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    return small;
}

// What is read of it, of the words that stand here or of the one word.
template <class Value>
bool read_place(
    Reader& reader,
    const Parts& parts,
    std::optional<Value>& place,
    std::optional<Value> (*read)(std::string_view)
) {
    if (took_rest(keep(place, read(square_in_words(reader))), reader)) return true;
    const std::string_view word = reader.word();
    return took_word(
        keep(place, read(parts.state == nullptr ? word : in_small_letters(word))), reader
    );
}

bool read_square(Reader& reader, Parts& parts) {
    return read_place(reader, parts, parts.square, chess::parse_square);
}

std::optional<chess::SquareSet> file_or_rank(std::string_view word) {
    chess::SquareSet squares;
    for (unsigned other = 0; word.size() == 1 && other < 8; ++other) {
        const char file = word[0] >= 'a' ? word[0] : static_cast<char>('a' + other);
        const char rank = word[0] >= 'a' ? static_cast<char>('1' + other) : word[0];
        if (const auto square = chess::parse_square(std::string{file, rank}))
            squares.insert(*square);
    }
    return squares.empty() ? std::nullopt : std::optional{squares};
}

bool read_line(Reader& reader, Parts& parts) {
    return read_place(reader, parts, parts.squares, file_or_rank);
}

std::optional<chess::Piece> piece_written(std::string_view letter) {
    return letter.size() == 1 ? chess::parse_piece(letter.front()) : std::nullopt;
}

bool read_piece(Reader& reader, Parts& parts) {
    return took_word(keep(parts.piece, piece_written(reader.word())), reader);
}

// The letters and names of the announcements go first, then the listener's, then the script's.
bool read_role(Reader& reader, Parts& parts) {
    if (took_rest(keep(parts.role, piece_called(reader.rest(), reader.tongue())), reader))
        return true;
    if (read_piece(reader, parts)) parts.role = parts.piece->role;
    return parts.role.has_value();
}

// What stands on a square: a piece, or nothing.
bool read_content(Reader& reader, Parts& parts) {
    const auto said = content_called(reader.rest(), reader.tongue());
    if (said) parts.piece = said->piece;
    return took_rest(said.has_value(), reader) || reader.take("empty") || read_piece(reader, parts);
}

bool read_placement(Reader& reader, Parts& parts) {
    return took_rest(keep(parts.reading, chess::parse_placement(reader.rest())), reader);
}

// What of a board flutters: a square, or a part that is none.
bool read_spot(Reader& reader, Parts& parts) {
    return read_square(reader, parts) || read_name<table::BoardPart>(reader, parts);
}

// Those that nothing follows.
std::vector<std::string_view> plain_questions() {
    std::vector<std::string_view> questions;
    for (const table::Question question : base::all_enumerators<table::Question>) {
        const table::QuestionRow& row = table::row_of(question);
        if (row.forms.front().empty()) questions.push_back(row.written);
    }
    return questions;
}

bool read_question(Reader& reader, Parts& parts) {
    for (const table::QuestionRow& row : table::questions()) {
        if (!row.forms.front().empty() || !reader.take(row.written)) continue;
        parts.question = row.question;
        return true;
    }
    return false;
}

// "1:29:58", "1:29:58 flag"
bool read_side(Reader& reader, base::Millis& time, bool& is_down) {
    const auto shown = reader.take_time();
    if (!shown) return false;
    time = *shown;
    is_down = reader.take("flag");
    return true;
}

bool read_running(Reader& reader, table::ClockShows& shows) {
    Parts parts;
    if (read_player(reader, parts)) shows.running = parts.player;
    return parts.player.has_value() || reader.take("nobody");
}

// "white 1:29:58 black 1:30:00 flag running white"
bool read_display(Reader& reader, Parts& parts) {
    table::ClockShows shows;
    bool has_white = false;
    bool has_black = false;
    while (!reader.is_at_end()) {
        const bool is_read = reader.take("running")
            ? read_running(reader, shows)
            : (reader.take("white") &&
               (has_white = read_side(reader, shows.white, shows.is_white_down))) ||
                (reader.take("black") &&
                 (has_black = read_side(reader, shows.black, shows.is_black_down)));
        if (!is_read) return false;
    }
    parts.display = shows;
    return has_white && has_black;
}

// "-" and "+": the move before and after the one that was told last.
bool read_step(Reader& reader, Parts& parts) {
    const bool is_back = reader.word() == "-";
    if (parts.state == nullptr || (!is_back && reader.word() != "+")) return false;
    static_cast<void>(reader.take_word());
    const unsigned reviewed = parts.state->reviewed[parts.seat].value();
    if (reviewed > 0) parts.number = is_back ? std::max(1U, reviewed - 1) : reviewed + 1;
    return true;
}

// The arbiter's reason is kept where he decides, not where two players propose.
bool read_act(Reader& reader, Parts& parts) {
    Misfit unheard;
    const auto body = match({.doer = Doer::arbiter | Doer::pair}, reader, unheard);
    return took_rest(body && keep(parts.agreed, agreed_act(*body)), reader);
}

// What a player's line does, where it is no move alone.
bool read_typed(Reader& reader, Parts& parts) {
    Misfit unheard;
    const auto body = match(
        {.doer = parts.doer, .seat = parts.seat, .performer = parts.performer}, reader, unheard
    );
    return took_rest(body && keep(parts.typed, typed_act(*body)), reader);
}

using base::phrase;

const auto& all_parts() {
    static const std::array parts{
        Part{"PLAYER", phrase("white or black"), read_player},
        Part{"NUMBER", phrase("a number"), read_number},
        Part{"PLY", phrase("the number of a ply, 0 for the start"), read_number},
        Part{"MATTER", phrase("the number of a matter"), read_number},
        Part{"TIME", phrase("a time such as 0:10:00"), read_time},
        Part{"BACK", phrase("minutes, or a time such as 0:10:00"), read_back},
        Part{"SQUARE", phrase("a square such as e2"), read_square},
        Part{"LINE", phrase("a file or a rank, such as e or 4"), read_line},
        Part{"SPOT", phrase("a square, lever, buttons or board"), read_spot},
        Part{"PIECE", phrase("one of P N B R Q K, in small letters for Black"), read_piece},
        Part{"ROLE", phrase("one of P N B R Q K"), read_role},
        Part{"CONTENT", phrase("a piece, or empty"), read_content},
        Part{"PLACEMENT", phrase("a FEN placement, with x for any piece"), read_placement},
        Part{
            "DISPLAY",
            phrase("both times, such as white 1:29:58 black 1:30:00 running white"),
            read_display},
        Part{"BUTTON", names_of<table::BoardButton>(), read_name<table::BoardButton>},
        Part{"ALARMS", names_of<table::Alarms>(), read_name<table::Alarms>},
        Part{"CLAIM", names_of<table::ClaimKind>(), read_name<table::ClaimKind>},
        Part{"KEY", names_of<table::RecordingKey>(), read_name<table::RecordingKey>},
        Part{"NEWS", names_of<table::HearingNews>(), read_name<table::HearingNews>},
        Part{"KIND", names_of<table::ScoreKind>(), read_name<table::ScoreKind>},
        Part{"ENDING", names_of<laws::Termination>(), read_ending},
        Part{"SCORE", names_of<laws::Score>(), read_name<laws::Score>},
        Part{"QUESTION", base::as_it_is(base::listed(plain_questions())), read_question},
        Part{"STEP", base::as_it_is(std::string{"-"}), read_step},
        Part{"ACT", phrase("what an arbiter would do, such as adds black 2:00"), read_act},
        Part{"TYPED", phrase("a claim, an offer, an answer"), read_typed},
        Part{"MOVE", phrase("the words of a move"), read_text<&Parts::text>},
        Part{"NAME", phrase("a name"), read_text<&Parts::text>},
        Part{"TEXT", phrase("a reason"), read_text<&Parts::text>},
        Part{"REASON", phrase("a reason"), read_text<&Parts::reason>},
        Part{"CLAUSE", phrase("a clause such as D.2.11"), read_clause},
    };
    return parts;
}

} // namespace

const Part* find_part(std::string_view name) {
    const auto* const part = std::ranges::find(all_parts(), name, &Part::name);
    return part == all_parts().end() ? nullptr : part;
}

} // namespace ansage::acts
