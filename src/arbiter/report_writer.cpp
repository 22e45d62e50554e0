// SPDX-License-Identifier: GPL-3.0-or-later
// A report in words, for a screen reader or a printer, as a page to look at, and as data.
#include "arbiter/report.hpp"
#include "base/escaped.hpp"
#include "base/visible.hpp"
#include "chess/fen.hpp"
#include "phonetics/announcement.hpp"
#include "scoresheet/board_picture.hpp"
#include "scoresheet/html.hpp"
#include "scoresheet/spelling.hpp"
#include "table/model/names.hpp"
#include "telling/outcome.hpp"
#include "telling/position_words.hpp"
#include "telling/table_words.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace ansage::arbiter {

using chess::Color;
using nlohmann::ordered_json;
using wording::Argument;

namespace {

// The sentences that every format has in common.
class Sentences {
public:
    Sentences(const acts::TableKit& kit, std::string_view language)
        : kit_(kit),
          catalogue_(kit.words.catalogue(language)) {}

    std::string say(std::string_view id, std::initializer_list<Argument> arguments = {}) const {
        return catalogue_.sentence(id, arguments);
    }

    std::string player(Color color) const { return say(telling::player_id(color)); }

    std::string title(const Report& report) const {
        const auto name = [&](const std::string& given, Color color) {
            return given.empty() ? player(color) : given;
        };
        const std::string white = name(report.white, Color::white);
        const std::string black = name(report.black, Color::black);
        return say("report.title", {{"white", white}, {"black", black}});
    }

    // Names and values, as on top of a scoresheet.
    std::vector<std::string> facts(const Report& report) const {
        std::vector<std::string> lines;
        for (const auto& [id, value] : report.facts)
            lines.push_back(fmt::format("{}: {}", say(id), value));
        lines.push_back(say("report.time", {{"text", report.time}}));
        lines.push_back(say("report.edition", {{"text", report.edition}}));
        return lines;
    }

    std::string heading(const Case& reported, std::size_t number) const {
        return say(
            reported.is_dispute ? "report.dispute" : "report.decision",
            {{"number", number},
             {"text", clock(reported.before.at)},
             {"count", reported.place.number.value()}}
        );
    }

    // Its words, the articles that they do not name, and whether it still stands.
    std::string finding(const Finding& finding) const {
        std::vector<std::string> articles = finding.articles;
        std::erase_if(articles, [&](const std::string& article) {
            return finding.words.find(article) != std::string::npos;
        });
        std::string text = finding.words;
        if (!articles.empty()) text += fmt::format(" ({})", fmt::join(articles, ", "));
        if (finding.taken_back)
            text += " " + say("report.taken_back_at", {{"where", clock(*finding.taken_back)}});
        return text;
    }

    // Of what one input led to, the first has its times.
    std::string numbered(const Finding& found, std::size_t number, bool is_first) const {
        const std::string text = finding(found);
        std::string line = say("report.finding", {{"number", number}, {"text", text}});
        if (!is_first) return line;
        const std::string white = time_left(found.clocks.white);
        const std::string black = time_left(found.clocks.black);
        return line + " " +
            say("report.finding_at",
                {{"where", clock(found.at)},
                 {"words", terminal::to_local_time(found.wall_clock)},
                 {"white", white},
                 {"black", black},
                 {"count", static_cast<std::int64_t>(found.row)}});
    }

    // What the decisions gave to each clock, and took.
    std::string effect(const Case& reported) const {
        const auto given = [](base::Millis time) {
            return (time < base::Millis{0} ? "−" : "+") +
                terminal::to_clock_time(time < base::Millis{0} ? -time : time);
        };
        if (reported.given.white == base::Millis{0} && reported.given.black == base::Millis{0})
            return say("report.effect_none");
        const std::string white = given(reported.given.white);
        const std::string black = given(reported.given.black);
        return say("report.effect", {{"white", white}, {"black", black}});
    }

    // As a clock shows it and as it is said: a second that has begun is there.
    static std::string time_left(base::Millis left) {
        return scoresheet::clock_text(std::chrono::ceil<std::chrono::seconds>(left));
    }

