// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/rows.hpp"

#include "base/try.hpp"
#include "journal/codec.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ansage::journal {
namespace {

std::string encoded(std::span<const table::Event> events) {
    std::string text = "[";
    for (const table::Event& event : events) {
        append(text, event);
        text += ',';
    }
    if (events.empty()) return "[]";
    text.back() = ']';
    return text;
}

Result<void> store_meta(Database& database, std::string_view key, std::string_view value) {
    return database.prepare("INSERT INTO meta VALUES(?, ?)").and_then([&](Statement insert) {
        return insert.bind(1, key).bind(2, value).run();
    });
}

} // namespace

base::Instant instant(std::int64_t milliseconds) { return {base::Millis{milliseconds}}; }

std::uint64_t unsigned_of(std::int64_t number) { return static_cast<std::uint64_t>(number); }

std::int64_t signed_of(std::uint64_t number) { return static_cast<std::int64_t>(number); }

Digest digest_of(std::span<const std::uint8_t> bytes) {
    Digest digest{};
    std::ranges::copy(bytes.first(std::min(bytes.size(), digest.size())), digest.begin());
    return digest;
}

Row row_of(const Statement& statement) {
    return {
        .number = unsigned_of(statement.number(0)),
        .at = instant(statement.number(1)),
        .input = std::string{statement.text(2)},
        .events = std::string{statement.text(3)},
        .digest = digest_of(statement.bytes(4)),
    };
}

Session session_of(const Statement& statement) {
    return {
        .program = std::string{statement.text(2)},
        .wall_clock = base::Millis{statement.number(3)},
        .boot_id = std::string{statement.text(4)},
        .at = instant(statement.number(1)),
        .first_input = unsigned_of(statement.number(0)),
    };
}

Row encoded(const table::Input& input, std::span<const table::Event> events) {
    return {
        .number = 0,
        .at = input.at,
        .input = encode(input.body),
        .events = encoded(events),
    };
}

Result<void> store_header(Database& database, const Header& header) {
    auto stored = store_meta(database, setup_key, header.setup);
    for (const Profile& profile : header.profiles) {
        const std::string key = fmt::format("{}{}", profile_prefix, profile.name);
        stored = stored.and_then([&] { return store_meta(database, key, profile.text); });
    }
    return stored;
}

Result<void> store_session(Database& database, const Session& session, const Digest& digest) {
    return database.prepare(insert_session).and_then([&](Statement insert) {
        return insert.bind(1, signed_of(session.first_input))
            .bind(2, session.at.since_open.count())
            .bind(3, session.program)
            .bind(4, session.wall_clock.count())
            .bind(5, session.boot_id)
            .bind(6, digest)
            .run();
    });
}

Digest digest_after(const Digest& before, const Row& row) {
    const std::string numbers = fmt::format("{} {}", row.number, row.at.since_open.count());
    return chained(before, {"record", numbers, row.input, row.events});
}

base::Millis wall_clock(std::span<const Session> sessions, base::Instant at) {
    const auto after = std::ranges::upper_bound(sessions, at, {}, &Session::at);
    const Session& session = after == sessions.begin() ? *after : *(after - 1);
    return session.wall_clock + (at - session.at);
}

Digest digest_after(const Digest& before, const Session& session) {
    const std::string numbers = fmt::format(
        "{} {} {}", session.first_input, session.at.since_open.count(), session.wall_clock.count()
    );
    return chained(before, {"session", numbers, session.program, session.boot_id});
}

Digest digest_of(const Header& header) {
    Digest digest = chained({}, {setup_key, header.setup});
    for (const Profile& profile : header.profiles)
        digest = chained(digest, {"profile", profile.name, profile.text});
    return digest;
}

Result<Entry> decode(const Row& row, const std::string& file) {
    const auto placed = [&](base::Error error) {
        error.where = error.where.empty()
            ? base::phrase("{}: record {}", file, row.number)
            : base::phrase("{}: record {}, {}", file, row.number, error.where);
        return error;
    };
    auto body = decode_input(row.input);
    if (!body) return tl::unexpected(placed(std::move(body).error()));
    auto events = decode_events(row.events);
    if (!events) return tl::unexpected(placed(std::move(events).error()));
    return Entry{row.number, {row.at, std::move(*body)}, std::move(*events)};
}

Reader::Reader(Statement rows, std::string file, std::uint64_t first, std::uint64_t last)
    : rows_(std::move(rows)),
      file_(std::move(file)),
      read_(first - 1),
      last_(last) {}

Result<std::optional<Row>> Reader::next_row() {
    if (read_ >= last_) return std::optional<Row>{};
    return rows_.next().and_then([&](bool is_row) -> Result<std::optional<Row>> {
        if (!is_row) return std::optional<Row>{};
        Row row = row_of(rows_);
        // Of a damaged file SQLite may find other rows now than when it was examined.
        if (row.number != ++read_) {
            return tl::unexpected(base::Error{
                base::phrase("record {} is not where it should be", read_),
                file_,
                base::phrase("the file is damaged; use a copy of it")});
        }
        return std::optional{std::move(row)};
    });
}

Result<std::optional<Entry>> Reader::next() {
    const auto row = ANSAGE_TRY(next_row());
    if (!row) return std::optional<Entry>{};
    return decode(*row, file_).map([](Entry entry) { return std::optional{std::move(entry)}; });
}

Result<void> store_signature(Database& database, const Signature& signature) {
    return database
        .prepare("INSERT INTO signatures(records, digest, key, signature, wall_clock_ms) "
                 "VALUES(?, ?, ?, ?, ?)")
        .and_then([&](Statement insert) {
            return insert.bind(1, signed_of(signature.records))
                .bind(2, signature.digest)
                .bind(3, signature.key)
                .bind(4, signature.bytes)
                .bind(5, signature.wall_clock.count())
                .run();
        });
}

// The chain was followed when the journal was opened, so a digest that is in it holds.
Result<std::vector<Signature>> read_signatures(Database& database) {
    auto rows =
        database.prepare("SELECT records, digest, key, signature, wall_clock_ms, digest IN "
                         "(SELECT digest FROM records UNION ALL SELECT digest FROM sessions) "
                         "FROM signatures ORDER BY number LIMIT 100");
    if (!rows) return tl::unexpected(std::move(rows).error());
    std::vector<Signature> signatures;
    auto is_row = rows->next();
    for (; is_row && *is_row; is_row = rows->next()) {
        Signature found{
            .records = unsigned_of(rows->number(0)),
            .digest = digest_of(rows->bytes(1)),
            .wall_clock = base::Millis{rows->number(4)}};
        const std::span<const std::uint8_t> key = rows->bytes(2);
        const std::span<const std::uint8_t> bytes = rows->bytes(3);
        if (key.size() == found.key.size() && bytes.size() == found.bytes.size()) {
            std::ranges::copy(key, found.key.begin());
            std::ranges::copy(bytes, found.bytes.begin());
            found.holds = rows->number(5) == 1 && is_signed(found.key, found.digest, found.bytes);
        }
        signatures.push_back(found);
    }
    return is_row.map([&](bool /*found*/) { return std::move(signatures); });
}

} // namespace ansage::journal
