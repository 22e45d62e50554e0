// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/server.hpp"

#include "base/overloaded.hpp"
#include "consoles/channel.hpp"
#include "consoles/connection.hpp"
#include "consoles/place.hpp"
#include "consoles/standing.hpp"
#include "consoles/typing.hpp"
#include "consoles/wire.hpp"
#include "table/names.hpp"
#include "table/rights.hpp"
#include "telling/silence.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <deque>
#include <fmt/format.h>
#include <list>
#include <random>
#include <sys/socket.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace ansage::consoles {

using base::Error;
using base::Overloaded;
using base::Result;
using table::ConsoleChange;
using table::ConsoleRole;
using table::Reply;
using wording::Term;

namespace {

namespace asio = boost::asio;
using Protocol = asio::local::stream_protocol;
using Sessions = std::list<std::shared_ptr<ConsoleSession>>;

constexpr std::array all_roles{
    ConsoleRole::white,
    ConsoleRole::black,
    ConsoleRole::assistant,
    ConsoleRole::arbiter,
    ConsoleRole::spectator};

// Lines that a console has not said to have shown, before it is given up.
constexpr std::uint64_t most_unseen = 200;
constexpr std::size_t most_missed = 20;
constexpr std::size_t most_sessions = 32;
constexpr std::chrono::seconds patience{30};
// The listening queue.
constexpr int waiting_room = 16;

std::string role_id(ConsoleRole role) {
    return "role." + std::string{table::to_string(role)};
}

std::string mode_id(table::Mode mode) {
    return "mode." + std::string{table::to_string(mode)};
}

// Only the owner of the table, and root, who can do anything anyway.
bool is_owner(ConsoleSession::Socket& socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    const int known = ::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size);
    return known == 0 && (peer.uid == ::getuid() || peer.uid == 0);
}

// "4711 0815" and "47110815" are one code.
std::string digits_of(const std::string& text) {
    std::string digits;
    std::ranges::copy_if(text, std::back_inserter(digits), [](char letter) {
        return letter >= '0' && letter <= '9';
    });
    return digits;
}

} // namespace

std::string new_code() {
    std::random_device random;
    std::uniform_int_distribution<int> four{0, 9999};
    return fmt::format("{:04} {:04}", four(random), four(random));
}

class ConsoleServer::Contents {
public:
    Contents(
        asio::io_context& context,
        const telling::TableWords& words,
        const std::string& code,
        ConsolePlace place
    )
        : view_(words),
          typing_(
              view_,
              {.state = [this]() -> const table::State& { return table_.state(); },
               .submit = [this](
                             ConsoleRole role, table::InputBody body
                         ) { return submit_for(role, std::move(body)); },
               .leave = [this](ConsoleSession& session) { let_go(session); }}
          ),
          code_(digits_of(code)),
          place_(std::move(place)),
          acceptor_(context),
          watch_(context) {}

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    Contents(Contents&&) = delete;
    Contents& operator=(Contents&&) = delete;
    ~Contents() = default;

    Result<void, Error> listen() {
        boost::system::error_code error;
        std::ignore = acceptor_.open(Protocol{}, error);
        if (!error) {
            std::ignore = acceptor_.bind(Protocol::endpoint{place_.socket().string()}, error);
        }
        // Whoever may use the account may join, and nobody else may even try.
        if (!error && ::chmod(place_.socket().c_str(), 0600) != 0) {
            error.assign(errno, boost::system::generic_category());
        }
        if (!error) {
            std::ignore = acceptor_.listen(waiting_room, error);
        }
        if (error) {
            return tl::unexpected(Error{
                "no console can join: " + error.message(),
                place_.socket().string(),
                "set XDG_RUNTIME_DIR to a folder of yours with a short name"});
        }
        return {};
    }

    void start(Table table) {
        table_ = std::move(table);
        accept();
        watch();
    }

    // Who comes and goes first; then whoever has waited longest with a line.
    bool take_turn() {
        if (!reports_.empty()) {
            table::ConsoleReports report = reports_.front();
            reports_.pop_front();
            table_.submit(report);
            return true;
        }
        for (std::size_t i = 0; i < sessions_.size(); ++i) {
            const std::shared_ptr<ConsoleSession> session = sessions_.front();
            sessions_.splice(sessions_.end(), sessions_, sessions_.begin());
            if (const auto line = session->take_line()) {
                on_line(*session, *line);
                session->leave_if_taken();
                return true;
            }
        }
        return false;
    }

    void tell(const table::Event& event, const table::State& state) {
        effect_.is_refused =
            effect_.is_refused || std::holds_alternative<table::Refused>(event.body);
        effect_.is_done = effect_.is_done || telling::changes_something(event);
        for (const ConsoleRole role : all_roles) {
            const Viewer viewer{.role = role, .has_asked = asking_ == role};
            if (const auto line = view_.line(event, state, viewer)) {
                effect_.is_shown = effect_.is_shown || viewer.has_asked;
                show(role, *line);
            }
        }
    }

