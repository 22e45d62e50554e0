// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/pacer.hpp"

#include "session/boot_time.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <list>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ansage::session {

using base::Instant;
using base::Millis;

namespace {

// The timer stands still while the machine sleeps: the clock is looked at at least so often.
constexpr Millis longest_sleep{1000};
// One who comes without end does not keep the table from its turns.
constexpr int most_handlers = 64;

volatile std::sig_atomic_t signal_came = 0;

extern "C" void note_signal(int /*signal*/) { signal_came = 1; }

// They are noted as long as this lives.
class NotedSignals {
public:
    NotedSignals() {
        struct sigaction mine {};

        mine.sa_handler = note_signal;
        signal_came = 0;
        for (std::size_t i = 0; i < stopping_signals.size(); ++i)
            ::sigaction(stopping_signals[i], &mine, &before_[i]);
    }

    NotedSignals(const NotedSignals&) = delete;
    NotedSignals& operator=(const NotedSignals&) = delete;

    ~NotedSignals() {
        for (std::size_t i = 0; i < stopping_signals.size(); ++i)
            ::sigaction(stopping_signals[i], &before_[i], nullptr);
    }

private:
    static constexpr std::array stopping_signals{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, stopping_signals.size()> before_{};
};

class VirtualPacer final : public Pacer {
public:
    VirtualPacer(Instant begin, OnSignal on_signal)
        : now_(begin) {
        if (on_signal == OnSignal::stops) signals_.emplace();
    }

    [[nodiscard]] Instant now() const override { return now_; }

    Waited look() override {
        return signals_ && signal_came != 0 ? Waited::stopped : Waited::reached;
    }

    Waited wait_until(std::optional<Instant> instant) override {
        if (look() == Waited::stopped) return Waited::stopped;
        now_ = instant ? std::max(now_, *instant) : now_;
        return instant ? Waited::reached : Waited::never;
    }

    void watch(int /*descriptor*/) override {}

    void wake() override {}

private:
    Instant now_;
    std::optional<NotedSignals> signals_;
};

class RealPacer final : public Pacer {
public:
    RealPacer(boost::asio::io_context& context, Instant begin, double speed)
        : context_(context),
          time_(Instant{}),
          begin_(begin),
          speed_(speed),
          timer_(context),
          signals_(context, SIGINT, SIGTERM, SIGHUP) {
        signals_.async_wait([this](const boost::system::error_code& error, int) {
            stopped_ = stopped_ || !error;
        });
    }

    [[nodiscard]] Instant now() const override {
        const auto passed = time_.now().since_open.count();
        return begin_ + Millis{static_cast<std::int64_t>(static_cast<double>(passed) * speed_)};
    }

    Waited wait_until(std::optional<Instant> instant) override {
        timer_.expires_after(std::chrono::milliseconds{time_to(instant)});
        timer_.async_wait([this](const boost::system::error_code& error) {
            woken_ = woken_ || !error;
        });
        static_cast<void>(look());
        while (!woken_ && !stopped_ && context_.run_one() > 0) {
        }
        woken_ = false;
        timer_.cancel();
        return stopped_ ? Waited::stopped : Waited::reached;
    }

    Waited look() override {
        context_.restart();
        for (int handlers = 0; handlers < most_handlers && context_.poll_one() > 0; ++handlers) {
        }
        return stopped_ ? Waited::stopped : Waited::reached;
    }

    void watch(int descriptor) override {
        const int own = ::dup(descriptor);
        if (own < 0) throw std::system_error{errno, std::generic_category(), "dup"};
        watch(watched_.emplace_back(context_, own));
    }

    void wake() override { woken_ = true; }

    void set_speed(double speed) override {
        if (speed == speed_) return;
        begin_ = now();
        time_ = TableTime{Instant{}};
        speed_ = speed;
    }

private:
    using Descriptor = boost::asio::posix::stream_descriptor;

    void watch(Descriptor& descriptor) {
        descriptor.async_wait(
            Descriptor::wait_read,
            [this, &descriptor](const boost::system::error_code& error) {
                if (!error) {
                    woken_ = true;
                    pending_.push_back(&descriptor);
                }
            }
        );
    }

    [[nodiscard]] std::int64_t time_to(std::optional<Instant> instant) {
        // Only now: whoever was woken has read by the time the session waits again.
        for (Descriptor* const descriptor : std::exchange(pending_, {})) watch(*descriptor);
        if (!instant) return longest_sleep.count();
        const double wait = static_cast<double>((*instant - now()).count()) / speed_;
        const auto whole = static_cast<std::int64_t>(wait) + (speed_ == 1.0 || wait <= 0 ? 0 : 1);
        return std::clamp(whole, std::int64_t{0}, longest_sleep.count());
    }

    boost::asio::io_context& context_;
    TableTime time_; // since begin_
    Instant begin_; // when the speed was set
    double speed_;
    boost::asio::steady_timer timer_;
    boost::asio::signal_set signals_;
    std::list<Descriptor> watched_;
    std::vector<Descriptor*> pending_; // woke, and are to be watched again
    bool woken_ = false;
    bool stopped_ = false;
};

} // namespace

std::unique_ptr<Pacer> make_virtual_pacer(Instant begin, OnSignal on_signal) {
    return std::make_unique<VirtualPacer>(begin, on_signal);
}

std::unique_ptr<Pacer>
make_real_pacer(boost::asio::io_context& context, Instant begin, double speed) {
    return std::make_unique<RealPacer>(context, begin, speed);
}

} // namespace ansage::session
