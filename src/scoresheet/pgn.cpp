#include "scoresheet/pgn.hpp"

namespace ansage::scoresheet {

std::optional<std::string_view> PgnGame::tag(std::string_view name) const {
    for (const auto& [key, value] : tags) {
        if (key == name) {
            return value;
        }
    }
    return std::nullopt;
}

} // namespace ansage::scoresheet
