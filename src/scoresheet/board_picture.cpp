// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/board_picture.hpp"

#include "scoresheet/html.hpp"

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

// Only the foot tells a black one: it is filled.
std::string outlined_symbols() {
    std::string text;
    for (const chess::Color color : chess::both_colors) {
        for (std::size_t role = 0; role < outlines.size(); ++role) {
            text += fmt::format(
                "<symbol id=\"{}-outline\" viewBox=\"0 0 45 45\"><path d=\"{}\" fill=\"none\" "
                "stroke=\"#000\" stroke-dasharray=\"2 1\"/><path d=\"M10 37h25v4H10z\" fill=\"{}\" "
                "stroke=\"#000\"/></symbol>\n",
                symbol_id({color, static_cast<chess::Role>(role)}),
                outlines[role],
                color == chess::Color::white ? "none" : "#000"
            );
        }
    }
    return text;
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
    return text + outlined_symbols() + "</defs></svg>\n";
}

namespace {

constexpr int square_size = 45;
constexpr int border = 28;

struct Corner {
    int x = 0;
    int y = 0;
};

Corner corner_of(chess::Square square) {
    return {
        border + static_cast<int>(square.file()) * square_size,
        (7 - static_cast<int>(square.rank())) * square_size};
}

std::string sign_at(Corner corner, std::string_view sign) {
    return fmt::format(
        R"(<text x="{}" y="{}" font-size="30" text-anchor="middle">{}</text>)",
        corner.x + square_size / 2,
        corner.y + 33,
        sign
    );
}

std::string piece_at(Corner corner, chess::Piece piece, std::string_view kind) {
    return fmt::format(
        R"(<use href="#{0}{1}" x="{2}" y="{3}" width="{4}" height="{4}"/>)",
        symbol_id(piece),
        kind,
        corner.x,
        corner.y,
        square_size
    );
}

std::string content(Corner corner, chess::SquareReading seen, chess::SquareReading recorded) {
    if (const auto piece = seen.piece()) return piece_at(corner, *piece, "");
    if (seen.is_empty()) return {};
    if (recorded.piece() && !seen.is_unsure())
        return piece_at(corner, *recorded.piece(), "-outline");
    return sign_at(corner, seen.is_unsure() ? "?" : "●");
}

std::string mark(Corner corner) {
    return fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#000\" "
        "stroke-width=\"4\" stroke-dasharray=\"8 4\"/>"
        "<path d=\"M{} {}l9 9m0 -9l-9 9\" stroke=\"#000\" stroke-width=\"2\"/>",
        corner.x + 2,
        corner.y + 2,
        square_size - 4,
        square_size - 4,
        corner.x + square_size - 15,
        corner.y + 6
    );
}

std::string outline(Corner corner) {
    return fmt::format(
        "<rect class=\"last\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" fill=\"none\" "
        "stroke=\"#000\" stroke-width=\"3\"/>",
        corner.x + 2,
        corner.y + 2,
        square_size - 4
    );
}

std::string disc(chess::Color color) {
    const bool is_white = color == chess::Color::white;
    return fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"10\" fill=\"{}\" stroke=\"currentColor\" "
        "stroke-width=\"2\"/>",
        border + 8 * square_size + border / 2,
        (is_white ? 7 : 0) * square_size + square_size / 2,
        is_white ? "#fff" : "#000"
    );
}

std::string squares_of(const BoardDrawing& drawing) {
    std::string text;
    for (unsigned index = 0; index < 64; ++index) {
        const chess::Square square = chess::Square::from_index(index);
        const Corner corner = corner_of(square);
        const bool dark = (index % 8 + index / 8) % 2 == 0;
        text += fmt::format(
            "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" fill=\"{3}\" "
            "stroke=\"#555\"/>",
            corner.x,
            corner.y,
            square_size,
            dark ? "#aaa" : "#fff"
        );
        text += drawing.last_move.contains(square) ? outline(corner) : "";
        text += content(corner, drawing.board[square], drawing.record[square]);
        text += drawing.marked.contains(square) ? mark(corner) : "";
    }
    return text + "\n";
}

std::string coordinates() {
    std::string text;
    for (int index = 0; index < 8; ++index) {
        text += fmt::format(
            "<text x=\"4\" y=\"{}\" font-size=\"22\" fill=\"currentColor\">{}</text>"
            "<text x=\"{}\" y=\"{}\" font-size=\"22\" fill=\"currentColor\" "
            "text-anchor=\"middle\">{}</text>",
            (7 - index) * square_size + 30,
            index + 1,
            border + index * square_size + square_size / 2,
            8 * square_size + 20,
            static_cast<char>('a' + index)
        );
    }
    return text + "\n";
}

} // namespace

std::string draw_board(const BoardDrawing& drawing) {
    return fmt::format(
        "<svg viewBox=\"-2 -2 {4} {0}\" role=\"img\" aria-labelledby=\"{1}-title {1}-desc\">\n"
        "<title id=\"{1}-title\">{2}</title>\n<desc id=\"{1}-desc\">{3}</desc>\n{5}{6}{7}</svg>\n",
        border + 8 * square_size + 4, // with the lines around it
        drawing.id,
        html_escaped(drawing.title),
        html_escaped(drawing.description),
        border + 8 * square_size + 4 + (drawing.to_move ? border : 0),
        squares_of(drawing),
        coordinates(),
        drawing.to_move ? disc(*drawing.to_move) : ""
    );
}

} // namespace ansage::scoresheet
