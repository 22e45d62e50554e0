// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever recomputes a whole game is found out by a signature, or by eight words.
#include "journal/games.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <set>
#include <sqlite3.h>

namespace ansage::journal {
namespace {

using tests::Folder;

Journal game(const std::filesystem::path& file, std::uint64_t records) {
    auto journal = Journal::create(file, tests::header(), tests::session()).value();
    for (std::uint64_t number = 1; number <= records; ++number) {
        const tests::Step made = tests::step(number);
        REQUIRE(journal.record(made.input, made.events, Durability::full).has_value());
    }
    return journal;
}

void sign(const std::filesystem::path& file, const SigningKey& key) {
    auto journal = Journal::open(file).value();
    REQUIRE(journal.sign(key, base::Millis{1'700'000'000'000}).has_value());
    REQUIRE(journal.close().has_value());
}

void run_sql(const std::filesystem::path& file, const char* text) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
    CHECK(sqlite3_exec(database, text, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
}

} // namespace

TEST_CASE("Eight words stand for 88 bits, and each bit changes one of them") {
    std::array<std::uint8_t, 32> bytes{};
    const std::string none = fingerprint(bytes);
    CHECK(std::ranges::count(none, ' ') == 7);
    std::set<std::string> different{none};
    for (unsigned bit = 0; bit < 88; ++bit) {
        auto other = bytes;
        other[bit / 8] = static_cast<std::uint8_t>(1U << (bit % 8));
        different.insert(fingerprint(other));
    }
    CHECK(different.size() == 89);
    bytes[11] = 0xFF;
    CHECK(fingerprint(bytes) == none);
}

TEST_CASE("A key is written and read, and nothing else is a key") {
    const SigningKey key = new_key();
    const auto again = parse_key(to_text(key));
    REQUIRE(again);
    CHECK(again->open == key.open);
    CHECK_FALSE(parse_key(""));
    CHECK_FALSE(parse_key(to_text(key).substr(1)));
    std::string altered = to_text(key);
    altered.back() = altered.back() == '0' ? '1' : '0'; // its halves do not belong together
    CHECK_FALSE(parse_key(altered));
}

TEST_CASE("What was signed is vouched for, also when the game goes on") {
    const Folder folder;
    const SigningKey key = new_key();
    REQUIRE(game(folder / "game", 5).close().has_value());
    sign(folder / "game", key);
    auto journal = Journal::open(folder / "game").value();
    auto signatures = journal.signatures().value();
    REQUIRE(signatures.size() == 1);
    CHECK(signatures[0].holds);
    CHECK(signatures[0].records == 5);
    CHECK(signatures[0].key == key.open);
    CHECK(signatures[0].digest == journal.digest());
    REQUIRE(journal.close().has_value());

    auto resumed = Journal::resume(folder / "game", tests::session()).value();
    const tests::Step made = tests::step(6);
    REQUIRE(resumed.record(made.input, made.events, Durability::full).has_value());
    REQUIRE(resumed.close().has_value());
    auto later = Journal::open(folder / "game").value();
    signatures = later.signatures().value();
    REQUIRE(signatures.size() == 1);
    CHECK(signatures[0].holds);
    CHECK(signatures[0].digest != later.digest());
}

TEST_CASE("A signature of another game, or by another key, does not hold") {
    const Folder folder;
    const SigningKey key = new_key();
    REQUIRE(game(folder / "signed", 5).close().has_value());
    sign(folder / "signed", key);
    const char* const act = GENERATE(
        "UPDATE signatures SET key = zeroblob(32)",
        "UPDATE signatures SET key = x'00'",
        "UPDATE signatures SET signature = zeroblob(64)",
        "UPDATE signatures SET digest = zeroblob(32)"
    );
    run_sql(folder / "signed", act);
    auto journal = Journal::open(folder / "signed").value();
    const auto signatures = journal.signatures().value();
    REQUIRE(signatures.size() == 1);
    CHECK_FALSE(signatures[0].holds);
}

TEST_CASE("A game that somebody wrote anew has no signature of the key, and other words") {
    const Folder folder;
    const SigningKey key = new_key();
    REQUIRE(game(folder / "true", 5).close().has_value());
    sign(folder / "true", key);
    REQUIRE(game(folder / "false", 4).close().has_value());
    auto honest = Journal::open(folder / "true").value();
    auto forged = Journal::open(folder / "false").value();
    CHECK(forged.signatures().value().empty());
    CHECK(fingerprint(forged.digest()) != fingerprint(honest.digest()));
}

} // namespace ansage::journal
