// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/examine.hpp"

#include "base/try.hpp"
#include "journal/rows.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

namespace ansage::journal {
namespace {

constexpr std::size_t most_profiles = 1'000;
constexpr std::size_t most_sessions = 10'000;
// A hundred years; nothing that is added to it runs over.
constexpr std::int64_t longest_time = 100LL * 366 * 24 * 3'600 * 1'000;

base::Phrase how_to_see_the_rest() {
    return base::phrase("ansage replay --damaged shows what came before it");
}

bool is_possible(base::Instant at) {
    return at >= base::Instant{} && at.since_open.count() <= longest_time;
}

base::Error not_begun(const std::string& file) {
    return {
        base::phrase("no game was begun in this journal"),
        file,
        base::phrase("remove it and begin anew")};
}

base::Error too_much(const std::string& file, const base::Phrase& of_what) {
    return {
        base::phrase("there are more {} in it than a game has", of_what),
        file,
        base::phrase("do not trust this file; ask for a copy that nobody has changed")};
}

// Where the journal is known to have come to, and whether it was met on the way.
struct Expected {
    std::optional<Head> head;
    bool is_met = false;

    void meet(const Digest& digest) { is_met = is_met || (head && head->digest == digest); }
};

class Examination {
public:
    Examination(Database& database, const std::string& file, const Header& header)
        : database_(database),
          file_(file) {
        result_.game = digest_of(header);
        in_file_.head = read_head_file(file, result_.game);
    }

    Result<Examined> run(int version, Chain chain) {
        if (version > 1) in_row_.head = ANSAGE_TRY(read_head_row(database_));
        ANSAGE_TRY(follow_rows(chain));
        result_.last.digest = chain.digest();
        result_.sessions = chain.sessions_begun();
        if (!result_.fault) look_at_end();
        return std::move(result_);
    }

private:
    void fail(std::uint64_t record, Fault::Kind kind, base::Phrase what) {
        result_.fault = Fault{
            .kind = kind,
            .record = record,
            .error = base::Error{std::move(what), file_, how_to_see_the_rest()}};
    }

    void fail(std::uint64_t record, const Digest& stored, const Digest& found, base::Phrase what) {
        fail(record, Fault::Kind::altered, std::move(what));
        result_.fault->stored = to_string(stored);
        result_.fault->found = to_string(found);
    }

    void meet(const Digest& digest) {
        in_file_.meet(digest);
        in_row_.meet(digest);
    }

    // False where a session is not what was stored.
    bool begin_sessions(Chain& chain, std::uint64_t number) {
        const auto* const altered =
            chain.begin_sessions(number, [&](const Digest& digest) { meet(digest); });
        if (altered == nullptr) return true;
        fail(
            std::max<std::uint64_t>(1, std::min(altered->session.first_input, number)),
            altered->digest,
            digest_after(chain.digest(), altered->session),
            chain.sessions_begun() == 0
                ? base::phrase("the set-up in it is not what was stored")
                : base::phrase(
                      "the session that begins with record {} is not what was stored",
                      altered->session.first_input
                  )
        );
        return false;
    }

    bool follow(Chain& chain, const Row& row) {
        const std::uint64_t next = result_.last.records + 1;
        if (row.number != next) {
            fail(next, Fault::Kind::lost, base::phrase("record {} is missing", next));
            return false;
        }
        if (!begin_sessions(chain, next)) return false;
        const Digest found = chain.with(row);
        if (found != row.digest) {
            fail(next, row.digest, found, base::phrase("record {} is not what was stored", next));
            return false;
        }
        if (!is_possible(row.at) || row.at < result_.last.at) {
            fail(
                next,
                Fault::Kind::unreadable,
                base::phrase("record {} is earlier than the one before it, or never", next)
            );
            return false;
        }
        chain.take(found);
        result_.last = {next, row.at, found};
        meet(found);
        return true;
    }

    Result<void> follow_rows(Chain& chain) {
        auto rows = database_.prepare(select_records);
        if (!rows) return tl::unexpected(std::move(rows).error());
        auto is_row = rows->next();
        for (; is_row && *is_row; is_row = rows->next())
            if (!follow(chain, row_of(*rows))) return {};
        const std::uint64_t next = result_.last.records + 1;
        if (!is_row) {
            fail(
                next,
                Fault::Kind::unreadable,
                base::phrase("record {} cannot be read: {}", next, is_row.error().what)
            );
        } else if (begin_sessions(chain, next) && chain.has_later_session()) {
            fail(next, Fault::Kind::lost, base::phrase("record {} is missing", next));
        }
        return {};
    }

