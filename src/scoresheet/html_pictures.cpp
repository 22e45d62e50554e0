// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the HTML page.
#include "scoresheet/board_picture.hpp"
#include "scoresheet/html.hpp"
#include "scoresheet/spelling.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::scoresheet {
namespace {

std::string piece_list(const chess::Position& position, chess::Color color, const WordOf& word) {
    constexpr std::array<std::string_view, 6> ids{
        "html.pawn", "html.knight", "html.bishop", "html.rook", "html.queen", "html.king"};
    std::string text;
    for (std::size_t role = ids.size(); role-- > 0;) {
        std::string squares;
        const chess::Piece piece{color, static_cast<chess::Role>(role)};
        for (const chess::Square square : position.of(piece))
            squares += ' ' + chess::to_string(square);
        if (!squares.empty()) {
            text += text.empty() ? "" : ", ";
            text += word(ids[role]) + squares;
        }
    }
    return text;
}

chess::SquareSet changed(const chess::Position& before, const chess::Position& after) {
    chess::SquareSet squares;
    for (const chess::Square square : chess::all_squares)
        if (before.at(square) != after.at(square)) squares.insert(square);
    return squares;
}

// --- the plot
constexpr int plot_width = 640;
constexpr int plot_height = 320;
constexpr int plot_left = 60;
constexpr int plot_bottom = 280;
constexpr int plot_top = 20;

struct Plot {
    double longest = 1; // milliseconds
    std::size_t plies = 1;

    double x(std::size_t ply) const {
        return plot_left +
            (plot_width - plot_left - 70.0) * static_cast<double>(ply) / static_cast<double>(plies);
    }

    double y(base::Millis left) const {
        const double part = static_cast<double>(left.count()) / longest;
        return plot_bottom - (plot_bottom - plot_top) * std::clamp(part, 0.0, 1.0);
    }
};

std::string clock_line(
    const std::vector<SheetMove>& moves,
    const Plot& plot,
    chess::Color color,
    const HtmlOptions& options
) {
    std::string points;
    double x = 0;
    double y = 0;
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
        const auto& clock = moves[ply].note.clock;
        if (clock && moves[ply].place.mover == color) {
            x = plot.x(ply + 1);
            y = plot.y(*clock);
            points += fmt::format("{:.1f},{:.1f} ", x, y);
        }
    }
    const bool is_white = color == chess::Color::white;
    // Told apart by dashes and by the name at its end, not by colour.
    return fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"{}/>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"14\" fill=\"currentColor\">{}</text>\n",
        points,
        is_white ? "" : " stroke-dasharray=\"6 4\"",
        x + 5,
        y + (is_white ? -3 : 12),
        html_escaped(options.word(is_white ? "html.white" : "html.black"))
    );
}

std::string axes(const Plot& plot, const HtmlOptions& options) {
    std::string text = fmt::format(
        "<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"currentColor\"/>\n",
        plot_left,
        plot_top,
        plot_bottom,
        plot_width - 70
    );
    constexpr int steps = 4;
    for (int step = 0; step <= steps; ++step) {
        const base::Millis time{static_cast<std::int64_t>(plot.longest * step / steps)};
        text += fmt::format(
            "<text x=\"{}\" y=\"{:.1f}\" font-size=\"12\" fill=\"currentColor\" "
            "text-anchor=\"end\">{}</text>",
            plot_left - 4,
            plot.y(time) + 4,
            clock_text(time)
        );
    }
    return text +
        fmt::format(
               "<text x=\"{}\" y=\"{}\" font-size=\"14\" fill=\"currentColor\">{}: 1–{}</text>\n",
               plot_left,
               plot_height - 12,
               html_escaped(options.word("html.half_moves")),
               plot.plies
        );
}

std::string clock_summary(const std::vector<SheetMove>& moves, const HtmlOptions& options) {
    std::array<std::string, 2> last;
    last.fill(options.word("html.not_recorded"));
    for (const SheetMove& move : moves) {
        if (move.note.clock)
            last.at(static_cast<std::size_t>(move.place.mover)) = clock_text(*move.note.clock);
    }
    return fmt::format(
        "{}: {} {}, {} {}.",
        options.word("html.clocks_at_end"),
        options.word("html.white"),
        last[0],
        options.word("html.black"),
        last[1]
    );
}

} // namespace

std::string pieces_in_words(const chess::Position& position, const WordOf& word) {
    return fmt::format(
        "{}: {}. {}: {}.",
        word("html.white"),
        piece_list(position, chess::Color::white, word),
        word("html.black"),
        piece_list(position, chess::Color::black, word)
    );
}

std::string to_move(const chess::Position& position, const HtmlOptions& options) {
    const bool is_white = position.turn() == chess::Color::white;
    return fmt::format(
        "{}: {}.",
        options.word("page.to_move"),
        options.word(is_white ? "html.white" : "html.black")
    );
}

std::string board_picture(
    const chess::Position& before,
    const chess::Position& position,
    const std::string& title,
    const HtmlOptions& options,
    const std::string& id
) {
    return draw_board(
        {.board = position.reading(),
         .last_move = changed(before, position),
         .to_move = position.turn(),
         .title = title,
         .description = pieces_in_words(position, options.word) + " " + to_move(position, options),
         .id = id}
    );
}

std::string clock_plot(const PgnGame& game, const HtmlOptions& options) {
    Plot plot;
    const std::vector<SheetMove> moves = game.all_moves();
    plot.plies = std::max<std::size_t>(1, moves.size());
    bool has_clocks = false;
    for (const SheetMove& move : moves) {
        has_clocks = has_clocks || move.note.clock.has_value();
        const base::Millis left = move.note.clock.value_or(base::Millis{0});
        plot.longest = std::max(plot.longest, static_cast<double>(left.count()));
    }
    if (!has_clocks) return {};
    return fmt::format(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"clocks-title clocks-desc\">\n"
        "<title id=\"clocks-title\">{}</title>\n<desc id=\"clocks-desc\">{}</desc>\n{}{}{}</svg>\n",
        plot_width,
        plot_height,
        html_escaped(options.word("html.clocks")),
        html_escaped(clock_summary(moves, options)),
        axes(plot, options),
        clock_line(moves, plot, chess::Color::white, options),
        clock_line(moves, plot, chess::Color::black, options)
    );
}

} // namespace ansage::scoresheet
