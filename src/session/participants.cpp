// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/participants.hpp"

#include "session/board.hpp"
#include "session/board_clock.hpp"
#include "session/flutter.hpp"
#include "session/sensor_input.hpp"
#include "table/model/input_parts.hpp"
#include "telling/language.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace ansage::session {

using base::Instant;
using chess::Color;
using table::InputBody;

namespace {

const wording::Catalogue&
arbiters_words(const telling::TableWords& words, const table::State& state) {
    return words.catalogue(state.setup->arbiter_language);
}

// A fault of one of its parts, to those who run the table.
void tell(
    const Table& table,
    std::string_view id,
    const std::optional<base::Error>& problem,
    std::optional<Color> board = std::nullopt
) {
    if (problem)
        telling::print_problem(id, *problem, arbiters_words(table.words(), table.state()), board);
}

template <class Input>
void append(std::deque<InputBody>& waiting, std::vector<Input> inputs) {
    for (Input& input : inputs) waiting.emplace_back(std::move(input));
}

// The next of what waits, if there is one.
bool submit_next(std::deque<InputBody>& waiting, Table& table, Participant* source) {
    if (waiting.empty()) return false;
    InputBody next = std::move(waiting.front());
    waiting.pop_front();
    table.submit(source, std::move(next));
    return true;
}

class VoiceSeat final : public Participant {
public:
    explicit VoiceSeat(telling::Voice& voice)
        : voice_(voice) {}

    bool take_turn(Table& table) override {
        voice_.advance_to(table.now());
        for (const speech::OutputChange& change : voice_.take_output_changes()) {
            terminal::print_notice(
                telling::notice_of(change, arbiters_words(table.words(), table.state()))
            );
        }
        append(reports_, voice_.take_reports());
        if (voice_.fault() && !std::exchange(is_fault_told_, true))
            tell(table, "problem.sound", *voice_.fault());
        return submit_next(reports_, table, this);
    }

    void note(const Happened& happened) override {
        hush(happened.input);
        for (const table::Event& event : happened.events) {
            if (const auto* said = std::get_if<table::Said>(&event.body)) {
                const std::string_view language =
                    telling::language_of(*happened.after.setup, said->audience);
                voice_.say(
                    *said,
                    happened.words.segments(said->message, language, happened.after),
                    telling::is_repeat(happened.input, *said)
                );
            }
        }
    }

    std::optional<Instant> next_deadline(Instant /*now*/) const override {
        return voice_.next_deadline();
    }

    int wake_descriptor() const override { return voice_.report_fd(); }

private:
    // Whoever does something has heard enough of the answer before.
    void hush(const InputBody& body) {
        const auto* const button = std::get_if<table::PressesButton>(&body);
        const auto seat =
            button == nullptr ? table::acting_seat(body) : std::optional{button->board};
        if (!seat) return;
        voice_.stop_text(
            *seat == Color::white ? table::Audience::ear_white : table::Audience::ear_black
        );
    }

    telling::Voice& voice_;
    std::deque<InputBody> reports_;
    bool is_fault_told_ = false;
};

class ListenerSeat final : public Participant {
public:
    bool take_turn(Table& table) override {
        const auto& unfinished = table.state().unfinished;
        if (unfinished.empty()) return false;
        const std::uint64_t id = unfinished.begin()->first;
        return table.submit(
            this, table::UtteranceReported{.id = id, .outcome = table::SpeechOutcome::finished}
        );
    }
};

class BoardSeat final : public Participant {
public:
    BoardSeat(boost::asio::io_context& context, Color color, OpenBoard open)
        : context_(context),
          color_(color),
          open_(std::move(open)),
          guard_(color) {}

    void start(Table& table) override {
        board_ = std::make_unique<PlayBoard>(
            open_.port,
            std::move(open_.stream),
            PlayBoard::Surroundings{
                .context = context_,
                .now = [&table] { return table.now(); },
                .woken = [&table] { table.wake(); },
            }
        );
        expect_what_was_seen(table.state());
        board_->start();
        clock_.emplace(board_->driver(), open_.port.text);
    }

    bool take_turn(Table& table) override {
        board_->on_time(table.now());
        tell(table, "problem.board", board_->take_problem(), color_);
        miss_if_unheard();
        for (const devices::SensorEvent& event : board_->take_events()) {
            is_heard_ = true;
            if (std::exchange(is_missed_, false)) {
                waiting_.emplace_back(table::BoardReports{
                    .board = color_, .report = table::BoardReport::back});
            }
            auto input = clock_->lets_pass(event) ? input_of(event, color_) : std::nullopt;
            if (input) guard_.take(*std::move(input), table.now(), waiting_);
        }
        guard_.on_time(table.now(), waiting_);
        if (submit_next(waiting_, table, this)) return true;
        look_at_clock(table);
        return false;
    }

    void note(const Happened& happened) override {
        if (clock_) // others may act before this one has started
            clock_->note(happened);
    }

    std::optional<Instant> next_deadline(Instant /*now*/) const override {
        std::optional<Instant> next = board_->next_deadline();
        if (const auto steady = guard_.next_deadline())
            next = std::min(next.value_or(*steady), *steady);
        return next;
    }

private:
    // Its driver knows of no loss before its first word.
    void miss_if_unheard() {
        if (!is_heard_ && !is_missed_ && !board_->is_open()) {
            is_missed_ = true;
            waiting_.emplace_back(table::BoardReports{
                .board = color_, .report = table::BoardReport::lost});
        }
    }

