// Writing that does not matter, taken away.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ansage::phonetics {

enum class Umlauts : std::uint8_t {
    plain, // Läufer: laufer
    spread, // Läufer: laeufer
};

// Lower case without accents; hyphens, punctuation and white space become one space; none at either
// end. Handles composed and combining Latin letters; other letters stay as they are, and bytes that
// are no UTF-8 become spaces.
[[nodiscard]] std::string fold(std::string_view text, Umlauts umlauts = Umlauts::plain);

} // namespace ansage::phonetics
