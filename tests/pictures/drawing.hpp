// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the documentation: a card of its own paper, so that it is good on a white page
// and on a black one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ansage::pictures {

// As many letters a line as `width` holds at that size of text.
std::vector<std::string> wrapped(std::string_view text, int width, int size);

class Drawing {
public:
    // `words`: for whoever does not see it.
    Drawing(int width, int height, const std::string& title, const std::string& words);

    // Of HTML, in which & and < are written as they have to be. `style`: more attributes.
    void text(int x, int y, int size, std::string_view html, std::string_view style = {});
    // Each line below the last; returns where the next would stand.
    int
    lines(int x, int y, int size, std::string_view html, int width, std::string_view style = {});
    void line(int x, int y, int to_x, int to_y);
    // A frame that stands out, as thick and broken as that of a square that differs.
    void broken_frame(int x, int y, int width, int height);
    void frame(int x, int y, int width, int height);
    // An element of its own, such as a board; it is as large as its drawing says.
    void put(int x, int y, int width, std::string_view svg);
    void add(std::string_view svg);

    std::string svg() const { return text_ + "</svg>\n"; }

private:
    std::string text_;
};

} // namespace ansage::pictures
