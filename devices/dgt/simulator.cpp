#include "devices/dgt/simulator.hpp"

#include "base/overloaded.hpp"

#include <algorithm>
#include <cstdlib>

namespace ansage::devices::dgt {
namespace {

using base::Instant;
using base::Millis;
using chess::Color;
using chess::Seen;
using chess::Square;

constexpr Millis one_second{1000};
constexpr std::uint8_t beep_code = 0x0b;

// The squares strictly between two squares of one rank, file or diagonal, from `from` on.
std::vector<Square> between(Square from, Square to) {
    const int files = static_cast<int>(to.file()) - static_cast<int>(from.file());
    const int ranks = static_cast<int>(to.rank()) - static_cast<int>(from.rank());
    const bool is_line = files == 0 || ranks == 0 || std::abs(files) == std::abs(ranks);
    const int steps = std::max(std::abs(files), std::abs(ranks));
    std::vector<Square> squares;
    for (int step = 1; is_line && step < steps; ++step) {
        squares.emplace_back(
            static_cast<chess::File>(static_cast<int>(from.file()) + files / steps * step),
            static_cast<chess::Rank>(static_cast<int>(from.rank()) + ranks / steps * step)
        );
    }
    return squares;
}

bool is_forbidden(std::uint8_t value) {
    return value == 0x4e || (value >= 0x50 && value <= 0x54);
}

} // namespace

DgtSimulator::DgtSimulator(SimulatorSettings settings, Instant now)
    : settings_(settings),
      truth_(settings.start),
      told_(settings.start) {
    clock_.left = settings.clock_left_time;
    clock_.right = settings.clock_right_time;
    clock_.counted_to = now;
    // Black's end is down before the game: the first to press is White (6.6).
    clock_.is_right_high = settings.clock_left == Color::black;
}

void DgtSimulator::receive(std::span<const std::byte> bytes, Instant now) {
    if (!is_plugged_) {
        return;
    }
    for (const std::byte byte : bytes) {
        handle_byte(std::to_integer<std::uint8_t>(byte), now);
    }
}

void DgtSimulator::do_hand(const HandAct& act, Instant now) {
    std::visit(
        base::Overloaded{
            [&](const Lift& a) { lift(a.square, now); },
            [&](const Place& a) { place(a, now); },
            [&](const PressLever& a) { press(a.side, now); },
            [](const PressButton&) {}, // it has none
            [&](const SetBoard& a) {
                truth_ = a.reading;
                blurred_ = {};
                change(now);
            },
            [&](const BlurSensor& a) {
                blurred_.insert(a.square);
                change(now);
            },
            [&](const PullCable&) {
                is_plugged_ = false;
                discard_output();
            },
            [&](const PlugCable&) { plug(now); },
        },
        act
    );
}

void DgtSimulator::on_time(Instant now) {
    if (scan_at_ && now >= *scan_at_) {
        scan();
    }
    const auto tick = next_tick();
    if (tick && now >= *tick) {
        count_clock(now);
        say_clock(now);
    }
}

std::optional<Instant> DgtSimulator::next_deadline() const {
    const auto tick = next_tick();
    if (scan_at_ && tick) {
        return std::min(*scan_at_, *tick);
    }
    return scan_at_ ? scan_at_ : tick;
}

void DgtSimulator::handle_byte(std::uint8_t value, Instant now) {
    if (!clock_bytes_awaited_) {
        was_mistreated_ = was_mistreated_ || is_forbidden(value);
        handle_command(static_cast<Command>(value), now);
        return;
    }
    if (*clock_bytes_awaited_ == 0) {
        clock_bytes_awaited_ = value;
        clock_bytes_.clear();
    } else {
        clock_bytes_.push_back(static_cast<std::byte>(value));
    }
    if (clock_bytes_.size() >= *clock_bytes_awaited_) {
        finish_clock_message();
    }
}

void DgtSimulator::handle_command(Command command, Instant now) {
    switch (command) {
    case Command::reset:
        mode_ = Mode::idle;
        return;
    case Command::ask_clock:
        say_clock(now);
        return;
    case Command::ask_board:
        say_dump();
        return;
    case Command::update_with_clock:
        mode_ = Mode::clock_every_second;
        return;
    case Command::update_board:
        mode_ = Mode::board;
        return;
    case Command::update_nicely:
        mode_ = Mode::clock_on_change;
        return;
    case Command::clock_message:
        clock_bytes_awaited_ = 0;
        return;
    case Command::ask_serial:
    case Command::ask_long_serial:
    case Command::ask_trademark:
    case Command::ask_stored_moves:
    case Command::ask_battery:
    case Command::ask_version:
        say_version_and_name(command);
        return;
    }
}

void DgtSimulator::say_version_and_name(Command command) {
    const auto other = [](MessageId id, std::size_t size) {
        return Other{static_cast<std::uint8_t>(id), size};
    };
    if (command == Command::ask_serial) {
        say(Serial{"00001"});
    } else if (command == Command::ask_version) {
        say(Version{1, 8});
    } else if (command == Command::ask_battery) {
        say(other(MessageId::battery, 9));
    } else if (command == Command::ask_trademark) {
        say(other(MessageId::trademark, 20));
    } else if (command == Command::ask_stored_moves) {
        say(other(MessageId::stored_moves, 0));
    } else {
        say(other(MessageId::long_serial, 10));
    }
}

// Start (03), code, ..., end (00).
void DgtSimulator::finish_clock_message() {
    clock_bytes_awaited_.reset();
    const bool is_beep = clock_bytes_.size() == 4 && clock_bytes_[1] == std::byte{beep_code};
    if (!settings_.has_clock || !is_beep) {
        return;
    }
    ++beeps_;
    say(ClockAck{{0x10, beep_code, 0, 0}});
}

void DgtSimulator::say(const Message& message) {
    if (is_plugged_) {
        send(encode(message));
    }
}

void DgtSimulator::say_dump() {
    BoardDump dump;
    for (unsigned index = 0; index < 64; ++index) {
        const Square square = Square::from_index(index);
        dump.reading[own_square(square)] = told_[square];
    }
    say(dump);
}

void DgtSimulator::say_clock(Instant now) {
    if (!settings_.has_clock) {
        say(ClockTimes{.left = {}, .right = {}, .is_connected = false});
        return;
    }
    count_clock(now);
    const auto side = [](Millis left) { return ClockTimes::Side{left, left <= Millis{0}}; };
    say(ClockTimes{
        .left = side(clock_.left),
        .right = side(clock_.right),
        .is_running = clock_.is_running,
        .is_right_high = clock_.is_right_high,
        .is_lefts_turn = clock_.is_running && !clock_.is_right_high,
        .is_rights_turn = clock_.is_running && clock_.is_right_high,
    });
}

// A change on the board: seen now, or by the scan that passes next.
void DgtSimulator::change(Instant now) {
    if (!settings_.scan_every) {
        scan();
    } else if (!scan_at_) {
        const auto period = settings_.scan_every->count();
        scan_at_ = Instant{Millis{(now.since_open.count() / period + 1) * period}};
    }
}

void DgtSimulator::scan() {
    scan_at_.reset();
    std::vector<Square> filled;
    std::vector<Square> emptied;
    std::vector<Square> changed;
    for (unsigned field = 0; field < 64; ++field) {
        // a8 first, as the board lies.
        const Square square = own_square(Square::from_index(field ^ 56U));
        if (sensed(square) != told_[square]) {
            (sensed(square).is_empty() ? emptied : filled).push_back(square);
            changed.push_back(square);
        }
    }
    if (settings_.tells_placed_first) {
        changed = filled;
        changed.insert(changed.end(), emptied.begin(), emptied.end());
    }
    for (const Square square : changed) {
        tell(square, sensed(square));
    }
}

void DgtSimulator::tell(Square square, Seen seen) {
    told_[square] = seen;
    if (mode_ != Mode::idle) {
        say(FieldUpdate{own_square(square), seen});
    }
}

void DgtSimulator::lift(Square square, Instant now) {
    if (truth_[square].is_occupied()) {
        hand_ = Hand{square, truth_[square]};
    }
    truth_[square] = Seen::empty();
    blurred_.erase(square);
    change(now);
}

void DgtSimulator::place(const Place& act, Instant now) {
    const Seen piece = act.piece ? Seen::of(*act.piece) : Seen::occupied();
    if (settings_.tells_slides && hand_ && hand_->piece == piece) {
        tell_slide(act.square);
    }
    hand_.reset();
    truth_[act.square] = piece;
    blurred_.erase(act.square);
    change(now);
}

// A slide ends before the first piece in its way: then the piece was carried.
void DgtSimulator::tell_slide(Square to) {
    const std::vector<Square> passed = between(hand_->from, to);
    const bool is_free =
        std::ranges::all_of(passed, [&](Square square) { return told_[square].is_empty(); });
    if (!is_free) {
        return;
    }
    for (const Square square : passed) {
        tell(square, hand_->piece);
        tell(square, Seen::empty());
    }
}

void DgtSimulator::press(Color side, Instant now) {
    count_clock(now);
    const bool is_right_high = side == settings_.clock_left;
    const bool is_idle_press = clock_.is_running && clock_.is_right_high == is_right_high;
    if (!settings_.has_clock || is_idle_press) {
        return;
    }
    clock_.is_running = true;
    clock_.is_right_high = is_right_high;
    if (mode_ == Mode::clock_every_second || mode_ == Mode::clock_on_change) {
        say_clock(now);
    }
}

void DgtSimulator::count_clock(Instant now) {
    const Millis passed = now - clock_.counted_to;
    clock_.counted_to = now;
    if (!clock_.is_running) {
        return;
    }
    Millis& remaining = clock_.is_right_high ? clock_.right : clock_.left;
    remaining = std::max(remaining - passed, Millis{0});
}

void DgtSimulator::plug(Instant now) {
    is_plugged_ = true;
    mode_ = Mode::idle;
    clock_bytes_awaited_.reset();
    count_clock(now);
}

// A weak magnet looks like an empty square.
Seen DgtSimulator::sensed(Square square) const {
    return blurred_.contains(square) ? Seen::empty() : truth_[square];
}

Square DgtSimulator::own_square(Square square) const {
    return settings_.is_turned ? Square::from_index(63U - square.index()) : square;
}

std::optional<Instant> DgtSimulator::next_tick() const {
    const bool is_ticking =
        mode_ == Mode::clock_every_second || (mode_ == Mode::clock_on_change && clock_.is_running);
    if (!is_plugged_ || !settings_.has_clock || !settings_.clock_ticks || !is_ticking) {
        return std::nullopt;
    }
    return clock_.counted_to + one_second;
}

} // namespace ansage::devices::dgt
