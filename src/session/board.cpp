// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/board.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <array>
#include <thread>
#include <unistd.h>

namespace ansage::session {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using devices::Stream;

namespace {

constexpr Millis reopen_after{500};
constexpr Millis write_again_after{20};
// A board has so long to say something before its silence is worth a word.
constexpr Millis silent_for{3000};
// What a board does not read is lost, as on a real line.
constexpr std::size_t most_unsent = 4096;

} // namespace

class PlayBoard::Contents {
public:
    Contents(BoardPort port, Surroundings surroundings)
        : port_(std::move(port)),
          surroundings_(std::move(surroundings)),
          driver_(port_.row->make_driver(port_.options, devices::LineTime::real)) {}

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;

    ~Contents() { finish_opening(); }

    void open(Stream stream) {
        stream_ = std::move(stream);
        memory_.learn(port_);
        watched_.emplace(surroundings_.context, ::dup(stream_.number()));
    }

    // Without a line it waits for one.
    void start() {
        const Instant now = surroundings_.now();
        started_at_ = now;
        if (!stream_.is_open()) {
            reopen_at_ = now;
            return;
        }
        unsent_.clear();
        driver_->start(now);
        send(now);
        watch();
    }

    void on_time(Instant now) {
        if (!stream_.is_open()) {
            open_again(now);
            return;
        }
        if (const auto due = driver_->next_deadline(); due && *due <= now) driver_->on_time(now);
        send(now);
    }

    [[nodiscard]] std::optional<Instant> next_deadline() const {
        if (!stream_.is_open()) return reopen_at_;
        std::optional<Instant> next = driver_->next_deadline();
        if (!unsent_.empty()) next = next ? std::min(*next, write_at_) : write_at_;
        return next;
    }

    [[nodiscard]] std::vector<devices::SensorEvent> take_events() { return driver_->take_events(); }

    [[nodiscard]] bool is_open() const { return stream_.is_open(); }

    [[nodiscard]] devices::Driver& driver() { return *driver_; }

    [[nodiscard]] std::optional<Error> take_problem() {
        if (has_complained_) return std::nullopt;
        std::optional<Error> problem = driver_->problem();
        const bool silent = stream_.is_open() && !driver_->reading() &&
            driver_->info().name.empty() && surroundings_.now() - started_at_ >= silent_for;
        if (!problem && silent) {
            problem = Error{
                base::phrase("no board answers"),
                port_.text,
                base::phrase("is it switched on, and is it the right port?")};
        }
        has_complained_ = problem.has_value();
        return problem;
    }

private:
    void watch() {
        watched_->async_wait(
            boost::asio::posix::stream_descriptor::wait_read,
            [this](const boost::system::error_code& error) {
                if (error) return; // closed by ourselves
                if (read()) watch();
                surroundings_.woken();
            }
        );
    }

    // False: the line is gone.
    bool read() {
        std::array<std::byte, 4096> buffer{};
        const Instant now = surroundings_.now();
        const auto count = stream_.read_now(buffer);
        if (!count) {
            hang_up(now);
            return false;
        }
        driver_->receive(std::span{buffer}.first(*count), now);
        send(now);
        return stream_.is_open();
    }

    void send(Instant now) {
        const std::vector<std::byte> bytes = driver_->take_output();
        if (unsent_.size() + bytes.size() <= most_unsent)
            unsent_.insert(unsent_.end(), bytes.begin(), bytes.end());
        if (unsent_.empty() || !stream_.is_open()) return;
        const auto count = stream_.write_now(unsent_);
        if (!count) {
            hang_up(now);
            return;
        }
        unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(*count));
        write_at_ = now + write_again_after;
    }

    void hang_up(Instant now) {
        if (watched_) watched_->close();
        watched_.reset();
        stream_.close();
        driver_->hung_up(now);
        reopen_at_ = now + reopen_after;
    }

    // Opening may block, so a thread of its own does it and hands the line over.
    void open_again(Instant now) {
        if (!reopen_at_ || *reopen_at_ > now) return;
        reopen_at_.reset();
        finish_opening();
        opener_ = std::thread{[this] {
            Result<Stream, Error> opened = memory_.open(port_, reopen_after);
            boost::asio::post(surroundings_.context, [this, opened = std::move(opened)]() mutable {
                take(std::move(opened));
            });
        }};
    }

    void take(Result<Stream, Error> opened) {
        if (opened) {
            open(*std::move(opened));
            start();
        } else {
            reopen_at_ = surroundings_.now() + reopen_after;
        }
        surroundings_.woken();
    }

    void finish_opening() {
        if (opener_.joinable()) opener_.join();
    }

    BoardPort port_;
    PortMemory memory_; // not touched while a line is being opened
    Surroundings surroundings_;
    std::unique_ptr<devices::Driver> driver_;
    Stream stream_;
    std::optional<boost::asio::posix::stream_descriptor> watched_;
    std::vector<std::byte> unsent_;
    Instant write_at_;
    Instant started_at_;
    std::optional<Instant> reopen_at_; // absent while the line is open or being opened
    std::thread opener_;
    bool has_complained_ = false;
};

PlayBoard::PlayBoard(BoardPort port, Stream stream, Surroundings surroundings)
    : contents_(std::make_unique<Contents>(std::move(port), std::move(surroundings))) {
    if (stream.is_open()) contents_->open(std::move(stream));
}

PlayBoard::~PlayBoard() = default;

void PlayBoard::start() { contents_->start(); }

void PlayBoard::on_time(Instant now) { contents_->on_time(now); }

std::optional<Instant> PlayBoard::next_deadline() const { return contents_->next_deadline(); }

std::vector<devices::SensorEvent> PlayBoard::take_events() { return contents_->take_events(); }

bool PlayBoard::is_open() const { return contents_->is_open(); }

devices::Driver& PlayBoard::driver() { return contents_->driver(); }

std::optional<Error> PlayBoard::take_problem() { return contents_->take_problem(); }

} // namespace ansage::session
