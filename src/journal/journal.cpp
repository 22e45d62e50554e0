// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/journal.hpp"

#include "base/try.hpp"
#include "journal/examine.hpp"
#include "journal/files.hpp"
#include "journal/head.hpp"
#include "journal/playing.hpp"
#include "journal/refuge.hpp"
#include "journal/row_writer.hpp"
#include "journal/rows.hpp"
#include "journal/schema.hpp"
#include "journal/watch.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ansage::journal {
namespace {

constexpr const char* in_memory = ":memory:";
// Whoever writes row after row needs few pages again: what is kept of them is memory that grows
// with the game.
constexpr const char* write_durably =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-256";
constexpr const char* become_one_file = "PRAGMA journal_mode=DELETE";
constexpr const char* cut_wal = "PRAGMA wal_checkpoint(TRUNCATE)";
// So many frames of the -wal are brought into the journal; SQLite's own limit.
constexpr int most_frames = 1'000;
// In a file, 2 and 2 where a -wal belongs to it.
constexpr std::size_t write_version_at = 18;

// Whoever only looks at a game that lost its -wal leaves none behind.
class EmptyWal {
public:
    EmptyWal(const std::string& file, bool was_there)
        : wal_(was_there ? std::string{} : file + "-wal") {}

    EmptyWal(const EmptyWal&) = delete;
    EmptyWal& operator=(const EmptyWal&) = delete;

