// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/dgt/simulator.hpp"

#include "base/overloaded.hpp"
#include "chess/position.hpp"
#include "chess/ways.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace ansage::devices::dgt {
namespace {

using base::Instant;
using base::Millis;
using chess::Color;
using chess::Square;
using chess::SquareReading;

constexpr Millis one_second{1000};
constexpr std::size_t most_stored = 0x1f00;
constexpr std::size_t bus_command_size = 4;
// Said of a simulated board: nobody's trade mark is passed on.
constexpr std::string_view trademark = "Ansage - This board is simulated.\nNo board of DGT's.\n"
                                       "Vs 1.08. Serial nr. ";

bool is_forbidden(std::uint8_t value) { return value == 0x4e || (value >= 0x50 && value <= 0x54); }

} // namespace

DgtSimulator::DgtSimulator(const SimulatorSettings& settings, Instant now)
    : settings_(settings),
      truth_(settings.start),
      told_(settings.start) {
    clock_.left = settings.clock_left_time;
    clock_.right = settings.clock_right_time;
    clock_.counted_to = now;
    // Black's end is down before the game: the first to press is White (6.6).
    clock_.is_right_high = settings_.clock_left == Color::black;
    store(StoredPowerUp{});
    store_pieces();
    store_start();
}

void DgtSimulator::receive(std::span<const std::byte> bytes, Instant now) {
    if (!is_plugged_) return;
    forget_half_heard(now);
    for (const std::byte byte : bytes) handle_byte(std::to_integer<std::uint8_t>(byte), now);
}

// A host that was ended in the middle of a message must not cost the next one its first.
void DgtSimulator::forget_half_heard(Instant now) {
    constexpr Millis pause{500};
    if (now - heard_at_ >= pause) {
        clock_bytes_awaited_.reset();
        bus_bytes_.clear();
    }
    heard_at_ = now;
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
    if (scan_at_ && now >= *scan_at_) scan();
    const auto tick = next_tick();
    if (tick && now >= *tick) {
        count_clock(now);
        say_clock(now);
    }
}

std::optional<Instant> DgtSimulator::next_deadline() const {
    const auto tick = next_tick();
    if (scan_at_ && tick) return std::min(*scan_at_, *tick);
    return scan_at_ ? scan_at_ : tick;
}

