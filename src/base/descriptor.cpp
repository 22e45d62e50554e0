// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/descriptor.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

namespace ansage::base {

Descriptor::~Descriptor() { close(); }

void Descriptor::close() {
    if (number_ != closed) ::close(std::exchange(number_, closed));
}

Wakeup::Wakeup()
    : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

// Fails only when the counter is full, and then the descriptor is readable already.
void Wakeup::set() const { static_cast<void>(::eventfd_write(descriptor(), 1)); }

void Wakeup::clear() const {
    eventfd_t count = 0;
    static_cast<void>(::eventfd_read(descriptor(), &count));
}

} // namespace ansage::base
