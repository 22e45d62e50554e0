// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/channel.hpp"

#include "consoles/wire.hpp"

#include <algorithm>

namespace ansage::consoles {

namespace {

// A long game's completed moves, for a spectator who comes late.
constexpr std::size_t most_kept = 600;

} // namespace

const ConsoleChannel::Numbered& ConsoleChannel::add(const ConsoleLine& line) {
    ++last_;
    kept_.push_back({last_, wire::to_text(last_, line)});
    if (kept_.size() > most_kept) kept_.pop_front();
    return kept_.back();
}

std::vector<ConsoleChannel::Numbered> ConsoleChannel::missed(std::size_t most) const {
    std::vector<Numbered> lines = after(shown_);
    if (lines.size() > most)
        lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
    return lines;
}

std::vector<ConsoleChannel::Numbered> ConsoleChannel::after(std::uint64_t number) const {
    std::vector<Numbered> lines;
    std::ranges::copy_if(kept_, std::back_inserter(lines), [number](const Numbered& line) {
        return line.number > number;
    });
    return lines;
}

void ConsoleChannel::shown(std::uint64_t number) {
    shown_ = std::max(shown_, std::min(number, last_));
}

} // namespace ansage::consoles
