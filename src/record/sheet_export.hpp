// SPDX-License-Identifier: GPL-3.0-or-later
// One game in the form that is wanted.
#pragma once

#include "record/game_record.hpp"
#include "scoresheet/braille_sheet.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::record {

enum class SheetFormat : std::uint8_t { pgn, text, brf, braille, html, json };

inline constexpr std::array<std::string_view, 6> sheet_formats{
    "pgn", "text", "brf", "braille", "html", "json"};

// Of the files that are written. Cells in Unicode are text, but must not take the text's name.
std::string_view extension_of(SheetFormat format);

struct ExportSettings {
    SheetFormat format{};
    scoresheet::BrailleSheetOptions sheet; // of text and braille
    std::string code; // of braille
    std::string letters; // the code whose letters text and HTML have
    std::string language; // of remarks and of the HTML page
    std::vector<std::string> boards; // of the HTML page: "12", "12...", "start", "end"
    std::optional<std::string> data;
};

// A game of a file has no record.
struct GameSource {
    scoresheet::PgnGame game;
    std::shared_ptr<const GameRecord> record;
    std::optional<chess::Color> of; // one player's own score
};

// Holds what several games have in common; opens what its format needs when it is made.
class SheetExporter {
public:
    [[nodiscard]] static base::Result<SheetExporter, base::Error> open(ExportSettings settings);

    [[nodiscard]] base::Result<std::string, base::Error> write(const GameSource& source);

private:
    explicit SheetExporter(ExportSettings settings)
        : settings_(std::move(settings)) {}

    [[nodiscard]] base::Result<std::string, base::Error> html(const GameSource& source) const;
    std::string text(const GameSource& source) const;
    [[nodiscard]] std::vector<scoresheet::BraillePage> pages(const GameSource& source);

    ExportSettings settings_;
    scoresheet::BrailleCode code_;
    std::optional<scoresheet::Braille> braille_;
    std::optional<telling::TableWords> words_; // of a page in words
};

// The words of a table that is not there, for commands that speak of files.
[[nodiscard]] base::Result<telling::TableWords, base::Error>
default_words(const std::optional<std::string>& data);

} // namespace ansage::record
