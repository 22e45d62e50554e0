// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/fold.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace ansage::phonetics {
namespace {

struct Pair {
    char32_t value;
    char letter;
};

// Sorted: Greek, then Cyrillic.
constexpr std::array pairs{
    Pair{0x391, 'A'}, Pair{0x392, 'B'}, Pair{0x395, 'E'}, Pair{0x397, 'H'}, Pair{0x39A, 'K'},
    Pair{0x39D, 'N'}, Pair{0x39F, 'O'}, Pair{0x3A1, 'P'}, Pair{0x3A4, 'T'}, Pair{0x3A7, 'X'},
    Pair{0x3BF, 'o'}, Pair{0x405, 'S'}, Pair{0x410, 'A'}, Pair{0x412, 'B'}, Pair{0x415, 'E'},
    Pair{0x41A, 'K'}, Pair{0x41D, 'H'}, Pair{0x41E, 'O'}, Pair{0x420, 'P'}, Pair{0x421, 'C'},
    Pair{0x422, 'T'}, Pair{0x425, 'X'}, Pair{0x430, 'a'}, Pair{0x435, 'e'}, Pair{0x43E, 'o'},
    Pair{0x440, 'p'}, Pair{0x441, 'c'}, Pair{0x445, 'x'}, Pair{0x455, 's'}, Pair{0x456, 'i'},
};

static_assert(std::ranges::is_sorted(pairs, {}, &Pair::value));

// Of U+2654 and U+265A and what follows each.
constexpr std::array figurines{
    chess::Role::king,
    chess::Role::queen,
    chess::Role::rook,
    chess::Role::bishop,
    chess::Role::knight,
    chess::Role::pawn};

} // namespace

std::optional<char> look_alike(char32_t value) {
    if (value >= 0xFF01 && value <= 0xFF5E) return static_cast<char>(value - 0xFEE0);
    const auto found = std::ranges::lower_bound(pairs, value, {}, &Pair::value);
    return found != pairs.end() && found->value == value ? std::optional{found->letter}
                                                         : std::nullopt;
}

std::optional<chess::Role> figurine(char32_t value) {
    return value >= 0x2654 && value <= 0x265F
        ? std::optional{figurines[(value - 0x2654) % figurines.size()]}
        : std::nullopt;
}