    static std::string clock(base::Instant at) { return terminal::to_clock_time(at.since_open); }

    std::string witness(const LedgerLine& line) const {
        return say(
            fmt::format("witness.{}", table::to_string(line.witness)), {{"player", line.person}}
        );
    }

    std::string ledger(const LedgerLine& line) const {
        return say(
            "report.ledger",
            {{"count", line.place.number.value()},
             {"text", witness(line)},
             {"words", line.says},
             {"where", clock(line.at)}}
        );
    }

    std::string square(chess::Square which) const {
        return to_text(phonetics::announce(kit_.words.vocabulary(), which));
    }

    std::string piece(std::optional<chess::Piece> piece) const {
        if (!piece) return say("report.empty");
        return fmt::format(
            "{} {}",
            player(piece->color),
            to_text(phonetics::announce(kit_.words.vocabulary(), piece->role))
        );
    }

    std::string seen(chess::SquareReading seen) const {
        if (seen.piece() || seen.is_empty()) return piece(seen.piece());
        return say(seen.is_unsure() ? "report.unsure" : "report.something");
    }

    std::string off(const BoardPicture& board, const SquareOff& off) const {
        return say(
            "report.square",
            {{"player", board.board},
             {"square", square(off.square)},
             {"text", seen(off.shows)},
             {"words", piece(off.should)}}
        );
    }

    std::vector<std::string> board(const BoardPicture& board) const {
        std::vector<std::string> lines;
        for (const SquareOff& square : board.off) lines.push_back(off(board, square));
        const char* const id = board.lags ? "report.board_lags" : "report.board_right";
        if (lines.empty()) lines.push_back(say(id, {{"player", board.board}}));
        return lines;
    }

    // What stands where by the record; what a board shows otherwise follows.
    std::string position(const chess::Position& position) const {
        const telling::PositionWords words{
            kit_.words.vocabulary(), catalogue_, [](const auto& word) { return to_text(word); }};
        const std::string text = words.ranks(position.reading());
        return say("report.position", {{"text", text}});
    }

    std::string clocks(const Moment& moment) const {
        return say(
            "report.clocks",
            {{"white_time", moment.clocks.white}, {"black_time", moment.clocks.black}}
        );
    }

    std::string articles(const Case& reported, const Report& report) const {
        std::vector<std::string> parts = reported.articles();
        parts.push_back(report.edition);
        return say("arbiter.articles", {{"text", fmt::format("{}", fmt::join(parts, ", "))}});
    }

    // What was found, the ruling with the hands, the clocks.
    std::vector<std::string> first(const Case& reported) const {
        std::vector<std::string> lines;
        const auto found = std::ranges::find(reported.findings, FindingKind::found, &Finding::kind);
        if (found != reported.findings.end()) lines.push_back(found->words);
        std::string ruling = reported.ruling();
        const std::string proposal = reported.proposal();
        if (ruling.empty() && !proposal.empty())
            ruling = say("report.undecided", {{"text", proposal}});
        const std::string hands = reported.hands();
        if (!hands.empty()) ruling += (ruling.empty() ? "" : " ") + hands;
        if (!ruling.empty()) lines.push_back(ruling);
        lines.push_back(clocks(reported.after));
        return lines;
    }

