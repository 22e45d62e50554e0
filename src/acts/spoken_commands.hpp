// SPDX-License-Identifier: GPL-3.0-or-later
// Commands in the words of a listener's language: what a table script says in English, people type
// in their own words. Which words those are is the catalogue's business (`command.` in
// profiles/messages).
#pragma once

#include "telling/table_words.hpp"
#include "wording/catalogue.hpp"

#include <span>
#include <string>
#include <string_view>

namespace ansage::acts {

// Whether a line may begin with who acts, as at the table's own terminal and at consoles.
enum class NamesActor { no, yes };

struct SpokenCommand {
    std::string_view id; // of the catalogue: one phrase or several, with commas between
    std::string_view act; // as a table script has it
};

[[nodiscard]] std::span<const SpokenCommand> spoken_commands();

// The line as a table script has it; a line that begins with no phrase of the catalogue comes back
// as it is. Capitals do not matter, and "ue" is as good as an umlaut.
[[nodiscard]] std::string
in_script_words(std::string_view line, const wording::Catalogue& in, NamesActor names_actor);

// The same at a table, where a line may begin with who acts, and where a piece that is asked for is
// named: "p Springer" and "p S" are "p N". The letters and names of the announcements go first,
// then the listener's, then the script's own letters.
[[nodiscard]] std::string
in_script_words(std::string_view line, std::string_view language, const telling::TableWords& words);

// What stands on a square, as people say it, in the words of the announcements or in the listener's
// language: "frei" is "empty", "weißer Bauer" and "Bauer weiß" are "P". Empty: it is none of them.
[[nodiscard]] std::string
piece_on_square(std::string_view said, std::string_view language, const telling::TableWords& words);

} // namespace ansage::acts
