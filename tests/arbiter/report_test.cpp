// SPDX-License-Identifier: GPL-3.0-or-later
// The report on a dispute: every script of tests/scripts/disputes, journalled and reported.
#include "acts/script.hpp"
#include "arbiter/kit.hpp"
#include "arbiter/report.hpp"
#include "arbiter/report_braille.hpp"
#include "session/shell.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ansage::arbiter {
namespace {

namespace fs = std::filesystem;

const fs::path folder{tests::root() + "/tests/scripts/disputes"};

acts::TableKit kit_for(const acts::Script& script) {
    auto kit = acts::load_table(script.header, tests::share());
    REQUIRE(kit);
    return *std::move(kit);
}

std::string text_of(const fs::path& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

acts::Script script_of(const fs::path& path) {
    const std::string text = text_of(path);
    auto script = acts::parse_script(text, path.string());
    REQUIRE(script);
    return *std::move(script);
}

// Plays the script into a journal that nobody keeps.
journal::Journal play(const acts::Script& script, const acts::TableKit& kit) {
    auto journal = journal::Journal::create_in_memory(
        {.setup = "", .profiles = {}},
        {.program = "test", .wall_clock = {}, .boot_id = "boot", .at = {}}
    );
    REQUIRE(journal);
    session::Shell shell{table::open_table(kit.setup), kit.words, &*journal};
    for (const acts::ScriptLine& line : script.lines) {
        REQUIRE(shell.reach(line.at));
        if (line.act.body) REQUIRE(shell.submit(line.at, acts::input_of(line.act, shell.state())));
    }
    REQUIRE(shell.reach(shell.now() + base::Millis{400}));
    return *std::move(journal);
}

Report report_on(const acts::Script& script, std::string_view language = "en") {
    const acts::TableKit kit = kit_for(script);
    journal::Journal journal = play(script, kit);
    auto report = report_of(journal, kit, {.language = std::string{language}});
    REQUIRE(report);
    return *std::move(report);
}

Report report_on(const std::string& name, std::string_view language = "en") {
    return report_on(script_of(folder / (name + ".table")), language);
}

std::vector<std::string> names() {
    std::vector<std::string> list;
    for (const auto& entry : fs::directory_iterator{folder})
        list.push_back(entry.path().stem().string());
    std::ranges::sort(list);
    return list;
}

std::string course_of(const Case& dispute) {
    std::string text;
    for (const Finding& finding : dispute.findings) text += finding.words + "\n";
    return text;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("D.2.9: the report has the finding, the boards, the decision and the articles") {
    const Report report = report_on("D.2.9-scores-differ-back-to-the-last-agreed-move");
    REQUIRE(report.cases.size() == 1);
    const Case& dispute = report.cases.front();
    CHECK(std::ranges::count(dispute.findings, FindingKind::found, &Finding::kind) == 2);
    REQUIRE(dispute.before.boards.size() == 2);
    // White's board has e6 for e5; Black has not carried out White's move yet, and need not.
    CHECK(dispute.before.boards.front().off.size() == 2);
    CHECK(dispute.before.boards.back().off.empty());
    REQUIRE(dispute.after.boards.size() == 2);
    CHECK(dispute.after.boards.front().off.empty());
    CHECK(dispute.after.boards.back().off.empty());
    const std::string course = course_of(dispute);
    CHECK(contains(course, "Arbiter: accepts the proposal."));
    CHECK(contains(course, "Reason: the scores agree up to 1. e4."));
    CHECK(contains(course, "Arbiter: back to the position after 1. e4."));
    CHECK(contains(course, "Clock of White: set to"));
    CHECK(contains(course, "Hand of Black: Move: from Eva fünf to Eva sieben."));
    CHECK(dispute.articles() == std::vector<std::string>{"D.2.9", "7.1", "6.11.1", "6.11.3"});
    const auto scores = std::ranges::count_if(dispute.ledger, [](const LedgerLine& line) {
        return line.witness == table::Witness::white_score ||
            line.witness == table::Witness::black_score;
    });
    CHECK(scores == 4);
}

TEST_CASE("The report has a reason as the arbiter wrote it, byte for byte") {
    std::string text = text_of(folder / "D.2.9-scores-differ-back-to-the-last-agreed-move.table");
    constexpr std::string_view before = "because the scores agree up to 1. e4";
    constexpr std::string_view reason = "Black  arrived 65 minutes late, weil White because";
    const std::size_t at = text.find(before);
    REQUIRE(at != std::string::npos);
    text.replace(at, before.size(), "because " + std::string{reason});
    const auto script = acts::parse_script(text, "reason.table");
    REQUIRE(script);
    const Report report = report_on(*script);
    REQUIRE(report.cases.size() == 1);
    CHECK(contains(course_of(report.cases.front()), "Reason: " + std::string{reason} + "."));
}

namespace {

constexpr std::string_view kinds_script = R"(@time 10m
@white impaired occupancy device=3
@black sighted identity
0:00.0  arbiter starts
0:01.0  recorder begins
0:02.0  white announces Eva zwei Eva vier
0:02.5  white lifts e2
0:03.0  white places e4
0:03.5  white presses
0:04.5  black repeats Eva zwei Eva vier
0:05.0  black lifts e2 P
0:05.5  black places e4 P
0:08.0  black announces Eva sieben Eva fünf
0:08.5  black lifts e7 p
0:09.0  black places e5 p
0:09.5  black presses
0:10.5  white writes 2 braille e6
0:11.5  black writes 2 typed e5
0:12.5  white lifts e7
0:13.0  white places e6
0:15.0  white announces Springer Gustav eins Felix drei
0:15.2  recorder hears white 3
0:15.5  white lifts g1
0:16.0  white places f3
0:16.5  white presses
0:18.0  arbiter asks evidence
)";

std::string score_of(const Case& dispute, chess::Ply ply, table::Witness witness) {
    const auto line = std::ranges::find_if(dispute.ledger, [&](const LedgerLine& each) {
        return each.ply == ply && each.witness == witness;
    });
    return line == dispute.ledger.end() ? std::string{"none"} : line->says;
}

} // namespace

TEST_CASE("D.2.7, D.2.10: the report names the kind of each score") {
    auto script = acts::parse_script(kinds_script, "kinds.table");
    REQUIRE(script);
    const acts::TableKit kit = kit_for(*script);
    journal::Journal journal = play(*script, kit);
    const auto report = report_of(journal, kit, {.language = "en"});
    REQUIRE(report);
    REQUIRE(report->cases.size() == 1);
    const Case& dispute = report->cases.front();
    using table::Witness;
    CHECK(
        score_of(dispute, 1, Witness::white_score) ==
        "Eva zwei Eva vier, kept by the device from the announcement"
    );
    CHECK(score_of(dispute, 1, Witness::black_score) == "none");
    CHECK(score_of(dispute, 2, Witness::white_score) == "e6, in braille");
    CHECK(score_of(dispute, 2, Witness::black_score) == "e5, typed");
    CHECK(
        score_of(dispute, 3, Witness::white_score) == "Springer Gustav eins Felix drei, as spoken"
    );
    // The evidence that is told on request names them, too.
    CHECK(contains(course_of(dispute), "Score of White, in braille: Eva sieben Eva sechs."));
    CHECK(contains(course_of(dispute), "Score of Black, typed: Eva sieben Eva fünf."));
    const auto json = nlohmann::json::parse(write_report(*report, ReportFormat::json, kit, "en"));
    const auto& ledger = json["disputes"][0]["ledger"];
    const auto kept = std::ranges::find_if(ledger, [](const nlohmann::json& line) {
        return line["derived_from"] == "announcement" && line["source"] == "device";
    });
    CHECK(kept != ledger.end());
    CHECK(std::ranges::any_of(ledger, [](const nlohmann::json& line) {
        return line["kind"] == "braille" && line["witness"] == "white_score";
    }));
}

TEST_CASE("A report numbers moves as the scoresheets do, wherever the game began") {
    constexpr std::string_view text =
        R"(@start rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 30
@white sighted identity
@black impaired occupancy
0:00.0  arbiter starts
0:02.0  black announces Springer Gustav acht Felix fünf
0:03.0  black lifts g8
0:03.5  black places f5
0:04.0  black presses
0:06.0  arbiter pauses
0:07.0  arbiter rules illegal black
)";
    const auto script = acts::parse_script(text, "script");
    REQUIRE(script);
    const acts::TableKit kit = kit_for(*script);
    journal::Journal journal = play(*script, kit);
    const auto report = report_of(journal, kit, {.language = "en"});
    REQUIRE(report);
    const std::string page = write_report(*report, ReportFormat::html, kit, "en");
    CHECK(contains(page, "<td>30...</td>"));
    const std::string lines = write_report(*report, ReportFormat::text, kit, "en");
    CHECK(contains(lines, "Dispute 1: at 0:04, move 30."));
    CHECK(contains(lines, "Ledger: move 30, "));
}

TEST_CASE("Every dispute can be reported in every format and language") {
    REQUIRE(names().size() >= 40);
    for (const std::string& name : names()) {
        INFO(name);
        for (const std::string language : {"en", "de"}) {
            const Report report = report_on(name, language);
            const acts::TableKit& kit = shipped_kit();
            const std::string text = write_report(report, ReportFormat::text, kit, language);
            CHECK_FALSE(contains(text, "report."));
            CHECK_FALSE(contains(text, "{"));
            const std::string json = write_report(report, ReportFormat::json, kit, language);
            CHECK(nlohmann::json::parse(json)["disputes"].size() == report.cases.size());
        }
    }
}

TEST_CASE("The page for a sighted arbiter says in words what its pictures show") {
    const Report report = report_on("wrong-aperture");
    const std::string html = write_report(report, ReportFormat::html, shipped_kit(), "en");
    for (const std::string_view part :
         {"<html lang=\"en\">",
          "<h1>",
          "<h2>",
          "<th scope=\"col\">",
          "stroke-dasharray",
          "<title id=\"before-1-white-title\">Board of White</title>",
          "<desc id=\"before-1-white-desc\">Board of White: Anna sechs shows something, should be "
          "empty. Board of White: Cesar sechs shows empty, should be Black Springer.</desc>"}) {
        INFO(part);
        CHECK(contains(html, part));
    }
    for (const std::string_view part : {"<script", "href=\"h", "src=", "http://www.w3.org/1999"})
        CHECK_FALSE(contains(html, part));
    // Two squares differ on White's board, and nothing marks them but a frame and a cross.
    const std::string marked{"<use href=\"#differs\" "};
    const std::size_t first = html.find(marked);
    const std::size_t second = html.find(marked, first + 1);
    CHECK(second != std::string::npos);
    CHECK(html.find(marked, second + 1) == std::string::npos);
}

TEST_CASE("A blind arbiter has the same report in braille") {
    const std::string text =
        write_report(report_on("wrong-aperture"), ReportFormat::text, shipped_kit(), "en");
    for (const std::string code : {"de", "en-us"}) {
        INFO(code);
        const auto braille = open_braille(code, tests::share());
        REQUIRE(braille);
        const auto brf = report_in_braille(text, *braille);
        REQUIRE(brf);
        CHECK(brf->find('\f') != std::string::npos);
        std::istringstream lines{*brf};
        std::size_t on_page = 0;
        for (std::string line; std::getline(lines, line);) {
            on_page = !line.empty() && line.front() == '\f' ? 1 : on_page + 1;
            line.erase(0, line.find_first_not_of('\f'));
            CHECK(line.size() <= 41); // 40 cells and the carriage return
            CHECK(on_page <= 25);
            CHECK(std::ranges::all_of(line, [](char c) { return c == '\r' || (c >= 32 && c < 96); })
            );
        }
    }
}

TEST_CASE("No word of the report is lost in braille") {
    const auto braille = open_braille("en-us", tests::share());
    REQUIRE(braille);
    const std::string text =
        write_report(report_on("wrong-aperture"), ReportFormat::text, shipped_kit(), "en");
    const auto brf = report_in_braille(text, *braille);
    REQUIRE(brf);
    const auto without_blanks = [](std::string cells) {
        std::erase_if(cells, [](char c) {
            return c == ' ' || c == '\r' || c == '\n' || c == '\f';
        });
        return cells;
    };
    std::istringstream words{text};
    std::string expected;
    for (std::string word; words >> word;) {
        const auto alone = report_in_braille(word, *braille);
        REQUIRE(alone);
        expected += without_blanks(*alone);
    }
    CHECK(without_blanks(*brf) == expected);
}

TEST_CASE("The report has the evidence that was told with the proposal") {
    const Report report = report_on("touch-move-on-the-way");
    REQUIRE(report.cases.size() == 2); // the touched piece first
    const std::string course = course_of(report.cases.back());
    for (const std::string_view part :
         {"Difference: at move 2 of White.",
          "Words of Black: Springer Gustav eins Eva zwei.",
          "Clocks there: White",
          "Clocks unchanged: White",
          "Touched on the way: White, Felix eins, at move 2; another piece was moved."}) {
        INFO(part);
        CHECK(contains(course, part));
    }
}

TEST_CASE("Three lines come first: what was found, the ruling with the hands, the clocks") {
    for (const std::string& name : names()) {
        INFO(name);
        const Report report = report_on(name);
        const std::string text =
            write_report(report, ReportFormat::text, shipped_kit(), "en", ReportDepth::first);
        const auto lines = std::ranges::count(text, '\n');
        // Title, date, result, time, Laws, fingerprint; a blank line, a heading and three lines
        // each; words that differed, a line each.
        const std::size_t differences =
            report.differences.empty() ? 0 : 2 + report.differences.size();
        CHECK(lines <= static_cast<std::ptrdiff_t>(8 + 5 * report.cases.size() + differences));
        const std::string whole = write_report(report, ReportFormat::text, shipped_kit(), "en");
        CHECK(whole.size() >= text.size());
    }
    const Report report = report_on("D.2.9-scores-differ-back-to-the-last-agreed-move");
    REQUIRE(report.cases.size() == 1);
    const Case& dispute = report.cases.front();
    CHECK(contains(dispute.ruling(), "Arbiter: accepts the proposal."));
    CHECK(contains(dispute.ruling(), "Arbiter: back to the position after 1. e4."));
    const std::string text =
        write_report(report, ReportFormat::text, shipped_kit(), "en", ReportDepth::first);
    CHECK(contains(
        text,
        dispute.findings.front().words + "\n" + dispute.ruling() + " " + dispute.hands() +
            "\nClocks: "
    ));
    CHECK_FALSE(contains(text, "Ledger"));
}

TEST_CASE("D.2.1: words that differed are reported, though the players put them right themselves") {
    const Report report = report_on("misheard-and-mended");
    CHECK(report.cases.empty());
    REQUIRE(report.differences.size() == 1);
    CHECK(
        report.differences.front().words ==
        "Move 2 of White: Black repeated “David zwei David vier”; announced was “David zwei David "
        "drei”."
    );
    const std::string text = write_report(report, ReportFormat::text, shipped_kit(), "en");
    CHECK(contains(text, report.differences.front().words + " (D.2.1)"));
    CHECK_FALSE(contains(text, "Nothing"));
}

TEST_CASE("A game without a dispute is reported as such") {
    const auto script = acts::parse_script(
        "0:00.0  arbiter starts\n0:01.0  white announces Eva zwei Eva vier\n", "quiet.table"
    );
    REQUIRE(script);
    const Report report = report_on(*script);
    CHECK(report.cases.empty());
    const std::string text = write_report(report, ReportFormat::text, shipped_kit(), "en");
    CHECK(contains(text, "Nothing: no witness contradicted another."));
}

TEST_CASE("The report is in one language, whichever the table's was") {
    for (const std::string& name : names()) {
        INFO(name);
        const acts::Script script = script_of(folder / (name + ".table"));
        const Report english = report_on(script, "en");
        for (const std::string language : {"de", "nl", "sv", "da", "nb"}) {
            INFO(language);
            const Report other = report_on(script, language);
            REQUIRE(other.cases.size() == english.cases.size());
            for (std::size_t i = 0; i < other.cases.size(); ++i) {
                const auto& there = other.cases[i].findings;
                const auto& here = english.cases[i].findings;
                REQUIRE(there.size() == here.size());
                for (std::size_t j = 0; j < here.size(); ++j)
                    CHECK(there[j].words != here[j].words);
            }
        }
    }
}

TEST_CASE("A board that may still lack the opponent's move is not called right without a word") {
    const Report report = report_on("D.2.9-scores-differ-back-to-the-last-agreed-move");
    const std::string text = write_report(report, ReportFormat::text, shipped_kit(), "en");
    CHECK(contains(text, "Board of Black: right. The last move has not been made there yet"));
}

namespace {

// The illegal move is ruled on, and the ruling is taken back.
constexpr std::string_view reversed_script = R"(@time 10m
@white sighted identity
@black impaired occupancy
0:00.0  arbiter starts
0:02.0  white announces Eva zwei Eva fünf
0:02.5  white lifts e2 P
0:03.0  white places e5 P
0:03.5  white presses
0:03.8  black asks time
0:07.0  arbiter pauses
0:08.0  arbiter rules illegal white
0:09.0  arbiter takes back 1
)";

std::vector<std::string> lines_of(const Case& reported, FindingKind kind) {
    std::vector<std::string> lines;
    for (const Finding& finding : reported.findings)
        if (finding.kind == kind) lines.push_back(finding.words);
    return lines;
}

} // namespace

