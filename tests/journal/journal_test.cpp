// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/games.hpp"
#include "journal/journal.hpp"
#include "support/catch.hpp"
#include "support/nobody.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace ansage::journal {
namespace {

using tests::Folder;
using tests::step;

void record(Journal& journal, std::uint64_t number, Durability durability = Durability::full) {
    const tests::Step made = step(number);
    const auto done = journal.record(made.input, made.events, durability);
    REQUIRE(done.has_value());
}

void record_up_to(Journal& journal, std::uint64_t last) {
    while (journal.size() < last) record(journal, journal.size() + 1);
}

void check_entry(const Entry& entry, std::uint64_t number) {
    const tests::Step expected = step(number);
    CHECK(entry.number == number);
    CHECK(tests::text_of(entry.input) == tests::text_of(expected.input));
    CHECK(tests::text_of(entry.events) == tests::text_of(expected.events));
}

void check_holds(Journal& journal, std::uint64_t last) {
    auto reader = journal.read().value();
    std::uint64_t number = 0;
    for (auto entry = reader.next().value(); entry; entry = reader.next().value())
        check_entry(*entry, ++number);
    CHECK(number == last);
}

Journal new_journal(const std::filesystem::path& path) {
    return Journal::create(path, tests::header(), tests::session()).value();
}

std::string line_of(const Result<Journal>& journal) {
    REQUIRE(!journal.has_value());
    return base::to_line(journal.error());
}

// Writes beyond so many bytes of a file fail, as on a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }

    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    FullDisk(FullDisk&&) = delete;
    FullDisk& operator=(FullDisk&&) = delete;

    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

private:
    rlimit before_{};
};

void write_file(const std::filesystem::path& path, const std::string& text) {
    std::ofstream{path} << text;
}

} // namespace

TEST_CASE("What was recorded is read again, in order") {
    const Folder folder;
    auto journal = new_journal(folder / "game");
    CHECK(journal.size() == 0);
    CHECK(!journal.last_instant().has_value());
    record_up_to(journal, 50);
    check_holds(journal, 50);
    CHECK(journal.last_instant() == step(50).input.at);
    REQUIRE(journal.close().has_value());

    auto again = Journal::open(folder / "game").value();
    check_holds(again, 50);
    CHECK(again.size() == 50);
    CHECK(again.last_instant() == step(50).input.at);
}

TEST_CASE("A journal in memory holds the same as one on the disk, digest included") {
    const Folder folder;
    auto on_disk = new_journal(folder / "game");
    auto in_memory = Journal::create_in_memory(tests::header(), tests::session()).value();
    CHECK(on_disk.digest() == in_memory.digest());
    record_up_to(on_disk, 20);
    record_up_to(in_memory, 20);
    check_holds(in_memory, 20);
    CHECK(on_disk.digest() == in_memory.digest());
}

TEST_CASE("The header comes back with its profiles sorted, and the session with it") {
    const Folder folder;
    REQUIRE(new_journal(folder / "game").close().has_value());
    auto journal = Journal::open(folder / "game").value();
    Header expected = tests::header();
    std::ranges::sort(expected.profiles, {}, &Profile::name);
    CHECK(journal.header().value() == expected);
    CHECK(journal.sessions().value() == std::vector{tests::session()});
}

TEST_CASE("Closed, a journal is one file and nothing beside it") {
    const Folder folder;
    auto journal = new_journal(folder / "game");
    record_up_to(journal, 5);
    REQUIRE(journal.close().has_value());
    CHECK(folder.names() == std::vector<std::string>{"game"});

    std::filesystem::copy_file(folder / "game", folder / "copy");
    auto copy = Journal::open(folder / "copy").value();
    check_holds(copy, 5);
}

TEST_CASE("A journal that is only dropped is closed all the same") {
    const Folder folder;
    {
        auto journal = new_journal(folder / "game");
        record(journal, 1, Durability::with_next);
    }
    CHECK(folder.names() == std::vector<std::string>{"game"});
    auto again = Journal::open(folder / "game").value();
    check_holds(again, 1);
}

