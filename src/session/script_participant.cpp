// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/script_participant.hpp"

#include "table/model/checked.hpp"
#include "table/model/state.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ansage::session {

using base::Instant;
using telling::Outcome;

namespace {

class ScriptSeat final : public Participant {
public:
    ScriptSeat(
        const acts::Script& script,
        Show show,
        std::vector<acts::LineOutcomes>& outcomes,
        Deliver deliver
    )
        : script_(script),
          show_(std::move(show)),
          outcomes_(outcomes),
          deliver_(std::move(deliver)) {}

    void start(Table& table) override { before_ = table.state(); }

    // Whatever a line leads to comes before the next.
    [[nodiscard]] bool looks_first() const override { return true; }

    bool take_turn(Table& table) override {
        if (at_ == script_.lines.size()) {
            if (!rests_until_ || *rests_until_ <= table.now()) table.stop();
            return false;
        }
        const acts::ScriptLine& line = script_.lines[at_];
        if (line.at > table.now()) return false;
        ++at_;
        by_time_ = false;
        table::note_script_line(script_.file, line.number);
        if (line.act.body && !(deliver_ && deliver_(line, table)))
            table.submit(this, acts::input_of(line.act, table.state()));
        if (at_ == script_.lines.size()) {
            rests_until_ = line.at +
                std::max(table::debounce_time(table.state(), chess::Color::white),
                         table::debounce_time(table.state(), chess::Color::black));
        }
        return true;
    }

    void note(const Happened& happened) override {
        by_time_ = by_time_ || std::holds_alternative<table::TimeReached>(happened.input);
        std::vector<Outcome> shown =
            show_({happened.input, happened.events, *before_, happened.after});
        std::vector<Outcome>& to = place();
        to.insert(
            to.end(), std::make_move_iterator(shown.begin()), std::make_move_iterator(shown.end())
        );
        before_ = happened.after;
    }

    std::optional<Instant> next_deadline(Instant /*now*/) const override {
        return at_ == script_.lines.size() ? rests_until_ : script_.lines[at_].at;
    }

private:
    [[nodiscard]] std::vector<Outcome>& place() {
        if (!by_time_) return outcomes_[at_ - 1].at_once;
        const bool is_next =
            at_ < script_.lines.size() && (at_ == 0 || !script_.lines[at_].act.body);
        return is_next ? outcomes_[at_].at_once : outcomes_[at_ - 1].later;
    }

    const acts::Script& script_;
    Show show_;
    std::vector<acts::LineOutcomes>& outcomes_;
    Deliver deliver_;
    std::optional<table::State> before_; // from the start on
    std::size_t at_ = 0; // the next line
    bool by_time_ = true; // since the line before
    std::optional<Instant> rests_until_; // after the last line
};

} // namespace

ParticipantPtr make_script_participant(
    const acts::Script& script,
    Show show,
    std::vector<acts::LineOutcomes>& outcomes,
    Deliver deliver
) {
    return std::make_unique<ScriptSeat>(script, std::move(show), outcomes, std::move(deliver));
}

} // namespace ansage::session
