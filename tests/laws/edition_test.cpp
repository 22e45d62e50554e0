#include "clock/lines.hpp"
#include "laws/shipped.hpp"
#include "support/catch.hpp"

#include <fstream>
#include <iterator>

namespace ansage::laws {
namespace {

namespace fs = std::filesystem;
using profiles::Document;

std::string shipped_text(std::string_view name) {
    std::ifstream file{fs::path{ANSAGE_ROOT} / "profiles/laws" / std::string{name}};
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
    for (const auto& entry : fs::directory_iterator{fs::path{ANSAGE_ROOT} / "profiles/laws"}) {
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
    CHECK(count > 0);
}

TEST_CASE("The default edition says what FIDE's text of 2023 says") {
    const auto edition = tests::shipped_edition("fide-2023");
    const auto& standard = edition.rules_for(TimeClass::standard, Supervision::supervised);
    CHECK(standard.illegal_move.loses_at == 2);
    CHECK(standard.wrong_claim_added == std::chrono::minutes{2});
    CHECK(edition.rules_for(TimeClass::standard, Supervision::unsupervised) == standard);
    const auto& rapid = edition.rules_for(TimeClass::rapid, Supervision::unsupervised);
    CHECK(rapid.illegal_move.added == std::chrono::minutes{1});
    CHECK(rapid.illegal_move.until == IllegalUntil::opponents_next_move);
    CHECK(rapid.illegal_move.article == "A.5.2");
    CHECK(edition.fivefold == AutomaticRepetition{5, RepetitionCount::anywhere});
    CHECK(edition.seventyfive_moves == 75U);
    CHECK(edition.moves_before_agreement == 1);
    CHECK(edition.late_after == Millis{0});
    CHECK(edition.colours_restart_below == 10U);
    CHECK(edition.article("made_impaired") == "D.2.3");
    CHECK(edition.article("no such key").empty());
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
        Change{"year = 2023", "year = 23"},
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
    CHECK(error_with("seventyfive_moves = 75", "").empty());
    CHECK(error_with("late_after = \"0s\"", "").empty());
    CHECK(error_with("colours_restart_below = 10", "").empty());
    CHECK(error_with("\"claim_or_arbiter\"", "\"not_printed\"").empty());
}

} // namespace ansage::laws
