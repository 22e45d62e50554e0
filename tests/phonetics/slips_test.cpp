// SPDX-License-Identifier: GPL-3.0-or-later
// Slips made by rule from what was meant: keys beside the right one on seven keyboards, keys hit
// twice or not at all, letters exchanged, words dropped or misheard. Whatever a table takes for an
// announcement, somebody typed all of it, and nothing else.
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/fold.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/shipped.hpp"
#include "scoresheet/pgn.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace ansage::phonetics {

using chess::Move;
using chess::MoveError;
using chess::Position;
using chess::Role;

namespace {

using Random = std::mt19937;
using Texts = std::vector<std::string>;

// German, US, Swedish (and Finnish), Danish, Norwegian, Dutch, French: the rows of keys. Letters
// that are not ASCII are left out; they stand at the edge.
constexpr std::array<std::array<std::string_view, 4>, 7> keyboards{{
    {"1234567890-", "qwertzuiop+", "asdfghjkl#", "<yxcvbnm,."},
    {"1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"},
    {"1234567890+", "qwertyuiop", "asdfghjkl'", "<zxcvbnm,."},
    {"1234567890+", "qwertyuiop", "asdfghjkl'", "<zxcvbnm,."},
    {"1234567890+", "qwertyuiop", "asdfghjkl'", "<zxcvbnm,."},
    {"1234567890/", "qwertyuiop*", "asdfghjkl+", "zxcvbnm,."},
    {"&e\"'(-e_ca)=", "azertyuiop^$", "qsdfghjklm", "<wxcvbn,;:"},
}};

template <class T>
const T& any(const std::vector<T>& all, Random& random) {
    return all[random() % all.size()];
}

char neighbour(char key, Random& random) {
    const auto& rows = keyboards[random() % keyboards.size()];
    std::string near;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::size_t at = rows[row].find(key);
        if (at == std::string_view::npos) continue;
        for (std::size_t other = row == 0 ? 0 : row - 1; other <= row + 1 && other < 4; ++other) {
            for (std::size_t x = at == 0 ? 0 : at - 1; x <= at + 1 && x < rows[other].size(); ++x)
                if (rows[other][x] != key) near += rows[other][x];
        }
    }
    return near.empty() ? 'x' : near[random() % near.size()];
}

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// --- what people type for a move
const std::string& national_letters(const Vocabulary& words) {
    static std::string letters;
    letters.clear();
    for (const PieceWord& piece : words.pieces) letters += piece.letter.value_or(' ');
    return letters;
}

std::string in_national_letters(std::string san, const Vocabulary& words) {
    constexpr std::string_view english = "PNBRQK";
    for (char& letter : san) {
        if (const std::size_t role = english.find(letter); role != std::string_view::npos)
            letter = national_letters(words)[role];
    }
    return san;
}

std::string in_capitals(std::string text) {
    for (char& letter : text)
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    return text;
}

Texts split(const std::string& text) {
    Texts parts(1);
    for (const char letter : text) {
        if (letter == ' ') parts.emplace_back();
        else parts.back() += letter;
    }
    return parts;
}

std::string joined(const Texts& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : " ") + part;
    return text;
}

std::string with_digits(const Vocabulary& words, const std::string& text) {
    Texts parts = split(text);
    for (std::string& part : parts) {
        for (std::size_t rank = 0; rank < words.ranks.size(); ++rank)
            if (part == words.ranks[rank].form.shown) part = std::to_string(rank + 1);
    }
    return joined(parts);
}

std::string plain(const Vocabulary& words, const Position& position, Move move, Random& random) {
    const auto said = [&](Style style) { return to_text(announce(words, position, move, style)); };
    std::string san = chess::to_san(position, move);
    while (san.ends_with('+') || san.ends_with('#')) san.pop_back();
    switch (random() % 9) {
    case 0: return san;
    case 1: return in_national_letters(san, words);
    case 2: return chess::to_uci(position, move, chess::CastlingStyle::king_two_squares);
    case 3: return said(Style::full);
    case 4: return said(Style::short_form);
    case 5: return with_digits(words, said(Style::short_form));
    case 6: return in_capitals(in_national_letters(san, words));
    case 7: return fmt::format("{} {}.", position.fullmove_number().value(), said(Style::full));
    default: return fmt::format("{}. {}", position.fullmove_number().value(), san);
    }
}

