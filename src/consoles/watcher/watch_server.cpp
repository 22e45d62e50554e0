// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/watcher/watch_server.hpp"

#include "base/overloaded.hpp"
#include "base/try.hpp"
#include "consoles/connection.hpp"
#include "consoles/door.hpp"
#include "consoles/place.hpp"
#include "consoles/table_pages.hpp"
#include "consoles/wire.hpp"
#include "table/apply/apply.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <list>
#include <utility>

namespace ansage::consoles {

using base::Error;
using base::Millis;
using base::Result;

namespace {

namespace asio = boost::asio;

constexpr std::size_t most_watchers = 24;
constexpr std::size_t most_strangers = 16;
// Whoever connects wants something.
constexpr std::chrono::seconds patience_with_strangers{30};
// Of the log at once; the rest when that is read.
constexpr std::size_t most_at_once = std::size_t{64} * 1024;

Millis wall_clock() {
    return std::chrono::duration_cast<Millis>(std::chrono::system_clock::now().time_since_epoch());
}

struct Watcher {
    std::shared_ptr<ConsoleSession> line;
    std::chrono::steady_clock::time_point came;
    bool has_joined = false;
    std::size_t told = 0; // lines of the log
    bool has_state = false;
    bool is_owed_state = false;
    std::optional<Stop> stop; // since the last state
    StateLines states;
};

} // namespace

class WatchServer::Contents {
public:
    Contents(asio::io_context& context, const telling::TableWords& words, ConsolePlace place)
        : context_(context),
          game_(words),
          place_(std::move(place)),
          door_(context),
          watch_(context) {}

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    Contents(Contents&&) = delete;
    Contents& operator=(Contents&&) = delete;

    ~Contents() {
        while (!watchers_.empty()) hang_up(watchers_.front());
    }

    Result<void, Error> listen() { return door_.listen(place_.socket()); }

    [[nodiscard]] const ConsolePlace& place() const { return place_; }

    Result<void, Error> read_before(journal::Journal& journal, const table::TableSetup& setup) {
        auto reader = ANSAGE_TRY(journal.read());
        table::State state = table::open_table(setup);
        while (const auto entry = ANSAGE_TRY(reader.next())) {
            for (const table::Event& event : entry->events) table::apply(state, event);
            keep(game_.note({entry->input.body, entry->events, state, entry->input.at}));
        }
        return {};
    }

    void expect_watcher() { is_expected_ = true; }

    void start(Table table, double speed) {
        table_ = std::move(table);
        speed_ = speed;
        door_.open([this](Door::Socket socket) { let_in(std::move(socket)); });
        watch();
    }

    bool take_turn() {
        const SteadyTime now = std::chrono::steady_clock::now();
        for (Watcher& watcher : watchers_) {
            if (watcher.line->next_line() == nullptr) continue;
            const std::shared_ptr<ConsoleSession> line = watcher.line; // which may hang up
            const bool is_free = wire::is_line_ack(*line->next_line());
            if (is_free || line->lines.take(now)) on_line(watcher, *line->take_line());
            else hang_up(watcher); // no watcher has so much to say
            line->leave_if_taken();
            return true;
        }
        return false;
    }

    void note(const Watched& watched) {
        const WatchedGame::Told told = game_.note(watched);
        keep(told);
        for (Watcher& watcher : watchers_) {
            watcher.is_owed_state = true;
            if (told.stop) watcher.stop = told.stop;
        }
        send_all();
    }

    void note_speed(double speed) {
        if (speed == speed_) return;
        speed_ = speed;
        for (Watcher& watcher : watchers_) watcher.is_owed_state = true;
        send_all();
    }

    void close(std::chrono::milliseconds patience) {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        const auto is_waited_for = [&] {
            const bool is_missed = is_expected_ && !was_joined_;
            return is_missed || std::ranges::any_of(watchers_, [this](const Watcher& watcher) {
                       return !watcher.has_joined || !has_all(watcher);
                   });
        };
        while (is_waited_for() && std::chrono::steady_clock::now() < deadline) {
            context_.restart();
            context_.run_one_until(deadline);
            while (take_turn()) {
            }
        }
        door_.close();
        boost::system::error_code ignored;
        std::ignore = watch_.cancel(ignored);
        const table::Phase phase = table_.state().phase;
        const bool is_over = phase == table::Phase::ended || phase == table::Phase::adjourned;
        const std::string last =
            game_.bye(table_.state(), is_over ? "watch.over" : "console.closed") + '\n';
        while (!watchers_.empty()) {
            const std::shared_ptr<ConsoleSession> line = watchers_.front().line;
            line->end(watchers_.front().has_joined ? last : std::string{});
        }
    }

private:
    void keep(const WatchedGame::Told& told) {
        for (const std::string& line : told.log) log_.push_back(line + '\n');
    }

    // --- who comes and goes
    void let_in(Door::Socket socket) {
        const auto strangers = std::ranges::count(watchers_, false, &Watcher::has_joined);
        if (static_cast<std::size_t>(strangers) >= most_strangers)
            hang_up(*std::ranges::find(watchers_, false, &Watcher::has_joined));
        Watcher& watcher = watchers_.emplace_back();
        watcher.came = std::chrono::steady_clock::now();
        watcher.line = std::make_shared<ConsoleSession>(
            std::move(socket),
            ConsoleSession::Listener{
                .woken = [this] { table_.woken(); },
                .gone = [this](ConsoleSession& gone) { forget(gone); },
                .has_sent = [this](ConsoleSession& free) { on_sent(free); }}
        );
        watcher.line->start();
    }

    void forget(const ConsoleSession& gone) {
        watchers_.remove_if([&](const Watcher& one) { return one.line.get() == &gone; });
    }

