// SPDX-License-Identifier: GPL-3.0-or-later
// Servers of sound and braille, and boards, that hang, die or lie from the first byte on: the table
// opens, plays and closes, and all of it is kept.
#include "support/catch.hpp"
#include "table.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <random>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace ansage::tests::faults {

namespace {

// What it does with whoever connects.
enum class Manner : std::uint8_t { hangs, hangs_up, lies };

constexpr Manner manners[]{Manner::hangs, Manner::hangs_up, Manner::lies};

std::string bytes_of_a_liar(std::mt19937& random) {
    std::string bytes(4096, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    return bytes;
}

class Server {
public:
    Server(int listening, Manner manner)
        : listening_(listening),
          thread_([this, manner] { serve(manner); }) {}

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    Server(Server&&) = delete;
    Server& operator=(Server&&) = delete;

    ~Server() {
        ends_ = true;
        thread_.join();
        ::close(listening_);
        for (const int guest : guests_) ::close(guest);
    }

private:
    void serve(Manner manner) {
        std::mt19937 random{17};
        while (!ends_) {
            pollfd waited{listening_, POLLIN, 0};
            if (::poll(&waited, 1, 20) > 0) {
                const int guest =
                    ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
                guests_.push_back(guest);
                if (manner == Manner::hangs_up) ::shutdown(guest, SHUT_RDWR);
            }
            for (const int guest : guests_) {
                if (manner == Manner::lies) {
                    const std::string lie = bytes_of_a_liar(random);
                    static_cast<void>(::send(guest, lie.data(), lie.size(), MSG_NOSIGNAL));
                }
            }
        }
    }

    int listening_;
    std::atomic<bool> ends_{false};
    std::vector<int> guests_;
    std::thread thread_;
};

int listening_at(const std::string& path) {
    const int made = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(path.size() < sizeof address.sun_path);
    path.copy(address.sun_path, path.size());
    REQUIRE(::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::listen(made, 8) == 0);
    return made;
}

// BrlAPI's own ports begin at 4101; `display` is the number in its address.
int listening_for_braille(unsigned& display) {
    const int made = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    for (display = 40; display < 90; ++display) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(4101 + display));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
            REQUIRE(::listen(made, 8) == 0);
            return made;
        }
    }
    FAIL("no port is free");
    return -1;
}

void check_whole_game(const Folder& folder, const Words& before, const Words& options) {
    Words program = new_table(folder);
    program.insert(program.end(), options.begin(), options.end());
    Words typed = short_game();
    const Sitting sitting = sit(folder, before, program, typed);
    INFO(sitting.errors);
    CHECK(sitting.code == 0);
    CHECK(sitting.printed.size() > short_game().size() / 2);
    check_nothing_lost(folder, sitting);
}

} // namespace

TEST_CASE("A sound server that hangs, hangs up or lies does not hold a game up") {
    for (const Manner manner : manners) {
        INFO(static_cast<int>(manner));
        const Folder folder;
        const Server server{listening_at(folder / "pulse"), manner};
        Words program = new_table(folder);
        std::erase(program, "--speech");
        std::erase(program, "none");
        const Words before{"/usr/bin/env", "PULSE_SERVER=unix:" + (folder / "pulse")};
        const Sitting sitting = sit(folder, before, program, short_game());
        INFO(sitting.errors);
        CHECK(sitting.code == 0);
        CHECK(sitting.printed.size() > short_game().size() / 2);
        check_nothing_lost(folder, sitting);
    }
}

TEST_CASE("A braille server that hangs, hangs up or lies does not hold a game up") {
    for (const Manner manner : manners) {
        INFO(static_cast<int>(manner));
        const Folder folder;
        unsigned display = 0;
        const int listening = listening_for_braille(display);
        const Server server{listening, manner};
        check_whole_game(
            folder,
            {"/usr/bin/env", fmt::format("BRLAPI_HOST=127.0.0.1:{}", display)},
            {"--braille", "white"}
        );
    }
}

TEST_CASE("A board that hangs, is pulled out or lies does not hold a game up, nor plays in it") {
    for (const Manner manner : manners) {
        INFO(static_cast<int>(manner));
        const Folder folder;
        const int board = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
        REQUIRE(::grantpt(board) == 0);
        REQUIRE(::unlockpt(board) == 0);
        Words program = new_table(folder);
        *std::find(program.begin(), program.end(), "sighted none") = "sighted identity";
        program.insert(program.end(), {"--black-board", fmt::format("dgt:{}", ::ptsname(board))});
        std::atomic<bool> ends{false};
        std::thread lying{[&] {
            std::mt19937 random{4};
            while (!ends && manner == Manner::lies) {
                const std::string lie = bytes_of_a_liar(random);
                static_cast<void>(::write(board, lie.data(), lie.size()));
                ::poll(nullptr, 0, 5);
            }
        }};
        if (manner == Manner::hangs_up) ::close(board);
        const Sitting sitting = sit(
            folder, {}, program, {"arbiter starts", "white asks both", "black asks both", "quit"}
        );
        ends = true;
        lying.join();
        INFO(sitting.errors);
        CHECK((sitting.code == 0 || (sitting.code == 3 && manner == Manner::hangs_up)));
        for (const std::string& line : sitting.printed) CHECK(!line.starts_with("made"));
        if (sitting.code == 0) check_nothing_lost(folder, sitting);
        if (manner != Manner::hangs_up) ::close(board);
    }
}

} // namespace ansage::tests::faults
