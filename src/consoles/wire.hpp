// SPDX-License-Identifier: GPL-3.0-or-later
// What goes over a console's socket: JSON objects, one a line, in the codec of the journal and of
// `run --json` (docs/consoles.md).
#pragma once

#include "base/result.hpp"
#include "consoles/view.hpp"
#include "table/model/input.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace ansage::consoles::wire {

// Longer lines come from no console of ours.
inline constexpr std::size_t longest_line = 8192;

// --- from a console
struct Join {
    table::ConsoleRole role{};
    std::string code; // the arbiter's
    bool is_window = false; // the terminal at which the table was opened
    bool is_shared = false; // two players sit at it
    bool enter_presses = false; // a move alone announces and presses
    bool is_keyboard = false; // a person types there, no program
    bool is_page = false; // ... into a page, which is shown besides how the table stands
    bool is_on_network = false; // ... of a browser on another machine
    std::string key{}; // ... by which it is known again
    std::string run{}; // of the table, for a page that comes back; empty: it was not here yet
    std::uint64_t after = 0; // ... and the last line that it has
};

// Whoever watches a demo has no part in the table.
struct Watch {
    std::uint64_t after = 0; // the line of the log up to which all is known
};

// Whoever sets a table up that is not open yet.
struct SetUp {
    std::string code{}; // of a browser on another machine
    bool is_on_network = false;
    std::string key{}; // ... by which it is known again
    std::string run{}; // of a page that comes back; empty: it was not here yet
    std::uint64_t after = 0; // ... and the last line that it has
};

struct Typed {
    std::string text; // empty: Enter alone
    bool is_named = false; // of two at one keyboard, the line says whose it is
};

// Everything up to the line of that number has been shown.
struct LineAck {
    std::uint64_t number = 0;
};

struct Leave {};

// A key was pressed: whoever sits there has heard enough of an answer.
struct Hush {};

// Whoever sits there stopped the console and comes back to it.
struct Back {};

// An input as the journal writes it, for consoles that are programs.
struct Act {
    table::InputBody body;
};

using FromConsole = std::variant<Join, Watch, SetUp, Typed, LineAck, Leave, Hush, Back, Act>;

[[nodiscard]] std::string to_text(const Join& join);
[[nodiscard]] std::string to_text(const Watch& watch);
[[nodiscard]] std::string to_text(const Typed& typed);
[[nodiscard]] std::string to_text(const LineAck& seen);
[[nodiscard]] std::string to_text(const Leave& leave);
[[nodiscard]] std::string to_text(const Hush& hush);
[[nodiscard]] std::string to_text(const Back& back);
// A console that only tells how far it has shown what it was told; such a line is short.
[[nodiscard]] bool is_line_ack(std::string_view line);
[[nodiscard]] base::Result<FromConsole, base::Error> read_from_console(std::string_view line);

// --- from the table
struct Line {
    std::uint64_t number = 0;
    std::string text;
    bool is_important = false;
    std::string prompt; // from now on; empty: as it was
    std::string when_lost; // what to show when the table is silent; empty: as it was
    std::string json; // the whole object
    std::uint64_t at_ms = 0;
    std::string audience; // of words to an ear
    bool asks = false; // whoever hears it is to confirm or to leave it
};

// The last line of all. `again`: the console may join once more.
struct Bye {
    std::string text;
    bool again = false;
    std::string seat{}; // of whoever set the table up: the role that is his; empty: none
};

using FromTable = std::variant<Line, Bye>;

[[nodiscard]] std::string to_text(std::uint64_t number, const ConsoleLine& line);
[[nodiscard]] std::string to_text(const Bye& bye);
[[nodiscard]] base::Result<FromTable, base::Error> read_from_table(std::string_view line);

} // namespace ansage::consoles::wire
