// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/html.hpp"

#include "base/visible.hpp"
#include "chess/fen.hpp"
#include "chess/positions.hpp"
#include "chess/san.hpp"
#include "scoresheet/board_picture.hpp"
#include "scoresheet/spelling.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::scoresheet {

extern const std::string_view html_style; // made while building

namespace {

constexpr unsigned rows_of_table = 30; // as on a printed sheet

// Builds the page from top to bottom.
class Page {
public:
    Page(const PgnGame& game, const HtmlOptions& options)
        : game_(game),
          moves_(game.all_moves()),
          options_(options) {}

    [[nodiscard]] std::string write() {
        head();
        facts();
        text_ += "<div class=\"sheet\">\n";
        moves();
        text_ += "<div class=\"foot\">\n";
        boards();
        // Both players sign both sheets (8.7).
        text_ += html_signatures(options_.word);
        text_ += "</div>\n</div>\n";
        clocks();
        ledger();
        text_ += html_end;
        return std::move(text_);
    }

private:
    std::string word(std::string_view id) const { return html_escaped(options_.word(id)); }

    // Nobody makes anything of "? – ?".
    std::string title() const {
        const auto player = [this](std::string_view tag, std::string_view id) {
            const auto name = game_.known(tag);
            return name ? std::string{*name} : options_.word(id);
        };
        return fmt::format("{} – {}", player("White", "html.white"), player("Black", "html.black"));
    }

    void head() {
        text_ += html_head(options_.language, title());
        text_ += fmt::format("<h1>{}</h1>\n", html_escaped(title()));
    }

    void heading(std::string_view id) { text_ += fmt::format("<h2>{}</h2>\n", word(id)); }

    void cell(std::string_view content) { text_ += fmt::format("<td>{}</td>", content); }

    void row_header(std::string_view content) {
        text_ += fmt::format("<tr><th scope=\"row\">{}</th>", content);
    }

    void end_row() { text_ += "</tr>\n"; }

    // What is there for whoever asks for it, and is printed only where it is open.
    void begin_fold(std::string_view id) {
        text_ += fmt::format("<details>\n<summary><h2>{}</h2></summary>\n", word(id));
    }

    // --- the parts
    void facts() {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 10> known{{
            {"Event", "html.event"},
            {"Site", "html.site"},
            {"Date", "html.date"},
            {"Round", "html.round"},
            {"Board", "html.board"},
            {"White", "html.white"},
            {"Black", "html.black"},
            {"TimeControl", "html.time_control"},
            {"Termination", "html.termination"},
            {"Score", "html.score_of"},
        }};
        text_ += "<dl class=\"facts\">\n";
        fact("html.result", html_escaped(game_.result));
        for (const auto& [name, id] : known) {
            if (const auto value = game_.known(name)) {
                fact(
                    id,
                    html_escaped(
                        options_.value ? options_.value(name, *value) : std::string{*value}
                    )
                );
            }
        }
        if (game_.start != chess::Position{})
            fact("html.start", html_escaped(chess::to_fen(game_.start)));
        text_ += "</dl>\n";
        if (!game_.comment.empty())
            text_ += fmt::format("<p>{}</p>\n", html_escaped(game_.comment));
    }

    void fact(std::string_view id, std::string_view value) {
        text_ += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", word(id), value);
    }

    void boards() {
        if (options_.boards.empty()) return;
        text_ += "<section>\n";
        heading("html.boards");
        text_ += board_symbols;
        text_ += "<div class=\"boards\">\n";
        chess::Position position = game_.start;
        chess::Position before = position;
        std::string after = options_.word("html.at_start");
        for (std::size_t ply = 0; ply <= moves_.size(); ++ply) {
            if (std::ranges::count(options_.boards, ply) > 0) {
                text_ += fmt::format(
                    "<figure>\n{}<figcaption>\n<p>{}. "
                    "{}</p>\n<p>{}</p>\n</figcaption>\n</figure>\n",
                    board_picture(before, position, after, options_, fmt::format("board{}", ply)),
                    html_escaped(after),
                    html_escaped(to_move(position, options_)),
                    word("html.legend")
                );
            }
            if (ply < moves_.size()) {
                after = options_.word("html.after") + " " + numbered(moves_[ply]);
                before = position;
                position = moves_[ply].after.value_or(position);
            }
        }
        text_ += "</div>\n</section>\n";
    }

    std::string written(const SheetMove& move) const {
        return write_sheet_move(options_.notation, move, NotationLength::short_form);
    }

    std::string numbered(const SheetMove& move) const {
        return to_string(move.place) + ' ' + written(move);
    }

    // The time left is rounded down, as players note it.
    std::string half(const SheetMove& move) const {
        std::string text = html_escaped(written(move));
        if (move.note.clock)
            text += fmt::format(" <span class=\"time\">{}</span>", clock_text(*move.note.clock));
        return text;
    }

