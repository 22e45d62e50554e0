#include "app/commands/commands.hpp"

#include <array>

namespace ansage::app {
namespace {

constexpr std::array table{
    Command{"demo", "a real game at two simulated boards", run_demo},
    Command{"play", "run a table, with real boards or none", run_play},
    Command{"clock", "the talking chess clock alone", run_clock},
    Command{"join", "a further console at a running table", run_join},
    Command{"replay", "print, or verify, a kept game", run_replay},
    Command{"say", "words for moves", run_say},
    Command{"parse", "moves from words", run_parse},
    Command{
        "position", "facts of a position: legal moves, status, who can still mate", run_position},
    Command{"run", "run table scripts, and check them", run_run},
    Command{"arbiter", "compare two scores, and rule when boards differ", run_arbiter},
    Command{"score", "a scoresheet as PGN, text, braille or JSON", run_score},
    Command{"board", "find, watch, check and simulate boards", run_board},
    Command{"doctor", "what works on this machine, and how to mend what does not", run_doctor},
    Command{"profiles", "list, show and check the shipped and your own profiles", run_profiles},
};

} // namespace

std::span<const Command> commands() {
    return table;
}

} // namespace ansage::app
