// SPDX-License-Identifier: GPL-3.0-or-later
#include "clock/lines.hpp"
#include "laws/shipped.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <array>
#include <fstream>
#include <iterator>

namespace ansage::laws {
namespace {

namespace fs = std::filesystem;
using profiles::Document;

std::string shipped_text(std::string_view name) {
    std::ifstream file{fs::path{tests::root()} / "profiles/laws" / std::string{name}};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// The error of a profile in which one text is replaced by another.
std::string error_with(std::string_view from, std::string_view to) {
    std::string text = shipped_text("fide-2023.toml");
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    const auto document = Document::parse(text, "changed.toml");
    REQUIRE(document.has_value());
    const auto edition = profiles::read_edition(*document);
    return edition ? "" : base::to_line(edition.error());
}

} // namespace

TEST_CASE("Every shipped edition loads, under the name of its file") {
    int count = 0;
    for (const auto& entry : fs::directory_iterator{fs::path{tests::root()} / "profiles/laws"}) {
        INFO(entry.path());
        const auto document = Document::read(entry.path());
        REQUIRE(document.has_value());
        const auto edition = profiles::read_edition(*document);
        INFO((edition ? "" : base::to_line(edition.error())));
        REQUIRE(edition.has_value());
        CHECK(edition->name == entry.path().stem());
        CHECK(edition->articles.size() == article_keys().size());
        ++count;
    }
    CHECK(count == 6);
}

namespace {

using std::chrono::minutes;

// What the first offences bring in one class: added minutes (absent: not printed), and which one
// loses.
struct Penalty {
    std::string_view edition;
    TimeClass time_class;
    Supervision supervision;
    std::optional<Millis> added;
    std::optional<unsigned> loses_at;
    std::optional<Millis> wrong_claim;
};

constexpr auto standard = TimeClass::standard;
constexpr auto rapid = TimeClass::rapid;
constexpr auto blitz = TimeClass::blitz;
constexpr auto watched = Supervision::supervised;
constexpr auto alone = Supervision::unsupervised;

const std::array penalties{
    Penalty{"fide-2023", standard, watched, minutes{2}, 2, minutes{2}}, // 7.5.5, 9.5.3
    Penalty{"fide-2023", rapid, watched, minutes{1}, 2, minutes{1}}, // A.3
    Penalty{"fide-2023", rapid, alone, minutes{1}, 2, minutes{1}}, // A.5.2, A.3
    Penalty{"fide-2023", blitz, watched, minutes{2}, 2, minutes{2}}, // B.2
    Penalty{"fide-2023", blitz, alone, minutes{1}, 2, minutes{1}}, // B.3
    Penalty{"nb-2023", rapid, alone, minutes{1}, 2, minutes{1}},
    Penalty{"nb-2023", blitz, watched, minutes{2}, 2, minutes{2}}, // halves nothing
    Penalty{"nb-2023", blitz, alone, minutes{1}, 2, minutes{1}}, // B.3 with A.3
    Penalty{"da-2023", rapid, watched, minutes{1}, 2, minutes{1}},
    Penalty{"da-2023", blitz, watched, minutes{2}, 2, minutes{2}},
    Penalty{"da-2023", blitz, alone, minutes{2}, 2, minutes{2}}, // B.3 omits A.3
    Penalty{"de-2014", standard, watched, minutes{2}, 2, minutes{2}}, // 7.5b, 9.5b
    Penalty{"de-2014", rapid, watched, minutes{2}, 2, minutes{2}}, // A3
    Penalty{"de-2014", rapid, alone, {}, 1, minutes{2}}, // A4b
    Penalty{"de-2014", blitz, watched, minutes{1}, 2, minutes{1}}, // B2
    Penalty{"de-2014", blitz, alone, {}, 1, minutes{1}}, // B4, B2
    Penalty{"sv-2014", standard, watched, minutes{2}, 2, minutes{2}},
    Penalty{"sv-2014", rapid, watched, minutes{2}, 2, minutes{2}},
    Penalty{"sv-2014", rapid, alone, {}, 1, minutes{2}},
    Penalty{"sv-2014", blitz, watched, minutes{1}, 2, minutes{1}},
    Penalty{"sv-2014", blitz, alone, {}, 1, minutes{1}},
    Penalty{"nl-2001", standard, watched, minutes{2}, 3, {}}, // 10.3; 9.5 prints nothing
    Penalty{"nl-2001", rapid, watched, {}, {}, {}}, // not printed
    Penalty{"nl-2001", rapid, alone, {}, {}, {}},
    Penalty{"nl-2001", blitz, watched, {}, {}, {}},
    Penalty{"nl-2001", blitz, alone, {}, {}, {}},
};

} // namespace

TEST_CASE("Each edition has the penalties of its text, and none that is not printed") {
    for (const Penalty& penalty : penalties) {
        INFO(penalty.edition << " " << clock::to_string(penalty.time_class));
        const auto edition = tests::shipped_edition(penalty.edition);
        const auto& rules = edition.rules_for(penalty.time_class, penalty.supervision);
        CHECK(rules.illegal_move.added == penalty.added);
        CHECK(rules.illegal_move.loses_at == penalty.loses_at);
        CHECK(rules.wrong_claim_added == penalty.wrong_claim);
        CHECK(edition.rules_for(standard, alone) == edition.rules_for(standard, watched));
    }
}

TEST_CASE("Each edition has the ends of its text") {
    const auto fide = tests::shipped_edition("fide-2023");
    CHECK(fide.fivefold == AutomaticRepetition{5, RepetitionCount::anywhere});
    CHECK(fide.moves_before_agreement == 1);
    CHECK(fide.late_after == Millis{0});
    CHECK(fide.colours_restart_below == 10U);
    CHECK(fide.completed_by_ending.contains(Termination::threefold));
    const auto da = tests::shipped_edition("da-2023");
    CHECK(!da.completed_by_ending.contains(Termination::threefold)); // 6.2.1.1 without 9.2.1
    CHECK(da.two_hands == TwoHands::illegal_when_pressed);
    CHECK(da.seventyfive_counts == CountedMoves::completed);
    CHECK(tests::shipped_edition("nb-2023").seventyfive_counts == CountedMoves::made);
    for (const std::string_view name : {"sv-2014", "de-2014"}) {
        const auto edition = tests::shipped_edition(name);
        CHECK(edition.fivefold == AutomaticRepetition{5, RepetitionCount::consecutive});
        CHECK(edition.completed_by_ending.contains(Termination::fivefold) == (name == "sv-2014"));
        CHECK(!edition.resigning_draws_if_opponent_cannot_mate);
        CHECK(!edition.late_after);
        CHECK(!edition.press_without_move_is_illegal);
    }
    const auto nl = tests::shipped_edition("nl-2001");
    CHECK(!nl.fivefold);
    CHECK(!nl.seventyfive_moves);
    CHECK(nl.claim_lost_by == LostBy::move);
    CHECK(nl.late_after == minutes{60});
    CHECK(!nl.unpromoted_pawn_becomes_queen);
}

TEST_CASE("An article's number is the class's own, and in the listener's language") {
    const auto fide = tests::shipped_edition("fide-2023");
    CHECK(fide.article("made_impaired") == "D.2.3");
    CHECK(fide.article("no such key").empty());
    const auto& usual = fide.rules_for(standard, watched);
    const auto& quick = fide.rules_for(rapid, alone);
    CHECK(fide.article("illegal_move_completed", usual, "en") == "7.5.1");
    CHECK(fide.article("illegal_move_completed", quick, "en") == "A.5.2");
    CHECK(fide.article("quickplay_finish", usual, "nb") == "Retningslinjer III.5");
    const auto de = tests::shipped_edition("de-2014");
    CHECK(de.article("boards_differ", usual, "de") == "D2 Punkt 8");
    CHECK(de.article("boards_differ", usual, "en") == "D2 point 8");
    CHECK(de.article("boards_differ", usual, "fi") == "D2 point 8");
    CHECK(de.article("assistant_for_hearing_impaired", usual, "de").empty());
}

TEST_CASE("A profile that is wrong is refused with its line and what to write") {
    using Change = std::pair<std::string_view, std::string_view>;
    const std::array changes{
        Change{"seventyfive_moves = 75", "seventyfive_moves = 0"},
        Change{"claim_lost_by = \"touch\"", "claim_lost_by = \"hand\""},
        Change{"claim_lost_by = \"touch\"", "claim_lost_to = \"touch\""},
        Change{"threefold_claim = 3", "threefold_claim = \"three\""},
        Change{"made_impaired = \"D.2.3\"", ""},
        Change{"added = \"2m\"", "added = \"two minutes\""},
        Change{"until = \"game_ends\"", ""},
        Change{"[appendix_d]", "[appendix_e]"},
        Change{"\"checkmate\", \"stalemate\"", "\"checkmat\", \"stalemate\""},
        Change{"\"{guidelines} I\"", "\"{guidelinez} I\""},
        Change{"illegal_moves = \"7.5.5, A.3\"", "illegal_movez = \"7.5.5, A.3\""},
    };
    for (const auto& [from, to] : changes) {
        INFO(from << " -> " << to);
        const auto error = error_with(from, to);
        INFO(error);
        CHECK(error.starts_with("changed.toml:"));
        CHECK(error.find("; ") != std::string::npos);
    }
}

TEST_CASE("A rule that an edition does not have is left out of its profile") {
    CHECK(error_with("fivefold = {", "# {").empty());
    CHECK(error_with(
              "seventyfive_moves = 75 # 9.6.2, moves of each player\n"
              "seventyfive_counts = \"made\" # 9.6.2\nmate_goes_first = true # 9.6.2\n",
              ""
    )
              .empty());
    // What would then change nothing has to go, too.
    CHECK(!error_with("seventyfive_moves = 75", "").empty());
    CHECK(error_with("late_after = \"0s\"", "").empty());
    CHECK(error_with("colours_restart_below = 10", "").empty());
    CHECK(error_with("\"claim_or_arbiter\"", "\"not_printed\"").empty());
    CHECK(error_with("loses_at = 2\ndraw_if_opponent_cannot_mate = true", "").empty());
    CHECK(error_with("rejected_added = \"2m\"", "").empty());
}

} // namespace ansage::laws