    // With a clock that went on without us the game may have, too.
    void expect_what_was_seen(const table::State& state) {
        const bool goes_on = !state.setup->is_clock_ours && state.in_play();
        if (goes_on) board_->driver().expect(state.boards[color_].reading);
    }

    void look_at_clock(Table& table) {
        clock_->look(table.state(), table.now());
        tell(table, "problem.board", clock_->take_problem(), color_);
        board_->on_time(table.now());
    }

    boost::asio::io_context& context_;
    Color color_;
    OpenBoard open_;
    std::unique_ptr<PlayBoard> board_;
    std::optional<BoardClock> clock_;
    bool is_heard_ = false; // since the table was opened
    bool is_missed_ = false;
    FlutterGuard guard_;
    std::deque<InputBody> waiting_;
};

class BrailleSeat final : public Participant {
public:
    explicit BrailleSeat(std::unique_ptr<BrailleConsole> display)
        : display_(std::move(display)) {}

    bool take_turn(Table& table) override {
        append(waiting_, display_->take_inputs(table.now()));
        tell(table, "problem.braille", display_->take_problem());
        display_->on_time(table.state(), table.now());
        return submit_next(waiting_, table, this);
    }

    void note(const Happened& happened) override {
        display_->note(happened.events, happened.after, happened.words, happened.now);
    }

    int wake_descriptor() const override { return display_->event_fd(); }

private:
    std::unique_ptr<BrailleConsole> display_;
    std::deque<InputBody> waiting_;
};

class RecordingSeat final : public Participant {
public:
    RecordingSeat(
        std::optional<record::TableRecording> recording,
        std::vector<table::RecordingReported> recovered
    )
        : recording_(std::move(recording)) {
        append(waiting_, std::move(recovered));
    }

    bool take_turn(Table& table) override {
        if (recording_) {
            append(waiting_, recording_->take());
            tell(table, "problem.recording", recording_->take_problem());
        }
        return submit_next(waiting_, table, this);
    }

    void note(const Happened& happened) override {
        if (recording_) {
            for (const table::Event& event : happened.events)
                recording_->on_event(event, happened.after);
        }
    }

    void close(Table& table) override {
        if (recording_) append(waiting_, recording_->close());
        while (submit_next(waiting_, table, this)) {
        }
    }

private:
    std::optional<record::TableRecording> recording_;
    std::deque<InputBody> waiting_;
};

class ConsolesSeat final : public Participant {
public:
    ConsolesSeat(consoles::ConsoleServer& server, telling::Voice& voice)
        : server_(server),
          voice_(voice) {}

    void start(Table& table) override {
        server_.start({
            .submit = [this, &table](InputBody body) { table.submit(this, std::move(body)); },
            .state = [&table]() -> const table::State& { return table.state(); },
            .now = [&table] { return table.now(); },
            .woken = [&table] { table.wake(); },
            .hush = [this](table::Audience ear) { voice_.stop_text(ear); },
            .adjust = [this](
                          table::Audience ear, int volume, int rate
                      ) { return voice_.adjust(ear, volume, rate); },
        });
    }

    bool take_turn(Table& /*table*/) override { return server_.take_turn(); }

    void note(const Happened& happened) override {
        for (const table::Event& event : happened.events) server_.tell(event, happened.after);
    }

    void close(Table& /*table*/) override { server_.close(); }

private:
    consoles::ConsoleServer& server_;
    telling::Voice& voice_;
};

class OpeningSeat final : public Participant {
public:
    explicit OpeningSeat(std::vector<InputBody> inputs)
        : inputs_(std::move(inputs)) {}

    void start(Table& table) override {
        for (InputBody& input : std::exchange(inputs_, {})) table.submit(this, std::move(input));
    }

private:
    std::vector<InputBody> inputs_;
};

class TellingSeat final : public Participant {
public:
    using Listener = std::function<void(const table::Event&, const table::State&)>;

    explicit TellingSeat(Listener told)
        : told_(std::move(told)) {}

    void note(const Happened& happened) override {
        for (const table::Event& event : happened.events) told_(event, happened.after);
    }

private:
    Listener told_;
};

} // namespace

ParticipantPtr make_voice_participant(telling::Voice& voice) {
    return std::make_unique<VoiceSeat>(voice);
}

ParticipantPtr make_listener_participant() { return std::make_unique<ListenerSeat>(); }

ParticipantPtr
make_board_participant(boost::asio::io_context& context, Color color, OpenBoard board) {
    return std::make_unique<BoardSeat>(context, color, std::move(board));
}

ParticipantPtr make_braille_participant(std::unique_ptr<BrailleConsole> display) {
    return std::make_unique<BrailleSeat>(std::move(display));
}

ParticipantPtr make_recording_participant(
    std::optional<record::TableRecording> recording, std::vector<table::RecordingReported> recovered
) {
    return std::make_unique<RecordingSeat>(std::move(recording), std::move(recovered));
}

ParticipantPtr make_consoles_participant(consoles::ConsoleServer& server, telling::Voice& voice) {
    return std::make_unique<ConsolesSeat>(server, voice);
}

ParticipantPtr make_opening_participant(std::vector<InputBody> inputs) {
    return std::make_unique<OpeningSeat>(std::move(inputs));
}

ParticipantPtr
make_telling_participant(std::function<void(const table::Event&, const table::State&)> told) {
    return std::make_unique<TellingSeat>(std::move(told));
}

} // namespace ansage::session
