// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.hpp"

#include <array>

namespace ansage::app {
namespace {

constexpr std::array table{
    terminal::Command{"demo", "a real game at two simulated boards", run_demo},
    terminal::Command{"play", "run a table, with real boards or none", run_play},
    terminal::Command{"clock", "the talking chess clock alone", run_clock},
    terminal::Command{"join", "a further console at a running table", run_join},
    terminal::Command{"replay", "print, or verify, a kept game", run_replay},
    terminal::Command{"say", "words for moves", run_say},
    terminal::Command{"parse", "moves from words", run_parse},
    terminal::Command{
        "position", "facts of a position: legal moves, status, who can still mate", run_position},
    terminal::Command{"run", "run table scripts, and check them", run_run},
    terminal::Command{"arbiter", "compare two scores, and rule when boards differ", run_arbiter},
    terminal::Command{"score", "a scoresheet as PGN, text, braille or JSON", run_score},
    terminal::Command{"board", "find, watch, check and simulate boards", run_board},
    terminal::Command{
        "doctor", "what works on this machine, and how to mend what does not", run_doctor},
    terminal::Command{
        "profiles", "list, show and check the shipped and your own profiles", run_profiles},
};

} // namespace

std::span<const terminal::Command> commands() {
    return table;
}

} // namespace ansage::app