    ~EmptyWal() {
        std::error_code error;
        if (!wal_.empty() && std::filesystem::file_size(wal_, error) == 0 && !error)
            std::filesystem::remove(wal_, error);
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
    // Of a game that is played: all that was committed, so that no file need be read again.
    std::optional<Database> memory;
    std::optional<Watch> watch; // absent also where no file can be written any more
    Refuge refuge;
    bool is_kept = true; // in a file, where it is played
    bool was_cut = false;
    bool was_damaged = false; // when it was closed
    bool was_rewritten = false;
    bool is_closed = false;
    bool is_closing = false; // a new file is one that nothing lies beside
    // Recorded and not stored yet, with their numbers and digests.
    std::vector<Row> pending;
    RowWriter writer;
    RowWriter memory_writer;

    bool is_in_memory() const { return file == in_memory; }

    // What holds all that was committed.
    [[nodiscard]] Database& kept() { return memory ? *memory : database; }

    [[nodiscard]] Result<void> look_through(Extent wanted);
    [[nodiscard]] Result<void> fill(const Header& header, Session session);
    [[nodiscard]] Result<void> begin_playing();
    [[nodiscard]] Result<void> begin_writing();
    [[nodiscard]] Result<void> go_on(const Session& session);
    [[nodiscard]] Result<void> leave_end_open();
    [[nodiscard]] Result<void> begin_session(Session session);
    void append(Row row);
    [[nodiscard]] Result<void> keep_in_memory();
    [[nodiscard]] Result<void> store_on_disk();
    [[nodiscard]] Result<void> store_pending();
    [[nodiscard]] Result<void> keep_place();
    void drop_file();
    [[nodiscard]] bool is_whole_again();
    [[nodiscard]] bool open_again();
    [[nodiscard]] Result<void> move_on(bool is_news);
    [[nodiscard]] bool begins_anew(std::string name, const std::string& bytes);
    [[nodiscard]] Result<void> flush();
    bool is_mended_by_reading() const;
    [[nodiscard]] Result<void> become_whole();
    bool is_whole_when_closed() const;
    [[nodiscard]] Result<void> close_file();
    [[nodiscard]] Result<void> close();
};

Result<void> Journal::Contents::look_through(Extent wanted) {
    extent = wanted;
    auto examined = examine(database, file, version);
    if (!examined) return tl::unexpected(std::move(examined).error());
    stored = examined->last;
    game = examined->game;
    sessions = examined->sessions;
    fault = std::move(examined->fault);
    is_end_proven = examined->is_end_proven;
    const bool is_empty = sessions == 0;
    if (fault && (extent == Extent::whole || (extent == Extent::before_fault && is_empty)))
        return tl::unexpected(fault->error);
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

// Its first session is in every copy, for a file holds it from its beginning on.
Result<void> Journal::Contents::begin_playing() {
    const auto its = ANSAGE_TRY(read_sessions(database));
    playing = Playing::begin(its.front().digest);
    if (!playing) {
        return tl::unexpected(base::Error{
            base::phrase("this is a copy of a game that is being played"),
            file,
            base::phrase("play on at its table, or end the game there first")});
    }
    return {};
}

Result<void> Journal::Contents::begin_writing() {
    is_written = true;
    return database.run(write_durably)
        .and_then([&] { return HeadFile::create(file, game, stored); })
        .map([&](HeadFile made) {
            head_file = std::move(made);
            database.checkpoint_by_hand();
        });
}

Result<void> Journal::Contents::keep_in_memory() {
    refuge = Refuge{file};
    watch.emplace(file);
    return database.copied_to_memory().and_then([&](Database copy) {
        memory = std::move(copy);
        return memory_writer.prepare(*memory);
    });
}

Result<void> Journal::Contents::go_on(const Session& session) {
    if (fault) {
        auto copy = keep_copies(file);
        if (!copy) return tl::unexpected(std::move(copy).error());
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
        })
        .and_then([&] { return keep_in_memory(); });
}

// Until it is closed no row in it says where it ends: who takes away all that lies beside it must
// not leave a shorter game that seems whole.
Result<void> Journal::Contents::leave_end_open() {
    return database.run("DELETE FROM head").and_then([&] { return database.run(cut_wal); });
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

Result<void> Journal::Contents::store_on_disk() {
    auto done = writer.insert(pending).and_then([&] { return writer.commit(); });
    if (!done) {
        const bool is_damaged = database.is_damaged();
        writer.roll_back();
        if (is_damaged && memory) drop_file();
    } else if (head_file) {
        const Row& last = pending.back();
        // The next one makes up for it.
        static_cast<void>(
            head_file->write({.records = last.number, .at = last.at, .digest = last.digest})
        );
    }
    if (watch) watch->note_commit(database.frames());
    if (done && watch && database.frames() >= most_frames &&
        watch->look() == Watch::Condition::as_left) {
        static_cast<void>(database.run("PRAGMA wal_checkpoint(PASSIVE)"));
        watch->note_checkpoint(database.frames());
    }
    return done;
}

Result<void> Journal::Contents::store_pending() {
    if (!memory) return store_on_disk();
    if (auto inserted = memory_writer.insert(pending); !inserted) {
        memory_writer.roll_back();
        return inserted;
    }
    if (auto done = watch ? store_on_disk() : Result<void>{}; !done) {
        memory_writer.roll_back();
        return done;
    }
    return memory_writer.commit();
}

void Journal::Contents::drop_file() {
    writer = RowWriter{};
    head_file.reset();
    watch.reset();
    static_cast<void>(database.close()); // nothing of it is used again
}

bool Journal::Contents::open_again() {
    auto opened = open_database(file);
    if (!opened) return false;
    const auto found = examine(opened->database, file, opened->version);
    if (!found || found->fault || found->last.digest != stored.digest) return false;
    database = std::move(opened->database);
    const auto begun = begin_writing().and_then([&] { return leave_end_open(); }
    ).and_then([&] { return writer.prepare(database); });
    if (begun) watch.emplace(file);
    return begun.has_value();
}

// Somebody else wrote there, or only touched it.
bool Journal::Contents::is_whole_again() {
    drop_file();
    return open_again();
}

// Shorter, damaged, another file, or none: the game goes on in a new file.
Result<void> Journal::Contents::keep_place() {
    if (!memory) return {};
    const bool is_news = watch.has_value();
    if (watch) {
        const Watch::Condition found = watch->look();
        if (found == Watch::Condition::as_left ||
            (found == Watch::Condition::touched && is_whole_again()))
            return {};
    }
    return move_on(is_news);
}

bool Journal::Contents::begins_anew(std::string name, const std::string& bytes) {
    if (!create_file(name, bytes)) return false;
    std::swap(file, name);
    if (is_closing || open_again()) return true;
    drop_file();
    std::swap(file, name);
    remove_files(name);
    return false;
}

Result<void> Journal::Contents::move_on(bool is_news) {
    drop_file();
    was_cut = true;
    auto bytes = memory->as_file();
    if (!bytes) return tl::unexpected(std::move(bytes).error());
    bytes->replace(write_version_at, 2, "\1\1"); // no -wal belongs to it
    const bool has_place =
        refuge.find(file, [&](const std::string& name) { return begins_anew(name, *bytes); });
    was_rewritten = was_rewritten || is_news || has_place;
    is_kept = has_place;
    return {};
}

Result<void> Journal::Contents::flush() {
    if (pending.empty()) return {};
    ANSAGE_TRY(keep_place());
    auto done = store_pending();
    if (!done && memory && !watch) // what lies there is damaged
        done = move_on(true).and_then([&] { return store_pending(); });
    if (!done) return done;
    const Row& last = pending.back();
    stored = {.records = last.number, .at = last.at, .digest = last.digest};
    pending.clear();
    return {};
}

// It may have been cut off, and nothing is missing. A whole one stays as it is.
bool Journal::Contents::is_mended_by_reading() const {
    return !is_written && !fault && !database.is_read_only();
}

Result<void> Journal::Contents::become_whole() {
    const bool knows_its_end = is_written || (is_mended_by_reading() && is_end_proven);
    if (is_in_memory() || !(is_written || is_mended_by_reading())) return {};
    const bool has_head = knows_its_end && version > 1 && (is_written || was_cut_off);
    return (has_head ? store_head_row(database, stored) : Result<void>{}).and_then([&] {
        return database.run(become_one_file);
    });
}

Result<void> Journal::Contents::close_file() {
    writer = RowWriter{};
    auto whole = become_whole();
    was_damaged = !whole && database.is_damaged();
    const bool head_is_inside = whole && (is_written || (is_mended_by_reading() && is_end_proven));
    auto closed = database.close();
    if (head_is_inside && closed && !is_in_memory()) {
        std::error_code ignored;
        std::filesystem::remove(head_file_of(file), ignored);
    }
    return whole.and_then([&] { return closed; });
}

bool Journal::Contents::is_whole_when_closed() const {
    const auto closed = Journal::open(file);
    return closed && closed->digest() == stored.digest && !closed->end_in_doubt();
}

Result<void> Journal::Contents::close() {
    auto flushed = flush();
    if (memory && flushed) flushed = keep_place();
    is_closing = true;
    const bool has_file = !memory || watch;
    auto closed = has_file ? close_file() : Result<void>{};
    // What somebody wrote there unseen is seen now at the latest.
    if (memory && (!has_file || (closed ? !is_whole_when_closed() : was_damaged))) {
        closed = store_head_row(*memory, stored).and_then([&] { return move_on(has_file); });
        if (closed && !is_kept) {
            closed = tl::unexpected(base::Error{
                base::phrase(
                    "the game is in no file: the journal was cut, and no other can be written"
                ),
                file,
                base::phrase("copy the game from the scoresheets")});
        }
    }
    playing.reset();
    return flushed.and_then([&] { return closed; });
}

Journal::Journal(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

Journal::Journal(Journal&&) noexcept = default;

Journal& Journal::operator=(Journal&& other) noexcept {
    std::swap(contents_, other.contents_);
    return *this;
}

Journal::~Journal() {
    if (contents_ && !contents_->is_closed) static_cast<void>(contents_->close());
}

Result<Journal> Journal::made_ready(std::unique_ptr<Contents> contents) {
    ANSAGE_TRY(contents->writer.prepare(contents->database));
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
    // Made elsewhere and put in its place whole: a program that is killed meanwhile leaves nothing.
    auto draft = create_in_memory(header, session);
    const auto bytes =
        draft.and_then([](Journal& made) { return made.contents_->database.as_file(); });
    ANSAGE_TRY(bytes.and_then([&](const std::string& all) { return create_file(file, all); }));
    auto journal = open_database(file).and_then([&](OpenedDatabase opened) {
        auto contents = std::make_unique<Contents>(std::move(opened), file);
        contents->stored = draft->contents_->stored;
        contents->game = draft->contents_->game;
        contents->playing = Playing::begin(contents->stored.digest);
        return contents->begin_writing().and_then([&] { return contents->leave_end_open(); }
        ).and_then([&] {
             return contents->keep_in_memory();
         }).and_then([&] { return made_ready(std::move(contents)); });
    });
    if (!journal) remove_files(file);
    return journal;
}

Result<Journal> Journal::open(const std::filesystem::path& path, Extent extent) {
    const std::string file = file_meant_by(path);
    return open_database(file).and_then([&](OpenedDatabase opened) {
        auto contents = std::make_unique<Contents>(std::move(opened), file);
        return contents->look_through(extent).and_then([&] {
            return made_ready(std::move(contents));
        });
    });
}

Result<Journal>
Journal::resume(const std::filesystem::path& path, const Session& session, Extent extent) {
    const std::string file = file_meant_by(path);
    return open_database(file).and_then([&](OpenedDatabase opened) -> Result<Journal> {
        auto contents = std::make_unique<Contents>(std::move(opened), file);
        ANSAGE_TRY(contents->look_through(extent));
        if (contents->fault && contents->fault->kind != Fault::Kind::end)
            return tl::unexpected(contents->fault->error);
        return contents->begin_playing().and_then([&] { return contents->go_on(session); }
        ).and_then([&] { return made_ready(std::move(contents)); });
    });
}

Result<void> Journal::record(
    const table::Input& input, std::span<const table::Event> events, Durability durability
) {
    contents_->append(encoded(input, events));
    if (durability == Durability::with_next) return {};
    auto done = contents_->flush();
    if (!done && !contents_->pending.empty()) {
        // The caller is told that this input is not stored; those before it are still waiting.
        contents_->pending.pop_back();
    }
    return done;
}

Result<void> Journal::flush() { return contents_->flush(); }

Result<void> Journal::close() {
    contents_->is_closed = true;
    return contents_->close();
}

Result<Header> Journal::header() { return read_header(contents_->kept(), contents_->file); }

Result<std::vector<Session>> Journal::sessions() {
    return read_sessions(contents_->kept()).map([&](std::vector<StoredSession> stored) {
        stored.resize(std::min(stored.size(), contents_->sessions));
        std::vector<Session> sessions;
        std::ranges::transform(stored, std::back_inserter(sessions), &StoredSession::session);
        return sessions;
    });
}

Result<Reader> Journal::read(std::uint64_t first) {
    return contents_->flush()
        .and_then([&] { return contents_->kept().prepare(select_records_from); })
        .map([&](Statement rows) {
            rows.bind(1, signed_of(first));
            return Reader{std::move(rows), contents_->file, first, contents_->stored.records};
        });
}

const std::optional<Fault>& Journal::fault() const { return contents_->fault; }

Result<void> Journal::stop_before(Fault fault) {
    Contents& contents = *contents_;
    if (contents.extent == Extent::whole || contents.is_written) return tl::unexpected(fault.error);
    contents.stored.records = std::min(contents.stored.records, fault.record - 1);
    contents.fault = std::move(fault);
    return {};
}

Result<std::string> Journal::copy() {
    return flush().and_then([&] { return contents_->kept().as_file(); });
}

std::optional<base::Error> Journal::end_in_doubt() const {
    if (contents_->is_end_proven) return std::nullopt;
    return base::Error{
        base::phrase("nobody can know whether something is missing at its end"),
        contents_->file,
        base::phrase("compare it with another copy or with the scoresheets")};
}

const std::string& Journal::kept_copy() const { return contents_->kept_copy; }

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
    if (contents_->version < first_signed_format) return std::vector<Signature>{};
    return read_signatures(contents_->kept());
}

Result<void> Journal::keep_place() { return contents_->keep_place(); }

void Journal::may_go_on_in(std::filesystem::path folder) {
    contents_->refuge.may_be_in(std::move(folder));
}

bool Journal::was_cut() const { return contents_->was_cut; }

bool Journal::is_kept() const { return contents_->is_kept; }

bool Journal::take_rewritten() { return std::exchange(contents_->was_rewritten, false); }

const Digest& Journal::digest() const {
    return contents_->pending.empty() ? contents_->stored.digest : contents_->pending.back().digest;
}

std::uint64_t Journal::size() const {
    return contents_->pending.empty() ? contents_->stored.records
                                      : contents_->pending.back().number;
}

std::optional<base::Instant> Journal::last_instant() const {
    if (size() == 0) return std::nullopt;
    return contents_->pending.empty() ? contents_->stored.at : contents_->pending.back().at;
}

const std::string& Journal::file() const { return contents_->file; }

} // namespace ansage::journal
