#include "session/play_table.hpp"

#include "acts/script.hpp"
#include "acts/spoken_commands.hpp"
#include "base/overloaded.hpp"
#include "consoles/server.hpp"
#include "session/board.hpp"
#include "session/boot_time.hpp"
#include "session/sensor_input.hpp"
#include "telling/language.hpp"
#include "telling/silence.hpp"
#include "terminal/line_input.hpp"
#include "terminal/options.hpp"
#include "terminal/text.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <unistd.h>

namespace ansage::session {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using chess::Color;
using table::InputBody;

namespace {

using Status = Result<void, Error>;

// How exactly the clocks can be set after a crash.
constexpr Millis note_every{1000};
// The loop looks at the table at least so often: its timer stands still while the machine sleeps.
constexpr Millis longest_sleep{1000};

void bring_forward(Instant& next, std::optional<Instant> candidate) {
    next = candidate ? std::min(next, *candidate) : next;
}

bool matters(const table::Said& said) {
    return said.priority == table::Priority::important || said.priority == table::Priority::message;
}

} // namespace

class PlayTable::Loop {
public:
    explicit Loop(Parts parts)
        : parts_(std::move(parts)),
          time_(parts_.shell.now()),
          timer_(context_),
          signals_(context_, SIGINT, SIGTERM, SIGHUP) {
        for (const Color color : chess::both_colors) {
            if (auto& open = parts_.boards[color]) {
                boards_[color] = std::make_unique<PlayBoard>(
                    open->port, std::move(open->stream), surroundings()
                );
            }
        }
        if (parts_.console_code) {
            open_consoles(*parts_.console_code);
        }
    }

    Status resume(std::optional<Millis> gap) {
        const std::map<std::uint64_t, table::Said> unfinished = state().unfinished;
        Status status = submit(table::Resumed{gap});
        for (const auto& [id, said] : unfinished) {
            if (!status) {
                return status;
            }
            if (matters(said)) {
                tell_all({{.at = now(), .body = said}}, table::TimeReached{});
            } else {
                status = submit(table::UtteranceReported{
                    .id = id, .outcome = table::SpeechOutcome::cut});
            }
        }
        return status;
    }

    Status play() {
        // The console may go away; the game does not.
        std::signal(SIGPIPE, SIG_IGN);
        // A recording that must not get longer stops by itself.
        std::signal(SIGXFSZ, SIG_IGN);
        signals_.async_wait([this](const boost::system::error_code&, int) { context_.stop(); });
        const terminal::LineInput console{
            context_,
            STDIN_FILENO,
            {.line = [this](const std::string& line) { on_line(line); },
             .ended = [this] { context_.stop(); }}};
        watch_reports();
        watch_braille();
        start_consoles();
        for (const Color color : chess::both_colors) {
            if (boards_[color]) {
                boards_[color]->start();
            }
        }
        if (auto overrides = std::exchange(parts_.overrides, std::nullopt)) {
            keep(submit(*overrides));
        }
        wake();
        context_.run();
        return failure_ ? Status{tl::unexpected(*failure_)} : close();
    }

    [[nodiscard]] const table::State& state() const { return parts_.shell.state(); }

    [[nodiscard]] Instant now() const { return std::max(time_.now(), parts_.shell.now()); }

    [[nodiscard]] Result<std::string, Error> console_table() const {
        return consoles_ ? Result<std::string, Error>{consoles_->table_name()}
                         : tl::unexpected(no_consoles_);
    }

private:
    // A table plays without them rather than not at all.
    void open_consoles(const std::string& code) {
        auto opened = consoles::ConsoleServer::open(context_, parts_.shell.words(), code);
        if (opened) {
            consoles_ = *std::move(opened);
        } else {
            no_consoles_ = opened.error();
        }
    }

    void start_consoles() {
        if (consoles_) {
            consoles_->start({
                .submit = [this](const InputBody& body) { take_from_console(body); },
                .state = [this]() -> const table::State& { return state(); },
            });
        }
    }

    // What else there is to do is done after it, so that nothing else answers the console.
    void take_from_console(const InputBody& body) {
        if (!context_.stopped()) {
            keep(submit(body));
            boost::asio::post(context_, [this] { wake(); });
        }
    }

    PlayBoard::Surroundings surroundings() {
        return {
            .context = context_,
            .now = [this] { return now(); },
            .woken = [this] { wake(); },
        };
    }

