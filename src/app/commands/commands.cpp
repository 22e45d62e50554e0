// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.hpp"

#include "app/commands/learn.hpp"
#include "app/commands/play_settings.hpp"
#include "terminal/options.hpp"

#include <array>

namespace ansage::app {
namespace {

template <terminal::Options (*options)()>
std::vector<terminal::Options> only() {
    return {options()};
}

constexpr std::array table{
    terminal::Command{"demo", "a real game at two simulated boards", only<demo_options>, run_demo},
    terminal::Command{
        "play", "run a table, with real boards or none", only<play_options>, run_play},
    terminal::Command{"clock", "the talking chess clock alone", only<clock_options>, run_clock},
    terminal::Command{"join", "a further console at a running table", only<join_options>, run_join},
    terminal::Command{
        "learn", "the words of the announcements by ear", only<learn_options>, run_learn},
    terminal::Command{"replay", "print, or verify, a kept game", only<replay_options>, run_replay},
    terminal::Command{"say", "words for moves", only<say_options>, run_say},
    terminal::Command{"parse", "moves from words", only<parse_options>, run_parse},
    terminal::Command{
        "position",
        "facts of a position: legal moves, status, who can still mate",
        only<position_options>,
        run_position},
    terminal::Command{"run", "run table scripts, and check them", only<run_options>, run_run},
    terminal::Command{
        "arbiter", "compare two scores, and rule when boards differ", arbiter_options, run_arbiter},
    terminal::Command{
        "hall", "many tables, one arbiter: set up a hall, and watch it", hall_options, run_hall},
    terminal::Command{
        "score", "a scoresheet as PGN, text, braille or JSON", only<score_options>, run_score},
    terminal::Command{
        "board", "find, watch, check and simulate boards", only<board_options>, run_board},
    terminal::Command{
        "doctor",
        "what works on this machine, and how to mend what does not",
        only<doctor_options>,
        run_doctor},
    terminal::Command{
        "profiles",
        "list, show and check the shipped and your own profiles",
        only<profiles_options>,
        run_profiles},
};

} // namespace

std::span<const terminal::Command> commands() { return table; }

} // namespace ansage::app
