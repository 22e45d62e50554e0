// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands that deal in words have in common.
#pragma once

#include "base/result.hpp"
#include "chess/position.hpp"
#include "chess/uci.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/vocabulary.hpp"
#include "terminal/options.hpp"

#include <string>

namespace ansage::acts {

// Adds --fen, --words, --style, --data and --json.
void add_words_options(terminal::Options& options);

struct WordsSettings {
    chess::Position position;
    phonetics::Vocabulary vocabulary;
    phonetics::Style style{};
    bool json = false;
};

[[nodiscard]] base::Result<WordsSettings, base::Error>
read_words_settings(const terminal::Arguments& arguments);

// The start position if there is none; `option` is where an error is ("--fen").
[[nodiscard]] base::Result<chess::Position, base::Error>
read_position(const std::optional<std::string>& fen, const std::string& option);

// The vocabulary of that name, "fide" if there is none.
[[nodiscard]] base::Result<phonetics::Vocabulary, base::Error>
find_vocabulary(const std::optional<std::string>& name, const std::optional<std::string>& data);

// The king's two squares where kings and rooks stand as in standard chess, else king takes rook.
[[nodiscard]] chess::CastlingStyle castling_style(const chess::Position& position);

// stdin, or the words given, of which "-" stands for stdin; one item each line or word.
[[nodiscard]] bool means_standard_input(const std::vector<std::string>& words);

} // namespace ansage::acts
