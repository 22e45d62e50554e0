// SPDX-License-Identifier: GPL-3.0-or-later
// A table that listens: the keys of the table open and close the windows of its ear.
#include "listening/ear.hpp"
#include "session/participants.hpp"
#include "telling/language.hpp"
#include "telling/outcome.hpp"

#include <deque>
#include <utility>

namespace ansage::session {

using chess::Color;

namespace {

class ListeningSeat final : public Participant {
public:
    explicit ListeningSeat(std::unique_ptr<listening::Ear> ear)
        : ear_(std::move(ear)) {}

    bool take_turn(Table& table) override {
        for (table::HearingReported& made : ear_->take()) waiting_.push_back(std::move(made));
        if (const auto problem = ear_->take_problem()) {
            const std::string& language = table.state().setup->arbiter_language;
            telling::print_problem("problem.hearing", *problem, table.words().catalogue(language));
        }
        if (waiting_.empty()) return false;
        table::HearingReported next = std::move(waiting_.front());
        waiting_.pop_front();
        return table.submit(this, std::move(next));
    }

    void note(const Happened& happened) override {
        if (!ear_) return; // the table closes
        const table::State& state = happened.after;
        ear_->note_own_voice(!state.unfinished.empty());
        for (const table::Event& event : happened.events) {
            const auto* const keyed = std::get_if<table::ListeningKeyed>(&event.body);
            if (keyed != nullptr && keyed->key != table::RecordingKey::off) open(*keyed, state);
        }
        if (open_ && !state.listening.keyed) close(state);
        // Nobody is left who may be heard: no microphone stays open at his table.
        const auto& consents = state.listening.consents;
        if (!consents.white && !consents.black) ear_->stop();
    }

    int wake_descriptor() const override { return ear_->event_fd(); }

    // Nothing that was said is kept.
    void close(Table& /*table*/) override { ear_.reset(); }

private:
    void open(const table::ListeningKeyed& keyed, const table::State& state) {
        if (open_) close(state); // the other one's, or for something else
        const bool is_own = keyed.key == table::RecordingKey::own;
        open_ = listening::Window{
            .speaker = keyed.seat,
            .key = keyed.key,
            .position = is_own ? table::announcing_position(state, keyed.seat)
                               : table::repeating_position(state, keyed.seat)};
        ear_->open_window();
    }

    // Of one who has withdrawn his consent, and of a game that has ended, nothing is listened to.
    void close(const table::State& state) {
        const listening::Window window = *std::exchange(open_, std::nullopt);
        if (state.in_play() && state.hears(window.speaker)) ear_->close_window(window);
        else ear_->drop_window();
    }

    std::unique_ptr<listening::Ear> ear_;
    std::optional<listening::Window> open_;
    std::deque<table::HearingReported> waiting_;
};

} // namespace

ParticipantPtr make_listening_participant(std::unique_ptr<listening::Ear> ear) {
    return std::make_unique<ListeningSeat>(std::move(ear));
}

} // namespace ansage::session
