#include "terminal/raw_terminal.hpp"

namespace ansage::terminal {

RawTerminal::RawTerminal(int descriptor, Interrupt interrupt)
    : descriptor_(descriptor) {
    termios mode{};
    if (::tcgetattr(descriptor, &mode) != 0) {
        return;
    }
    before_ = mode;
    const bool as_key = interrupt == Interrupt::key;
    mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | (as_key ? ISIG : 0));
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    ::tcsetattr(descriptor, TCSANOW, &mode);
}

RawTerminal::~RawTerminal() {
    if (before_) {
        ::tcsetattr(descriptor_, TCSANOW, &*before_);
    }
}

} // namespace ansage::terminal
