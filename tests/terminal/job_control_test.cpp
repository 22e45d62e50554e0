// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-Z and `fg`, and `bg` between them, in a shell with job control, wherever people type or
// read: stopped, a program gives the terminal back; in front again it has it as before, says in one
// line where things stand, and what is typed does what it did.
#include "shell.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using ansage::tests::Folder;
using ansage::tests::Process;
using ansage::tests::Shell;

struct Kind {
    std::string name;
    std::string command;
    std::string begun; // what it says when it can be stopped
    std::string stands; // what it says when it is in front again
    std::string keys; // that are typed then
    std::string done; // what they lead to
    std::string end; // what ends it
};

std::size_t count_of(const std::string& words, const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
        ++count;
    return count;
}

void check(const Kind& kind, const Folder& folder, const std::string& between) {
    INFO(kind.name << (between.empty() ? "" : ", " + between));
    Shell shell{folder.path()};
    REQUIRE(shell.is_there());
    shell.type(std::string{ansage::tests::program()} + ' ' + kind.command + '\n');
    REQUIRE(shell.await(kind.begun));
    REQUIRE(shell.terminal().awaits_raw());
    CHECK(shell.stops());
    if (!between.empty()) {
        shell.type(between + '\n');
        CHECK(shell.await(Shell::prompt));
    }
    CHECK(shell.goes_on());
    CHECK(shell.await(kind.stands));
    CHECK(shell.terminal().awaits_raw());
    shell.type(kind.keys);
    CHECK(shell.await(kind.done));
    UNSCOPED_INFO(shell.terminal().printed());
    if (kind.keys.size() > 4) { // each key is shown once
        const std::string typed = kind.keys.substr(0, kind.keys.find('\n'));
        CHECK(count_of(typed, shell.terminal().printed()) == 1);
    }
    CHECK(shell.stops()); // and a second time
    CHECK(shell.goes_on());
    CHECK(shell.await(kind.stands));
    shell.type(kind.end);
    CHECK(shell.has_ended());
}

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{
        {"clock",
         "clock --time 5m --speech none",
         "Time: 5 minutes.",
         "White: ",
         " ",
         "clock white",
         ":quit\n"},
        {"clock, choosing",
         "clock --speech none",
         "Preset 1: ",
         "Preset 1",
         "13\n",
         "Preset 13: 15 minutes.",
         "\x03"},
        {"play",
         "play --white 'impaired none' --black 'sighted none' --speech none",
         "code ",
         "White: ",
         "arbiter starts\n",
         "clock white",
         "quit\ny\n"},
        {"set-up", "play --speech none", "?", "?", "\n", "?", "\x03"},
        {"learn", "learn --speech none", "Which letter?", "", "\n", "No: ", "\x03"},
    };
    return all;
}

} // namespace

TEST_CASE("Stopped and in front again, every terminal of ours is as it was", "[terminal]") {
    const std::string between = GENERATE(as<std::string>{}, "", "bg");
    for (const Kind& kind : kinds()) {
        const Folder folder;
        check(kind, folder, between);
    }
}

TEST_CASE("A console that was stopped shows a line once, and its prompt", "[terminal]") {
    const Folder folder;
    const std::string between = GENERATE(as<std::string>{}, "", "bg");
    Process table{{ansage::tests::program(), "play", "--speech", "none"}, folder.path()};
    REQUIRE(table.await("code "));
    check(
        {"join", "join white", "White: ", "Your time: ", "e2 e4\n", "The clocks stand. ", "quit\n"},
        folder,
        between
    );
}

TEST_CASE("What was begun at a console is there again after a stop", "[terminal]") {
    const Folder folder;
    Process table{{ansage::tests::program(), "play", "--speech", "none"}, folder.path()};
    REQUIRE(table.await("code "));
    Shell shell{folder.path()};
    REQUIRE(shell.is_there());
    shell.type(std::string{ansage::tests::program()} + " join white\n");
    REQUIRE(shell.await("White: "));
    REQUIRE(shell.terminal().awaits_raw());
    shell.type("e2 e");
    REQUIRE(shell.await("e2 e"));
    CHECK(shell.stops());
    shell.type("fg\n");
    CHECK(shell.await("White: e2 e"));
    shell.type("4\n");
    CHECK(shell.await("White: "));
    shell.type("quit\n");
    CHECK(shell.has_ended());
}

TEST_CASE("A display that is stopped leaves the screen, and draws it again", "[terminal]") {
    const Folder folder;
    Process table{
        {ansage::tests::program(), "clock", "--time", "5m", "--speech", "none"}, folder.path()};
    REQUIRE(table.await("Time: "));
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    for (const bool is_dumb : {false, true}) {
        INFO("dumb " << is_dumb);
        const std::string enters = is_dumb ? "WHITE" : "\x1b[?1049h";
        Shell shell{folder.path()};
        REQUIRE(shell.is_there());
        shell.type(
            std::string{"TERM="} + (is_dumb ? "dumb " : "xterm ") + ansage::tests::program() +
            " clock --display\n"
        );
        CHECK(shell.await(enters));
        CHECK(shell.stops());
        if (!is_dumb) CHECK(shell.terminal().printed().find("\x1b[?1049l") != std::string::npos);
        shell.type("fg\n");
        CHECK(shell.await(enters));
        CHECK(shell.await("WHITE"));
        if (is_dumb) CHECK(shell.terminal().printed().find('\x1b') == std::string::npos);
        shell.type("\x03");
        CHECK(shell.has_ended());
    }
}

TEST_CASE("What reads no keys goes on as well", "[terminal]") {
    const Folder folder;
    Process board{{ansage::tests::program(), "board", "simulate", "peg"}, folder.path()};
    REQUIRE(board.await("port "));
    const std::string port = board.last().substr(std::string{"port "}.size());
    Shell shell{folder.path()};
    REQUIRE(shell.is_there());
    // It says nothing at first, and a line that the shell has not read is lost at Ctrl-Z.
    shell.type(
        std::string{"echo be''gun; "} + ansage::tests::program() + " board check peg:" + port +
        " --language en\n"
    );
    REQUIRE(shell.await("begun"));
    CHECK(shell.stops());
    shell.type("fg\n");
    CHECK(shell.await("ood: "));
    CHECK(shell.has_ended());
}
