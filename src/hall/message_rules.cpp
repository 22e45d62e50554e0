// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/message_rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <string_view>

namespace ansage::hall {

extern const std::string_view message_rules_json; // made while building

namespace {

using RuleJson = nlohmann::json;

constexpr int deepest = 8;
constexpr std::size_t longest_pattern_match = 100; // std::regex recurses
// A table that reports without a pause says less. Only a journal, which is asked for, says more.
constexpr double most_bytes = 16'000'000;
constexpr double bytes_a_second = 4'000'000;
constexpr double bytes_of_any = 500; // it costs, however short it is

const RuleJson& rules() {
    static const RuleJson all = RuleJson::parse(message_rules_json);
    return all;
}

bool is_like(const std::string& text, const std::string& pattern) {
    static std::map<std::string, std::regex> compiled;
    const auto found = compiled.try_emplace(pattern, pattern).first;
    return text.size() <= longest_pattern_match && std::regex_match(text, found->second);
}

bool is_between(const RuleJson& value, std::int64_t least, std::int64_t most) {
    // Beyond 64 bits it is a floating-point number.
    if (value.is_number_unsigned()) {
        const auto number = value.get<std::uint64_t>();
        return number <= static_cast<std::uint64_t>(most) &&
            static_cast<std::int64_t>(number) >= least;
    }
    return value.is_number_integer() && value.get<std::int64_t>() >= least &&
        value.get<std::int64_t>() <= most;
}

bool fits(const RuleJson& type, const RuleJson& value);

bool are_unique(const RuleJson& list, const RuleJson& key) {
    std::set<RuleJson> seen;
    return std::ranges::all_of(list, [&](const RuleJson& one) {
        return seen.insert(one.at(key.get<std::string>())).second;
    });
}

// ["list", most, type], ["list", most, type, the key that no two share]
bool is_list(const RuleJson& type, const RuleJson& value) {
    return value.is_array() && value.size() <= type[1].get<std::size_t>() &&
        std::ranges::all_of(value, [&](const RuleJson& one) { return fits(type[2], one); }) &&
        (type.size() < 4 || are_unique(value, type[3]));
}

// ["row", type of the first, of the second, ...]
bool is_row(const RuleJson& type, const RuleJson& value) {
    if (!value.is_array() || value.size() + 1 != type.size()) return false;
    return std::equal(
        value.begin(),
        value.end(),
        type.begin() + 1,
        [](const auto& one, const auto& as) { return fits(as, one); }
    );
}

bool fits_verb(const RuleJson& type, const RuleJson& value) {
    const auto& verb = type[0].get_ref<const std::string&>();
    if (verb == "flag") return value.is_boolean();
    if (verb == "number")
        return is_between(value, type[1].get<std::int64_t>(), type[2].get<std::int64_t>());
    if (verb == "one")
        return value.is_string() && std::find(type.begin() + 1, type.end(), value) != type.end();
    if (verb == "list") return is_list(type, value);
    if (verb == "row") return is_row(type, value);
    if (verb == "both") {
        return std::all_of(type.begin() + 1, type.end(), [&](const RuleJson& one) {
            return fits(one, value);
        });
    }
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    return verb == "text" ? text.size() <= type[1].get<std::size_t>()
                          : is_like(text, type[1].get_ref<const std::string&>());
}

// {"key": type, "key that may be missing?": type}; further keys are of a later version.
bool fits_object(const RuleJson& type, const RuleJson& value) {
    return value.is_object() && std::ranges::all_of(type.items(), [&](const auto& field) {
               std::string key = field.key();
               const bool may_be_missing = key.back() == '?';
               key.resize(key.size() - (may_be_missing ? 1 : 0));
               const auto found = value.find(key);
               return found == value.end() ? may_be_missing : fits(field.value(), *found);
           });
}

// "name of a type", "name of one that may be null?"
bool fits(const RuleJson& type, const RuleJson& value) {
    if (type.is_object()) return fits_object(type, value);
    if (type.is_array()) return fits_verb(type, value);
    std::string name = type.get<std::string>();
    if (name.back() == '?') {
        name.pop_back();
        return value.is_null() || fits(rules().at("types").at(name), value);
    }
    return fits(rules().at("types").at(name), value);
}

// Null: none, or too deep.
RuleJson parsed(const std::string& payload) {
    bool is_too_deep = false;
    const auto look = [&](int depth, RuleJson::parse_event_t, RuleJson&) {
        is_too_deep = is_too_deep || depth > deepest;
        return !is_too_deep;
    };
    RuleJson json = RuleJson::parse(payload, look, false);
    return is_too_deep || json.is_discarded() ? RuleJson{} : json;
}

// "care/7" is one of "care".
const RuleJson* rule_of(const Place& place) {
    constexpr std::string_view care = "care/";
    const RuleJson& messages = rules().at("messages");
    if (place.what.starts_with(care)) {
        const bool is_numbered = is_like(place.what.substr(care.size()), "[1-9][0-9]{0,8}");
        return is_numbered ? &messages.at("care") : nullptr;
    }
    const auto found = place.what == "care" ? messages.end() : messages.find(place.what);
    return found == messages.end() ? nullptr : &*found;
}

} // namespace

std::optional<Place> place_of(const Address& address, const std::string& topic) {
    const std::string start = fmt::format("ansage/{}/", address.event);
    const std::size_t slash = topic.find('/', start.size());
    if (!topic.starts_with(start) || slash == std::string::npos) return std::nullopt;
    Place place{topic.substr(start.size(), slash - start.size()), topic.substr(slash + 1)};
    const bool is_ours =
        is_name(place.table) && (address.table.empty() || address.table == place.table);
    return is_ours ? std::optional{std::move(place)} : std::nullopt;
}

bool is_valid(const Place& place, const std::string& payload) {
    const RuleJson* const rule = rule_of(place);
    if (rule == nullptr || payload.size() > rule->at("bytes").get<std::size_t>()) return false;
    const RuleJson& type = rule->at("holds");
    if (type.is_array() && type[0] == "plain")
        return is_like(payload, type[1].get_ref<const std::string&>());
    const RuleJson json = parsed(payload);
    if (!fits(type, json)) return false;
    const auto named = json.find("table");
    return named == json.end() || *named == place.table;
}

// What is too long is not read, and costs nothing.
bool MessageRules::is_within(
    Conduct& conduct, const Place& place, std::size_t size, consoles::SteadyTime now
) {
    const RuleJson* const rule = rule_of(place);
    const bool is_short = rule != nullptr && size <= rule->at("bytes").get<std::size_t>();
    return is_short &&
        (place.what == "journal" ||
         conduct.bytes.take(now, bytes_of_any + static_cast<double>(size)));
}

bool MessageRules::allows(
    const Place& place, const std::string& payload, consoles::SteadyTime now
) {
    Conduct& conduct =
        tables_.try_emplace(
                   place.table, Conduct{.bytes = {most_bytes, bytes_a_second}}
        ).first->second;
    if (is_within(conduct, place, payload.size(), now) && is_valid(place, payload)) {
        conduct.broken.erase(place.what);
        return true;
    }
    // Of topics that there are not, one mark is enough.
    conduct.broken.insert(rule_of(place) == nullptr ? std::string{} : place.what);
    if (told_.insert(place.table).second) breakers_.push_back(place.table);
    return false;
}

bool MessageRules::is_broken_by(const std::string& table) const {
    const auto found = tables_.find(table);
    return found != tables_.end() && !found->second.broken.empty();
}

std::vector<std::string> MessageRules::take_breakers() { return std::exchange(breakers_, {}); }

} // namespace ansage::hall
