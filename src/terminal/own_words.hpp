// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line itself says, in the words of whoever is at the terminal.
#pragma once

#include "base/result.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace ansage::terminal {

// From now on print_error() says an error as that function puts it.
void put_errors_into_words(std::function<base::Error(const base::Error&)> words);

// From now on in_words() does. `id` is a message's, such as help.play.white_name; `text` is its
// English, of which man pages and completions are made.
using TextWords = std::function<std::string(std::string_view id, const std::string& text)>;
void put_help_into_words(TextWords words);

[[nodiscard]] std::string in_words(std::string_view id, const std::string& text);

} // namespace ansage::terminal
