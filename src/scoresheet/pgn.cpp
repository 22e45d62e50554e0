// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresheet/pgn.hpp"

#include "scoresheet/spelling.hpp"

namespace ansage::scoresheet {

std::vector<SheetMove> PgnGame::all_moves() const {
    std::vector<SheetMove> all;
    all.reserve(moves.size() + rest.size());
    chess::Position position = start;
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
        SheetMove each{.place = position.place(), .before = position, .move = moves[ply]};
        if (ply < notes.size()) each.note = notes[ply];
        position.play(moves[ply]);
        each.after = position;
        all.push_back(std::move(each));
    }
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
}

std::optional<std::string_view> PgnGame::tag(std::string_view name) const {
    for (const auto& [key, value] : tags)
        if (key == name) return value;
    return std::nullopt;
}

std::optional<std::string_view> PgnGame::known(std::string_view name) const {
    const auto value = tag(name);
    const bool tells = value && value->find_first_not_of("?. -") != std::string_view::npos;
    if (tells && name == "Date")
        return value->substr(0, value->find(".?")); // only the year, or year and month, are known
    return tells ? value : std::nullopt;
}

std::optional<base::Error> result_problem(const PgnGame& game, const std::string& where) {
    const auto tag = game.tag("Result");
    const auto said = tag ? parse_result(*tag) : std::nullopt;
    if (!said || *said == "*" || *said == game.result) return std::nullopt;
    return base::Error{
        base::phrase("the tag Result says {}, and the moves end with {}", *said, game.result),
        where,
        base::phrase("see which is right; {} is used", game.result)};
}

std::string
write_sheet_move(const Notation& notation, const SheetMove& move, NotationLength length) {
    return move.move ? write_any_move(notation, *move.before, *move.move, length) : move.text;
}

} // namespace ansage::scoresheet
