#include "journal/journal.hpp"

#include "journal/files.hpp"
#include "journal/rows.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ansage::journal {
namespace {

constexpr const char* in_memory = ":memory:";
constexpr const char* write_durably = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL";
constexpr const char* become_one_file = "PRAGMA journal_mode=DELETE";

} // namespace

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
        .and_then([&] { return create_tables(database); })
        .and_then([&] { return store_header(database, sorted); })
        .and_then([&] { return begin_session(std::move(session)); })
        .and_then([&] { return database.run("COMMIT"); });
}

Result<void> Journal::Contents::begin_game(const Header& header, const Session& session) {
    return lock(database).and_then([&] { return database.run(write_durably); }
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
