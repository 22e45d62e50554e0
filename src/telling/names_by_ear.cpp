// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/names_by_ear.hpp"

#include <fmt/format.h>

namespace ansage::telling {

std::string
name_by_ear(const wording::Catalogue& in, std::string_view kind, std::string_view name) {
    const std::string id = fmt::format("profile.{}.{}", kind, name);
    std::string sentence = in.sentence(id);
    return sentence == id ? std::string{name} : sentence;
}

} // namespace ansage::telling
