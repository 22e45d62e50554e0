#include "session/pacer.hpp"

#include "session/boot_time.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace ansage::session {

using base::Instant;
using base::Millis;

namespace {

class VirtualPacer final : public Pacer {
public:
    explicit VirtualPacer(Instant begin)
        : now_(begin) {}

    std::optional<Instant> wait_until(Instant instant) override {
        now_ = std::max(now_, instant);
        return now_;
    }

private:
    Instant now_;
};

class RealPacer final : public Pacer {
public:
    RealPacer(Instant begin, double speed, int watched)
        : begin_(begin),
          speed_(speed),
          opened_(boot_time()),
          timer_(context_),
          signals_(context_, SIGINT, SIGTERM) {
        if (watched >= 0) {
            watched_.emplace(context_, ::dup(watched));
        }
        signals_.async_wait([this](const boost::system::error_code& error, int) {
            stopped_ = !error;
        });
    }

    std::optional<Instant> wait_until(Instant instant) override {
        bool woken = false;
        const auto wake = [&woken](const boost::system::error_code&) { woken = true; };
        const Instant before = now();
        if (instant > before) {
            const double wait = static_cast<double>((instant - before).count()) / speed_;
            timer_.expires_after(std::chrono::milliseconds{static_cast<std::int64_t>(wait) + 1});
            timer_.async_wait(wake);
            if (watched_) {
                watched_->async_wait(boost::asio::posix::stream_descriptor::wait_read, wake);
            }
            while (!woken && !stopped_) {
                context_.restart();
                context_.run_one();
            }
            release();
        } else {
            context_.restart();
            context_.poll();
        }
        return stopped_ ? std::nullopt : std::optional{now()};
    }

private:
    // Both waits end before their handlers' variable does.
    void release() {
        timer_.cancel();
        if (watched_) {
            watched_->cancel();
        }
        context_.restart();
        context_.poll();
    }

    [[nodiscard]] Instant now() const {
        const double passed = static_cast<double>((boot_time() - opened_).count()) * speed_;
        return begin_ + Millis{static_cast<std::int64_t>(passed)};
    }

    Instant begin_;
    double speed_;
    Millis opened_;
    boost::asio::io_context context_;
    boost::asio::steady_timer timer_;
    boost::asio::signal_set signals_;
    std::optional<boost::asio::posix::stream_descriptor> watched_;
    bool stopped_ = false;
};

} // namespace

std::unique_ptr<Pacer> make_virtual_pacer(Instant begin) {
    return std::make_unique<VirtualPacer>(begin);
}

std::unique_ptr<Pacer> make_real_pacer(Instant begin, double speed, int watched) {
    return std::make_unique<RealPacer>(begin, speed, watched);
}

} // namespace ansage::session