// --- slips
std::string with_slip_of_key(std::string text, Random& random) {
    const std::size_t at = random() % text.size();
    switch (random() % 5) {
    case 0: text[at] = neighbour(lower(text[at]), random); break;
    case 1: text.insert(at, 1, neighbour(lower(text[at]), random)); break;
    case 2: text.insert(at, 1, text[at]); break;
    case 3: text.erase(at, 1); break;
    default:
        if (at + 1 < text.size()) std::swap(text[at], text[at + 1]);
    }
    return text;
}

std::string with_slip_of_word(const Vocabulary& words, const std::string& text, Random& random) {
    Texts parts = split(text);
    const std::size_t at = random() % parts.size();
    const auto at_it = parts.begin() + static_cast<std::ptrdiff_t>(at);
    const auto sound = std::ranges::find(words.sounds, parts[at], &Sound::meant);
    if (sound != words.sounds.end()) *at_it = any(sound->heard, random);
    else if (random() % 2 == 0) parts.insert(at_it, std::string{*at_it});
    else parts.erase(at_it);
    return joined(parts);
}

std::string slipped(const Vocabulary& words, std::string text, Random& random) {
    for (unsigned slips = 1 + random() % 2; slips > 0 && !text.empty(); --slips) {
        text = random() % 3 == 0 ? with_slip_of_word(words, text, random)
                                 : with_slip_of_key(text, random);
    }
    return text;
}

// --- what was typed: all the signs of a notation, or the meaning of each word
struct Typed {
    std::string places; // files and ranks in their order
    std::string pieces; // as English letters
    bool is_known = true;
};

constexpr std::string_view role_letters = "PNBRQK";

bool names(const Word& word, const std::string& folded, const Vocabulary& words) {
    const auto is_it = [&](const std::string& text) {
        return fold(text) == folded || fold(text, words.spellings) == folded;
    };
    return is_it(word.form.shown) || (word.distinct && is_it(word.distinct->shown)) ||
        std::ranges::any_of(word.accepted, is_it);
}

bool is_particle(const std::string& folded, const Vocabulary& words) {
    const Particles& all = words.particles;
    for (const auto* list :
         {&all.from,
          &all.to,
          &all.at,
          &all.with,
          &all.becomes,
          &all.fillers,
          &all.noise,
          &all.articles}) {
        for (const std::string& each : *list)
            if (fold(each) == folded || fold(each, words.spellings) == folded) return true;
    }
    return false;
}

void add_letters(Typed& typed, const std::string& word, const Vocabulary& words) {
    for (const char letter : word) {
        const bool is_place = (letter >= 'a' && letter <= 'h') || (letter >= '1' && letter <= '8');
        const auto has = [&](const PieceWord& piece) {
            return piece.letter && lower(*piece.letter) == letter;
        };
        const auto piece = std::ranges::find_if(words.pieces, has);
        const std::size_t english = role_letters.find(in_capitals(std::string{letter}));
        if (is_place) typed.places += letter;
        else if (piece != words.pieces.end()) {
            typed.pieces += role_letters[static_cast<std::size_t>(piece - words.pieces.begin())];
        } else if (english != std::string_view::npos && english > 0) {
            typed.pieces += role_letters[english];
        } else if (letter != 'x') typed.is_known = false;
    }
}

void add_word(
    Typed& typed, const std::string& word, const Vocabulary& words, bool particles_are_letters
) {
    for (std::size_t i = 0; i < 8; ++i) {
        const Texts& letters = words.letter_names[i];
        if ((!words.options.numeric && names(words.files[i], word, words)) ||
            std::ranges::any_of(letters, [&](const std::string& each) {
                return fold(each) == word;
            })) {
            typed.places += static_cast<char>('a' + i);
            return;
        }
        if (names(words.ranks[i], word, words)) {
            typed.places += static_cast<char>('1' + i);
            return;
        }
    }
    for (std::size_t role = 0; role < 6; ++role) {
        if (!names(words.pieces[role].word, word, words)) continue;
        typed.pieces += role_letters[role];
        return;
    }
    if (names(words.capture, word, words)) return;
    if (is_particle(word, words) && !particles_are_letters) return;
    add_letters(typed, word, words);
}