    // A head that was not met: what it knows of is gone, or was written anew.
    void look_at_end() {
        for (const Expected& expected : {in_file_, in_row_})
            if (expected.head && !expected.is_met && !result_.fault) miss(*expected.head);
        // Of a game that was closed no head lies beside it: where one does that does not hold, what
        // was played after the row may be gone with the -wal.
        std::error_code ignored;
        const bool was_closed = !std::filesystem::exists(head_file_of(file_), ignored);
        const bool ends_with_row = was_closed && in_row_.head &&
            in_row_.head->digest == result_.last.digest && !result_.fault;
        result_.is_end_proven = (in_file_.head && in_file_.is_met) || ends_with_row;
    }

    void miss(const Head& head) {
        const Head& last = result_.last;
        if (head.records <= last.records) {
            fail(
                std::max<std::uint64_t>(head.records, 1),
                head.digest,
                last.digest,
                base::phrase(
                    "record {} is not what was stored", std::max<std::uint64_t>(head.records, 1)
                )
            );
            return;
        }
        const std::int64_t missing = std::max<std::int64_t>(0, (head.at - last.at).count());
        fail(
            last.records + 1,
            Fault::Kind::end,
            base::phrase(
                "{} missing at the end, {}",
                time_words(missing),
                records_words(last.records + 1, head.records)
            )
        );
        result_.fault->stored = to_string(head.digest);
        result_.fault->found = to_string(last.digest);
    }

    static base::Phrase time_words(std::int64_t milliseconds) {
        const std::int64_t seconds = (milliseconds + 999) / 1'000;
        return seconds == 1 ? base::phrase("1 second is") : base::phrase("{} seconds are", seconds);
    }

    static base::Phrase records_words(std::uint64_t first, std::uint64_t last) {
        return first == last ? base::phrase("record {}", first)
                             : base::phrase("records {} to {}", first, last);
    }

    Database& database_;
    const std::string& file_;
    Examined result_;
    Expected in_file_;
    Expected in_row_;
};

bool are_possible(std::span<const StoredSession> sessions) {
    const auto is_one = [](const StoredSession& each) {
        return is_possible(each.session.at) && each.session.first_input > 0 &&
            each.session.wall_clock.count() > -longest_time &&
            each.session.wall_clock.count() < 10 * longest_time;
    };
    const auto first_input = [](const StoredSession& each) { return each.session.first_input; };
    const auto at = [](const StoredSession& each) { return each.session.at; };
    return std::ranges::all_of(sessions, is_one) &&
        std::ranges::is_sorted(sessions, {}, first_input) &&
        std::ranges::is_sorted(sessions, {}, at);
}

} // namespace

Chain::Chain(const Header& header, std::vector<StoredSession> sessions)
    : digest_(digest_of(header)),
      sessions_(std::move(sessions)) {}

bool Chain::has_later_session() const { return begun_ < sessions_.size(); }

Result<Header> read_header(Database& database, const std::string& file) {
    auto rows = database.prepare("SELECT key, value FROM meta ORDER BY key");
    if (!rows) return tl::unexpected(std::move(rows).error());
    Header header;
    auto is_row = rows->next();
    for (; is_row && *is_row; is_row = rows->next()) {
        const std::string_view key = rows->text(0);
        std::string value{rows->text(1)};
        if (key == setup_key) {
            header.setup = std::move(value);
        } else if (key.starts_with(profile_prefix) && header.profiles.size() < most_profiles) {
            header.profiles.push_back(
                {std::string{key.substr(profile_prefix.size())}, std::move(value)}
            );
        } else {
            return tl::unexpected(too_much(file, base::phrase("profiles")));
        }
    }
    return is_row.map([&](bool /*found*/) { return std::move(header); });
}

Result<std::vector<StoredSession>> read_sessions(Database& database) {
    auto rows = database.prepare(select_sessions);
    if (!rows) return tl::unexpected(std::move(rows).error());
    std::vector<StoredSession> sessions;
    auto is_row = rows->next();
    for (; is_row && *is_row && sessions.size() <= most_sessions; is_row = rows->next())
        sessions.push_back({session_of(*rows), digest_of(rows->bytes(5))});
    return is_row.map([&](bool /*found*/) { return std::move(sessions); });
}

Result<Examined> examine(Database& database, const std::string& file, int version) {
    const auto header = ANSAGE_TRY(read_header(database, file));
    const auto sessions = ANSAGE_TRY(read_sessions(database));
    if (sessions.empty() || sessions.size() > most_sessions) {
        return tl::unexpected(
            sessions.empty() ? not_begun(file) : too_much(file, base::phrase("sessions"))
        );
    }
    auto examined = Examination{database, file, header}.run(version, Chain{header, sessions});
    if (examined && !are_possible(std::span{sessions}.first(examined->sessions))) {
        return tl::unexpected(base::Error{
            base::phrase("the times of its sessions cannot be"),
            file,
            base::phrase("do not trust this file; ask for a copy that nobody has changed")});
    }
    return examined;
}

} // namespace ansage::journal
