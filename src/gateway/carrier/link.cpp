// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/link.hpp"

#include <fmt/format.h>

namespace ansage::gateway {

namespace {

constexpr std::chrono::milliseconds try_again_after{500};
// As a console keeps trying.
constexpr std::chrono::seconds give_up_after{20};

} // namespace

bool Link::open() {
    line_ = TableLine::open(
        path_, fmt::format(R"({{"kind":"join","role":"watcher","after":{}}})", lines_.last())
    );
    return line_ != nullptr;
}

void Link::read() {
    for (const std::string& line : line_->read()) take(line);
    if (line_->is_closed()) on_hang_up();
}

void Link::take(const std::string& line) {
    const auto words = read_table_line(line);
    if (!words) return;
    if (words->kind == "welcome") {
        was_welcome_ = true;
        when_lost_ = words->when_lost;
        lines_.welcome(line);
    } else if (words->kind == "state") {
        lines_.state(line);
        lines_.stand(Standing::open); // the log so far comes before it
    } else if (words->kind == "bye") {
        if (!was_welcome_) refused_ = words->text;
        if (!words->again) end(words->text);
    } else if (words->number > 0) {
        lines_.add(words->number, line);
    }
}

void Link::on_hang_up() {
    line_.reset();
    if (is_over_) return;
    if (!was_welcome_) {
        end({});
        return;
    }
    lines_.stand(Standing::lost, when_lost_);
    try_at_ = std::chrono::steady_clock::now();
    give_up_at_ = try_at_ + give_up_after;
}

void Link::on_time(std::chrono::steady_clock::time_point now) {
    if (is_over_ || line_ || now < try_at_) return;
    try_at_ = now + try_again_after;
    if (!open() && now >= give_up_at_) end(when_lost_);
}

void Link::give_up() {
    if (!is_over_) end(when_lost_);
}

void Link::end(const std::string& words) {
    is_over_ = true;
    lines_.stand(Standing::over, words);
}

} // namespace ansage::gateway
