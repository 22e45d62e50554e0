// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line itself says, in the words of whoever is at the terminal.
#pragma once

#include "base/result.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace ansage::terminal {

// From now on print_error() says an error as that function puts it, in one line.
using ErrorWords = std::function<std::string(const base::Error& error)>;
void put_errors_into_words(ErrorWords words);

std::string line_in_words(const base::Error& error);
// What a reader of files calls the standard input, as part of where an error is.
std::string standard_input();

// From now on in_words() does. `id` is a message's, such as help.play.white_name; `text` is its
// English, of which man pages and completions are made.
using TextWords = std::function<std::string(std::string_view id, const std::string& text)>;
void put_help_into_words(TextWords words);

std::string in_words(std::string_view id, const std::string& text);

} // namespace ansage::terminal
