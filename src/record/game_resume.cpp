// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/game_resume.hpp"

#include "base/try.hpp"
#include "journal/replay.hpp"
#include "record/game_files.hpp"

namespace ansage::record {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;

namespace {

// How far a journal came, and when that was.
struct Last {
    Instant at;
    journal::Session session;
};

Result<Last, Error> look_at_end(const std::filesystem::path& path, journal::Extent extent) {
    auto journal = ANSAGE_TRY(journal::Journal::open(path, extent));
    auto sessions = ANSAGE_TRY(journal.sessions());
    const journal::Session& last = sessions.back();
    return Last{std::max(last.at, journal.last_instant().value_or(Instant{})), last};
}

std::optional<Millis> gap_since(const Last& last, const journal::Session& now) {
    const Millis stored_at = last.session.wall_clock + (last.at - last.session.at);
    const Millis gap = now.wall_clock - stored_at;
    return gap < Millis{0} ? std::nullopt : std::optional{gap};
}

std::optional<Error> missing_of(const journal::Journal& journal) {
    const auto& fault = journal.fault();
    if (!fault) return journal.end_in_doubt();
    return Error{
        fault->error.what,
        fault->error.where,
        base::phrase("the files as they were are kept as {}", journal.kept_copy())};
}

} // namespace

journal::Session session_now(Instant at) {
    const Stamp stamp = stamp_now();
    return {
        .program = journal::program_with_rules(ANSAGE_VERSION),
        .wall_clock = stamp.wall_clock,
        .boot_id = stamp.boot_id,
        .at = at};
}

Result<StoredGame, Error>
open_game(const std::filesystem::path& path, const std::string& data, journal::Extent extent) {
    auto journal = ANSAGE_TRY(journal::Journal::open(path, extent));
    const auto header = ANSAGE_TRY(journal.header());
    auto kit = ANSAGE_TRY(acts::load_table(header, data, path.string()));
    return StoredGame{std::move(journal), std::move(kit)};
}

Result<ResumedGame, Error>
resume_game(const std::filesystem::path& path, const std::string& data, journal::Extent extent) {
    const auto last = ANSAGE_TRY(look_at_end(path, extent));
    const journal::Session session = session_now(last.at);
    auto journal = ANSAGE_TRY(journal::Journal::resume(path, session, extent));
    auto header = ANSAGE_TRY(journal.header());
    auto kit = ANSAGE_TRY(acts::load_table(header, data, path.string()));
    auto state = ANSAGE_TRY(journal::rebuild(journal, kit.setup));
    auto missing = missing_of(journal);
    return ResumedGame{
        std::move(journal),
        std::move(header),
        std::move(kit),
        std::move(state),
        last.at,
        gap_since(last, session),
        std::move(missing)};
}

} // namespace ansage::record
