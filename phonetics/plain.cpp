// SPDX-License-Identifier: GPL-3.0-or-later
// What is an announcement at a table, and what only comes near one. A mistake of the fingers is no
// mistake at the board: no origin, piece or square is ever put in that nobody gave.
#include "base/text.hpp"
#include "phonetics/wanted.hpp"

#include <algorithm>
#include <cstdlib>

namespace ansage::phonetics {

using chess::Position;
using chess::Rank;
using chess::Role;
using Texts = std::vector<std::string>;

namespace {

constexpr std::string_view between_moves = " \t\n\r\v\f,;";

bool can_go(const Wanted& wanted, const Position& position) {
    return !fitting_moves({{wanted}, {}}, position, Reading::by_shape).empty();
}

bool is_pawns(const Wanted& wanted) {
    return wanted.roles.empty() ? !has_whole_origin(wanted) : wanted.roles == RoleSet{Role::pawn};
}

// "exd5", "ed5" and "e-pawn to e4" where a pawn can; but never "ee4" nor "4e5", where a key was hit
// twice.
bool is_plain_origin_of_pawn(const Wanted& wanted, const Position& position) {
    if (!wanted.from_file) return false;
    const int files = static_cast<int>(*wanted.from_file) - static_cast<int>(wanted.to->file());
    const bool is_said_again = files == 0 && !wanted.roles.empty();
    return (is_said_again && can_go(wanted, position)) ||
        (std::abs(files) == 1 && (wanted.capture || can_go(wanted, position)));
}

// A file or a rank says which of several pieces goes (C.10): one goes from there, and where it only
// says again what the target says, another could have gone, too.
bool is_plain_origin(const Wanted& wanted, const Position& position) {
    if (wanted.from_file.has_value() == wanted.from_rank.has_value()) return true;
    if (is_pawns(wanted)) return is_plain_origin_of_pawn(wanted, position);
    const auto moves = fitting_moves({{wanted}, {}}, position, Reading::by_shape);
    const bool is_said_again =
        wanted.from_file == wanted.to->file() || wanted.from_rank == wanted.to->rank();
    if (moves.empty() || !is_said_again) return !moves.empty();
    Wanted without{wanted};
    without.from_file.reset();
    without.from_rank.reset();
    return fitting_moves({{without}, {}}, position, Reading::by_shape).size() > moves.size();
}

bool is_plain(const Wanted& wanted, const Position& position) {
    if (wanted.castles) return true;
    // "Turm schlägt Turm", but not "Txe", which lost its rank.
    if (!wanted.to) return !wanted.victims.empty();
    const bool is_last = wanted.to->rank() == Rank::first || wanted.to->rank() == Rank::eighth;
    const bool becomes_itself = !wanted.promotions.empty() && wanted.promotions == wanted.roles;
    // "a4 a4" is one square, said twice.
    const bool stays =
        wanted.from_file == wanted.to->file() && wanted.from_rank == wanted.to->rank();
    return !stays && !becomes_itself && (is_last || wanted.promotions.empty()) &&
        is_plain_origin(wanted, position);
}

// A letter may be that of several pieces: each of them by itself.
std::vector<Wanted> by_piece(const std::vector<Wanted>& readings) {
    std::vector<Wanted> apart;
    for (Wanted each : readings) {
        const RoleSet roles = each.roles;
        if (roles.empty()) apart.push_back(each);
        for (int role = static_cast<int>(Role::king); role >= 0; --role) {
            if (!roles.contains(static_cast<Role>(role))) continue;
            each.roles = RoleSet{static_cast<Role>(role)};
            apart.push_back(each);
        }
    }
    return apart;
}

std::string in_upper_case(std::string_view text) {
    std::string upper{text};
    for (char& letter : upper)
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    return upper;
}

// One piece alone goes there, so that its file or rank says nothing (C.10).
bool is_alone(Wanted wanted, const Position& position) {
    wanted.from_file.reset();
    wanted.from_rank.reset();
    return fitting_moves({{wanted}, {}}, position, Reading::by_shape).size() == 1;
}

// "d1h5" is a move between two squares, and in German a queen's from the first rank to h5: it was
// told by its squares, unless several queens go there.
void prefer_squares(std::vector<Wanted>& readings, const Position& position) {
    if (std::ranges::none_of(readings, has_whole_origin)) return;
    std::erase_if(readings, [&](const Wanted& each) {
        return !has_whole_origin(each) && is_alone(each, position);
    });
}

// Those that a piece could follow, in whichever case the letters are (a telephone begins with a
// capital); else what was typed, as it was typed: an announcement of what cannot be is one, too.
std::vector<Wanted>
plain_readings(const Lexicon& lexicon, const Position& position, std::string_view text) {
    std::vector<Wanted> plain = by_piece(all_of(read_text(lexicon, text).readings));
    std::erase_if(plain, [&](const Wanted& each) { return !is_plain(each, position); });
    std::vector<Wanted> possible;
    const auto add_possible = [&](const std::vector<Wanted>& readings) {
        for (const Wanted& each : readings) {
            const bool is_known = std::ranges::find(possible, each) != possible.end();
            if (!is_known && is_plain(each, position) && can_go(each, position))
                possible.push_back(each);
        }
    };
    add_possible(plain);
    add_possible(by_piece(all_of(read_letters(lexicon, in_upper_case(text)))));
    // "Bc3": the pawn's file, rather than its letter.
    const bool has_file = std::ranges::any_of(possible, [](const Wanted& each) {
        return is_pawns(each) && each.from_file;
    });
    std::erase_if(possible, [&](const Wanted& each) {
        return has_file && is_pawns(each) && !each.from_file;
    });
    prefer_squares(possible, position);
    return possible.empty() ? plain : possible;
}

// One for each piece that letters leave open, such as pawn and bishop of "bc3". What words leave
// open, the table asks for.
std::vector<Said>
pieces_open(const Lexicon& lexicon, std::string_view text, const std::vector<Wanted>& readings) {
    std::vector<Said> open;
    if (read_letters(lexicon, text).empty()) return open;
    for (const Wanted& each : readings) {
        const Said said = to_said({&each, 1});
        if (std::ranges::find(open, said.role, &Said::role) == open.end()) open.push_back(said);
    }
    // clang 14 cannot read the one of std::ranges.
    std::stable_partition(open.begin(), open.end(), [](const Said& said) {
        return said.role != Role::pawn;
    });
    return open.size() > 1 ? open : std::vector<Said>{};
}

Heard heard_plainly(
    std::string_view text, const std::vector<Wanted>& readings, const Position& position
) {
    Heard heard = resolved(text, {readings, {}}, position, Reading::by_shape);
    heard.is_possible = can_go(readings.front(), position);
    return heard;
}

// What a text that is no announcement as it stands would say if it stood there alone.
class NearReader {
public:
    NearReader(const Lexicon& lexicon, const Position& position)
        : lexicon_(lexicon),
          position_(position) {}

