// SPDX-License-Identifier: GPL-3.0-or-later
// What whoever opens a page on the network tells those who come to it.
#pragma once

#include "wording/wording.hpp"

#include <string>
#include <vector>

namespace ansage::gateway {

enum class Paint : std::uint8_t {
    plain, // for lines that go through terminal::print_line(), or into a file
    black_on_white, // with a terminal's own commands, whatever colours it has
};

// Lines for people, in the order in which they are of use: the address in words that can be typed
// by somebody who is told them, the certificate's fingerprint, what a browser warns of beforehand
// and how to go on, and the address as a picture for a camera. `url` is what
// Keeper::url() or network_url() gives.
[[nodiscard]] std::vector<std::string>
lan_invitation(const std::string& url, const wording::Catalogue& in, Paint paint = Paint::plain);

} // namespace ansage::gateway
