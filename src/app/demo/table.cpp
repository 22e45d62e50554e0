// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/table.hpp"

#include "session/seats.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <deque>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using session::Participant;
using session::Table;
using table::InputBody;

namespace {

constexpr Millis note_every{1000};

// What the boards' drivers report, and the wires between them and the simulators.
class BoardsSeat final : public Participant {
public:
    explicit BoardsSeat(DemoBoards& boards)
        : boards_(boards) {}

    bool take_turn(Table& table) override {
        if (auto done = boards_.on_time(table.now()); !done) {
            table.fail(done.error());
            return false;
        }
        for (InputBody& input : boards_.take_inputs()) {
            waiting_.push_back(std::move(input));
        }
        if (waiting_.empty()) {
            return false;
        }
        InputBody next = std::move(waiting_.front());
        waiting_.pop_front();
        return table.submit(this, std::move(next));
    }

    std::optional<Instant> next_deadline(Instant /*now*/) const override {
        return boards_.next_deadline();
    }

private:
    DemoBoards& boards_;
    std::deque<InputBody> waiting_;
};

// Everybody who moves, announces and presses. They look at what happened before they act, and end
// the session when nobody has anything more to do.
class PeopleSeat final : public Participant {
public:
    struct Around {
        DemoBoards& boards;
        telling::Voice* voice;
    };

    PeopleSeat(const scoresheet::PgnGame& game, const DemoPlot& plot, Around around)
        : game_(game),
          plot_(plot),
          around_(around) {}

    void start(Table& table) override {
        since_ = table.now();
        look(table);
    }

    [[nodiscard]] bool looks_first() const override { return true; }

    bool take_turn(Table& table) override {
        if (!act_) {
            look(table);
        }
        if (!*act_ && !is_moving(table.state())) {
            table.stop();
            return false;
        }
        const bool is_due = *act_ && !room_speaks() && since_ + (*act_)->after <= table.now();
        if (is_due) {
            since_ = table.now();
            const DemoAct act = **std::exchange(act_, std::nullopt);
            perform(act, table);
            look(table);
        }
        return is_due;
    }

    void note(const session::Happened& /*happened*/) override { act_.reset(); }

    std::optional<Instant> next_deadline(Instant now) const override {
        if (!act_ || !*act_) {
            return std::nullopt;
        }
        if (!room_speaks()) {
            return since_ + (*act_)->after;
        }
        // Where time is real the voice reports by its descriptor, if it has one.
        return around_.voice->next_deadline() ? std::nullopt : std::optional{now + Millis{100}};
    }

private:
    // What somebody does next, as the table stands now.
    void look(const Table& table) {
        act_ = next_act({
            game_,
            plot_,
            table.state(),
            &table.words(),
            {around_.boards.truth(chess::Color::white), around_.boards.truth(chess::Color::black)},
        });
    }

    void perform(const DemoAct& act, Table& table) {
        if (const auto* hand = std::get_if<AtBoard>(&act.what)) {
            if (auto done = around_.boards.act(hand->board, hand->act, table.now()); !done) {
                table.fail(done.error());
            }
            return;
        }
        const auto& body = std::get<InputBody>(act.what);
        speak(body, table);
        table.submit(this, body);
    }

    // People speak aloud; what they say is heard in the room.
    void speak(const InputBody& body, const Table& table) {
        if (around_.voice == nullptr) {
            return;
        }
        auto words = table.words().spoken_by_person(body, table.state());
        if (!words.empty()) {
            around_.voice->speak_in_room(std::move(words));
        }
    }

    [[nodiscard]] bool room_speaks() const {
        return around_.voice != nullptr && around_.voice->room_is_busy();
    }

    // Something is under way that nobody has to do: a board comes to rest, words are to be heard.
    [[nodiscard]] bool is_moving(const table::State& state) const {
        const bool speaking =
            around_.voice != nullptr && (room_speaks() || around_.voice->next_deadline());
        const bool playing = state.phase == table::Phase::playing;
        return speaking || std::ranges::any_of(chess::both_colors, [&](chess::Color color) {
                   const table::BoardState& board = state.boards[color];
                   return playing &&
                       (board.changed_at || board.press_waits || !board.pending_touches.empty());
               });
    }

    const scoresheet::PgnGame& game_;
    const DemoPlot& plot_;
    Around around_;
    Instant since_; // when somebody did something last
    std::optional<std::optional<DemoAct>>
        act_; // absent: nobody has looked since something happened
};

// First what somebody did, then what came of it.
class TellingSeat final : public Participant {
public:
    TellingSeat(const Participant& people, DemoTold told)
        : people_(people),
          told_(std::move(told)) {}

    void note(const session::Happened& happened) override {
        if (happened.source == &people_) {
            told_.input(happened.input);
        }
        for (const table::Event& event : happened.events) {
            told_.event(event, happened.after);
        }
    }

private:
    const Participant& people_;
    DemoTold told_;
};

} // namespace

struct DemoSession::Contents {
    Contents(const scoresheet::PgnGame& game, const DemoPlot& plot_of_game, DemoParts parts)
        : plot(plot_of_game),
          boards(std::move(parts.boards)) {
        auto people =
            std::make_unique<PeopleSeat>(game, plot, PeopleSeat::Around{boards, parts.voice});
        std::vector<std::unique_ptr<Participant>> seats;
        seats.push_back(std::make_unique<TellingSeat>(*people, std::move(parts.told)));
        seats.push_back(std::make_unique<BoardsSeat>(boards));
        seats.push_back(
            parts.voice == nullptr ? session::make_listener_seat()
                                   : session::make_voice_seat(*parts.voice)
        );
        if (parts.other) {
            seats.push_back(std::move(parts.other));
        }
        seats.push_back(std::move(people));
        const Instant begin = parts.shell.now();
        if (parts.speed) {
            context.emplace();
        }
        // Games that are played aside, on threads of their own, end with the program.
        const auto on_signal =
            parts.voice == nullptr ? session::OnSignal::ends_program : session::OnSignal::stops;
        session.emplace(session::Session::Parts{
            .shell = std::move(parts.shell),
            .journal = parts.journal,
            .pacer = parts.speed ? session::make_real_pacer(*context, begin, *parts.speed)
                                 : session::make_virtual_pacer(begin, on_signal),
            .participants = std::move(seats),
            .resumed = parts.resumed,
            .note_every = parts.speed ? std::optional{note_every} : std::nullopt});
    }

    DemoPlot plot;
    DemoBoards boards;
    std::optional<boost::asio::io_context> context; // where time is real
    std::optional<session::Session> session; // last: its participants use all the others
};

DemoSession::DemoSession(const scoresheet::PgnGame& game, const DemoPlot& plot, DemoParts parts)
    : contents_(std::make_unique<Contents>(game, plot, std::move(parts))) {}

DemoSession::~DemoSession() = default;

Result<session::End, Error> DemoSession::play() {
    return contents_->session->run();
}

const table::State& DemoSession::state() const {
    return contents_->session->state();
}

Instant DemoSession::now() const {
    return contents_->session->now();
}

} // namespace ansage::app