    void close() {
        boost::system::error_code ignored;
        std::ignore = acceptor_.close(ignored);
        std::ignore = watch_.cancel(ignored);
        is_closing_ = true;
        const Sessions all = sessions_;
        for (const auto& session : all) {
            session->end(bye(*session, "console.closed", false));
        }
    }

    [[nodiscard]] const std::string& table_name() const { return place_.name(); }

private:
    // --- who comes and goes
    void accept() {
        acceptor_.async_accept(
            [this](const boost::system::error_code& error, ConsoleSession::Socket socket) {
                if (!error) {
                    welcome(std::move(socket));
                }
                if (acceptor_.is_open()) {
                    accept();
                }
            }
        );
    }

    void welcome(ConsoleSession::Socket socket) {
        if (!is_owner(socket) || sessions_.size() >= most_sessions) {
            return;
        }
        auto session = std::make_shared<ConsoleSession>(
            std::move(socket),
            ConsoleSession::Listener{
                .woken = [this] { table_.woken(); },
                .gone = [this](ConsoleSession& gone) { on_gone(gone); }}
        );
        sessions_.push_back(session);
        session->start();
    }

    void on_gone(ConsoleSession& session) {
        const std::optional<ConsoleRole> role = std::exchange(session.role, std::nullopt);
        sessions_.remove_if([&](const auto& one) { return one.get() == &session; });
        if (role && !is_closing_) {
            report(*role, ConsoleChange::left);
        }
    }

    // It wanted to.
    void let_go(ConsoleSession& session) { session.end(bye(session, "console.goodbye", false)); }

    // Its role is taken away first, so that its end is not told as well.
    void end(ConsoleSession& session, ConsoleChange change, std::string_view why) {
        const std::string last = bye(session, why, change == ConsoleChange::dropped);
        const std::optional<ConsoleRole> role = std::exchange(session.role, std::nullopt);
        session.end(last);
        if (role) {
            report(*role, change);
        }
    }

    // Not at once: whoever calls is perhaps telling what an input led to.
    void report(ConsoleRole role, ConsoleChange change) {
        if (!is_closing_) {
            reports_.push_back({.console = role, .change = change});
            table_.woken();
        }
    }

    [[nodiscard]] std::string
    bye(const ConsoleSession& session, std::string_view id, bool again) const {
        const ConsoleRole role = session.role.value_or(ConsoleRole::spectator);
        return wire::to_text(wire::Bye{
            .text = view_.sentence(role, table_.state(), id), .again = again});
    }

    // --- what is shown
    void show(ConsoleRole role, const ConsoleLine& line) {
        const ConsoleChannel::Numbered& added = channel(role).add(line);
        const Sessions all = sessions_;
        for (const auto& session : all) {
            if (session->role == role) {
                send(*session, added);
            }
        }
    }

    void send(ConsoleSession& session, const ConsoleChannel::Numbered& line) {
        session.last_sent = line.number;
        const bool listens = session.last_sent - session.last_seen <= most_unseen;
        if (!listens || !session.send(line.json)) {
            end(session, ConsoleChange::dropped, "console.too_slow");
        }
    }

    ConsoleChannel& channel(ConsoleRole role) { return channels_[static_cast<std::size_t>(role)]; }

    // A console that shows nothing for a while is as good as gone, and the arbiter should know.
    void watch() {
        watch_.expires_after(patience);
        watch_.async_wait([this](const boost::system::error_code& error) {
            if (error) {
                return;
            }
            const Sessions all = sessions_;
            for (const auto& session : all) {
                check(*session);
            }
            watch();
        });
    }

    void check(ConsoleSession& session) {
        if (session.role && session.overdue > session.last_seen) {
            end(session, ConsoleChange::dropped, "console.too_slow");
            return;
        }
        session.overdue = session.last_sent;
    }

    // --- what is typed
    void on_line(ConsoleSession& session, const std::string& line) {
        auto message = wire::read_from_console(line);
        if (!message) {
            typing_.reply(session, Reply::not_understood, {});
            return;
        }
        std::visit(
            Overloaded{
                [&](const wire::Join& join) { on_join(session, join); },
                [&](const wire::Typed& typed) {
                    hush(session);
                    typing_.typed(session, typed.text);
                },
                [&](const wire::Hush&) { hush(session); },
                [&](const wire::Seen& seen) { on_seen(session, seen.number); },
                [&](const wire::Leave&) { let_go(session); },
                [&](const wire::Act& act) { typing_.act(session, act.body, line); },
            },
            *message
        );
    }

    // Whoever presses a key has heard enough of an answer.
    void hush(const ConsoleSession& session) {
        const auto ear =
            session.role ? table::audience_of(*session.role) : std::optional<table::Audience>{};
        if (ear && table_.hush) {
            table_.hush(*ear);
        }
    }

    void on_seen(ConsoleSession& session, std::uint64_t number) {
        if (session.role) {
            session.last_seen = std::clamp(number, session.last_seen, session.last_sent);
            channel(*session.role).shown(session.last_seen);
        }
    }

