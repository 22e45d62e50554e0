// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/script_check.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::acts {

namespace {

struct Candidate {
    const telling::Outcome* outcome = nullptr;
    std::size_t line = 0;
    bool at_once = true;
    bool named = false;
};

class Checker {
public:
    Checker(const Script& script, const std::vector<LineOutcomes>& outcomes)
        : script_(script) {
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            add(outcomes[i].at_once, i, true);
            add(outcomes[i].later, i, false);
        }
    }

    std::vector<std::string> run() {
        for (std::size_t i = 0; i < script_.lines.size(); ++i) check_line(i);
        for (const Candidate& candidate : candidates_) {
            if (script_.has_expectations && !candidate.named &&
                telling::must_be_named(*candidate.outcome)) {
                report(
                    script_.lines[candidate.line].number,
                    fmt::format("not expected: {}", telling::to_line(*candidate.outcome))
                );
            }
        }
        return std::move(problems_);
    }

private:
    void add(const std::vector<telling::Outcome>& outcomes, std::size_t line, bool at_once) {
        for (const telling::Outcome& outcome : outcomes)
            candidates_.push_back({&outcome, line, at_once, false});
    }

    void report(unsigned number, const std::string& what) {
        problems_.push_back(fmt::format("{}:{}: {}", script_.file, number, what));
    }

    // Of this line, or of the time just before it.
    [[nodiscard]] static bool belongs(const Candidate& candidate, std::size_t line) {
        return candidate.line == line || (!candidate.at_once && candidate.line + 1 == line);
    }

    void check_line(std::size_t line) {
        // In order; the clock's change is one thing with the press, so it may be named before or
        // after what the press completed.
        std::size_t next = 0;
        for (const ScriptLine::Expected& expected : script_.lines[line].expected) {
            if (expected.text == "nothing") {
                check_nothing(line, expected.number);
                continue;
            }
            const bool clock = expected.text.starts_with("clock");
            std::size_t i = clock ? 0 : next;
            while (i < candidates_.size() && !is_match(candidates_[i], line, expected.text)) ++i;
            if (i == candidates_.size()) {
                report(expected.number, fmt::format("did not come: {}", expected.text));
                continue;
            }
            candidates_[i].named = true;
            next = clock ? next : i + 1;
        }
    }

    [[nodiscard]] static bool
    is_match(const Candidate& candidate, std::size_t line, std::string_view expected) {
        return !candidate.named && belongs(candidate, line) &&
            telling::is_named_by(*candidate.outcome, expected);
    }

    void check_nothing(std::size_t line, unsigned number) {
        const auto found = std::ranges::find_if(candidates_, [&](const Candidate& candidate) {
            // How the agenda stands is told besides what happens.
            const bool happens = candidate.outcome->kind != "matter";
            return candidate.line == line && candidate.at_once && happens;
        });
        if (found != candidates_.end()) {
            report(
                number,
                fmt::format("nothing was expected, but: {}", telling::to_line(*found->outcome))
            );
        }
    }

    const Script& script_;
    std::vector<Candidate> candidates_;
    std::vector<std::string> problems_;
};

} // namespace

std::vector<std::string>
check_script(const Script& script, const std::vector<LineOutcomes>& outcomes) {
    return Checker{script, outcomes}.run();
}

} // namespace ansage::acts
