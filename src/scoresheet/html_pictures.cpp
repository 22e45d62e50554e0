// The pictures of the HTML page.
#include "scoresheet/html.hpp"
#include "scoresheet/spelling.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::scoresheet {
namespace {

// Our own drawings, by Role, in a square of 45 units; all stand on the same foot.
constexpr std::array<std::string_view, 6> outlines{
    "M16.5 15a6 6 0 1 1 12 0a6 6 0 0 1-3 5.2L28 37H17l2.5-16.800a6 6 0 0 1-3-5.200z",
    "M14 37c0-10 6-12 6-17l-6 4-4-4 9-11 2-4 3 3c8 2 11 10 10 29z",
    "M22.5 6a3 3 0 0 1 2 5.200c6.500 5 7.500 11 3.500 15.800l2 10h-15l2-10c-4-4.800-3-10.800 "
    "3.500-15.800a3 3 0 0 1 4-5.200z",
    "M12 10h5v4h3v-4h5v4h3v-4h5v9l-4 3v15H16V22l-4-3z",
    "M9 14l6 10 3-14 4.500 13 4.500-13 3 14 6-10-4 23H13z",
    "M21 5h3v4h4v3h-4v5c8-4 15 3 10 11l-5 9H16l-5-9c-5-8 2-15 10-11v-5h-4V9h4z",
};

std::string symbol_id(chess::Piece piece) {
    return fmt::format("{}{}", chess::to_string(piece.color), static_cast<unsigned>(piece.role));
}

} // namespace

std::string piece_symbols() {
    std::string text = "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" "
                       "style=\"position:absolute\"><defs>\n";
    for (const chess::Color color : chess::both_colors) {
        for (std::size_t role = 0; role < outlines.size(); ++role) {
            const bool is_white = color == chess::Color::white;
            text += fmt::format(
                "<symbol id=\"{}\" viewBox=\"0 0 45 45\"><path d=\"{}M10 37h25v4H10z\" fill=\"{}\" "
                "stroke=\"{}\" stroke-width=\"1.5\"/></symbol>\n",
                symbol_id({color, static_cast<chess::Role>(role)}),
                outlines[role],
                is_white ? "#fff" : "#000",
                is_white ? "#000" : "#fff"
            );
        }
    }
    return text + "</defs></svg>\n";
}

namespace {

constexpr int square_size = 45;
constexpr int border = 24;

std::string
piece_list(const chess::Position& position, chess::Color color, const HtmlOptions& options) {
    constexpr std::array<std::string_view, 6> ids{
        "html.pawn", "html.knight", "html.bishop", "html.rook", "html.queen", "html.king"};
    std::string text;
    for (std::size_t role = ids.size(); role-- > 0;) {
        std::string squares;
        for (unsigned index = 0; index < 64; ++index) {
            const chess::Square square = chess::Square::from_index(index);
            if (position.at(square) == chess::Piece{color, static_cast<chess::Role>(role)}) {
                squares += ' ';
                squares += chess::to_string(square);
            }
        }
        if (!squares.empty()) {
            text += text.empty() ? "" : ", ";
            text += options.word(ids[role]) + squares;
        }
    }
    return text;
}

std::string description(const chess::Position& position, const HtmlOptions& options) {
    return fmt::format(
        "{}: {}. {}: {}.",
        options.word("html.white"),
        piece_list(position, chess::Color::white, options),
        options.word("html.black"),
        piece_list(position, chess::Color::black, options)
    );
}

std::string squares_of(const chess::Position& position) {
    std::string text;
    for (unsigned index = 0; index < 64; ++index) {
        const chess::Square square = chess::Square::from_index(index);
        const int file = static_cast<int>(index % 8);
        const int rank = static_cast<int>(index / 8);
        const int x = border + file * square_size;
        const int y = (7 - rank) * square_size;
        text += fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#555\"/>",
            x,
            y,
            square_size,
            square_size,
            (file + rank) % 2 == 0 ? "#aaa" : "#fff"
        );
        if (const auto piece = position.at(square)) {
            text += fmt::format(
                "<use href=\"#{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                symbol_id(*piece),
                x,
                y,
                square_size,
                square_size
            );
        }
    }
    return text + "\n";
}

