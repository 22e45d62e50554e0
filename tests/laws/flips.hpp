// SPDX-License-Identifier: GPL-3.0-or-later
// The fields and the articles of a profile of the Laws, each changed into something else.
#pragma once

#include "laws/plays.hpp"
#include "laws/rules.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ansage::laws {

// Whose rules a field holds: "classes.rapid.supervised" and what is in it.
struct RulesOf {
    TimeClass time_class{};
    std::optional<Supervision> supervision; // absent: both, as in standard play
};

struct Flip {
    std::string name; // "classes.rapid.supervised.illegal_move.added = ..."
    std::optional<RulesOf> rules; // absent: of every class
    std::vector<Setting> tables; // at which it may show, one after the other
    std::string text; // of the whole profile
};

// By field; each word of a list is one.
std::map<std::string, std::vector<Flip>> all_flips(const std::string& text);

// The profile with each article's number replaced by a mark of its own, `sections` too.
std::string with_marks(const std::string& text, std::set<std::string>& marks);

// Marks that the text shows.
void drop_seen(std::set<std::string>& marks, const std::string& text);

} // namespace ansage::laws
