// SPDX-License-Identifier: GPL-3.0-or-later
// The far end of a ChessLink board.
#pragma once

#include "devices/board/board.hpp"
#include "devices/chesslink/protocol.hpp"

#include <array>

namespace ansage::devices::chesslink {

struct SimulatorSettings {
    chess::Reading start;
    bool is_turned = false; // the board lies the wrong way round
    bool is_mirrored = false; // it begins each rank at its other end
    Reports reports = Reports::every_scan; // as it comes from the factory
};

// Of BlurSensor this board makes a phantom lift: it has no way to say that it is unsure.
class ChessLinkSimulator final : public Simulator {
public:
    explicit ChessLinkSimulator(SimulatorSettings settings, base::Instant now = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::identity; }

    void receive(std::span<const std::byte> bytes, base::Instant now) override;
    void do_hand(const HandAct& act, base::Instant now) override;
    void on_time(base::Instant now) override;
    [[nodiscard]] std::optional<base::Instant> next_deadline() const override;

    [[nodiscard]] const chess::Reading& truth() const override { return truth_; }

private:
    void answer(char letter, std::string_view data);
    void write(std::string_view data);
    void read(std::string_view data);
    void change();
    void say_status();
    void say(const Message& message);
    [[nodiscard]] bool scans_aloud() const;
    [[nodiscard]] base::Millis scan_time() const;

    SimulatorSettings settings_;
    chess::Reading truth_;
    chess::SquareSet blurred_;
    FrameReader reader_{command_size};
    std::array<std::uint8_t, 256> kept_{};
    bool is_plugged_ = true;
    base::Instant next_scan_;
};

} // namespace ansage::devices::chesslink
