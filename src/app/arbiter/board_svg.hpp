// A picture of a board, for those who see it.
#pragma once

#include "chess/reading.hpp"

#include <string>
#include <string_view>

namespace ansage::app {

// Squares of `marked` have a thick dashed frame and a cross in a corner, so that no colour has to
// be told from another. `title` is what a screen reader says of it.
[[nodiscard]] std::string
board_svg(const chess::Reading& reading, chess::SquareSet marked, std::string_view title);

// &, <, > and quotation marks as HTML and XML want them.
[[nodiscard]] std::string escape_markup(std::string_view text);

} // namespace ansage::app
