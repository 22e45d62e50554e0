// SPDX-License-Identifier: GPL-3.0-or-later
// A journal read from its beginning to where it stands, as what each audience is told of it, in
// order and with numbers. Nothing waits in memory: what was not sent is read when it can be.
#pragma once

#include "consoles/view.hpp"
#include "hall/address.hpp"
#include "journal/journal.hpp"
#include "table/model/state.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace ansage::hall {

inline constexpr std::array both_audiences{Audience::everybody, Audience::arbiter};

// One line for one audience.
struct Entry {
    Audience audience{};
    std::uint64_t number = 0; // of that audience's lines; the first is 1
    std::string json; // as a console gets it (docs/consoles.md)
};

// How a matter of the agenda began.
struct Begun {
    base::Instant at;
    std::string words;
};

// How the game ended, and who confirmed it (8.7).
struct Ending {
    base::Instant at;
    table::PerColor<bool> is_signed;
};

class Chronicle {
public:
    // The journal must outlive it.
    Chronicle(
        journal::Journal& journal, const table::TableSetup& setup, const telling::TableWords& words
    );

    // The next that is to be sent; null: all of it is, or that was enough reading. `inputs` is how
    // many may be read, and goes down.
    [[nodiscard]] journal::Result<const Entry*> next(unsigned& inputs);
    // The one that next() gave is sent.
    void sent();
    // That audience is told again from that line on.
    void tell_again(Audience audience, std::uint64_t first);

    // Everything up to here has been sent.
    bool is_at_end() const;

    // As of what was sent last.
    const table::State& state() const { return state_; }

    const std::map<table::MatterNumber, Begun>& begun() const { return begun_; }

    // Absent while there is no result.
    const std::optional<Ending>& ending() const { return ending_; }

    std::uint64_t count(Audience audience) const { return counts_[index(audience)]; }

private:
    // At most so many inputs further, until there is something to tell.
    [[nodiscard]] journal::Result<void> read_on(unsigned& inputs);
    void take(const journal::Entry& entry);
    void note_ending(const table::Event& event);
    void tell(const table::Event& event, Audience audience);
    void begin_anew();

    journal::Journal& journal_;
    table::TableSetup setup_;
    consoles::ConsoleView view_;
    table::State state_;
    std::map<table::MatterNumber, Begun> begun_;
    std::optional<Ending> ending_;
    std::uint64_t inputs_ = 0; // taken
    std::array<std::uint64_t, 2> counts_{}; // of lines up to here
    std::array<std::uint64_t, 2> wanted_{1, 1}; // the next to be sent
    std::deque<Entry> waiting_; // of the input taken last
};

} // namespace ansage::hall