    // --- what wakes the loop
    void on_line(const std::string& line) {
        ++lines_;
        const std::string_view typed = terminal::trim(line);
        if (context_.stopped() || typed.empty() || typed.front() == '#') {
            return;
        }
        const std::string text =
            acts::in_script_words(typed, state().setup->arbiter_language, parts_.shell.words());
        if (text == "quit") {
            context_.stop();
            return;
        }
        if (text == "?" && parts_.help.topics) {
            teach();
            return;
        }
        auto act = acts::parse_act(text);
        if (!act) {
            telling::print_not_understood(typed, lines_, act.error(), in_arbiters_words());
            return;
        }
        if (act->body) {
            do_typed(input_of(*act, state()));
        }
        wake();
    }

    // Of what changes nothing nothing is printed: it needs an answer.
    void do_typed(const InputBody& body) {
        has_changed_ = false;
        keep(submit(body));
        if (!failure_ && !has_changed_) {
            terminal::print_notice(
                in_arbiters_words().sentence(telling::message_of_silence(body, state()))
            );
        }
    }

    [[nodiscard]] const wording::Catalogue& in_arbiters_words() const {
        return parts_.shell.words().catalogue(state().setup->arbiter_language);
    }

    // Each time the next one.
    void teach() {
        const std::vector<std::string> topics = parts_.help.topics(state());
        const std::string& topic = topics[help_given_++ % topics.size()];
        for (const table::ConsoleRole listener : parts_.help.listeners) {
            keep(submit(table::Replies{
                .console = listener, .reply = table::Reply::help, .topic = topic}));
        }
        wake();
    }

    void watch_reports() {
        const int descriptor = parts_.voice.report_fd();
        if (descriptor < 0) {
            return;
        }
        if (!reports_) {
            reports_.emplace(context_, ::dup(descriptor));
        }
        reports_->async_wait(
            boost::asio::posix::stream_descriptor::wait_read,
            [this](const boost::system::error_code& error) {
                if (!error) {
                    wake(); // takes the reports, and with them what made it readable
                    watch_reports();
                }
            }
        );
    }

    void watch_braille() {
        if (!parts_.braille) {
            return;
        }
        if (!keys_) {
            keys_.emplace(context_, ::dup(parts_.braille->event_fd()));
        }
        keys_->async_wait(
            boost::asio::posix::stream_descriptor::wait_read,
            [this](const boost::system::error_code& error) {
                if (!error) {
                    wake();
                    watch_braille();
                }
            }
        );
    }

    // Whatever woke the loop: time comes first, then what the boards and the voice have to say.
    void wake() {
        if (context_.stopped()) {
            return;
        }
        keep(step());
        const Millis sleep = std::clamp(next_instant() - now(), Millis{0}, longest_sleep);
        timer_.expires_after(sleep);
        timer_.async_wait([this](const boost::system::error_code& error) {
            if (!error) {
                wake();
            }
        });
    }

    void keep(Status status) {
        if (!status) {
            failure_ = std::move(status).error();
            context_.stop();
        }
    }

    [[nodiscard]] Instant next_instant() const {
        Instant next = now() + longest_sleep;
        bring_forward(next, parts_.shell.next_deadline());
        bring_forward(next, parts_.voice.next_deadline());
        bring_forward(next, note_at_);
        for (const Color color : chess::both_colors) {
            if (boards_[color]) {
                bring_forward(next, boards_[color]->next_deadline());
            }
        }
        return next;
    }

    // --- what it does then
    Status step() {
        return reach()
            .and_then([this] { return hear_boards(); })
            .and_then([this] { return hear_braille(); })
            .and_then([this] { return hear_voice(); })
            .and_then([this] { return hear_recorder(); })
            .and_then([this] { return note_time(); });
    }

    Status reach() {
        const auto events = parts_.shell.reach(now());
        if (!events) {
            return tl::unexpected(events.error());
        }
        tell_all(*events, table::TimeReached{});
        return {};
    }

    // Whoever does something has heard enough of the answer before.
    void hush(const InputBody& body) {
        const auto stop = [this](Color seat) {
            parts_.voice.stop_text(
                seat == Color::white ? table::Audience::ear_white : table::Audience::ear_black
            );
        };
        std::visit(
            base::Overloaded{
                [&](const table::PressesButton& input) { stop(input.board); },
                [&](const auto& input) {
                    if constexpr (requires { Color{input.seat}; }) {
                        stop(input.seat);
                    }
                }},
            body
        );
    }

    Status submit(const InputBody& body) {
        hush(body);
        const auto events = parts_.shell.submit(now(), body);
        if (!events) {
            return tl::unexpected(events.error());
        }
        tell_all(*events, body);
        return {};
    }

    void tell_all(const std::vector<table::Event>& events, const InputBody& cause) {
        if (parts_.braille) {
            parts_.braille->note(events, state(), parts_.shell.words(), now());
        }
        for (const table::Event& event : events) {
            tell(event, cause);
        }
    }

