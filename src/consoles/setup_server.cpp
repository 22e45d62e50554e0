// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/setup_server.hpp"

#include "base/descriptor.hpp"
#include "base/overloaded.hpp"
#include "consoles/channel.hpp"
#include "consoles/code.hpp"
#include "consoles/connection.hpp"
#include "consoles/door.hpp"
#include "consoles/now_line.hpp"
#include "consoles/table_pages.hpp"
#include "consoles/wire.hpp"
#include "table/model/names.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <deque>
#include <fmt/format.h>
#include <list>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <tuple>
#include <utility>

namespace ansage::consoles {

using base::Error;
using base::Overloaded;
using base::Result;
using Json = nlohmann::ordered_json;

namespace {

namespace asio = boost::asio;

constexpr std::size_t most_guests = 16;
constexpr std::size_t most_waiting = 64; // answers; what comes after them stays in the socket
constexpr std::size_t longest_answer = 1000; // bytes
constexpr std::chrono::seconds patience_with_strangers{30};

std::int64_t since_1970() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

Json answers_json(const std::vector<Answer>& answers) {
    Json list = Json::array();
    for (const Answer& each : answers) {
        list.push_back(
            {{"id", each.id}, {"text", each.text}, {"about", each.about}, {"typed", each.typed}}
        );
    }
    return list;
}

// As it would come from a keyboard.
std::string typed(std::string text) {
    std::erase_if(text, [](char byte) {
        const auto number = static_cast<unsigned char>(byte);
        return number < 0x20 || number == 0x7F;
    });
    return text.size() > longest_answer ? std::string{} : text;
}

// A signal that ends the program is for the thread that has the terminal.
class NoSignals {
public:
    NoSignals() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, &before_);
    }

    NoSignals(const NoSignals&) = delete;
    NoSignals& operator=(const NoSignals&) = delete;
    NoSignals(NoSignals&&) = delete;
    NoSignals& operator=(NoSignals&&) = delete;

    ~NoSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

} // namespace

class SetupServer::Contents {
public:
    using Guest = std::shared_ptr<ConsoleSession>;

    Contents(ConsolePlace place, const wording::Catalogue& in, bool may_network)
        : place_(std::move(place)),
          in_(&in),
          code_(may_network ? new_role_code() : std::string{}),
          lock_(code_),
          run_(fmt::format("{:x}", since_1970())),
          door_(context_),
          strangers_(context_) {}

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    Contents(Contents&&) = delete;
    Contents& operator=(Contents&&) = delete;

    ~Contents() {
        if (thread_.joinable()) end({});
    }

    Result<void, Error> begin() {
        if (auto listening = door_.listen(place_.socket()); !listening) return listening;
        place_.note_socket();
        offer_pages();
        door_.open([this](Door::Socket socket) { welcome(std::move(socket)); });
        look_after_strangers();
        const NoSignals for_the_thread;
        thread_ = std::thread{[this] { context_.run(); }};
        return {};
    }

    [[nodiscard]] const ConsolePlace& place() const { return place_; }

    [[nodiscard]] const std::string& code() const { return code_; }

    [[nodiscard]] int descriptor() const { return answered_.descriptor(); }

    [[nodiscard]] bool is_answering() const { return is_page_answering_ && has_person_; }

    void tell(const wording::Sentence& sentence) {
        asio::post(context_, [this, text = sentence.text] {
            const ConsoleLine line{.outcome = {.kind = "say", .words = text}, .text = text};
            send(lines_.add(line));
        });
    }

    void ask(std::vector<Answer> answers, std::vector<Answer> menu, const wording::Catalogue& in) {
        asio::post(
            context_,
            [this, answers = std::move(answers), menu = std::move(menu), catalogue = &in](
            ) mutable {
                answers_due_ = std::move(answers);
                menu_ = std::move(menu);
                const bool is_other = std::exchange(in_, catalogue) != catalogue;
                if (is_other && person_) std::ignore = person_->send(welcome_line());
                send_how_it_stands();
            }
        );
    }

    std::optional<std::string> take_answer() {
        const std::lock_guard guard{mutex_};
        if (answers_.empty()) {
            answered_.clear();
            return std::nullopt;
        }
        std::string answer = std::move(answers_.front());
        answers_.pop_front();
        if (answers_.empty()) answered_.clear();
        note_answer(true);
        return answer;
    }

    void drop_answers() {
        const std::lock_guard guard{mutex_};
        answers_.clear();
        answered_.clear();
        note_answer(false);
    }

    // The key of a browser on the network that was there.
    std::string end(const std::optional<Farewell>& farewell) {
        asio::post(context_, [this, farewell] { close(farewell); });
        thread_.join();
        return key_;
    }

    ConsolePlace give_place() {
        // The same name, and the way in is free for the table.
        std::ignore = place_.take_again();
        return std::move(place_);
    }

private:
    // What was asked is answered: whoever comes now has what comes after it.
    void note_answer(bool is_page) {
        is_page_answering_ = is_page;
        asio::post(context_, [this] {
            answered_up_to_ = lines_.last();
            if (const Guest person = person_) take_lines(*person);
        });
    }

