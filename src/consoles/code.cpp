// SPDX-License-Identifier: GPL-3.0-or-later
// The code that whoever joins has to give: made, compared, and locked.
#include "consoles/code.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <random>

namespace ansage::consoles {
namespace {

constexpr unsigned free_tries = 3;
// Of six digits nobody finds one at this rate during a game, and whoever waits gets in.
constexpr std::chrono::seconds longest_lock{64};

std::string digits_of(std::string_view text) {
    std::string digits;
    std::ranges::copy_if(text, std::back_inserter(digits), [](char letter) {
        return letter >= '0' && letter <= '9';
    });
    return digits;
}

} // namespace

std::string new_code() {
    std::random_device random;
    std::uniform_int_distribution<int> four{0, 9999};
    return fmt::format("{:04} {:04}", four(random), four(random));
}

std::string new_role_code() {
    std::random_device random;
    std::uniform_int_distribution<int> six{0, 999999};
    return fmt::format("{:06}", six(random));
}

JoinCode::JoinCode(std::string_view code)
    : digits_(digits_of(code)) {}

std::chrono::milliseconds JoinCode::locked_for(SteadyTime now) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(lock_.until - now);
    return std::max(left, std::chrono::milliseconds{0});
}

bool JoinCode::is_right(std::string_view code, SteadyTime now) {
    if (digits_of(code) == digits_) {
        lock_ = {};
        return true;
    }
    if (++lock_.wrong > free_tries) {
        lock_.until = now + lock_.next;
        lock_.next = std::min(2 * lock_.next, longest_lock);
    }
    return false;
}

} // namespace ansage::consoles
