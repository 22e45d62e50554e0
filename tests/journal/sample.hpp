// SPDX-License-Identifier: GPL-3.0-or-later
// Values made up for tests, field by field, from what the codec knows of each type: by chance, or
// whole and in turn.
#pragma once

#include "journal/codec_fields.hpp"
#include "table/model/names.hpp"

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <variant>
#include <vector>

namespace ansage::tests {

// The same seed gives the same values on every machine.
class Sample {
public:
    explicit Sample(std::uint64_t seed)
        : random_(seed) {}

    // Nothing that may be there is missing, and each choice is the next one from turn to turn:
    // after `turns` of them every enumerator has been there. Texts, squares and numbers stay as
    // they are, and lists of messages are in the first turn only, for they are long.
    static Sample whole(std::uint64_t turn) {
        Sample sample{0};
        sample.turn_ = turn;
        return sample;
    }

    static constexpr std::uint64_t turns = 64;

    // Any of the alternatives of an input's or event's body.
    template <class Body>
    Body any() {
        using Alternatives = typename Body::Alternatives;
        return any_of<Alternatives, Body>(
            std::make_index_sequence<std::variant_size_v<Alternatives>>{}
        );
    }

    template <class T>
    T value() {
        return make(Tag<T>{});
    }

    // Below `limit`, which is not zero.
    std::uint64_t below(std::uint64_t limit) { return turn_.value_or(random_()) % limit; }

private:
    bool is_absent() { return !turn_ && below(2) == 0; }

    template <class T>
    struct Tag {};

    template <class Variant, class Made = Variant, std::size_t... Index>
    Made any_of(std::index_sequence<Index...> /*all*/) {
        Made made;
        const std::uint64_t chosen = below(sizeof...(Index));
        ((Index == chosen ? void(made = value<std::variant_alternative_t<Index, Variant>>())
                          : void()),
         ...);
        return made;
    }

    template <journal::Described T>
    T make(Tag<T> /*type*/) {
        T object;
        journal::for_each_field(object, [&](auto /*field*/, auto& member) {
            member = value<std::remove_cvref_t<decltype(member)>>();
            return true;
        });
        return object;
    }

    template <class T>
    std::optional<T> make(Tag<std::optional<T>> /*type*/) {
        return is_absent() ? std::nullopt : std::optional{value<T>()};
    }

    // Not deeper than the codec reads.
    template <class T>
    std::optional<std::vector<T>> make(Tag<std::optional<std::vector<T>>> /*type*/) {
        constexpr unsigned deepest = 2;
        if (depth_ == deepest || is_absent() || turn_ > 0) return std::nullopt;
        ++depth_;
        std::vector<T> list;
        for (std::uint64_t more = turn_ ? 1 : below(3); more > 0; --more)
            list.push_back(value<T>());
        --depth_;
        return list;
    }

    template <class... T>
    std::variant<T...> make(Tag<std::variant<T...>> /*type*/) {
        return any_of<std::variant<T...>>(std::index_sequence_for<T...>{});
    }

    template <class T>

    requires std::is_enum_v<T> T make(Tag<T> /*type*/) {
        return static_cast<T>(below(base::enumerator_names<T>.size()));
    }

    template <class Kind>
    base::Ordinal<Kind> make(Tag<base::Ordinal<Kind>> /*type*/) {
        return base::Ordinal<Kind>{value<unsigned>()};
    }

    template <std::integral T>
    T make(Tag<T> /*type*/) {
        constexpr auto edge = std::numeric_limits<T>::max();
        if (turn_) return 12;
        return below(4) == 0 ? edge : static_cast<T>(random_() & static_cast<std::uint64_t>(edge));
    }

    bool make(Tag<bool> /*type*/) { return below(2) == 0; }

    std::string make(Tag<std::string> /*type*/) {
        static const std::vector<std::string> texts{
            "",
            "Eva zwei Eva vier",
            "Läufer schlägt Cäsar fünf",
            "\"quoted\" \\ \n\t\x01\x7f",
            "♞ 🂡",
        };
        return texts[turn_ ? 1 : below(texts.size())];
    }

    base::Millis make(Tag<base::Millis> /*type*/) {
        if (turn_) return base::Millis{1500};
        auto count = value<std::int64_t>();
        constexpr std::int64_t longest = 100LL * 366 * 24 * 3'600 * 1'000; // a hundred years
        count = below(4) == 0 ? longest : count % longest;
        return base::Millis{below(2) == 0 ? count : -count};
    }

    base::Instant make(Tag<base::Instant> /*type*/) { return {value<base::Millis>()}; }

    chess::Piece piece(std::uint64_t number) {
        return {chess::both_colors[number / 6], static_cast<chess::Role>(number % 6)};
    }

    chess::Square make(Tag<chess::Square> /*type*/) {
        return chess::Square::from_index(turn_ ? 28 : static_cast<unsigned>(below(64)));
    }

    chess::SquareSet make(Tag<chess::SquareSet> /*type*/) {
        return chess::SquareSet{turn_ ? 0b11 : random_() & random_() & random_()};
    }

    chess::Piece make(Tag<chess::Piece> /*type*/) { return piece(below(12)); }

    chess::SquareReading make(Tag<chess::SquareReading> /*type*/) { return seen(below(15)); }

    chess::SquareReading seen(std::uint64_t number) {
        switch (number) {
        case 12: return chess::SquareReading::empty();
        case 13: return chess::SquareReading::occupied();
        case 14: return chess::SquareReading::unsure();
        default: return chess::SquareReading::of(piece(number));
        }
    }

    chess::Reading make(Tag<chess::Reading> /*type*/) {
        chess::Reading reading;
        for (std::size_t index = 0; index < reading.squares.size(); ++index)
            reading.squares[index] = turn_ ? seen(index % 15) : value<chess::SquareReading>();
        return reading;
    }

    chess::Move make(Tag<chess::Move> /*type*/) {
        const auto from = value<chess::Square>();
        const auto to = value<chess::Square>();
        switch (below(4)) {
        case 0:
            return chess::Move::promoting(from, to, static_cast<chess::Role>(1 + below(16) / 4));
        case 1: return chess::Move::en_passant(from, to);
        case 2: return chess::Move::castling(from, to);
        default: return chess::Move::ordinary(from, to);
        }
    }

    std::mt19937_64 random_;
    std::optional<std::uint64_t> turn_;
    unsigned depth_ = 0; // of lists
};

// Equal in every field that the codec writes.
template <class T>
bool same_fields(const T& one, const T& other) {
    return base::with_members(one, [&](auto /*numbers*/, const auto&... of_one) {
        return base::with_members(other, [&](auto /*numbers*/, const auto&... of_other) {
            return ((of_one == of_other) && ...);
        });
    });
}

template <class... T>
bool same(const std::variant<T...>& one, const std::variant<T...>& other) {
    return one.index() == other.index() &&
        std::visit(
               [&](const auto& alternative) {
                   using Alternative = std::remove_cvref_t<decltype(alternative)>;
                   return same_fields(alternative, std::get<Alternative>(other));
               },
               one
        );
}

} // namespace ansage::tests
