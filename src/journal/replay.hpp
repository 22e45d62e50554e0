// A stored game again: its table rebuilt, or its decisions checked.
#pragma once

#include "journal/journal.hpp"
#include "table/decide.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ansage::journal {

// The table after everything that is stored. Applies the stored events and decides nothing, so that
// a newer program never changes a past game. `setup` is what the header says.
[[nodiscard]] Result<table::State> rebuild(Journal& journal, const table::TableSetup& setup);

// Where a journal departs from what it should hold. For an event, both are its JSON, and empty
// where there is none; for a digest, its hexadecimal digits; for a row that cannot be read, the
// complaint.
struct Difference {
    enum class Kind : std::uint8_t { digest, unreadable, event };

    Kind kind{};
    std::uint64_t record = 0; // the number of the input
    std::string expected; // what is stored
    std::string found; // what comes out now
    friend bool operator==(const Difference&, const Difference&) = default;
};

struct Verification {
    std::uint64_t records = 0; // verified, before the difference if there is one
    Digest digest{}; // after them
    std::optional<Difference> difference;
};

// Decides an input where the game stands, and goes on to where it stands then.
using Decider = std::function<std::vector<table::Event>(const table::Input&)>;

// Follows the digests from the header on, and decides every stored input again: the events must be
// the stored ones. Words are taken from the journal, for it is the shell that finds them after a
// decision. Stops at the first difference. An error is one of reading the file.
[[nodiscard]] Result<Verification> verify(Journal& journal, const Decider& decide);
[[nodiscard]] Result<Verification> verify(Journal& journal, const table::TableSetup& setup);

} // namespace ansage::journal