    void on_join(ConsoleSession& session, const wire::Join& join) {
        if (session.role) {
            return;
        }
        if (join.role == ConsoleRole::arbiter && digits_of(join.code) != code_) {
            session.end(bye(session, "console.wrong_code", false));
            report(join.role, ConsoleChange::refused);
            return;
        }
        take_over(join.role);
        session.role = join.role;
        session.is_window = join.is_window;
        begin(session, join.role);
    }

    // One console a role: the newest. Spectators are as many as come.
    void take_over(ConsoleRole role) {
        if (role == ConsoleRole::spectator) {
            return;
        }
        const Sessions all = sessions_;
        for (const auto& session : all) {
            if (session->role == role) {
                end(*session, ConsoleChange::replaced, "console.taken_over");
            }
        }
    }

    void begin(ConsoleSession& session, ConsoleRole role) {
        ConsoleChannel& lines = channel(role);
        const bool again = std::exchange(lines.was_joined, true);
        // A spectator comes to see the game so far; others go on where their last console was.
        const bool whole = role == ConsoleRole::spectator;
        const auto missed = again || whole ? lines.missed(whole ? ~std::size_t{0} : most_missed)
                                           : std::vector<ConsoleChannel::Numbered>{};
        session.last_seen = session.last_sent = lines.last();
        std::ignore = session.send(wire::to_text(0, welcome_of(role)));
        if (!missed.empty()) {
            const auto count = static_cast<std::int64_t>(missed.size());
            typing_.tell(session, "missed", "console.missed", {{"count", count}});
            for (const ConsoleChannel::Numbered& line : missed) {
                std::ignore = session.send(line.json);
            }
            typing_.tell(session, "missed_end", "console.missed_last", {});
        }
        table_.submit(table::ConsoleReports{.console = role, .change = ConsoleChange::joined});
        show_where_it_stands(role);
    }

    // With what the console asks for a line, and tells when the table is gone, in the language of
    // whoever sits there.
    [[nodiscard]] ConsoleLine welcome_of(ConsoleRole role) const {
        const table::State& state = table_.state();
        const std::string mode = mode_id(state.setup->mode);
        const std::string name = role_id(role);
        const std::string words = view_.sentence(
            role, state, "console.welcome", {{"role", Term{name}}, {"mode", Term{mode}}}
        );
        ConsoleLine line{
            .outcome = {.kind = "welcome", .fields = {}, .words = words}, .text = words};
        line.outcome.json = {
            {"prompt", telling::json_text(view_.sentence(role, state, name) + ": ")},
            {"when_lost", telling::json_text(view_.sentence(role, state, "console.lost"))}};
        return line;
    }

    // The last move, the clocks, and what waits for an answer.
    void show_where_it_stands(ConsoleRole role) {
        for (const table::Asks& question : standing_questions(role, table_.state())) {
            submit_for(role, question);
        }
        for (table::EventBody& open : open_matters(role, table_.state())) {
            const table::Event event{.at = {}, .body = std::move(open)};
            if (const auto line = view_.line(event, table_.state(), {.role = role})) {
                show(role, *line);
            }
        }
    }

    ConsoleTyping::Effect submit_for(ConsoleRole role, table::InputBody body) {
        asking_ = role;
        effect_ = {};
        table_.submit(std::move(body));
        asking_.reset();
        return effect_;
    }

    ConsoleView view_;
    ConsoleTyping typing_;
    std::string code_;
    ConsolePlace place_;
    Protocol::acceptor acceptor_;
    asio::steady_timer watch_;
    Table table_;
    Sessions sessions_;
    std::deque<table::ConsoleReports> reports_; // who came and went, not yet told
    std::array<ConsoleChannel, all_roles.size()> channels_;
    std::optional<ConsoleRole> asking_;
    ConsoleTyping::Effect effect_; // of what a console typed
    bool is_closing_ = false;
};

ConsoleServer::ConsoleServer(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

ConsoleServer::~ConsoleServer() = default;

Result<std::unique_ptr<ConsoleServer>, Error> ConsoleServer::open(
    asio::io_context& context, const telling::TableWords& words, const std::string& code
) {
    auto place = ConsolePlace::take();
    if (!place) {
        return tl::unexpected(place.error());
    }
    auto contents = std::make_unique<Contents>(context, words, code, *std::move(place));
    if (auto listening = contents->listen(); !listening) {
        return tl::unexpected(listening.error());
    }
    return std::unique_ptr<ConsoleServer>{new ConsoleServer{std::move(contents)}};
}

void ConsoleServer::start(Table table) {
    contents_->start(std::move(table));
}

bool ConsoleServer::take_turn() {
    return contents_->take_turn();
}

void ConsoleServer::tell(const table::Event& event, const table::State& state) {
    contents_->tell(event, state);
}

void ConsoleServer::close() {
    contents_->close();
}

const std::string& ConsoleServer::table_name() const {
    return contents_->table_name();
}

} // namespace ansage::consoles
