// SPDX-License-Identifier: GPL-3.0-or-later
// A move that was begun, or not, and not done when its player pressed: tests/data/table/undone.txt
// has every way, board, word and edition, and explains itself.
#include "from_words.hpp"
#include "sitting.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/disputes/articles.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/undone.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace ansage::tests {
namespace {

using std::chrono_literals::operator""ms;
using chess::Color;
using table::State;

constexpr std::array years{"2023", "2014", "2001"};
const std::vector<std::vector<std::string>> editions{
    {"fide-2023", "nb-2023", "da-2023"}, {"sv-2014", "de-2014"}, {"nl-2001"}};

struct Ruling {
    std::string articles; // the chief one first, with ", " between two
    std::string ruled; // queen, back or none; empty: nothing is ruled
};

struct WayRow {
    std::string place; // file:line
    std::string way;
    std::string start;
    std::vector<std::string> hand;
    std::vector<std::string> boards;
    std::vector<std::string> words;
    std::string alert;
    std::string after_look; // what a full reading makes of it; empty: nothing
    std::vector<Ruling> by_year;
};

Ruling expected_in(std::string cell) {
    Ruling expected;
    for (const std::string ruled : {"queen", "back", "none"}) {
        if (!cell.ends_with(' ' + ruled)) continue;
        expected.ruled = ruled;
        cell.erase(cell.size() - ruled.size() - 1);
    }
    expected.articles = cell;
    return expected;
}

// Cells that are empty count, too.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = line.find(';', begin);
        const std::vector<std::string> parts =
            split(line.substr(begin, end == std::string::npos ? end : end - begin), '\n');
        cells.push_back(parts.empty() ? "" : parts.front());
    }
    return cells;
}

