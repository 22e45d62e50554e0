// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a Chessnut board: reports to sensor events.
#pragma once

#include "devices/board/scanning.hpp"
#include "devices/board/turning.hpp"
#include "devices/chessnut/protocol.hpp"

namespace ansage::devices::chessnut {

struct DriverSettings {
    Orientation orientation = Orientation::automatic;
    base::Millis poll_every{1000};
    base::Millis lost_after{3000};
};

class ChessnutDriver final : public ScanningDriver {
public:
    explicit ChessnutDriver(DriverSettings settings = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::identity; }

    [[nodiscard]] DeviceInfo info() const override { return info_; }

    // Once it has told.
    [[nodiscard]] const std::optional<Battery>& battery() const { return battery_; }

    // Reports thrown away so far.
    [[nodiscard]] std::size_t damages() const { return damages_; }

private:
    void reset() override;
    void ask() override;
    void read(std::span<const std::byte> bytes) override;
    void on_board(const chess::Reading& raw);

    Turning turning_;
    ReportReader reader_;
    DeviceInfo info_;
    std::optional<Battery> battery_;
    bool asks_battery_ = true;
    // There is no checksum that is described: what is seen counts when two reports say the same.
    std::optional<chess::Reading> once_;
    std::size_t damages_ = 0;
};

} // namespace ansage::devices::chessnut
