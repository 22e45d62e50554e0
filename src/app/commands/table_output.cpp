// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/table_output.hpp"

#include "terminal/command.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace ansage::app {

namespace {

// When the table has ended nobody is held up by waiting for a reader: he may read on hours later,
// or go away.
constexpr base::Millis reading_time = std::chrono::hours{24};

terminal::Output::Lost lost_lines(const wording::Catalogue& in, bool is_json) {
    return [&in, is_json](std::uint64_t count) {
        return is_json ? fmt::format(R"({{"kind":"lost","count":{}}})", count)
                       : in.sentence("output.lost", {{"count", static_cast<std::int64_t>(count)}});
    };
}

} // namespace

TableOutput::TableOutput(terminal::Output::When when, const wording::Catalogue& in, bool is_json)
    : output_(when, lost_lines(in, is_json)) {
    output_.carry_all();
}

int TableOutput::end(int code, const std::optional<base::Error>& sound) {
    output_.close(reading_time);
    if (sound) {
        terminal::print_error(*sound);
        code = std::max(code, terminal::to_int(terminal::ExitCode::unavailable));
    }
    const auto problem = output_.problem();
    if (!problem || *problem == std::errc::broken_pipe)
        return code; // whoever went away wanted no more
    return terminal::refuse(
        {base::phrase("what happened cannot be written: {}", base::system_words(problem->value())),
         "stdout",
         base::phrase("make room there; the game itself is in its journal")}
    );
}

} // namespace ansage::app
