// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a journal's file, its -wal or its head: it opens and is read to its end, or there is
// a sentence. The first byte says which of them the rest is; the others are a game's own.
#include "base/check.hpp"
#include "journal/journal.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

using namespace ansage;

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
    std::ifstream stream{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

void write(const fs::path& path, const std::string& bytes) {
    std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
}

fs::path folder() {
    const fs::path shared{"/dev/shm"}; // no disk is worn out
    return (fs::exists(shared) ? shared : fs::temp_directory_path()) /
        ("ansage-fuzz-" + std::to_string(::getpid()));
}

// A game that was cut off after some commits: all three files.
struct Game {
    std::string file;
    std::string wal;
    std::string head;
};

Game cut_off(const fs::path& path) {
    auto journal =
        journal::Journal::create(path, {.setup = "@white impaired none\n", .profiles = {}}, {})
            .value();
    for (int count = 0; count < 5; ++count) {
        const table::Input input{base::Instant{base::Millis{count}}, table::TimeNoted{}};
        ANSAGE_CHECK(journal.record(input, {}, journal::Durability::full).has_value());
    }
    return {contents(path), contents(path.string() + "-wal"), contents(path.string() + "-head")};
}

void remove_game(const fs::path& path) {
    for (const char* const beside : {"", "-wal", "-shm", "-head", "-journal"}) {
        std::error_code ignored;
        fs::remove(path.string() + beside, ignored);
    }
}

void read(const fs::path& path, journal::Extent extent) {
    auto journal = journal::Journal::open(path, extent);
    if (!journal) {
        ANSAGE_CHECK(!journal.error().what.empty());
        return;
    }
    ANSAGE_CHECK(journal->header() || extent != journal::Extent::whole);
    ANSAGE_CHECK(journal->sessions().has_value());
    auto reader = journal->read();
    std::uint64_t rows = 0;
    while (reader) {
        const auto row = reader->next_row();
        if (!row || !*row) break;
        ANSAGE_CHECK((*row)->number == ++rows);
    }
    ANSAGE_CHECK(journal->fault() || rows == journal->size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fs::path path = [] {
        fs::create_directories(folder());
        return folder() / "game.ansage";
    }();
    static const Game game = [] {
        remove_game(path);
        return cut_off(path);
    }();
    if (size == 0) return 0;
    const std::string rest{reinterpret_cast<const char*>(data) + 1, size - 1};
    const int which = data[0] % 3;
    for (const journal::Extent extent : {journal::Extent::whole, journal::Extent::to_verify}) {
        remove_game(path);
        write(path, which == 0 ? rest : game.file);
        if (which != 0) {
            write(path.string() + "-wal", which == 1 ? rest : game.wal);
            write(path.string() + "-head", which == 2 ? rest : game.head);
        }
        read(path, extent);
    }
    return 0;
}
