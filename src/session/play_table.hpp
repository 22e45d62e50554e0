// A table in real time: one event loop in which boards, the console, the clock and the voice meet.
#pragma once

#include "record/recording.hpp"
#include "session/board_port.hpp"
#include "session/braille_console.hpp"
#include "session/shell.hpp"
#include "telling/voice.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ansage::session {

class PlayTable {
public:
    // A board whose line is open.
    struct OpenBoard {
        BoardPort port;
        devices::Stream stream;
    };

    // What `?` at the terminal teaches as the table stands then, one topic at a time, and who hears
    // it.
    struct Help {
        std::function<std::vector<std::string>(const table::State&)> topics;
        std::vector<table::ConsoleRole> listeners;
    };

    struct Parts {
        Shell shell;
        journal::Journal* journal = nullptr; // the shell's; never null
        telling::Voice voice;
        table::PerColor<std::optional<OpenBoard>> boards;
        std::unique_ptr<BrailleConsole> braille; // may be null
        // What the arbiter's console has to give; absent: no console can join.
        std::optional<std::string> console_code;
        std::optional<record::TableRecording> recording;
        std::vector<table::RecordingReported> recovered; // of an interrupted recording
        // What the arbiter set aside at set-up; the first thing that the table takes.
        std::optional<table::ArbiterOverrides> overrides;
        Help help;
        // Called after everything that is told has been committed.
        std::function<void(const table::Event&, const table::State&)> told;
    };

    explicit PlayTable(Parts parts);
    PlayTable(const PlayTable&) = delete;
    PlayTable& operator=(const PlayTable&) = delete;
    PlayTable(PlayTable&&) = delete;
    PlayTable& operator=(PlayTable&&) = delete;
    ~PlayTable();

    // After an interruption: the clocks stand, the arbiter is told, and what matters and was not
    // heard to its end is said again.
    [[nodiscard]] base::Result<void, base::Error> resume(std::optional<base::Millis> gap);

    // Until the console says `quit` or ends, or a signal stops the program; then everything is
    // stored. An error is the journal's.
    [[nodiscard]] base::Result<void, base::Error> play();

    [[nodiscard]] const table::State& state() const;
    [[nodiscard]] base::Instant now() const;
    // The name by which consoles find this table, or why none can join.
    [[nodiscard]] base::Result<std::string, base::Error> console_table() const;

private:
    class Loop;

    std::unique_ptr<Loop> loop_;
};

} // namespace ansage::session
