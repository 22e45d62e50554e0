// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as UCI: what is read must be a legal move that is written with the same letters.
#include "chess/uci.hpp"

#include "base/check.hpp"
#include "notation.hpp"

using namespace ansage;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto [position, text] = fuzz::split(data, size);
    if (const auto move = chess::parse_uci(position, text)) {
        ANSAGE_CHECK(position.is_legal(*move));
        ANSAGE_CHECK(text.starts_with(to_string(move->from())));
    }
    for (const chess::Move legal : position.legal_moves()) {
        const std::string uci =
            chess::to_uci(position, legal, chess::CastlingStyle::king_takes_rook);
        ANSAGE_CHECK(chess::parse_uci(position, uci) == legal);
    }
    return 0;
}
