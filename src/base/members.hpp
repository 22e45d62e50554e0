// SPDX-License-Identifier: GPL-3.0-or-later
// The members of an aggregate, by number and with their names. A name is read from the signature of
// a template on the member's address within an object that is declared and never made.
#pragma once

#include "base/names.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ansage::base {

// Stands for a value of any type where nothing is evaluated.
struct AnyValue {
    template <class T>
    operator T() const; // NOLINT(google-explicit-constructor)
};

template <class T, std::size_t... Index>
constexpr bool can_be_made_from(std::index_sequence<Index...> /*count*/) {
    return requires { T{(static_cast<void>(Index), AnyValue{})...}; };
}

// The most values that an aggregate can be made from.
template <class T, std::size_t Count = 0>
constexpr std::size_t member_count() {
    if constexpr (can_be_made_from<T>(std::make_index_sequence<Count + 1>{})) {
        return member_count<T, Count + 1>();
    } else return Count;
}

// A macro, for a structured binding takes no pack of names.
#define ANSAGE_MEMBERS(number, ...)                                                                \
    if constexpr (count == (number)) {                                                             \
        auto& [__VA_ARGS__] = object;                                                              \
        return visit(std::make_index_sequence<count>{}, __VA_ARGS__);                              \
    } else

// visit(std::index_sequence<0, 1 ...>{}, member...) with all of them, in order.
template <class T, class Visit>
constexpr auto with_members([[maybe_unused]] T& object, const Visit& visit) {
    constexpr std::size_t count = member_count<std::remove_const_t<T>>();
    static_assert(count <= 24, "write one more line");
    ANSAGE_MEMBERS(1, a)
    ANSAGE_MEMBERS(2, a, b)
    ANSAGE_MEMBERS(3, a, b, c)
    ANSAGE_MEMBERS(4, a, b, c, d)
    ANSAGE_MEMBERS(5, a, b, c, d, e)
    ANSAGE_MEMBERS(6, a, b, c, d, e, f)
    ANSAGE_MEMBERS(7, a, b, c, d, e, f, g)
    ANSAGE_MEMBERS(8, a, b, c, d, e, f, g, h)
    ANSAGE_MEMBERS(9, a, b, c, d, e, f, g, h, i)
    ANSAGE_MEMBERS(10, a, b, c, d, e, f, g, h, i, j)
    ANSAGE_MEMBERS(11, a, b, c, d, e, f, g, h, i, j, k)
    ANSAGE_MEMBERS(12, a, b, c, d, e, f, g, h, i, j, k, l)
    ANSAGE_MEMBERS(13, a, b, c, d, e, f, g, h, i, j, k, l, m)
    ANSAGE_MEMBERS(14, a, b, c, d, e, f, g, h, i, j, k, l, m, n)
    ANSAGE_MEMBERS(15, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
    ANSAGE_MEMBERS(16, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    ANSAGE_MEMBERS(17, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q)
    ANSAGE_MEMBERS(18, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r)
    ANSAGE_MEMBERS(19, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s)
    ANSAGE_MEMBERS(20, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t)
    ANSAGE_MEMBERS(21, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u)
    ANSAGE_MEMBERS(22, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v)
    ANSAGE_MEMBERS(23, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w)
    ANSAGE_MEMBERS(24, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x)
    return visit(std::index_sequence<>{});
}

#undef ANSAGE_MEMBERS

// The member of that type, by whatever name; null: there is none. Two of them do not compile.
template <class Member, class T>
constexpr auto* member_of_type(T& object) {
    using Found = std::conditional_t<std::is_const_v<T>, const Member, Member>;
    return with_members(object, []<class... Members>(auto /*numbers*/, Members&... members) {
        constexpr std::size_t count =
            (std::size_t{0} + ... + std::size_t{std::is_same_v<Members, Found>});
        static_assert(count <= 1, "which of them?");
        Found* found = nullptr;
        [[maybe_unused]] const auto look_at = [&found]<class Other>(Other& member) {
            if constexpr (std::is_same_v<Other, Found>) found = &member;
        };
        (look_at(members), ...);
        return found;
    });
}

template <class T>
struct Unmade {
    T object;
};

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template" // that is what it is for
#endif

template <class T>
extern const Unmade<T> unmade;

// A class, for clang takes the address of a member as it is from version 18 on only.
struct Address {
    const void* member = nullptr;
};

template <Address... Members>
constexpr const char* signature_of_members() {
    return static_cast<const char*>(__PRETTY_FUNCTION__);
}

template <class T>
inline constexpr auto addresses_of_members =
    with_members(unmade<T>.object, [](auto /*numbers*/, const auto&... member) {
        return std::array<Address, sizeof...(member)>{Address{&member}...};
    });

#ifdef __clang__
#pragma clang diagnostic pop
#endif

// The signature has a list such as "{Address{&unmade.object.square}, Address{...}}".
template <class T, std::size_t... Index>
constexpr auto names_in_addresses(std::index_sequence<Index...> /*members*/) {
    std::string_view text = signature_of_members<addresses_of_members<T>[Index]...>();
    text.remove_prefix(text.find('='));
    std::array<std::string_view, sizeof...(Index)> names{};
    for (std::string_view& name : names) {
        const std::size_t end = text.find('}');
        name = last_name_in(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return names;
}

// As they stand in the code.
template <class T>
inline constexpr auto
    member_names = names_in_addresses<T>(std::make_index_sequence<member_count<T>()>{});

// A compiler that writes its signatures in another way stops here.
namespace tried {
struct Walk {
    Season season;
    int steps_up;
    Address way;
};
} // namespace tried

static_assert(member_names<tried::Walk>.size() == 3);
static_assert(member_names<tried::Walk>[0] == "season");
static_assert(member_names<tried::Walk>[1] == "steps_up");
static_assert(member_names<tried::Walk>[2] == "way");

} // namespace ansage::base
