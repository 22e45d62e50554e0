// SPDX-License-Identifier: GPL-3.0-or-later
// Builds with ANSAGE_CHECK_STATE: whatever decides is checked after every event, and ends at the
// first fault with the event, the input and the script's line.
#include "table/model/checked.hpp"

#include "in_words.hpp"
#include "whole.hpp"

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fmt/format.h>
#include <utility>

namespace ansage::table {

namespace {

// So many inputs before the one that left a fault are told with it.
constexpr std::size_t most_before = 12;

struct Checking {
    Input input;
    std::deque<Input> before; // the newest last
    const Event* event = nullptr; // the newest
    tests::StateCounts counts;
    bool is_old_changed = false;
    std::string script;
    unsigned line = 0;
};

thread_local Checking checking;

void fail_on(const std::vector<std::string>& faults) {
    if (faults.empty()) return;
    std::string text = "the state of the table is not whole\n";
    for (const std::string& fault : faults) text += fmt::format("  {}\n", fault);
    if (checking.event != nullptr)
        text += fmt::format("  after the event {}\n", tests::in_words(checking.event->body));
    text += fmt::format(
        "  of the input at {}: {}\n",
        tests::in_words(checking.input.at.since_open),
        tests::in_words(checking.input.body)
    );
    for (const Input& each : checking.before) {
        text += fmt::format(
            "  after {}: {}\n", tests::in_words(each.at.since_open), tests::in_words(each.body)
        );
    }
    if (checking.line > 0) text += fmt::format("  of {}:{}\n", checking.script, checking.line);
    std::fputs(text.c_str(), stderr);
    std::abort();
}

} // namespace

void begin_checks(const State& before, const Input& input) {
    checking.before.push_back(std::exchange(checking.input, input));
    if (checking.before.size() > most_before) checking.before.pop_front();
    checking.event = nullptr;
    checking.is_old_changed = false;
    checking.counts = tests::counts_of(before);
}

void check_applied(const State& state, const Event& event) {
    checking.event = &event;
    const tests::StateCounts now = tests::counts_of(state);
    fail_on(tests::faults_since(checking.counts, now, state, event.body));
    fail_on(tests::faults_of(state, tests::Moment::amid));
    checking.counts = now;
    checking.is_old_changed = checking.is_old_changed || tests::changes_old_moves(event.body);
}

void end_checks(const State& state) {
    if (checking.event == nullptr) return;
    using tests::Moment;
    fail_on(tests::faults_of(state, checking.is_old_changed ? Moment::at_rest : Moment::newest));
}

void note_script_line(std::string_view file, unsigned line) {
    checking.script = file;
    checking.line = line;
}

} // namespace ansage::table