TEST_CASE("11.10: a ruling that was taken back stands as taken back, and when") {
    const auto script = acts::parse_script(reversed_script, "reversed.table");
    REQUIRE(script);
    const acts::TableKit kit = kit_for(*script);
    journal::Journal journal = play(*script, kit);
    const auto report = report_of(journal, kit, {.language = "en"});
    REQUIRE(report);
    REQUIRE(report->cases.size() == 1);
    const Case& reported = report->cases.front();
    const auto ruled = std::ranges::find_if(reported.findings, [](const Finding& finding) {
        return contains(finding.words, "an illegal move");
    });
    REQUIRE(ruled != reported.findings.end());
    const auto reversed = std::ranges::find_if(reported.findings, [](const Finding& finding) {
        return finding.words == "Arbiter: an illegal move of White.";
    });
    REQUIRE(reversed != reported.findings.end());
    REQUIRE(reversed->taken_back);
    CHECK(reversed->taken_back->since_open == base::Millis{9000});
    CHECK_FALSE(contains(reported.ruling(), "an illegal move of White"));
    CHECK(reported.given.white == base::Millis{0});
    CHECK(reported.given.black == base::Millis{0});
    const std::string text = write_report(*report, ReportFormat::text, kit, "en");
    INFO(text);
    CHECK(contains(text, "Arbiter: an illegal move of White. Taken back at 0:09."));
    CHECK(contains(text, "Effect on the clocks: none."));
}

