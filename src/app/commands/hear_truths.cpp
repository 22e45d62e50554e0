// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/hear_truths.hpp"

#include "base/try.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "files/files.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::Move;
using chess::MoveError;
using chess::Position;

namespace {

constexpr std::string_view no_move = "-";

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::size_t from = 0;
    while (true) {
        const std::size_t tab = line.find('\t', from);
        fields.push_back(line.substr(from, tab - from));
        if (tab == std::string::npos) return fields;
        from = tab + 1;
    }
}

// A table may begin with what its columns are called.
bool is_heading(const std::string& line) {
    const auto fields = fields_of(line);
    return fields.size() == 3 && fields.front() == "file" && fields.back() == "move";
}

Error at_line(Error error, const std::string& name, std::size_t number) {
    const std::string line = name + ":" + std::to_string(number);
    error.where =
        error.where.empty() ? base::Place{line} : base::phrase("{}: {}", line, error.where);
    return error;
}

Result<Position, Error> position_of(const std::string& fen) {
    return fen.empty() ? Position{} : chess::parse_position(fen);
}

Result<std::optional<Move>, Error> move_of(const Position& position, const std::string& text) {
    if (text.empty() || text == no_move) return std::nullopt;
    auto move = chess::parse_uci(position, text);
    if (!move && move.error() == MoveError::not_a_move) move = chess::parse_san(position, text);
    if (move) return std::optional{*move};
    if (move.error() == MoveError::illegal) return std::nullopt;
    return tl::unexpected(Error{
        base::phrase("\"{}\" is no move", text),
        {},
        base::phrase("write it in UCI (e2e4) or SAN (Nf3)")});
}

Result<Truth, Error> truth_of(const std::string& line) {
    const auto fields = fields_of(line);
    if (fields.size() != 3 || fields.front().empty()) {
        return tl::unexpected(Error{
            base::phrase("a line needs a file, a FEN and a move"),
            {},
            base::phrase("write the three with tabs between them")});
    }
    const Position position = ANSAGE_TRY(position_of(fields[1]));
    const auto move = ANSAGE_TRY(move_of(position, fields[2]));
    return Truth{fields.front(), position, move};
}

} // namespace

Result<std::vector<Truth>, Error> read_truths(const std::filesystem::path& path) {
    const auto text = ANSAGE_TRY(files::read_text(path)).text;
    std::vector<Truth> truths;
    std::size_t number = 0;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty() || line.starts_with('#') || (number == 1 && is_heading(line))) continue;
        auto truth = truth_of(line);
        if (!truth) return tl::unexpected(at_line(std::move(truth).error(), path.string(), number));
        truths.push_back(*std::move(truth));
    }
    return truths;
}

void Counts::count(const Truth& truth, const std::optional<Move>& understood) {
    if (!truth.move) {
        ++others;
        others_taken += understood ? 1U : 0U;
        return;
    }
    ++announcements;
    right += understood == truth.move ? 1U : 0U;
    wrong += understood && understood != truth.move ? 1U : 0U;
}

Share share(std::size_t some, std::size_t all) {
    if (all == 0) return {.percent = 0, .least = 0, .most = 100};
    constexpr double z = 1.96; // of a normal distribution, 95 % lie within so many deviations
    const auto n = static_cast<double>(all);
    const double p = static_cast<double>(some) / n;
    const double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double reach = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return {
        .percent = 100 * p,
        .least = 100 * std::max(0.0, middle - reach),
        .most = 100 * std::min(1.0, middle + reach)};
}

} // namespace ansage::app
