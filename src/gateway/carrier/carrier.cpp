// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/carrier.hpp"

#include "gateway/carrier/server.hpp"
#include "gateway/carrier/source.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <optional>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <utility>

namespace ansage::gateway {

using Clock = std::chrono::steady_clock;

namespace {

constexpr int look_every_ms = 200;
// Whoever reloads the page leaves it and comes.
constexpr std::chrono::seconds reload_time{3};
// Whoever has the page and does not follow the lines yet is loading it, on whatever machine.
constexpr std::chrono::seconds loading_time{60};
// After the end, for somebody who has just typed the address.
constexpr std::chrono::seconds first_visit_time{20};

// Signals as something to read, for this thread and those that it starts.
class Signals {
public:
    Signals() {
        sigset_t ending;
        ::sigemptyset(&ending);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&ending, signal);
        ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
        std::signal(SIGPIPE, SIG_IGN);
        descriptor_ = base::Descriptor{::signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK)};
    }

    [[nodiscard]] int descriptor() const { return descriptor_.number(); }

private:
    base::Descriptor descriptor_;
};

// Whoever started us may have closed it, and the page is there all the same.
void tell(const std::string& text) {
    static_cast<void>(::write(STDOUT_FILENO, text.data(), text.size()));
}

// Absent: there should be TLS, and its certificate is none.
std::optional<Access> access_to(Handover& handover) {
    if (handover.address.reach == Reach::this_machine) return Access{handover.address.secret};
    auto tls = Tls::with(handover.network.identity);
    if (!tls) return std::nullopt;
    return Access{.tls = std::move(tls), .names = std::move(handover.network.names)};
}

// Nobody is left who could be told anything.
bool is_forsaken(const Server& server, Clock::time_point over_since) {
    if (server.watchers() > 0) return false;
    const auto visit = server.last_visit();
    if (!visit) return Clock::now() - over_since > first_visit_time;
    const auto leave = server.last_leave();
    return leave && *leave >= *visit ? Clock::now() - *leave > reload_time
                                     : Clock::now() - *visit > loading_time;
}

class Loop {
public:
    Loop(Server& server, Source& source)
        : server_(server),
          source_(source) {}

    // Until a signal comes, or nobody is left.
    void run(const Signals& signals) {
        while (!is_done()) {
            std::array<pollfd, 3> waited{{
                {signals.descriptor(), POLLIN, 0},
                {server_.descriptor(), POLLIN, 0},
                {source_.descriptor(), POLLIN, 0},
            }};
            ::poll(waited.data(), waited.size(), look_every_ms);
            if (waited[0].revents != 0) return;
            if (waited[1].revents != 0) server_.accept();
            if (waited[2].revents != 0) source_.read();
            source_.look(Clock::now());
        }
    }

private:
    [[nodiscard]] bool is_done() {
        if (source_.is_refused()) return true;
        if (!source_.is_over(server_.last_visit().has_value())) return false;
        if (!over_since_) over_since_ = Clock::now();
        return is_forsaken(server_, *over_since_);
    }

    Server& server_;
    Source& source_;
    std::optional<Clock::time_point> over_since_;
};

} // namespace

End carry(Handover handover) {
    const Signals signals; // before there is any thread
    const auto source = open_source(handover);
    if (!source) return {handover.unreachable, true};
    auto access = access_to(handover);
    if (!access) return {"ansage-gateway: its certificate cannot be used", true};
    Server server{
        std::move(handover.listening),
        *std::move(access),
        std::move(handover.site),
        source->service()};
    tell(handover.told);
    Loop{server, *source}.run(signals);
    source->close();
    if (!source->is_refused()) return {};
    const std::string words = source->refused();
    return words.empty() ? End{handover.unreachable, true} : End{words, false};
}

} // namespace ansage::gateway
