// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/persons.hpp"

#include "gateway/carrier/from_browser.hpp"
#include "gateway/handover/address.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <tuple>
#include <utility>

namespace ansage::gateway {

using Clock = std::chrono::steady_clock;

namespace {

constexpr int ok = 200;
constexpr int handed_over = 204;
constexpr int bad_request = 400;
constexpr int no_line = 409;
constexpr int too_many = 429;

std::shared_ptr<TableLine> line_of(PageSession& session) {
    const std::lock_guard lock{session.mutex};
    return session.line;
}

// Absent: somebody follows it.
std::optional<Clock::time_point> away_since(PageSession& session) {
    const std::lock_guard lock{session.mutex};
    return session.stream == nullptr ? std::optional{session.since} : std::nullopt;
}

// On the network whoever says nothing any more has not left: his telephone sleeps, and his place is
// his until somebody else is given it.
void leave(PageSession& session) {
    if (!session.key.empty()) return;
    if (const auto line = line_of(session)) static_cast<void>(line->send("{\"kind\":\"leave\"}\n"));
}

} // namespace

bool Persons::takes(std::string_view path) const { return path == "join" || path == "say"; }

Reply Persons::answer(const Request& request) {
    if (request.is_post) return request.path == "join" ? join(request) : say(request);
    if (request.path == "setup") {
        const bool is_setup = table_.is_being_set_up && table_.is_being_set_up();
        return {.status = ok, .json = fmt::format(R"({{"setup":{}}})", is_setup)};
    }
    return request.path == "events" ? follow(request) : Reply{};
}

std::size_t Persons::sessions() const {
    const std::lock_guard lock{mutex_};
    return sessions_.size();
}

// Nothing is asked of the table yet.
Reply Persons::join(const Request& request) {
    auto person = read_person(request.body);
    if (!person) return {.status = bad_request};
    const auto session = std::make_shared<PageSession>();
    session->token = new_secret();
    session->person = *std::move(person);
    session->since = Clock::now();
    const bool needs_key = table_.is_on_network && request.key.empty();
    if (table_.is_on_network) session->key = needs_key ? new_secret() : request.key;
    const std::lock_guard lock{mutex_};
    if (!make_room()) return {.status = too_many};
    sessions_.push_back(session);
    return {
        .status = ok,
        .json = fmt::format(R"({{"session":"{}"}})", session->token),
        .key = needs_key ? session->key : std::string{}};
}

Reply Persons::follow(const Request& request) {
    Session session = find(request.session, request.key);
    if (!session) return {};
    return {
        .status = ok,
        .events = std::make_unique<PersonEvents>(
            table_, welcomed_, std::move(session), read_last_line(request.last)
        )};
}

Reply Persons::say(const Request& request) {
    const auto said = read_said(request.body);
    if (!said) return {.status = bad_request};
    const Session session = find(said->session, request.key);
    if (!session) return {};
    const auto line = line_of(*session);
    const bool is_handed_over = line && line->send(said->lines);
    // Whoever leaves a table that does not answer has left all the same.
    if (said->leaves) forget(session);
    return {.status = is_handed_over || said->leaves ? handed_over : no_line};
}

// In a time that does not tell how much of a token is right.
Persons::Session Persons::find(const std::string& token, const std::string& key) const {
    const std::lock_guard lock{mutex_};
    Session found;
    for (const Session& session : sessions_)
        if (is_secret(token, session->token)) found = session;
    const bool is_his = found && (found->key.empty() || is_secret(key, found->key));
    return is_his ? found : nullptr;
}

bool Persons::make_room() {
    if (sessions_.size() < limits_.sessions) return true;
    const auto rank = [this](const Session& session) {
        const auto since = away_since(*session);
        return std::tuple{
            !since, welcomed_.has(session->key), since.value_or(Clock::time_point::max())};
    };
    const auto longest_away = std::ranges::min_element(sessions_, {}, rank);
    if (longest_away == sessions_.end() || !away_since(**longest_away)) return false;
    leave(**longest_away);
    sessions_.erase(longest_away);
    return true;
}

void Persons::forget(const Session& session) {
    const std::lock_guard lock{mutex_};
    std::erase(sessions_, session);
}

void Persons::on_time(Clock::time_point now) {
    std::vector<Session> gone;
    {
        const std::lock_guard lock{mutex_};
        const auto first_gone =
            std::partition(sessions_.begin(), sessions_.end(), [&](const Session& session) {
                const auto since = away_since(*session);
                return !since || now - *since < limits_.away;
            });
        gone.assign(first_gone, sessions_.end());
        sessions_.erase(first_gone, sessions_.end());
    }
    for (const Session& session : gone) leave(*session);
}

} // namespace ansage::gateway
