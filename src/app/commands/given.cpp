// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/given.hpp"

#include "acts/table_setup.hpp"
#include "base/try.hpp"
#include "chess/fen.hpp"
#include "record/game_files.hpp"
#include "telling/language.hpp"

#include <algorithm>
#include <cstdlib>

namespace ansage::app {

using base::Error;
using base::Result;

std::string data_given(const terminal::Arguments& given) { return given.value_or("data", ""); }

Result<std::filesystem::path, Error> game_given(const terminal::Arguments& given) {
    if (given.words().size() == 1) return record::find_journal(given.words().front());
    return tl::unexpected(Error{
        base::phrase("one game is wanted"),
        given.command(),
        base::phrase("name a journal, or last")});
}

journal::Extent extent_given(const terminal::Arguments& given) {
    return given.has("damaged") ? journal::Extent::before_fault : journal::Extent::whole;
}

Result<record::ResumedGame, Error>
resume_named(const std::string& name, const std::string& data, journal::Extent extent) {
    const auto path = ANSAGE_TRY(record::find_journal(name));
    auto game = ANSAGE_TRY(record::resume_game(path, data, extent));
    terminal::print_warning(game.missing);
    return game;
}

Result<std::optional<chess::Position>, Error> start_given(const terminal::Arguments& given) {
    const auto fen = given.value("fen");
    if (!fen) return std::nullopt;
    const auto start = chess::parse_position(*fen);
    if (!start) return tl::unexpected(Error{start.error().what, "--fen", start.error().mend});
    return *start;
}

Result<std::optional<double>, Error> parse_speed(const std::string& text) {
    if (text == "max") return std::optional<double>{};
    char* end = nullptr;
    const double speed = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(speed >= 0.1 && speed <= 1000.0)) {
        return tl::unexpected(Error{
            base::phrase("\"{}\" is no speed", terminal::printable(text)),
            "--speed",
            base::phrase("write a number from 0.1 to 1000, or max")});
    }
    return std::optional{speed};
}

std::vector<std::string> split_list(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        parts.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return parts;
}

Result<Reader, Error> reader_given(const terminal::Arguments& given) {
    auto wording = ANSAGE_TRY(acts::load_wording(data_given(given)));
    auto language =
        ANSAGE_TRY(telling::language_given(given, *wording, telling::language_of_locale(*wording)));
    return Reader{std::move(wording), std::move(language)};
}

} // namespace ansage::app
