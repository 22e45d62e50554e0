// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of a person may send. Nothing of it goes on as it came: it is read, and what is
// known of it is written anew.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ansage::gateway {

// Whoever sits at this page, as the table knows it.
struct Person {
    std::string role;
    std::string code; // the arbiter's
};

// Absent: it is none.
[[nodiscard]] std::optional<Person> read_person(const std::string& body);

struct Said {
    std::string session;
    std::string lines; // for the table, with their ends
    bool leaves = false;
};

// Absent: one of its lines is of no kind that a page may send, or no keyboard types it.
[[nodiscard]] std::optional<Said> read_said(const std::string& body);

// The last line that a page has, "RUN.N".
struct LastLine {
    std::string run; // of the table; empty: it has none
    std::uint64_t number = 0;
};

[[nodiscard]] LastLine read_last_line(const std::string& id);

} // namespace ansage::gateway
