// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/table.hpp"

#include "base/try.hpp"
#include "consoles/watcher/watch_server.hpp"
#include "session/participants.hpp"

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
// Where moves pass fast, a note for each of their seconds would hold them up.
constexpr Millis note_every_paced{30'000};
// A longer silence is shortened to this where a game is paced.
constexpr Millis longest_silence{1500};
// While moves pass fast, one ply in so many is told, so that nobody takes the silence for the end.
constexpr unsigned told_of_quiet = 20;

// How fast the table's time passes for now. The voice lives through no more of it than its
// listeners.
class Tempo {
public:
    Tempo(session::Pacer& pacer, telling::Voice* voice, const std::optional<Pacing>& pacing)
        : pacer_(pacer),
          voice_(voice),
          pacing_(pacing) {}

    const Pacing::Stretch* quiet(const table::State& state) const {
        return pacing_ ? pacing_->quiet(state) : nullptr;
    }

    // Nobody is hurried who speaks.
    void choose(const table::State& state, bool speaks, const std::optional<DemoAct>& next) {
        if (!pacing_) return;
        double speed = 1;
        if (!speaks && quiet(state) != nullptr) speed = pacing_->quiet_speed();
        else if (!speaks && next && next->after > longest_silence)
            speed = std::chrono::duration<double>{next->after} / longest_silence;
        if (speed != speed_ && changed) changed(speed);
        speed_ = speed;
        pacer_.set_speed(speed);
    }

    // Called with the new speed; may be empty.
    std::function<void(double)> changed;

    // Before anybody has a turn.
    void pass(Instant now) {
        const double left_out = static_cast<double>((now - last_).count()) * (1 - 1 / speed_);
        if (voice_ != nullptr && speed_ > 1)
            voice_->leave_out(Millis{static_cast<std::int64_t>(left_out)});
        last_ = now;
    }

private:
    session::Pacer& pacer_;
    telling::Voice* voice_;
    const std::optional<Pacing>& pacing_;
    double speed_ = 1;
    Instant last_;
};

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
        for (InputBody& input : boards_.take_inputs()) waiting_.push_back(std::move(input));
        if (waiting_.empty()) return false;
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
        Tempo& tempo;
    };

    PeopleSeat(const scoresheet::PgnGame& game, const DemoPlot& plot, Around around)
        : game_(game),
          plot_(plot),
          around_(around) {}

    void start(Table& table) override {
        since_ = table.now();
        look(table);
    }

    bool looks_first() const override { return true; }

    bool take_turn(Table& table) override {
        if (!act_) look(table);
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
        around_.tempo.choose(table.state(), is_anybody_heard(table.state()), *act_);
        return is_due;
    }

    void note(const session::Happened& /*happened*/) override { act_.reset(); }

    std::optional<Instant> next_deadline(Instant now) const override {
        if (!act_ || !*act_) return std::nullopt;
        if (!room_speaks()) return since_ + (*act_)->after;
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
            if (auto done = around_.boards.act(hand->board, hand->act, table.now()); !done)
                table.fail(done.error());
            return;
        }
        const auto& body = std::get<InputBody>(act.what);
        speak(body, table);
        table.submit(this, body);
    }

    // People speak aloud; what they say is heard in the room.
    void speak(const InputBody& body, const Table& table) {
        if (around_.voice == nullptr || around_.tempo.quiet(table.state()) != nullptr) return;
        auto words = table.words().spoken_by_person(body, table.state());
        if (!words.empty()) around_.voice->speak_in_room(std::move(words));
    }

    bool room_speaks() const { return around_.voice != nullptr && around_.voice->room_is_busy(); }

    // A person, or the table's own words in the room.
    bool is_anybody_heard(const table::State& state) const {
        return room_speaks() || std::ranges::any_of(state.unfinished, [](const auto& said) {
                   return said.second.audience == table::Audience::room;
               });
    }

    // Something is under way that nobody has to do: a board comes to rest, words are to be heard.
    bool is_moving(const table::State& state) const {
        const bool speaking =
            around_.voice != nullptr && (is_anybody_heard(state) || around_.voice->next_deadline());
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

// Those who watch. They are let in while the table waits, and where time is virtual with each turn.
class WatchSeat final : public Participant {
public:
    WatchSeat(consoles::WatchServer& server, boost::asio::io_context& context, double speed)
        : server_(server),
          context_(context),
          speed_(speed) {}

    void start(Table& table) override {
        has_started_ = true;
        server_.start(
            {.state = [&table]() -> const table::State& { return table.state(); },
             .now = [&table] { return table.now(); },
             .woken = [&table] { table.wake(); }},
            speed_
        );
    }

    bool take_turn(Table& /*table*/) override {
        if (speed_ == 0 && ++turns_ % turns_between_looks == 0) {
            context_.restart();
            context_.poll();
        }
        return server_.take_turn();
    }

    void note(const session::Happened& happened) override {
        // What is said again after an interruption is in the log already.
        if (!has_started_ && std::holds_alternative<table::TimeReached>(happened.input)) return;
        server_.note({happened.input, happened.events, happened.after, happened.now});
    }

    void close(Table& /*table*/) override { server_.close(patience_at_end); }

private:
    // Whoever reads has read the rest long before.
    static constexpr std::chrono::seconds patience_at_end{3};
    // Where time is virtual a game is over in a second, and each look asks the system.
    static constexpr unsigned turns_between_looks = 64;

    consoles::WatchServer& server_;
    boost::asio::io_context& context_;
    double speed_; // 0: time is virtual
    bool has_started_ = false;
    unsigned turns_ = 0;
};

// First what somebody did, then what came of it.
class TellingSeat final : public Participant {
public:
    TellingSeat(const Participant& people, DemoListener told, Tempo& tempo)
        : people_(people),
          told_(std::move(told)),
          tempo_(tempo) {}

    bool take_turn(Table& table) override {
        tempo_.pass(table.now());
        return false;
    }

    void note(const session::Happened& happened) override {
        const Pacing::Stretch* const quiet = told_.quiet ? tempo_.quiet(happened.after) : nullptr;
        const bool is_quiet = quiet != nullptr && was_quiet_;
        if (happened.source == &people_ && !is_quiet) told_.input(happened.input);
        for (const table::Event& event : happened.events)
            if (!is_quiet || is_sign_of_life(event)) told_.event(event, happened.after);
        if (quiet != nullptr && !was_quiet_) told_.quiet(*quiet, happened.after);
        was_quiet_ = quiet != nullptr;
    }

private:
    static bool is_sign_of_life(const table::Event& event) {
        const auto* const completed = std::get_if<table::Completed>(&event.body);
        return completed != nullptr && completed->ply.value() % told_of_quiet == 0;
    }

    const Participant& people_;
    DemoListener told_;
    Tempo& tempo_;
    bool was_quiet_ = false;
};

} // namespace