// "5254" is e2e4 where figures are files, too.
void take_figures(Typed& typed, const Vocabulary& words) {
    const bool are_figures =
        words.options.numeric && typed.places.find_first_not_of("12345678") == std::string::npos;
    for (std::size_t i = 0; are_figures && i < std::min<std::size_t>(typed.places.size(), 4);
         i += 2)
        typed.places[i] = static_cast<char>(typed.places[i] - '1' + 'a');
}

// Dutch "de" is an article, or a queen on the e-file. `letters`: a bit for each word that is read
// as letters although it may be a particle.
Typed read_typed(const std::string& text, const Vocabulary& words, unsigned letters) {
    Typed typed;
    std::string apart;
    for (const char letter : fold(text)) {
        const bool is_digit = letter >= '0' && letter <= '9';
        const bool was_digit = !apart.empty() && apart.back() >= '0' && apart.back() <= '9';
        if (!apart.empty() && apart.back() != ' ' && letter != ' ' && is_digit != was_digit)
            apart += ' ';
        apart += letter;
    }
    for (const std::string& word : split(apart)) {
        if (word.empty()) continue;
        add_word(typed, word, words, (letters & 1U) != 0);
        letters >>= 1U;
    }
    take_figures(typed, words);
    return typed;
}

std::string places_of(const Said& said) {
    std::string places;
    if (said.from) places = chess::to_string(*said.from);
    if (said.from_file) places += chess::to_char(*said.from_file);
    if (said.from_rank) places += chess::to_char(*said.from_rank);
    return places + (said.to ? chess::to_string(*said.to) : "");
}

std::string without_number(const std::string& text, const Position& position) {
    const std::string number = std::to_string(position.fullmove_number().value());
    if (!text.starts_with(number) || text.size() == number.size()) return text;
    const char next = text[number.size()];
    return next == ' ' || next == '.' ? text.substr(number.size() + 1) : text;
}

bool is_all_said(const Typed& typed, const Said& said) {
    const std::string places = places_of(said);
    const char role = said.role ? role_letters[static_cast<std::size_t>(*said.role)] : ' ';
    const bool may_be_letter = typed.places.size() == places.size() + 1;
    const bool first_is_piece = may_be_letter && typed.places.substr(1) == places;
    const bool last_is_piece =
        may_be_letter && said.promotion && typed.places.substr(0, places.size()) == places;
    const bool is_piece_typed = !said.role || role == 'P' || first_is_piece ||
        typed.pieces.find(role) != std::string::npos || said.from;
    return (typed.places == places || first_is_piece || last_is_piece ||
            (said.promotion && typed.places.find(places) == 0)) &&
        is_piece_typed;
}

// Nothing was said that was not typed, and nothing typed that was not said: in the words, or in the
// signs of one word. A letter may be a file or a piece: "b", "d".
bool is_all_typed(
    const std::string& line,
    const Heard& heard,
    const test::Shipped& words,
    const Position& position
) {
    const Said& said = heard.said;
    if (said.castling || !said.to) return true; // hyphens and zeros; nobody's origin
    Typed figures; // where all of it are figures, none is a number
    add_letters(figures, fold(line), words.vocabulary);
    take_figures(figures, words.vocabulary);
    if (line.find_first_not_of("12345678 .") == std::string::npos && is_all_said(figures, said))
        return true;
    std::string text = without_number(line, position);
    const std::size_t dots = text.find_first_not_of("0123456789");
    if (dots != std::string::npos && text.find('.', dots) == text.find_first_not_of(' ', dots))
        text = text.substr(std::min(text.find_first_not_of(" .", dots), text.size()));
    text.erase(0, text.find_first_not_of(' '));
    Typed signs;
    add_letters(signs, fold(text), words.vocabulary);
    take_figures(signs, words.vocabulary);
    if (text.find(' ') == std::string::npos && is_all_said(signs, said)) return true;
    constexpr unsigned ways = 1U << 6U; // of reading the first six words
    for (unsigned letters = 0; letters < ways; ++letters)
        if (is_all_said(read_typed(text, words.vocabulary, letters), said)) return true;
    return false;
}

