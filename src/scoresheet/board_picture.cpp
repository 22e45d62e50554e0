// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/board_picture.hpp"

#include "scoresheet/html.hpp"

#include <array>
#include <fmt/format.h>

namespace ansage::scoresheet {
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

std::string use(std::string_view name, chess::Square square) {
    const Corner corner = corner_of(square);
    return fmt::format(
        R"(<use href="#{0}" x="{1}" y="{2}" width="{3}" height="{3}"/>)",
        name,
        corner.x,
        corner.y,
        square_size
    );
}

// By Role.
constexpr std::array<std::string_view, 6> roles{
    "pawn", "knight", "bishop", "rook", "queen", "king"};

std::string piece_at(chess::Square square, chess::Piece piece, std::string_view kind) {
    const std::string_view role = roles.at(static_cast<std::size_t>(piece.role));
    return use(fmt::format("{}-{}{}", chess::to_string(piece.color), role, kind), square);
}

std::string
content(chess::Square square, chess::SquareReading seen, chess::SquareReading recorded) {
    if (const auto piece = seen.piece()) return piece_at(square, *piece, "");
    if (seen.is_empty()) return {};
    if (recorded.piece() && !seen.is_unsure())
        return piece_at(square, *recorded.piece(), "-outline");
    return use(seen.is_unsure() ? "unsure" : "peg", square);
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

// Light and dark, and a line around them.
std::string chequers() {
    std::string dark;
    for (const chess::Square square : chess::all_squares) {
        const unsigned index = square.index();
        if ((index % 8 + index / 8) % 2 != 0) continue;
        const Corner corner = corner_of(square);
        dark += fmt::format("M{0} {1}h{2}v{2}h-{2}z", corner.x, corner.y, square_size);
    }
    return fmt::format(
        "<path fill=\"#fff\" stroke=\"#555\" stroke-width=\"2\" d=\"M{0} 0h{1}v{1}h-{1}z\"/>"
        "<path fill=\"#aaa\" d=\"{2}\"/>\n",
        border,
        8 * square_size,
        dark
    );
}

std::string squares_of(const BoardDrawing& drawing) {
    std::string text;
    for (const chess::Square square : chess::all_squares) {
        if (drawing.last_move.contains(square)) text += use("last", square);
        text += content(square, drawing.board[square], drawing.record[square]);
        if (drawing.marked.contains(square)) text += use("differs", square);
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

BoardSize size_of(const BoardDrawing& drawing) {
    const int side = border + 8 * square_size;
    return {side + (drawing.to_move ? border : 0), side};
}

std::string draw_squares(const BoardDrawing& drawing) {
    return chequers() + squares_of(drawing) + coordinates() +
        (drawing.to_move ? disc(*drawing.to_move) : "");
}

std::string draw_board(const BoardDrawing& drawing) {
    const BoardSize size = size_of(drawing);
    return fmt::format(
        "<svg viewBox=\"-2 -2 {0} {1}\" role=\"img\" aria-labelledby=\"{2}-title {2}-desc\">\n"
        "<title id=\"{2}-title\">{3}</title>\n<desc id=\"{2}-desc\">{4}</desc>\n{5}</svg>\n",
        size.width + 4, // with the lines around it
        size.height + 4,
        drawing.id,
        html_escaped(drawing.title),
        html_escaped(drawing.description),
        draw_squares(drawing)
    );
}

} // namespace ansage::scoresheet
