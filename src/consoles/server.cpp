// SPDX-License-Identifier: GPL-3.0-or-later
// The consoles of a running table: who sits at them, what each is shown, and what it typed.
#include "consoles/server.hpp"

#include "base/overloaded.hpp"
#include "consoles/channel.hpp"
#include "consoles/connection.hpp"
#include "consoles/door.hpp"
#include "consoles/entry.hpp"
#include "consoles/person_pages.hpp"
#include "consoles/place.hpp"
#include "consoles/shares.hpp"
#include "consoles/standing.hpp"
#include "consoles/typing.hpp"
#include "consoles/wire.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"
#include "telling/silence.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <fmt/format.h>
#include <list>
#include <tuple>

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
using Sessions = std::list<std::shared_ptr<ConsoleSession>>;

// Lines that a console has not said to have shown, before it is given up.
constexpr std::uint64_t most_unseen = 200;
constexpr std::size_t most_missed = 20;
// Each role has its place; whoever has not joined, and who only watches, has one of these.
constexpr std::size_t most_strangers = 16;
constexpr std::size_t most_spectators = 24;
constexpr std::chrono::seconds patience{30};
constexpr std::chrono::seconds place_is_looked_at{1};

std::string role_id(ConsoleRole role) { return "role." + std::string{table::to_string(role)}; }

std::string mode_id(table::Mode mode) { return "mode." + std::string{table::to_string(mode)}; }

} // namespace

class ConsoleServer::Contents {
public:
    Contents(
        asio::io_context& context,
        const telling::TableWords& words,
        const table::TableSetup& setup,
        const Guests& guests,
        ConsolePlace place
    )
        : view_(words),
          typing_(
              view_,
              {.state = [this]() -> const table::State& { return table_.state(); },
               .now = [this] { return table_.now(); },
               .submit = [this](
                             ConsoleRole role, table::InputBody body
                         ) { return submit_for(role, std::move(body)); },
               .overstep = [this](
                               ConsoleRole role, const std::string& text
                           ) { return overstep(role, text); },
               .leave = [this](ConsoleSession& session) { let_go(session); },
               .adjust =
                   [this](ConsoleRole role, int volume, int rate) {
                       const auto ear = table::audience_of(role);
                       return ear && table_.adjust && table_.adjust(*ear, volume, rate);
                   }}
          ),
          entry_(guests.code, guests.seated),
          pages_(view_, setup, guests.pages),
          on_code_(guests.on_code),
          place_(std::move(place)),
          door_(context),
          watch_(context),
          place_watch_(context),
          alarm_(context) {}

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    Contents(Contents&&) = delete;
    Contents& operator=(Contents&&) = delete;
    ~Contents() = default;

    Result<void, Error> listen() {
        return door_.listen(place_.socket()).map([this] {
            place_.note_socket();
            offer_pages();
        });
    }

    void let_enter_press(const table::PerColor<bool>& seats) { typing_.let_enter_press(seats); }

    void start(Table table) {
        table_ = std::move(table);
        door_.open([this](Door::Socket socket) { welcome(std::move(socket)); });
        watch();
        look_after_place();
    }

    // Who comes and goes first; then whoever has waited longest with a line, and has not had more
    // than his share.
    bool take_turn() {
        send_how_it_stands();
        tell_new_codes();
        const SteadyTime now = std::chrono::steady_clock::now();
        if (const auto report = comings_.take(now)) {
            table_.submit(*report);
            return true;
        }
        if (!page_news_.empty()) {
            table_.submit(page_news_.front());
            page_news_.pop_front();
            return true;
        }
        std::optional<SteadyTime> next = comings_.ready_at(now);
        for (std::size_t i = 0; i < sessions_.size(); ++i) {
            const std::shared_ptr<ConsoleSession> session = sessions_.front();
            sessions_.splice(sessions_.end(), sessions_, sessions_.begin());
            if (session->next_line() == nullptr) continue;
            if (shares_.may_go_on(*session, now)) {
                on_line(*session, *session->take_line());
                session->leave_if_taken();
                return true;
            }
            next = std::min(next.value_or(session->waits_until), session->waits_until);
        }
        if (next) wake_at(*next);
        return false;
    }

