// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/gateway.hpp"

#include "base/try.hpp"
#include "consoles/place.hpp"
#include "gateway/address.hpp"
#include "gateway/lines.hpp"
#include "gateway/link.hpp"
#include "gateway/server.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/signalfd.h>
#include <utility>

namespace ansage::gateway {

using base::Error;
using base::Result;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

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

Error unreachable(const fs::path& table) {
    return {
        base::phrase("this table does not answer"),
        table.string(),
        base::phrase("is ansage demo still running there?")};
}

// With the secret that the page had; at its port, or else at one that was asked for, or at any.
Result<std::unique_ptr<Server>, Error>
open_server(Gateway& gateway, const Lines& lines, const std::optional<Address>& kept) {
    Address wanted = kept.value_or(Address{});
    if (gateway.port != 0) wanted.port = gateway.port;
    return Server::open(wanted, std::move(gateway.site), lines);
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
    Loop(Server& server, Link* link, fs::path address_file)
        : server_(server),
          link_(link),
          address_file_(std::move(address_file)) {}

    // Until a signal comes, or nobody is left.
    void run(const Signals& signals) {
        while (!is_done()) {
            std::array<pollfd, 3> waited{{
                {signals.descriptor(), POLLIN, 0},
                {server_.descriptor(), POLLIN, 0},
                {link_ == nullptr ? -1 : link_->descriptor(), POLLIN, 0},
            }};
            ::poll(waited.data(), waited.size(), look_every_ms);
            if (waited[0].revents != 0) return;
            if (waited[1].revents != 0) server_.accept();
            if (waited[2].revents != 0) link_->read();
            if (link_ != nullptr) join_again();
        }
    }

private:
    // A table that fell silent; but where another has taken its name, it has another page.
    void join_again() {
        if (link_->descriptor() >= 0) return;
        const bool is_ours = read_address(address_file_) == server_.address();
        if (is_ours) link_->on_time(Clock::now());
        else link_->give_up();
    }

    [[nodiscard]] bool is_done() {
        if (link_ == nullptr) return server_.last_visit() && is_forsaken(server_, {});
        if (!link_->is_over()) return false;
        if (!link_->was_welcome()) return true;
        if (!over_since_) over_since_ = Clock::now();
        return is_forsaken(server_, *over_since_);
    }

    Server& server_;
    Link* link_;
    fs::path address_file_;
    std::optional<Clock::time_point> over_since_;
};

} // namespace

Result<std::string, Error> run(Gateway gateway) {
    const Signals signals; // before there is any thread
    Lines lines;
    std::optional<Link> link;
    std::optional<Address> kept;
    fs::path address_file;
    if (gateway.table) {
        link.emplace(*gateway.table, lines);
        if (!link->open()) return tl::unexpected(unreachable(*gateway.table));
        address_file = consoles::page_address_file(*gateway.table);
        kept = read_address(address_file);
    } else {
        lines.stand(Standing::over);
    }
    const auto server = ANSAGE_TRY(open_server(gateway, lines, kept));
    if (gateway.table) ANSAGE_TRY(write_address(address_file, server->address()));
    gateway.ready(url_of(server->address()));
    Loop{*server, link ? &*link : nullptr, address_file}.run(signals);
    lines.close();
    if (link && !link->was_welcome() && link->refused().empty())
        return tl::unexpected(unreachable(*gateway.table));
    return link ? link->refused() : std::string{};
}

} // namespace ansage::gateway
