// SPDX-License-Identifier: GPL-3.0-or-later
// What every sensor board is to the rest of the program: a driver that turns the wire's bytes into
// sensor events, and a simulator that is the other end of the same wire. Both are pure state
// machines: bytes and stamps go in, events and bytes come out. Who moves the bytes is not their
// business.
#pragma once

#include "base/instant.hpp"
#include "base/interface.hpp"
#include "base/names.hpp"
#include "base/result.hpp"
#include "chess/reading.hpp"
#include "chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ansage::devices {

// Which sensors a board has: each square's piece, or only that something stands there.
enum class BoardKind : std::uint8_t { identity, occupancy };

enum class Button : std::uint8_t { announce, repeat, time, draw };

using base::parse_name;
using base::to_string;

inline constexpr auto all_buttons = base::all_enumerators<Button>;

// The square is empty now. `piece`: what stood there, where an identity board had seen it.
struct Lifted {
    chess::Square square;
    std::optional<chess::Piece> piece;
    bool operator==(const Lifted&) const = default;
};

// The square holds something now; on an identity board always `piece`. A Placed on a square that
// was not empty means that one piece was replaced by another and the sensor never saw it empty.
struct Placed {
    chess::Square square;
    std::optional<chess::Piece> piece;
    bool operator==(const Placed&) const = default;
};

// The sensor cannot tell, until the next Lifted, Placed or Shows of this square.
struct Unsure {
    chess::Square square;
    bool operator==(const Unsure&) const = default;
};

// The whole board at once: after start and reconnection, on request, and whenever the board turns
// out to be other than the events so far said (a line was lost).
struct Shows {
    chess::Reading reading;
    bool operator==(const Shows&) const = default;
};

struct Pressed {
    Button button{};
    bool operator==(const Pressed&) const = default;
};

// The player of `side` pressed his clock lever: his own clock is to stop, the other's to run
// (6.2.1).
struct Lever {
    chess::Color side{};
    bool operator==(const Lever&) const = default;
};

// What a clock that keeps its own time displays. Times are to the second, rounded by the clock.
struct ClockReport {
    struct Side {
        base::Millis remaining{0};
        bool flag = false;
        bool operator==(const Side&) const = default;
    };

    std::array<Side, 2> sides{}; // indexed by chess::Color
    std::optional<chess::Color> running; // absent: both stand
    bool battery_low = false;
    // Nobody said, and nothing has shown yet, which end of the clock is whose.
    bool is_side_guessed = false;
    bool is_there = true; // false: it was unplugged from the board, and the rest says nothing
    bool operator==(const ClockReport&) const = default;
};

// What both clocks show, indexed by chess::Color.
using OfficialTimes = std::array<base::Millis, 2>;

// Nothing is heard from the board any more; once, until Back.
struct Lost {
    bool operator==(const Lost&) const = default;
};

// It is heard again. A Shows with the whole board follows.
struct Back {
    bool operator==(const Back&) const = default;
};

// The start position was seen the other way round (true) or the right way round again (false); all
// events from here on are already mapped to the players' squares.
struct Turned {
    bool turned = false;
    bool operator==(const Turned&) const = default;
};

using SensorEvent =
    std::variant<Lifted, Placed, Unsure, Shows, Pressed, Lever, ClockReport, Lost, Back, Turned>;

// "lifts e2 P", "places e4", "unsure e4", "shows PLACEMENT", "button time", "presses white",
// "clock white 1:29:58 black 1:30:00 running white", "lost", "back", "turned": the words of a table
// script where it has them.
std::string to_string(const SensorEvent& event);
// What the board looks like after the event; events that are not about squares change nothing.
void apply_to(chess::Reading& reading, const SensorEvent& event);

// "1:29:58"
std::string to_clock_face(base::Millis time);

// Which way round the board lies. `automatic`: a turned start position turns it.
enum class Orientation : std::uint8_t { automatic, straight, turned };

// In virtual time a line is perfect, and nobody asks whether the board is still there.
enum class LineTime : std::uint8_t { real, virtual_time };

// Longer than any game.
inline constexpr base::Millis never{std::int64_t{1000} * 60 * 60 * 24 * 365};

// What can be said of a board wherever one is named.
struct BoardOptions {
    Orientation orientation = Orientation::automatic;
    std::optional<chess::Color> clock_left; // who sits at the left end of its clock
    std::vector<std::byte> key; // that the board wants to be shown
    bool operator==(const BoardOptions&) const = default;
};

struct SimulatedBoard {
    BoardKind kind = BoardKind::occupancy; // of a board that is built either way
    chess::Reading start;
    bool is_turned = false; // the board lies the wrong way round
};

// What a device says of itself; empty until it has answered.
struct DeviceInfo {
    std::string name;
    std::string firmware;
    std::string serial;
    bool operator==(const DeviceInfo&) const = default;
};

// The near end of the wire. The owner calls start() when the line is open, moves bytes both ways,
// calls on_time() at or after next_deadline(), and hung_up() when the line is gone; after
// reopening, start() again. Events and output accumulate until taken, in order.
class Driver : public base::Interface {
public:
    virtual BoardKind kind() const = 0;
    virtual DeviceInfo info() const = 0;

