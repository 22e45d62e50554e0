// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever can do or notice something at a table: a board, a person at a console or a terminal, the
// voice, a recorder, a display, the people of the demo, the lines of a script. All have one shape,
// so that the table that is proven is the table that is played.
#pragma once

#include "base/instant.hpp"
#include "base/interface.hpp"
#include "base/result.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"

#include <optional>
#include <span>

namespace ansage::session {

class Participant;

// The table as a participant finds it while it has its turn.
class Table : public base::Interface {
public:
    [[nodiscard]] virtual const table::State& state() const = 0;
    [[nodiscard]] virtual base::Instant now() const = 0;
    [[nodiscard]] virtual const telling::TableWords& words() const = 0;

    // Decided, journalled, and noted by every participant when this returns. False: the journal
    // could not keep it, nothing was shown, and the session ends with that error.
    virtual bool submit(Participant* source, table::InputBody body) = 0;
    // The session ends after this turn, with an error or without.
    virtual void fail(base::Error error) = 0;
    virtual void stop() = 0;
    // A handler of a participant has found something to do: there are turns at once.
    virtual void wake() = 0;
};

// An input and what came of it, committed.
struct Happened {
    const Participant* source; // null: the session itself, such as for time
    const table::InputBody& input;
    std::span<const table::Event> events; // none: it changed nothing
    const table::State& after;
    const telling::TableWords& words;
    base::Instant now;
};

class Participant : public base::Interface {
public:
    // Once, before the first turn of anybody.
    virtual void start(Table& /*table*/) {}

    // At most one thing, so that nobody waits for all that another has done; false: nothing to do.
    virtual bool take_turn(Table& /*table*/) { return false; }

    // It has a turn only when nobody before it had something to do: people who look before they
    // act.
    [[nodiscard]] virtual bool looks_first() const { return false; }

    // What happened, whoever did it. It shows, speaks, sends, stores; it never blocks and never
    // decides.
    virtual void note(const Happened& /*happened*/) {}

    // When it wants a turn though nothing wakes the session; absent: when woken.
    [[nodiscard]] virtual std::optional<base::Instant> next_deadline(base::Instant /*now*/) const {
        return std::nullopt;
    }

    // The session wakes when this can be read; -1: there is none. Asked for once, after start().
    [[nodiscard]] virtual int wake_descriptor() const { return -1; }

    // The last things, when the table closes.
    virtual void close(Table& /*table*/) {}
};

} // namespace ansage::session