std::string coordinates() {
    std::string text;
    for (int index = 0; index < 8; ++index) {
        text += fmt::format(
            "<text x=\"4\" y=\"{}\" font-size=\"16\">{}</text>"
            "<text x=\"{}\" y=\"{}\" font-size=\"16\" text-anchor=\"middle\">{}</text>",
            (7 - index) * square_size + 28,
            index + 1,
            border + index * square_size + square_size / 2,
            8 * square_size + 18,
            static_cast<char>('a' + index)
        );
    }
    return text + "\n";
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

    [[nodiscard]] double x(std::size_t ply) const {
        return plot_left +
            (plot_width - plot_left - 70.0) * static_cast<double>(ply) / static_cast<double>(plies);
    }

    [[nodiscard]] double y(base::Millis left) const {
        const double part = static_cast<double>(left.count()) / longest;
        return plot_bottom - (plot_bottom - plot_top) * std::clamp(part, 0.0, 1.0);
    }
};

std::string
clock_line(const PgnGame& game, const Plot& plot, chess::Color color, const HtmlOptions& options) {
    std::string points;
    double x = 0;
    double y = 0;
    const bool is_white_first = game.start.turn() == chess::Color::white;
    for (std::size_t ply = 0; ply < game.notes.size(); ++ply) {
        const bool is_white = (ply % 2 == 0) == is_white_first;
        if (game.notes[ply].clock && is_white == (color == chess::Color::white)) {
            x = plot.x(ply + 1);
            y = plot.y(*game.notes[ply].clock);
            points += fmt::format("{:.1f},{:.1f} ", x, y);
        }
    }
    const bool is_white = color == chess::Color::white;
    // Told apart by dashes and by the name at its end, not by colour.
    return fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#000\" stroke-width=\"2\"{}/>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"14\">{}</text>\n",
        points,
        is_white ? "" : " stroke-dasharray=\"6 4\"",
        x + 5,
        y + (is_white ? -3 : 12),
        html_escaped(options.word(is_white ? "html.white" : "html.black"))
    );
}

std::string axes(const Plot& plot, const HtmlOptions& options) {
    std::string text = fmt::format(
        "<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"#000\"/>\n",
        plot_left,
        plot_top,
        plot_bottom,
        plot_width - 70
    );
    constexpr int steps = 4;
    for (int step = 0; step <= steps; ++step) {
        const base::Millis time{static_cast<std::int64_t>(plot.longest * step / steps)};
        text += fmt::format(
            "<text x=\"{}\" y=\"{:.1f}\" font-size=\"12\" text-anchor=\"end\">{}</text>",
            plot_left - 4,
            plot.y(time) + 4,
            clock_text(time)
        );
    }
    return text +
        fmt::format(
               "<text x=\"{}\" y=\"{}\" font-size=\"14\">{}: 1–{}</text>\n",
               plot_left,
               plot_height - 12,
               html_escaped(options.word("html.half_moves")),
               plot.plies
        );
}

std::string clock_summary(const PgnGame& game, const HtmlOptions& options) {
    std::array<std::string, 2> last;
    const std::size_t offset = game.start.turn() == chess::Color::white ? 0 : 1;
    for (std::size_t ply = 0; ply < game.notes.size(); ++ply) {
        if (game.notes[ply].clock) {
            last[(ply + offset) % 2] = clock_text(*game.notes[ply].clock);
        }
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

std::string board_picture(
    const chess::Position& position,
    const std::string& title,
    const HtmlOptions& options,
    const std::string& id
) {
    return fmt::format(
        "<svg viewBox=\"0 0 {0} {0}\" role=\"img\" aria-labelledby=\"{1}-title {1}-desc\">\n"
        "<title id=\"{1}-title\">{2}</title>\n<desc id=\"{1}-desc\">{3}</desc>\n{4}{5}</svg>\n",
        border + 8 * square_size,
        id,
        html_escaped(title),
        html_escaped(description(position, options)),
        squares_of(position),
        coordinates()
    );
}

std::string clock_plot(const PgnGame& game, const HtmlOptions& options) {
    Plot plot;
    plot.plies = std::max<std::size_t>(1, game.notes.size());
    bool has_clocks = false;
    for (const PgnNote& note : game.notes) {
        has_clocks = has_clocks || note.clock.has_value();
        const base::Millis left = note.clock.value_or(base::Millis{0});
        plot.longest = std::max(plot.longest, static_cast<double>(left.count()));
    }
    if (!has_clocks) {
        return {};
    }
    return fmt::format(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"clocks-title clocks-desc\">\n"
        "<title id=\"clocks-title\">{}</title>\n<desc id=\"clocks-desc\">{}</desc>\n{}{}{}</svg>\n",
        plot_width,
        plot_height,
        html_escaped(options.word("html.clocks")),
        html_escaped(clock_summary(game, options)),
        axes(plot, options),
        clock_line(game, plot, chess::Color::white, options),
        clock_line(game, plot, chess::Color::black, options)
    );
}

} // namespace ansage::scoresheet
