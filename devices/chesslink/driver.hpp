// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a ChessLink board: frames to sensor events.
#pragma once

#include "devices/board/scanning.hpp"
#include "devices/chesslink/protocol.hpp"

namespace ansage::devices::chesslink {

struct DriverSettings {
    Orientation orientation = Orientation::automatic;
    base::Millis poll_every{1000};
    base::Millis lost_after{3000};
};

class ChessLinkDriver final : public ScanningDriver {
public:
    explicit ChessLinkDriver(DriverSettings settings = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::identity; }

    [[nodiscard]] DeviceInfo info() const override { return info_; }

    // Runs of letters thrown away so far.
    [[nodiscard]] std::size_t damages() const { return damages_; }

private:
    void reset() override;
    void ask() override;
    void read(std::span<const std::byte> bytes) override;
    void on_status(const chess::Reading& raw);
    void look(const chess::Reading& raw);
    [[nodiscard]] chess::Reading to_players(const chess::Reading& raw) const;

    DriverSettings settings_;
    FrameReader reader_{answer_size};
    DeviceInfo info_;
    bool is_turned_ = false;
    bool is_mirrored_ = false; // sources disagree on which end of a rank is sent first
    std::size_t damages_ = 0;
};

} // namespace ansage::devices::chesslink
