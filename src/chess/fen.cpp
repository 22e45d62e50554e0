// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/fen.hpp"

#include "base/text.hpp"
#include "base/try.hpp"
#include "chess/attacks.hpp"
#include "chess/quoted.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::chess {
namespace {

template <class T>
using FenResult = base::Result<T, base::Error>;

constexpr std::string_view white_space = " \t\r\n\f\v";
// More than any game can have, and small enough for every sum made of it.
constexpr unsigned largest_number = 99'999;

tl::unexpected<base::Error> complain(base::Phrase what, base::Phrase mend) {
    return tl::unexpected{base::Error{std::move(what), {}, std::move(mend)}};
}

std::string_view next_field(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(white_space), text.size()));
    const std::string_view field = text.substr(0, text.find_first_of(white_space));
    text.remove_prefix(field.size());
    return field;
}

// The file after the letter, or nothing if the letter is none of a placement.
std::optional<unsigned> place_letter(Setup& setup, unsigned rank, unsigned file, char letter) {
    if ('1' <= letter && letter <= '8') return file + static_cast<unsigned>(letter - '0');
    const auto piece = parse_piece(letter);
    if (piece && file < 8) setup.board[rank * 8 + file] = piece;
    return piece ? std::optional{file + 1} : std::nullopt;
}

FenResult<void> parse_rank(Setup& setup, unsigned rank, std::string_view text) {
    unsigned file = 0;
    for (const char letter : text) {
        const auto next = place_letter(setup, rank, file, letter);
        if (!next) {
            return complain(
                base::phrase("rank {} has {}, which is no piece", rank + 1, quoted({&letter, 1})),
                base::phrase("use PNBRQK for White, pnbrqk for Black and 1 to 8 for empty squares")
            );
        }
        file = *next;
    }
    if (file != 8) {
        return complain(
            base::phrase("rank {} describes {} squares, not 8", rank + 1, file),
            base::phrase("count each letter as one square and each digit as so many empty ones")
        );
    }
    return {};
}

FenResult<void> parse_board(Setup& setup, std::string_view text) {
    const auto ranks = std::count(text.begin(), text.end(), '/') + 1;
    if (ranks != 8) {
        return complain(
            base::phrase("the board {} has {} ranks, not 8", quoted(text), ranks),
            base::phrase("write rank 8 first, and / between the ranks")
        );
    }
    for (unsigned rank = 8; rank-- > 0;) {
        const std::string_view letters = base::take_until(text, '/');
        if (auto done = parse_rank(setup, rank, letters); !done) return done;
    }
    return {};
}

FenResult<void> parse_turn(Setup& setup, std::string_view text) {
    if (text != "w" && text != "b") {
        return complain(
            base::phrase("the side to move is {}", quoted(text)),
            base::phrase("write w for White or b for Black")
        );
    }
    setup.turn = text == "w" ? Color::white : Color::black;
    return {};
}

SquareSet find_pieces(const Setup& setup, Piece piece) {
    SquareSet set;
    for (unsigned index = 0; index < 64; ++index)
        if (setup.board[index] == piece) set.insert(Square::from_index(index));
    return set;
}

Square last(SquareSet set) {
    return Square::from_index(63U - static_cast<unsigned>(__builtin_clzll(set.bits())));
}

// What stands on a colour's first rank that castling is made of.
struct Castlers {
    SquareSet left; // the rooks on the a side of the king
    SquareSet right;
};

Castlers find_castlers(const Setup& setup, Color color) {
    const SquareSet rank = attacks::rank_of(attacks::back_rank(color));
    const SquareSet king = find_pieces(setup, {color, Role::king}) & rank;
    if (king.size() != 1) return {};
    const SquareSet rooks = find_pieces(setup, {color, Role::rook}) & rank;
    const SquareSet below_king{king.bits() - 1};
    return {.left = rooks & below_king, .right = rooks & ~below_king};
}

// The rook that a castling letter, here in lower case, names; K and Q name the outermost ones
// (X-FEN).
std::optional<Square> find_rook(const Castlers& castlers, Rank rank, char letter) {
    if (letter == 'k')
        return castlers.right.empty() ? std::nullopt : std::optional{last(castlers.right)};
    if (letter == 'q')
        return castlers.left.empty() ? std::nullopt : std::optional{castlers.left.first()};
    if (letter < 'a' || letter > 'h') return std::nullopt;
    const Square square{static_cast<File>(letter - 'a'), rank};
    return (castlers.left | castlers.right).contains(square) ? std::optional{square} : std::nullopt;
}

FenResult<void> parse_castling(Setup& setup, std::string_view text) {
    if (text == "-") return {};
    constexpr char lower_case_bit = 0x20;
    for (const char letter : text) {
        const Color color = (letter & lower_case_bit) == 0 ? Color::white : Color::black;
        const Castlers castlers = find_castlers(setup, color);
        const char lower = static_cast<char>(letter | lower_case_bit);
        const auto rook = find_rook(castlers, attacks::back_rank(color), lower);
        if (!rook) {
            return complain(
                color == Color::white
                    ? base::phrase(
                          "castling {}: no white king and rook stand ready for it",
                          quoted({&letter, 1})
                      )
                    : base::phrase(
                          "castling {}: no black king and rook stand ready for it",
                          quoted({&letter, 1})
                      ),
                base::phrase("write K, Q, k, q or a rook's file for what may still castle, or -")
            );
        }
        setup.castling_rooks.insert(*rook);
    }
    return {};
}

