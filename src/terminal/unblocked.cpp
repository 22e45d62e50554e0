// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/unblocked.hpp"

#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace ansage::terminal {

namespace {

base::Descriptor opened_again(int descriptor) {
    if (::isatty(descriptor) == 0) return {};
    const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    return base::Descriptor{::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
}

} // namespace

Unblocked::Unblocked(int descriptor)
    : given_(descriptor),
      own_(opened_again(descriptor)) {}

} // namespace ansage::terminal
