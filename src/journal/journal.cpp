#include "journal/journal.hpp"

#include "journal/codec.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ansage::journal {
namespace {

constexpr const char* in_memory = ":memory:";
constexpr std::string_view profile_prefix = "profile ";
constexpr std::string_view setup_key = "setup";

// "Ansg", and the version of the tables below.
constexpr const char* schema = R"(
PRAGMA application_id = 1097757543;
PRAGMA user_version = 1;
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions(
  number INTEGER PRIMARY KEY,
  first_input INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  program TEXT NOT NULL,
  wall_clock_ms INTEGER NOT NULL,
  boot_id TEXT NOT NULL,
  digest BLOB NOT NULL
);
CREATE TABLE records(
  number INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  input TEXT NOT NULL,
  events TEXT NOT NULL,
  digest BLOB NOT NULL
);
CREATE VIEW inputs AS
  SELECT number, at_ms, json_extract(input, '$.kind') AS kind, input AS json FROM records;
CREATE VIEW events AS
  SELECT records.number AS input, each.key AS place, json_extract(each.value, '$.at_ms') AS at_ms,
    json_extract(each.value, '$.kind') AS kind, each.value AS json
  FROM records, json_each(records.events) AS each;
)";
constexpr std::string_view application_id = "1097757543";
constexpr std::string_view format_version = "1";

// The lock is kept from the first access on, so that no -shm file is needed and nobody else gets
// in.
constexpr const char* lock = "PRAGMA locking_mode=EXCLUSIVE";
constexpr const char* write_durably = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL";
constexpr const char* become_one_file = "PRAGMA journal_mode=DELETE";

constexpr std::string_view insert_record =
    "INSERT INTO records(number, at_ms, input, events, digest) VALUES(?, ?, ?, ?, ?)";
constexpr std::string_view insert_session =
    "INSERT INTO sessions(first_input, at_ms, program, wall_clock_ms, boot_id, digest) "
    "VALUES(?, ?, ?, ?, ?, ?)";
constexpr std::string_view select_records =
    "SELECT number, at_ms, input, events, digest FROM records ORDER BY number";
constexpr std::string_view select_sessions =
    "SELECT first_input, at_ms, program, wall_clock_ms, boot_id FROM sessions ORDER BY number";
// What was stored last, of records and sessions: its digest goes on.
constexpr std::string_view select_last = R"(
SELECT number, at_ms, digest, 0 AS session FROM records
UNION ALL SELECT first_input - 1, at_ms, digest, number FROM sessions
ORDER BY 1 DESC, 4 DESC LIMIT 1)";
constexpr std::string_view select_last_instant =
    "SELECT at_ms FROM records ORDER BY number DESC LIMIT 1";

base::Error error_at(const std::string& file, std::string what, std::string mend) {
    return {.what = std::move(what), .where = file, .mend = std::move(mend)};
}

base::Instant instant(std::int64_t milliseconds) {
    return {base::Millis{milliseconds}};
}

std::uint64_t unsigned_of(std::int64_t number) {
    return static_cast<std::uint64_t>(number);
}