    void tell(const table::Event& event, const InputBody& cause) {
        has_changed_ = has_changed_ || telling::changes_something(event);
        if (parts_.recording) {
            parts_.recording->on_event(event, state());
        }
        parts_.told(event, state());
        if (consoles_) {
            consoles_->tell(event, state());
        }
        if (const auto* said = std::get_if<table::Said>(&event.body)) {
            const std::string_view language = telling::language_of(*state().setup, said->audience);
            parts_.voice.say(
                *said,
                parts_.shell.words().segments(said->message, language, state()),
                telling::is_repeat(cause, *said)
            );
        }
    }

    template <class Input>
    Status submit_all(const std::vector<Input>& inputs) {
        Status status;
        for (std::size_t i = 0; status && i < inputs.size(); ++i) {
            status = submit(inputs[i]);
        }
        return status;
    }

    Status hear_boards() {
        return hear_board(Color::white).and_then([this] { return hear_board(Color::black); });
    }

    Status hear_board(Color color) {
        PlayBoard* const board = boards_[color].get();
        if (board == nullptr) {
            return {};
        }
        board->on_time(now());
        if (const auto problem = board->take_problem()) {
            telling::print_problem("problem.board", *problem, in_arbiters_words(), color);
        }
        std::vector<InputBody> inputs;
        for (const devices::SensorEvent& event : board->take_events()) {
            if (auto input = input_of(event, color)) {
                inputs.push_back(*std::move(input));
            }
        }
        return submit_all(inputs);
    }

    Status hear_braille() {
        if (!parts_.braille) {
            return {};
        }
        Status status = submit_all(parts_.braille->take_inputs(now()));
        if (const auto problem = parts_.braille->take_problem()) {
            telling::print_problem("problem.braille", *problem, in_arbiters_words());
        }
        parts_.braille->on_time(state(), now());
        return status;
    }

    // What is reported may lead to more words, which may be reported at once.
    Status hear_voice() {
        parts_.voice.advance_to(now());
        for (const speech::OutputChange& change : parts_.voice.take_output_changes()) {
            terminal::print_notice(telling::notice_of(change, in_arbiters_words()));
        }
        Status status;
        auto reports = parts_.voice.take_reports();
        while (status && !reports.empty()) {
            status = submit_all(reports);
            reports = parts_.voice.take_reports();
        }
        return status;
    }

    Status hear_recorder() {
        Status status = submit_all(std::exchange(parts_.recovered, {}));
        if (!status || !parts_.recording) {
            return status;
        }
        Status taken = submit_all(parts_.recording->take());
        if (const auto problem = parts_.recording->take_problem()) {
            telling::print_problem("problem.recording", *problem, in_arbiters_words());
        }
        return taken;
    }

    Status note_time() {
        if (!state().clocks.running()) {
            note_at_.reset();
            return {};
        }
        const Instant at = now();
        const bool due = note_at_ && *note_at_ <= at;
        if (due || !note_at_) {
            note_at_ = at + note_every;
        }
        return due ? submit(table::TimeNoted{}) : Status{};
    }

    // The clocks stop where the program does.
    Status close() {
        if (consoles_) {
            consoles_->close();
        }
        const Status noted = state().clocks.running() ? submit(table::TimeNoted{}) : Status{};
        const Status recorded =
            noted && parts_.recording ? submit_all(parts_.recording->close()) : noted;
        return recorded.and_then([this] { return parts_.journal->close(); });
    }

    Parts parts_;
    TableTime time_;
    boost::asio::io_context context_;
    boost::asio::steady_timer timer_;
    boost::asio::signal_set signals_;
    table::PerColor<std::unique_ptr<PlayBoard>> boards_;
    std::optional<boost::asio::posix::stream_descriptor> reports_;
    std::optional<boost::asio::posix::stream_descriptor> keys_; // of the braille display
    std::optional<Instant> note_at_;
    std::optional<Error> failure_;
    std::unique_ptr<consoles::ConsoleServer> consoles_;
    Error no_consoles_;
    unsigned lines_ = 0;
    bool has_changed_ = false; // since the last line was typed
    std::size_t help_given_ = 0;
};

PlayTable::PlayTable(Parts parts)
    : loop_(std::make_unique<Loop>(std::move(parts))) {}

PlayTable::~PlayTable() = default;

Result<void, Error> PlayTable::resume(std::optional<Millis> gap) {
    return loop_->resume(gap);
}

Result<void, Error> PlayTable::play() {
    return loop_->play();
}

const table::State& PlayTable::state() const {
    return loop_->state();
}

Result<std::string, Error> PlayTable::console_table() const {
    return loop_->console_table();
}

Instant PlayTable::now() const {
    return loop_->now();
}

} // namespace ansage::session
