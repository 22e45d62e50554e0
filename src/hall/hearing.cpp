// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/hearing.hpp"

#include "hall/message_rules.hpp"
#include "hall/told.hpp"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::hall {

namespace {

// "arbiter/log"
std::optional<Heard> heard_at(const Place& place) {
    using Kind = Heard::Kind;
    constexpr std::array kinds{
        std::pair{"log", Kind::line},
        std::pair{"state", Kind::state},
        std::pair{"here", Kind::here}};
    for (const Audience audience : {Audience::everybody, Audience::arbiter}) {
        for (const auto& [name, kind] : kinds) {
            if (place.what == fmt::format("{}/{}", to_string(audience), name))
                return Heard{.kind = kind, .table = place.table, .audience = audience};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<Heard> Hearing::take(const Post& post, std::vector<Post>& questions) {
    const auto place = place_of(address_, post.topic);
    auto heard = place ? heard_at(*place) : std::nullopt;
    if (!heard) return std::nullopt;
    const auto json = nlohmann::json::parse(post.payload, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    heard->json = post.payload;
    if (heard->kind == Heard::Kind::here) return heard;
    const auto number = told_number(json, "n");
    if (!number) return std::nullopt;
    Thread& thread = threads_[{heard->table, heard->audience}];
    if (const auto game = told_number(json, "game")) {
        if (thread.game.value_or(*game) != *game)
            thread = Thread{.last = 0, .game = {}}; // whose lines are counted anew
        thread.game = game;
    }
    return is_next(thread, *heard, *number, questions) ? heard : std::nullopt;
}

bool Hearing::is_next(
    Thread& thread, const Heard& heard, std::uint64_t number, std::vector<Post>& questions
) {
    const bool is_line = heard.kind == Heard::Kind::line;
    if (!thread.last) thread.last = since_ == Since::beginning ? 0 : number - (is_line ? 1U : 0U);
    if (is_line && number == *thread.last + 1) {
        thread.last = number;
        thread.asked = 0;
        return true;
    }
    if (number > *thread.last) ask(thread, heard, questions);
    return !is_line;
}

// Once, until something comes; a state that is sent every now and then asks again.
void Hearing::ask(Thread& thread, const Heard& heard, std::vector<Post>& questions) const {
    const std::uint64_t from = *thread.last + 1;
    if (thread.asked == from && heard.kind == Heard::Kind::line) return;
    thread.asked = from;
    Address table = address_;
    table.table = heard.table;
    questions.push_back(
        {table.asked(), fmt::format("{{\"{}\":{}}}", to_string(heard.audience), from)}
    );
}

} // namespace ansage::hall
