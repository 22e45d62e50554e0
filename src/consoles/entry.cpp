// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/entry.hpp"

#include <algorithm>

namespace ansage::consoles {

using table::ConsoleRole;

namespace {

// Of one that was let in there is more than one only of spectators; beyond that, the oldest comes
// in by the code again.
constexpr std::size_t most_keys = 64;

std::optional<Entry::Refusal> try_code(JoinCode& lock, const std::string& code, SteadyTime now) {
    if (const auto locked = lock.locked_for(now); locked.count() > 0) {
        return Entry::Refusal{
            .sentence = "console.code_locked", .locked_for = locked, .is_attempt = true};
    }
    if (lock.is_right(code, now)) return std::nullopt;
    return Entry::Refusal{.sentence = "console.wrong_code", .is_attempt = true};
}

} // namespace

Entry::Entry(std::string_view arbiters_code, const std::optional<Seated>& seated)
    : arbiters_(arbiters_code) {
    for (const ConsoleRole role : all_roles) free(role);
    if (seated) place(seated->role).keys = {seated->key};
}

std::optional<Entry::Refusal> Entry::refuse(const wire::Join& join, SteadyTime now) {
    if (join.is_on_network) return refuse_on_network(join, now);
    return join.role == ConsoleRole::arbiter ? try_code(arbiters_, join.code, now) : std::nullopt;
}

std::optional<Entry::Refusal> Entry::refuse_on_network(const wire::Join& join, SteadyTime now) {
    if (join.key.empty()) return Refusal{.sentence = "console.wrong_code", .is_attempt = true};
    Place& its = place(join.role);
    if (std::ranges::find(its.keys, join.key) != its.keys.end()) return std::nullopt;
    const bool is_one_persons = join.role != ConsoleRole::spectator;
    const bool is_arbiters = join.role == ConsoleRole::arbiter;
    // Its code is spent, and nobody learns whether he had it right.
    if (is_one_persons && !is_arbiters && !its.keys.empty())
        return Refusal{.sentence = "console.place_taken"};
    if (auto refusal = try_code(is_arbiters ? arbiters_ : its.lock, join.code, now)) return refusal;
    if (is_one_persons) its.keys.clear();
    if (its.keys.size() >= most_keys) its.keys.erase(its.keys.begin());
    its.keys.push_back(join.key);
    return std::nullopt;
}

const std::string& Entry::code(ConsoleRole role) const {
    return places_[static_cast<std::size_t>(role)].code;
}

void Entry::free(ConsoleRole role) {
    const std::string code = new_role_code();
    place(role) = {.code = code, .lock = JoinCode{code}, .keys = {}};
}

void Entry::leave(ConsoleRole role) {
    if (role != ConsoleRole::spectator) place(role).keys.clear();
}

} // namespace ansage::consoles
