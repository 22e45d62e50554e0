// SPDX-License-Identifier: GPL-3.0-or-later
// The socket of a running table: who reaches it, and what it thinks of those who are no consoles.
#include "consoles/joined.hpp"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ansage::tests;

namespace {

namespace fs = std::filesystem;

// A line to the table on which nothing has been said.
class Line {
public:
    explicit Line(const Folder& folder)
        : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string path = folder / "ansage/table.sock";
        path.copy(static_cast<char*>(address.sun_path), sizeof address.sun_path - 1);
        is_connected_ =
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how sockets are
            // addressed
            ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }

    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    Line(Line&&) = delete;
    Line& operator=(Line&&) = delete;

    ~Line() { ::close(socket_); }

    [[nodiscard]] bool is_connected() const { return is_connected_; }

    // False when the table has hung up.
    [[nodiscard]] bool say(const std::string& text) const {
        return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
            static_cast<ssize_t>(text.size());
    }

    // The table hangs up within ten seconds, whatever it says before.
    [[nodiscard]] bool is_closed() const {
        pollfd wait{.fd = socket_, .events = POLLIN, .revents = 0};
        std::array<char, 4096> bytes{};
        while (::poll(&wait, 1, 10'000) > 0)
            if (::read(socket_, bytes.data(), bytes.size()) <= 0) return true;
        return false;
    }

private:
    int socket_;
    bool is_connected_ = false;
};

// A console that joins and then neither reads nor writes.
class DeafConsole {
public:
    DeafConsole(const Folder& folder, const std::string& role)
        : line_(folder) {
        REQUIRE(line_.is_connected());
        REQUIRE(line_.say(fmt::format("{{\"kind\":\"join\",\"role\":\"{}\"}}\n", role)));
    }

private:
    Line line_;
};

// As another user of the machine: 0 when the line is closed at once.
bool is_hung_up_on_nobody(const Folder& folder) {
    constexpr uid_t nobody = 65534;
    const pid_t child = ::fork();
    if (child == 0) {
        bool is_closed = false;
        if (::setuid(nobody) == 0) {
            const Line line{folder};
            is_closed = line.is_connected() && line.is_closed();
        }
        ::_exit(is_closed ? 0 : 1);
    }
    int status = 1;
    return ::waitpid(child, &status, 0) == child && status == 0;
}

} // namespace

TEST_CASE("Only the owner can reach the socket", "[console]") {
    const Folder folder;
    Table table{folder};

    struct stat found {};

    REQUIRE(::stat((folder / "ansage").c_str(), &found) == 0);
    CHECK((found.st_mode & 0777U) == 0700U);
    REQUIRE(::stat((folder / "ansage/table.sock").c_str(), &found) == 0);
    CHECK((found.st_mode & 0777U) == 0600U);
    // Where it was opened by hand, whoever comes is looked at; only root can be somebody else here,
    // of its own group.
    if (::geteuid() == 0) {
        fs::permissions(folder.path(), fs::perms::owner_all | fs::perms::group_exec);
        fs::permissions(folder / "ansage", fs::perms::owner_all | fs::perms::group_exec);
        fs::permissions(folder / "ansage/table.sock", fs::perms::all);
        CHECK(is_hung_up_on_nobody(folder));
    }
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
    CHECK_FALSE(fs::exists(folder / "ansage/table.sock"));
}

TEST_CASE("A table whose folder is taken away can be joined again", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto is_joined = [&] {
        // The table looks after its place once a second.
        for (int tries = 0; tries < 200; ++tries) {
            const auto console = table.join({"spectator"});
            if (console->await("Joined: ")) {
                console->write("quit");
                return console->wait() == 0;
            }
            static_cast<void>(console->wait());
            std::this_thread::sleep_for(std::chrono::milliseconds{100});
        }
        return false;
    };
    CHECK(is_joined());
    SECTION("the socket alone") { fs::remove(folder / "ansage/table.sock"); }
    SECTION("the lock alone") { fs::remove(folder / "ansage/table.lock"); }
    SECTION("everything, as at logout") { fs::remove_all(folder / "ansage"); }
    CHECK(is_joined());
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
    CHECK_FALSE(fs::exists(folder / "ansage/table.sock"));
}

TEST_CASE("A line without an end is no line of a console", "[console]") {
    const Folder folder;
    Table table{folder};
    const Line line{folder};
    REQUIRE(line.is_connected());
    const std::string piece(4096, 'x');
    for (int count = 0; count < 64 && line.say(piece); ++count) {
    }
    CHECK(line.is_closed());
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
}

TEST_CASE("A folder that others may enter is no place for consoles", "[console]") {
    const Folder folder;
    fs::create_directory(folder / "ansage");
    fs::permissions(folder / "ansage", fs::perms::owner_all | fs::perms::others_read);
    Process table{
        command_line({"play", "--speech", "none", "--journal", folder / "game.ansage"}),
        folder.path()};
    table.write("quit");
    CHECK(table.wait() == 0);
    CHECK_FALSE(holds(table.lines(), "code "));
    CHECK_THAT(
        table.errors(), Catch::Contains("a running table needs a folder that only you can enter")
    );
}

TEST_CASE("A console that hangs is dropped and told of, and the table plays on", "[console]") {
    const Folder folder;
    Table table{folder};
    const DeafConsole deaf{folder, "black"};
    REQUIRE(table.process().await("say arbiter: Console joined: Black."));
    auto white = table.join({"white"});
    REQUIRE(white->await("Joined: "));
    for (int line = 0; line < 130; ++line) {
        table.process().write("arbiter starts");
        table.process().write("arbiter pauses");
    }
    REQUIRE(table.process().await("say arbiter: Console dropped: Black"));
    white->write("c");
    CHECK(white->await("Your time: "));
    const auto again = table.join({"black"});
    CHECK(again->await("Joined: Black."));
}