    void offer_pages() {
        TablePages pages{
            .kind = PageKind::setup, .language = std::string{in_->language()}, .text = {}};
        pages.may_network = !code_.empty();
        if (!pages.may_network) pages.network_text = in_->sentence("console.no_network");
        else pages.codes.push_back("setup " + code_);
        write_pages(place_.socket(), pages);
    }

    // --- who comes and goes
    void welcome(Door::Socket socket) {
        if (guests_.size() >= most_guests) {
            const auto oldest = std::ranges::find_if(guests_, [this](const Guest& guest) {
                return guest != person_;
            });
            const Guest leaving = *oldest;
            leaving->end({});
        }
        auto guest = std::make_shared<ConsoleSession>(
            std::move(socket),
            ConsoleSession::Listener{
                .woken = [this] { asio::post(context_, [this] { take_all_lines(); }); },
                .gone = [this](ConsoleSession& gone) { on_gone(gone); }}
        );
        guests_.push_back(guest);
        guest->start();
    }

    void on_gone(ConsoleSession& gone) {
        if (person_.get() == &gone) sit(nullptr);
        std::erase_if(guests_, [&gone](const Guest& guest) { return guest.get() == &gone; });
    }

    void sit(Guest guest) {
        person_ = std::move(guest);
        has_person_ = person_ != nullptr;
    }

    // Whoever connects wants something.
    void look_after_strangers() {
        strangers_.expires_after(patience_with_strangers);
        strangers_.async_wait([this](const boost::system::error_code& error) {
            if (error) return;
            const std::list<Guest> all = guests_;
            for (const Guest& guest : all)
                if (guest != person_ && std::exchange(guest->is_overdue, true)) guest->end({});
            look_after_strangers();
        });
    }

    void close(const std::optional<Farewell>& farewell) {
        door_.close();
        boost::system::error_code ignored;
        std::ignore = strangers_.cancel(ignored);
        const std::list<Guest> all = guests_;
        for (const Guest& guest : all) {
            wire::Bye bye;
            if (farewell) bye.text = in_->sentence(farewell->sentence);
            if (guest == person_ && farewell) {
                bye.again = farewell->again;
                if (farewell->seat) bye.seat = table::to_string(*farewell->seat);
            }
            guest->end(wire::to_text(bye));
        }
        work_.reset();
    }

    // --- what they send
    void take_all_lines() {
        const std::list<Guest> all = guests_;
        for (const Guest& guest : all) take_lines(*guest);
    }

    void take_lines(ConsoleSession& guest) {
        while (guest.is_open() && has_room()) {
            const auto line = guest.take_line();
            if (!line) break;
            on_line(guest, *line);
        }
        guest.leave_if_taken();
    }

    bool has_room() {
        const std::lock_guard guard{mutex_};
        return answers_.size() < most_waiting;
    }

    void on_line(ConsoleSession& guest, const std::string& line) {
        const auto message = wire::read_from_console(line);
        const bool is_person = person_.get() == &guest;
        if (!message) {
            if (!is_person) guest.end({}); // no console of ours
            return;
        }
        std::visit(
            Overloaded{
                [&](const wire::SetUp& join) {
                    if (!is_person) on_join(guest, join);
                },
                [&](const wire::Join&) {
                    if (!is_person) refuse(guest, "setup.wait");
                },
                [&](const wire::Watch&) {
                    if (!is_person) refuse(guest, "setup.wait");
                },
                [&](const wire::Typed& answer) {
                    if (is_person) take(answer.text);
                },
                [&](const wire::LineAck& seen) { guest.last_seen = seen.number; },
                [&](const wire::Leave&) { leave(guest); },
                [&](const auto&) {
                    if (!is_person) guest.end({});
                },
            },
            *message
        );
    }

    void take(const std::string& text) {
        const std::lock_guard guard{mutex_};
        answers_.push_back(typed(text));
        answered_.set();
    }

    void leave(ConsoleSession& guest) {
        if (person_.get() == &guest) key_.clear(); // the code is good again
        refuse(guest, "console.goodbye");
    }

    void refuse(ConsoleSession& guest, std::string_view sentence, base::Millis locked_for = {}) {
        guest.end(wire::to_text(wire::Bye{.text = in_->sentence(sentence, {{"time", locked_for}})})
        );
    }

    void on_join(ConsoleSession& guest, const wire::SetUp& join) {
        if (join.is_on_network && !may_come_from_network(guest, join)) return;
        if (const Guest before = person_) {
            sit(nullptr);
            refuse(*before, "console.taken_over");
        }
        key_ = join.is_on_network ? join.key : std::string{};
        const auto self = std::ranges::find(guests_, &guest, &Guest::get);
        sit(*self);
        std::ignore = guest.send(welcome_line());
        const bool is_back = join.run == run_;
        for (const auto& line : lines_.after(is_back ? join.after : answered_up_to_)) send(line);
        send_how_it_stands();
    }

