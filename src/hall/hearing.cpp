// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/hearing.hpp"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::hall {

namespace {

// "ansage/EVENT/TABLE/AUDIENCE/WHAT"
std::optional<Heard> place_of(const Address& address, const std::string& topic) {
    std::array<std::string_view, 5> levels;
    std::string_view rest = topic;
    for (std::string_view& level : levels) {
        const std::size_t slash = std::min(rest.find('/'), rest.size());
        level = rest.substr(0, slash);
        rest.remove_prefix(std::min(slash + 1, rest.size()));
    }
    const auto& [program, event, table, audience, what] = levels;
    const bool is_ours = program == "ansage" && event == address.event && is_name(table) &&
        (address.table.empty() || address.table == table) && rest.empty();
    if (!is_ours) {
        return std::nullopt;
    }
    Heard heard{.kind = {}, .table = std::string{table}, .audience = {}, .json = {}};
    if (audience == to_string(Audience::arbiter)) {
        heard.audience = Audience::arbiter;
    } else if (audience != to_string(Audience::everybody)) {
        return std::nullopt;
    }
    if (what == "log") {
        heard.kind = Heard::Kind::line;
    } else if (what == "state") {
        heard.kind = Heard::Kind::state;
    } else if (what == "here") {
        heard.kind = Heard::Kind::here;
    } else {
        return std::nullopt;
    }
    return heard;
}

} // namespace

std::optional<Heard> Hearing::take(const Post& post, std::vector<Post>& questions) {
    auto heard = place_of(address_, post.topic);
    const auto json = nlohmann::json::parse(post.payload, nullptr, false);
    if (!heard || !json.is_object()) {
        return std::nullopt;
    }
    heard->json = post.payload;
    if (heard->kind == Heard::Kind::here) {
        return heard;
    }
    const auto found = json.find("n");
    if (found == json.end() || !found->is_number_unsigned()) {
        return std::nullopt;
    }
    Thread& thread = threads_[{heard->table, heard->audience}];
    return is_next(thread, *heard, found->get<std::uint64_t>(), questions) ? heard : std::nullopt;
}

bool Hearing::is_next(
    Thread& thread, const Heard& heard, std::uint64_t number, std::vector<Post>& questions
) {
    const bool is_line = heard.kind == Heard::Kind::line;
    if (!thread.last) {
        thread.last = since_ == Since::beginning ? 0 : number - (is_line ? 1U : 0U);
    }
    if (is_line && number == *thread.last + 1) {
        thread.last = number;
        thread.asked = 0;
        return true;
    }
    if (number > *thread.last) {
        ask(thread, heard, questions);
    }
    return !is_line;
}

// Once, until something comes; a state that is sent every now and then asks again.
void Hearing::ask(Thread& thread, const Heard& heard, std::vector<Post>& questions) const {
    const std::uint64_t from = *thread.last + 1;
    if (thread.asked == from && heard.kind == Heard::Kind::line) {
        return;
    }
    thread.asked = from;
    Address table = address_;
    table.table = heard.table;
    questions.push_back(
        {table.asked(), fmt::format("{{\"{}\":{}}}", to_string(heard.audience), from)}
    );
}

} // namespace ansage::hall
