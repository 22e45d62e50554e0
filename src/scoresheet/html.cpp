// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/html.hpp"

#include "base/visible.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "scoresheet/board_picture.hpp"
#include "scoresheet/spelling.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::scoresheet {
namespace {

// Black on white, lines instead of colours, as wide as the reader wants.
constexpr std::string_view style = R"(
body { color: #000; background: #fff; font: 1.1em/1.5 sans-serif; margin: 1em auto; max-width: 60em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
caption { font-weight: bold; text-align: left; padding: 0.3em 0; }
th, td { border: 1px solid #555; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
figure { margin: 1em 0; }
svg { max-width: 30em; width: 100%; height: auto; }
)";

// Builds the page from top to bottom.
class Page {
public:
    Page(const PgnGame& game, const HtmlOptions& options)
        : game_(game),
          options_(options) {}

    [[nodiscard]] std::string write() {
        head();
        facts();
        boards();
        moves();
        clocks();
        ledger();
        text_ += "</main>\n</body>\n</html>\n";
        return std::move(text_);
    }

private:
    std::string word(std::string_view id) const { return html_escaped(options_.word(id)); }

    // Nobody makes anything of "? – ?".
    std::string title() const {
        const auto player = [this](std::string_view tag, std::string_view id) {
            const auto name = game_.known(tag);
            return name ? html_escaped(*name) : word(id);
        };
        return fmt::format("{} – {}", player("White", "html.white"), player("Black", "html.black"));
    }

    void head() {
        text_ += fmt::format(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n",
            html_escaped(options_.language),
            title(),
            style,
            title()
        );
    }

    void heading(std::string_view id) { text_ += fmt::format("<h2>{}</h2>\n", word(id)); }

    // --- tables
    void begin_table(std::string_view caption, std::initializer_list<std::string_view> columns) {
        text_ += fmt::format("<table>\n<caption>{}</caption>\n<thead>\n<tr>", word(caption));
        for (const std::string_view column : columns)
            text_ += fmt::format("<th scope=\"col\">{}</th>", word(column));
        text_ += "</tr>\n</thead>\n<tbody>\n";
    }

    void end_table() { text_ += "</tbody>\n</table>\n"; }

    void cell(std::string_view content) { text_ += fmt::format("<td>{}</td>", content); }

    void row_header(std::string_view content) {
        text_ += fmt::format("<tr><th scope=\"row\">{}</th>", content);
    }

    void end_row() { text_ += "</tr>\n"; }

    // --- the parts
    void facts() {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 9> known{{
            {"White", "html.white"},
            {"Black", "html.black"},
            {"Event", "html.event"},
            {"Site", "html.site"},
            {"Date", "html.date"},
            {"Round", "html.round"},
            {"TimeControl", "html.time_control"},
            {"Termination", "html.termination"},
            {"Score", "html.score_of"},
        }};
        heading("html.game");
        begin_table("html.facts", {"html.fact", "html.value"});
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
        fact("html.result", html_escaped(game_.result));
        if (game_.start != chess::Position{})
            fact("html.start", html_escaped(chess::to_fen(game_.start)));
        end_table();
        if (!game_.comment.empty())
            text_ += fmt::format("<p>{}</p>\n", html_escaped(game_.comment));
    }

    void fact(std::string_view id, std::string_view value) {
        row_header(word(id));
        cell(value);
        end_row();
    }

    void boards() {
        if (options_.boards.empty()) return;
        heading("html.boards");
        text_ += piece_symbols();
        chess::Position position = game_.start;
        std::string after = options_.word("html.at_start");
        for (std::size_t ply = 0; ply <= game_.moves.size(); ++ply) {
            const auto wanted = std::ranges::count(options_.boards, ply);
            if (wanted > 0) {
                text_ += fmt::format(
                    "<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n",
                    board_picture(position, after, options_, fmt::format("board{}", ply)),
                    html_escaped(after)
                );
            }
            if (ply < game_.moves.size()) {
                after = options_.word("html.after") + " " + numbered(position, game_.moves[ply]);
                position.play(game_.moves[ply]);
            }
        }
    }

    std::string numbered(const chess::Position& position, chess::Move move) const {
        return to_string(position.place()) + ' ' +
            write_move(options_.notation, position, move, NotationLength::short_form);
    }

    std::string half(const chess::Position& position, std::size_t ply) const {
        std::string text = html_escaped(
            write_move(options_.notation, position, game_.moves[ply], NotationLength::short_form)
        );
        if (ply < game_.notes.size() && game_.notes[ply].clock)
            text += fmt::format(" ({})", clock_text(*game_.notes[ply].clock));
        return text;
    }

    void add_remark(std::string& remarks, std::size_t ply) const {
        if (ply < game_.notes.size() && !game_.notes[ply].comment.empty()) {
            remarks += remarks.empty() ? "" : "; ";
            remarks += html_escaped(game_.notes[ply].comment);
        }
    }

    void moves() {
        heading("html.moves");
        begin_table("html.moves", {"html.number", "html.white", "html.black", "html.remarks"});
        chess::Position position = game_.start;
        for (std::size_t ply = 0; ply < game_.moves.size();) {
            row_header(fmt::format("{}", position.fullmove_number().value()));
            std::string remarks;
            for (const chess::Color color : chess::both_colors)
                cell(take_half(color, position, ply, remarks));
            cell(remarks);
            end_row();
        }
        end_table();
    }

    // That player's half of a full move, and on to the next; nothing if there is none.
    std::string take_half(
        chess::Color color, chess::Position& position, std::size_t& ply, std::string& remarks
    ) const {
        if (ply == game_.moves.size() || position.turn() != color) return {};
        std::string text = half(position, ply);
        add_remark(remarks, ply);
        position.play(game_.moves[ply++]);
        return text;
    }

    void clocks() {
        const std::string plot = clock_plot(game_, options_);
        if (!plot.empty()) {
            heading("html.clocks");
            text_ += fmt::format(
                "<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n",
                plot,
                word("html.clocks_key")
            );
        }
    }

    void ledger() {
        if (options_.ledger.empty()) return;
        heading("html.ledger");
        begin_table(
            "html.ledger", {"html.move", "html.witness", "html.said", "html.when", "html.source"}
        );
        for (const LedgerRow& row : options_.ledger) {
            row_header(html_escaped(row.move));
            for (const std::string& content : {row.witness, row.said, row.when, row.source})
                cell(html_escaped(content));
            end_row();
        }
        end_table();
    }

    const PgnGame& game_;
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

std::string to_html(const PgnGame& game, const HtmlOptions& options) {
    return Page{game, options}.write();
}

} // namespace ansage::scoresheet
