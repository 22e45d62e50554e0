// SPDX-License-Identifier: GPL-3.0-or-later
// Who may speak when, for one audience: a value, without threads, sound or time.
#pragma once

#include "speech/utterance.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace ansage::speech {

// What the owner of a queue has to do after a change.
struct QueueChange {
    bool silence = false; // what sounds now must stop; start_next() says what follows
    std::vector<Report> reports;
};

// The rules are speech-dispatcher's (SSIP), with three decisions of our own, marked *.
//
// important     spoken at once; cuts everything below; several are spoken in order; never cut.
// message       waits for important and earlier messages; cuts and drops everything below. One that
//               `important` interrupts is not lost: it is said again from its beginning.*
// text          waits for important and messages; replaces earlier text; cuts and drops the rest.
// notification  dropped if anything is spoken or waits, another notification too.*
// progress      dropped if anything else is spoken or waits; the newest that waits replaces the
// others,
//               and the one that is spoken ends.
//
// A repeat* that its listener asked for always speaks: it ranks as text at least, and where a
// message comes it is postponed, not lost. Only the listener's own next key or text replaces it.
class Queue {
public:
    // Takes an utterance; reports those that will not be spoken (any more) because of it, itself
    // included.
    QueueChange push(Utterance utterance);
    // The listener pressed a key: text stops, spoken or waiting, repeats too.
    QueueChange stop_text();
    // The most urgent utterance that waits becomes the one being spoken; nothing if one still is,
    // or none waits.
    std::optional<Utterance> start_next();
    // The one being spoken ended by itself; something must be being spoken.
    Report end_current(Outcome outcome);

    const std::optional<Utterance>& speaking() const { return speaking_; }

    std::size_t waiting() const { return waiting_.size(); }

private:
    bool admits(const Utterance& utterance) const;
    void yield_current(const Utterance& newcomer, QueueChange& change);
    void drop_waiting(const Utterance& newcomer, QueueChange& change);
    void line_up(Utterance utterance);

    std::optional<Utterance> speaking_;
    std::deque<Utterance> waiting_; // the most urgent first, in order of arrival within a priority
};

} // namespace ansage::speech
