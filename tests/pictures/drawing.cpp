// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures/drawing.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::pictures {
namespace {

// Letters, not bytes; "&amp;" is one.
std::size_t letters_in(std::string_view html) {
    std::size_t count = 0;
    bool is_named = false;
    for (const char byte : html) {
        if (byte == '&') is_named = true;
        if (!is_named && (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U) ++count;
        if (is_named && byte == ';') {
            is_named = false;
            ++count;
        }
    }
    return count;
}

} // namespace

std::vector<std::string> wrapped(std::string_view text, int width, int size) {
    // Of sans-serif text; a wide face is a little wider than the usual ones.
    const auto most = static_cast<std::size_t>(width * 100 / (size * 56));
    std::vector<std::string> lines{""};
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!lines.back().empty() && letters_in(lines.back()) + 1 + letters_in(word) > most)
            lines.emplace_back();
        lines.back() += lines.back().empty() ? "" : " ";
        lines.back() += word;
    }
    return lines;
}

Drawing::Drawing(int width, int height, const std::string& title, const std::string& words)
    : text_(fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
          "font-family=\"sans-serif\" color=\"#000\" role=\"img\" aria-labelledby=\"title desc\">"
          "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n"
          "<title id=\"title\">{2}</title>\n<desc id=\"desc\">{3}</desc>\n"
          "<rect x=\"1\" y=\"1\" width=\"{4}\" height=\"{5}\" rx=\"8\" fill=\"#fff\" "
          "stroke=\"#777\" stroke-width=\"2\"/>\n",
          width,
          height,
          title,
          words,
          width - 2,
          height - 2
      )) {}

void Drawing::text(int x, int y, int size, std::string_view html, std::string_view style) {
    text_ += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{}>{}</text>\n",
        x,
        y,
        size,
        style.empty() ? "" : " ",
        style,
        html
    );
}

int Drawing::lines(
    int x, int y, int size, std::string_view html, int width, std::string_view style
) {
    for (const std::string& one : wrapped(html, width, size)) {
        text(x, y, size, one, style);
        y += size * 14 / 10;
    }
    return y;
}

void Drawing::line(int x, int y, int to_x, int to_y) {
    text_ += fmt::format("<path d=\"M{} {}L{} {}\" stroke=\"#555\"/>\n", x, y, to_x, to_y);
}

void Drawing::broken_frame(int x, int y, int width, int height) {
    text_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#000\" "
        "stroke-width=\"4\" stroke-dasharray=\"8 4\"/>\n",
        x,
        y,
        width,
        height
    );
}

void Drawing::frame(int x, int y, int width, int height) {
    text_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#000\" "
        "stroke-width=\"2\"/>\n",
        x,
        y,
        width,
        height
    );
}

// <svg viewBox="..."> becomes <svg x= y= width= height= viewBox="...">.
void Drawing::put(int x, int y, int width, std::string_view svg) {
    text_ += fmt::format(
        "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}",
        x,
        y,
        width,
        width,
        svg.substr(svg.find(' '))
    );
}

void Drawing::add(std::string_view svg) { text_ += svg; }

} // namespace ansage::pictures
