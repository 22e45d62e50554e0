// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/seat.hpp"

#include "hall/link.hpp"
#include "hall/snapshot.hpp"
#include "table/state.hpp"
#include "telling/language.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <utility>

namespace ansage::hall {

using base::Instant;
using base::Millis;
using Clock = std::chrono::steady_clock;

namespace {

// Which rule is set aside: electronic devices need the arbiter's consent (11.3.2).
constexpr std::string_view clause = "11.3.2";
// What is committed together is read together.
constexpr Millis gathers{10};
// Whoever looks on sees no more of it.
constexpr Millis between_states{200};
// The clocks run on by themselves, and pages count them.
constexpr Millis refreshes{10'000};
// A turn's share of reading, and how often a reader may have all of it again.
constexpr unsigned inputs_a_turn = 100;
constexpr Millis between_repeats{1000};
// Both states find room beside the lines.
constexpr std::size_t room_for_states = 3;
constexpr std::size_t longest_question = 200;
constexpr std::chrono::milliseconds last_lines{2000};

Millis wall_clock() {
    return std::chrono::duration_cast<Millis>(std::chrono::system_clock::now().time_since_epoch());
}

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
        chronicle_.emplace(journal_, *table.state().setup, table.words());
        if (const auto header = journal_.header()) {
            pairing_ = record::pairing_of(*header);
        }
    }

    bool take_turn(session::Table& table) override {
        if (!link_) {
            return connect_if_allowed(table);
        }
        listen();
        tell_problem(table);
        if (due_ && *due_ <= table.now()) {
            due_.reset();
            publish(table);
        }
        return false;
    }

    void note(const session::Happened& happened) override {
        const bool is_changed = std::ranges::any_of(happened.events, is_news);
        has_changed_ = has_changed_ || is_changed;
        be_due(happened.now + gathers);
    }

    [[nodiscard]] std::optional<Instant> next_deadline(Instant /*now*/) const override {
        return link_ && link_->is_up() ? due_ : std::nullopt;
    }

    [[nodiscard]] int wake_descriptor() const override { return news_->descriptor(); }

    // What came last, such as the result, is given a moment.
    void close(session::Table& table) override {
        if (!link_) {
            return;
        }
        const Clock::time_point until = Clock::now() + last_lines;
        while (link_->is_up() && !is_all_told() && Clock::now() < until) {
            publish(table);
            pollfd news{news_->descriptor(), POLLIN, 0};
            ::poll(&news, 1, static_cast<int>(gathers.count()));
            std::ignore = link_->take_heard();
        }
        std::ignore = link_->offer(here(false));
        link_.reset();
    }

private:
    // --- the line
    [[nodiscard]] static bool may_connect(const table::State& state) {
        return state.setup->mode != table::Mode::tournament || state.phase == table::Phase::playing;
    }

    bool connect_if_allowed(session::Table& table) {
        if (is_given_up_ || !may_connect(table.state())) {
            return false;
        }
        const bool is_told = table.state().overridden.contains(std::string{clause});
        if (!is_told) {
            const std::string where = reports_.address.text();
            const wording::Catalogue& in =
                table.words().catalogue(table.state().setup->arbiter_language);
            table.submit(
                this,
                table::ArbiterOverrides{
                    .clause = std::string{clause},
                    .reason = in.sentence("hall.reports", {{"where", std::string_view{where}}})}
            );
        }
        link_.emplace(Link::Choice{
            .address = reports_.address,
            .account = reports_.account,
            .topics = {reports_.address.asked()},
            .news = news_,
            .last_words = here(false),
            .longest_heard = longest_question});
        be_due(table.now());
        return !is_told;
    }

    [[nodiscard]] Post here(bool is_here) const {
        return {
            reports_.address.topic(Audience::everybody, "here"),
            is_here ? R"({"here":true})" : R"({"here":false})",
            true};
    }

    // --- what comes in: nothing but which lines are to be told again
    void listen() {
        for (const Post& post : link_->take_heard()) {
            on_asked(nlohmann::json::parse(post.payload, nullptr, false));
        }
        if (link_->take_forgotten()) {
            repeat_from_ = {1, 1};
            repeated_at_.reset();
        }
        // When the line broke, the broker told everybody that nobody is here.
        if (std::exchange(connections_, link_->connections()) != link_->connections()) {
            must_greet_ = must_keep_ = true;
        }
        if (must_greet_ || must_keep_ || waits_for_room_ || is_repeat_asked()) {
            be_due(Instant{});
        }
    }

    void on_asked(const nlohmann::json& asked) {
        for (const Audience audience : both_audiences) {
            const auto from = asked.is_object() ? asked.find(to_string(audience)) : asked.end();
            if (from != asked.end() && from->is_number_unsigned()) {
                auto& repeat = repeat_from_[index(audience)];
                const auto first = from->get<std::uint64_t>();
                repeat = std::min(repeat.value_or(first), first);
            }
        }
    }

