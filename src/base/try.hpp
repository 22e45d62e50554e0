// SPDX-License-Identifier: GPL-3.0-or-later
// The value of a result, where there is one: `const auto journal =
// ANSAGE_TRY(Journal::open(path));` Where there is none, the function in which this stands returns
// the error.
#pragma once

#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

namespace ansage::base {

template <class Result>
auto value_of(Result&& result) {
    if constexpr (!std::is_void_v<typename std::remove_cvref_t<Result>::value_type>)
        return *std::forward<Result>(result);
}

} // namespace ansage::base

#define ANSAGE_TRY(...) ANSAGE_TRY_AS(ANSAGE_TRY_NAME(__COUNTER__), __VA_ARGS__)
#define ANSAGE_TRY_NAME(number) ANSAGE_TRY_JOINED(tried_, number)
#define ANSAGE_TRY_JOINED(word, number) word##number
// `name` differs each time, so that one may stand in another.
#define ANSAGE_TRY_AS(name, ...)                                                                   \
    __extension__({                                                                                \
        auto&& name = __VA_ARGS__;                                                                 \
        if (!name) return ::tl::unexpected(std::forward<decltype(name)>(name).error());            \
        ::ansage::base::value_of(std::forward<decltype(name)>(name));                              \
    })
