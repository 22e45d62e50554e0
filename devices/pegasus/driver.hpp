// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a DGT Pegasus: messages to sensor events.
#pragma once

#include "devices/board/scanning.hpp"
#include "devices/board/turning.hpp"
#include "devices/dgt/frame_reader.hpp"
#include "devices/pegasus/protocol.hpp"

namespace ansage::devices::pegasus {

struct DriverSettings {
    Orientation orientation = Orientation::automatic; // which no occupancy tells: straight
    std::vector<std::byte> key; // of whoever uses it, from DGT; empty: none is shown
    base::Millis poll_every{500};
    base::Millis lost_after{3000};
};

class PegasusDriver final : public ScanningDriver {
public:
    explicit PegasusDriver(DriverSettings settings = {});

    [[nodiscard]] BoardKind kind() const override { return BoardKind::occupancy; }

    [[nodiscard]] DeviceInfo info() const override { return info_; }

    // Runs of bytes thrown away so far.
    [[nodiscard]] std::size_t damages() const { return damages_; }

private:
    void reset() override;
    void ask() override;
    void ask_again() override;
    void read(std::span<const std::byte> bytes) override;
    void handle(std::uint8_t id, std::span<const std::byte> data);
    void on_dump(const chess::Reading& dump);
    void on_field(const dgt::FieldUpdate& update);
    void on_damage();
    void say(Command command);

    Turning turning_;
    std::vector<std::byte> key_;
    dgt::FrameReader reader_;
    DeviceInfo info_;
    std::optional<chess::Reading> raw_; // in the board's own squares
    unsigned asked_ = 0;
    std::size_t damages_ = 0;
};

} // namespace ansage::devices::pegasus