    void moves() {
        text_ += "<section>\n";
        heading("html.moves");
        text_ += "<div class=\"columns\">\n";
        for (std::size_t ply = 0; ply < moves_.size();) moves_of_table(ply);
        text_ += "</div>\n</section>\n";
    }

    void moves_of_table(std::size_t& ply) {
        const unsigned first = moves_[ply].place.number.value();
        const unsigned last =
            std::min(first + rows_of_table - 1, moves_.back().place.number.value());
        text_ += fmt::format(
            "<table>\n<caption>{} {}{}</caption>\n",
            word("html.moves"),
            first,
            last > first ? fmt::format("–{}", last) : ""
        );
        text_ += html_columns(
            {options_.word("html.number"), options_.word("html.white"), options_.word("html.black")}
        );
        for (unsigned number = first; number <= last; ++number) full_move(number, ply);
        text_ += "</tbody>\n</table>\n";
    }

    // With what the record remarks of it below.
    void full_move(unsigned number, std::size_t& ply) {
        row_header(fmt::format("{}", number));
        std::string remarks;
        for (const chess::Color color : chess::both_colors)
            cell(take_half({.number = chess::MoveNumber{number}, .mover = color}, ply, remarks));
        end_row();
        text_ += remarks;
    }

    // That half of a full move, and on to the next; nothing if there is none.
    std::string take_half(chess::MovePlace place, std::size_t& ply, std::string& remarks) const {
        if (ply == moves_.size()) return {};
        const SheetMove& move = moves_[ply];
        if (move.place.number != place.number || move.place.mover != place.mover) return {};
        ++ply;
        for (const std::string& remark : {move.remark, move.note.comment}) {
            if (!remark.empty()) {
                remarks += fmt::format(
                    "<tr><th scope=\"row\">{}</th><td colspan=\"2\">{}</td></tr>\n",
                    to_string(place),
                    html_escaped(remark)
                );
            }
        }
        return half(move);
    }

    void clocks() {
        const std::string plot = clock_plot(game_, options_);
        if (plot.empty()) return;
        begin_fold("html.clocks");
        text_ += fmt::format(
            "<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n</details>\n",
            plot,
            word("html.clocks_key")
        );
    }

    void ledger() {
        if (options_.ledger.empty()) return;
        begin_fold("html.ledger");
        text_ += html_table(
            options_.word("html.ledger"),
            {options_.word("html.move"),
             options_.word("html.witness"),
             options_.word("html.said"),
             options_.word("html.when"),
             options_.word("html.source")}
        );
        for (const LedgerRow& row : options_.ledger) {
            row_header(html_escaped(row.move));
            cell(html_escaped(row.witness));
            text_ += fmt::format("<td{}>{}</td>", language_of(row), html_escaped(row.said));
            cell(html_escaped(row.when));
            cell(html_escaped(row.source));
            end_row();
        }
        text_ += fmt::format("{}</details>\n", html_table_end);
    }

    // Of words as somebody said them.
    std::string language_of(const LedgerRow& row) const {
        const std::string& said = options_.said_language;
        return !row.is_said || said.empty() || said == options_.language
            ? ""
            : fmt::format(" lang=\"{}\"", html_escaped(said));
    }

    const PgnGame& game_;
    std::vector<SheetMove> moves_;
    const HtmlOptions& options_;
    std::string text_;
};

} // namespace

std::string html_escaped(std::string_view text) {
    std::string escaped;
    for (const char letter : base::visible(text, "\n\t")) {
        switch (letter) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        default: escaped += letter;
        }
    }
    return escaped;
}

std::string html_head(std::string_view language, std::string_view title) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n",
        html_escaped(language),
        html_escaped(title),
        html_style
    );
}

std::string html_columns(const std::vector<std::string>& names) {
    std::string html = "<thead>\n<tr>";
    for (const std::string& name : names)
        html += fmt::format("<th scope=\"col\">{}</th>", html_escaped(name));
    return html + "</tr>\n</thead>\n<tbody>\n";
}

std::string html_table(std::string_view caption, const std::vector<std::string>& columns) {
    return fmt::format(
        "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\">\n"
        "<table>\n<caption>{0}</caption>\n{1}",
        html_escaped(caption),
        html_columns(columns)
    );
}

std::string html_signatures(const WordOf& word) {
    std::string html = fmt::format(
        "<section>\n<h2>{}</h2>\n<ul class=\"signatures\">\n", html_escaped(word("html.signatures"))
    );
    for (const std::string_view id : {"html.white", "html.black", "html.arbiter"})
        html += fmt::format("<li>{}</li>\n", html_escaped(word(id)));
    return html + "</ul>\n</section>\n";
}

std::string to_html(const PgnGame& game, const HtmlOptions& options) {
    return Page{game, options}.write();
}

} // namespace ansage::scoresheet