FenResult<void> parse_en_passant(Setup& setup, std::string_view text) {
    if (text == "-") return {};
    const bool is_white = setup.turn == Color::white;
    const auto square = parse_square(text);
    if (!square || square->rank() != (is_white ? Rank::sixth : Rank::third)) {
        return complain(
            base::phrase(
                "the en passant square {} is not on rank {}", quoted(text), is_white ? 6 : 3
            ),
            base::phrase("write the square that the pawn has just passed over, or -")
        );
    }
    const Square pawn{square->file(), is_white ? Rank::fifth : Rank::fourth};
    if (setup.board[pawn.index()] != Piece{!setup.turn, Role::pawn}) {
        return complain(
            is_white ? base::phrase(
                           "the en passant square is {}, but no black pawn stands on {}",
                           to_string(*square),
                           to_string(pawn)
                       )
                     : base::phrase(
                           "the en passant square is {}, but no white pawn stands on {}",
                           to_string(*square),
                           to_string(pawn)
                       ),
            base::phrase("write the square that the pawn has just passed over, or -")
        );
    }
    setup.en_passant = square;
    return {};
}

FenResult<unsigned> parse_number(std::string_view text, base::Phrase refusal, unsigned missing) {
    if (text == "-") return missing;
    const auto number = base::parse_number<unsigned>(text);
    if (!number || *number > largest_number) {
        return complain(
            std::move(refusal),
            base::phrase("write a number from 0 to {}, or leave it out", largest_number)
        );
    }
    return *number;
}

FenResult<void> parse_halfmove_clock(Setup& setup, std::string_view text) {
    return parse_number(
               text,
               base::phrase("the count of moves without capture or pawn move is {}", quoted(text)),
               0
    )
        .map([&setup](unsigned number) { setup.halfmove_clock = number; });
}

FenResult<void> parse_fullmove_number(Setup& setup, std::string_view text) {
    // Some programs count from 0; there is no move before the first.
    return parse_number(text, base::phrase("the move number is {}", quoted(text)), 1)
        .map([&setup](unsigned number) { setup.fullmove_number = MoveNumber{std::max(number, 1U)}; }
        );
}

void append_letters(std::string& text, SquareSet rooks, Square outermost, char letter) {
    for (const Square rook : rooks) text += rook == outermost ? letter : to_char(rook.file());
}

std::string castling_letters(const Setup& setup, Color color) {
    const Castlers castlers = find_castlers(setup, color);
    std::string text;
    if (!castlers.right.empty())
        append_letters(text, castlers.right & setup.castling_rooks, last(castlers.right), 'k');
    if (!castlers.left.empty())
        append_letters(text, castlers.left & setup.castling_rooks, castlers.left.first(), 'q');
    if (color == Color::white) {
        std::transform(text.begin(), text.end(), text.begin(), [](char letter) {
            return static_cast<char>(letter & ~0x20);
        });
    }
    return text;
}

Reading reading_of(const Setup& setup) {
    Reading reading;
    for (unsigned index = 0; index < 64; ++index) {
        if (const auto piece = setup.board[index])
            reading.squares[index] = SquareReading::of(*piece);
    }
    return reading;
}

} // namespace

base::Result<Setup, base::Error> parse_fen(std::string_view text) {
    using Parser = FenResult<void> (*)(Setup&, std::string_view);
    constexpr std::array<Parser, 6> parsers{
        parse_board,
        parse_turn,
        parse_castling,
        parse_en_passant,
        parse_halfmove_clock,
        parse_fullmove_number};
    Setup setup;
    for (std::size_t index = 0; index < parsers.size(); ++index) {
        const std::string_view field = next_field(text);
        if (field.empty() && index == 0) {
            return complain(
                base::phrase("the FEN is empty"),
                base::phrase("write at least the board, from rank 8 to rank 1")
            );
        }
        if (field.empty()) return setup;
        ANSAGE_TRY(parsers[index](setup, field));
    }
    if (const std::string_view more = next_field(text); !more.empty()) {
        return complain(
            base::phrase("{} stands after the FEN's six fields", quoted(more)),
            base::phrase("leave it out")
        );
    }
    return setup;
}

base::Result<Position, base::Error> parse_position(std::string_view fen, Strictness strictness) {
    const auto setup = ANSAGE_TRY(parse_fen(fen));
    return Position::from_setup(setup, strictness).map_error(to_error);
}

base::Error to_error(SetupError error) {
    switch (error) {
    case SetupError::kings:
        return {
            base::phrase("a side has no king, or more than one"),
            {},
            base::phrase("give each side exactly one king")};
    case SetupError::pawn_on_last_rank:
        return {
            base::phrase("a pawn stands on the first or the eighth rank"),
            {},
            base::phrase("move it, or promote it")};
    case SetupError::too_many_pieces:
        return {
            base::phrase("a side has more than sixteen pieces or more than eight pawns"),
            {},
            base::phrase("take the surplus off the board")};
    case SetupError::opponent_in_check:
        return {
            base::phrase("the side that is not to move stands in check"),
            {},
            base::phrase("give the move to the other side, or mend the board")};
    }
    return {};
}

std::string to_fen(const Position& position) {
    Setup setup = position.setup();
    setup.en_passant = position.repetition_key().en_passant;
    return to_fen(setup);
}

std::string to_fen(const Setup& setup) {
    const std::string castling =
        castling_letters(setup, Color::white) + castling_letters(setup, Color::black);
    return fmt::format(
        "{} {} {} {} {} {}",
        to_placement(reading_of(setup)),
        setup.turn == Color::white ? 'w' : 'b',
        castling.empty() ? "-" : castling,
        setup.en_passant ? to_string(*setup.en_passant) : "-",
        setup.halfmove_clock,
        setup.fullmove_number.value()
    );
}

std::string to_placement(const Position& position) { return to_placement(position.reading()); }

} // namespace ansage::chess