// An origin that is a part only is that of such a piece.
bool stands_there(const Said& said, const Position& position) {
    if (!said.from_file && !said.from_rank) return true;
    if (!said.role) return false;
    for (const chess::Square square : position.of({position.turn(), *said.role})) {
        if (said.from_file.value_or(square.file()) == square.file() &&
            said.from_rank.value_or(square.rank()) == square.rank())
            return true;
    }
    return said.role == Role::pawn && said.capture; // "exd5", possible or not
}

// --- positions
std::vector<Position> positions_of_games(std::size_t count) {
    std::ifstream file{tests::root() + "/tests/data/games/rare-events.pgn", std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    scoresheet::PgnReader reader{text, "rare-events.pgn"};
    std::vector<Position> all;
    for (std::size_t ply = 0; const auto game = reader.next();) {
        Position position = game->start;
        for (const Move move : game->moves) {
            if (++ply % 23 == 0 && position.has_legal_move()) all.push_back(position);
            if (all.size() == count) return all;
            position.play(move);
        }
    }
    return all;
}

Move any_move(const Position& position, Random& random) {
    std::vector<Move> moves;
    for (const Move move : position.legal_moves()) moves.push_back(move);
    return any(moves, random);
}

struct Counts {
    unsigned lines = 0;
    unsigned taken = 0; // slips that are announcements of something else, or of the same
    unsigned asked = 0;
    unsigned refused = 0;
    unsigned plain = 0;
    unsigned plain_asked = 0; // pawn or piece, as letters leave it
    unsigned one_key = 0;
    unsigned one_key_meant = 0; // understood as meant, or asked for with the move that was meant
};

bool is_not_a_move(const Heard& heard) {
    return heard.move == tl::unexpected{MoveError::not_a_move};
}

Heard at_table(const test::Shipped& words, const Position& position, const std::string& text) {
    return parse(words.lexicon, position, text, Reading::by_shape);
}

void check_plain(
    const test::Shipped& words, const Position& position, Random& random, Counts& counts
) {
    const Move move = any_move(position, random);
    const std::string text = plain(words.vocabulary, position, move, random);
    const Heard heard = at_table(words, position, text);
    ++counts.plain;
    const bool is_meant = heard.move == move || heard.move == tl::unexpected{MoveError::ambiguous};
    const bool is_asked = std::ranges::any_of(heard.near, [&](const Said& near) {
        return near.to == move.king_to() && near.role == position.at(move.from())->role;
    });
    counts.plain_asked += is_asked ? 1 : 0;
    if (!is_meant && !(is_asked && heard.near.size() == 2))
        FAIL_CHECK(words.vocabulary.name << ": " << text << " in " << chess::to_fen(position));
}

bool names_move(const Said& said, const Position& position, Move move) {
    if (said.castling) return move.is_castling();
    const Role role = position.at(move.from())->role;
    return said.to == move.to() && (said.role.value_or(role) == role) &&
        (!said.from || said.from == move.from());
}

void check_one_key(
    const test::Shipped& words, const Position& position, Random& random, Counts& counts
) {
    if (words.vocabulary.options.numeric) return; // another figure is another square
    const Move move = any_move(position, random);
    const std::string text =
        with_slip_of_key(plain(words.vocabulary, position, move, random), random);
    const Heard heard = at_table(words, position, text);
    const bool is_asked = std::ranges::any_of(heard.near, [&](const Said& near) {
        return names_move(near, position, move);
    });
    const bool is_taken =
        heard.near.empty() && !is_not_a_move(heard) && names_move(heard.said, position, move);
    ++counts.one_key;
    counts.one_key_meant += is_asked || is_taken ? 1 : 0;
}

void check_slip(
    const test::Shipped& words, const Position& position, Random& random, Counts& counts
) {
    const Move move = any_move(position, random);
    const std::string text =
        slipped(words.vocabulary, plain(words.vocabulary, position, move, random), random);
    const Heard heard = at_table(words, position, text);
    ++counts.lines;
    if (is_not_a_move(heard) || !heard.near.empty()) {
        ++(heard.near.empty() ? counts.refused : counts.asked);
        CHECK_FALSE(heard.move.has_value());
        return;
    }
    ++counts.taken;
    if (!is_all_typed(text, heard, words, position) || !stands_there(heard.said, position)) {
        FAIL_CHECK(
            words.vocabulary.name << ": \"" << text << "\" is "
                                  << to_text(announce(words.vocabulary, heard.said)) << " in "
                                  << chess::to_fen(position)
        );
    }
}

// Of the same shape, and other moves are legal: knights stand where the other side's rooks, bishops
// and queens stood, so that nothing pins or gives check from afar.
Position without_pins(const Position& position) {
    std::string fen = chess::to_fen(position);
    const bool is_white = position.turn() == chess::Color::white;
    for (char& letter : fen) {
        if (letter == ' ') break;
        if (std::string_view{is_white ? "qrb" : "QRB"}.find(letter) != std::string_view::npos)
            letter = is_white ? 'n' : 'N';
    }
    const std::size_t rights = fen.find(' ', fen.find(' ') + 1) + 1;
    fen.replace(rights, fen.find(' ', rights) - rights, "-");
    return chess::parse_position(fen).value_or(position);
}

void check_pair(
    const test::Shipped& words, const Position& position, Random& random, Counts& counts
) {
    const Position other = without_pins(position);
    const Move move = any_move(random() % 2 == 0 ? position : other, random);
    if (move.is_castling()) return;
    std::string text =
        plain(words.vocabulary, position.is_legal(move) ? position : other, move, random);
    if (random() % 2 == 0) text = slipped(words.vocabulary, text, random);
    const Heard one = at_table(words, position, text);
    const Heard two = at_table(words, other, text);
    ++counts.lines;
    const auto told = [](const Heard& heard) {
        return heard.move || heard.move.error() == MoveError::illegal
            ? -1
            : static_cast<int>(heard.move.error());
    };
    if (told(one) != told(two) || one.said != two.said || one.near != two.near)
        FAIL_CHECK("\"" << text << "\" tells what is legal in " << chess::to_fen(position));
}

template <class Check>
Counts check_all(std::size_t positions, unsigned lines, Check check) {
    Random random{20261124};
    Counts counts;
    for (const Position& position : positions_of_games(positions)) {
        for (unsigned i = 0; i < lines; ++i)
            check(any(test::all_shipped(), random), position, random, counts);
    }
    return counts;
}

void check_slips(std::size_t positions, unsigned lines) {
    Counts counts = check_all(positions, lines, check_slip);
    counts.plain = check_all(positions, lines / 5, check_plain).plain;
    const Counts one_key = check_all(positions, lines / 5, check_one_key);
    fmt::print(
        "slips: {} lines, {} taken as typed, {} asked for, {} not understood; {} plain lines; "
        "with one wrong key {}, as meant or asked for {}\n",
        counts.lines,
        counts.taken,
        counts.asked,
        counts.refused,
        counts.plain,
        one_key.one_key,
        one_key.one_key_meant
    );
    CHECK(counts.lines == positions * lines);
    if (one_key.one_key >= 10'000) CHECK(one_key.one_key_meant * 100 >= one_key.one_key * 70);
}

// Whatever else its first letter is in some language.
void check_squares(std::size_t positions) {
    for (const Position& position : positions_of_games(positions)) {
        for (const Move move : position.legal_moves()) {
            if (move.is_castling() || move.promotion()) continue;
            const std::string text = chess::to_string(move.from()) + chess::to_string(move.to());
            for (const test::Shipped& words : test::all_shipped()) {
                INFO(words.vocabulary.name << ": " << text << " in " << chess::to_fen(position));
                const Heard heard = at_table(words, position, text);
                CHECK(heard.move == move);
                CHECK(heard.near.empty());
            }
        }
    }
}

} // namespace

TEST_CASE("A slip of the fingers is no origin and no piece that nobody typed", "[phonetics]") {
    check_slips(20, 25);
}

TEST_CASE("A slip of the fingers, 100,000 times", "[.long]") { check_slips(2000, 50); }

TEST_CASE("Two squares are a move, and nothing is asked", "[phonetics]") { check_squares(20); }

TEST_CASE("Two squares are a move, in 2,000 positions", "[.long]") { check_squares(2000); }

TEST_CASE("What is answered to a line never tells what is legal", "[phonetics]") {
    CHECK(check_all(20, 25, check_pair).lines > 400);
}

TEST_CASE("What is answered never tells what is legal, 20,000 times", "[.long]") {
    CHECK(check_all(2000, 10, check_pair).lines > 15'000);
}

} // namespace ansage::phonetics
