// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/vocabulary.hpp"

#include "chess/fen.hpp"
#include "files/profile_path.hpp"
#include "profiles/words.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ansage::acts {

using base::Error;
using base::Result;
using chess::Color;
using chess::File;
using chess::Position;
using chess::Rank;
using chess::Square;

namespace {

constexpr std::array<std::string_view, 2> style_names{"full", "short"};
constexpr std::string_view default_words = "fide";

bool is_standard_rook(Square rook, Rank home) {
    return rook.rank() == home && (rook.file() == File::a || rook.file() == File::h);
}

} // namespace

void add_words_options(terminal::Options& options) {
    options.fen("fen", "the position before the first move; the start position if it is not given");
    options.value("words", "NAME", "the vocabulary, fide if it is not given; a name or a file");
    options.value(
        "style", "full|short", "full names the square that a piece leaves, short only where it must"
    );
    options.value("data", "FOLDER", "a folder of profiles that goes before all others");
    options.flag("json", "one JSON object a line");
}

Result<Position, Error>
read_position(const std::optional<std::string>& fen, const std::string& option) {
    if (!fen) return Position{};
    return chess::parse_position(*fen).map_error([&](Error error) {
        error.where =
            error.where.empty() ? base::Place{option} : base::phrase("{}, {}", option, error.where);
        return error;
    });
}

Result<phonetics::Vocabulary, Error>
find_vocabulary(const std::optional<std::string>& name, const std::optional<std::string>& data) {
    return files::data_directories(data)
        .and_then([&](const std::vector<std::filesystem::path>& directories) {
            return files::find_profile(
                directories, files::ProfileKind::words, name.value_or(std::string{default_words})
            );
        })
        .and_then([](const std::filesystem::path& path) { return profiles::Document::read(path); })
        .and_then([](const profiles::Document& document) { return profiles::load_words(document); }
        );
}

Result<WordsSettings, Error> read_words_settings(const terminal::Arguments& arguments) {
    const Result<std::size_t, Error> style = arguments.choice("style", style_names);
    if (!style) return tl::unexpected{style.error()};
    const Result<Position, Error> position = read_position(arguments.value("fen"), "--fen");
    if (!position) return tl::unexpected{position.error()};
    Result<phonetics::Vocabulary, Error> words =
        find_vocabulary(arguments.value("words"), arguments.value("data"));
    if (!words) return tl::unexpected{words.error()};
    return WordsSettings{
        *position,
        *std::move(words),
        *style == 0 ? phonetics::Style::full : phonetics::Style::short_form,
        arguments.has("json")};
}

chess::CastlingStyle castling_style(const Position& position) {
    for (const Color color : chess::both_colors) {
        const chess::SquareSet rooks = position.castling_rooks() & position.of(color);
        const Rank home = color == Color::white ? Rank::first : Rank::eighth;
        const bool standard = rooks.empty() ||
            (position.king(color) == Square{File::e, home} &&
             std::ranges::all_of(rooks.begin(), rooks.end(), [&](Square rook) {
                 return is_standard_rook(rook, home);
             }));
        if (!standard) return chess::CastlingStyle::king_takes_rook;
    }
    return chess::CastlingStyle::king_two_squares;
}

bool means_standard_input(const std::vector<std::string>& words) {
    return words.empty() || (words.size() == 1 && words.front() == "-");
}

} // namespace ansage::acts
