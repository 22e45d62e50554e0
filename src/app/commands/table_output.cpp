// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/table_output.hpp"

#include "acts/table_setup.hpp"
#include "telling/outcome.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;

namespace {

// When the table has ended nobody is held up by waiting for a reader: he may read on hours later,
// or go away.
constexpr base::Millis reading_time = std::chrono::hours{24};

terminal::Output::Lost lost_lines(const wording::Catalogue& in, bool is_json) {
    return [&in, is_json](std::uint64_t count) {
        return is_json ? fmt::format(R"({{"kind":"lost","count":{}}})", count)
                       : in.sentence("output.lost", {{"count", count}});
    };
}

} // namespace

TableOutput::TableOutput(terminal::Output::When when, const wording::Catalogue& in, bool is_json)
    : output_(when, lost_lines(in, is_json)),
      is_json_(is_json) {
    output_.carry_all();
}

void TableOutput::outcome(const table::Event& event, const table::State& state) const {
    const auto outcome = telling::outcome_of(event, state);
    if (!outcome || (!is_json_ && telling::repeats_an_outcome(event))) return;
    terminal::print_line(is_json_ ? telling::to_json(*outcome, 0) : telling::to_line(*outcome));
}

void TableOutput::fact(std::string_view key, const std::string& value) const {
    terminal::print_line(
        is_json_ ? fmt::format(R"({{"kind":"{}","text":{}}})", key, telling::json_text(value))
                 : fmt::format("{} {}", key, value)
    );
}

void TableOutput::summary(const table::State& state, base::Instant now) const {
    if (is_json_) terminal::print_line(acts::summary_json(state, now));
}

terminal::Answer
TableOutput::end(terminal::Answer answer, const std::optional<base::Error>& sound) {
    if (!answer) {
        terminal::print_error(answer.error().error); // in its turn, behind what it came after
        answer = answer.error().code;
    }
    output_.close(reading_time);
    if (sound) {
        terminal::print_error(*sound);
        answer = std::max(*answer, terminal::ExitCode::unavailable);
    }
    const auto problem = output_.problem();
    if (!problem || *problem == std::errc::broken_pipe)
        return answer; // whoever went away wanted no more
    return tl::unexpected(Error{
        base::phrase("what happened cannot be written: {}", base::system_words(problem->value())),
        "stdout",
        base::phrase("make room there; the game itself is in its journal")});
}

} // namespace ansage::app
