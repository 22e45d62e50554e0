// SPDX-License-Identifier: GPL-3.0-or-later
// What the table decides, by the Laws: rows of tests/data/table/rows/*.txt.
//
//   @ fide-2023 tournament 90m+30s | white impaired none | black sighted none
//   @ begin arbiter starts
//
//   # 6.2.1: the press completes the move and starts the opponent's clock.
//   white announces e2e4
//   > white presses
//     completed ply 1 san e4
//     clock_pressed white switched
//
// An "@" line sets up the table of the rows below it; "@ begin" has what every one of them begins
// with. A row has acts that lead to its state, with a second between two, or a time in front
// (0:04.2); the input after ">"; and all events that come of it, indented, with their instants
// where those are not the input's. What time alone does between two acts belongs to the state.
#include "from_words.hpp"
#include "in_words.hpp"
#include "kind_words.hpp"
#include "sitting.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace ansage::tests {
namespace {

using std::chrono_literals::operator""s;
using table::State;

struct Row {
    std::string place; // file:line
    std::string setup;
    std::string begin;
    std::string acts;
    std::string input;
    std::vector<std::string> events;
};

class RowReader {
public:
    explicit RowReader(const std::filesystem::path& path)
        : name_(path.filename().string()) {}

    void read(const std::string& line) {
        ++number_;
        if (line.starts_with("@ begin ")) next_.begin = line.substr(8);
        else if (line.starts_with("@ ")) set_up(line.substr(2));
        else if (line.starts_with("> ")) begin_events(line.substr(2));
        else if (line.starts_with("  ") && !rows_.empty()) {
            rows_.back().events.push_back(line.substr(2));
        } else if (!line.empty() && !line.starts_with('#'))
            next_.acts += (next_.acts.empty() ? "" : " | ") + line;
    }

    std::vector<Row> take() { return std::move(rows_); }

private:
    void set_up(const std::string& words) {
        next_ = {};
        next_.setup = words;
    }

    void begin_events(const std::string& input) {
        rows_.push_back(next_);
        rows_.back().input = input;
        rows_.back().place = fmt::format("{}:{}", name_, number_);
        next_.acts.clear();
    }

    std::string name_;
    unsigned number_ = 0;
    Row next_;
    std::vector<Row> rows_;
};

std::vector<Row> all_rows() {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry :
         std::filesystem::directory_iterator(tests::root() + "/tests/data/table/rows"))
        paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<Row> rows;
    for (const auto& path : paths) {
        RowReader reader{path};
        std::ifstream file{path};
        for (std::string line; std::getline(file, line);) reader.read(line);
        std::ranges::move(reader.take(), std::back_inserter(rows));
    }
    return rows;
}

// One act, with its instant.
table::Input input_of(std::string words, const State& state, base::Instant now) {
    const std::size_t space = std::min(words.find(' '), words.size());
    const auto time = time_from_words(words.substr(0, space));
    if (time) words.erase(0, space + 1);
    auto body = input_from_words(words, state);
    if (!body) FAIL("cannot read " << body.error());
    return {time ? base::Instant{*time} : now + 1s, *std::move(body)};
}

class Played {
public:
    explicit Played(table::TableSetup setup)
        : state_(table::open_table(std::move(setup))) {}

    std::vector<table::Event> act(const std::string& words) {
        const table::Input input = input_of(words, state_, now_);
        now_ = input.at;
        last_kind_ = input.body.index();
        // What time did comes first, as in the shell.
        if (!std::holds_alternative<table::TimeReached>(input.body))
            decide_and_forget(state_, {now_, table::TimeReached{}});
        return table::step(state_, input);
    }

    [[nodiscard]] base::Instant now() const { return now_; }

    [[nodiscard]] std::size_t last_kind() const { return last_kind_; }

private:
    State state_;
    base::Instant now_;
    std::size_t last_kind_ = 0;
};

// What both players hear alike is one line.
std::vector<std::string> lines_of(const std::vector<table::Event>& events, base::Instant now) {
    static const std::string to_white = "said ear_white ";
    static const std::string to_black = "said ear_black ";
    std::vector<std::string> lines;
    for (const table::Event& event : events) {
        std::string line = in_words(event.body);
        const bool is_both = !lines.empty() && lines.back().starts_with(to_white) &&
            line.starts_with(to_black) &&
            lines.back().substr(to_white.size()) == line.substr(to_black.size());
        if (is_both) lines.back() = "said both " + line.substr(to_black.size());
        else if (event.at == now) lines.push_back(line);
        else lines.push_back(fmt::format("{} {}", in_words(event.at.since_open), line));
    }
    return lines;
}

std::string indented(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += fmt::format("  {}\n", line);
    return text;
}

// Which alternatives of InputBody and EventBody some row has.
struct Covered {
    std::set<std::size_t> inputs;
    std::set<std::size_t> events;
};

void check(const Row& row, Covered& covered) {
    auto setup = setup_from_words(row.setup);
    if (!setup) FAIL("cannot read " << setup.error());
    Played played{*std::move(setup)};
    for (const std::string& acts : {row.begin, row.acts})
        for (const std::string& act : split(acts, '|')) static_cast<void>(played.act(act));
    const std::vector<table::Event> events = played.act(row.input);
    covered.inputs.insert(played.last_kind());
    for (const table::Event& event : events) covered.events.insert(event.body.index());
    const std::vector<std::string> lines = lines_of(events, played.now());
    INFO(row.place << ": " << row.input << "\nexpected\n" << indented(row.events));
    INFO("came\n" << indented(lines));
    CHECK(lines == row.events);
}

template <class... Kinds>
std::string missing(const std::variant<Kinds...>* /*kinds*/, const std::set<std::size_t>& found) {
    std::string names;
    std::size_t index = 0;
    ((names += found.contains(index++) ? "" : kind_word<Kinds>() + " "), ...);
    return names;
}

} // namespace

TEST_CASE("The table decides as the Laws say, row by row") {
    const std::vector<Row> rows = all_rows();
    CHECK(rows.size() >= 300);
    Covered covered;
    for (const Row& row : rows) {
        INFO(row.place);
        check(row, covered);
    }
    const table::InputAlternatives* const inputs = nullptr;
    const table::EventAlternatives* const events = nullptr;
    CHECK(missing(inputs, covered.inputs).empty());
    CHECK(missing(events, covered.events).empty());
}

} // namespace ansage::tests
