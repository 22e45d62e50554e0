// SPDX-License-Identifier: GPL-3.0-or-later
// What a line means that nobody taught: "could you please say that again", "ich würde gern remis
// anbieten". It is read by the words that are in it, in whatever order they stand.
//
// `meant.` in profiles/messages has, for each meaning, the ways to say it, with commas between. Of
// one way every word must be there; those in brackets may be. Words with "/" between stand for each
// other, those with "+" between stand side by side, "*" is any ending, "!" goes before a word that
// must not be there. "?" is a question mark, "@" a player, and "_" what it is about: a move, a
// square, a time. Besides, a line may hold only fillers. With one word too many it is not
// understood: what somebody denies, asks, reports or puts off is never done. A question, which only
// the one who asks hears of, may have a few words that nobody knows. So may an act, but for words
// such as "not", "he" and "tomorrow" (`meant.barred`): then it is asked whether it was meant.
#pragma once

#include "wording/catalogue.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::acts {

struct Gist {
    std::size_t unknown = 0; // words that no part of the meaning has
    std::size_t asked_for = 0; // words that the meaning must have
    std::size_t about = 0; // words of what it is about
    std::string script; // as a table script has it; what people say is in it byte for byte
    std::string meaning; // of the catalogue, "meant.presses"

    // Whether only the one who asks hears of it.
    [[nodiscard]] bool is_answered() const;
};

// Everything that a line can mean, the likeliest first.
[[nodiscard]] std::vector<Gist> gists_of(std::string_view line, const wording::Catalogue& in);

// Whether the line means that and nothing else: "yes", "no".
[[nodiscard]] bool
is_meant(std::string_view meaning, std::string_view line, const wording::Catalogue& in);

// Whether people ask rather than say it; an act of a table script that asks or offers may be asked.
[[nodiscard]] bool is_mere_question(std::string_view line, std::string_view script);

} // namespace ansage::acts
