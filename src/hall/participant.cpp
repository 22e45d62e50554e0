// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/participant.hpp"

#include "hall/reporter.hpp"
#include "table/model/names.hpp"
#include "telling/language.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <utility>

namespace ansage::hall {

using base::Instant;
using Clock = std::chrono::steady_clock;

namespace {

// Which rule is set aside: electronic devices need the arbiter's consent (11.3.2).
constexpr std::string_view clause = "11.3.2";
constexpr std::chrono::milliseconds last_lines{2000};
constexpr int look_ms = 10;

// What changes nothing but the time.
bool is_news(const table::Event& event) {
    return !std::holds_alternative<table::Noted>(event.body);
}

class HallSeat final : public session::Participant {
public:
    HallSeat(Reports reports, journal::Journal& journal)
        : reports_(std::move(reports)),
          journal_(journal) {}

    void start(session::Table& table) override {
        reporter_.emplace(reports_, journal_, *table.state().setup, table.words());
    }

    bool take_turn(session::Table& table) override {
        if (!reporter_->is_connected()) return connect_if_allowed(table);
        reporter_->step(table.now());
        tell_problems(table);
        return rule_if_said(table);
    }

    void note(const session::Happened& happened) override {
        for (const table::Event& event : happened.events) answer_ruling(event.body);
        reporter_->note(happened.now, std::ranges::any_of(happened.events, is_news));
    }

    std::optional<Instant> next_deadline(Instant /*now*/) const override {
        return reporter_->due();
    }

    int wake_descriptor() const override { return reporter_->wake_descriptor(); }

    // What came last, such as the result, is given a moment.
    void close(session::Table& table) override {
        if (!reporter_->is_connected()) return;
        const Clock::time_point until = Clock::now() + last_lines;
        while (reporter_->is_up() && !reporter_->is_all_told() && Clock::now() < until) {
            reporter_->note(Instant{}, false);
            reporter_->step(table.now());
            pollfd news{reporter_->wake_descriptor(), POLLIN, 0};
            ::poll(&news, 1, look_ms);
        }
        if (!reporter_->is_all_told()) tell_how_to_catch_up(table);
        reporter_->disconnect();
    }

private:
    static bool may_connect(const table::State& state) {
        return state.setup->mode != table::Mode::tournament || state.phase == table::Phase::playing;
    }

    [[nodiscard]] static const wording::Catalogue& catalogue(session::Table& table) {
        return table.words().catalogue(table.state().setup->arbiter_language);
    }

    bool connect_if_allowed(session::Table& table) {
        if (is_given_up_ || !may_connect(table.state())) return false;
        const bool is_told = table.state().overridden.contains(std::string{clause});
        if (!is_told) {
            const std::string where = reports_.address.text();
            table.submit(
                this,
                table::ArbiterOverrides{
                    .clause = std::string{clause},
                    .reason = catalogue(table).sentence(
                        takes_rulings(table) ? "hall.reports_and_rules" : "hall.reports",
                        {{"where", where}}
                    )}
            );
        }
        reporter_->connect(takes_rulings(table));
        return !is_told;
    }

    static bool takes_rulings(const session::Table& table) {
        const table::TableSetup& setup = *table.state().setup;
        return setup.hall_rulings && setup.mode == table::Mode::tournament;
    }

    // What an arbiter of the hall rules goes to the console, or back to him with the reason.
    bool rule_if_said(session::Table& table) {
        const auto said = reporter_->take_ruling();
        auto ruling = said ? read_ruling(said->arbiter, said->json) : std::nullopt;
        if (!ruling) return said.has_value();
        const std::string owner = reporter_->owner_of(ruling->rules.matter);
        if (auto answer = answer_at_once(table.state(), *ruling, reporter_->game(), owner)) {
            reporter_->answer(*std::move(answer));
        } else table.submit(this, std::move(ruling->rules));
        return true;
    }

    void answer_ruling(const table::EventBody& body) {
        if (const auto* asked = std::get_if<table::HallRulingAsked>(&body)) {
            reporter_->answer({.id = asked->id, .name = "asked"});
        } else if (const auto* ended = std::get_if<table::HallRulingEnded>(&body)) {
            reporter_->answer(
                {.id = ended->id, .name = std::string{table::to_string(ended->answer)}}
            );
        }
    }

    void tell_problems(session::Table& table) {
        const wording::Catalogue& in = catalogue(table);
        if (const auto trouble = reporter_->take_trouble()) {
            terminal::print_notice(in.sentence(
                "problem.hall_lost", {{"text", sentence_of(*trouble, reports_.address, in)}}
            ));
        }
        if (const auto error = reporter_->take_error()) {
            is_given_up_ = true;
            telling::print_problem("problem.hall", *error, in);
        }
    }

    // The journal keeps what was not told.
    void tell_how_to_catch_up(session::Table& table) {
        const std::string command = fmt::format(
            "ansage hall catch-up {} --hall {}", journal_.file(), reports_.address.text()
        );
        terminal::print_notice(catalogue(table).sentence("hall.not_told", {{"text", command}}));
    }

    Reports reports_;
    journal::Journal& journal_;
    std::optional<Reporter> reporter_;
    bool is_given_up_ = false;
};

} // namespace

std::unique_ptr<session::Participant>
make_hall_participant(Reports reports, journal::Journal& journal) {
    return std::make_unique<HallSeat>(std::move(reports), journal);
}

} // namespace ansage::hall