    // What is wrong with this device for good (it speaks another version), for `board check` and
    // doctor.
    [[nodiscard]] virtual std::optional<base::Error> problem() const { return std::nullopt; }

    // The line is open: greets the board and asks for its state.
    virtual void start(base::Instant now) = 0;
    virtual void receive(std::span<const std::byte> bytes, base::Instant now) = 0;
    virtual void on_time(base::Instant now) = 0;
    // The line is gone (end of file, an error): Lost, unless already lost.
    virtual void hung_up(base::Instant now) = 0;
    // Asks for the whole board; a Shows follows even if nothing changed.
    virtual void request_state(base::Instant now) = 0;
    // Absent: nothing to do until bytes come.
    virtual std::optional<base::Instant> next_deadline() const = 0;

    // False: this board cannot.
    virtual bool beep(base::Millis /*duration*/) { return false; }

    virtual bool vibrate(base::Millis /*duration*/) { return false; }

    // --- A clock at the board, where it has one that can be told. False: nothing is there to tell.

    // `running`: whose time runs, if anybody's. Sent again until it is acknowledged.
    virtual bool
    set_clock(const OfficialTimes& /*times*/, std::optional<chess::Color> /*running*/) {
        return false;
    }

    virtual bool show_on_clock(std::string_view /*text*/) { return false; } // eight letters

    // It was told times and has not answered yet: what it reports may be older.
    virtual bool is_setting_clock() const { return false; }

    // Once for every set_clock() that has an answer: whether the clock took the times.
    [[nodiscard]] virtual std::optional<bool> take_clock_was_set() { return std::nullopt; }

    // Before start(): what stood here when somebody last looked. A board that remembers tells what
    // has been done since, as if it happened now.
    virtual void expect(const chess::Reading& /*reading*/) {}

    [[nodiscard]] std::vector<SensorEvent> take_events() { return std::exchange(events_, {}); }

    [[nodiscard]] std::vector<std::byte> take_output() { return std::exchange(output_, {}); }

    // The board as the events emitted so far leave it; absent before the first Shows.
    virtual const std::optional<chess::Reading>& reading() const = 0;

protected:
    void emit(const SensorEvent& event) { events_.push_back(event); }

    void send(std::span<const std::byte> bytes) {
        output_.insert(output_.end(), bytes.begin(), bytes.end());
    }

private:
    std::vector<SensorEvent> events_;
    std::vector<std::byte> output_;
};

// What a hand does at a board. Truth, not testimony: the simulator's sensors make testimony of it.
struct Lift {
    chess::Square square;
    bool operator==(const Lift&) const = default;
};

// `piece` may be absent on an occupancy board.
struct Place {
    chess::Square square;
    std::optional<chess::Piece> piece;
    bool operator==(const Place&) const = default;
};

struct PressLever {
    chess::Color side{};
    bool operator==(const PressLever&) const = default;
};

struct PressButton {
    Button button{};
    bool operator==(const PressButton&) const = default;
};

// All pieces at once, whatever stood there.
struct SetBoard {
    chess::Reading reading;
    bool operator==(const SetBoard&) const = default;
};

// The sensor of the square cannot tell any more, until something is lifted or placed there.
struct BlurSensor {
    chess::Square square;
    bool operator==(const BlurSensor&) const = default;
};

// The cable is pulled, and put back. In between the board is dumb, but hands still move its pieces.
struct PullCable {
    bool operator==(const PullCable&) const = default;
};

struct PlugCable {
    bool operator==(const PlugCable&) const = default;
};

using HandAct =
    std::variant<Lift, Place, PressLever, PressButton, SetBoard, BlurSensor, PullCable, PlugCable>;

// "lifts e2", "places e4 P", "presses white", "button time", "shows PLACEMENT", "unsure e4",
// "lost", "back".
std::string to_string(const HandAct& act);
// The inverse; Error.what says what is wrong with the line.
[[nodiscard]] base::Result<HandAct, base::Error> parse_hand_act(std::string_view line);

// The far end of the wire: a board with its sensors, as the device itself would speak.
class Simulator : public base::Interface {
public:
    virtual BoardKind kind() const = 0;
    // Bytes from the host.
    virtual void receive(std::span<const std::byte> bytes, base::Instant now) = 0;
    // A hand's act at this instant; what the sensors say of it may come later, see next_deadline().
    virtual void do_hand(const HandAct& act, base::Instant now) = 0;
    virtual void on_time(base::Instant now) = 0;
    virtual std::optional<base::Instant> next_deadline() const = 0;
    // What really stands on the board.
    virtual const chess::Reading& truth() const = 0;

    [[nodiscard]] std::vector<std::byte> take_output() { return std::exchange(output_, {}); }

    // What people see and hear of it because a host told it so, a line each: its clock.
    [[nodiscard]] std::vector<std::string> take_shown() { return std::exchange(shown_, {}); }

protected:
    void send(std::span<const std::byte> bytes) {
        output_.insert(output_.end(), bytes.begin(), bytes.end());
    }

    void discard_output() { output_.clear(); }

    void show(std::string line) { shown_.push_back(std::move(line)); }

private:
    std::vector<std::byte> output_;
    std::vector<std::string> shown_;
};

} // namespace ansage::devices
