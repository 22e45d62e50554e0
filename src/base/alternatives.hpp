// SPDX-License-Identifier: GPL-3.0-or-later
// Which types a variant may hold, asked of the types alone.
#pragma once

#include <concepts>
#include <variant>

namespace ansage::base {

template <class Type, class Variant>
inline constexpr bool is_alternative = false;

template <class Type, class... Alternatives>
inline constexpr bool
    is_alternative<Type, std::variant<Alternatives...>> = (std::same_as<Type, Alternatives> || ...);

template <class Type, class Variant>
concept AlternativeOf = is_alternative<Type, Variant>;

} // namespace ansage::base
