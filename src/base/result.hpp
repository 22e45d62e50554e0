// SPDX-License-Identifier: GPL-3.0-or-later
// Results that can fail, and the one kind of error that a person reads.
#pragma once

#include "base/phrase.hpp"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace ansage::base {

template <class T, class E>
using Result = tl::expected<T, E>;

// What a person is told when input is bad or a part is missing: one line that says what is wrong,
// where, and how to mend it. `where` may be empty; it is "file", "file:line" or an option's name.
// Sentences stay data: whoever shows them looks them up in the language of who reads.
struct Error {
    Phrase what;
    Place where;
    Phrase mend;
    bool operator==(const Error&) const = default;
};

// "where: what; mend" in one line, without the parts that are empty; visible, whatever it quotes.
std::string to_line(const Error& error, const Translator& language);
// In English.
std::string to_line(const Error& error);

} // namespace ansage::base
