// SPDX-License-Identifier: GPL-3.0-or-later
// What a console is shown: one function from an event to the line that a role may read, or none.
// Everything that reaches a player's, an assistant's or a spectator's console passes here.
#pragma once

#include "acts/reader.hpp"
#include "table/asking/rights.hpp"
#include "table/model/event.hpp"
#include "table/model/state.hpp"
#include "telling/outcome.hpp"
#include "telling/table_words.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::consoles {

struct ConsoleLine {
    // For programs: `kind`, and what `run --json` has of it, without numbers that would tell one
    // console of what others hear.
    telling::Outcome outcome;
    std::string text; // for people, the key word first
    table::Priority priority = table::Priority::message;
};

struct Viewer {
    table::ConsoleRole role{};
    bool has_asked = false; // what is decided answers what this console typed
};

// Up to that ply all are completed and announced: as far as a spectator may see.
[[nodiscard]] chess::Ply last_public_ply(const table::State& state);

class ConsoleView {
public:
    explicit ConsoleView(telling::TableWords words)
        : words_(std::move(words)) {}

    // `state` is the one after the decision. Nothing of a player's sensors, of legality, of an
    // alert or of another ear reaches a player or a spectator (first principles 3, 4 and 5).
    [[nodiscard]] std::optional<ConsoleLine>
    line(const table::Event& event, const table::State& state, Viewer viewer) const;

    // A sentence in the language of whoever sits there.
    [[nodiscard]] std::string sentence(
        table::ConsoleRole role,
        const table::State& state,
        std::string_view id,
        std::initializer_list<wording::Argument> arguments = {}
    ) const;

    // What is asked again before it is done.
    [[nodiscard]] std::string words_of_act(
        table::ConsoleRole role, const table::State& state, const table::InputBody& act
    ) const;

    // Of whoever sits there.
    [[nodiscard]] std::string_view
    language(table::ConsoleRole role, const table::State& state) const;
    [[nodiscard]] const wording::Catalogue&
    catalogue(table::ConsoleRole role, const table::State& state) const;
    // The words in which somebody types there.
    [[nodiscard]] acts::Tongue tongue(table::ConsoleRole role, const table::State& state) const;
    // How moves are read that are typed there.
    [[nodiscard]] telling::Hearing
    hearing(table::ConsoleRole role, const table::State& state) const;

    struct Announcement {
        chess::Ply ply;
        chess::Color mover{};
        std::string words; // the table's
        table::SpokenMove said; // as much as the words say
    };

    // The newest, legal or not, as everybody in the room heard it; absent: there is none.
    [[nodiscard]] std::optional<Announcement> newest_announcement(const table::State& state) const;
    // In a sentence; empty: there is none.
    [[nodiscard]] std::string
    last_announced(table::ConsoleRole role, const table::State& state) const;

    [[nodiscard]] const wording::Catalogue& catalogue(std::string_view language) const {
        return words_.catalogue(language);
    }

    [[nodiscard]] const telling::TableWords& words() const { return words_; }

    // In which moves are said at this table.
    [[nodiscard]] const phonetics::Vocabulary& vocabulary() const { return words_.vocabulary(); }

    // What a spectator may ask for: the last completed move, and the position after it.
    [[nodiscard]] std::string last_completed(const table::State& state) const;
    [[nodiscard]] std::string completed_position(const table::State& state) const;
    // The last completed move, and the clocks where that role may ask for them.
    [[nodiscard]] std::string
    where_it_stands(table::ConsoleRole role, const table::State& state, base::Instant now) const;

private:
    class Draft;

    [[nodiscard]] std::string
    last_completed(table::ConsoleRole reader, const table::State& state) const;

    telling::TableWords words_;
};

} // namespace ansage::consoles
