// SPDX-License-Identifier: GPL-3.0-or-later
// Those who take part in a table in real time, each made of what it stands for: the voice, a board,
// a braille display, a recording, the consoles, whoever types at the terminal, what is told.
#pragma once

#include "base/interface.hpp"
#include "consoles/server.hpp"
#include "listening/ear.hpp"
#include "record/recording.hpp"
#include "session/board_port.hpp"
#include "session/braille_console.hpp"
#include "session/participant.hpp"
#include "telling/voice.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace ansage::session {

using ParticipantPtr = std::unique_ptr<Participant>;

// A board and its line, which is not open where the board is not there yet.
struct OpenBoard {
    BoardPort port;
    devices::Stream stream;
};

// What `?` at the terminal teaches as the table stands then, one topic at a time, and who hears it.
struct Help {
    std::function<std::vector<std::string>(const table::State&)> topics;
    std::vector<table::ConsoleRole> listeners;
};

// An empty line silences the answers that are being spoken, whoever hears them.
using Hush = std::function<void()>;

// Where the lines of a terminal come from: standard input, or, for a proof, a script.
class LineSource : public base::Interface {
public:
    struct Line {
        std::string text;
        bool is_end = false; // nothing more comes
        bool may_go_on = false; // ... or the end was typed, and more may
        bool has_gone_on = false; // no line: whoever types stopped the program and comes back
    };

    // The next line; absent: nothing has been typed since.
    [[nodiscard]] virtual std::optional<Line> take() = 0;
    // Readable when there is something to take; -1: there is no such thing.
    [[nodiscard]] virtual int event_fd() const = 0;

    // A person types there: announcements are read back first.
    virtual bool is_keyboard() const { return false; }
};

[[nodiscard]] std::unique_ptr<LineSource> standard_input();

// The voice must outlive the seat, as everything here that is taken by reference.
[[nodiscard]] ParticipantPtr make_voice_participant(telling::Voice& voice);

// Where nobody listens and nobody speaks: everything said is heard to its end at once.
[[nodiscard]] ParticipantPtr make_listener_participant();

[[nodiscard]] ParticipantPtr
make_board_participant(boost::asio::io_context& context, chess::Color color, OpenBoard board);

[[nodiscard]] ParticipantPtr make_braille_participant(std::unique_ptr<BrailleConsole> display);

// `recovered` is of a recording that was cut off.
[[nodiscard]] ParticipantPtr make_recording_participant(
    std::optional<record::TableRecording> recording, std::vector<table::RecordingReported> recovered
);

[[nodiscard]] ParticipantPtr make_listening_participant(std::unique_ptr<listening::Ear> ear);

// A key that is pressed at a console stops the answers in that ear.
[[nodiscard]] ParticipantPtr
make_consoles_participant(consoles::ConsoleServer& server, telling::Voice& voice);

// Whether what ends a game or changes a clock is asked again before it is done.
enum class Confirms : std::uint8_t { no, yes };

// Acts and questions, one a line; their end, and `quit`, end the session.
[[nodiscard]] ParticipantPtr make_terminal_participant(
    std::unique_ptr<LineSource> lines, Help help, Confirms confirms, Hush hush = {}
);

// What is there before anybody acts, such as what the arbiter set aside at set-up.
[[nodiscard]] ParticipantPtr make_opening_participant(std::vector<table::InputBody> inputs);

// Calls for every event, after it was committed.
[[nodiscard]] ParticipantPtr
make_telling_participant(std::function<void(const table::Event&, const table::State&)> told);

} // namespace ansage::session
