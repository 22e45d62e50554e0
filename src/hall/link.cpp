// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/link.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mosquitto.h>
#include <mutex>
#include <poll.h>
#include <utility>

namespace ansage::hall {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int keep_alive_seconds = 10;
constexpr int quality = 1; // at least once, in order
constexpr milliseconds look{1000}; // at the connection's own business
constexpr milliseconds first_pause{200};
constexpr milliseconds longest_pause{5000};
constexpr std::size_t most_heard = 256;
constexpr int packets_at_once = 100;
constexpr milliseconds patience_at_end{2000};
// A broker lets nobody in twice, and ends the older line without a word (MQTT 3.1.1, 3.1.4-2).
constexpr unsigned cut_short_if_shared = 2; // times in a row
constexpr milliseconds short_line{10'000};
// Of the confirmation of a connection (MQTT 3.1.1, 3.2.2.3).
constexpr int bad_password = 4;
constexpr int not_authorised = 5;

// Once, before the first connection of the program; never cleaned up, for a thread may outlive
// main().
void begin_library() {
    static const int begun = mosquitto_lib_init();
    static_cast<void>(begun);
}

struct Destroy {
    void operator()(mosquitto* connection) const { mosquitto_destroy(connection); }
};

} // namespace

// What is shared with the thread.
class Link::Line {
public:
    explicit Line(Choice choice)
        : choice_(std::move(choice)) {}

    // What is under way has a moment more.
    void end() {
        std::unique_lock lock{mutex_};
        changed_.wait_for(lock, patience_at_end, [this] {
            return !is_up_ || (to_send_.empty() && unconfirmed_ == 0);
        });
        is_ending_ = true;
        wake_.set();
    }

    [[nodiscard]] bool offer(Post post) {
        {
            const std::lock_guard lock{mutex_};
            if (room_locked() == 0) return false;
            to_send_.push_back(std::move(post));
        }
        wake_.set();
        return true;
    }

    std::size_t room() const {
        const std::lock_guard lock{mutex_};
        return room_locked();
    }

    [[nodiscard]] std::vector<Post> take_heard() {
        choice_.news->clear();
        std::vector<Post> heard;
        {
            const std::lock_guard lock{mutex_};
            std::ranges::move(heard_, std::back_inserter(heard));
            heard_.clear();
        }
        wake_.set(); // there is room again
        return heard;
    }

    [[nodiscard]] bool take_forgotten() {
        const std::lock_guard lock{mutex_};
        return std::exchange(is_forgotten_, false);
    }

    bool is_up() const {
        const std::lock_guard lock{mutex_};
        return is_up_;
    }

    [[nodiscard]] std::optional<Trouble> take_trouble() {
        const std::lock_guard lock{mutex_};
        return std::exchange(trouble_, std::nullopt);
    }

    unsigned connections() const {
        const std::lock_guard lock{mutex_};
        return connections_;
    }

    // The thread.
    void run() {
        begin_library();
        if (prepare()) keep_connected();
        connection_.reset();
    }

private:
    std::size_t room_locked() const {
        const std::size_t under_way = to_send_.size() + unconfirmed_;
        return is_up_ && under_way < most_under_way ? most_under_way - under_way : 0;
    }

