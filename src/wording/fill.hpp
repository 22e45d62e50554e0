// SPDX-License-Identifier: GPL-3.0-or-later
// Puts arguments into a sentence.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace ansage::wording {

// Replaces each {name} in `pattern` by what `words_for(name)` gives. A brace without its partner
// stays as it is.
std::string
fill(std::string_view pattern, const std::function<std::string(std::string_view name)>& words_for);

} // namespace ansage::wording