TEST_CASE("Testimony that waits is stored with the next act, or when flushed") {
    const Folder folder;
    auto journal = new_journal(folder / "game");
    const auto stored = [&] {
        std::filesystem::copy_file(folder / "game", folder / "copy");
        if (std::filesystem::exists(folder / "game-wal")) // there was a commit
            std::filesystem::copy_file(folder / "game-wal", folder / "copy-wal");
        auto copy = Journal::open(folder / "copy").value();
        const std::uint64_t size = copy.size();
        REQUIRE(copy.close().has_value());
        std::filesystem::remove(folder / "copy");
        return size;
    };
    record(journal, 1, Durability::with_next);
    record(journal, 2, Durability::with_next);
    CHECK(journal.size() == 2);
    CHECK(stored() == 0);
    record(journal, 3);
    CHECK(stored() == 3);
    record(journal, 4, Durability::with_next);
    CHECK(stored() == 3);
    REQUIRE(journal.flush().has_value());
    CHECK(stored() == 4);
    check_holds(journal, 4);
}

TEST_CASE("A game goes on in a second session, and both are on record") {
    const Folder folder;
    auto first = new_journal(folder / "game");
    record_up_to(first, 3);
    const Digest before = first.digest();
    REQUIRE(first.close().has_value());

    Session later = tests::session();
    later.wall_clock += base::Millis{60'000};
    later.at = step(3).input.at;
    auto second = Journal::resume(folder / "game", later).value();
    CHECK(second.digest() != before);
    record_up_to(second, 6);
    check_holds(second, 6);
    later.first_input = 4;
    CHECK(second.sessions().value() == std::vector{tests::session(), later});
    const Digest digest = second.digest();
    REQUIRE(second.close().has_value());
    CHECK(Journal::open(folder / "game").value().digest() == digest);
}

TEST_CASE("Sessions that stored nothing carry the digest on") {
    const Folder folder;
    REQUIRE(new_journal(folder / "game").close().has_value());
    std::optional<Digest> digest;
    for (int count = 0; count < 3; ++count) {
        auto journal = Journal::resume(folder / "game", tests::session()).value();
        CHECK(journal.digest() != digest);
        digest = journal.digest();
    }
    CHECK(Journal::open(folder / "game").value().digest() == digest);
}

TEST_CASE("While a journal is open nobody else gets in, and is told so in one line") {
    const Folder folder;
    const auto path = folder / "game";
    auto journal = new_journal(path);
    const std::string expected = path.string() +
        ": another Ansage has this journal open; wait until its game has ended, or end it there";
    CHECK(line_of(Journal::open(path)) == expected);
    CHECK(line_of(Journal::resume(path, tests::session())) == expected);
    record_up_to(journal, 3);
    CHECK(line_of(Journal::open(path)) == expected);
    REQUIRE(journal.close().has_value());

    const auto resumed = Journal::resume(path, tests::session());
    REQUIRE(resumed.has_value());
    CHECK(line_of(Journal::open(path)) == expected);
}

TEST_CASE("Several may read a closed journal at a time, and then nobody writes") {
    const Folder folder;
    const auto path = folder / "game";
    REQUIRE(new_journal(path).close().has_value());
    auto one = Journal::open(path).value();
    auto other = Journal::open(path).value();
    check_holds(one, 0);
    check_holds(other, 0);
    CHECK(
        line_of(Journal::resume(path, tests::session())) ==
        path.string() +
            ": another Ansage has this journal open; wait until its game has ended, or end it there"
    );
}

TEST_CASE("A game that was cut off says where to copy it, where nothing may be written") {
    namespace fs = std::filesystem;
    const Folder folder;
    const fs::path stick = folder / "stick";
    auto journal = new_journal(folder / "game");
    record_up_to(journal, 3);
    fs::create_directory(stick);
    fs::copy_file(folder / "game", stick / "game");
    fs::copy_file(folder / "game-wal", stick / "game-wal");
    fs::permissions(stick.parent_path(), fs::perms{0755});
    fs::permissions(stick, fs::perms{0555});
    for (const char* name : {"game", "game-wal"}) fs::permissions(stick / name, fs::perms{0444});
    std::string line;
    {
        const tests::Nobody nobody;
        line = line_of(Journal::open(stick / "game"));
    }
    fs::permissions(stick, fs::perms{0755});
    CHECK(
        line ==
        (stick / "game").string() +
            ": this game was cut off, and nothing may be written here to mend it; "
            "copy it and its -wal to a place where they may be written"
    );
    auto mended = Journal::open(stick / "game").value();
    check_holds(mended, 3);
}

TEST_CASE("A place or a file that will not do is named in one line, and is left as it was") {
    const Folder folder;
    write_file(folder / "notes", "1. e4 e5, and a good deal more of it than a header needs.\n");
    write_file(folder / "empty", "");
    const std::string notes = (folder / "notes").string();
    const std::string empty = (folder / "empty").string();
    const std::string absent = (folder / "absent").string();
    const std::string nowhere = (folder / "no" / "game").string();
    const auto create = [](const std::string& file) {
        return line_of(Journal::create(file, tests::header(), tests::session()));
    };
    const auto open = [](const std::string& file) { return line_of(Journal::open(file)); };
    CHECK(
        create(notes) ==
        notes + ": this file exists already; choose another name, or go on with it by --resume"
    );
    CHECK(
        create(nowhere) ==
        nowhere +
            ": the journal cannot be created: No such file or directory; "
            "name a file in a folder that exists and may be written"
    );
    CHECK(create("/proc/game").starts_with("/proc/game: the journal cannot be created: "));
    CHECK(open(notes) == notes + ": this is no journal of Ansage; name a file that Ansage wrote");
    CHECK(open(empty) == empty + ": this is no journal of Ansage; name a file that Ansage wrote");
    CHECK(open(absent) == absent + ": there is no such journal; check the name");
    CHECK(open((folder / ".").string()).ends_with("; check that it exists and may be read"));
    CHECK(std::filesystem::file_size(notes) == 58);
    CHECK(std::filesystem::file_size(empty) == 0);
}

TEST_CASE("A disk too full to begin on leaves no file behind") {
    const Folder folder;
    const FullDisk full{2048};
    const std::string line =
        line_of(Journal::create(folder / "game", tests::header(), tests::session()));
    CHECK(
        line ==
        (folder / "game").string() +
            ": the disk takes no more; make room there or check it; what was stored before is safe"
    );
    CHECK(folder.names().empty());
}

TEST_CASE("A disk that fills up loses nothing stored, and takes the rest when there is room") {
    const Folder folder;
    auto journal = new_journal(folder / "game");
    record_up_to(journal, 10);
    record(journal, 11, Durability::with_next);
    const Digest digest = journal.digest();
    {
        const FullDisk full{std::filesystem::file_size(folder / "game-wal") + 100};
        const tests::Step made = step(12);
        const auto done = journal.record(made.input, made.events, Durability::full);
        REQUIRE(!done.has_value());
        CHECK(done.error().what == "the disk takes no more");
        CHECK(journal.size() == 11);
        CHECK(journal.digest() == digest);
        CHECK(!journal.flush().has_value());
    }
    record_up_to(journal, 13);
    check_holds(journal, 13);
    REQUIRE(journal.close().has_value());
    auto again = Journal::open(folder / "game").value();
    check_holds(again, 13);
}

TEST_CASE("A disk that fills up and stays full leaves a journal with all that was stored") {
    const Folder folder;
    auto journal = new_journal(folder / "game");
    record_up_to(journal, 10);
    {
        const FullDisk full{std::filesystem::file_size(folder / "game-wal") + 100};
        const tests::Step made = step(11);
        REQUIRE(!journal.record(made.input, made.events, Durability::full).has_value());
        static_cast<void>(journal.close());
    }
    auto again = Journal::open(folder / "game").value();
    check_holds(again, 10);
}

TEST_CASE("The digest depends on every row, on the header and on the session") {
    const auto digest_with = [](const Header& header, const Session& session, std::uint64_t first) {
        auto journal = Journal::create_in_memory(header, session).value();
        record(journal, first);
        record(journal, 2);
        return to_string(journal.digest());
    };
    Header other_header = tests::header();
    other_header.profiles[0].text += ' ';
    Session other_session = tests::session();
    other_session.boot_id += ' ';
    const std::vector<std::string> digests{
        digest_with(tests::header(), tests::session(), 1),
        digest_with(other_header, tests::session(), 1),
        digest_with(tests::header(), other_session, 1),
        digest_with(tests::header(), tests::session(), 3),
    };
    CHECK(digests[0] == digest_with(tests::header(), tests::session(), 1));
    for (std::size_t index = 1; index < digests.size(); ++index) {
        CHECK(digests[index].size() == 64);
        CHECK(digests[index] != digests[0]);
    }
}

} // namespace ansage::journal
