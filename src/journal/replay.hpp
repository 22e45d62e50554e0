// SPDX-License-Identifier: GPL-3.0-or-later
// A stored game again: its table rebuilt, or its decisions checked.
#pragma once

#include "base/interface.hpp"
#include "journal/journal.hpp"
#include "table/model/state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::journal {

// What the table decides may change from one version to the next; what was decided stays. Goes up
// whenever a stored input may lead to other events than before.
inline constexpr unsigned rules_version = 10;

// What a session says of itself: "0.1.0+rules.2". Before that was noted, the rules were the first.
std::string program_with_rules(std::string_view program);
unsigned rules_of(const Session& session);

// The table after everything that is stored. Applies the stored events and decides nothing, so that
// a newer program never changes a past game. `setup` is what the header says. The events are
// checked for their structure first: with a wrong one, a journal that must be whole is an error,
// and another one ends before its row from then on.
[[nodiscard]] Result<table::State> rebuild(Journal& journal, const table::TableSetup& setup);

// Where a journal departs from what it should hold. For an event, both are its JSON, and empty
// where there is none; for a digest, its hexadecimal digits; for a row that cannot be read, or is
// not there, `found` is the complaint.
struct Difference {
    enum class Kind : std::uint8_t { digest, unreadable, lost, event };

    Kind kind{};
    std::uint64_t record = 0; // the number of the input
    std::string expected; // what is stored
    std::string found; // what comes out now
    bool operator==(const Difference&) const = default;
};

struct Verification {
    std::uint64_t records = 0; // verified, before the difference if there is one
    Digest digest{}; // after them
    std::optional<Difference> difference;
    // Events that today's rules decide otherwise, of games that were played by older ones: no
    // fault.
    std::vector<Difference> by_older_rules;
};

// What comes out of an input where the game stands, and where it stands after what was stored.
class Deciding : public base::Interface {
public:
    [[nodiscard]] virtual std::vector<table::Event> decide(const table::Input& input) = 0;
    // Gives the complaint, if the stored events cannot be taken.
    [[nodiscard]] virtual std::optional<std::string> take(const Entry& entry, bool as_decided) = 0;
};

// Decides every stored input of a journal, opened to_verify, again: the events must be the stored
// ones, if today's rules decided them. Words are taken from the journal, for it is the shell that
// finds them after a decision. Stops at the first difference, or the fault that was found when it
// was opened. An error is one of reading the file.
[[nodiscard]] Result<Verification> verify(Journal& journal, Deciding& deciding);
[[nodiscard]] Result<Verification> verify(Journal& journal, const table::TableSetup& setup);

} // namespace ansage::journal