std::vector<WayRow> all_ways() {
    std::ifstream file{tests::root() + "/tests/data/table/undone.txt"};
    std::vector<WayRow> rows;
    WayRow next;
    unsigned number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with("way ")) {
            next.way = line.substr(4);
        } else if (line.starts_with("start ")) {
            next.start = line.substr(6);
        } else if (line.starts_with("hand")) {
            next.hand = split(line.substr(4), '|');
        } else {
            const std::vector<std::string> cells = cells_of(line);
            if (cells.size() != 3 + years.size()) FAIL("line " << number << ": " << line);
            WayRow row = next;
            row.place = fmt::format("undone.txt:{}", number);
            row.boards = split(cells[0], ',');
            row.words = split(cells[1], ',');
            const std::vector<std::string> alerts = split(cells[2], '>');
            row.alert = alerts.front() == "nothing" ? "" : alerts.front();
            row.after_look = alerts.size() > 1 ? alerts.back() : "";
            for (std::size_t i = 0; i < years.size(); ++i)
                row.by_year.push_back(expected_in(cells[3 + i]));
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

// One line, in one edition, at one board, with one word.
struct WayCase {
    std::string edition;
    std::string board;
    std::string words; // "-": none
    bool words_first = false;
    bool pressed = false;
};

struct ToldOfWay {
    std::vector<std::string> alerts;
    std::string articles;
};

class PlayedWay {
public:
    PlayedWay(const WayRow& row, const WayCase& one)
        : state_(table::open_table(setup_of(row, one))) {
        act("arbiter starts");
        const bool has_words = one.words != "-";
        if (has_words && one.words_first) act("white announces " + one.words);
        const bool is_blind = one.board.ends_with("occupancy");
        for (const std::string& hand : row.hand) {
            if (one.board.ends_with("none")) continue;
            act("white " + (is_blind ? hand.substr(0, hand.find_last_of(' ')) : hand));
        }
        if (has_words && !one.words_first) act("white announces " + one.words);
        if (one.pressed) act("white presses");
        pass(6000ms);
    }

    // The board tells everything that it sees.
    void look() {
        pass(700ms);
        decide(table::Shows{.board = Color::white, .reading = state_.boards.white.reading});
    }

    void act(const std::string& words) {
        pass(700ms);
        auto body = input_from_words(words, state_);
        if (!body) FAIL("cannot read " << body.error());
        decide(*std::move(body));
    }

    void pass(base::Millis time) {
        now_ = now_ + time;
        decide(table::TimeReached{});
    }

    [[nodiscard]] const State& state() const { return state_; }

    [[nodiscard]] const ToldOfWay& told() const { return told_; }

private:
    static table::TableSetup setup_of(const WayRow& row, const WayCase& one) {
        std::string start = row.start;
        std::ranges::replace(start, ' ', '_');
        auto setup = setup_from_words(fmt::format(
            "{} tournament 90m+30s start {} | white {} | black sighted identity",
            one.edition,
            start,
            one.board
        ));
        if (!setup) FAIL("cannot read " << setup.error());
        return *std::move(setup);
    }

    void decide(table::InputBody body) {
        const State before = state_;
        const auto events = table::step(state_, {now_, body});
        for (const table::Event& event : events) {
            const auto* const alerted = std::get_if<table::Alerted>(&event.body);
            if (alerted == nullptr) continue;
            told_.alerts.emplace_back(table::to_string(alerted->kind));
            told_.articles = fmt::format(
                "{}",
                fmt::join(
                    table::articles_of(
                        event, {.input = body, .before = before, .after = state_}, "en"
                    ),
                    ", "
                )
            );
        }
    }

    State state_;
    base::Instant now_;
    ToldOfWay told_;
};

// "D*" is whatever stands in Appendix D; each article once.
bool are_articles(const std::string& expected, const std::string& told) {
    if (expected == "D*") return told.starts_with('D');
    std::vector<std::string> once;
    for (const std::string& article : split(told, ','))
        if (std::ranges::count(once, article) == 0) once.push_back(article);
    return once == split(expected, ',');
}

// What the arbiter's word that it is an illegal move leads to.
std::string ruled(PlayedWay& played) {
    const chess::Position before = played.state().positions.front();
    const std::size_t alerts = played.told().alerts.size();
    played.act("arbiter_rules_illegal white");
    played.pass(6000ms);
    CHECK(played.told().alerts.size() == alerts); // one a cause
    const State& state = played.state();
    if (state.illegal_moves.white == 0) return "none";
    const bool has_queen = state.made() == 1 && state.plies.back().move &&
        state.plies.back().move->promotion() == chess::Role::queen;
    if (has_queen) return "queen";
    return state.made() == 0 && state.position() == before ? "back" : "something else";
}

void check_way(const WayRow& row, const WayCase& one, const Ruling& expected) {
    PlayedWay played{row, one};
    const bool is_told = one.pressed && !row.alert.empty();
    INFO(row.place << ": " << row.way << ", " << one.edition << ", " << one.board);
    INFO("words " << one.words << (one.words_first ? " first" : "") << ", pressed " << one.pressed);
    INFO("articles " << played.told().articles);
    std::vector<std::string> alerts;
    if (is_told) alerts.push_back(row.alert);
    CHECK(played.told().alerts == alerts);
    if (!is_told) return;
    if (!row.after_look.empty()) {
        alerts.push_back(row.after_look);
        played.look();
        CHECK(played.told().alerts == alerts);
    }
    CHECK(are_articles(expected.articles, played.told().articles));
    if (!expected.ruled.empty()) CHECK(ruled(played) == expected.ruled);
}

void check_way(const WayRow& row) {
    for (std::size_t year = 0; year < years.size(); ++year) {
        for (const std::string& edition : editions[year]) {
            for (const std::string& board : row.boards) {
                for (const std::string& words : row.words) {
                    for (const bool words_first : {false, true}) {
                        for (const bool pressed : {false, true}) {
                            check_way(
                                row,
                                {edition, board, words, words_first, pressed},
                                row.by_year[year]
                            );
                        }
                    }
                }
            }
        }
    }
}

} // namespace

TEST_CASE("Whatever way a move is left undone, the press is judged by its own article") {
    const std::vector<WayRow> rows = all_ways();
    std::set<std::string> ways;
    for (const WayRow& row : rows) {
        ways.insert(row.way);
        check_way(row);
    }
    for (const table::UndoneRow& one : table::ways_undone()) {
        INFO(table::to_string(one.way));
        CHECK(ways.contains(std::string{table::to_string(one.way)}));
    }
}

} // namespace ansage::tests
