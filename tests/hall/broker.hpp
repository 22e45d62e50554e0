// SPDX-License-Identifier: GPL-3.0-or-later
// A real Mosquitto of one test, on free ports of this machine, from a folder that set_up() made.
#pragma once

#include "hall/hearing.hpp"
#include "hall/setup.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ansage::tests {

class Broker {
public:
    explicit Broker(const Folder& folder, std::vector<std::string> tables = {"t1", "t2"});

    void start();
    // SIGKILL: it keeps nothing.
    void kill();

    // mqtts://127.0.0.1:PORT/cup/TABLE; without a table, all of them. A machine without /etc/hosts
    // knows no localhost.
    [[nodiscard]] std::string address(const std::string& table) const;
    [[nodiscard]] std::string account(const std::string& user) const;

    [[nodiscard]] const hall::Plan& plan() const { return plan_; }

private:
    const Folder& folder_;
    hall::Plan plan_;
    std::unique_ptr<Process> process_;
};

// Somebody who listens.
class Ear {
public:
    Ear(const Broker& broker, const std::string& user, const std::vector<std::string>& topics);

    // Whatever comes within the limit, until it is enough.
    [[nodiscard]] bool await(const std::function<bool()>& is_enough);
    // For a moment, in which nothing may come.
    void listen(std::chrono::milliseconds moment);

    // The lines of that audience, each once and in order.
    [[nodiscard]] std::vector<std::string>
    lines(hall::Audience audience, const std::string& table = "t1") const;

    [[nodiscard]] const std::vector<hall::Post>& all() const { return all_; }

    hall::Link& link() { return *link_; }

private:
    void take();

    std::shared_ptr<terminal::Wakeup> news_ = std::make_shared<terminal::Wakeup>();
    std::unique_ptr<hall::Link> link_;
    hall::Address address_;
    hall::Hearing hearing_;
    std::vector<hall::Post> all_;
    std::vector<hall::Heard> heard_;
    std::vector<hall::Post> questions_;
};

// What each audience is told of that journal.
[[nodiscard]] std::array<std::vector<std::string>, 2> told_by(const std::string& journal);

} // namespace ansage::tests