TEST_CASE("What players asked for themselves is left out, unless the arbiter adds it") {
    const auto script = acts::parse_script(reversed_script, "reversed.table");
    REQUIRE(script);
    const acts::TableKit kit = kit_for(*script);
    const auto told = [&](const ReportFor& reader) {
        journal::Journal journal = play(*script, kit);
        const auto report = report_of(journal, kit, reader);
        REQUIRE(report);
        const auto lines = lines_of(report->cases.front(), FindingKind::told);
        return std::ranges::any_of(lines, [](const std::string& line) {
            return line.starts_with("Black asked, and was told: ");
        });
    };
    CHECK_FALSE(told({.language = "en"}));
    CHECK(told({.language = "en", .with_private = true}));
    CHECK(told({.language = "en", .player = chess::Color::black}));
    CHECK_FALSE(told({.language = "en", .player = chess::Color::white}));
    CHECK_FALSE(told({.language = "en", .player = chess::Color::white, .with_private = true}));
}

TEST_CASE("A hand's instructions are in the report and in its player's copy, not in the other's") {
    const acts::Script script =
        script_of(folder / "D.2.9-scores-differ-back-to-the-last-agreed-move.table");
    const acts::TableKit kit = kit_for(script);
    const auto hands = [&](std::optional<chess::Color> player) {
        journal::Journal journal = play(script, kit);
        const auto report = report_of(journal, kit, {.language = "en", .player = player});
        REQUIRE(report);
        const std::string course = course_of(report->cases.front());
        return std::pair{contains(course, "Hand of White:"), contains(course, "Hand of Black:")};
    };
    CHECK(hands({}) == std::pair{true, true});
    CHECK(hands(chess::Color::white) == std::pair{true, false});
    CHECK(hands(chess::Color::black) == std::pair{false, true});
}

