// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/result.hpp"

#include <algorithm>
#include <array>

namespace ansage::laws {
namespace {

constexpr std::array scores{
    Score::white_wins,
    Score::black_wins,
    Score::draw,
    Score::both_lose,
    Score::white_half,
    Score::black_half,
};

constexpr std::array terminations{
    Termination::checkmate,
    Termination::stalemate,
    Termination::dead_position,
    Termination::resignation,
    Termination::agreement,
    Termination::flag,
    Termination::flag_cannot_mate,
    Termination::threefold,
    Termination::fifty_moves,
    Termination::fivefold,
    Termination::seventyfive_moves,
    Termination::illegal_moves,
    Termination::default_,
    Termination::arbiter,
    Termination::adjourned,
    Termination::illegal_position,
    Termination::both_flags,
};

template <class Values>
std::optional<typename Values::value_type> parse(const Values& values, std::string_view text) {
    const auto found =
        std::ranges::find_if(values, [&](auto value) { return to_string(value) == text; });
    return found == values.end() ? std::nullopt : std::optional{*found};
}

} // namespace

std::string_view to_string(Score score) {
    switch (score) {
    case Score::white_wins:
        return "1-0";
    case Score::black_wins:
        return "0-1";
    case Score::draw:
        return "1/2-1/2";
    case Score::both_lose:
        return "0-0";
    case Score::white_half:
        return "1/2-0";
    case Score::black_half:
        return "0-1/2";
    }
    return "";
}

std::optional<Score> parse_score(std::string_view text) {
    return parse(scores, text);
}

std::string_view to_string(Termination termination) {
    switch (termination) {
    case Termination::checkmate:
        return "checkmate";
    case Termination::stalemate:
        return "stalemate";
    case Termination::dead_position:
        return "dead_position";
    case Termination::resignation:
        return "resignation";
    case Termination::agreement:
        return "agreement";
    case Termination::flag:
        return "flag";
    case Termination::flag_cannot_mate:
        return "flag_cannot_mate";
    case Termination::threefold:
        return "threefold";
    case Termination::fifty_moves:
        return "fifty_moves";
    case Termination::fivefold:
        return "fivefold";
    case Termination::seventyfive_moves:
        return "seventyfive_moves";
    case Termination::illegal_moves:
        return "illegal_moves";
    case Termination::default_:
        return "default";
    case Termination::arbiter:
        return "arbiter";
    case Termination::adjourned:
        return "adjourned";
    case Termination::illegal_position:
        return "illegal_position";
    case Termination::both_flags:
        return "both_flags";
    }
    return "";
}

std::optional<Termination> parse_termination(std::string_view text) {
    return parse(terminations, text);
}

} // namespace ansage::laws