    // Whether this can be believed, and how two copies are compared.
    std::vector<std::string> trust(const Report& report) const {
        std::vector<std::string> lines;
        if (report.fault) {
            lines.push_back(say("report.damaged", {{"text", catalogue_.words(report.fault->what)}})
            );
        } else {
            lines.push_back(say("report.fingerprint", {{"text", report.fingerprint}}));
        }
        for (const journal::Signature& signature : report.signatures) {
            const bool is_all =
                !report.fault && journal::fingerprint(signature.digest) == report.fingerprint;
            lines.push_back(
                say(!signature.holds ? "report.signature_wrong"
                        : is_all     ? "report.signed"
                                     : "report.signed_until",
                    {{"text", journal::fingerprint(signature.key)}, {"count", signature.records}})
            );
        }
        return lines;
    }

private:
    const acts::TableKit& kit_;
    const wording::Catalogue& catalogue_;
};

// Findings have numbers of their own in the whole report.
using Numbers = std::size_t;

// --- text
void add_lines(std::string& text, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line + "\n";
}

void add_moment(std::string& text, const Sentences& words, const Moment& moment, bool before) {
    text += words.say(before ? "report.before" : "report.after") + "\n";
    text += fmt::format("FEN: {}\n", chess::to_fen(moment.position));
    text += words.position(moment.position) + "\n";
    for (const BoardPicture& board : moment.boards) add_lines(text, words.board(board));
    text += words.clocks(moment) + "\n";
}

void add_findings(
    std::string& text,
    const Sentences& words,
    const std::vector<Finding>& findings,
    Numbers& number,
    ReportDepth depth
) {
    std::uint64_t row = 0;
    for (const Finding& finding : findings) {
        const bool has_times = depth == ReportDepth::all && finding.row != row;
        text += words.numbered(finding, ++number, has_times) + "\n";
        row = finding.row;
    }
}

void add_everything(
    std::string& text,
    const Sentences& words,
    const Report& report,
    const Case& reported,
    Numbers& number
) {
    text += words.effect(reported) + "\n" + words.articles(reported, report) + "\n";
    text += words.say("report.course") + "\n";
    add_findings(text, words, reported.findings, number, ReportDepth::all);
    if (!reported.is_dispute) return;
    for (const LedgerLine& line : reported.ledger) text += words.ledger(line) + "\n";
    add_moment(text, words, reported.before, true);
    add_moment(text, words, reported.after, false);
}

bool has_nothing(const Report& report) {
    return report.cases.empty() && report.differences.empty();
}

std::string as_text(const Report& report, const Sentences& words, ReportDepth depth) {
    std::string text = words.title(report) + "\n";
    add_lines(text, words.facts(report));
    if (has_nothing(report)) text += words.say("report.none") + "\n";
    Numbers number = 0;
    for (std::size_t i = 0; i < report.cases.size(); ++i) {
        const Case& reported = report.cases[i];
        text += fmt::format("\n{}\n", words.heading(reported, i + 1));
        add_lines(text, words.first(reported));
        if (depth == ReportDepth::all) add_everything(text, words, report, reported, number);
    }
    if (!report.differences.empty()) {
        text += "\n" + words.say("report.differences") + "\n";
        add_findings(text, words, report.differences, number, depth);
    }
    text += "\n";
    add_lines(text, words.trust(report));
    return text;
}

// --- HTML
std::string element(std::string_view name, std::string_view text) {
    return fmt::format("<{0}>{1}</{0}>\n", name, scoresheet::html_escaped(text));
}

std::string picture(const Sentences& words, const BoardPicture& board, const std::string& id) {
    chess::SquareSet marked;
    for (const SquareOff& off : board.off) marked.insert(off.square);
    const std::vector<std::string> lines = words.board(board);
    const std::string title = words.say("report.board", {{"player", board.board}});
    const std::string svg = scoresheet::draw_board(
        {.board = board.reading,
         .record = board.record,
         .marked = marked,
         .title = title,
         .description = fmt::format("{}", fmt::join(lines, " ")),
         .id = id}
    );
    std::string html = fmt::format("<figure>\n{}<figcaption>\n", svg);
    html += element("h4", title);
    html += "<ul>\n";
    for (const std::string& line : lines) html += element("li", line);
    if (svg.find("-outline\"") != std::string::npos)
        html += element("li", words.say("report.outline"));
    return html + "</ul>\n</figcaption>\n</figure>\n";
}

std::string
html_moment(const Sentences& words, const Moment& moment, bool before, std::size_t dispute) {
    std::string html = element("h3", words.say(before ? "report.before" : "report.after"));
    html += "<div class=\"boards\">\n";
    for (const BoardPicture& board : moment.boards) {
        const std::string id = fmt::format(
            "{}-{}-{}", before ? "before" : "after", dispute, chess::to_string(board.board)
        );
        html += picture(words, board, id);
    }
    return html + "</div>\n" + element("p", words.position(moment.position)) +
        element("p", words.clocks(moment));
}

std::string begin_table(
    const Sentences& words,
    std::string_view caption,
    std::initializer_list<std::string_view> columns
) {
    std::vector<std::string> names;
    for (const std::string_view id : columns) names.push_back(words.say(id));
    return scoresheet::html_table(words.say(caption), names);
}

std::string html_ledger(const Sentences& words, const std::vector<LedgerLine>& ledger) {
    std::string html = begin_table(
        words,
        "report.h.ledger",
        {"report.h.move", "report.h.witness", "report.h.says", "report.h.time"}
    );
    for (const LedgerLine& line : ledger) {
        html += fmt::format(
            "<tr><td>{}</td><th scope=\"row\">{}</th><td>{}</td><td class=\"time\">{}</td></tr>\n",
            to_string(line.place),
            scoresheet::html_escaped(words.witness(line)),
            scoresheet::html_escaped(line.says),
            Sentences::clock(line.at)
        );
    }
    return html.append(scoresheet::html_table_end);
}

std::string html_findings(
    const Sentences& words,
    std::string_view caption,
    const std::vector<Finding>& findings,
    Numbers& number
) {
    std::string html = begin_table(
        words,
        caption,
        {"report.h.number",
         "report.h.time",
         "report.h.wall_clock",
         "html.white",
         "html.black",
         "report.h.finding",
         "report.h.row"}
    );
    for (const Finding& finding : findings) {
        html += fmt::format("<tr><th scope=\"row\">{}</th>", ++number);
        for (const std::string& time :
             {Sentences::clock(finding.at),
              terminal::to_local_time(finding.wall_clock),
              Sentences::time_left(finding.clocks.white),
              Sentences::time_left(finding.clocks.black)})
            html += fmt::format("<td class=\"time\">{}</td>", time);
        html += fmt::format(
            "<td>{}</td><td>{}</td></tr>\n",
            scoresheet::html_escaped(words.finding(finding)),
            finding.row
        );
    }
    return html.append(scoresheet::html_table_end);
}

// What, the ruling, the articles, the effect on the clocks: before all that it rests on.
std::string html_verdict(const Sentences& words, const Report& report, const Case& reported) {
    std::string html = "<div class=\"verdict\">\n";
    for (const std::string& line : words.first(reported)) html += element("p", line);
    html += element("p", words.effect(reported));
    return html + element("p", words.articles(reported, report)) + "</div>\n";
}

std::string
html_case(const Sentences& words, const Report& report, std::size_t index, Numbers& number) {
    const Case& reported = report.cases[index];
    std::string html =
        fmt::format("<section>\n{}", element("h2", words.heading(reported, index + 1)));
    html += html_verdict(words, report, reported);
    html += html_findings(words, "report.course", reported.findings, number);
    if (reported.is_dispute) {
        html += html_ledger(words, reported.ledger);
        html += html_moment(words, reported.before, true, index + 1);
        html += html_moment(words, reported.after, false, index + 1);
    }
    return html + "</section>\n";
}

std::string as_html(const Report& report, const Sentences& words, std::string_view language) {
    const std::string title = words.title(report);
    std::string html = scoresheet::html_head(language, title) +
        std::string{scoresheet::board_symbols} + element("h1", title);
    html += "<div class=\"facts\">\n";
    for (const std::string& line : words.facts(report)) html += element("p", line);
    html += "</div>\n";
    if (has_nothing(report)) html += element("p", words.say("report.none"));
    Numbers number = 0;
    for (std::size_t i = 0; i < report.cases.size(); ++i)
        html += html_case(words, report, i, number);
    if (!report.differences.empty())
        html += html_findings(words, "report.differences", report.differences, number);
    for (const std::string& line : words.trust(report)) html += element("p", line);
    return html.append(scoresheet::html_end);
}

// --- JSON
std::string_view name_of(FindingKind kind) {
    switch (kind) {
    case FindingKind::found: return "found";
    case FindingKind::told: return "told";
    case FindingKind::proposed: return "proposed";
    case FindingKind::decided: return "decided";
    case FindingKind::done: return "done";
    }
    return {};
}

// `found`: those that were found, or all others.
ordered_json json_of(const std::vector<Finding>& findings, bool found) {
    ordered_json list = ordered_json::array();
    for (const Finding& finding : findings) {
        if ((finding.kind == FindingKind::found) != found) continue;
        ordered_json json{
            {"at_ms", finding.at.since_open.count()},
            {"words", finding.words},
            {"kind", name_of(finding.kind)},
            {"row", finding.row},
            {"wall_clock_ms", finding.wall_clock.count()},
            {"white_ms", finding.clocks.white.count()},
            {"black_ms", finding.clocks.black.count()},
            {"articles", finding.articles}};
        if (finding.taken_back) json["taken_back_ms"] = finding.taken_back->since_open.count();
        list.push_back(std::move(json));
    }
    return list;
}

ordered_json json_of(const Moment& moment) {
    ordered_json boards = ordered_json::array();
    for (const BoardPicture& board : moment.boards) {
        ordered_json off = ordered_json::array();
        for (const SquareOff& square : board.off) off.push_back(chess::to_string(square.square));
        boards.push_back(
            {{"board", chess::to_string(board.board)},
             {"shows", chess::to_placement(board.reading)},
             {"differs", off}}
        );
    }
    return {
        {"at_ms", moment.at.since_open.count()},
        {"fen", chess::to_fen(moment.position)},
        {"boards", boards},
        {"white_ms", moment.clocks.white.count()},
        {"black_ms", moment.clocks.black.count()},
    };
}

ordered_json json_of(const LedgerLine& line) {
    ordered_json json{
        {"ply", line.ply.value()},
        {"witness", table::to_string(line.witness)},
        {"says", line.says},
        {"at_ms", line.at.since_open.count()},
        {"source", table::to_string(line.source)},
        {"kind", nullptr},
        {"derived_from", nullptr}};
    if (line.kind) json["kind"] = table::to_string(*line.kind);
    if (line.derived_from) json["derived_from"] = table::to_string(*line.derived_from);
    return json;
}

std::string as_json(const Report& report) {
    ordered_json disputes = ordered_json::array();
    for (const Case& reported : report.cases) {
        ordered_json ledger = ordered_json::array();
        for (const LedgerLine& line : reported.ledger) ledger.push_back(json_of(line));
        disputes.push_back(
            {{"ply", reported.ply.value()},
             {"findings", json_of(reported.findings, true)},
             {"ledger", ledger},
             {"before", json_of(reported.before)},
             {"course", json_of(reported.findings, false)},
             {"after", json_of(reported.after)},
             {"articles", reported.articles()},
             {"ruling", reported.ruling()},
             {"hands", reported.hands()},
             {"proposal", reported.proposal()},
             {"given_white_ms", reported.given.white.count()},
             {"given_black_ms", reported.given.black.count()}}
        );
    }
    ordered_json signatures = ordered_json::array();
    for (const journal::Signature& signature : report.signatures) {
        signatures.push_back(
            {{"key", journal::fingerprint(signature.key)},
             {"records", signature.records},
             {"holds", signature.holds},
             {"wall_clock_ms", signature.wall_clock.count()}}
        );
    }
    ordered_json json{
        {"white", report.white},
        {"black", report.black},
        {"edition", report.edition},
        {"time", report.time},
        {"disputes", disputes},
        {"differences", json_of(report.differences, true)},
        {"fingerprint", report.fingerprint},
        {"records", report.records},
        {"signatures", signatures},
    };
    if (report.fault) json["fault"] = report.fault->what.text();
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace

std::string write_report(
    const Report& report,
    ReportFormat format,
    const acts::TableKit& kit,
    std::string_view language,
    ReportDepth depth
) {
    const Sentences words{kit, language};
    switch (format) {
    case ReportFormat::text: return base::visible(as_text(report, words, depth), "\n");
    case ReportFormat::html: return as_html(report, words, language);
    case ReportFormat::json: return base::escaped(as_json(report));
    }
    return {};
}

} // namespace ansage::arbiter
