// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of the machine that jump, and a machine that sleeps: the table's time is the time since
// the machine's start, and nothing else.
#include "support/catch.hpp"
#include "table.hpp"

#include <array>
#include <cstdint>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ansage::tests::faults {

namespace {

// As shim.cpp reads them.
class Clocks {
public:
    explicit Clocks(const Folder& folder)
        : path_(folder / "clocks") {
        const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        REQUIRE(::ftruncate(file, sizeof(Ahead)) == 0);
        ahead_ = static_cast<Ahead*>(
            ::mmap(nullptr, sizeof(Ahead), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        );
        ::close(file);
        REQUIRE(ahead_ != MAP_FAILED);
    }

    Clocks(const Clocks&) = delete;
    Clocks& operator=(const Clocks&) = delete;
    Clocks(Clocks&&) = delete;
    Clocks& operator=(Clocks&&) = delete;

    ~Clocks() { ::munmap(ahead_, sizeof(Ahead)); }

    void set(std::int64_t real, std::int64_t steady, std::int64_t since_start) const {
        constexpr std::int64_t second = 1'000'000'000;
        *ahead_ = {real * second, steady * second, since_start * second};
    }

    [[nodiscard]] Words before() const {
        Words words = under({.act = ""});
        words.push_back("FAULTS_CLOCK=" + path_);
        return words;
    }

private:
    using Ahead = std::array<volatile std::int64_t, 3>;

    std::string path_;
    Ahead* ahead_ = nullptr;
};

Words table_of_five_minutes(const Folder& folder, const Clocks& clocks) {
    Words words = clocks.before();
    const Words table = new_table(folder);
    words.insert(words.end(), table.begin(), table.end());
    words.insert(words.end(), {"--time", "5m"});
    return words;
}

void check_kept(const Folder& folder, Process& table) {
    table.write("quit");
    const int code = table.wait();
    INFO(table.errors());
    CHECK(code == 0);
    Sitting sitting{.code = code, .printed = {}, .errors = table.errors()};
    check_nothing_lost(folder, sitting);
}

bool has_fallen(const Process& table) {
    for (const std::string& line : table.lines())
        if (line.find("flag") != std::string::npos) return true;
    return false;
}

} // namespace

TEST_CASE("A machine that sleeps lets the clocks run on: the flag has fallen when it wakes") {
    const Folder folder;
    const Clocks clocks{folder};
    Process table{table_of_five_minutes(folder, clocks), folder.path()};
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    constexpr std::int64_t ten_minutes = 600;
    clocks.set(ten_minutes, 0, ten_minutes); // the steady clock stands while it sleeps
    CHECK(table.await("alert flag"));
    check_kept(folder, table);
}

TEST_CASE("A wall clock that is set years forwards or back changes nothing") {
    const Folder folder;
    const Clocks clocks{folder};
    Process table{table_of_five_minutes(folder, clocks), folder.path()};
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    constexpr std::int64_t years = std::int64_t{3} * 365 * 86'400;
    for (const std::int64_t jump : {years, -years, std::int64_t{0}}) {
        clocks.set(jump, 0, 0);
        table.write("white asks both");
        REQUIRE(table.await("say ear-white"));
    }
    CHECK(!has_fallen(table));
    check_kept(folder, table);
}

TEST_CASE(
    "A machine whose time since its start goes back holds the table's time until it is reached"
) {
    const Folder folder;
    const Clocks clocks{folder};
    clocks.set(0, 0, 3600);
    Process table{table_of_five_minutes(folder, clocks), folder.path()};
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    clocks.set(0, 0, 0);
    table.write("white asks both");
    REQUIRE(table.await("say ear-white"));
    CHECK(!has_fallen(table));
    check_kept(folder, table);
}

} // namespace ansage::tests::faults
