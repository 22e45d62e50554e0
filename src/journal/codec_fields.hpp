// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of every type that the codec writes: the one description that drives both directions.
// For the codec's own sources and tests.
#pragma once

#include "journal/codec_events.hpp"
#include "journal/codec_inputs.hpp"
#include "journal/codec_parts.hpp"
#include "table/event.hpp"
#include "table/input.hpp"

#include <type_traits>
#include <variant>

namespace ansage::journal {

// A field that is added to a type and forgotten here does not compile; the compiler names the type.
template <class T>
struct DescribesEveryField {
    static_assert(Fields<T>::List::count == field_count<T>());
    static constexpr bool value = true;
};

template <class... T>
struct DescribesEveryField<std::variant<T...>> : std::conjunction<DescribesEveryField<T>...> {};

static_assert(DescribesEveryField<table::SpokenMove>::value);
static_assert(DescribesEveryField<table::HeardMove>::value);
static_assert(DescribesEveryField<table::Testimony>::value);
static_assert(DescribesEveryField<table::MessageArguments>::value);
static_assert(DescribesEveryField<table::Message>::value);
static_assert(DescribesEveryField<table::Proposal>::value);
static_assert(DescribesEveryField<table::InputAlternatives>::value);
static_assert(DescribesEveryField<table::EventAlternatives>::value);

} // namespace ansage::journal
