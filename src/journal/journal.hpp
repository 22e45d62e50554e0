// SPDX-License-Identifier: GPL-3.0-or-later
// A game's journal: every input with the events that it led to, in one SQLite file. The journal is
// the truth: what it holds happened, what it does not hold was never seen or heard. docs/journal.md
// describes the file.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "journal/database.hpp"
#include "journal/digest.hpp"
#include "journal/signature.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::journal {

// One run of the program that wrote to the journal.
struct Session {
    std::string program; // its version
    base::Millis wall_clock{0}; // when it opened the journal, since 1970-01-01 UTC
    std::string boot_id; // of the machine's last start; a new one restarts CLOCK_BOOTTIME
    base::Instant at; // the table's time then: zero for a new game
    std::uint64_t first_input = 1; // the number of its first input; filled in by the journal
    bool operator==(const Session&) const = default;
};

// What a clock on the wall showed at that time of the table, since 1970; `sessions` are all of a
// journal.
base::Millis wall_clock(std::span<const Session> sessions, base::Instant at);

// A profile in use, whole, so that the game can be read when the file has changed.
struct Profile {
    std::string name; // "laws/fide-2023"
    std::string text;
    bool operator==(const Profile&) const = default;
};

// The same with the digest of everything stored up to and with it.
struct StoredSession {
    Session session;
    Digest digest{};
};

// Somebody's key vouches for everything that was stored up to and with a record.
struct Signature {
    std::uint64_t records = 0;
    Digest digest{}; // of all of it
    PublicKey key{};
    SignatureBytes bytes{};
    base::Millis wall_clock{0};
    bool holds = false; // the key signed it, and the journal holds it
};

// What is stored before the first input.
struct Header {
    std::string setup; // the header lines of a table script (docs/table-script.md)
    std::vector<Profile> profiles; // in the order of their names when read back
    bool operator==(const Header&) const = default;
};

// A stored input and its events, as text: see codec.hpp.
struct Row {
    std::uint64_t number = 0; // the first is 1
    base::Instant at;
    std::string input;
    std::string events;
    Digest digest{}; // of everything stored so far, this row included
};

// The same as values.
struct Entry {
    std::uint64_t number = 0;
    table::Input input;
    std::vector<table::Event> events;
};

// Where a journal is not what was stored.
struct Fault {
    enum class Kind : std::uint8_t {
        altered, // a row, or the session or set-up before it
        lost, // a row in the middle
        unreadable, // damaged, or it holds what cannot be
        end, // rows at the end, as the head knows
    };

    Kind kind{};
    std::uint64_t record = 0; // the first input that cannot be trusted
    base::Error error; // for a person
    std::string stored; // altered, end: the digest there, in hexadecimal, and the one that is right
    std::string found;
    bool operator==(const Fault&) const = default;
};

// The digest of a header, whose profiles are sorted by name; then what it is after each row and
// session that was stored next.
Digest digest_of(const Header& header);
Digest digest_after(const Digest& before, const Row& row);
Digest digest_after(const Digest& before, const Session& session);

// The error names the file and the row.
[[nodiscard]] Result<Entry> decode(const Row& row, const std::string& file);

// Reads from the first row to the last. Must not outlive its journal.
class Reader {
public:
    // Absent after the last.
    [[nodiscard]] Result<std::optional<Row>> next_row();
    [[nodiscard]] Result<std::optional<Entry>> next();

private:
    friend class Journal;
    Reader(Statement rows, std::string file, std::uint64_t first, std::uint64_t last);

    Statement rows_;
    std::string file_;
    std::uint64_t read_;
    std::uint64_t last_;
};

enum class Durability : std::uint8_t {
    full, // on the disk when record() returns
    with_next, // with the next full one, or flush(); until then in memory only
};

// How much of a journal must be what was stored.
enum class Extent : std::uint8_t {
    whole, // all of it, or it is not opened
    before_fault, // what comes before the fault is shown, and nothing of what follows
    to_verify, // the same, even if the set-up itself was altered
};

