// SPDX-License-Identifier: GPL-3.0-or-later
// What a journal holds, told to a hall: lines in order, where the table stands, and, when the game
// is over, the journal itself for an arbiter who asks. The journal is the queue; what the broker
// asks for is what was told before, told again.
#pragma once

#include "hall/link.hpp"
#include "hall/participant.hpp"
#include "hall/ruling_message.hpp"
#include "hall/snapshot.hpp"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace ansage::hall {

class Reporter {
public:
    // The journal must outlive it. Nothing is connected yet.
    Reporter(
        Reports reports,
        journal::Journal& journal,
        const table::TableSetup& setup,
        telling::TableWords words
    );

    // With `hears_rulings` it listens to what arbiters of the hall rule, too.
    void connect(bool hears_rulings = false);

    bool is_connected() const { return link_.has_value(); }

    const Address& address() const { return reports_.address; }

    // Nobody plays: the table stands where it stood then, whatever time it is now.
    void stand_still(base::Instant at) { stands_at_ = at; }

    // Something was stored at that time of the table; `is_news`: it changed more than the time.
    void note(base::Instant now, bool is_news);
    // Hears what is asked, and sends what is due; never waits.
    void step(base::Instant now);

    // When it wants to be called again, besides after the descriptor woke.
    std::optional<base::Instant> due() const;

    int wake_descriptor() const { return news_->descriptor(); }

    [[nodiscard]] std::optional<Trouble> take_trouble();
    // The journal cannot be read: nothing more is told.
    [[nodiscard]] std::optional<base::Error> take_error();

    // What an arbiter's account has said at the place for its rulings.
    struct SaidRuling {
        std::string arbiter;
        std::string json;
    };

    [[nodiscard]] std::optional<SaidRuling> take_ruling();
    // Handed over as soon as there is room.
    void answer(RulingAnswer answer);
    // The arbiter who goes to see to that matter; empty: nobody does, as far as is known.
    std::string owner_of(table::MatterNumber matter) const;

    // By which rulings on this game are told from those on others: when it was opened.
    std::uint64_t game() const { return game_; }

    // All of the journal has been handed over; and the broker has confirmed it.
    bool is_all_told() const;
    bool is_all_confirmed() const;

    bool is_up() const { return link_ && link_->is_up(); }

    std::uint64_t count(Audience audience) const { return chronicle_.count(audience); }

    // Tells that nobody is here any more; what is under way has a moment.
    void disconnect();

private:
    // The journal as one file, while it is being fetched.
    struct Copy {
        std::string bytes;
        std::string hash;
        std::string digest;
        std::uint64_t records = 0;
    };

    Post here(bool is_here) const;
    void listen();
    void on_asked(const std::string& payload);
    void on_ruling(const Post& post);
    void on_care(const Post& post);
    void send_answers();
    void publish(base::Instant now);
    void repeat_if_due(base::Instant now);
    bool is_repeat_asked() const;
    [[nodiscard]] bool send_lines();
    SnapshotContext seen_at(base::Instant now) const;
    void send_states(base::Instant now);
    void send_score(base::Instant now);
    [[nodiscard]] bool make_copy(base::Instant now);
    void send_journal(base::Instant now);
    void give_up(base::Error error);

    void be_due(base::Instant at) { due_ = due_ ? std::min(*due_, at) : at; }

    Reports reports_;
    journal::Journal& journal_;
    telling::TableWords words_;
    Chronicle chronicle_;
    std::optional<record::Pairings> pairing_;
    std::shared_ptr<const terminal::Wakeup> news_ = std::make_shared<terminal::Wakeup>();
    std::optional<Link> link_;
    std::optional<base::Error> error_;
    std::optional<base::Instant> stands_at_;
    unsigned connections_ = 0;
    bool waits_for_room_ = false;
    std::optional<base::Instant> due_;
    bool has_changed_ = true; // since the states were sent
    bool must_keep_ = true; // the broker has no newest one
    bool must_greet_ = true;
    std::optional<base::Instant> states_at_;
    std::string moves_; // as they were sent last
    std::array<std::optional<std::uint64_t>, 2> repeat_from_;
    std::optional<base::Instant> repeated_at_;
    std::optional<Copy> copy_;
    std::optional<base::Instant> copied_at_;
    std::optional<std::uint64_t> next_chunk_; // that was asked for
    std::uint64_t game_ = 0;
    bool hears_rulings_ = false;
    std::deque<SaidRuling> rulings_;
    std::deque<RulingAnswer> answers_; // to be sent
    std::map<std::string, std::string> owners_; // by the number of the matter
};

} // namespace ansage::hall
