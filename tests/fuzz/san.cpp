// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as SAN: what is read must be a legal move, and every legal move reads back.
#include "chess/san.hpp"

#include "base/check.hpp"
#include "notation.hpp"

using namespace ansage;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto [position, text] = fuzz::split(data, size);
    const auto move = chess::parse_san(position, text);
    ANSAGE_CHECK(!move || position.is_legal(*move));
    for (const chess::Move legal : position.legal_moves())
        ANSAGE_CHECK(chess::parse_san(position, chess::to_san(position, legal)) == legal);
    return 0;
}
