// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/chess960.hpp"

#include "base/check.hpp"

namespace ansage::chess {
namespace {

using BackRank = std::array<std::optional<Role>, 8>;

// Puts the role on the n-th file that is still free, counted from the a-file.
void put_on_free(BackRank& rank, std::size_t n, Role role) {
    for (auto& file : rank) {
        if (file) continue;
        if (n == 0) {
            file = role;
            return;
        }
        --n;
    }
}

// The numbering is Reinhard Scharnagl's: bishops, then the queen, then the knights, and the rooks
// stand on either side of the king.
BackRank back_rank(std::size_t number) {
    constexpr std::array<std::array<std::size_t, 2>, 10> knights{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    BackRank rank;
    rank[number % 4 * 2 + 1] = Role::bishop;
    number /= 4;
    rank[number % 4 * 2] = Role::bishop;
    number /= 4;
    put_on_free(rank, number % 6, Role::queen);
    number /= 6;
    const auto [first, second] = knights.at(number);
    put_on_free(rank, second, Role::knight);
    put_on_free(rank, first, Role::knight);
    for (const Role role : {Role::rook, Role::king, Role::rook}) put_on_free(rank, 0, role);
    return rank;
}

} // namespace

Setup chess960_setup(unsigned number) {
    ANSAGE_CHECK(number < 960);
    Setup setup;
    const BackRank roles = back_rank(number);
    for (unsigned file = 0; file < 8; ++file) {
        const Role role = roles[file].value_or(Role::pawn);
        setup.board[file] = Piece{Color::white, role};
        setup.board[8 + file] = Piece{Color::white, Role::pawn};
        setup.board[48 + file] = Piece{Color::black, Role::pawn};
        setup.board[56 + file] = Piece{Color::black, role};
        if (role == Role::rook) {
            setup.castling_rooks.insert(Square::from_index(file))
                .insert(Square::from_index(56 + file));
        }
    }
    return setup;
}

} // namespace ansage::chess