    // Nothing if it is no announcement, or leaves open which piece it means.
    [[nodiscard]] std::optional<Said> plain(std::string_view text, bool must_be_possible) const;
    [[nodiscard]] std::vector<Said> read(std::string_view text) const;
    // "e4 e5": the reply was quoted behind the move.
    [[nodiscard]] std::optional<Said> first_of_two(std::string_view text) const;

private:
    std::optional<Said> with_square(std::string_view text) const;
    // None if more come near than anybody wants to be asked for.
    [[nodiscard]] std::vector<Said>
    all_plain(const Texts& texts, bool must_be_possible = true) const;
    void add_meant(Texts& texts, std::string before, std::string_view rest, int mistakes) const;

    static constexpr std::size_t most_asked = 2;
    static constexpr int most_mistakes = 3;

    const Lexicon& lexicon_;
    const Position& position_;
};

std::optional<Said> NearReader::plain(std::string_view text, bool must_be_possible) const {
    text = move_in(lexicon_, position_, text, position_.fullmove_number());
    const std::vector<Wanted> readings = plain_readings(lexicon_, position_, text);
    if (readings.empty() || !pieces_open(lexicon_, text, readings).empty()) return std::nullopt;
    const Heard heard = heard_plainly(text, readings, position_);
    return heard.is_possible || !must_be_possible ? std::optional{heard.said} : std::nullopt;
}

std::optional<Said> NearReader::first_of_two(std::string_view text) const {
    for (std::size_t at = text.find_first_of(between_moves); at != std::string_view::npos;
         at = text.find_first_of(between_moves, at + 1)) {
        const auto first = plain(text.substr(0, at), true);
        const std::string_view rest = text.substr(at + 1);
        const std::string_view second =
            move_in(lexicon_, position_, rest, position_.fullmove_number());
        if (first && !read_text(lexicon_, second).readings.empty()) return first;
    }
    return std::nullopt;
}

// "Txe": which square that is, nobody said.
std::optional<Said> NearReader::with_square(std::string_view text) const {
    const Readings readings = read_text(lexicon_, text).readings;
    if (readings.empty() || all_of(readings).front().to) return std::nullopt;
    const Heard heard = resolved(text, readings, position_, Reading::by_shape);
    return heard.said.to ? std::optional{heard.said} : std::nullopt;
}

bool is_alike(const Said& one, const Said& other) {
    return one.role == other.role && one.to == other.to && one.promotion == other.promotion &&
        one.castling == other.castling;
}

std::vector<Said> NearReader::all_plain(const Texts& texts, bool must_be_possible) const {
    std::vector<Said> all;
    for (const std::string& text : texts) {
        const auto said = plain(text, must_be_possible);
        const bool is_known = said &&
            std::ranges::any_of(all, [&](const Said& each) { return is_alike(each, *said); });
        if (said && !is_known) all.push_back(*said);
    }
    return all;
}

// The words with those in their place that somebody may have meant, or a dictation have heard.
void NearReader::add_meant(Texts& texts, std::string before, std::string_view rest, int mistakes)
    const {
    if (rest.empty()) {
        if (mistakes < most_mistakes) texts.push_back(std::move(before));
        return;
    }
    const std::string_view word = base::take_until(rest, ' ');
    before += before.empty() ? "" : " ";
    add_meant(texts, before + std::string{word}, rest, mistakes);
    if (mistakes == 0) return;
    for (const std::string& meant : lexicon_.mistaken_for(word))
        add_meant(texts, before + meant, rest, mistakes - 1);
}

Texts with_a_word_less(std::string_view folded) {
    Texts texts;
    for (std::size_t begin = 0; begin < folded.size();) {
        const std::size_t end = std::min(folded.find(' ', begin), folded.size());
        texts.push_back(std::string{folded.substr(0, begin)});
        texts.back() += folded.substr(std::min(end + 1, folded.size()));
        begin = end + 1;
    }
    return texts;
}

// Signs of a notation in one word; of other words nothing is guessed.
bool is_notation(std::string_view text) {
    constexpr std::size_t longest = 8;
    const bool is_plain_text = std::ranges::all_of(text, [](char sign) {
        return (sign >= '0' && sign <= '9') || (sign >= 'A' && sign <= 'Z') ||
            (sign >= 'a' && sign <= 'z') || sign == '=' || sign == '-';
    });
    return is_plain_text && text.size() > 2 && text.size() <= longest &&
        text.find_first_of("12345678") != std::string_view::npos;
}

Texts with_a_sign_less(std::string_view signs) {
    Texts texts;
    for (std::size_t at = 0; at < signs.size(); ++at)
        texts.push_back(std::string{signs}.erase(at, 1));
    return texts;
}

Texts with_signs_exchanged(std::string_view signs) {
    Texts texts;
    for (std::size_t at = 0; at + 1 < signs.size(); ++at) {
        std::string& exchanged = texts.emplace_back(signs);
        std::swap(exchanged[at], exchanged[at + 1]);
    }
    return texts;
}

Texts with_another_sign(std::string_view signs) {
    Texts texts;
    for (std::size_t at = 0; at < signs.size(); ++at) {
        for (const char other : std::string_view{"abcdefgh12345678"})
            texts.emplace_back(signs)[at] = other;
    }
    return texts;
}

std::vector<Said> NearReader::read(std::string_view text) const {
    if (const auto said = first_of_two(text)) return {*said};
    if (const auto said = with_square(text)) return {*said};
    const std::string folded = fold_words(text);
    Texts meant;
    add_meant(meant, {}, folded, most_mistakes);
    // One word with one meaning is asked for, whether that can be played or not.
    if (auto only = all_plain(meant, false); only.size() == 1) return only;
    std::vector<Texts> kinds{std::move(meant), with_a_word_less(folded)};
    if (is_notation(text))
        kinds = {with_a_sign_less(text), with_signs_exchanged(text), with_another_sign(text)};
    for (const Texts& texts : kinds) {
        if (auto near = all_plain(texts); !near.empty())
            return near.size() <= most_asked ? near : std::vector<Said>{};
    }
    return {};
}

// "Springer f3, no, bishop f3": what follows the last such word, where something stands before it.
std::optional<std::string_view> corrected(const Lexicon& lexicon, std::string_view text) {
    std::optional<std::string_view> last;
    bool is_first = true;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(between_moves), rest.size());
        const std::string_view word = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!is_first && lexicon.corrects(word)) last = rest;
        is_first = is_first && word.empty();
    }
    return last;
}

