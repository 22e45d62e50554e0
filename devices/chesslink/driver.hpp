// SPDX-License-Identifier: GPL-3.0-or-later
// The near end of a ChessLink board: frames to sensor events.
#pragma once

#include "devices/board/scanning.hpp"
#include "devices/chesslink/protocol.hpp"

namespace ansage::devices::chesslink {

class ChessLinkDriver final : public ScanningDriver {
public:
    explicit ChessLinkDriver(const BoardOptions& options = {}, LineTime time = LineTime::real);

private:
    void reset() override { reader_.reset(); }

    void ask() override;
    void read(std::span<const std::byte> bytes) override;
    void on_message(char letter, std::string_view data);
    void look(const chess::Reading& raw);

    Orientation orientation_;
    FrameReader reader_{answer_size};
    bool is_turned_ = false;
    bool is_mirrored_ = false; // sources disagree on which end of a rank is sent first
};

} // namespace ansage::devices::chesslink