std::int64_t signed_of(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

// A digest of another size was not written by us; its bytes will not match.
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

std::string encoded(std::span<const table::Event> events) {
    std::string text = "[";
    for (const table::Event& event : events) {
        append(text, event);
        text += ',';
    }
    if (events.empty()) {
        return "[]";
    }
    text.back() = ']';
    return text;
}

Row encoded(const table::Input& input, std::span<const table::Event> events) {
    return {
        .number = 0,
        .at = input.at,
        .input = encode(input.body),
        .events = encoded(events),
        .digest = {},
    };
}

Result<void> store_meta(Database& database, std::string_view key, std::string_view value) {
    return database.prepare("INSERT INTO meta VALUES(?, ?)").and_then([&](Statement insert) {
        return insert.bind(1, key).bind(2, value).run();
    });
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

Result<void> create_empty_file(const std::string& file) {
    std::FILE* const created = std::fopen(file.c_str(), "wbx");
    if (created != nullptr && std::fclose(created) == 0) {
        return {};
    }
    if (errno == EEXIST) {
        return tl::unexpected(error_at(
            file, "this file exists already", "choose another name, or go on with it by --resume"
        ));
    }
    return tl::unexpected(error_at(
        file,
        fmt::format("the journal cannot be created: {}", std::strerror(errno)),
        "name a file in a folder that exists and may be written"
    ));
}

void remove_files(const std::string& file) {
    std::error_code ignored;
    for (const char* ending : {"", "-wal", "-journal"}) {
        std::filesystem::remove(file + ending, ignored);
    }
}

Result<void> check_format(Database& database, const std::string& file) {
    const auto application = database.text("PRAGMA application_id");
    if (!application) {
        return tl::unexpected(application.error());
    }
    if (*application != application_id) {
        return tl::unexpected(
            error_at(file, "this is no journal of Ansage", "name a file that Ansage wrote")
        );
    }
    const auto version = database.text("PRAGMA user_version");
    if (version && *version != format_version) {
        return tl::unexpected(
            error_at(file, "a newer Ansage wrote this journal", "use that one to read it")
        );
    }
    return {};
}

Result<Database> open_database(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        return tl::unexpected(error_at(file, "there is no such journal", "check the name"));
    }
    auto database = Database::open(file);
    if (!database) {
        return database;
    }
    const auto ready = database->run(lock).and_then([&] { return check_format(*database, file); });
    return ready.map([&] { return std::move(*database); });
}

} // namespace

Digest digest_after(const Digest& before, const Row& row) {
    const std::string numbers = fmt::format("{} {}", row.number, row.at.since_open.count());
    return chained(before, {"record", numbers, row.input, row.events});
}

Digest digest_after(const Digest& before, const Session& session) {
    const std::string numbers = fmt::format(
        "{} {} {}", session.first_input, session.at.since_open.count(), session.wall_clock.count()
    );
    return chained(before, {"session", numbers, session.program, session.boot_id});
}

Digest digest_of(const Header& header) {
    Digest digest = chained({}, {setup_key, header.setup});
    for (const Profile& profile : header.profiles) {
        digest = chained(digest, {"profile", profile.name, profile.text});
    }
    return digest;
}

Result<Entry> decode(const Row& row, const std::string& file) {
    const auto placed = [&](base::Error error) {
        const std::string_view gap = error.where.empty() ? "" : ", ";
        error.where = fmt::format("{}: record {}{}{}", file, row.number, gap, error.where);
        return error;
    };
    auto body = decode_input(row.input);
    if (!body) {
        return tl::unexpected(placed(std::move(body).error()));
    }
    auto events = decode_events(row.events);
    if (!events) {
        return tl::unexpected(placed(std::move(events).error()));
    }
    return Entry{row.number, {row.at, std::move(*body)}, std::move(*events)};
}

Reader::Reader(Statement rows, std::string file)
    : rows_(std::move(rows)),
      file_(std::move(file)) {}

Result<std::optional<Row>> Reader::next_row() {
    return rows_.next().map([&](bool is_row) {
        return is_row ? std::optional{row_of(rows_)} : std::nullopt;
    });
}

Result<std::optional<Entry>> Reader::next() {
    const auto row = next_row();
    if (!row) {
        return tl::unexpected(row.error());
    }
    if (!*row) {
        return std::optional<Entry>{};
    }
    return decode(**row, file_).map([](Entry entry) { return std::optional{std::move(entry)}; });
}

struct Journal::Contents {
    // What was recorded last.
    struct Last {
        std::uint64_t number = 0;
        std::optional<base::Instant> at;
        Digest digest{};
    };

    Contents(Database opened, std::string name)
        : database(std::move(opened)),
          file(std::move(name)) {}

    Database database;
    std::string file;
    Last stored;
    // Recorded and not stored yet, with their numbers and digests.
    std::vector<Row> pending;
    Statement begin;
    Statement commit;
    Statement rollback;
    Statement insert;

    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<void> prepare(Statement& place, std::string_view text);
    [[nodiscard]] Result<void> load_last();
    [[nodiscard]] Result<void> fill(const Header& header, Session session);
    [[nodiscard]] Result<void> begin_game(const Header& header, const Session& session);
    [[nodiscard]] Result<void> go_on(const Session& session);
    [[nodiscard]] Result<void> begin_session(Session session);
    void append(Row row);
    [[nodiscard]] Result<void> store(const Row& row);
    [[nodiscard]] Result<void> store_pending();
    [[nodiscard]] Result<void> store_in_transaction();
    [[nodiscard]] Result<void> flush();
    [[nodiscard]] Result<void> close();
};

