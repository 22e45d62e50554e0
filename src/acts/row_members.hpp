// SPDX-License-Identifier: GPL-3.0-or-later
// What the input of a row is made of: each of its members by name, and the part of the line that it
// takes. A member that is not named does not compile, nor does one that is named twice, so nothing
// that somebody said is lost where a member is new or has another name.
//
//     act<table::Lifts,
//         Takes<&table::Lifts::board, &Parts::seat>,
//         Takes<&table::Lifts::square, &Parts::square>,
//         Takes<&table::Lifts::piece, &Parts::piece>>
#pragma once

#include "acts/grammar.hpp"
#include "base/members.hpp"
#include "table/model/names.hpp"

#include <functional>
#include <optional>
#include <string>

namespace ansage::acts {

template <auto member>
struct Named {};

// From a part of the line, or from what a function makes of the parts. A part that is not there
// leaves the member as it is by itself.
template <auto member, auto part>
struct Takes {
    using Member = Named<member>;

    template <class Input>
    static void fill(Input& input, const Parts& parts) {
        put(input.*member, std::invoke(part, parts));
    }

private:
    template <class Value, class Given>
    static void put(Value& value, const Given& given) {
        value = given;
    }

    template <class Value, class Given>
    static void put(Value& value, const std::optional<Given>& given) {
        if (given) value = Value{*given};
    }
};

// What the row itself says.
template <auto member, auto value>
struct Is {
    using Member = Named<member>;

    template <class Input>
    static void fill(Input& input, const Parts& /*parts*/) {
        input.*member = value;
    }
};

// No word of the row says it.
template <auto member>
struct Leaves {
    using Member = Named<member>;

    template <class Input>
    static void fill(Input& /*input*/, const Parts& /*parts*/) {}
};

// None is there twice: a class has each of its bases once.
template <class... Members>
struct Once : Members... {};

template <class Input, class... Members>
Input made(const Parts& parts) {
    static_assert(
        sizeof...(Members) == base::member_count<Input>(), "the row names each member of its input"
    );
    static_assert(sizeof(Once<typename Members::Member...>) > 0, "... once");
    Input input{};
    (Members::fill(input, parts), ...);
    return input;
}

template <class Input, class... Members>
table::InputBody act(const Parts& parts) {
    return made<Input, Members...>(parts);
}

// --- what some members take
// The part that is a name, as an enumerator.
template <class Enum>
std::optional<Enum> named(const Parts& parts) {
    return table::parse_name<Enum>(parts.name);
}

// A move, in the words that were said; they are read later, by the position.
inline table::HeardMove heard(const Parts& parts) {
    return {.text = parts.text.value_or(std::string{}), .said = {}};
}

inline std::optional<table::HeardMove> heard_if_said(const Parts& parts) {
    return parts.text ? std::optional{heard(parts)} : std::nullopt;
}

// The arbiter has no seat where a player may do the same.
inline std::optional<chess::Color> seat_of_player(const Parts& parts) {
    return parts.is_arbiters() ? std::nullopt : std::optional{parts.seat};
}

inline std::optional<table::ConsoleRole> asking_console(const Parts& parts) {
    return parts.is_arbiters() ? std::optional{table::ConsoleRole::arbiter} : std::nullopt;
}

// "announces typed e4"
inline std::optional<table::Medium> medium(const Parts& parts) {
    return parts.has_option ? std::optional{table::Medium::keys} : std::nullopt;
}

} // namespace ansage::acts
