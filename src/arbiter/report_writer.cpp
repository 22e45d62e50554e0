// SPDX-License-Identifier: GPL-3.0-or-later
// A report in words, for a screen reader or a printer, as a page to look at, and as data.
#include "arbiter/report.hpp"
#include "chess/fen.hpp"
#include "phonetics/announcement.hpp"
#include "scoresheet/board_picture.hpp"
#include "scoresheet/html.hpp"
#include "table/model/names.hpp"
#include "telling/outcome.hpp"
#include "telling/table_words.hpp"
#include "terminal/text.hpp"

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

    std::string time(const Report& report) const {
        return say("report.time", {{"text", report.time}});
    }

    std::string heading(const ReportedDispute& dispute, std::size_t number) const {
        return say(
            "report.dispute",
            {{"number", number},
             {"text", clock(dispute.before.at)},
             {"count", dispute.place.number.value()}}
        );
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
        if (lines.empty()) lines.push_back(say("report.board_right", {{"player", board.board}}));
        return lines;
    }

    std::string clocks(const Moment& moment) const {
        return say(
            "report.clocks",
            {{"white_time", moment.clocks.white}, {"black_time", moment.clocks.black}}
        );
    }

    std::string articles(const ReportedDispute& dispute, const Report& report) const {
        std::vector<std::string> parts = dispute.articles;
        parts.push_back(report.edition);
        return say("arbiter.articles", {{"text", fmt::format("{}", fmt::join(parts, ", "))}});
    }

    // What was found, the ruling with the hands, the clocks.
    std::vector<std::string> first(const ReportedDispute& dispute) const {
        std::vector<std::string> lines;
        if (!dispute.findings.empty()) lines.push_back(dispute.findings.front().second);
        if (!dispute.ruling.empty()) lines.push_back(dispute.ruling);
        lines.push_back(clocks(dispute.after));
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

using Timed = std::vector<std::pair<base::Instant, std::string>>;

// --- text
void add_moment(std::string& text, const Sentences& words, const Moment& moment, bool before) {
    text += words.say(before ? "report.before" : "report.after") + "\n";
    text += fmt::format("FEN: {}\n", chess::to_fen(moment.position));
    for (const BoardPicture& board : moment.boards)
        for (const std::string& line : words.board(board)) text += line + "\n";
    text += words.clocks(moment) + "\n";
}

void add_timed(std::string& text, const Timed& lines) {
    for (const auto& [at, line] : lines) text += fmt::format("{} {}\n", Sentences::clock(at), line);
}

void add_everything(
    std::string& text, const Sentences& words, const Report& report, const ReportedDispute& dispute
) {
    add_timed(text, dispute.findings);
    for (const LedgerLine& line : dispute.ledger) text += words.ledger(line) + "\n";
    add_moment(text, words, dispute.before, true);
    text += words.say("report.course") + "\n";
    add_timed(text, dispute.course);
    add_moment(text, words, dispute.after, false);
    text += words.articles(dispute, report) + "\n";
}

std::string as_text(const Report& report, const Sentences& words, ReportDepth depth) {
    std::string text = words.title(report) + "\n" + words.time(report) + "\n";
    if (report.disputes.empty()) text += words.say("report.none") + "\n";
    for (std::size_t i = 0; i < report.disputes.size(); ++i) {
        const ReportedDispute& dispute = report.disputes[i];
        text += fmt::format("\n{}\n", words.heading(dispute, i + 1));
        for (const std::string& line : words.first(dispute)) text += line + "\n";
        if (depth == ReportDepth::all) add_everything(text, words, report, dispute);
    }
    text += "\n";
    for (const std::string& line : words.trust(report)) text += line + "\n";
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
    return html + "</div>\n" + element("p", words.clocks(moment));
}

std::string html_ledger(const Sentences& words, const std::vector<LedgerLine>& ledger) {
    std::string html =
        fmt::format("<table>\n{}<tr>", element("caption", words.say("report.h.ledger")));
    for (const std::string_view id :
         {"report.h.move", "report.h.witness", "report.h.says", "report.h.time"})
        html += fmt::format("<th scope=\"col\">{}</th>", scoresheet::html_escaped(words.say(id)));
    html += "</tr>\n";
    for (const LedgerLine& line : ledger) {
        html += fmt::format(
            "<tr><td>{}</td><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n",
            to_string(line.place),
            scoresheet::html_escaped(words.witness(line)),
            scoresheet::html_escaped(line.says),
            Sentences::clock(line.at)
        );
    }
    return html + "</table>\n";
}

std::string html_list(const Timed& lines) {
    std::string html = "<ol>\n";
    for (const auto& [at, line] : lines)
        html += element("li", fmt::format("{} {}", Sentences::clock(at), line));
    return html + "</ol>\n";
}

constexpr std::string_view style =
    "<style>body{font-family:sans-serif;max-width:60em;margin:1em auto;color:#000;background:#fff}"
    ".boards{display:grid;grid-template-columns:1fr 1fr;gap:1em}figure{margin:0}"
    "svg[role]{display:block;width:100%;height:auto}table{border-collapse:collapse}"
    "th,td{border:1px solid #000;padding:.3em;text-align:left}</style>\n";

std::string as_html(const Report& report, const Sentences& words, std::string_view language) {
    const std::string title = words.title(report);
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n", language
    );
    html += element("title", title) + std::string{style} + "</head>\n<body>\n<main>\n";
    html += scoresheet::piece_symbols() + element("h1", title) + element("p", words.time(report));
    if (report.disputes.empty()) html += element("p", words.say("report.none"));
    for (std::size_t i = 0; i < report.disputes.size(); ++i) {
        const ReportedDispute& dispute = report.disputes[i];
        html += fmt::format("<section>\n{}", element("h2", words.heading(dispute, i + 1)));
        for (const std::string& line : words.first(dispute)) html += element("p", line);
        html += html_list(dispute.findings) + html_ledger(words, dispute.ledger);
        html += html_moment(words, dispute.before, true, i + 1);
        html += element("h3", words.say("report.course")) + html_list(dispute.course);
        html += html_moment(words, dispute.after, false, i + 1);
        html += element("p", words.articles(dispute, report)) + "</section>\n";
    }
    for (const std::string& line : words.trust(report)) html += element("p", line);
    return html + "</main>\n</body>\n</html>\n";
}

// --- JSON
ordered_json json_of(const Timed& lines) {
    ordered_json list = ordered_json::array();
    for (const auto& [at, line] : lines)
        list.push_back({{"at_ms", at.since_open.count()}, {"words", line}});
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
    for (const ReportedDispute& dispute : report.disputes) {
        ordered_json ledger = ordered_json::array();
        for (const LedgerLine& line : dispute.ledger) ledger.push_back(json_of(line));
        disputes.push_back(
            {{"ply", dispute.ply.value()},
             {"findings", json_of(dispute.findings)},
             {"ledger", ledger},
             {"before", json_of(dispute.before)},
             {"course", json_of(dispute.course)},
             {"after", json_of(dispute.after)},
             {"articles", dispute.articles},
             {"ruling", dispute.ruling}}
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
    case ReportFormat::text: return as_text(report, words, depth);
    case ReportFormat::html: return as_html(report, words, language);
    case ReportFormat::json: return as_json(report);
    }
    return {};
}

} // namespace ansage::arbiter
