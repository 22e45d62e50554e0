// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs and set-ups from words: the kind, then members by their names, or without them where the
// value says which it is.
//
//   white announces e2e4
//   arbiter_adds black 2:00 reason late
//   fide-2023 club 5m+3s | white impaired none | black sighted identity announces device
//
// An underscore in a text or a FEN is a space.
#pragma once

#include "table/model/state.hpp"

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace ansage::tests {

// What cannot be read is told in a sentence.
template <class T>
using FromWords = tl::expected<T, std::string>;

// The words of a move mean what they mean in that state.
[[nodiscard]] FromWords<table::InputBody>
input_from_words(std::string_view words, const table::State& state);
[[nodiscard]] FromWords<table::TableSetup> setup_from_words(std::string_view words);
// "0:04.2"; absent if it is no time.
[[nodiscard]] std::optional<base::Millis> time_from_words(std::string_view word);

[[nodiscard]] std::vector<std::string> split(std::string_view text, char at);

} // namespace ansage::tests
