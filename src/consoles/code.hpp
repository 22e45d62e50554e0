// SPDX-License-Identifier: GPL-3.0-or-later
// The code that whoever joins has to give: it can be mistyped, but not tried out.
#pragma once

#include "consoles/limits.hpp"

#include <string>
#include <string_view>

namespace ansage::consoles {

// The arbiter's: eight digits, in two groups.
[[nodiscard]] std::string new_code();
// Of a role on the network: six digits.
[[nodiscard]] std::string new_role_code();

class JoinCode {
public:
    // "4711 0815" and "47110815" are one code.
    explicit JoinCode(std::string_view code);

    // After a few tries each wrong one locks it for twice as long as the one before. While it is
    // locked nothing is tried, and nothing lengthens it. Zero: it may be tried.
    [[nodiscard]] std::chrono::milliseconds locked_for(SteadyTime now) const;
    [[nodiscard]] bool is_right(std::string_view code, SteadyTime now);

private:
    struct Lock {
        SteadyTime until;
        std::chrono::seconds next{1};
        unsigned wrong = 0;
    };

    std::string digits_;
    Lock lock_;
};

} // namespace ansage::consoles