    static void hang_up(Watcher& watcher) {
        const std::shared_ptr<ConsoleSession> line = watcher.line;
        line->end({});
    }

    void refuse(Watcher& watcher, std::string_view id) {
        const std::shared_ptr<ConsoleSession> line = watcher.line;
        line->end(game_.bye(table_.state(), id) + '\n');
    }

    void watch() {
        watch_.expires_after(patience_with_strangers);
        watch_.async_wait([this](const boost::system::error_code& error) {
            if (error) return;
            const auto latest = std::chrono::steady_clock::now() - patience_with_strangers;
            const auto is_overdue = [latest](const Watcher& watcher) {
                return !watcher.has_joined && watcher.came < latest;
            };
            for (auto found = std::ranges::find_if(watchers_, is_overdue); found != watchers_.end();
                 found = std::ranges::find_if(watchers_, is_overdue))
                hang_up(*found);
            watch();
        });
    }

    // --- what they send
    void on_line(Watcher& watcher, const std::string& line) {
        auto message = wire::read_from_console(line);
        if (!watcher.has_joined) {
            if (message && std::holds_alternative<wire::Watch>(*message)) {
                join(watcher, std::get<wire::Watch>(*message));
            } else if (message && (std::holds_alternative<wire::Join>(*message) || std::holds_alternative<wire::SetUp>(*message))) {
                refuse(watcher, "watch.only");
            } else hang_up(watcher); // no console of ours
            return;
        }
        if (message && std::holds_alternative<wire::Leave>(*message)) hang_up(watcher);
    }

    void join(Watcher& watcher, const wire::Watch& wanted) {
        const auto joined = std::ranges::count(watchers_, true, &Watcher::has_joined);
        if (static_cast<std::size_t>(joined) >= most_watchers) {
            refuse(watcher, "console.full");
            return;
        }
        watcher.has_joined = was_joined_ = true;
        watcher.told = std::min<std::size_t>(wanted.after, log_.size());
        watcher.is_owed_state = true;
        std::ignore = watcher.line->send(game_.welcome(table_.state(), speed_ > 0) + '\n');
    }

    // --- what they are sent
    [[nodiscard]] bool has_all(const Watcher& watcher) const {
        return watcher.told == log_.size() && !watcher.is_owed_state &&
            watcher.line->has_sent_all();
    }

    void on_sent(const ConsoleSession& line) {
        const auto found = std::ranges::find_if(watchers_, [&](const Watcher& watcher) {
            return watcher.line.get() == &line;
        });
        if (found != watchers_.end() && found->has_joined) send_more(*found);
    }

    void send_all() {
        for (Watcher& watcher : watchers_)
            if (watcher.has_joined && watcher.line->has_sent_all()) send_more(watcher);
    }

    // As much as is read at once. How it looks goes before the words for it: nothing is told before
    // it can be seen. Only whoever comes late has the log first.
    void send_more(Watcher& watcher) {
        if (watcher.is_owed_state && watcher.has_state) send_state(watcher);
        std::string lines;
        while (watcher.told < log_.size() && lines.size() < most_at_once)
            lines += log_[watcher.told++];
        if (!lines.empty()) std::ignore = watcher.line->send(std::move(lines));
        if (watcher.is_owed_state && watcher.told == log_.size()) send_state(watcher);
    }

    void send_state(Watcher& watcher) {
        watcher.has_state = true;
        watcher.is_owed_state = false;
        const auto line = watcher.states.next(
            game_.picture(table_.state(), table_.now()),
            {.last_line = watcher.told,
             .speed = speed_,
             .wall_clock = speed_ > 0 ? std::optional{wall_clock()} : std::nullopt,
             .stop = std::exchange(watcher.stop, std::nullopt)}
        );
        if (line) std::ignore = watcher.line->send(*line + '\n');
    }

    asio::io_context& context_;
    WatchedGame game_;
    std::vector<std::string> log_;
    ConsolePlace place_;
    Door door_;
    asio::steady_timer watch_; // for those who come and do not join
    Table table_;
    std::list<Watcher> watchers_;
    double speed_ = 0;
    bool is_expected_ = false;
    bool was_joined_ = false;
};

WatchServer::WatchServer(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

WatchServer::~WatchServer() = default;

Result<std::unique_ptr<WatchServer>, Error> WatchServer::open(
    asio::io_context& context, const telling::TableWords& words, const std::string& language
) {
    auto place = ConsolePlace::take();
    if (!place) return tl::unexpected(place.error());
    auto contents = std::make_unique<Contents>(context, words, *std::move(place));
    if (auto listening = contents->listen(); !listening) return tl::unexpected(listening.error());
    const std::filesystem::path socket = contents->place().socket();
    write_pages(socket, {.kind = PageKind::watcher, .language = language, .text = {}});
    return std::unique_ptr<WatchServer>{new WatchServer{std::move(contents)}};
}

const std::string& WatchServer::table_name() const { return contents_->place().name(); }

std::filesystem::path WatchServer::socket() const { return contents_->place().socket(); }

Result<void, Error>
WatchServer::read_before(journal::Journal& journal, const table::TableSetup& setup) {
    return contents_->read_before(journal, setup);
}

void WatchServer::expect_watcher() { contents_->expect_watcher(); }

void WatchServer::start(Table table, double speed) { contents_->start(std::move(table), speed); }

bool WatchServer::take_turn() { return contents_->take_turn(); }

void WatchServer::note(const Watched& watched) { contents_->note(watched); }

void WatchServer::note_speed(double speed) { contents_->note_speed(speed); }

void WatchServer::close(std::chrono::milliseconds patience) { contents_->close(patience); }

} // namespace ansage::consoles
