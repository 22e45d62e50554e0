// SPDX-License-Identifier: GPL-3.0-or-later
// Who acts. Private to acts/.
#pragma once

#include "acts/grammar.hpp"
#include "acts/script.hpp"

namespace ansage::acts {

struct Actor {
    std::string_view word; // of a table script
    Doer doer{};
    chess::Color seat = chess::Color::white;
    table::Performer performer = table::Performer::player;
    bool for_either = false;
};

// "weiß", "weiß-assistenz", "weiß assistenz", "assistenz für weiß". Takes its words.
[[nodiscard]] std::optional<Actor> take_actor(Reader& reader);

// "für weiß": the player, where they are there.
[[nodiscard]] std::optional<chess::Color> take_for_player(Reader& reader);

// What that actor does. `state` only at a console.
[[nodiscard]] base::Result<Act, base::Error>
read_act(const Actor& actor, const Reader& reader, const table::State* state = nullptr);

// The same of what somebody meant, as a table script has it (gist.hpp).
[[nodiscard]] std::optional<Act>
read_script(const Actor& actor, std::string_view script, const table::State& state, Tongue tongue);

} // namespace ansage::acts
