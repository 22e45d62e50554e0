// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that count different things, and cannot be taken for each other.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>

namespace ansage::base {

// The first, the second and so on of one kind of thing. A literal is a number of whatever it stands
// beside; any other number says what it counts: Ply{games.size()}.
template <class Kind>
class Ordinal {
public:
    constexpr Ordinal() = default;

    constexpr explicit Ordinal(std::size_t value)
        : value_(static_cast<unsigned>(value)) {}

    // A template, so that no other type is converted first.
    template <std::same_as<int> Literal>
    consteval Ordinal(Literal value)
        : value_(static_cast<unsigned>(value)) {
        if (value < 0) throw "nothing is counted from below zero";
    }

    // For text, files and arrays.
    constexpr unsigned value() const { return value_; }

    constexpr Ordinal& operator++() { return *this = *this + 1; }

    constexpr Ordinal& operator--() { return *this = *this - 1; }

    friend constexpr auto operator<=>(Ordinal, Ordinal) = default;

    friend constexpr Ordinal operator+(Ordinal from, unsigned steps) {
        return Ordinal{from.value_ + steps};
    }

    friend constexpr Ordinal operator-(Ordinal from, unsigned steps) {
        return Ordinal{from.value_ - steps};
    }

    friend constexpr unsigned operator-(Ordinal later, Ordinal earlier) {
        return later.value_ - earlier.value_;
    }

private:
    unsigned value_ = 0;
};

} // namespace ansage::base
