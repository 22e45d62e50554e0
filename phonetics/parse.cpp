#include "phonetics/parse.hpp"

#include "phonetics/wanted.hpp"

namespace ansage::phonetics {

using chess::MoveError;
using chess::Position;

Heard parse(const Lexicon& lexicon, const Position& position, std::string_view text) {
    std::optional<Wanted> wanted = read_letters(lexicon, text);
    if (!wanted) {
        wanted = read_words(lexicon, text);
    }
    if (!wanted) {
        return {
            .text = std::string{text}, .move = tl::unexpected{MoveError::not_a_move}, .said = {}};
    }
    return {
        .text = std::string{text}, .move = resolve(*wanted, position), .said = to_said(*wanted)};
}

} // namespace ansage::phonetics
