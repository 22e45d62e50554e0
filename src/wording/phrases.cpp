// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/phrases.hpp"

#include <algorithm>
#include <array>

namespace ansage::wording {
namespace {

constexpr std::string_view spaces = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(spaces);
    return begin == std::string_view::npos
        ? std::string_view{}
        : text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

std::vector<std::string_view> items_of(std::string_view list) {
    std::vector<std::string_view> items;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        items.push_back(trimmed(list.substr(0, end)));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return items;
}

char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// How a letter of the six languages is typed where the keyboard lacks it: in both ways of doing so.
struct Substitute {
    std::string_view letter;
    std::string_view plain;
    std::string_view pair;
};

constexpr std::array substitutes{
    Substitute{"ä", "a", "ae"},
    Substitute{"Ä", "a", "ae"},
    Substitute{"ö", "o", "oe"},
    Substitute{"Ö", "o", "oe"},
    Substitute{"ü", "u", "ue"},
    Substitute{"Ü", "u", "ue"},
    Substitute{"ß", "s", "ss"},
    Substitute{"ẞ", "s", "ss"},
    Substitute{"å", "a", "aa"},
    Substitute{"Å", "a", "aa"},
    Substitute{"ø", "o", "oe"},
    Substitute{"Ø", "o", "oe"},
    Substitute{"æ", "ae", "ae"},
    Substitute{"Æ", "ae", "ae"},
    Substitute{"é", "e", "e"},
    Substitute{"É", "e", "e"},
    Substitute{"è", "e", "e"},
    Substitute{"ë", "e", "e"},
};

// In small letters of ASCII, as far as they are known.
std::string typed_plainly(std::string_view text, std::string_view Substitute::*way) {
    std::string plain;
    while (!text.empty()) {
        const auto* const found = std::ranges::find_if(substitutes, [&](const Substitute& each) {
            return text.starts_with(each.letter);
        });
        const bool is_known = found != substitutes.end();
        plain += is_known ? std::string{(*found).*way} : std::string(1, lower(text.front()));
        text.remove_prefix(is_known ? found->letter.size() : 1);
    }
    return plain;
}

// A key of one letter is that letter.
constexpr std::size_t shortest_word = 3;

bool is_typed_as(std::string_view item, std::string_view text) {
    if (std::ranges::equal(item, text, {}, lower, lower)) return true;
    const auto alike = [&](std::string_view Substitute::*way) {
        return typed_plainly(item, way) == typed_plainly(text, way);
    };
    return text.size() >= shortest_word && (alike(&Substitute::plain) || alike(&Substitute::pair));
}

// A byte of a letter beyond ASCII belongs to a word, too.
bool is_letter(char byte) {
    const char small = lower(byte);
    return (small >= 'a' && small <= 'z') || static_cast<unsigned char>(byte) >= 0x80U;
}

std::string_view word_at(std::string_view text) {
    const auto* const end = std::ranges::find_if(text, [](char each) { return !is_letter(each); });
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

} // namespace

bool is_phrase_of(std::string_view list, std::string_view text) {
    const std::string_view wanted = trimmed(text);
    return !wanted.empty() && std::ranges::any_of(items_of(list), [&](std::string_view item) {
        return is_typed_as(item, wanted);
    });
}

Spellings read_spellings(std::string_view list) {
    Spellings spellings;
    for (const std::string_view item : items_of(list)) {
        const std::size_t equals = item.find('=');
        if (equals != std::string_view::npos) {
            spellings.emplace_back(
                trimmed(item.substr(0, equals)), trimmed(item.substr(equals + 1))
            );
        }
    }
    return spellings;
}

std::string respelled(std::string_view sentence, const Spellings& spellings) {
    std::string result;
    while (!sentence.empty()) {
        const std::string_view word = word_at(sentence);
        if (word.empty()) {
            result += sentence.front();
            sentence.remove_prefix(1);
            continue;
        }
        const auto found = std::ranges::find(spellings, word, &Spellings::value_type::first);
        result += found == spellings.end() ? word : std::string_view{found->second};
        sentence.remove_prefix(word.size());
    }
    return result;
}

} // namespace ansage::wording