void DgtSimulator::handle_byte(std::uint8_t value, Instant now) {
    const bool is_addressed = (value & 0x80U) != 0 || !bus_bytes_.empty();
    if (!clock_bytes_awaited_ && is_addressed) {
        handle_bus_byte(value);
        return;
    }
    if (!clock_bytes_awaited_) {
        is_bus_mode_ = false;
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
    if (clock_bytes_.size() >= *clock_bytes_awaited_) finish_clock_message(now);
}

// A board that was alone with its host changes its mode by the first of them, and answers the next.
void DgtSimulator::handle_bus_byte(std::uint8_t value) {
    if ((value & 0x80U) != 0) bus_bytes_.clear();
    bus_bytes_.push_back(static_cast<std::byte>(value));
    if (bus_bytes_.size() == bus_command_size) {
        if (std::exchange(is_bus_mode_, true)) finish_bus_command();
        mode_ = Mode::idle;
        bus_bytes_.clear();
    }
}

void DgtSimulator::finish_bus_command() {
    std::array<unsigned, bus_command_size> values{};
    std::ranges::transform(bus_bytes_, values.begin(), [](std::byte byte) {
        return std::to_integer<unsigned>(byte);
    });
    const bool is_whole = ((values[0] + values[1] + values[2]) & 0x7FU) == values[3];
    const unsigned address = values[1] << 7U | values[2];
    if (is_whole && values[0] == bus_ping_command && (address == 0 || address == bus_address()))
        say(BusPing{bus_address()});
}

unsigned DgtSimulator::bus_address() const {
    unsigned address = 0;
    for (const char digit : settings_.serial)
        address = address * 10 + static_cast<unsigned>(digit - '0');
    return address & 0x3FFFU;
}

void DgtSimulator::handle_command(Command command, Instant now) {
    switch (command) {
    case Command::reset: mode_ = Mode::idle; return;
    case Command::ask_clock: say_clock(now); return;
    case Command::ask_board: say_dump(); return;
    case Command::update_with_clock: mode_ = Mode::clock_every_second; return;
    case Command::update_board: mode_ = Mode::board; return;
    case Command::update_nicely: mode_ = Mode::clock_on_change; return;
    case Command::clock_message: clock_bytes_awaited_ = 0; return;
    case Command::to_bus_mode:
        is_bus_mode_ = true;
        mode_ = Mode::idle;
        return;
    case Command::ask_serial:
    case Command::ask_long_serial:
    case Command::ask_bus_address:
    case Command::ask_trademark:
    case Command::ask_stored_moves:
    case Command::ask_battery:
    case Command::ask_version: say_of_itself(command); return;
    }
}

void DgtSimulator::say_of_itself(Command command) {
    if (command == Command::ask_serial) {
        say(Serial{settings_.serial});
    } else if (command == Command::ask_long_serial) {
        say(LongSerial{"30000" + settings_.serial});
    } else if (command == Command::ask_bus_address) {
        say(BusAddress{bus_address()});
    } else if (command == Command::ask_version) {
        say(Version{1, 8});
    } else if (command == Command::ask_battery) {
        say(Battery{
            .percent = 88,
            .left = std::chrono::hours{20},
            .on = std::chrono::minutes{90},
            .standby = std::chrono::hours{30},
            .is_discharging = true});
    } else if (command == Command::ask_trademark) {
        say(Trademark{std::string{trademark} + settings_.serial + " 1.0"});
    } else if (command == Command::ask_stored_moves) {
        constexpr std::byte downloaded{0x6e};
        constexpr std::byte end_of_file{0x6b};
        store({downloaded});
        StoredMoves stored{stored_};
        stored.bytes.push_back(end_of_file);
        say(stored);
    }
}

// Start (03), command, data, end (00).
void DgtSimulator::finish_clock_message(Instant now) {
    clock_bytes_awaited_.reset();
    const std::span<const std::byte> bytes{clock_bytes_};
    const bool is_whole =
        bytes.size() >= 3 && bytes.front() == std::byte{3} && bytes.back() == std::byte{0};
    if (!settings_.has_clock || !is_whole) return;
    if (settings_.unanswered > 0) {
        --settings_.unanswered;
        return;
    }
    do_clock_command(
        std::to_integer<std::uint8_t>(bytes[1]), bytes.subspan(2, bytes.size() - 3), now
    );
}

// NOLINTNEXTLINE(readability-function-size): a row a command
void DgtSimulator::do_clock_command(
    std::uint8_t command, std::span<const std::byte> data, Instant now
) {
    bool is_done = true;
    switch (static_cast<ClockCommand>(command)) {
    case ClockCommand::set_and_run: {
        const auto setting = read_setting(data);
        is_done = setting.has_value() && settings_.takes_times;
        if (is_done) set_clock(*setting, now);
        break;
    }
    case ClockCommand::text:
        is_done = data.size() == 9;
        if (is_done) {
            clock_text_.emplace();
            std::ranges::transform(
                data.first(8),
                std::back_inserter(*clock_text_),
                [](std::byte byte) { return static_cast<char>(byte); }
            );
            show("clock shows " + *clock_text_);
        }
        break;
    case ClockCommand::end:
        clock_text_.reset();
        show("clock shows its times");
        break;
    case ClockCommand::beep:
        ++beeps_;
        show("clock beeps");
        break;
    case ClockCommand::display:
    case ClockCommand::icons: is_done = data.size() == 8; break;
    case ClockCommand::ask_button:
    case ClockCommand::ask_version: break;
    default: is_done = false;
    }
    acknowledge(command, is_done);
}

// Acknowledged in the modes only in which the board tells of its clock.
void DgtSimulator::acknowledge(std::uint8_t command, bool is_done) {
    if (mode_ != Mode::clock_every_second && mode_ != Mode::clock_on_change) return;
    constexpr std::uint8_t done = 0x10;
    constexpr std::uint8_t failed = 0x40;
    constexpr std::uint8_t version = 0x22; // 2.2
    const bool tells = command == static_cast<std::uint8_t>(ClockCommand::ask_version);
    say(ClockAck{{is_done ? done : failed, command, tells ? version : std::uint8_t{0}, 0}});
}

void DgtSimulator::set_clock(const ClockSetting& setting, Instant now) {
    count_clock(now);
    clock_.left = setting.left;
    clock_.right = setting.right;
    // Whose time it is, the lever says, and nobody has moved that.
    clock_.is_running = setting.is_left_running || setting.is_right_running;
    const std::string_view side = clock_.is_right_high ? "right" : "left";
    show(fmt::format(
        "clock set left {} right {} running {}",
        to_clock_face(setting.left),
        to_clock_face(setting.right),
        clock_.is_running ? side : "nobody"
    ));
}

void DgtSimulator::store(const StoredEntry& entry) { store(encode_stored(entry)); }

// The oldest is overwritten.
void DgtSimulator::store(const std::vector<std::byte>& bytes) {
    stored_.insert(stored_.end(), bytes.begin(), bytes.end());
    if (stored_.size() > most_stored) {
        const auto surplus = static_cast<std::ptrdiff_t>(stored_.size() - most_stored);
        stored_.erase(stored_.begin(), stored_.begin() + surplus);
    }
}

void DgtSimulator::store_pieces() {
    for (const Square square : chess::all_squares)
        if (told_[square].is_occupied()) store(FieldUpdate{own_square(square), told_[square]});
}

void DgtSimulator::store_start() {
    const bool stands = told_ == chess::Position{}.reading();
    if (stands && !is_start_stored_) store(StoredStart{settings_.is_turned});
    is_start_stored_ = stands;
}

void DgtSimulator::say(const Message& message) {
    if (is_plugged_) send(encode(message));
}

void DgtSimulator::say_dump() {
    BoardDump dump;
    for (const Square square : chess::all_squares) dump.reading[own_square(square)] = told_[square];
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
        .is_lefts_turn = !clock_.is_right_high,
        .is_rights_turn = clock_.is_right_high,
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
    for (const Square square : changed) tell(square, sensed(square));
}

void DgtSimulator::tell(Square square, SquareReading seen) {
    told_[square] = seen;
    store(FieldUpdate{own_square(square), seen});
    store_start();
    if (mode_ != Mode::idle) say(FieldUpdate{own_square(square), seen});
}

void DgtSimulator::lift(Square square, Instant now) {
    if (truth_[square].is_occupied()) hand_ = Hand{square, truth_[square]};
    truth_[square] = SquareReading::empty();
    blurred_.erase(square);
    change(now);
}

void DgtSimulator::place(const Place& act, Instant now) {
    const SquareReading piece =
        act.piece ? SquareReading::of(*act.piece) : SquareReading::occupied();
    if (settings_.tells_slides && hand_ && hand_->piece == piece) tell_slide(act.square);
    hand_.reset();
    truth_[act.square] = piece;
    blurred_.erase(act.square);
    change(now);
}

// A slide ends before the first piece in its way: then the piece was carried.
void DgtSimulator::tell_slide(Square to) {
    const std::vector<Square> passed = chess::passed_between(hand_->from, to);
    const bool is_free =
        std::ranges::all_of(passed, [&](Square square) { return told_[square].is_empty(); });
    if (!is_free) return;
    for (const Square square : passed) {
        tell(square, hand_->piece);
        tell(square, SquareReading::empty());
    }
}

void DgtSimulator::press(Color side, Instant now) {
    count_clock(now);
    const bool is_right_high = side == settings_.clock_left;
    const bool is_idle_press = clock_.is_running && clock_.is_right_high == is_right_high;
    if (!settings_.has_clock || is_idle_press) return;
    clock_.is_running = true;
    clock_.is_right_high = is_right_high;
    store(StoredTime{
        .is_left = is_right_high, .remaining = is_right_high ? clock_.left : clock_.right});
    if (mode_ == Mode::clock_every_second || mode_ == Mode::clock_on_change) say_clock(now);
}

void DgtSimulator::count_clock(Instant now) {
    const Millis passed = now - clock_.counted_to;
    clock_.counted_to = now;
    if (!clock_.is_running) return;
    Millis& remaining = clock_.is_right_high ? clock_.right : clock_.left;
    remaining = std::max(remaining - passed, Millis{0});
}

void DgtSimulator::plug(Instant now) {
    is_plugged_ = true;
    mode_ = Mode::idle;
    is_bus_mode_ = true;
    clock_bytes_awaited_.reset();
    bus_bytes_.clear();
    store(StoredPowerUp{});
    store_pieces();
    count_clock(now);
}

// A weak magnet looks like an empty square.
SquareReading DgtSimulator::sensed(Square square) const {
    return blurred_.contains(square) ? SquareReading::empty() : truth_[square];
}

Square DgtSimulator::own_square(Square square) const {
    return settings_.is_turned ? Square::from_index(63U - square.index()) : square;
}

std::optional<Instant> DgtSimulator::next_tick() const {
    const bool is_ticking =
        mode_ == Mode::clock_every_second || (mode_ == Mode::clock_on_change && clock_.is_running);
    if (!is_plugged_ || !settings_.has_clock || !settings_.clock_ticks || !is_ticking)
        return std::nullopt;
    return clock_.counted_to + one_second;
}

} // namespace ansage::devices::dgt
