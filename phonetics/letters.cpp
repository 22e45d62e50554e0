// SPDX-License-Identifier: GPL-3.0-or-later
// SAN with English and national letters, long notation, UCI.
#include "base/utf8.hpp"
#include "phonetics/fold.hpp"
#include "phonetics/wanted.hpp"

#include <algorithm>
#include <array>

namespace ansage::phonetics {

using Kind = Meaning::Kind;

namespace {

// Letters without white space and hyphens; no notation of one move is longer.
class Compact {
public:
    // False where something cannot be part of any notation.
    [[nodiscard]] bool fill(std::string_view text);

    std::string_view view() const { return {letters_.data(), size_}; }

private:
    std::array<char, 24> letters_{};
    std::size_t size_ = 0;
};

// Dashes as word processors write them, arrows, the sign for "times", the space that does not
// break, and what shows how a sign before it looks.
struct Mark {
    char32_t value;
    char letter; // ' ' to leave it out
};

constexpr std::array marks{
    Mark{0xA0, ' '},
    Mark{0xD7, 'x'},
    Mark{0x2010, ' '},
    Mark{0x2011, ' '},
    Mark{0x2013, ' '},
    Mark{0x2014, ' '},
    Mark{0x2192, ' '},
    Mark{0x2212, ' '},
    Mark{0xFE0E, ' '},
    Mark{0xFE0F, ' '},
};

// A figurine is one letter of its own, below all that are typed.
constexpr char to_letter(chess::Role role) { return static_cast<char>(static_cast<int>(role) + 1); }

constexpr std::uint8_t bits_of_figurine(char letter) {
    return letter >= to_letter(chess::Role::pawn) && letter <= to_letter(chess::Role::king)
        ? static_cast<std::uint8_t>(1U << static_cast<unsigned>(letter - 1))
        : std::uint8_t{0};
}

// One letter; nullopt for what is in no notation.
std::optional<char> to_letter(char32_t value) {
    if (value == ' ' || value == '-' || (value >= '\t' && value <= '\r')) return ' ';
    if (value < 0x80) return value < ' ' ? std::nullopt : std::optional{static_cast<char>(value)};
    if (const std::optional<chess::Role> role = figurine(value)) return to_letter(*role);
    const auto mark = std::ranges::find(marks, value, &Mark::value);
    return mark == marks.end() ? look_alike(value) : std::optional{mark->letter};
}

bool Compact::fill(std::string_view text) {
    while (!text.empty()) {
        const base::CodePoint point = base::first_code_point(text);
        const std::optional<char> letter = to_letter(point.value);
        if (!letter) return false;
        text.remove_prefix(point.size);
        if (*letter == ' ') continue;
        if (size_ == letters_.size()) return false;
        letters_[size_++] = *letter;
    }
    return size_ != 0;
}

constexpr char to_upper(char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

// Check, mate, comments, "e.p." and the sign for a draw offer (C.12, C.13) say nothing of the move.
constexpr std::array<std::string_view, 7> endings{"+", "#", "!", "?", "E.P.", "EP", "(=)"};

bool ends_with(std::string_view text, std::string_view upper) {
    return text.size() > upper.size() &&
        std::ranges::equal(text.substr(text.size() - upper.size()), upper, {}, to_upper);
}

std::string_view without_endings(std::string_view text) {
    const auto* ending = endings.end();
    do {
        ending = std::ranges::find_if(endings, [&](std::string_view each) {
            return ends_with(text, each);
        });
        if (ending != endings.end()) text.remove_suffix(ending->size());
    } while (ending != endings.end());
    return text;
}

// Letters O or zeros, two or three, all alike; the hyphens are gone already.
std::optional<CastlingSide> read_castling(std::string_view text) {
    const bool round = !text.empty() && (text.front() == '0' || to_upper(text.front()) == 'O');
    const bool alike = text.find_first_not_of(text.substr(0, 1)) == std::string_view::npos;
    if (!round || !alike || text.size() < 2 || text.size() > 3) return std::nullopt;
    return text.size() == 2 ? CastlingSide::short_side : CastlingSide::long_side;
}

// How upper-case A to H and a first piece letter are read. Case matters only where it separates a
// piece from a file, so the exact reading is tried first.
struct Cases {
    bool piece_first;
    bool upper_files;
};

constexpr Cases exact{true, false};
constexpr std::array careless{Cases{true, true}, Cases{false, true}};

std::optional<Meaning> to_coordinate(char letter, Cases cases) {
    if (letter >= '1' && letter <= '8')
        return Meaning{Kind::rank, static_cast<std::uint8_t>(letter - '1')};
    if (letter == 'x' || letter == 'X' || letter == ':') return Meaning{Kind::capture};
    const char lower = cases.upper_files && letter >= 'A' && letter <= 'H'
        ? static_cast<char>(letter - 'A' + 'a')
        : letter;
    if (lower >= 'a' && lower <= 'h')
        return Meaning{Kind::file, static_cast<std::uint8_t>(lower - 'a')};
    return std::nullopt;
}

class LettersReader {
public:
    LettersReader(const Lexicon& lexicon, std::string_view text, Cases cases)
        : lexicon_(lexicon),
          rest_(text),
          cases_(cases) {}

    [[nodiscard]] std::optional<Wanted> read() {
        read_piece();
        read_coordinates();
        if (!read_promotion() || !coordinates_.put_into(wanted_)) return std::nullopt;
        return wanted_;
    }

private:
    // A lower-case letter is a piece only where it is no file.
    void read_piece() {
        const char first = rest_.front();
        if (!cases_.piece_first || (first >= 'a' && first <= 'h')) return;
        wanted_.roles = roles_of(to_upper(first));
        if (!wanted_.roles.empty()) rest_.remove_prefix(1);
    }

    // What has no room among them may still be the promotion of a whole move: e7e8b.
    void read_coordinates() {
        while (!rest_.empty()) {
            const std::optional<Meaning> coordinate = to_coordinate(rest_.front(), cases_);
            if (!coordinate || !coordinates_.push(*coordinate)) return;
            rest_.remove_prefix(1);
        }
    }

    [[nodiscard]] bool read_promotion() {
        if (const std::optional<chess::File> file = coordinates_.take_trailing_file()) {
            return rest_.empty() &&
                set_promotion(static_cast<char>('A' + static_cast<char>(*file)));
        }
        if (rest_.empty()) return true;
        const bool bracket = rest_.front() == '(';
        if (bracket || rest_.front() == '=' || rest_.front() == '/') rest_.remove_prefix(1);
        if (bracket && rest_.ends_with(')')) rest_.remove_suffix(1);
        return rest_.size() == 1 && set_promotion(to_upper(rest_.front()));
    }

    RoleSet roles_of(char upper) const {
        const std::uint8_t figurine = bits_of_figurine(upper);
        return RoleSet{figurine != 0 ? figurine : lexicon_.roles_of_letter(upper)};
    }

    [[nodiscard]] bool set_promotion(char upper) {
        const RoleSet roles = roles_of(upper);
        wanted_.promotions = roles.preferably_without(chess::Role::pawn);
        return !wanted_.promotions.empty();
    }

    const Lexicon& lexicon_;
    std::string_view rest_;
    Cases cases_;
    Coordinates coordinates_;
    Wanted wanted_;
};

// A pawn's capture is written with the file that it leaves (C.9): where a letter may be a pawn's or
// a piece's, Bxc3 is the piece's, if that is a move.
void add(Readings& readings, Wanted wanted) {
    const bool takes_without_file = wanted.capture && !wanted.from_file;
    const RoleSet pieces = wanted.roles.preferably_without(chess::Role::pawn);
    if (takes_without_file && pieces != wanted.roles) {
        wanted.roles = pieces;
        readings.first.push_back(wanted);
        wanted.roles = RoleSet{chess::Role::pawn};
        readings.second.push_back(wanted);
        return;
    }
    readings.first.push_back(wanted);
}

// "5254" is e2e4, and "57581" e7e8q; nothing where it is no move in figures.
std::string uci_of_figures(std::string_view text) {
    constexpr std::string_view files = "abcdefgh";
    constexpr std::size_t of_squares = 4;
    std::string uci;
    std::size_t digits = 0;
    for (const char sign : text) {
        const auto coordinate = to_coordinate(sign, exact);
        const bool is_digit = coordinate && coordinate->kind == Kind::rank;
        if (!coordinate || coordinate->kind == Kind::file) return {};
        if (!is_digit) uci += sign;
        else if (digits == of_squares) {
            if (coordinate->value >= promotions_by_digit.size()) return {};
            uci += chess::to_char(promotions_by_digit[coordinate->value]);
        } else uci += digits % 2 == 0 ? files[coordinate->value] : sign;
        digits += is_digit ? 1 : 0;
    }
    return digits == of_squares || digits == of_squares + 1 ? uci : std::string{};
}

Wanted to_wanted(CastlingSide side) {
    Wanted wanted;
    wanted.castles = true;
    wanted.castling = side;
    return wanted;
}

} // namespace

Readings read_letters(const Lexicon& lexicon, std::string_view text) {
    Readings readings;
    Compact compact;
    if (!compact.fill(text)) return readings;
    const std::string_view letters = without_endings(compact.view());
    if (letters.empty()) return readings;
    if (const std::optional<CastlingSide> side = read_castling(letters)) {
        readings.first.push_back(to_wanted(*side));
        return readings;
    }
    const std::string uci = lexicon.is_numeric() ? uci_of_figures(letters) : std::string{};
    if (const auto wanted = LettersReader{lexicon, uci.empty() ? letters : uci, exact}.read()) {
        add(readings, *wanted);
        return readings;
    }
    for (const Cases cases : careless) {
        if (const auto wanted = LettersReader{lexicon, letters, cases}.read())
            add(readings, *wanted);
    }
    return readings;
}

std::string_view
without_move_number(std::string_view text, std::optional<chess::MoveNumber> number) {
    constexpr std::string_view spaces = " \t\n\r\v\f";
    const std::size_t begin = std::min(text.find_first_not_of(spaces), text.size());
    const std::size_t behind = std::min(text.find_first_not_of("0123456789", begin), text.size());
    const std::size_t dots = std::min(text.find_first_not_of(spaces, behind), text.size());
    constexpr std::string_view three_dots = "…";
    const std::size_t end = text.substr(dots).starts_with(three_dots)
        ? dots + three_dots.size()
        : std::min(text.find_first_not_of('.', dots), text.size());
    const bool is_the_number = number && dots > behind &&
        text.substr(begin, behind - begin) == std::to_string(number->value());
    return behind == begin || (end == dots && !is_the_number) ? text : text.substr(end);
}

} // namespace ansage::phonetics
