// SPDX-License-Identifier: GPL-3.0-or-later
// The reference firmware on a simulated microcontroller: a matrix of contacts that bounce when a
// hand moves them, keys that are let go again, and a serial line.
#pragma once

#include "devices/board/board.hpp"
#include "devices/peg/firmware/firmware.hpp"

#include <deque>
#include <map>
#include <memory>

namespace ansage::devices::testing {

class FirmwareBoard final : public Simulator, private peg_firmware::Hardware {
public:
    explicit FirmwareBoard(chess::Reading start)
        : truth_(start),
          firmware_(std::make_unique<peg_firmware::Firmware>(hardware())) {
        firmware_->start();
    }

    [[nodiscard]] BoardKind kind() const override { return BoardKind::occupancy; }

    [[nodiscard]] const chess::Reading& truth() const override { return truth_; }

    [[nodiscard]] bool is_beeping() const { return is_beeping_; }

    // From now on the contact opens and closes all the time: a weak magnet.
    void let_flicker(chess::Square square, bool flickers) {
        flickers ? flickering_.insert(square) : flickering_.erase(square);
    }

    void receive(std::span<const std::byte> bytes, base::Instant now) override {
        if (is_plugged_) to_board_.insert(to_board_.end(), bytes.begin(), bytes.end());
        on_time(now);
    }

    void do_hand(const HandAct& act, base::Instant now) override {
        on_time(now);
        if (const auto* lift = std::get_if<Lift>(&act)) {
            set(lift->square, chess::SquareReading::empty());
        } else if (const auto* place = std::get_if<Place>(&act)) {
            set(place->square, chess::SquareReading::occupied());
        } else if (const auto* whole = std::get_if<SetBoard>(&act)) truth_ = whole->reading;
        else if (const auto* press = std::get_if<PressLever>(&act)) {
            press_key(press->side == chess::Color::white ? 0 : 1);
        } else if (const auto* button = std::get_if<PressButton>(&act)) {
            press_key(2 + static_cast<unsigned>(button->button));
        } else if (std::holds_alternative<PullCable>(act)) is_plugged_ = false;
        else if (std::holds_alternative<PlugCable>(act)) restart();
    }

    void on_time(base::Instant now) override {
        while (now_ < now) {
            now_ = now_ + base::Millis{1};
            firmware_->step();
        }
    }

    [[nodiscard]] std::optional<base::Instant> next_deadline() const override {
        return now_ + base::Millis{1};
    }

private:
    static constexpr base::Millis bounces_for{6};
    static constexpr base::Millis key_down_for{60};

    peg_firmware::Hardware& hardware() { return *this; }

    void set(chess::Square square, chess::SquareReading seen) {
        truth_[square] = seen;
        bounces_until_[square.index()] = now_ + bounces_for;
    }

    void press_key(unsigned key) { key_until_[key] = now_ + key_down_for; }

    // Power comes with the cable.
    void restart() {
        is_plugged_ = true;
        to_board_.clear();
        powered_at_ = now_;
        firmware_ = std::make_unique<peg_firmware::Firmware>(hardware());
        firmware_->start();
    }

    uint32_t now_ms() override {
        return static_cast<uint32_t>((now_.since_open - powered_at_.since_open).count());
    }

    uint8_t read_column(uint8_t column) override {
        unsigned closed = 0;
        for (unsigned row = 0; row < peg_firmware::rows; ++row) {
            const bool is_closed = column == peg_firmware::key_column
                ? key_until_.contains(row) && now_ < key_until_.at(row)
                : is_contact_closed(chess::Square::from_index(row * 8 + column));
            closed |= is_closed ? 1U << row : 0U;
        }
        return static_cast<uint8_t>(closed);
    }

    bool is_contact_closed(chess::Square square) {
        const auto bouncing = bounces_until_.find(square.index());
        const bool is_bouncing = bouncing != bounces_until_.end() && now_ < bouncing->second;
        const bool flips = (is_bouncing || flickering_.contains(square)) && ++bounces_ % 3 != 0;
        return truth_[square].is_occupied() != flips;
    }

    int16_t read_byte() override {
        if (to_board_.empty()) return -1;
        const auto byte = std::to_integer<std::uint8_t>(to_board_.front());
        to_board_.pop_front();
        return byte;
    }

    void write_byte(uint8_t byte) override {
        if (is_plugged_) {
            const std::array bytes{static_cast<std::byte>(byte)};
            send(bytes);
        }
    }

    void beep(bool on) override { is_beeping_ = on; }

    chess::Reading truth_;
    base::Instant now_;
    base::Instant powered_at_;
    std::map<unsigned, base::Instant> bounces_until_;
    std::map<unsigned, base::Instant> key_until_;
    chess::SquareSet flickering_;
    unsigned bounces_ = 0;
    std::deque<std::byte> to_board_;
    bool is_plugged_ = true;
    bool is_beeping_ = false;
    std::unique_ptr<peg_firmware::Firmware> firmware_; // last: it starts with all the others there
};

} // namespace ansage::devices::testing
