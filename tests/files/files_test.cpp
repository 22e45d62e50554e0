// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files and lines, and where they end.
#include "files/files.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/nobody.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <vector>

namespace ansage::files {
namespace {

namespace fs = std::filesystem;
using tests::Folder;

void put(const std::string& path, const std::string& text) {
    std::ofstream{path, std::ios::binary} << text;
}

std::string got(const std::string& path) {
    std::ifstream stream{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

// What read_all says of it: "read", if it gives back every byte.
std::string reads(const std::string& text) {
    std::istringstream stream{text};
    const auto read = read_all(stream, "game.pgn");
    if (read) return *read == text ? "read" : "read, but other bytes";
    return base::to_line(read.error());
}

std::string lines(std::size_t bytes) {
    std::string text(bytes, 'x');
    for (std::size_t at = 99; at < bytes; at += 100) text[at] = '\n';
    return text;
}

const std::string line_too_long =
    "game.pgn: this holds a line that is too long; give a file that somebody wrote";
const std::string text_too_long =
    "game.pgn: this is longer than any text that is read; give a file that somebody wrote";

} // namespace

TEST_CASE("Every byte of a text is read") {
    for (const std::string& text :
         {std::string{},
          std::string{"no end"},
          std::string{"a\r\n\n\tb \n"},
          std::string{"\0\xff\0", 3},
          lines(65536),
          lines(65537),
          lines(3 * 65536)})
        CHECK(reads(text) == "read");
}

TEST_CASE("A line may be as long as is promised and not a byte longer") {
    const std::string longest(longest_line, 'x');
    for (const char* before : {"", "\n", "a\n", "first\nsecond\n"}) {
        for (const char* after : {"", "\n", "\nlast"}) {
            INFO("before " << before << " after " << after);
            CHECK(reads(before + longest + after) == "read");
            CHECK(reads(before + longest + "x" + after) == line_too_long);
        }
    }
}

TEST_CASE("A text may be as long as is promised and not a byte longer") {
    CHECK(reads(lines(longest_text)) == "read");
    CHECK(reads(lines(longest_text) + "x") == text_too_long);
}

TEST_CASE("A journal is read whole, though it has no lines and is longer than a text") {
    CHECK(reads("SQLite format 3" + std::string(longest_line, '\0')) == "read");
    CHECK(reads("SQLite format 3" + std::string(longest_text, '\0')) == "read");
    CHECK(reads("SQLite format 2" + std::string(longest_line, '\0')) == line_too_long);
}

TEST_CASE("What is no file that can be read is an error that names it") {
    const Folder folder;
    const auto says = [](const std::string& path) {
        return base::to_line(read_file(path).error());
    };
    const std::string why = ": this file cannot be read; check the name and that you may read it";
    CHECK(says(folder / "missing") == folder / "missing" + why);
    CHECK(says(folder.path()) == folder.path() + why);
    CHECK(says("") == "this file cannot be read; check the name and that you may read it");
    put(folder / "secret", "text");
    CHECK(read_file(folder / "secret") == "text");
    fs::permissions(folder.path(), fs::perms{0755});
    fs::permissions(folder / "secret", fs::perms::none);
    const tests::Nobody nobody;
    CHECK(says(folder / "secret") == folder / "secret" + why);
}

TEST_CASE("A device that never ends is refused") {
    CHECK(
        base::to_line(read_file("/dev/zero").error()) ==
        "/dev/zero: this holds a line that is too long; give a file that somebody wrote"
    );
}

namespace {

std::vector<std::string> lines_of(const std::string& bytes) {
    std::istringstream stream{bytes};
    TextLines text{stream, "script"};
    std::vector<std::string> read;
    while (const auto line = text.next().value()) read.push_back(*line);
    CHECK_FALSE(text.next().value());
    return read;
}

} // namespace

TEST_CASE("Lines come one by one, without their ends, whatever they were saved in") {
    using Lines = std::vector<std::string>;
    CHECK(lines_of("first\n\n third \r\nlast") == Lines{"first", "", " third ", "last"});
    CHECK(lines_of("a\rb\r\rc\n") == Lines{"a", "b", "", "c"});
    CHECK(lines_of("\n\na") == Lines{"", "", "a"});
    CHECK(lines_of("") == Lines{});
    CHECK(lines_of("\n") == Lines{""});
    CHECK(lines_of("\r\n") == Lines{""});
    CHECK(lines_of("a") == Lines{"a"});
    CHECK(
        lines_of("\xEF\xBB\xBF"
                 "fünf\n") == Lines{"fünf"}
    );
    CHECK(lines_of("f\xFCnf\nfünf\n") == Lines{"fünf", "fünf"});
    CHECK(
        lines_of(std::string{
            "\xFF\xFE"
            "f\0\xFC\0\r\0\n\0n\0",
            12}) == Lines{"fü", "n"}
    );
    CHECK(lines_of(std::string{"a\0\n\0b\0", 6}) == Lines{"a", "b"});
}

TEST_CASE("What lines are taken for is told once") {
    std::istringstream stream{"a\nf\xFCnf\nf\xFCnf\n"};
    TextLines text{stream, "script"};
    CHECK(text.next().value() == "a");
    CHECK_FALSE(text.take_remark());
    CHECK(text.next().value() == "fünf");
    CHECK(text.take_remark());
    CHECK(text.next().value() == "fünf");
    CHECK_FALSE(text.take_remark());
}

TEST_CASE("The next line may be as long as is promised and not a byte longer") {
    const std::string longest(longest_line, 'x');
    std::istringstream stream{longest + "\n" + longest + "x\n"};
    TextLines text{stream, "game.pgn"};
    CHECK(text.next().value() == longest);
    CHECK(base::to_line(text.next().error()) == line_too_long);
}

TEST_CASE("A file is written whole, in place of what was there") {
    const Folder folder;
    const std::string file = folder / "sheet";
    const std::string text{"1. e4\n\0\xff", 8};
    REQUIRE(write_file(file, "what was there, and longer"));
    REQUIRE(write_file(file, text));
    CHECK(got(file) == text);
    CHECK(std::distance(fs::directory_iterator{folder.path()}, {}) == 1);
}

TEST_CASE("What cannot be written whole leaves everything as it was") {
    const Folder folder;
    const std::string why =
        ": this file cannot be written; check the disk and that you may write there";
    const auto says = [](const std::string& path, std::size_t bytes = 100'000) {
        return base::to_line(write_file(path, std::string(bytes, 'x')).error());
    };
    CHECK(says(folder / "missing/sheet") == folder / "missing/sheet" + why);
    fs::create_directory(folder / "taken");
    put(folder / "taken/inside", "kept");
    CHECK(says(folder / "taken") == folder / "taken" + why);
    CHECK(got(folder / "taken/inside") == "kept");
    // The disk is full.
    put(folder / "sheet", "kept");
    for (const std::size_t bytes : {1U, 100'000U}) {
        fs::create_symlink("/dev/full", folder / "sheet.part");
        CHECK(says(folder / "sheet", bytes) == folder / "sheet" + why);
    }
    CHECK(got(folder / "sheet") == "kept");
    // Nothing half-written is left behind.
    CHECK(std::distance(fs::directory_iterator{folder.path()}, {}) == 2);
}

TEST_CASE("What is no file, such as a pipe or a device, is written to and stays what it is") {
    const Folder folder;
    const std::string pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    // Both ends open, so that nobody waits.
    std::fstream both{pipe, std::ios::in | std::ios::out};
    REQUIRE(write_file(pipe, "1. e4\n"));
    REQUIRE(fs::is_fifo(pipe));
    std::string line;
    std::getline(both, line);
    CHECK(line == "1. e4");
    CHECK(std::distance(fs::directory_iterator{folder.path()}, {}) == 1);
}

} // namespace ansage::files
