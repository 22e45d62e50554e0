// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/server.hpp"

#include "base/overloaded.hpp"
#include "consoles/channel.hpp"
#include "consoles/connection.hpp"
#include "consoles/limits.hpp"
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
// Each role has its place; whoever has not joined, and who only watches, has one of these.
constexpr std::size_t most_strangers = 16;
constexpr std::size_t most_spectators = 24;
constexpr std::chrono::seconds patience{30};
// The listening queue, and how fast it is let in.
constexpr int waiting_room = 64;
constexpr double most_guests_at_once = 40;
constexpr double most_guests_a_second = 50;
// What of a role's goes into the journal, about a thousand bytes each.
constexpr double most_acts_at_once = 30;
constexpr double most_acts_a_second = 2;
constexpr double bytes_of_an_act = 250;
constexpr double acts_of_a_join = 4;
constexpr std::size_t longest_overstep = 200;
constexpr std::chrono::milliseconds shortest_pause{100};
constexpr double most_news_at_once = 12;
constexpr double most_news_a_second = 0.5;

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

Allowance share_of_a_role() {
    return {most_acts_at_once, most_acts_a_second};
}

// What a role may not do and asked for all the same.
struct Overstepped {
    Allowance share{most_news_at_once, most_news_a_second};
    unsigned uncounted = 0; // and neither stored nor told
    std::string text; // the newest of these
};

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
               .overstep = [this](
                               ConsoleRole role, const std::string& text
                           ) { return overstep(role, text); },
               .leave = [this](ConsoleSession& session) { let_go(session); }}
          ),
          code_(digits_of(code)),
          place_(std::move(place)),
          acceptor_(context),
          watch_(context),
          door_(context),
          alarm_(context) {}

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

    // Who comes and goes first; then whoever has waited longest with a line, and has not had more
    // than his share.
    bool take_turn() {
        const SteadyTime now = std::chrono::steady_clock::now();
        if (!reports_.empty() && news_.take(now)) {
            const table::ConsoleReports report = reports_.front();
            reports_.pop_front();
            table_.submit(report);
            return true;
        }
        std::optional<SteadyTime> next =
            reports_.empty() ? std::nullopt : std::optional{news_.ready_at(now)};
        for (std::size_t i = 0; i < sessions_.size(); ++i) {
            const std::shared_ptr<ConsoleSession> session = sessions_.front();
            sessions_.splice(sessions_.end(), sessions_, sessions_.begin());
            if (session->next_line() == nullptr) {
                continue;
            }
            if (may_go_on(*session, now)) {
                on_line(*session, *session->take_line());
                session->leave_if_taken();
                return true;
            }
            next = std::min(next.value_or(session->waits_until), session->waits_until);
        }
        if (next) {
            wake_at(*next);
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
        std::ignore = door_.cancel(ignored);
        std::ignore = alarm_.cancel(ignored);
        tell_what_was_counted();
        is_closing_ = true;
        const Sessions all = sessions_;
        for (const auto& session : all) {
            session->end(bye(*session, "console.closed", false));
        }
    }

    [[nodiscard]] const std::string& table_name() const { return place_.name(); }

private:
    // --- nobody has more than his share
    // Showing what was shown costs little, and what is stored most.
    bool may_go_on(ConsoleSession& session, SteadyTime now) {
        if (session.waits_until > now) {
            return false;
        }
        if (!session.lines.take(now)) {
            session.waits_until = session.lines.ready_at(now);
            return false;
        }
        const bool is_stored = session.role && session.role != ConsoleRole::spectator &&
            !wire::is_seen(*session.next_line());
        const double cost = 1 + static_cast<double>(session.next_line()->size()) / bytes_of_an_act;
        if (is_stored && !acts_of(*session.role).take(now, cost)) {
            session.waits_until = acts_of(*session.role).ready_at(now, cost);
            return false;
        }
        return true;
    }

    Allowance& acts_of(ConsoleRole role) { return acts_[static_cast<std::size_t>(role)]; }

    void wake_at(SteadyTime instant) {
        if (alarm_at_ && *alarm_at_ <= instant && *alarm_at_ > std::chrono::steady_clock::now()) {
            return;
        }
        alarm_at_ = instant;
        alarm_.expires_at(instant);
        alarm_.async_wait([this](const boost::system::error_code& error) {
            if (!error) {
                alarm_at_.reset();
                table_.woken();
            }
        });
    }

    // --- who comes and goes
    void accept() {
        acceptor_.async_accept(
            [this](const boost::system::error_code& error, ConsoleSession::Socket socket) {
                if (!error) {
                    welcome(std::move(socket));
                }
                if (acceptor_.is_open()) {
                    accept_in_time(error.failed());
                }
            }
        );
    }

    // Descriptors may be used up, and guests may come without end: the table has its time first.
    void accept_in_time(bool has_failed) {
        const SteadyTime now = std::chrono::steady_clock::now();
        if (guests_.take(now) && !has_failed) {
            accept();
            return;
        }
        door_.expires_at(std::max(guests_.ready_at(now), now + shortest_pause));
        door_.async_wait([this](const boost::system::error_code& error) {
            if (!error && acceptor_.is_open()) {
                accept();
            }
        });
    }

    // There is always room for one more who may be the one that is missing: of those who have not
    // joined, whoever has waited longest goes.
    void welcome(ConsoleSession::Socket socket) {
        if (!is_owner(socket)) {
            return;
        }
        if (count_of(std::nullopt) >= most_strangers) {
            const auto oldest = std::ranges::min_element(sessions_, {}, [](const auto& session) {
                return std::pair{session->role.has_value(), session->number};
            });
            const std::shared_ptr<ConsoleSession> leaving = *oldest;
            leaving->end({});
        }
        auto session = std::make_shared<ConsoleSession>(
            std::move(socket),
            ConsoleSession::Listener{
                .woken = [this] { table_.woken(); },
                .gone = [this](ConsoleSession& gone) { on_gone(gone); }}
        );
        session->number = ++guests_so_far_;
        sessions_.push_back(session);
        session->start();
    }

    [[nodiscard]] std::size_t count_of(std::optional<ConsoleRole> role) const {
        return static_cast<std::size_t>(std::ranges::count_if(sessions_, [&](const auto& session) {
            return session->role == role;
        }));
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
        if (is_closing_) {
            return;
        }
        // What is told late is told once, with its number.
        const auto waiting = std::ranges::find_if(reports_, [&](const auto& report) {
            return report.console == role && report.change == change;
        });
        if (waiting != reports_.end()) {
            waiting->count = waiting->count.value_or(1) + 1;
        } else {
            reports_.push_back({.console = role, .change = change});
        }
        table_.woken();
    }

    [[nodiscard]] std::string
    bye(const ConsoleSession& session,
        std::string_view id,
        bool again,
        std::initializer_list<wording::Argument> arguments = {}) const {
        const ConsoleRole role = session.role.value_or(ConsoleRole::spectator);
        return wire::to_text(wire::Bye{
            .text = view_.sentence(role, table_.state(), id, arguments), .again = again});
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
        // Whoever connects wants something.
        if (!session.role && std::exchange(session.is_overdue, true)) {
            session.end({});
            return;
        }
        if (session.role && session.overdue > session.last_seen) {
            end(session, ConsoleChange::dropped, "console.too_slow");
            return;
        }
        session.overdue = session.last_sent;
    }

    // --- what is typed
    void on_line(ConsoleSession& session, const std::string& line) {
        auto message = wire::read_from_console(line);
        if (!session.role && !(message && std::holds_alternative<wire::Join>(*message))) {
            session.end({}); // no console of ours
            return;
        }
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
        if (join.role == ConsoleRole::arbiter && !has_code(session, join.code)) {
            report(join.role, ConsoleChange::refused);
            return;
        }
        if (join.role == ConsoleRole::spectator && count_of(join.role) >= most_spectators) {
            session.end(bye(session, "console.full", false));
            return;
        }
        take_over(join.role);
        session.role = join.role;
        session.is_window = join.is_window;
        begin(session, join.role);
    }

    bool has_code(ConsoleSession& session, const std::string& code) {
        const SteadyTime now = std::chrono::steady_clock::now();
        if (const auto locked = lock_.locked_for(now); locked.count() > 0) {
            const auto seconds = std::chrono::ceil<std::chrono::seconds>(locked);
            session.end(
                bye(session, "console.code_locked", false, {{"time", base::Millis{seconds}}})
            );
            return false;
        }
        if (digits_of(code) == code_) {
            lock_.was_right();
            return true;
        }
        lock_.was_wrong(now);
        session.end(bye(session, "console.wrong_code", false));
        return false;
    }

    // One console a role: the newest.
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
        report(role, ConsoleChange::joined);
        // Whoever comes and goes without end is not answered each time.
        if (acts_of(role).take(std::chrono::steady_clock::now(), acts_of_a_join)) {
            show_where_it_stands(role);
        }
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

    // What was not told in time belongs into the journal all the same.
    void tell_what_was_counted() {
        for (const table::ConsoleReports& report : std::exchange(reports_, {})) {
            if (report.change == ConsoleChange::refused) {
                table_.submit(report);
            }
        }
        for (const ConsoleRole role : all_roles) {
            Overstepped& its = overstepped_[static_cast<std::size_t>(role)];
            if (its.uncounted > 0) {
                const unsigned count = std::exchange(its.uncounted, 0);
                table_.submit(table::Oversteps{.console = role, .text = its.text, .count = count});
            }
        }
    }

    // False: there were so many that it is only counted.
    bool overstep(ConsoleRole role, const std::string& text) {
        Overstepped& its = overstepped_[static_cast<std::size_t>(role)];
        if (!its.share.take(std::chrono::steady_clock::now())) {
            ++its.uncounted;
            its.text = text.substr(0, longest_overstep);
            return false;
        }
        const unsigned before = std::exchange(its.uncounted, 0);
        submit_for(
            role,
            table::Oversteps{
                .console = role,
                .text = text.substr(0, longest_overstep),
                .count = before > 0 ? std::optional{before + 1} : std::nullopt}
        );
        return true;
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
    asio::steady_timer door_; // until the next guest is let in
    asio::steady_timer alarm_; // until somebody has his share again
    std::optional<SteadyTime> alarm_at_;
    Table table_;
    Sessions sessions_;
    std::deque<table::ConsoleReports> reports_; // who came and went, not yet told
    std::array<ConsoleChannel, all_roles.size()> channels_;
    std::array<Allowance, all_roles.size()> acts_{
        share_of_a_role(),
        share_of_a_role(),
        share_of_a_role(),
        share_of_a_role(),
        share_of_a_role()};
    Allowance news_{most_news_at_once, most_news_a_second};
    Allowance guests_{most_guests_at_once, most_guests_a_second};
    std::uint64_t guests_so_far_ = 0;
    CodeLock lock_;
    std::array<Overstepped, all_roles.size()> overstepped_;
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