Result<void> Journal::Contents::prepare() {
    return prepare(begin, "BEGIN IMMEDIATE")
        .and_then([&] { return prepare(commit, "COMMIT"); })
        .and_then([&] { return prepare(rollback, "ROLLBACK"); })
        .and_then([&] { return prepare(insert, insert_record); });
}

Result<void> Journal::Contents::prepare(Statement& place, std::string_view text) {
    return database.prepare(text).map([&](Statement made) { place = std::move(made); });
}

Result<void> Journal::Contents::load_last() {
    auto last = database.prepare(select_last);
    const auto is_row = last.and_then([](Statement& statement) { return statement.next(); });
    if (!is_row) {
        return tl::unexpected(is_row.error());
    }
    if (!*is_row) {
        return tl::unexpected(
            error_at(file, "no game was begun in this journal", "remove it and begin anew")
        );
    }
    stored.number = unsigned_of(last->number(0));
    stored.digest = digest_of(last->bytes(2));
    auto instants = database.prepare(select_last_instant);
    const auto is_instant =
        instants.and_then([](Statement& statement) { return statement.next(); });
    if (is_instant && *is_instant) {
        stored.at = instant(instants->number(0));
    }
    return is_instant.map([](bool /*found*/) {});
}

Result<void> Journal::Contents::fill(const Header& header, Session session) {
    Header sorted = header;
    std::ranges::sort(sorted.profiles, {}, &Profile::name);
    stored.digest = digest_of(sorted);
    return database.run("BEGIN")
        .and_then([&] { return database.run(schema); })
        .and_then([&] { return store_header(database, sorted); })
        .and_then([&] { return begin_session(std::move(session)); })
        .and_then([&] { return database.run("COMMIT"); });
}

Result<void> Journal::Contents::begin_game(const Header& header, const Session& session) {
    return database.run(lock).and_then([&] { return database.run(write_durably); }
    ).and_then([&] { return fill(header, session); });
}

Result<void> Journal::Contents::go_on(const Session& session) {
    return load_last().and_then([&] { return database.run(write_durably); }
    ).and_then([&] { return begin_session(session); });
}

Result<void> Journal::Contents::begin_session(Session session) {
    session.first_input = stored.number + 1;
    const Digest digest = digest_after(stored.digest, session);
    return store_session(database, session, digest).map([&] { stored.digest = digest; });
}

void Journal::Contents::append(Row row) {
    row.number = (pending.empty() ? stored.number : pending.back().number) + 1;
    row.digest = digest_after(pending.empty() ? stored.digest : pending.back().digest, row);
    pending.push_back(std::move(row));
}

Result<void> Journal::Contents::store(const Row& row) {
    return insert.bind(1, signed_of(row.number))
        .bind(2, row.at.since_open.count())
        .bind(3, row.input)
        .bind(4, row.events)
        .bind(5, row.digest)
        .run();
}

Result<void> Journal::Contents::store_pending() {
    for (const Row& row : pending) {
        if (auto done = store(row); !done) {
            return done;
        }
    }
    return {};
}

Result<void> Journal::Contents::store_in_transaction() {
    return begin.run().and_then([&] { return store_pending(); }
    ).and_then([&] { return commit.run(); });
}

Result<void> Journal::Contents::flush() {
    if (pending.empty()) {
        return {};
    }
    if (auto done = store_in_transaction(); !done) {
        // It may have been rolled back already; the first error is the one to tell.
        static_cast<void>(rollback.run());
        return done;
    }
    const Row& last = pending.back();
    stored = {.number = last.number, .at = last.at, .digest = last.digest};
    pending.clear();
    return {};
}

Result<void> Journal::Contents::close() {
    auto flushed = flush();
    for (Statement* const statement : {&begin, &commit, &rollback, &insert}) {
        *statement = Statement{};
    }
    auto whole = database.is_read_only() ? Result<void>{} : database.run(become_one_file);
    auto closed = database.close();
    return flushed.and_then([&] { return whole; }).and_then([&] { return closed; });
}