    void tell(const table::Event& event, const table::State& state) {
        effect_.is_refused =
            effect_.is_refused || std::holds_alternative<table::Refused>(event.body);
        effect_.is_done = effect_.is_done || telling::changes_something(event);
        pages_.note(event, state);
        if (const auto* const status = std::get_if<table::ConsoleStatus>(&event.body);
            status != nullptr && status->change == ConsoleChange::freed)
            free_place(status->console);
        owe_how_it_stands();
        for (const ConsoleRole role : all_roles) {
            const Viewer viewer{.role = role, .has_asked = asking_ == role};
            if (const auto line = view_.line(event, state, viewer)) {
                effect_.is_shown = effect_.is_shown || viewer.has_asked;
                show(role, *line);
            }
        }
    }

    void close() {
        door_.close();
        boost::system::error_code ignored;
        std::ignore = watch_.cancel(ignored);
        std::ignore = place_watch_.cancel(ignored);
        std::ignore = alarm_.cancel(ignored);
        tell_what_was_counted();
        is_closing_ = true;
        const Sessions all = sessions_;
        for (const auto& session : all) session->end(bye(*session, "console.closed", false));
    }

    [[nodiscard]] const std::string& table_name() const { return place_.name(); }

    [[nodiscard]] const std::string& code_of(ConsoleRole role) const { return entry_.code(role); }

    void note_page(bool is_there) {
        page_news_.push_back({.is_there = is_there});
        if (table_.woken) table_.woken();
    }

private:
    void wake_at(SteadyTime instant) {
        if (alarm_at_ && *alarm_at_ <= instant && *alarm_at_ > std::chrono::steady_clock::now())
            return;
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
    // There is always room for one more who may be the one that is missing: of those who have not
    // joined, whoever has waited longest goes.
    void welcome(Door::Socket socket) {
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
                .gone = [this](ConsoleSession& gone) { on_gone(gone); },
                .has_sent =
                    [this](ConsoleSession& free) {
                        if (free.is_owed_now) table_.woken();
                    }}
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
        if (!role || is_closing_ || is_their_own(session)) return;
        if (session.is_page && !session.has_left) {
            comings_.went_silently(*role, std::chrono::steady_clock::now());
        } else {
            report(*role, ConsoleChange::left);
        }
        table_.woken();
    }

    // --- browsers on the network
    // What each role needs there, for `ansage page`.
    void offer_pages() {
        TablePages offered = pages_.offered();
        for (const ConsoleRole role : all_roles) {
            if (!offered.may_network || role == ConsoleRole::arbiter) continue;
            offered.codes.push_back(fmt::format("{} {}", table::to_string(role), entry_.code(role))
            );
        }
        write_pages(place_.socket(), offered);
    }

    // Whoever had it on the network is sent away, and the new code is for whoever set the table up.
    void free_place(ConsoleRole role) {
        entry_.free(role);
        offer_pages();
        const Sessions all = sessions_;
        for (const auto& session : all) {
            if (session->role != role || !session->is_on_network) continue;
            const std::string last = bye(*session, "console.place_freed", false);
            session->role.reset(); // it is told that it was freed
            session->end(last);
        }
        comings_.forget_silent(role);
        if (!pages_.offered().may_network) return;
        freed_.push_back(role);
        table_.woken();
    }

    // Once the arbiter has heard that there is one.
    void tell_new_codes() {
        for (const ConsoleRole role : std::exchange(freed_, {})) {
            for (const auto& session : sessions_) {
                if (session->role != ConsoleRole::arbiter) continue;
                typing_.tell(
                    *session,
                    "code",
                    "console.code_of",
                    {{"role", Term{role_id(role)}}, {"text", entry_.code(role)}}
                );
            }
            if (on_code_) on_code_(role, entry_.code(role));
        }
    }

    // Where no arbiter is, nobody has to be told who sits at the terminal of the table.
    [[nodiscard]] bool is_their_own(const ConsoleSession& session) const {
        return session.is_window && table_.state().setup->mode != table::Mode::tournament;
    }

    // It wanted to.
    void let_go(ConsoleSession& session) {
        session.has_left = true;
        if (session.role && session.is_on_network) entry_.leave(*session.role);
        // The table closes with the console of its own terminal.
        const std::string_view why = session.is_window ? "console.closed" : "console.goodbye";
        session.end(bye(session, why, false));
    }

    // Its role is taken away first, so that its end is not told as well.
    void end(ConsoleSession& session, ConsoleChange change, std::string_view why) {
        const std::string last = bye(session, why, change == ConsoleChange::dropped);
        const std::optional<ConsoleRole> role = std::exchange(session.role, std::nullopt);
        session.end(last);
        if (role) report(*role, change);
    }

