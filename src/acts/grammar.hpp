// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar of acts: what can be done at a table, a row each.
//
// A row has the form in which a table script writes the act behind the one who acts, such as
// "sets PLAYER TIME [because REASON]": words in small letters stand there as they are, those in
// capitals are parts (parts.cpp), and what is in brackets may be left out. People's own words, a
// part to the end of the line, are kept byte for byte. A line is matched where it stands, once, in
// the words of its tongue; what comes of it is the act.
#pragma once

#include "acts/reader.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::acts {

// Who does what a row says, one or several; `sheet` is a player at his own console, where he counts
// moves instead of half-moves, and `pair` two players who agree.
enum class Doer : std::uint8_t {
    player = 1,
    board = 2,
    clock = 4,
    recorder = 8,
    arbiter = 16,
    sheet = 32,
    pair = 64,
    listener = 128
};

[[nodiscard]] constexpr Doer operator|(Doer one, Doer other) {
    return static_cast<Doer>(static_cast<unsigned>(one) | static_cast<unsigned>(other));
}

// Whether they have one in common.
[[nodiscard]] constexpr bool meet(Doer one, Doer other) {
    return (static_cast<unsigned>(one) & static_cast<unsigned>(other)) != 0;
}

// What the parts of a line were, and who acts.
struct Parts {
    Doer doer{};
    chess::Color seat{};
    table::Performer performer{};
    const table::State* state = nullptr; // at a console

    std::optional<chess::Color> player{};
    std::optional<unsigned> number{};
    std::optional<base::Millis> time{};
    std::optional<chess::Square> square{};
    std::optional<chess::SquareSet> squares{};
    std::optional<chess::Piece> piece{};
    std::optional<chess::Role> role{};
    std::optional<chess::Reading> reading{};
    std::optional<table::ClockShows> display{};
    std::optional<table::ArbiterAct> act{}; // of the row
    std::optional<table::Question> question{}; // of the row, or the part that names it
    std::optional<table::AgreedAct> agreed{};
    std::optional<table::ReadBackAct> typed{};
    std::string name{}; // of an enumerator
    std::string clause{};
    std::optional<std::string> text{};
    std::optional<std::string> reason{};
    bool has_option = false; // a word that may be left out was there

    [[nodiscard]] bool is_arbiters() const { return meet(doer, Doer::arbiter); }
};

struct Part {
    std::string_view name;
    base::Phrase called; // for somebody who left it out
    // Takes its words, if they are there.
    bool (*read)(Reader&, Parts&);
};

[[nodiscard]] const Part* find_part(std::string_view name);

struct Row {
    Doer who{};
    std::string form;
    table::InputBody (*act_of)(const Parts&);
    std::optional<table::ArbiterAct> act{}; // of the table's own list
    std::optional<table::Question> question{}; // ... of questions
};

// Of two rows that fit, the first counts.
[[nodiscard]] std::span<const Row> rows();

// A row's words and parts in order.
struct Element {
    std::string_view word;
    const Part* part = nullptr; // of a word in capitals
    std::size_t left_out = 0; // how many elements may be missing from here on; 0: it must be there
};

[[nodiscard]] std::vector<Element> elements_of(std::string_view form);

// The act that stands at `reader`, to the end of the line. Absent: no row fits; `misfit` knows why.
[[nodiscard]] std::optional<table::InputBody>
match(const Parts& actor, const Reader& reader, Misfit& misfit);

// Null: no move is told in it. Empty: it is not said which.
[[nodiscard]] const std::string* words_of_move(const table::InputBody& body);

// The act that stands there as a table script has it.
[[nodiscard]] std::optional<table::InputBody>
match_script(const Parts& actor, const Reader& reading, Misfit& misfit);

// What may be read back before it counts.
std::optional<table::ReadBackAct> typed_act(const table::InputBody& body);

// What an arbiter would do, as two players may agree on it.
[[nodiscard]] std::optional<table::AgreedAct> agreed_act(const table::InputBody& body);

} // namespace ansage::acts
