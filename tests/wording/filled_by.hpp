// SPDX-License-Identifier: GPL-3.0-or-later
// Which placeholders each argument of a table's message may fill (telling::MessageWords).
#pragma once

#include <map>
#include <set>
#include <string>

namespace ansage::wording {

using Names = std::set<std::string>;

inline const std::map<std::string, Names>& filled_by() {
    static const std::map<std::string, Names> all{
        {"player", {"player", "opponent", "list", "pieces"}},
        {"square", {"square", "from"}},
        {"second_square", {"to"}},
        {"piece", {"piece"}},
        {"ply", {"move", "text"}},
        {"move", {"move"}},
        {"said", {"move"}},
        {"time", {"time", "seconds", "white_time"}},
        {"opponent_time", {"opponent_time", "black_time"}},
        {"count", {"count"}},
        {"number", {"number"}},
        {"score", {"result", "reason"}},
        {"board", {"board", "list", "pieces"}},
        {"squares", {"board", "list", "pieces", "squares"}},
        {"whose", {"score"}},
        {"where", {"where", "move"}},
        {"article", {"article"}},
        {"parts", {"parts"}},
        {"name",
         {"words", "text", "role", "claim", "source", "kind", "ordinal", "why", "reason", "move"}}};
    return all;
}

// What is asked for and not given.
inline Names missing(const Names& asked, const Names& given) {
    Names missing = asked;
    for (const std::string& argument : given)
        for (const std::string& name : filled_by().at(argument)) missing.erase(name);
    return missing;
}

// What is given and not asked for.
inline Names in_vain(const Names& asked, const Names& given) {
    Names in_vain = given;
    for (const std::string& name : asked) {
        std::erase_if(in_vain, [&](const std::string& argument) {
            return filled_by().at(argument).contains(name);
        });
    }
    return in_vain;
}

} // namespace ansage::wording
