// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/journal.hpp"

#include "journal/examine.hpp"
#include "journal/files.hpp"
#include "journal/head.hpp"
#include "journal/playing.hpp"
#include "journal/rows.hpp"
#include "journal/schema.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace ansage::journal {
namespace {

constexpr const char* in_memory = ":memory:";
// Whoever writes row after row needs few pages again: what is kept of them is
// memory that grows with the game.
constexpr const char* write_durably =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-256";
constexpr const char* become_one_file = "PRAGMA journal_mode=DELETE";

// Whoever only looks at a game that lost its -wal leaves none behind.
class EmptyWal {
public:
    EmptyWal(const std::string& file, bool was_there)
        : wal_(was_there ? std::string{} : file + "-wal") {}

    EmptyWal(const EmptyWal&) = delete;
    EmptyWal& operator=(const EmptyWal&) = delete;
    EmptyWal(EmptyWal&&) = delete;
    EmptyWal& operator=(EmptyWal&&) = delete;

    ~EmptyWal() {
        std::error_code error;
        if (!wal_.empty() && std::filesystem::file_size(wal_, error) == 0 && !error) {
            std::filesystem::remove(wal_, error);
        }
    }

private:
    std::string wal_;
};

} // namespace

struct Journal::Contents {
    Contents(OpenedDatabase opened, std::string name)
        : empty_wal(name, opened.had_wal),
          database(std::move(opened.database)),
          file(std::move(name)),
          version(opened.version),
          was_cut_off(opened.was_cut_off) {}

    EmptyWal empty_wal; // before the database, which makes it
    Database database;
    std::string file;
    int version; // of its tables
    bool was_cut_off;
    bool is_written = false; // begun or gone on with here
    Extent extent = Extent::whole;
    Head stored;
    Digest game{}; // of the header
    std::size_t sessions = 1; // that can be trusted
    std::optional<Fault> fault;
    bool is_end_proven = true;
    std::string kept_copy;
    std::optional<HeadFile> head_file;
    std::optional<Playing> playing;
    std::optional<Identity> identity;
    bool was_rewritten = false;
    // Recorded and not stored yet, with their numbers and digests.
    std::vector<Row> pending;
    Statement begin;
    Statement commit;
    Statement rollback;
    Statement insert;