// Nothing stands where it would begin, nor where it would end, as after a move that is made
// already.
bool leaves_no_piece(const Said& said, const Position& position) {
    if (!said.from || !said.to || position.of(position.turn()).contains(*said.from)) return false;
    const auto arrived = position.at(*said.to);
    return !arrived || arrived->role != said.role.value_or(Role::pawn);
}

// Figures alone, in groups of one length, "5 2 5 4" and "52 54", or as a dictation writes a number:
// "5.254". Of others the first may be the number of a move that lost a word: "4 fünf acht vier".
bool are_figures(std::string_view text) {
    constexpr std::string_view digits = "12345678";
    const bool is_dictated = text.size() == 5 && text[1] == '.';
    text = text.substr(0, text.find_last_not_of(" .!") + 1);
    std::size_t length = 0;
    while (!text.empty() && !is_dictated) {
        const std::string_view group = base::take_until(text, ' ');
        if (length != 0 && group.size() != length) return false;
        if (group.empty() || group.find_first_not_of(digits) != std::string_view::npos)
            return false;
        length = group.size();
    }
    return is_dictated || length != 0;
}

} // namespace

std::string_view move_in(
    const Lexicon& lexicon,
    const Position& position,
    std::string_view text,
    std::optional<chess::MoveNumber> number
) {
    const std::string_view rest = without_move_number(text, number);
    const bool has_number = rest.size() != text.size();
    if (!lexicon.is_numeric() || !has_number || !are_figures(text)) return rest;
    const std::vector<Wanted> whole = all_of(read_text(lexicon, text).readings);
    // "7 7 7 8 1", where such a pawn stands
    const bool is_whole = std::ranges::any_of(whole, [&](const Wanted& each) {
        return each.roles.empty() && has_whole_origin(each) && can_go(each, position);
    });
    return is_whole || read_text(lexicon, rest).readings.empty() ? text : rest;
}

Heard parse_at_table(const Lexicon& lexicon, const Position& position, std::string_view text) {
    const NearReader near{lexicon, position};
    Heard unclear = not_understood(text, unknown_word(lexicon, text));
    if (const auto last = corrected(lexicon, text)) {
        if (const auto said = near.plain(*last, false)) unclear.near = {*said};
        return unclear;
    }
    const std::vector<Wanted> readings = plain_readings(lexicon, position, text);
    if (readings.empty()) {
        unclear.near = near.read(text);
        return unclear;
    }
    Heard heard = heard_plainly(text, readings, position);
    heard.near = pieces_open(lexicon, text, readings);
    if (!heard.near.empty()) heard.move = tl::unexpected{chess::MoveError::ambiguous};
    const auto first =
        leaves_no_piece(heard.said, position) ? near.first_of_two(text) : std::nullopt;
    if (!first) return heard;
    unclear.near = {*first};
    return unclear;
}

} // namespace ansage::phonetics