    bool prepare() {
        // Without an id of its own the broker gives it one.
        connection_.reset(
            choice_.is_remembered ? mosquitto_new(choice_.account.client.c_str(), false, this)
                                  : mosquitto_new(nullptr, true, this)
        );
        mosquitto* const connection = connection_.get();
        if (connection == nullptr) {
            trouble(Trouble::no_answer);
            return false;
        }
        const Account& account = choice_.account;
        mosquitto_username_pw_set(connection, account.user.c_str(), account.password.c_str());
        mosquitto_int_option(connection, MOSQ_OPT_TCP_NODELAY, 1);
        mosquitto_max_inflight_messages_set(connection, most_under_way);
        if (choice_.address.is_encrypted) {
            const int set = account.certificates.empty()
                ? mosquitto_int_option(connection, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
                : mosquitto_tls_set(
                      connection, account.certificates.c_str(), nullptr, nullptr, nullptr, nullptr
                  );
            if (set != MOSQ_ERR_SUCCESS) {
                trouble(Trouble::no_certificate);
                return false;
            }
        }
        if (const auto& words = choice_.last_words) {
            mosquitto_will_set(
                connection,
                words->topic.c_str(),
                static_cast<int>(words->payload.size()),
                words->payload.data(),
                quality,
                words->is_kept
            );
        }
        set_callbacks();
        return true;
    }

    void set_callbacks() {
        mosquitto* const connection = connection_.get();
        mosquitto_connect_with_flags_callback_set(
            connection,
            [](mosquitto*, void* self, int code, int flags) {
                static_cast<Line*>(self)->on_connected(code, flags);
            }
        );
        mosquitto_disconnect_callback_set(connection, [](mosquitto*, void* self, int) {
            static_cast<Line*>(self)->on_disconnected();
        });
        mosquitto_publish_callback_set(connection, [](mosquitto*, void* self, int) {
            static_cast<Line*>(self)->on_confirmed();
        });
        mosquitto_message_callback_set(
            connection,
            [](mosquitto*, void* self, const mosquitto_message* message) {
                static_cast<Line*>(self)->on_message(*message);
            }
        );
    }

    void keep_connected() {
        milliseconds pause = first_pause;
        bool is_first = true;
        while (!is_ending()) {
            const Address& to = choice_.address;
            const int code = is_first
                ? mosquitto_connect(connection_.get(), to.host.c_str(), to.port, keep_alive_seconds)
                : mosquitto_reconnect(connection_.get());
            is_first = false;
            if (code == MOSQ_ERR_SUCCESS) {
                serve();
                // Who was let in and lost the line comes back soon.
                const bool may_soon = std::exchange(was_up_, false);
                if (may_soon && cut_short_ < cut_short_if_shared) pause = first_pause;
            } else {
                trouble(code == MOSQ_ERR_TLS ? Trouble::not_itself : Trouble::no_answer);
            }
            wait(pause);
            pause = std::min(pause * 2, longest_pause);
        }
    }

    // Until the line breaks, or this ends.
    void serve() {
        int code = MOSQ_ERR_SUCCESS;
        bool has_more = false;
        while (code == MOSQ_ERR_SUCCESS && !is_ending()) {
            mosquitto* const connection = connection_.get();
            const short room = is_listening() ? POLLIN : 0;
            const short writes = mosquitto_want_write(connection) ? POLLOUT : 0;
            std::array<pollfd, 2> waits{
                pollfd{wake_.descriptor(), POLLIN, 0},
                pollfd{mosquitto_socket(connection), static_cast<short>(room | writes), 0}};
            ::poll(waits.data(), waits.size(), has_more ? 0 : static_cast<int>(look.count()));
            wake_.clear();
            has_more = false;
            if (is_listening()) {
                // What was decrypted already wakes nobody.
                const std::size_t before = count_heard();
                code = mosquitto_loop_read(connection, packets_at_once);
                has_more = count_heard() >= before + packets_at_once;
            }
            if (code == MOSQ_ERR_SUCCESS) {
                send();
                code = mosquitto_loop_write(connection, 1);
            }
            if (code == MOSQ_ERR_SUCCESS) code = mosquitto_loop_misc(connection);
        }
        mosquitto_disconnect(connection_.get());
        on_disconnected();
        const bool is_refused = std::exchange(is_refused_, false);
        if (code == MOSQ_ERR_TLS) trouble(Trouble::not_itself);
        else if (code != MOSQ_ERR_SUCCESS && !is_refused && !is_ending()) tell_lost_line(code);
    }

    // Who was let in and has lost the line may be let in again at once; if not, nobody answers.
    void tell_lost_line(int code) {
        // Written to in the same moment, it is no lost connection but a broken pipe.
        const bool is_ended_by_broker =
            was_up_ && (code == MOSQ_ERR_CONN_LOST || code == MOSQ_ERR_ERRNO);
        const bool is_short = is_ended_by_broker && Clock::now() - up_since_ < short_line;
        cut_short_ = is_short ? cut_short_ + 1 : 0;
        if (cut_short_ >= cut_short_if_shared) trouble(Trouble::account_shared);
        else if (!is_ended_by_broker) trouble(Trouble::no_answer);
    }

    void send() {
        std::deque<Post> posts;
        {
            const std::lock_guard lock{mutex_};
            if (!is_up_) return;
            posts.swap(to_send_);
            unconfirmed_ += posts.size();
        }
        for (const Post& post : posts) {
            const int code = mosquitto_publish(
                connection_.get(),
                nullptr,
                post.topic.c_str(),
                static_cast<int>(post.payload.size()),
                post.payload.data(),
                quality,
                post.is_kept
            );
            // With no connection it is kept and sent later, as what was not confirmed is.
            if (code != MOSQ_ERR_SUCCESS && code != MOSQ_ERR_NO_CONN) on_confirmed();
        }
    }

    void on_connected(int code, int flags) {
        is_refused_ = code != 0;
        if (is_refused_) {
            trouble(
                code == bad_password || code == not_authorised ? Trouble::account_refused
                                                               : Trouble::refused
            );
            return;
        }
        for (const std::string& topic : choice_.topics)
            mosquitto_subscribe(connection_.get(), nullptr, topic.c_str(), quality);
        was_up_ = true;
        up_since_ = Clock::now();
        const std::lock_guard lock{mutex_};
        const bool knows_us = (flags & 1) != 0;
        if (!knows_us) {
            is_forgotten_ = true;
            to_send_.clear();
        }
        is_up_ = true;
        ++connections_;
        if (told_ != Trouble::account_shared || cut_short_ == 0) {
            told_.reset();
            trouble_.reset();
        }
        choice_.news->set();
    }

    void on_disconnected() {
        const std::lock_guard lock{mutex_};
        is_up_ = false;
        changed_.notify_all();
        choice_.news->set();
    }

    void on_confirmed() {
        const std::lock_guard lock{mutex_};
        unconfirmed_ -= std::min<std::size_t>(unconfirmed_, 1);
        changed_.notify_all();
        choice_.news->set();
    }

    void on_message(const mosquitto_message& message) {
        const auto size = static_cast<std::size_t>(std::max(message.payloadlen, 0));
        if (size > choice_.longest_heard) return;
        const std::lock_guard lock{mutex_};
        heard_.push_back(Post{
            message.topic, {static_cast<const char*>(message.payload), size}, message.retain});
        choice_.news->set();
    }

    void trouble(Trouble what) {
        const std::lock_guard lock{mutex_};
        if (what != told_) {
            trouble_ = told_ = what;
            choice_.news->set();
        }
    }

    std::size_t count_heard() const {
        const std::lock_guard lock{mutex_};
        return heard_.size();
    }

    bool is_listening() const {
        const std::lock_guard lock{mutex_};
        return heard_.size() < most_heard;
    }

    bool is_ending() const {
        const std::lock_guard lock{mutex_};
        return is_ending_;
    }

    void wait(milliseconds pause) {
        const Clock::time_point until = Clock::now() + pause;
        while (!is_ending() && Clock::now() < until) {
            pollfd woken{wake_.descriptor(), POLLIN, 0};
            ::poll(&woken, 1, static_cast<int>(first_pause.count()));
            wake_.clear();
        }
    }

    const Choice choice_;
    std::unique_ptr<mosquitto, Destroy> connection_; // the thread's
    bool was_up_ = false; // the thread's, and so are
    bool is_refused_ = false;
    Clock::time_point up_since_;
    unsigned cut_short_ = 0; // how often in a row the broker ended the line soon
    terminal::Wakeup wake_; // for the thread
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Post> to_send_;
    std::size_t unconfirmed_ = 0;
    std::deque<Post> heard_;
    bool is_up_ = false;
    unsigned connections_ = 0;
    bool is_forgotten_ = false;
    bool is_ending_ = false;
    std::optional<Trouble> trouble_;
    std::optional<Trouble> told_;
};

namespace {

std::string_view id_of(Trouble trouble) {
    switch (trouble) {
    case Trouble::no_certificate: return "hall.no_certificate";
    case Trouble::not_itself: return "hall.not_itself";
    case Trouble::no_answer: return "hall.no_answer";
    case Trouble::account_refused: return "hall.account_refused";
    case Trouble::account_shared: return "hall.account_shared";
    case Trouble::refused: return "hall.refused";
    }
    return "hall.no_answer";
}

} // namespace

std::string sentence_of(Trouble trouble, const Address& address, const wording::Catalogue& in) {
    const std::string where = address.text();
    return in.sentence(id_of(trouble), {{"where", where}});
}

Link::Link(Choice choice)
    : line_(std::make_shared<Line>(std::move(choice))),
      thread_(std::make_unique<terminal::SharedThread<Line>>(line_, [](Line& line) { line.run(); })
      ) {}

Link::~Link() { line_->end(); }

bool Link::offer(Post post) { return line_->offer(std::move(post)); }

std::size_t Link::room() const { return line_->room(); }

std::vector<Post> Link::take_heard() { return line_->take_heard(); }

bool Link::take_forgotten() { return line_->take_forgotten(); }

bool Link::is_up() const { return line_->is_up(); }

std::optional<Trouble> Link::take_trouble() { return line_->take_trouble(); }

unsigned Link::connections() const { return line_->connections(); }

} // namespace ansage::hall
