// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/position_words.hpp"

#include "phonetics/fold.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace ansage::telling {

using chess::Color;
using chess::SquareSet;

namespace {

SquareSet squares_of(chess::Rank rank) {
    return SquareSet{std::uint64_t{0xff} << (static_cast<unsigned>(rank) * 8)};
}

SquareSet squares_of(chess::File file) {
    return SquareSet{std::uint64_t{0x0101010101010101} << static_cast<unsigned>(file)};
}

bool is_called(const phonetics::Word& word, const std::string& folded) {
    return phonetics::fold(word.form.shown) == folded ||
        std::ranges::any_of(word.accepted, [&](const std::string& other) {
               return phonetics::fold(other) == folded;
           });
}

// The letter or digit that counts from `first`.
std::string
called_among(std::span<const phonetics::Word> words, char first, const std::string& folded) {
    const auto found =
        std::ranges::find_if(words, [&](const auto& word) { return is_called(word, folded); });
    return found == words.end() ? std::string{}
                                : std::string{static_cast<char>(first + (found - words.begin()))};
}

bool is_figure(std::string_view text) {
    return text.size() == 1 && text.front() >= '1' && text.front() <= '8';
}

} // namespace

std::string PositionWords::colored_piece(chess::Piece piece) const {
    std::string id = piece.color == Color::white ? "piece.white" : "piece.black";
    id += piece.role == chess::Role::queen ? "_queen" : "";
    return in_.sentence(id, {{"piece", as_word_(phonetics::announce(vocabulary_, piece.role))}});
}

std::string
PositionWords::on_square(const std::string& name, const chess::SquareReading& seen) const {
    const auto piece = seen.piece();
    return name + ' ' +
        (piece                 ? colored_piece(*piece)
             : seen.is_empty() ? in_.sentence("square.free")
                               : in_.sentence("piece.unknown"));
}

std::string PositionWords::rank_name(chess::Rank rank) const {
    return in_.sentence(
               "square.rank", {{"text", as_word_(phonetics::announce(vocabulary_, rank))}}
           ) +
        ": ";
}

std::string PositionWords::line(const chess::Reading& board, SquareSet squares) const {
    if (squares.empty()) return {};
    const chess::Square first = squares.first();
    const bool is_rank = squares == squares_of(first.rank());
    const bool is_file = squares == squares_of(first.file());
    std::string text;
    if (is_rank) {
        text = rank_name(first.rank());
    } else if (is_file) {
        text =
            in_.sentence(
                "square.file", {{"text", as_word_(phonetics::announce(vocabulary_, first.file()))}}
            ) +
            ": ";
    }
    std::string_view between;
    for (const chess::Square square : squares) {
        const phonetics::Announcement where = is_rank
            ? phonetics::announce(vocabulary_, square.file())
            : is_file ? phonetics::announce(vocabulary_, square.rank())
                      : phonetics::announce(vocabulary_, square);
        text += between;
        text += on_square(as_word_(where), board[square]);
        between = ", ";
    }
    return text;
}

std::string PositionWords::ranks(const chess::Reading& board) const {
    std::string text;
    for (unsigned below = 8; below > 0; --below) {
        const auto rank = static_cast<chess::Rank>(below - 1);
        std::string list;
        for (const chess::Square square : squares_of(rank) & board.occupied()) {
            const std::string file = as_word_(phonetics::announce(vocabulary_, square.file()));
            list += (list.empty() ? "" : ", ") + on_square(file, board[square]);
        }
        text += (text.empty() ? "" : "; ") + rank_name(rank) +
            (list.empty() ? in_.sentence("square.free") : list);
    }
    return text;
}

std::vector<chess::Square> in_telling_order(SquareSet squares, chess::Role role) {
    std::vector<chess::Square> order{squares.begin(), squares.end()};
    if (role == chess::Role::pawn)
        std::ranges::stable_sort(order, {}, [](chess::Square square) { return square.file(); });
    return order;
}

std::string square_called(const phonetics::Vocabulary& vocabulary, std::string_view words) {
    std::string folded = phonetics::fold(words);
    const bool numeric = vocabulary.options.numeric;
    if (numeric && folded.size() == 2) folded.insert(1, " "); // "54"
    for (std::size_t cut = 0; cut <= folded.size(); ++cut) {
        const bool ends_word = cut == 0 || cut == folded.size() || folded[cut] == ' ';
        if (!ends_word) continue;
        const std::string rest = folded.substr(std::min(folded.size(), cut == 0 ? 0 : cut + 1));
        const bool is_letter =
            cut == 1 && folded.size() > cut && folded[0] >= 'a' && folded[0] <= 'h';
        const std::string first = folded.substr(0, cut);
        const std::string file = is_letter ? first
            : numeric && is_figure(first)
            ? std::string{static_cast<char>('a' + (first[0] - '1'))}
            : called_among(numeric ? vocabulary.ranks : vocabulary.files, 'a', first);
        const std::string rank = is_figure(rest) ? rest : called_among(vocabulary.ranks, '1', rest);
        const bool is_it = (cut == 0 || !file.empty()) && (rest.empty() || !rank.empty());
        if (is_it && !(file + rank).empty()) return file + rank;
    }
    return {};
}

} // namespace ansage::telling
