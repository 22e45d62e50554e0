// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/open_matters.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <tuple>

namespace ansage::hall {

namespace {

using MatterJson = nlohmann::json;

std::string words_at(const MatterJson& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::int64_t time_at(const MatterJson& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

bool is_so(const MatterJson& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

struct Ranked {
    OpenMatter matter;
    std::int64_t since = 0; // by the wall clock
};

void add_open(std::vector<Ranked>& all, const std::string& table, const MatterJson& state) {
    const auto open = state.is_object() ? state.find("open") : state.end();
    if (open == state.end() || !open->is_array()) {
        return;
    }
    const std::int64_t opened = time_at(state, "wall_ms") - time_at(state, "at_ms");
    for (const MatterJson& matter : *open) {
        if (matter.is_object()) {
            all.push_back(
                {{.table = table,
                  .text = words_at(matter, "text"),
                  .proposal = words_at(matter, "proposal"),
                  .is_urgent = is_so(matter, "players_wait") || is_so(matter, "lapses")},
                 opened + time_at(matter, "since_ms")}
            );
        }
    }
}

} // namespace

std::vector<OpenMatter> open_matters(const std::map<std::string, std::string>& states) {
    std::vector<Ranked> all;
    for (const auto& [table, state] : states) {
        add_open(all, table, MatterJson::parse(state, nullptr, false));
    }
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
