// SPDX-License-Identifier: GPL-3.0-or-later
// ansage-gateway page N: what `ansage page` becomes. N is the descriptor of what it hands over.
#include "base/text.hpp"
#include "gateway/carrier/carrier.hpp"

#include <exception>
#include <string_view>
#include <unistd.h>

namespace {

using namespace ansage;

constexpr std::string_view not_by_hand = "ansage-gateway: \"ansage page\" starts this program\n";
constexpr std::string_view not_caught =
    "ansage-gateway: the page has ended by a fault; start \"ansage page\" again\n";
constexpr int done = 0;
constexpr int no = 1;
constexpr int bad_input = 2;

void print(int descriptor, std::string_view text) {
    static_cast<void>(::write(descriptor, text.data(), text.size()));
}

// Nobody can mend it, and whoever keeps the page starts it again.
[[noreturn]] void end_at_once() noexcept {
    print(STDERR_FILENO, not_caught);
    ::_exit(bad_input);
}

} // namespace

int main(int count, char** values) {
    std::set_terminate(end_at_once);
    const auto number = count == 3 ? base::parse_number<int>(values[2]) : std::nullopt;
    auto handover = gateway::unpack(base::Descriptor{number.value_or(-1)});
    if (!handover) {
        print(STDERR_FILENO, not_by_hand);
        return bad_input;
    }
    const gateway::End end = gateway::carry(*std::move(handover));
    if (end.words.empty()) return done;
    print(end.is_unreachable ? STDERR_FILENO : STDOUT_FILENO, end.words + '\n');
    return end.is_unreachable ? bad_input : no;
}
