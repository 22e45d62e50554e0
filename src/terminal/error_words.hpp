// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.hpp"

#include <functional>

namespace ansage::terminal {

// From now on print_error() says an error as that function puts it: in the words of whoever is at
// the terminal.
void put_errors_into_words(std::function<base::Error(const base::Error&)> words);

} // namespace ansage::terminal
