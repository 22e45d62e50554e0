// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who listens to a hall with an arbiter's account until he has what he wants, or is
// interrupted.
#pragma once

#include "hall/link.hpp"
#include "hall/message_rules.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace ansage::hall {

// Readable once somebody interrupts the program, which from now on does not end it.
[[nodiscard]] int open_stop_descriptor();

class Listener {
public:
    // Signals that end a program end its waiting instead. `topics` are what follows a
    // table's name, "arbiter/state".
    Listener(const Address& address, const Account& account, std::vector<std::string> topics);

    struct Heard {
        std::string table;
        std::string what; // one of the topics
        std::string payload;
    };

    // What came and is valid; returns at the latest after that time.
    [[nodiscard]] std::vector<Heard> wait(std::chrono::milliseconds longest);
    // Told to that table's program.
    [[nodiscard]] bool ask(const std::string& table, std::string payload);

    bool is_interrupted() const { return is_interrupted_; }

    [[nodiscard]] Link& link() { return link_; }

    [[nodiscard]] MessageRules& rules() { return rules_; }

private:
    Address address_;
    std::vector<std::string> topics_;
    std::shared_ptr<base::Wakeup> news_ = std::make_shared<base::Wakeup>();
    base::Descriptor stop_;
    bool is_interrupted_ = false;
    MessageRules rules_;
    Link link_;
};

} // namespace ansage::hall