Journal::Journal(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

Journal::Journal(Journal&&) noexcept = default;

Journal& Journal::operator=(Journal&& other) noexcept {
    std::swap(contents_, other.contents_);
    return *this;
}

Journal::~Journal() {
    if (contents_) {
        static_cast<void>(contents_->close());
    }
}

template <class Ready>
Result<Journal> Journal::made_ready(Database database, std::string file, const Ready& ready) {
    auto contents = std::make_unique<Contents>(std::move(database), std::move(file));
    const auto done = ready(*contents).and_then([&] { return contents->prepare(); });
    if (!done) {
        return tl::unexpected(done.error());
    }
    return Journal{std::move(contents)};
}

Result<Journal>
Journal::create(const std::filesystem::path& path, const Header& header, const Session& session) {
    const std::string file = path.string();
    if (auto created = create_empty_file(file); !created) {
        return tl::unexpected(std::move(created).error());
    }
    auto journal = Database::open(file).and_then([&](Database database) {
        return made_ready(std::move(database), file, [&](Contents& contents) {
            return contents.begin_game(header, session);
        });
    });
    if (!journal) {
        remove_files(file);
    }
    return journal;
}

Result<Journal> Journal::create_in_memory(const Header& header, const Session& session) {
    return Database::open_in_memory().and_then([&](Database database) {
        return made_ready(std::move(database), in_memory, [&](Contents& contents) {
            return contents.fill(header, session);
        });
    });
}

Result<Journal> Journal::open(const std::filesystem::path& path) {
    const std::string file = path.string();
    return open_database(file).and_then([&](Database database) {
        return made_ready(std::move(database), file, [](Contents& contents) {
            return contents.load_last();
        });
    });
}

Result<Journal> Journal::resume(const std::filesystem::path& path, const Session& session) {
    const std::string file = path.string();
    return open_database(file).and_then([&](Database database) {
        return made_ready(std::move(database), file, [&](Contents& contents) {
            return contents.go_on(session);
        });
    });
}

Result<void> Journal::record(
    const table::Input& input, std::span<const table::Event> events, Durability durability
) {
    contents_->append(encoded(input, events));
    if (durability == Durability::with_next) {
        return {};
    }
    auto done = contents_->flush();
    if (!done) {
        // The caller is told that this input is not stored; those before it are still waiting.
        contents_->pending.pop_back();
    }
    return done;
}

Result<void> Journal::flush() {
    return contents_->flush();
}

Result<void> Journal::close() {
    return std::exchange(contents_, nullptr)->close();
}

Result<Header> Journal::header() {
    auto rows = contents_->database.prepare("SELECT key, value FROM meta ORDER BY key");
    if (!rows) {
        return tl::unexpected(std::move(rows).error());
    }
    Header header;
    auto is_row = rows->next();
    for (; is_row && *is_row; is_row = rows->next()) {
        const std::string_view key = rows->text(0);
        std::string value{rows->text(1)};
        if (key == setup_key) {
            header.setup = std::move(value);
        } else if (key.starts_with(profile_prefix)) {
            header.profiles.push_back(
                {std::string{key.substr(profile_prefix.size())}, std::move(value)}
            );
        }
    }
    return is_row.map([&](bool /*found*/) { return std::move(header); });
}

Result<std::vector<Session>> Journal::sessions() {
    auto rows = contents_->database.prepare(select_sessions);
    if (!rows) {
        return tl::unexpected(std::move(rows).error());
    }
    std::vector<Session> sessions;
    auto is_row = rows->next();
    for (; is_row && *is_row; is_row = rows->next()) {
        sessions.push_back(session_of(*rows));
    }
    return is_row.map([&](bool /*found*/) { return std::move(sessions); });
}

Result<Reader> Journal::read() {
    return contents_->flush().and_then([&] { return contents_->database.prepare(select_records); }
    ).map([&](Statement rows) {
        return Reader{std::move(rows), contents_->file};
    });
}

const Digest& Journal::digest() const {
    return contents_->pending.empty() ? contents_->stored.digest : contents_->pending.back().digest;
}

std::uint64_t Journal::size() const {
    return contents_->pending.empty() ? contents_->stored.number : contents_->pending.back().number;
}

std::optional<base::Instant> Journal::last_instant() const {
    return contents_->pending.empty() ? contents_->stored.at : contents_->pending.back().at;
}

const std::string& Journal::file() const {
    return contents_->file;
}

} // namespace ansage::journal
