// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/open_matters.hpp"

#include "hall/told.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <tuple>

namespace ansage::hall {

namespace {

using MatterJson = nlohmann::json;

std::int64_t time_at(const MatterJson& json, const char* key) {
    return told_time(json, key).value_or(base::Millis{0}).count();
}

std::uint64_t count_at(const MatterJson& json, const char* key) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(time_at(json, key), 0));
}

// What may be ruled from the hall, and whether somebody has.
void add_ruling(OpenMatter& into, const MatterJson& matter, const MatterJson& state) {
    const auto rulings = matter.find("rulings");
    into.may_be_ruled =
        is_told(state, "takes_rulings") && rulings != matter.end() && rulings->is_object();
    if (into.may_be_ruled) {
        into.yes = told_text(*rulings, "yes");
        into.no = told_text(*rulings, "no");
    }
    const auto asked = state.find("asked");
    const bool is_asked =
        asked != state.end() && asked->is_object() && count_at(*asked, "matter") == into.number;
    if (is_asked) into.asked = told_text(*asked, "arbiter");
}

struct Ranked {
    OpenMatter matter;
    std::int64_t since = 0; // by the wall clock
};

void add_open(std::vector<Ranked>& all, const std::string& table, const MatterJson& state) {
    const auto open = state.is_object() ? state.find("open") : state.end();
    if (open == state.end() || !open->is_array()) return;
    const std::int64_t opened = time_at(state, "wall_ms") - time_at(state, "at_ms");
    for (const MatterJson& matter : *open) {
        if (!matter.is_object()) continue;
        Ranked ranked{
            {.table = table,
             .text = told_text(matter, "text"),
             .proposal = told_text(matter, "proposal"),
             .is_urgent = is_told(matter, "players_wait") || is_told(matter, "lapses"),
             .number = count_at(matter, "number"),
             .game = count_at(state, "game"),
             .changed_ms = count_at(matter, "changed_ms")},
            opened + time_at(matter, "since_ms")};
        add_ruling(ranked.matter, matter, state);
        all.push_back(std::move(ranked));
    }
}

} // namespace

std::vector<OpenMatter> open_matters(const std::map<std::string, std::string>& states) {
    std::vector<Ranked> all;
    for (const auto& [table, state] : states)
        add_open(all, table, MatterJson::parse(state, nullptr, false));
    std::ranges::stable_sort(all, {}, [](const Ranked& one) {
        return std::tuple{!one.matter.is_urgent, one.since};
    });
    std::vector<OpenMatter> matters;
    std::ranges::transform(all, std::back_inserter(matters), [](Ranked& one) {
        return std::move(one.matter);
    });
    return matters;
}

} // namespace ansage::hall