    // An address is never a password: a code lets one browser in, which is known by its key then.
    bool may_come_from_network(ConsoleSession& guest, const wire::SetUp& join) {
        if (code_.empty()) {
            refuse(guest, "console.no_network");
            return false;
        }
        if (!key_.empty() && join.key == key_) return true;
        const auto now = std::chrono::steady_clock::now();
        if (join.code.empty() || join.key.empty()) {
            refuse(guest, "setup.code");
        } else if (!key_.empty()) {
            refuse(guest, "console.place_taken");
        } else if (const auto locked = lock_.locked_for(now); locked.count() > 0) {
            refuse(guest, "console.code_locked", std::chrono::ceil<std::chrono::seconds>(locked));
        } else if (lock_.is_right(join.code, now)) {
            return true;
        } else {
            refuse(guest, "console.wrong_code");
        }
        return false;
    }

    // --- what is shown
    [[nodiscard]] std::string welcome_line() const {
        const std::string words = in_->sentence("setup.page");
        ConsoleLine line{.outcome = {.kind = "welcome", .words = words}, .text = words};
        const auto add = [&line](const char* key, std::string_view text) {
            line.outcome.json.emplace_back(key, telling::json_text(text));
        };
        add("prompt", in_->sentence("page.phase.setup") + ": ");
        add("when_lost", in_->sentence("console.lost"));
        add("run", run_);
        add("role", "setup");
        add("language", in_->language());
        return wire::to_text(0, line);
    }

    void send(const ConsoleChannel::Numbered& line) {
        if (person_ && !person_->send(line.json)) {
            const Guest slow = person_;
            refuse(*slow, "console.too_slow");
        }
    }

    void send_how_it_stands() {
        if (!person_) return;
        const Json now{
            {"kind", "now"},
            {"v", page_version},
            {"n", 0},
            {"phase", "setup"},
            {"clocks", nullptr},
            {"board", nullptr},
            {"said", nullptr},
            {"press", nullptr},
            {"due", answers_json(answers_due_)},
            {"choose", nullptr},
            {"words", nullptr},
            {"menu", answers_json(menu_)},
            {"at_ms", 0},
            {"unix_ms", since_1970()}};
        std::ignore =
            person_->send(now.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
    }

    ConsolePlace place_;
    // --- of the thread alone
    const wording::Catalogue* in_; // of whoever is asked
    std::string code_; // for a browser on the network
    JoinCode lock_;
    std::string key_; // of the one that is let in
    std::string run_;
    asio::io_context context_;
    asio::executor_work_guard<asio::io_context::executor_type> work_ =
        asio::make_work_guard(context_);
    Door door_;
    asio::steady_timer strangers_;
    std::list<Guest> guests_; // the oldest first
    Guest person_; // null: nobody is there
    ConsoleChannel lines_;
    std::uint64_t answered_up_to_ = 0; // the last line of what was answered
    std::vector<Answer> answers_due_;
    std::vector<Answer> menu_;
    // --- of both
    std::mutex mutex_; // of what was answered
    std::deque<std::string> answers_;
    base::Wakeup answered_;
    std::atomic<bool> is_page_answering_ = false;
    std::atomic<bool> has_person_ = false;
    std::thread thread_; // last: it uses all the others
};

SetupServer::SetupServer(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

SetupServer::~SetupServer() = default;

Result<std::unique_ptr<SetupServer>, Error>
SetupServer::open(ConsolePlace place, const wording::Catalogue& in, bool may_network) {
    auto contents = std::make_unique<Contents>(std::move(place), in, may_network);
    if (auto begun = contents->begin(); !begun) return tl::unexpected(begun.error());
    return std::unique_ptr<SetupServer>{new SetupServer{std::move(contents)}};
}

const std::string& SetupServer::table_name() const { return contents_->place().name(); }

const std::string& SetupServer::code() const { return contents_->code(); }

void SetupServer::tell(const wording::Sentence& sentence) { contents_->tell(sentence); }

void SetupServer::ask(
    std::vector<Answer> answers, std::vector<Answer> menu, const wording::Catalogue& in
) {
    contents_->ask(std::move(answers), std::move(menu), in);
}

int SetupServer::descriptor() const { return contents_->descriptor(); }

std::optional<std::string> SetupServer::take_answer() { return contents_->take_answer(); }

void SetupServer::drop_answers() { contents_->drop_answers(); }

bool SetupServer::is_answering() const { return contents_->is_answering(); }

SetupServer::Ended SetupServer::end(std::unique_ptr<SetupServer> server, const Farewell& farewell) {
    std::string key = server->contents_->end(farewell);
    return {server->contents_->give_place(), std::move(key)};
}

} // namespace ansage::consoles
