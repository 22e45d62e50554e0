// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/sounds.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

namespace ansage::phonetics {

namespace {

// eSpeak's names of sounds, without marks of stress, length and joining.
std::string sounds_of(std::string_view phonemes) {
    constexpr std::string_view marks = "',_!|%;:?-# ^~=";
    std::string sounds;
    std::ranges::copy_if(phonemes, std::back_inserter(sounds), [&](char each) {
        return marks.find(each) == std::string_view::npos;
    });
    return sounds;
}

// Vowels, stops, fricatives, nasals, liquids: sounds of one group are heard as each other.
constexpr std::array<std::string_view, 5> groups{
    "aAeEiIoOuUyYVW@&03892", "pbtdkg", "fvszSZTDxCXhQ", "mnN", "lrRwjL"};

double cost_of_exchange(char one, char other) {
    if (one == other) return 0;
    const bool alike = std::ranges::any_of(groups, [&](std::string_view group) {
        return group.find(one) != std::string_view::npos &&
            group.find(other) != std::string_view::npos;
    });
    return alike ? 0.5 : 1;
}

} // namespace

double distance_of_sounds(std::string_view phonemes, std::string_view other) {
    const std::string one = sounds_of(phonemes);
    const std::string two = sounds_of(other);
    std::vector<double> row(two.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = static_cast<double>(j);
    for (std::size_t i = 1; i <= one.size(); ++i) {
        double diagonal = row[0];
        row[0] = static_cast<double>(i);
        for (std::size_t j = 1; j < row.size(); ++j) {
            const double above = row[j];
            const double exchanged = diagonal + cost_of_exchange(one[i - 1], two[j - 1]);
            row[j] = std::min({above + 1, row[j - 1] + 1, exchanged});
            diagonal = above;
        }
    }
    return row.back() / static_cast<double>(std::max({one.size(), two.size(), std::size_t{1}}));
}

} // namespace ansage::phonetics
