// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/braille_choice.hpp"

#include "files/files.hpp"
#include "record/game_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace ansage::record {

namespace {

constexpr std::string_view braille_name = "play/braille";

} // namespace

// "white de", a line each.
journal::Profile profile_of(const BrailleChoice& choice) {
    journal::Profile profile{std::string{braille_name}, {}};
    for (const chess::Color color : chess::both_colors) {
        if (choice[color])
            profile.text += fmt::format("{} {}\n", chess::to_string(color), *choice[color]);
    }
    return profile;
}

BrailleChoice braille_chosen(const journal::Header& header) {
    BrailleChoice choice;
    const auto stored = std::ranges::find(header.profiles, braille_name, &journal::Profile::name);
    std::istringstream lines{stored == header.profiles.end() ? std::string{} : stored->text};
    for (std::string color, code; lines >> color >> std::ws && std::getline(lines, code);)
        choice[color == "black" ? chess::Color::black : chess::Color::white] = code;
    return choice;
}

std::optional<std::string>
braille_of_game(const std::filesystem::path& game, std::optional<chess::Color> of) {
    const auto text = files::read_file(game);
    if (!text || !is_journal(*text)) return std::nullopt;
    const auto header =
        journal::Journal::open(game, journal::Extent::before_fault).and_then([](auto journal) {
            return journal.header();
        });
    if (!header) return std::nullopt; // told where the game is read
    const BrailleChoice choice = braille_chosen(*header);
    if (of) return choice[*of];
    return choice.white && choice.black ? std::nullopt : choice.white ? choice.white : choice.black;
}

} // namespace ansage::record