    [[nodiscard]] bool is_repeat_asked() const {
        return std::ranges::any_of(repeat_from_, [](const auto& from) { return from.has_value(); });
    }

    void tell_problem(session::Table& table) {
        if (const auto problem = link_->take_problem()) {
            telling::print_problem(
                "problem.hall",
                {*problem, reports_.address.text(), "the table goes on, and reports when it can"},
                table.words().catalogue(table.state().setup->arbiter_language)
            );
        }
    }

    // --- what goes out
    void publish(session::Table& table) {
        const Instant now = table.now();
        repeat_if_due(now);
        if (must_greet_ && link_->offer(here(true))) {
            must_greet_ = false;
        }
        if (!send_lines(table)) {
            return;
        }
        if (link_->room() >= room_for_states && chronicle_->is_at_end()) {
            send_states(table, now);
        }
        waits_for_room_ = link_->room() <= room_for_states;
        if (!waits_for_room_ && !chronicle_->is_at_end()) {
            be_due(now);
        }
        const bool is_running = chronicle_->state().clocks.running().has_value();
        if (waits_for_room_) {
            return;
        }
        if (has_changed_ || must_keep_) {
            be_due(std::max(now, states_at_ + between_states));
        } else if (is_running) {
            be_due(states_at_ + refreshes);
        }
    }

    void repeat_if_due(Instant now) {
        if (!is_repeat_asked()) {
            return;
        }
        if (repeated_at_ && now - *repeated_at_ < between_repeats) {
            be_due(*repeated_at_ + between_repeats);
            return;
        }
        repeated_at_ = now;
        must_keep_ = true;
        for (const Audience audience : both_audiences) {
            if (const auto from = std::exchange(repeat_from_[index(audience)], std::nullopt)) {
                chronicle_->tell_again(audience, *from);
            }
        }
    }

    // False: the journal cannot be read, and the table will hear so from elsewhere.
    bool send_lines(session::Table& table) {
        unsigned inputs = inputs_a_turn;
        while (link_->room() > room_for_states) {
            const auto entry = chronicle_->next(inputs);
            if (!entry) {
                is_given_up_ = true;
                telling::print_problem(
                    "problem.hall",
                    entry.error(),
                    table.words().catalogue(table.state().setup->arbiter_language)
                );
                link_.reset();
                return false;
            }
            if (*entry == nullptr) {
                return true;
            }
            if (!link_->offer({reports_.address.topic((*entry)->audience, "log"), (*entry)->json}
                )) {
                return true;
            }
            chronicle_->sent();
        }
        return true;
    }

    void send_states(session::Table& table, Instant now) {
        const bool is_running = chronicle_->state().clocks.running().has_value();
        const bool is_due = must_keep_ || (has_changed_ && states_at_ + between_states <= now) ||
            (is_running && states_at_ + refreshes <= now);
        if (!is_due) {
            return;
        }
        const Seen seen{reports_.address, now, wall_clock(), pairing_};
        const bool is_sent = link_->offer(
                                 {reports_.address.topic(Audience::everybody, "state"),
                                  public_state(*chronicle_, table.words(), seen),
                                  true}
                             ) &&
            link_->offer(
                {reports_.address.topic(Audience::arbiter, "state"),
                 arbiter_state(*chronicle_, table.words(), seen),
                 true}
            );
        if (is_sent) {
            states_at_ = now;
            has_changed_ = must_keep_ = false;
        }
    }

    [[nodiscard]] bool is_all_told() const {
        return chronicle_->is_at_end() && !has_changed_ && !must_keep_;
    }

    void be_due(Instant at) { due_ = due_ ? std::min(*due_, at) : at; }

    Reports reports_;
    journal::Journal& journal_;
    std::optional<Chronicle> chronicle_;
    std::optional<record::Pairings> pairing_;
    std::shared_ptr<const terminal::Wakeup> news_ = std::make_shared<terminal::Wakeup>();
    std::optional<Link> link_;
    unsigned connections_ = 0;
    bool waits_for_room_ = false;
    bool is_given_up_ = false;
    std::optional<Instant> due_;
    bool has_changed_ = true; // since the states were sent
    bool must_keep_ = true; // the broker has no newest one
    bool must_greet_ = true;
    Instant states_at_;
    std::array<std::optional<std::uint64_t>, 2> repeat_from_;
    std::optional<Instant> repeated_at_;
};

} // namespace

std::unique_ptr<session::Participant> make_hall_seat(Reports reports, journal::Journal& journal) {
    return std::make_unique<HallSeat>(std::move(reports), journal);
}

} // namespace ansage::hall
