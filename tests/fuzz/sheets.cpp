// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a scoresheet in text, JSON and braille: the readers come to an end, and every move
// they give is legal where it stands.
#include "base/check.hpp"
#include "profiles/braille.hpp"
#include "scoresheet/braille_sheet.hpp"
#include "scoresheet/text.hpp"
#include "support/places.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

using namespace ansage;
using namespace ansage::scoresheet;

namespace {

Braille& german() {
    static Braille braille =
        profiles::Document::read(ansage::tests::root() + "/profiles/braille/de.toml")
            .and_then([](const auto& document) { return profiles::load_braille(document); })
            .and_then([](BrailleCode code) { return Braille::open(std::move(code)); })
            .value();
    return braille;
}

void check(const std::vector<PgnGame>& games) {
    for (const PgnGame& game : games) {
        chess::Position position = game.start;
        for (const chess::Move move : game.moves) {
            ANSAGE_CHECK(position.is_legal(move));
            position = position.after(move);
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const BrailleCode& code = german().code();
    const chess::Position start;
    check(read_text_sheets(code.notation, code.labels, text, "fuzz", start));
    check(read_json_sheets(code.notation, text, "fuzz"));
    check(read_braille_sheets(german(), text, "fuzz", start));
    return 0;
}