namespace {

// What a run of code points is written as.
struct Range {
    char32_t first;
    char32_t last;
    std::string_view text;
};

// Sorted. " " is a space, "" nothing at all (soft hyphen, combining accents, zero width).
constexpr std::array ranges{
    Range{0x80, 0xAC, " "},      Range{0xAD, 0xAD, ""},      Range{0xAE, 0xBF, " "},
    Range{0xC0, 0xC5, "a"},      Range{0xC6, 0xC6, "ae"},    Range{0xC7, 0xC7, "c"},
    Range{0xC8, 0xCB, "e"},      Range{0xCC, 0xCF, "i"},     Range{0xD0, 0xD0, "d"},
    Range{0xD1, 0xD1, "n"},      Range{0xD2, 0xD6, "o"},     Range{0xD7, 0xD7, "x"},
    Range{0xD8, 0xD8, "o"},      Range{0xD9, 0xDC, "u"},     Range{0xDD, 0xDD, "y"},
    Range{0xDE, 0xDE, "th"},     Range{0xDF, 0xDF, "ss"},    Range{0xE0, 0xE5, "a"},
    Range{0xE6, 0xE6, "ae"},     Range{0xE7, 0xE7, "c"},     Range{0xE8, 0xEB, "e"},
    Range{0xEC, 0xEF, "i"},      Range{0xF0, 0xF0, "d"},     Range{0xF1, 0xF1, "n"},
    Range{0xF2, 0xF6, "o"},      Range{0xF7, 0xF7, " "},     Range{0xF8, 0xF8, "o"},
    Range{0xF9, 0xFC, "u"},      Range{0xFD, 0xFD, "y"},     Range{0xFE, 0xFE, "th"},
    Range{0xFF, 0xFF, "y"},      Range{0x100, 0x105, "a"},   Range{0x106, 0x10D, "c"},
    Range{0x10E, 0x111, "d"},    Range{0x112, 0x11B, "e"},   Range{0x11C, 0x123, "g"},
    Range{0x124, 0x127, "h"},    Range{0x128, 0x131, "i"},   Range{0x132, 0x133, "ij"},
    Range{0x134, 0x135, "j"},    Range{0x136, 0x138, "k"},   Range{0x139, 0x142, "l"},
    Range{0x143, 0x14B, "n"},    Range{0x14C, 0x151, "o"},   Range{0x152, 0x153, "oe"},
    Range{0x154, 0x159, "r"},    Range{0x15A, 0x161, "s"},   Range{0x162, 0x167, "t"},
    Range{0x168, 0x173, "u"},    Range{0x174, 0x175, "w"},   Range{0x176, 0x178, "y"},
    Range{0x179, 0x17E, "z"},    Range{0x17F, 0x17F, "s"},   Range{0x300, 0x36F, ""},
    Range{0x1E9E, 0x1E9E, "ss"}, Range{0x2000, 0x200A, " "}, Range{0x200B, 0x200F, ""},
    Range{0x2010, 0x206F, " "},  Range{0x2190, 0x21FF, " "}, Range{0x2212, 0x2212, " "},
    Range{0x3000, 0x3000, " "},  Range{0xFE00, 0xFE0F, ""},  Range{0xFEFF, 0xFEFF, ""},
    Range{0xFFFD, 0xFFFD, " "},
};

static_assert(std::ranges::is_sorted(ranges, {}, &Range::first));

// What a code point beyond ASCII becomes; `raw` is itself.
std::string_view fold_beyond_ascii(char32_t value, std::string_view raw) {
    const auto after = std::ranges::upper_bound(ranges, value, {}, &Range::first);
    if (after != ranges.begin()) {
        const Range& range = *std::prev(after);
        return value <= range.last ? range.text : raw;
    }
    return raw;
}

char fold_ascii(char letter) {
    if (letter >= 'A' && letter <= 'Z') return static_cast<char>(letter - 'A' + 'a');
    const bool kept = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
    return kept ? letter : ' ';
}

void append(std::string& folded, std::string_view letters) {
    for (const char letter : letters)
        if (letter != ' ' || (!folded.empty() && folded.back() != ' ')) folded.push_back(letter);
}

} // namespace

std::string fold(std::string_view text) {
    std::string folded;
    folded.reserve(text.size());
    while (!text.empty()) {
        const base::CodePoint point = base::first_code_point(text);
        const std::optional<char> plain =
            point.value < 0x80 ? std::optional{text.front()} : look_alike(point.value);
        if (plain) {
            const char letter = fold_ascii(*plain);
            append(folded, {&letter, 1});
        } else {
            append(folded, fold_beyond_ascii(point.value, text.substr(0, point.size)));
        }
        text.remove_prefix(point.size);
    }
    if (!folded.empty() && folded.back() == ' ') folded.pop_back();
    return folded;
}

namespace {

void replace_all(std::string& text, std::string_view before, std::string_view after) {
    for (std::size_t at = text.find(before); at != std::string::npos;
         at = text.find(before, at + after.size()))
        text.replace(at, before.size(), after);
}

// Letters whose dots or ring come after them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> composed{
    {{"a\u0308", "ä"}, {"o\u0308", "ö"}, {"u\u0308", "ü"}, {"a\u030A", "å"}}};

// Latin letters as the profiles have them: `Ä` is `ä`.
std::string lower(std::string_view text) {
    std::string lowered;
    for (const char32_t letter : base::code_points(text)) {
        const bool is_capital = (letter >= U'A' && letter <= U'Z') ||
            (letter >= U'À' && letter <= U'Þ' && letter != U'×');
        base::append_utf8(lowered, is_capital ? letter + 0x20 : letter);
    }
    return lowered;
}

} // namespace

std::string fold(std::string_view text, std::span<const Spelling> spellings) {
    std::string written = lower(text);
    for (const auto& [apart, together] : composed) replace_all(written, apart, together);
    for (const Spelling& spelling : spellings)
        if (!spelling.letter.empty()) replace_all(written, spelling.letter, spelling.instead);
    return fold(written);
}

} // namespace ansage::phonetics