TEST_CASE("Each finding names its row of the journal and the time by the wall clock") {
    const acts::Script script =
        script_of(folder / "D.2.9-scores-differ-back-to-the-last-agreed-move.table");
    const acts::TableKit kit = kit_for(script);
    journal::Journal journal = play(script, kit);
    const auto report = report_of(journal, kit, {.language = "en"});
    REQUIRE(report);
    std::uint64_t last = 0;
    for (const Finding& finding : report->cases.front().findings) {
        CHECK(finding.row >= last);
        last = finding.row;
        auto entries = journal.read(finding.row);
        REQUIRE(entries);
        const auto entry = entries->next();
        REQUIRE(entry);
        REQUIRE(*entry);
        CHECK((*entry)->number == finding.row);
        const bool is_there = std::ranges::any_of((*entry)->events, [&](const table::Event& event) {
            return event.at == finding.at;
        });
        CHECK(is_there);
        CHECK(finding.wall_clock == finding.at.since_open); // the journal was begun at 0
    }
    const std::string page = write_report(*report, ReportFormat::html, kit, "en");
    for (const std::string_view part :
         {"width=device-width", "prefers-color-scheme: dark", "@page", "class=\"verdict\""})
        CHECK(contains(page, part));
}

} // namespace ansage::arbiter
