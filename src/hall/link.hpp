// SPDX-License-Identifier: GPL-3.0-or-later
// A connection to a broker, on a thread of its own: names are looked up, lines break and brokers
// hang there, and nobody else waits. What is under way is bounded in both directions.
#pragma once

#include "hall/address.hpp"
#include "terminal/shared_thread.hpp"
#include "wording/wording.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ansage::hall {

// What is wrong with the line, or with who answers there.
enum class Trouble : std::uint8_t {
    no_certificate, // the account's cannot be read
    not_itself, // another certificate than the account's
    no_answer,
    account_refused,
    account_shared, // who else uses it and this one end each other's lines
    refused,
};

// A sentence without an end, "mqtts://hall.local/cup does not answer".
std::string sentence_of(Trouble trouble, const Address& address, const wording::Catalogue& in);

struct Post {
    std::string topic;
    std::string payload;
    bool is_kept = false; // retained: whoever comes later gets the newest
};

// Handed over and not confirmed by the broker, at most.
inline constexpr std::size_t most_under_way = 20;

class Link {
public:
    struct Choice {
        Address address;
        Account account;
        std::vector<std::string> topics; // to listen to
        // Set when something may have changed: never null.
        std::shared_ptr<const terminal::Wakeup> news;
        std::optional<Post> last_words{}; // what the broker says when the line breaks
        // The broker keeps what it has for this connection while the line is broken.
        bool is_remembered = true;
        std::size_t longest_heard = 1U << 20U; // bytes; what is longer is not heard
    };

    explicit Link(Choice choice);
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    // Gives what is under way a moment.
    ~Link();

    // False: nobody listens, or as much is under way as may be; the same may be offered again.
    [[nodiscard]] bool offer(Post post);
    std::size_t room() const;
    // What was heard since; what is not taken holds the broker up, and nobody else.
    [[nodiscard]] std::vector<Post> take_heard();
    // True once after a connection at which the broker knew nothing of the ones before: it has lost
    // what it had confirmed.
    [[nodiscard]] bool take_forgotten();
    bool is_up() const;
    // How often it has come up.
    unsigned connections() const;
    // Each thing that is wrong once, until it is well again.
    [[nodiscard]] std::optional<Trouble> take_trouble();

private:
    class Line;

    std::shared_ptr<Line> line_;
    std::unique_ptr<terminal::SharedThread<Line>> thread_; // never waited for long
};

} // namespace ansage::hall
