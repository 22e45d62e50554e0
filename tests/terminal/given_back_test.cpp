// SPDX-License-Identifier: GPL-3.0-or-later
// However a program ends, its terminal is as it was.
#include "pseudo_terminal.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <csignal>
#include <cstring>
#include <sys/wait.h>

namespace {

using ansage::tests::Folder;
using ansage::tests::is_same;
using ansage::tests::Process;
using ansage::tests::ProgramAtTerminal;
using ansage::tests::PseudoTerminal;
using Words = std::vector<std::string>;

struct End {
    std::string keys; // that are typed, or else
    int signal = 0; // that is sent
};

const std::vector<End>& ends() {
    // A failed check of our own is SIGABRT.
    static const std::vector<End> all {
        {{}, SIGTERM}, {{}, SIGINT}, {{}, SIGHUP}, {{}, SIGABRT}, {{}, SIGQUIT},
#if !defined(__SANITIZE_ADDRESS__) // which takes this signal for a fault that it found
            {{}, SIGSEGV},
#endif
    };
    return all;
}

void end(const ProgramAtTerminal& program, const PseudoTerminal& terminal, const End& how) {
    if (how.signal != 0) program.send(how.signal);
    else terminal.type(how.keys);
}

// Starts it, has it ended in each way when it is `ready`, and looks at the terminal.
template <class Ready>
void check_every_end(Words command, const Folder& folder, const std::string& quit, Ready ready) {
    command.insert(command.begin(), ansage::tests::program());
    std::vector<End> all = ends();
    all.push_back({quit, 0});
    for (const End& how : all) {
        INFO(command[1] << " ended by signal " << how.signal << ", or keys if 0");
        PseudoTerminal terminal;
        const termios before = terminal.mode();
        ProgramAtTerminal program{terminal, command, folder.path()};
        CHECK(ready(terminal));
        end(program, terminal, how);
        const auto status = program.wait(terminal);
        REQUIRE(status.has_value());
        const bool is_in_order =
            how.signal != SIGABRT && how.signal != SIGSEGV && how.signal != SIGQUIT;
        INFO(terminal.printed());
        CHECK((is_in_order || WIFSIGNALED(*status)));
        CHECK(is_same(terminal.mode(), before));
        CHECK_FALSE(terminal.is_non_blocking());
    }
}

} // namespace

TEST_CASE("A clock gives the terminal back", "[terminal]") {
    const Folder folder;
    check_every_end(
        {"clock", "--time", "5m", "--speech", "none"},
        folder,
        ":quit\n",
        [](const PseudoTerminal& terminal) { return terminal.awaits_raw(); }
    );
}

TEST_CASE("A clock that has begun gives the terminal back", "[terminal]") {
    const Folder folder;
    check_every_end(
        {"clock", "--time", "5m", "--speech", "none"},
        folder,
        ":quit\n",
        [](PseudoTerminal& terminal) {
            const bool is_raw = terminal.awaits_raw();
            terminal.type("\n");
            return is_raw && terminal.await("clock white");
        }
    );
}

TEST_CASE("Whoever is asked for a time control can be interrupted", "[terminal]") {
    const Folder folder;
    check_every_end(
        {"clock", "--speech", "none"},
        folder,
        "\x03",
        [](const PseudoTerminal& terminal) { return terminal.awaits_raw(); }
    );
}

TEST_CASE("A table leaves the terminal as it was", "[terminal]") {
    const Folder folder;
    check_every_end(
        {"play", "--white", "impaired none", "--black", "sighted none", "--speech", "none"},
        folder,
        "quit\ny\n",
        [](PseudoTerminal& terminal) {
            const bool is_open = terminal.await("code ");
            terminal.type("arbiter starts\n");
            return is_open && terminal.await("clock white");
        }
    );
}

TEST_CASE("A console leaves the terminal as it was", "[terminal]") {
    const Folder folder;
    Process table{{ansage::tests::program(), "play", "--speech", "none"}, folder.path()};
    REQUIRE(table.await("code "));
    check_every_end({"join", "white"}, folder, "quit\n", [](PseudoTerminal& terminal) {
        return terminal.await("White: ") && terminal.is_raw();
    });
}

TEST_CASE("A console whose table ends leaves the terminal as it was", "[terminal]") {
    const Folder folder;
    Process table{{ansage::tests::program(), "play", "--speech", "none"}, folder.path()};
    REQUIRE(table.await("code "));
    PseudoTerminal terminal;
    const termios before = terminal.mode();
    ProgramAtTerminal console{terminal, {ansage::tests::program(), "join", "black"}, folder.path()};
    REQUIRE(terminal.await("Black: "));
    table.write("quit");
    const auto status = console.wait(terminal);
    CHECK(status.has_value());
    CHECK(is_same(terminal.mode(), before));
    CHECK_FALSE(terminal.is_non_blocking());
}
