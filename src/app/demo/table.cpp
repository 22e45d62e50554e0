#include "app/demo/table.hpp"

#include "terminal/options.hpp"

#include <algorithm>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using table::InputBody;

namespace {

std::optional<Instant> earlier(std::optional<Instant> a, std::optional<Instant> b) {
    return a && b ? std::optional{std::min(*a, *b)} : (a ? a : b);
}

} // namespace

std::optional<Instant> DemoTable::next_instant(const std::optional<DemoAct>& act) const {
    // Nobody acts while somebody in the room still speaks.
    const bool may_act = act && (parts_.voice == nullptr || !parts_.voice->room_is_busy());
    std::optional<Instant> next = parts_.shell.next_deadline();
    if (may_act) {
        next = earlier(next, since_ + act->after);
    }
    if (parts_.voice != nullptr) {
        next = earlier(next, parts_.voice->next_deadline());
        if (act && !may_act && !parts_.voice->next_deadline()) {
            next = earlier(next, now_ + Millis{100}); // a live voice reports by its descriptor
        }
    }
    return next ? earlier(earlier(next, next_note()), parts_.boards.next_deadline()) : next;
}

std::optional<Instant> DemoTable::next_note() const {
    const bool running = parts_.shell.state().clocks.running().has_value();
    return running && parts_.note_every ? std::optional{noted_ + *parts_.note_every} : std::nullopt;
}

void DemoTable::tell(const std::vector<table::Event>& events, const InputBody& cause) {
    changed_ = changed_ || !events.empty();
    for (const table::Event& event : events) {
        parts_.told.event(event, parts_.shell.state());
        const auto* said = std::get_if<table::Said>(&event.body);
        if (said != nullptr && parts_.voice != nullptr) {
            const std::string_view language =
                telling::language_of(*parts_.shell.state().setup, said->audience);
            parts_.voice->say(
                *said,
                parts_.shell.words().segments(said->message, language, parts_.shell.state()),
                telling::is_repeat(cause, *said)
            );
        }
    }
}

Result<void, Error> DemoTable::submit(const InputBody& body) {
    auto events = parts_.shell.submit(now_, body);
    if (!events) {
        return tl::unexpected(events.error());
    }
    tell(*events, body);
    return {};
}

Result<void, Error> DemoTable::submit_sensors() {
    for (const InputBody& input : parts_.boards.take_inputs()) {
        if (auto submitted = submit(input); !submitted) {
            return submitted;
        }
    }
    return {};
}

Result<void, Error> DemoTable::pass_time() {
    auto events = parts_.shell.reach(now_);
    if (!events) {
        return tl::unexpected(events.error());
    }
    tell(*events, table::TimeReached{});
    if (auto done = parts_.boards.on_time(now_); !done) {
        return done;
    }
    if (parts_.voice != nullptr) {
        parts_.voice->advance_to(now_);
    }
    std::vector<table::UtteranceReported> reports;
    if (parts_.voice != nullptr) {
        const wording::Catalogue& in =
            parts_.shell.words().catalogue(parts_.shell.state().setup->arbiter_language);
        for (const speech::OutputChange& change : parts_.voice->take_output_changes()) {
            terminal::print_notice(telling::notice_of(change, in));
        }
        reports = parts_.voice->take_reports();
    } else {
        for (const auto& [id, said] : parts_.shell.state().unfinished) {
            reports.push_back({.id = id, .outcome = table::SpeechOutcome::finished});
        }
    }
    for (const table::UtteranceReported& report : reports) {
        if (auto submitted = submit(report); !submitted) {
            return submitted;
        }
    }
    if (const std::optional<Instant> note = next_note(); note && *note <= now_) {
        noted_ = now_;
        if (auto noted = submit(table::TimeNoted{}); !noted) {
            return noted;
        }
    }
    return submit_sensors();
}

// People speak aloud; what they say is heard in the room.
void DemoTable::speak(const InputBody& body, const table::State& before) {
    if (parts_.voice == nullptr) {
        return;
    }
    auto words = parts_.shell.words().spoken_by_person(body, before);
    if (!words.empty()) {
        parts_.voice->speak_in_room(std::move(words));
    }
}

Result<void, Error> DemoTable::perform(const DemoAct& act) {
    since_ = now_;
    if (const auto* hand = std::get_if<AtBoard>(&act.what)) {
        if (auto done = parts_.boards.act(hand->board, hand->act, now_); !done) {
            return done;
        }
        return submit_sensors();
    }
    const auto& body = std::get<InputBody>(act.what);
    speak(body, parts_.shell.state());
    auto events = parts_.shell.submit(now_, body);
    if (!events) {
        return tl::unexpected(events.error());
    }
    parts_.told.input(body);
    tell(*events, body);
    return {};
}

Result<void, Error> DemoTable::resume(std::optional<Millis> gap) {
    for (const auto& [id, said] : std::map{parts_.shell.state().unfinished}) {
        // What was not heard to its end is said again by the table, if it still matters.
        if (auto ended =
                submit(table::UtteranceReported{.id = id, .outcome = table::SpeechOutcome::cut});
            !ended) {
            return ended;
        }
    }
    return submit(table::Resumed{gap});
}

// Something is under way that nobody has to do: a board comes to rest, words are still to be heard.
bool DemoTable::is_moving() const {
    const bool speaking =
        parts_.voice != nullptr && (parts_.voice->room_is_busy() || parts_.voice->next_deadline());
    const bool playing = state().phase == table::Phase::playing;
    return speaking || std::ranges::any_of(chess::both_colors, [&](chess::Color color) {
               const table::BoardState& board = state().boards[color];
               return playing &&
                   (board.changed_at || board.press_waits || !board.pending_touches.empty());
           });
}

Result<DemoEnd, Error> DemoTable::play() {
    while (true) {
        const Scene scene{
            *game_,
            plot_,
            parts_.shell.state(),
            &parts_.shell.words(),
            {parts_.boards.truth(chess::Color::white), parts_.boards.truth(chess::Color::black)},
        };
        const std::optional<DemoAct> act = next_act(scene);
        if (!act && !is_moving()) {
            return DemoEnd::over;
        }
        const std::optional<Instant> next = next_instant(act);
        if (!next) {
            return DemoEnd::over;
        }
        const std::optional<Instant> reached = parts_.pacer->wait_until(*next);
        if (!reached) {
            return DemoEnd::stopped;
        }
        now_ = std::max(now_, *reached);
        changed_ = false;
        if (auto passed = pass_time(); !passed) {
            return tl::unexpected(passed.error());
        }
        if (changed_) {
            continue; // people see what happened before they act
        }
        const bool quiet = parts_.voice == nullptr || !parts_.voice->room_is_busy();
        const bool due = act && quiet && since_ + act->after <= now_;
        if (!due) {
            continue;
        }
        if (auto performed = perform(*act); !performed) {
            return tl::unexpected(performed.error());
        }
    }
}

} // namespace ansage::app