    [[nodiscard]] bool is_in_memory() const { return file == in_memory; }

    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<void> prepare(Statement& place, std::string_view text);
    void forget_statements();
    [[nodiscard]] Result<void> look_through(Extent wanted);
    [[nodiscard]] Result<void> fill(const Header& header, Session session);
    [[nodiscard]] Result<void> begin_playing();
    [[nodiscard]] Result<void> begin_writing();
    [[nodiscard]] Result<void> go_on(const Session& session);
    [[nodiscard]] Result<void> leave_end_open();
    [[nodiscard]] Result<void> begin_session(Session session);
    void append(Row row);
    [[nodiscard]] Result<void> store(const Row& row);
    [[nodiscard]] Result<void> store_pending();
    [[nodiscard]] Result<void> store_in_transaction();
    [[nodiscard]] Result<void> keep_place();
    [[nodiscard]] Result<void> write_anew();
    [[nodiscard]] Result<void> flush();
    [[nodiscard]] bool is_mended_by_reading() const;
    [[nodiscard]] Result<void> become_whole();
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

void Journal::Contents::forget_statements() {
    for (Statement* const statement : {&begin, &commit, &rollback, &insert}) {
        *statement = Statement{};
    }
}

Result<void> Journal::Contents::look_through(Extent wanted) {
    extent = wanted;
    auto examined = examine(database, file, version);
    if (!examined) {
        return tl::unexpected(std::move(examined).error());
    }
    stored = examined->last;
    game = examined->game;
    sessions = examined->sessions;
    fault = std::move(examined->fault);
    is_end_proven = examined->is_end_proven;
    const bool is_empty = sessions == 0;
    if (fault && (extent == Extent::whole || (extent == Extent::before_fault && is_empty))) {
        return tl::unexpected(fault->error);
    }
    return {};
}

Result<void> Journal::Contents::fill(const Header& header, Session session) {
    Header sorted = header;
    std::ranges::sort(sorted.profiles, {}, &Profile::name);
    game = digest_of(sorted);
    stored.digest = game;
    return database.run("BEGIN")
        .and_then([&] { return create_tables(database); })
        .and_then([&] { return store_header(database, sorted); })
        .and_then([&] { return begin_session(std::move(session)); })
        .and_then([&] { return store_head_row(database, stored); })
        .and_then([&] { return database.run("COMMIT"); });
}

// Its first session is in every copy, for a file holds it from its beginning
// on.
Result<void> Journal::Contents::begin_playing() {
    const auto its = read_sessions(database);
    if (!its) {
        return tl::unexpected(its.error());
    }
    playing = Playing::begin(its->front().digest);
    if (!playing) {
        return tl::unexpected(error_at(
            file,
            base::phrase("this is a copy of a game that is being played"),
            base::phrase("play on at its table, or end the game there first")
        ));
    }
    return {};
}

Result<void> Journal::Contents::begin_writing() {
    is_written = true;
    return database.run(write_durably)
        .and_then([&] { return HeadFile::create(file, game, stored); })
        .map([&](HeadFile made) {
            head_file = std::move(made);
            identity = identity_of(file);
        });
}

Result<void> Journal::Contents::go_on(const Session& session) {
    if (fault) {
        auto copy = keep_copies(file);
        if (!copy) {
            return tl::unexpected(std::move(copy).error());
        }
        kept_copy = *std::move(copy);
    }
    return begin_writing()
        .and_then([&] { return database.run("BEGIN IMMEDIATE"); })
        .and_then([&] { return bring_up_to_date(database, version); })
        .and_then([&] { return begin_session(session); })
        .and_then([&] { return database.run("COMMIT"); })
        .and_then([&] { return leave_end_open(); })
        .map([&] {
            version = newest_format;
            ++sessions;
            static_cast<void>(head_file->write(stored));
        });
}

// Until it is closed no row in it says where it ends: who takes away all that
// lies beside it must not leave a shorter game that seems whole.
Result<void> Journal::Contents::leave_end_open() {
    return database.run("DELETE FROM head").and_then([&] {
        return database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    });
}

Result<void> Journal::Contents::begin_session(Session session) {
    session.first_input = stored.records + 1;
    const Digest digest = digest_after(stored.digest, session);
    return store_session(database, session, digest).map([&] { stored.digest = digest; });
}

void Journal::Contents::append(Row row) {
    row.number = (pending.empty() ? stored.records : pending.back().number) + 1;
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

// A file that was removed or renamed during the game would be gone with the
// program, or be told from its -wal: all of it is written again under its name.
Result<void> Journal::Contents::keep_place() {
    if (!identity || identity_of(file) == identity) {
        return {};
    }
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        return tl::unexpected(error_at(
            file,
            base::phrase("another file lies where the journal was"),
            base::phrase("move it away; nothing is stored until then")
        ));
    }
    return write_anew().map([&] { was_rewritten = true; });
}

Result<void> Journal::Contents::write_anew() {
    auto bytes = database.as_file();
    if (!bytes) {
        return tl::unexpected(std::move(bytes).error());
    }
    if (auto made = create_file(file + ".new", *bytes); !made) {
        return made;
    }
    forget_statements();
    head_file.reset();
    if (auto closed = database.close(); !closed) {
        return closed;
    }
    remove_files(file); // what lay beside the old one
    std::error_code error;
    std::filesystem::rename(file + ".new", file, error);
    auto opened = open_database(file);
    if (!opened) {
        return tl::unexpected(std::move(opened).error());
    }
    database = std::move(opened->database);
    return begin_writing().and_then([&] { return prepare(); });
}

Result<void> Journal::Contents::flush() {
    if (pending.empty()) {
        return {};
    }
    if (auto kept = keep_place(); !kept) {
        return kept;
    }
    if (auto done = store_in_transaction(); !done) {
        // It may have been rolled back already; the first error is the one to tell.
        static_cast<void>(rollback.run());
        return done;
    }
    const Row& last = pending.back();
    stored = {.records = last.number, .at = last.at, .digest = last.digest};
    pending.clear();
    if (head_file) {
        static_cast<void>(head_file->write(stored)); // the next one makes up for it
    }
    return {};
}

// It may have been cut off, and nothing is missing. A whole one stays as it is.
bool Journal::Contents::is_mended_by_reading() const {
    return !is_written && !fault && !database.is_read_only();
}

Result<void> Journal::Contents::become_whole() {
    const bool knows_its_end = is_written || (is_mended_by_reading() && is_end_proven);
    if (is_in_memory() || !(is_written || is_mended_by_reading())) {
        return {};
    }
    const bool has_head = knows_its_end && version > 1 && (is_written || was_cut_off);
    return (has_head ? store_head_row(database, stored) : Result<void>{}).and_then([&] {
        return database.run(become_one_file);
    });
}

Result<void> Journal::Contents::close() {
    auto flushed = flush();
    forget_statements();
    auto whole = become_whole();
    const bool head_is_inside = whole && (is_written || (is_mended_by_reading() && is_end_proven));
    auto closed = database.close();
    if (head_is_inside && closed && !is_in_memory()) {
        std::error_code ignored;
        std::filesystem::remove(head_file_of(file), ignored);
    }
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

Result<Journal> Journal::made_ready(std::unique_ptr<Contents> contents) {
    const auto done = contents->prepare();
    if (!done) {
        return tl::unexpected(done.error());
    }
    return Journal{std::move(contents)};
}

Result<Journal> Journal::create_in_memory(const Header& header, const Session& session) {
    return Database::open_in_memory().and_then([&](Database database) {
        auto contents = std::make_unique<Contents>(
            OpenedDatabase{std::move(database), newest_format, true, true}, in_memory
        );
        return contents->fill(header, session).and_then([&] {
            return made_ready(std::move(contents));
        });
    });
}

Result<Journal>
Journal::create(const std::filesystem::path& path, const Header& header, const Session& session) {
    const std::string file = path.string();
    // Made elsewhere and put in its place whole: a program that is killed
    // meanwhile leaves nothing.
    auto draft = create_in_memory(header, session);
    const auto bytes =
        draft.and_then([](Journal& made) { return made.contents_->database.as_file(); });
    const auto made =
        bytes.and_then([&](const std::string& all) { return create_file(file, all); });
    if (!made) {
        return tl::unexpected(made.error());
    }
    auto journal = open_database(file).and_then([&](OpenedDatabase opened) {
        auto contents = std::make_unique<Contents>(std::move(opened), file);
        contents->stored = draft->contents_->stored;
        contents->game = draft->contents_->game;
        contents->playing = Playing::begin(contents->stored.digest);
        return contents->begin_writing().and_then([&] { return contents->leave_end_open(); }
        ).and_then([&] { return made_ready(std::move(contents)); });
    });
    if (!journal) {
        remove_files(file);
    }
    return journal;
}

Result<Journal> Journal::open(const std::filesystem::path& path, Extent extent) {
    const std::string file = path.string();
    return open_database(file).and_then([&](OpenedDatabase opened) {
        auto contents = std::make_unique<Contents>(std::move(opened), file);
        return contents->look_through(extent).and_then([&] {
            return made_ready(std::move(contents));
        });
    });
}

Result<Journal>
Journal::resume(const std::filesystem::path& path, const Session& session, Extent extent) {
    const std::string file = path.string();
    return open_database(file).and_then([&](OpenedDatabase opened) -> Result<Journal> {
        auto contents = std::make_unique<Contents>(std::move(opened), file);
        if (auto looked = contents->look_through(extent); !looked) {
            return tl::unexpected(std::move(looked).error());
        }
        if (contents->fault && contents->fault->kind != Fault::Kind::end) {
            return tl::unexpected(contents->fault->error);
        }
        return contents->begin_playing().and_then([&] { return contents->go_on(session); }
        ).and_then([&] { return made_ready(std::move(contents)); });
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
    if (!done && !contents_->pending.empty()) {
        // The caller is told that this input is not stored; those before it are
        // still waiting.
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
    return read_header(contents_->database, contents_->file);
}

Result<std::vector<Session>> Journal::sessions() {
    return read_sessions(contents_->database).map([&](std::vector<StoredSession> stored) {
        stored.resize(std::min(stored.size(), contents_->sessions));
        std::vector<Session> sessions;
        std::ranges::transform(stored, std::back_inserter(sessions), &StoredSession::session);
        return sessions;
    });
}

Result<Reader> Journal::read(std::uint64_t first) {
    return contents_->flush()
        .and_then([&] { return contents_->database.prepare(select_records_from); })
        .map([&](Statement rows) {
            rows.bind(1, signed_of(first));
            return Reader{std::move(rows), contents_->file, first, contents_->stored.records};
        });
}

const std::optional<Fault>& Journal::fault() const {
    return contents_->fault;
}

Result<void> Journal::stop_before(Fault fault) {
    Contents& contents = *contents_;
    if (contents.extent == Extent::whole || contents.is_written) {
        return tl::unexpected(fault.error);
    }
    contents.stored.records = std::min(contents.stored.records, fault.record - 1);
    contents.fault = std::move(fault);
    return {};
}

Result<std::string> Journal::copy() {
    return flush().and_then([&] { return contents_->database.as_file(); });
}

std::optional<base::Error> Journal::end_in_doubt() const {
    if (contents_->is_end_proven) {
        return std::nullopt;
    }
    return error_at(
        contents_->file,
        base::phrase("nobody can know whether something is missing at its end"),
        base::phrase("compare it with another copy or with the scoresheets")
    );
}

const std::string& Journal::kept_copy() const {
    return contents_->kept_copy;
}

Result<void> Journal::sign(const SigningKey& key, base::Millis wall_clock) {
    Contents& its = *contents_;
    const SignatureBytes bytes = signed_by(key, its.stored.digest);
    return its.database.run("BEGIN IMMEDIATE")
        .and_then([&] { return bring_up_to_date(its.database, its.version); })
        .and_then([&] {
            return store_signature(
                its.database,
                {.records = its.stored.records,
                 .digest = its.stored.digest,
                 .key = key.open,
                 .bytes = bytes,
                 .wall_clock = wall_clock}
            );
        })
        .and_then([&] { return its.database.run("COMMIT"); })
        .map([&] { its.version = newest_format; });
}

Result<std::vector<Signature>> Journal::signatures() {
    if (contents_->version < first_signed_format) {
        return std::vector<Signature>{};
    }
    return read_signatures(contents_->database);
}

Result<void> Journal::keep_place() {
    return contents_->keep_place();
}

bool Journal::take_rewritten() {
    return std::exchange(contents_->was_rewritten, false);
}

const Digest& Journal::digest() const {
    return contents_->pending.empty() ? contents_->stored.digest : contents_->pending.back().digest;
}

std::uint64_t Journal::size() const {
    return contents_->pending.empty() ? contents_->stored.records
                                      : contents_->pending.back().number;
}

std::optional<base::Instant> Journal::last_instant() const {
    if (size() == 0) {
        return std::nullopt;
    }
    return contents_->pending.empty() ? contents_->stored.at : contents_->pending.back().at;
}

const std::string& Journal::file() const {
    return contents_->file;
}

} // namespace ansage::journal
