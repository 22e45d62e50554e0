// SPDX-License-Identifier: GPL-3.0-or-later
// Results go back into the file, and everything else stays as it was.
#include "base/try.hpp"
#include "hall/tournament.hpp"
#include "hall/trf.hpp"

#include <fmt/format.h>

namespace ansage::hall {

using base::Error;
using base::Result;
using record::Pairing;

ResultLetters letters_of(const PlayedResult& result) {
    const bool is_default = result.termination == laws::Termination::default_;
    const auto letter = [&](unsigned tenths) {
        if (is_default) return tenths == 10 ? '+' : '-';
        const std::string_view letters = result.has_moves ? "0=1" : "LDW";
        return letters[tenths / 5];
    };
    switch (result.score) {
    case laws::Score::white_wins: return {letter(10), letter(0)};
    case laws::Score::black_wins: return {letter(0), letter(10)};
    case laws::Score::draw: return {letter(5), letter(5)};
    case laws::Score::both_lose: return {letter(0), letter(0)};
    case laws::Score::white_half: return {letter(5), letter(0)};
    case laws::Score::black_half: return {letter(0), letter(5)};
    }
    return {};
}

void Tournament::write(Entrant& entrant, unsigned round, char result) {
    std::string& line = lines_[entrant.line];
    const std::string end = line.substr(trf::without_end(line).size());
    line.resize(line.size() - end.size());
    const std::size_t before = entrant.tenths.value_or(0);
    const bool is_sum = entrant.tenths == tenths_before(entrant, rounds() + 1);
    const auto replace = [&](std::size_t first, const std::string& text) {
        const trf::Columns columns =
            trf::columns_of(line).value_or(trf::Columns{line, trf::Unit::bytes});
        line.replace(columns.place(first), text.size(), text);
    };
    line.append(trf::round_width, ' '); // the result is within them, or before
    replace(trf::first_of(round) + trf::result_offset, std::string{result});
    entrant.rounds[round - 1].result = result;
    if (is_sum) {
        entrant.tenths = static_cast<unsigned>(before) + trf::tenths_for(result);
        replace(trf::points_first, fmt::format("{:>4.1f}", *entrant.tenths / 10.0));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    line += end;
}

Result<void, Error>
Tournament::set_result(unsigned round, const Pairing& game, ResultLetters letters) {
    const Entrant* const white = find(game.players.white.number);
    const bool is_paired = white != nullptr && white->rounds.size() >= round && round > 0 &&
        white->rounds[round - 1].opponent == game.players.black.number &&
        white->rounds[round - 1].color == 'w';
    if (!is_paired) {
        return tl::unexpected(Error{
            base::phrase("{} has another game than {}", file_, game.table),
            base::phrase("round {}", round),
            base::phrase("give the file from which the round was paired")});
    }
    const Entrant* const black = find(game.players.black.number);
    if (const char has = white->rounds[round - 1].result; has != ' ') {
        const bool is_same = has == letters.white && black != nullptr &&
            black->rounds.size() >= round && black->rounds[round - 1].result == letters.black;
        return is_same ? Result<void, Error>{}
                       : tl::unexpected(Error{
                             base::phrase("{} has another result there", game.table),
                             fmt::format("{}:{}", file_, white->line + 1),
                             base::phrase("ask the arbiter which one is right")});
    }
    ANSAGE_TRY(check_opponent(*white, round));
    const auto index_of = [&](const Entrant* entrant) {
        return static_cast<std::size_t>(entrant - entrants_.data());
    };
    write(entrants_[index_of(white)], round, letters.white);
    write(entrants_[index_of(black)], round, letters.black);
    return {};
}

std::string Tournament::text() const {
    std::string text;
    for (const std::string& line : lines_) text += line;
    return text;
}

} // namespace ansage::hall
