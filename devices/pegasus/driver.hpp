// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a DGT Pegasus: messages to sensor events.
#pragma once

#include "devices/board/scanning.hpp"
#include "devices/dgt/frame_reader.hpp"
#include "devices/pegasus/protocol.hpp"

namespace ansage::devices::pegasus {

// It shows the key of whoever uses it, which DGT gives, if there is one.
class PegasusDriver final : public ScanningDriver {
public:
    explicit PegasusDriver(const BoardOptions& options = {}, LineTime time = LineTime::real);

private:
    void reset() override;
    void ask() override;
    void greet();
    void ask_again() override;
    void read(std::span<const std::byte> bytes) override;
    void handle(std::uint8_t id, std::span<const std::byte> data);
    void on_dump(const chess::Reading& dump);
    void on_field(const dgt::FieldUpdate& update);
    void on_damage();
    void say(Command command);

    std::vector<std::byte> key_;
    dgt::FrameReader reader_;
    std::optional<chess::Reading> raw_; // in the board's own squares
    unsigned asked_ = 0;
};

} // namespace ansage::devices::pegasus
