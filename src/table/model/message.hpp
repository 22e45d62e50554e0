// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence of the table as typed data, and whom it may be told for what cause.
#pragma once

#include "base/instant.hpp"
#include "chess/move.hpp"
#include "chess/reading.hpp"
#include "laws/result.hpp"
#include "table/model/ledger.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ansage::table {

enum class Audience : std::uint8_t { room, ear_white, ear_black, assistant, arbiter };
enum class Priority : std::uint8_t { important, message, text, notification, progress };

// Why something may be said at all: each private word needs an allowed cause.
enum class Cause : std::uint8_t {
    announcement, // duty 2, performed by the device
    request, // D.2.10.4: on request only
    standing_request, // low-time alarms that the arbiter accepted (D.2.6)
    repair, // guided repair that the arbiter accepted
    call_arbiter, // the neutral sentence
    draw_offer,
    claim,
    result,
    act, // what the arbiter did, or a player in the open: both players are told alike
    refusal, // to whoever asked for what is not done
    table, // who joined, what was lost in a crash: the arbiter's
};

struct Message;

// What a sentence speaks of; the catalogue names what it uses.
struct MessageArguments {
    std::optional<chess::Color> player{};
    std::optional<chess::Square> square{};
    std::optional<chess::Square> second_square{};
    std::optional<chess::Piece> piece{};
    std::optional<Ply> ply{}; // whose position `move` is played in, and that is announced
    std::optional<chess::Move> move{};
    std::optional<base::Millis> time{};
    std::optional<base::Millis> opponent_time{};
    std::optional<unsigned> count{};
    std::optional<unsigned> number{}; // of a period
    std::optional<laws::Score> score{};
    std::optional<chess::Reading> board{}; // what stands where
    std::optional<chess::SquareSet> squares{}; // ... and which squares of it are meant
    // What was said of the move, where no more of it may be told.
    std::optional<SpokenMove> said{};
    std::optional<chess::Color> whose{}; // score it is, where `player` is another
    std::optional<std::string>
        where{}; // "file:line", a name that was given, words that are no legal move
    std::optional<std::string> article{}; // of the edition
    std::optional<std::vector<Message>> parts; // sentences that one tells in their order
    // A key of another message: a termination. Of an announcement without `move`: its words as
    // heard. Otherwise a text that somebody wrote: a name, an entry of a score, an act.
    std::string name{};
    friend bool operator==(const MessageArguments&, const MessageArguments&) = default;
};

// A sentence as typed data; `words` are filled in by the shell before anything is stored.
struct Message {
    std::string id; // symbolic, as in profiles/messages
    MessageArguments arguments{};
    std::string words{};
    friend bool operator==(const Message&, const Message&) = default;
};

} // namespace ansage::table