struct DemoSession::Contents {
    Contents(const scoresheet::PgnGame& game, const DemoPlot& plot_of_game, DemoParts parts)
        : plot(plot_of_game),
          boards(std::move(parts.boards)),
          pacing(std::move(parts.pacing)) {
        std::unique_ptr<session::Pacer> pacer =
            parts.pacer ? std::move(parts.pacer) : make_pacer(parts);
        tempo.emplace(*pacer, parts.voice, pacing);
        if (parts.is_watched) open_watch_server(parts);
        auto people = std::make_unique<PeopleSeat>(
            game, plot, PeopleSeat::Around{boards, parts.voice, *tempo}
        );
        std::vector<std::unique_ptr<Participant>> seats;
        seats.push_back(std::make_unique<TellingSeat>(*people, std::move(parts.told), *tempo));
        seats.push_back(std::make_unique<BoardsSeat>(boards));
        seats.push_back(
            parts.voice == nullptr ? session::make_listener_participant()
                                   : session::make_voice_participant(*parts.voice)
        );
        if (parts.other) seats.push_back(std::move(parts.other));
        if (watchers) {
            seats.push_back(
                std::make_unique<WatchSeat>(*watchers, *context, parts.speed.value_or(0))
            );
        }
        seats.push_back(std::move(people));
        const Millis between_notes = pacing ? note_every_paced : note_every;
        session.emplace(session::Session::Parts{
            .shell = std::move(parts.shell),
            .journal = parts.journal,
            .pacer = std::move(pacer),
            .participants = std::move(seats),
            .resumed = parts.resumed,
            .note_every = parts.speed ? std::optional{between_notes} : std::nullopt});
    }

    std::unique_ptr<session::Pacer> make_pacer(const DemoParts& parts) {
        const Instant begin = parts.shell.now();
        if (parts.speed) return session::make_real_pacer(context.emplace(), begin, *parts.speed);
        if (parts.is_watched) context.emplace();
        // Games that are played aside, on threads of their own, end with the program.
        return session::make_virtual_pacer(
            begin,
            parts.voice == nullptr ? session::OnSignal::ends_program : session::OnSignal::stops
        );
    }

    void open_watch_server(DemoParts& parts) {
        auto opened = open_with_history(parts);
        if (opened) watchers = *std::move(opened);
        else no_watchers = opened.error();
        if (watchers) tempo->changed = [this](double speed) { watchers->note_speed(speed); };
    }

    // A game that is gone on with is shown from its beginning.
    Result<std::unique_ptr<consoles::WatchServer>, Error> open_with_history(DemoParts& parts) {
        if (!context) context.emplace();
        const std::string& language = parts.shell.state().setup->arbiter_language;
        auto server =
            ANSAGE_TRY(consoles::WatchServer::open(*context, parts.shell.words(), language));
        if (parts.resumed && parts.journal != nullptr)
            ANSAGE_TRY(server->read_before(*parts.journal, *parts.shell.state().setup));
        return server;
    }

    DemoPlot plot;
    DemoBoards boards;
    std::optional<Pacing> pacing;
    std::optional<boost::asio::io_context> context; // where time is real, or somebody may watch
    std::unique_ptr<consoles::WatchServer> watchers; // null: nobody can watch
    Error no_watchers;
    std::optional<Tempo> tempo;
    std::optional<session::Session> session; // last: its participants use all the others
};

DemoSession::DemoSession(const scoresheet::PgnGame& game, const DemoPlot& plot, DemoParts parts)
    : contents_(std::make_unique<Contents>(game, plot, std::move(parts))) {}

DemoSession::~DemoSession() = default;

Result<session::End, Error> DemoSession::play() { return contents_->session->run(); }

Result<std::filesystem::path, Error> DemoSession::watch_socket() const {
    return contents_->watchers ? Result<std::filesystem::path, Error>{contents_->watchers->socket()}
                               : tl::unexpected(contents_->no_watchers);
}

void DemoSession::expect_watcher() {
    if (contents_->watchers) contents_->watchers->expect_watcher();
}

const table::State& DemoSession::state() const { return contents_->session->state(); }

Instant DemoSession::now() const { return contents_->session->now(); }

} // namespace ansage::app
