// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a table, a row each. What takes a setting reads its row: the option of `play`
// with its help, man page and completion, the header line `@NAME` of a script and of a journal, the
// key of a seat file, and the question of set-up.
//
// A new one is a member where it acts and a row here, with its sentences: help.play.NAME, and those
// of its question.
#pragma once

#include "acts/table_header.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::acts {

// What a question may depend on besides the answers before it.
struct Occasion {
    bool is_quick = false; // rapid or blitz
    bool has_hall = false; // the table reports to one
};

struct Answer {
    std::string_view value; // as the row reads it
    std::string_view sentence;
};

// A question of set-up. Without a sentence nobody is asked, or set-up asks in a way of its own, and
// the answers only say how each value is told; without answers to choose from it is typed.
template <class Subject>
struct Question {
    std::string_view sentence{};
    std::array<Answer, 3> answers{};
    bool (*is_asked)(const Subject&, const Occasion&) = nullptr; // always, if there is none
};

// How an option bears on set-up.
enum class Giving : std::uint8_t {
    opens, // it says something of the table, so nothing is asked
    accompanies, // it holds whatever is answered
    yields // the answers stand in its place
};

// Into what is set, and as it is read.
template <class Subject>
struct Access {
    base::Result<void, base::Error> (*read)(Subject&, std::string_view) = nullptr;
    // Only where it is asked for, or where a seat file keeps it.
    std::string (*write)(const Subject&) = nullptr;
};

template <class Subject>
struct Setting {
    Giving giving{};
    std::string_view name{}; // --name, @name
    std::string_view placeholder{}; // empty: a flag
    std::string_view help{}; // empty: no option, but a header line or a word of a seat
    terminal::Options::Range range{}; // of a whole number; none: it is read in a way of its own
    Access<Subject> access{}; // none: it belongs to the session and is in no header
    std::string_view seat_key{}; // in a seat file; the setting's own name: of the whole table
    Question<Subject> question{};
    bool is_always_stated = false; // `play` writes its line where nobody gave it, too
};

using TableSetting = Setting<TableHeader>;
using SeatSetting = Setting<table::Seat>;

// In the order in which `play --help` tells them, and set-up asks for them.
[[nodiscard]] std::span<const TableSetting> table_settings();
// The words of a seat after vision and board.
[[nodiscard]] std::span<const SeatSetting> seat_settings();

[[nodiscard]] const TableSetting& table_setting(std::string_view name);
[[nodiscard]] const SeatSetting& seat_setting(std::string_view name);

// How a value of a closed list is told.
template <class Subject>
[[nodiscard]] std::string_view sentence_of(const Setting<Subject>& row, const Subject& subject) {
    const std::string value = row.access.write(subject);
    const auto& answers = row.question.answers;
    return std::ranges::find(answers, value, &Answer::value)->sentence;
}

// As the option of that name gives it, which the error names.
[[nodiscard]] base::Result<void, base::Error>
set(TableHeader& header, std::string_view name, std::string_view value);

// What a seat file may have besides the seat itself.
[[nodiscard]] std::vector<std::string_view> seat_keys();

// The options of these rows, told alike by every command.
terminal::Options&
add_settings(terminal::Options& options, std::initializer_list<std::string_view> names);
// All of `play`.
terminal::Options& add_settings(terminal::Options& options);

// As an @white line has it: what differs from an ordinary seat, and, of one who was asked, what
// everybody is asked.
[[nodiscard]] std::string to_words(const table::Seat& seat, bool was_asked);

} // namespace ansage::acts
