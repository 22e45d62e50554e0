// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/person_events.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <utility>

namespace ansage::gateway {

using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t most_welcomed = 256; // browsers

bool is_readable(int descriptor) {
    pollfd looked{descriptor, POLLIN, 0};
    return ::poll(&looked, 1, 0) > 0;
}

} // namespace

void Welcomed::add(const std::string& key) {
    const std::lock_guard lock{mutex_};
    if (key.empty() || std::ranges::find(keys_, key) != keys_.end()) return;
    keys_.push_back(key);
    if (keys_.size() > most_welcomed) keys_.pop_front();
}

bool Welcomed::has(const std::string& key) const {
    const std::lock_guard lock{mutex_};
    return std::ranges::find(keys_, key) != keys_.end();
}

PersonEvents::PersonEvents(
    const PersonsTable& table,
    Welcomed& welcomed,
    std::shared_ptr<PageSession> session,
    LastLine last
)
    : table_(table),
      welcomed_(welcomed),
      session_(std::move(session)),
      last_(std::move(last)) {
    const std::lock_guard lock{session_->mutex};
    if (session_->stream != nullptr) session_->stream->set();
    session_->stream = &ended_;
    line_before_ = std::exchange(session_->line, nullptr);
    // A spectator to whom nothing was told yet comes back all the same, to his own place.
    if (last_.run.empty() && session_->person.role == "spectator") last_ = {session_->run, 0};
}

PersonEvents::~PersonEvents() {
    const std::lock_guard lock{session_->mutex};
    if (session_->stream != &ended_) return;
    session_->stream = nullptr;
    session_->since = Clock::now();
}

std::optional<std::string> PersonEvents::next(const Connection& browser, Instant until) {
    for (;;) {
        const Instant now = Clock::now();
        if (!line_ && !is_over_ && now >= try_at_) join(now);
        if (events_.empty() && now < until) await(browser, until);
        if (line_ && is_readable(line_->descriptor())) read();
        // What the table tells whom another stream took the place of is not for this page.
        if (is_readable(ended_.descriptor()) || browser.is_left()) return std::nullopt;
        if (!events_.empty() || now >= until) return std::exchange(events_, {});
    }
}

// For what can be read, for the browser to leave, or for the time to try again.
void PersonEvents::await(const Connection& browser, Instant until) const {
    const bool is_trying = !line_ && !is_over_;
    const Instant limit = is_trying ? std::min(until, try_at_) : until;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - Clock::now());
    std::array<pollfd, 3> waited{{
        {ended_.descriptor(), POLLIN, 0},
        {browser.socket(), POLLRDHUP, 0},
        {line_ ? line_->descriptor() : -1, POLLIN, 0},
    }};
    ::poll(waited.data(), waited.size(), static_cast<int>(std::max(left.count(), std::int64_t{0})));
}

// --- to the table
void PersonEvents::join(Instant now) {
    try_at_ = now + table_.try_again_after;
    if (!lost_since_) lost_since_ = now;
    if (now - *lost_since_ > table_.give_up_after || !table_.is_there()) {
        end(when_lost_);
        return;
    }
    set_line(TableLine::open(table_.socket, join_line()));
    if (!line_) tell_standing("lost", when_lost_);
}

std::string PersonEvents::join_line() const {
    nlohmann::json line{
        {"kind", "join"},
        {"role", session_->person.role},
        {"code", session_->person.code},
        {"page", true}};
    if (!session_->key.empty()) {
        line["network"] = true;
        line["key"] = session_->key;
        const std::lock_guard lock{session_->mutex};
        // The table knows the key by now, and a code that has changed meanwhile would count as a
        // wrong one.
        if (session_->was_welcome) line["code"] = "";
    }
    if (!last_.run.empty()) {
        line["run"] = last_.run;
        line["after"] = last_.number;
    }
    return line.dump();
}

void PersonEvents::set_line(std::shared_ptr<TableLine> line) {
    line_ = std::move(line);
    const std::lock_guard lock{session_->mutex};
    if (session_->stream == &ended_) session_->line = line_;
}

// --- from the table
void PersonEvents::read() {
    for (const std::string& line : line_->read()) take(line);
    if (line_ && line_->is_closed()) on_hang_up();
}

void PersonEvents::take(const std::string& line) {
    const auto words = read_table_line(line);
    if (!words) return;
    line_before_.reset(); // whatever it says, it knows us
    if (words->kind == "welcome") on_welcome(*words);
    if (words->number == 0 || last_.run.empty()) {
        events_ += fmt::format("data: {}\n\n", line);
    } else if (words->number > last_.number) {
        last_.number = words->number;
        events_ += fmt::format("id: {}.{}\ndata: {}\n\n", last_.run, last_.number, line);
    }
    if (words->kind == "welcome") tell_standing("open", {});
    if (words->kind == "bye" && !words->again) end(words->text);
}

void PersonEvents::on_welcome(const TableWords& words) {
    if (words.run != last_.run) last_ = {words.run, 0};
    when_lost_ = words.when_lost;
    lost_since_.reset();
    welcomed_.add(session_->key);
    const std::lock_guard lock{session_->mutex};
    session_->was_welcome = true;
    session_->run = words.run;
}

void PersonEvents::on_hang_up() {
    set_line(nullptr);
    if (!lost_since_) lost_since_ = Clock::now();
    tell_standing("lost", when_lost_);
}

void PersonEvents::end(const std::string& words) {
    is_over_ = true;
    line_before_.reset();
    set_line(nullptr);
    tell_standing("over", words);
}

// Once, until it changes.
void PersonEvents::tell_standing(std::string_view standing, const std::string& words) {
    if (std::exchange(standing_, standing) == standing) return;
    const nlohmann::ordered_json told{{"standing", standing}, {"text", words}};
    events_ += fmt::format("event: standing\ndata: {}\n\n", told.dump());
}

} // namespace ansage::gateway