    // Not at once: whoever calls is perhaps telling what an input led to.
    void report(ConsoleRole role, ConsoleChange change) {
        if (!is_closing_) {
            comings_.add(role, change);
            table_.woken();
        }
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
        for (const auto& session : all)
            if (session->role == role) send(*session, added);
    }

    void send(ConsoleSession& session, const ConsoleChannel::Numbered& line) {
        session.last_sent = line.number;
        const bool listens = session.last_sent - session.last_seen <= most_unseen;
        if (!listens || !session.send(line.json))
            end(session, ConsoleChange::dropped, "console.too_slow");
    }

    ConsoleChannel& channel(ConsoleRole role) { return channels_[static_cast<std::size_t>(role)]; }

    // A console that shows nothing for a while is as good as gone, and the arbiter should know.
    void watch() {
        watch_.expires_after(patience);
        watch_.async_wait([this](const boost::system::error_code& error) {
            if (error) return;
            const Sessions all = sessions_;
            for (const auto& session : all) check(*session);
            watch();
        });
    }

    // Whoever plays on after logging out can be joined all the same. Where no place can be had now,
    // there may be one later.
    void look_after_place() {
        place_watch_.expires_after(place_is_looked_at);
        place_watch_.async_wait([this](const boost::system::error_code& error) {
            if (error) return;
            if (place_.is_gone() && place_.take_again()) std::ignore = listen();
            look_after_place();
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
        const bool joins = message &&
            (std::holds_alternative<wire::Join>(*message) ||
             std::holds_alternative<wire::Watch>(*message) ||
             std::holds_alternative<wire::SetUp>(*message));
        if (!session.role && !joins) {
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
                [&](const wire::Watch&) { refuse(session, "watch.not_here"); },
                [&](const wire::SetUp&) { refuse(session, "console.is_set_up"); },
                [&](const wire::Typed& typed) {
                    hush(session);
                    typing_.typed(speaker(session, typed), typed.text);
                },
                [&](const wire::Hush&) { hush(session); },
                [&](const wire::Back&) { tell_where_it_stands(session); },
                [&](const wire::LineAck& seen) { on_seen(session, seen.number); },
                [&](const wire::Leave&) { let_go(session); },
                [&](const wire::Act& act) { typing_.act(session, act.body, line); },
            },
            *message
        );
    }

    // Of two at one keyboard.
    ConsoleSession& speaker(ConsoleSession& session, const wire::Typed& typed) {
        if (!session.role || !session.is_shared || typed.is_named) return session;
        const ConsoleRole role = typing_.speaker_of(session, typed.text);
        const auto found = std::ranges::find_if(sessions_, [role](const auto& each) {
            return each->role == role && each->is_shared;
        });
        return found == sessions_.end() ? session : **found;
    }

    // Whoever presses a key has heard enough of an answer.
    void hush(const ConsoleSession& session) {
        const auto ear =
            session.role ? table::audience_of(*session.role) : std::optional<table::Audience>{};
        if (ear && table_.hush) table_.hush(*ear);
    }

    void on_seen(ConsoleSession& session, std::uint64_t number) {
        if (session.role) {
            session.last_seen = std::clamp(number, session.last_seen, session.last_sent);
            channel(*session.role).shown(session.last_seen);
        }
    }

    // Squares, clocks and witnesses of a game that is played are nobody's to watch (6.12), and what
    // it is played by has been agreed upon.
    void refuse(ConsoleSession& session, std::string_view why) {
        if (!session.role) session.end(bye(session, why, false));
    }

    void on_join(ConsoleSession& session, const wire::Join& join) {
        if (session.role) return;
        const bool is_back = join.is_page && pages_.is_back(join.run);
        // One that comes back leaves its place a moment later.
        const std::size_t room = is_back ? 2 * most_spectators : most_spectators;
        if (join.role == ConsoleRole::spectator && count_of(join.role) >= room) {
            session.end(bye(session, "console.full", false));
            return;
        }
        const auto no_page = join.is_page ? pages_.why_not(join.is_on_network) : std::nullopt;
        if (no_page) {
            session.end(bye(session, *no_page, false));
            return;
        }
        if (const auto refusal = entry_.refuse(join, std::chrono::steady_clock::now())) {
            turn_away(session, join.role, *refusal);
            return;
        }
        const bool was_away = join.is_page && comings_.take_silent(join.role);
        if (was_away && !is_back) report(join.role, ConsoleChange::left); // it is another one
        const bool is_same = take_over(join.role, is_back) || (was_away && is_back);
        session.role = join.role;
        session.is_window = join.is_window;
        session.is_shared = join.is_shared;
        session.is_keyboard = join.is_keyboard || join.is_page;
        session.is_page = join.is_page;
        session.is_on_network = join.is_on_network;
        if (is_back) go_on(session, join, is_same);
        else begin(session, join.role);
        if (join.enter_presses) typing_.ask_enter_press(session);
    }

    void turn_away(ConsoleSession& session, ConsoleRole role, const Entry::Refusal& refusal) {
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(refusal.locked_for);
        session.end(bye(session, refusal.sentence, false, {{"time", base::Millis{seconds}}}));
        if (refusal.is_attempt) report(role, ConsoleChange::refused);
    }

    // One console a role: the newest. True: it is the same page, come back before it was missed,
    // and nobody has to be told.
    bool take_over(ConsoleRole role, bool is_back) {
        if (role == ConsoleRole::spectator) return false;
        bool is_same = false;
        const Sessions all = sessions_;
        for (const auto& session : all) {
            if (session->role != role) continue;
            if (is_back && session->is_page) {
                const std::string last = bye(*session, "console.taken_over", false);
                session->role.reset();
                session->end(last);
                is_same = true;
                continue;
            }
            if (session->is_shared) // each has a keyboard of his own from now on
                for (const auto& other : all) other->is_shared = false;
            end(*session, ConsoleChange::replaced, "console.taken_over");
        }
        return is_same;
    }

    // A page that slept, or whose gateway died, has what came meanwhile, each line once.
    void go_on(ConsoleSession& session, const wire::Join& join, bool is_same) {
        ConsoleChannel& lines = channel(join.role);
        std::ignore = session.send(wire::to_text(0, welcome_of(session, join.role)));
        for (const ConsoleChannel::Numbered& line : lines.after(join.after))
            std::ignore = session.send(line.json);
        session.last_sent = lines.last();
        session.last_seen = std::min(join.after, session.last_sent);
        session.is_owed_now = true;
        if (!is_same) report(join.role, ConsoleChange::joined);
        table_.woken();
    }

    void begin(ConsoleSession& session, ConsoleRole role) {
        ConsoleChannel& lines = channel(role);
        const bool again = std::exchange(lines.was_joined, true);
        // A spectator comes to see the game so far; others go on where their last console was.
        const bool whole = role == ConsoleRole::spectator;
        const auto missed = whole ? lines.after(0) // whatever others have read of it
            : again               ? lines.missed(most_missed)
                                  : std::vector<ConsoleChannel::Numbered>{};
        session.last_seen = session.last_sent = lines.last();
        std::ignore = session.send(wire::to_text(0, welcome_of(session, role)));
        if (!missed.empty()) {
            const auto count = static_cast<std::int64_t>(missed.size());
            typing_.tell(session, "missed", "console.missed", {{"count", count}});
            for (const ConsoleChannel::Numbered& line : missed)
                std::ignore = session.send(line.json);
            typing_.tell(session, "missed_end", "console.missed_last", {});
        }
        session.is_owed_now = session.is_page;
        if (!is_their_own(session)) report(role, ConsoleChange::joined);
        if (shares_.may_be_told(role)) show_where_it_stands(role);
    }

    // With what the console asks for a line, and tells when the table is gone, in the language of
    // whoever sits there.
    [[nodiscard]] ConsoleLine welcome_of(const ConsoleSession& session, ConsoleRole role) const {
        const table::State& state = table_.state();
        const std::string mode = mode_id(state.setup->mode);
        const std::string name = role_id(role);
        std::string words = view_.sentence(
            role, state, "console.welcome", {{"role", Term{name}}, {"mode", Term{mode}}}
        );
        if (session.is_shared) words += ' ' + view_.sentence(role, state, "console.help.keyboard");
        ConsoleLine line{.outcome = {.kind = "welcome", .words = words}, .text = words};
        line.outcome.json = {
            {"prompt", telling::json_text(view_.sentence(role, state, name) + ": ")},
            {"when_lost", telling::json_text(view_.sentence(role, state, "console.lost"))}};
        if (session.is_page) pages_.add_to_welcome(line, role, state);
        return line;
    }

    // --- how it stands, for pages
    void owe_how_it_stands() {
        bool is_owed = false;
        for (const auto& session : sessions_) {
            session->is_owed_now = session->is_page;
            is_owed = is_owed || session->is_page;
        }
        if (is_owed) table_.woken();
    }

    // Whoever has not read what was sent before is shown it later, and then only the newest.
    void send_how_it_stands() {
        const Sessions all = sessions_;
        for (const auto& session : all) {
            if (!session->role || !session->is_owed_now || !session->has_sent_all()) continue;
            session->is_owed_now = false;
            pages_.send_how_it_stands(*session, table_.state(), table_.now());
        }
    }

    // The last move, the clocks, and what waits for an answer.
    void show_where_it_stands(ConsoleRole role) {
        for (const table::Asks& question : standing_questions(role, table_.state()))
            submit_for(role, question);
        for (table::EventBody& open : open_matters(role, table_.state())) {
            const table::Event event{.body = std::move(open)};
            if (const auto line = view_.line(event, table_.state(), {.role = role}))
                show(role, *line);
        }
    }

    // In one line, on the screen alone: whoever left the console for the shell looks at it again.
    void tell_where_it_stands(ConsoleSession& session) const {
        const std::string words =
            view_.where_it_stands(*session.role, table_.state(), table_.now());
        const ConsoleLine line{
            .outcome = {.kind = "stands", .words = words},
            .text = words,
            .priority = table::Priority::important};
        std::ignore = session.send(wire::to_text(0, line));
    }

    // What was not told in time belongs into the journal all the same.
    void tell_what_was_counted() {
        for (const table::ConsoleReports& report : comings_.take_refused()) table_.submit(report);
        for (const table::Oversteps& overstep : shares_.take_counted()) table_.submit(overstep);
    }

    // False: there were so many that it is only counted.
    bool overstep(ConsoleRole role, const std::string& text) {
        const auto told = shares_.overstep(role, text);
        if (told) submit_for(role, *told);
        return told.has_value();
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

    Entry entry_;
    PersonPages pages_;
    std::function<void(ConsoleRole, const std::string&)> on_code_; // may be empty
    std::vector<ConsoleRole> freed_; // whose new code is not told yet
    std::deque<table::PageReports> page_news_; // of what carries the pages
    ConsolePlace place_;
    Door door_;
    asio::steady_timer watch_;
    asio::steady_timer place_watch_;
    asio::steady_timer alarm_; // until somebody has his share again
    std::optional<SteadyTime> alarm_at_;
    Table table_;
    Sessions sessions_;
    Comings comings_;
    Shares shares_;
    std::array<ConsoleChannel, all_roles.size()> channels_;

    std::uint64_t guests_so_far_ = 0;

    std::optional<ConsoleRole> asking_;
    ConsoleTyping::Effect effect_; // of what a console typed
    bool is_closing_ = false;
};

ConsoleServer::ConsoleServer(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

ConsoleServer::~ConsoleServer() = default;

Result<std::unique_ptr<ConsoleServer>, Error> ConsoleServer::open(
    asio::io_context& context,
    const telling::TableWords& words,
    const table::TableSetup& setup,
    const Guests& guests,
    std::optional<ConsolePlace> held
) {
    auto place = held ? Result<ConsolePlace, Error>{*std::move(held)} : ConsolePlace::take();
    if (!place) return tl::unexpected(place.error());
    auto contents = std::make_unique<Contents>(context, words, setup, guests, *std::move(place));
    if (auto listening = contents->listen(); !listening) return tl::unexpected(listening.error());
    return std::unique_ptr<ConsoleServer>{new ConsoleServer{std::move(contents)}};
}

void ConsoleServer::let_enter_press(const table::PerColor<bool>& seats) {
    contents_->let_enter_press(seats);
}

void ConsoleServer::start(Table table) { contents_->start(std::move(table)); }

bool ConsoleServer::take_turn() { return contents_->take_turn(); }

void ConsoleServer::tell(const table::Event& event, const table::State& state) {
    contents_->tell(event, state);
}

void ConsoleServer::close() { contents_->close(); }

const std::string& ConsoleServer::code_of(ConsoleRole role) const {
    return contents_->code_of(role);
}

void ConsoleServer::note_page(bool is_there) { contents_->note_page(is_there); }

const std::string& ConsoleServer::table_name() const { return contents_->table_name(); }

} // namespace ansage::consoles
