// SPDX-License-Identifier: GPL-3.0-or-later
// Reading what is typed without ever waiting in read(). Between poll() and read() a terminal can
// lose what was typed (Ctrl-Z throws it away, and in the background the shell reads it first), and
// who then waits in read() learns of nothing else until the next key.
#pragma once

#include "base/descriptor.hpp"

namespace ansage::terminal {

// Another opening of a terminal, for its O_NONBLOCK is no one else's. Where it can't be opened
// again (it belongs to another user), and for what is no terminal, the descriptor itself.
class Unblocked {
public:
    explicit Unblocked(int descriptor);

    // read() of it fails with EAGAIN where there is nothing.
    int descriptor() const { return own_.is_open() ? own_.number() : given_; }

private:
    int given_;
    base::Descriptor own_;
};

} // namespace ansage::terminal
