// SPDX-License-Identifier: GPL-3.0-or-later
// What the verbs of a table script have in common. Private to acts/.
#pragma once

#include "base/result.hpp"
#include "table/model/input.hpp"
#include "terminal/text.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::acts {

using Body = base::Result<table::InputBody, base::Error>;

[[nodiscard]] tl::unexpected<base::Error> bad(base::Phrase what, base::Phrase mend);

struct Actor {
    chess::Color seat = chess::Color::white;
    table::Performer performer = table::Performer::player;
    bool for_either = false;
};

// The words after the verb.
struct Words {
    std::vector<std::string> list;
    std::string verb;

    [[nodiscard]] std::string text() const { return terminal::join_words(list, 0); }

    [[nodiscard]] std::string at(std::size_t index) const {
        return index < list.size() ? list[index] : std::string{};
    }
};

// The verb takes `count` words; the rest of the line is a mistake rather than a comment.
[[nodiscard]] Body only(const Words& words, std::size_t count, table::InputBody body);

[[nodiscard]] std::optional<chess::Color> parse_color(std::string_view word);

struct Verb {
    std::string_view name;
    Body (*read)(const Actor&, const Words&);
};

[[nodiscard]] std::span<const Verb> player_verbs();
[[nodiscard]] std::span<const Verb> board_verbs();
[[nodiscard]] std::span<const Verb> clock_verbs();
[[nodiscard]] std::span<const Verb> recorder_verbs();
[[nodiscard]] std::span<const Verb> arbiter_verbs();

// What stands on a square, by whoever answers: a letter, or "empty".
[[nodiscard]] base::Result<std::optional<chess::Piece>, base::Error>
answered_piece(const Words& words);

// What a board shows, also said by whoever sits at it.
[[nodiscard]] Body lifts(const Actor& actor, const Words& words);
[[nodiscard]] Body places(const Actor& actor, const Words& words);
[[nodiscard]] Body unsure(const Actor& actor, const Words& words);
[[nodiscard]] Body shows(const Actor& actor, const Words& words);
[[nodiscard]] Body button(const Actor& actor, const Words& words);

// A question, by whoever asks it.
[[nodiscard]] Body asks(const Actor& actor, const Words& words);

} // namespace ansage::acts