// Not thread-safe. Every error is one line for a person, and leaves what was stored before as it
// was; the same call may be tried again.
class Journal {
public:
    // Fails if the file exists. While it is open nobody else can open it.
    [[nodiscard]] static Result<Journal>
    create(const std::filesystem::path& path, const Header& header, const Session& session);

    // For games that nobody wants to keep.
    [[nodiscard]] static Result<Journal>
    create_in_memory(const Header& header, const Session& session);

    // For reading. All of it is checked first; a game that was cut off is mended, but for one with
    // a fault, which is left as it is. Several may read a closed journal at a time.
    [[nodiscard]] static Result<Journal>
    open(const std::filesystem::path& path, Extent extent = Extent::whole);

    // For going on with a game. One that is not whole can only go on where nothing but its end is
    // missing; what lies there is copied first (see kept_copy).
    [[nodiscard]] static Result<Journal> resume(
        const std::filesystem::path& path, const Session& session, Extent extent = Extent::whole
    );

    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    // Closes it; errors are lost, so call close() where there is somebody to tell.
    ~Journal();

    // One transaction: all of it is stored, or none.
    [[nodiscard]] Result<void>
    record(const table::Input& input, std::span<const table::Event> events, Durability durability);

    // Stores what was recorded with_next. Call it at the latest a second after that.
    [[nodiscard]] Result<void> flush();

    // Flushes, and leaves one whole file that can be copied: no -wal beside it. Readers must be
    // gone, and nothing is recorded or read afterwards.
    [[nodiscard]] Result<void> close();

    [[nodiscard]] Result<Header> header();
    // At least one; in order.
    [[nodiscard]] Result<std::vector<Session>> sessions();

    // Flushes first. From the input of that number on.
    [[nodiscard]] Result<Reader> read(std::uint64_t first = 1);

    // Of everything recorded.
    const Digest& digest() const;
    // The number of inputs recorded.
    std::uint64_t size() const;
    // Of the last input recorded, if there is one.
    std::optional<base::Instant> last_instant() const;

    // What was found when it was opened.
    const std::optional<Fault>& fault() const;
    // A fault that was found later: what comes before it stays to be read, unless all of it must be
    // what was stored.
    [[nodiscard]] Result<void> stop_before(Fault fault);
    // The bytes of a file that holds all that was recorded; flushes first.
    [[nodiscard]] Result<std::string> copy();
    // What to tell whoever reads it where nobody can know whether something is missing at the end:
    // the game was not closed, and no head of it lies beside it; or a version wrote it that noted
    // none.
    [[nodiscard]] std::optional<base::Error> end_in_doubt() const;
    // Where the damaged files were copied to before the game went on; empty otherwise.
    const std::string& kept_copy() const;

    // Vouches for all that was stored. Of a whole game that is not being played.
    [[nodiscard]] Result<void> sign(const SigningKey& key, base::Millis wall_clock);
    [[nodiscard]] Result<std::vector<Signature>> signatures();

    // Whether its file is still what was written there. If it was removed, replaced, cut or
    // damaged, all of it is written to a new file: under its name if that is free, else beside it,
    // else in that folder, else among the temporary files. Where none of them can be written it is
    // kept in memory, and this is tried again. Each commit does this, too.
    [[nodiscard]] Result<void> keep_place();
    void may_go_on_in(std::filesystem::path folder);
    // True once after that; file() is the new one, and it lies nowhere unless is_kept().
    [[nodiscard]] bool take_rewritten();
    bool is_kept() const;
    // Whether that happened at all.
    bool was_cut() const;

    // The file's name, ":memory:" if there is none.
    const std::string& file() const;

private:
    struct Contents;

    explicit Journal(std::unique_ptr<Contents> contents);

    [[nodiscard]] static Result<Journal> made_ready(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::journal
