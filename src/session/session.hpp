// SPDX-License-Identifier: GPL-3.0-or-later
// The one engine of a table: it asks participants in turn, lets time come first, and hands what was
// decided and committed to all of them. run, demo, play and clock differ in their participants and
// in how time passes, and in nothing else.
#pragma once

#include "session/pacer.hpp"
#include "session/participant.hpp"
#include "session/shell.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace ansage::session {

// How a session came to its end.
enum class End : std::uint8_t {
    over, // a participant ended it, or nothing can happen any more
    stopped, // the user stopped it, by a signal
};

class Session final : public Table {
public:
    // A table that was cut off, and for how long; absent if the wall clock was set back.
    struct Resumed {
        std::optional<base::Millis> gap;
    };

    struct Parts {
        Shell shell;
        journal::Journal* journal = nullptr; // the shell's; may be null: nothing is kept
        std::unique_ptr<Pacer> pacer;
        // In the order in which they have their turns at one instant.
        std::vector<std::unique_ptr<Participant>> participants;
        std::optional<Resumed> resumed;
        // While a clock runs it is stored so often how far it is; absent where time is virtual and
        // does not run on when the program dies.
        std::optional<base::Millis> note_every{};
    };

    explicit Session(Parts parts);

    // Until somebody stops it; then everything is stored. An error is the journal's, or what a
    // participant cannot go on without.
    [[nodiscard]] base::Result<End, base::Error> run();

    // What may be called while it runs, or after.
    [[nodiscard]] const table::State& state() const override { return parts_.shell.state(); }

    [[nodiscard]] base::Instant now() const override;

    [[nodiscard]] const telling::TableWords& words() const override { return parts_.shell.words(); }

    bool submit(Participant* source, table::InputBody body) override;
    void fail(base::Error error) override;

    void stop() override { stops_ = true; }

    void wake() override { parts_.pacer->wake(); }

private:
    void offer_again();
    void reach();
    void note_time();
    void look_after_journal();
    [[nodiscard]] bool give_turns();
    [[nodiscard]] Waited wait();
    [[nodiscard]] std::optional<base::Instant> next_deadline() const;

    [[nodiscard]] bool goes_on() const { return !stops_ && !failure_; }

    void tell(
        const Participant* source,
        const table::InputBody& input,
        std::span<const table::Event> events
    );
    [[nodiscard]] base::Result<void, base::Error> close();

    Parts parts_;
    std::optional<base::Instant> note_at_;
    base::Instant look_at_; // for the journal's file
    std::optional<base::Error> failure_;
    bool stops_ = false;
};

} // namespace ansage::session
