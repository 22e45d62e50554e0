#include "app/arbiter/board_svg.hpp"

#include <array>
#include <fmt/format.h>

namespace ansage::app {

namespace {

constexpr unsigned edge = 40;
constexpr unsigned margin = 20;

constexpr std::array<std::string_view, 12> signs{
    "♙", "♘", "♗", "♖", "♕", "♔", "♟", "♞", "♝", "♜", "♛", "♚"};

std::string_view sign_of(chess::Seen seen) {
    if (const auto piece = seen.piece()) {
        const std::size_t side = piece->color == chess::Color::white ? 0 : 6;
        return signs.at(side + static_cast<std::size_t>(piece->role));
    }
    return seen.is_occupied() ? "●" : seen.is_unsure() ? "?" : "";
}

std::string text_at(unsigned x, unsigned y, unsigned size, std::string_view text) {
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\">{}</text>\n",
        x,
        y,
        size,
        text
    );
}

std::string square_svg(chess::Square square, chess::Seen seen, bool is_marked) {
    const auto file = static_cast<unsigned>(square.file());
    const auto rank = static_cast<unsigned>(square.rank());
    const unsigned x = margin + file * edge;
    const unsigned y = (7 - rank) * edge;
    const bool is_dark = (file + rank) % 2 == 0;
    std::string svg = fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
        x,
        y,
        edge,
        edge,
        is_dark ? "#c8c8c8" : "#ffffff"
    );
    if (const std::string_view sign = sign_of(seen); !sign.empty()) {
        svg += text_at(x + edge / 2, y + 31, 30, sign);
    }
    if (is_marked) {
        svg += fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#000\" "
            "stroke-width=\"4\" stroke-dasharray=\"8 4\"/>\n",
            x + 2,
            y + 2,
            edge - 4,
            edge - 4
        );
        svg += text_at(x + edge - 9, y + 15, 14, "✗");
    }
    return svg;
}

} // namespace

std::string escape_markup(std::string_view text) {
    std::string escaped;
    for (const char letter : text) {
        switch (letter) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        default:
            escaped += letter;
        }
    }
    return escaped;
}

std::string
board_svg(const chess::Reading& reading, chess::SquareSet marked, std::string_view title) {
    constexpr unsigned side = margin + 8 * edge;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{}\" "
        "viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\">\n",
        escape_markup(title),
        side,
        side,
        side,
        side
    );
    for (unsigned i = 0; i < 64; ++i) {
        const chess::Square square = chess::Square::from_index(i);
        svg += square_svg(square, reading[square], marked.contains(square));
    }
    svg += fmt::format(
        "<rect x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#000\"/>\n",
        margin,
        8 * edge,
        8 * edge
    );
    for (unsigned i = 0; i < 8; ++i) {
        const char file = static_cast<char>('a' + i);
        const char rank = static_cast<char>('8' - i);
        svg += text_at(margin + i * edge + edge / 2, side - 5, 14, std::string(1, file));
        svg += text_at(margin / 2, i * edge + 25, 14, std::string(1, rank));
    }
    return svg + "</svg>\n";
}

} // namespace ansage::app
