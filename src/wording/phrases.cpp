// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/phrases.hpp"

#include <algorithm>

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
        return std::ranges::equal(item, wanted, {}, lower, lower);
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
