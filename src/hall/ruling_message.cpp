// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/ruling_message.hpp"

#include "base/check.hpp"
#include "base/visible.hpp"
#include "hall/address.hpp"
#include "hall/told.hpp"
#include "table/disputes/hall.hpp"
#include "table/model/names.hpp"

#include <array>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <sodium.h>

namespace ansage::hall {

namespace {

using RulingJson = nlohmann::ordered_json;

constexpr std::size_t longest_statement = 300; // bytes
constexpr std::string_view yes = "yes";
constexpr std::string_view no = "no";

// The message says what to do, whether it was not understood or asked before.
std::string_view name_of(table::HallRefusal refusal) {
    return refusal == table::HallRefusal::known ? "not_understood" : table::to_string(refusal);
}

// What became of a ruling that has come before.
std::optional<std::string_view> known_answer(const table::State& state, const std::string& id) {
    if (state.hall_asked && state.hall_asked->id == id) return "asked";
    const auto found = state.hall_answers.find(id);
    return found == state.hall_answers.end() ? std::nullopt
                                             : std::optional{table::to_string(found->second)};
}

} // namespace

std::string new_ruling_id() {
    ANSAGE_CHECK(sodium_init() >= 0);
    std::array<unsigned char, 12> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

std::string to_json(const Ruling& ruling) {
    const table::HallRules& rules = ruling.rules;
    const RulingJson json{
        {"id", rules.id},
        {"game", ruling.game},
        {"matter", rules.matter.value()},
        {"seen_ms", rules.seen.count()},
        {"answer", rules.accepts ? yes : no},
        {"statement", rules.statement}};
    return json.dump();
}

std::optional<Ruling> read_ruling(std::string_view arbiter, const std::string& json) {
    const auto read = nlohmann::json::parse(json, nullptr, false);
    if (!read.is_object() || !is_name(arbiter)) return std::nullopt;
    const std::string id = told_text(read, "id");
    const std::string answer = told_text(read, "answer");
    const std::string statement = base::visible(told_text(read, "statement"));
    const auto game = told_number(read, "game");
    const auto matter = told_number(read, "matter");
    const auto seen = told_number(read, "seen_ms");
    const bool is_whole = is_name(id) && (answer == yes || answer == no) && game && matter &&
        *matter <= std::numeric_limits<unsigned>::max() && seen &&
        statement.size() <= longest_statement;
    if (!is_whole) return std::nullopt;
    return Ruling{
        .rules =
            {.id = id,
             .arbiter = std::string{arbiter},
             .matter = table::MatterNumber{*matter},
             .seen = base::Millis{static_cast<std::int64_t>(*seen)},
             .accepts = answer == yes,
             .statement = statement},
        .game = *game};
}

std::string to_json(const RulingAnswer& answer) {
    const RulingJson json{{"id", answer.id}, {"answer", answer.name}};
    return json.dump();
}

std::optional<RulingAnswer> read_answer(const std::string& json) {
    const auto read = nlohmann::json::parse(json, nullptr, false);
    if (!read.is_object()) return std::nullopt;
    RulingAnswer answer{.id = told_text(read, "id"), .name = told_text(read, "answer")};
    return is_name(answer.id) && is_name(answer.name) ? std::optional{std::move(answer)}
                                                      : std::nullopt;
}

std::optional<RulingAnswer> answer_at_once(
    const table::State& state, const Ruling& ruling, std::uint64_t game, std::string_view owner
) {
    const table::HallRules& rules = ruling.rules;
    const auto answered = [&](std::string_view name) {
        return RulingAnswer{.id = rules.id, .name = std::string{name}};
    };
    if (ruling.game != game) return answered("old");
    if (const auto known = known_answer(state, rules.id)) return answered(*known);
    if (const auto refusal = table::refusal_of_hall(state, rules))
        return answered(name_of(*refusal));
    return owner.empty() || owner == rules.arbiter ? std::nullopt
                                                   : std::optional{answered("of_another")};
}

} // namespace ansage::hall
