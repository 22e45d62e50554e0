// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody hears who listens to the tables of a hall: each line once, in order, and what is
// missing is asked for.
#pragma once

#include "hall/link.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ansage::hall {

// From when on the lines of a table are wanted.
enum class Since : std::uint8_t { now, beginning };

struct Heard {
    enum class Kind : std::uint8_t { line, state, here };

    Kind kind{};
    std::string table;
    Audience audience{};
    std::string json;
};

class Hearing {
public:
    Hearing(Address address, Since since)
        : address_(std::move(address)),
          since_(since) {}

    // What is new of it; what is to be asked is added to `questions`.
    [[nodiscard]] std::optional<Heard> take(const Post& post, std::vector<Post>& questions);

private:
    struct Thread {
        std::optional<std::uint64_t> last; // heard, of an unbroken row
        std::optional<std::uint64_t> game; // of which they are, as the states say
        std::uint64_t asked = 0; // from which line on, the last time; 0: nothing is asked
    };

    [[nodiscard]] bool
    is_next(Thread& thread, const Heard& heard, std::uint64_t number, std::vector<Post>& questions);
    void ask(Thread& thread, const Heard& heard, std::vector<Post>& questions) const;

    Address address_;
    Since since_;
    std::map<std::pair<std::string, Audience>, Thread> threads_;
};

} // namespace ansage::hall
