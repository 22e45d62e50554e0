// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/typed_line.hpp"

#include "base/utf8.hpp"
#include "base/visible.hpp"
#include "terminal/continuation.hpp"
#include "terminal/letters.hpp"
#include "terminal/unblocked.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace ansage::terminal {

namespace {

constexpr char interrupt_key = '\x03';
constexpr char backspace = '\b';
constexpr char erase_key = '\x7f';
constexpr char erase_word_key = '\x17';
constexpr char erase_line_key = '\x15';

bool is_control(char letter) {
    return static_cast<unsigned char>(letter) < static_cast<unsigned char>(' ');
}

} // namespace

std::string TypedLine::type(char key) {
    if (escapes_.take(key)) return {};
    if (key == backspace || key == erase_key) return erase_from(begin_of_last_letter(text_));
    if (key == erase_word_key) return erase_from(begin_of_last_word());
    if (key == erase_line_key) return erase_from(0);
    if (is_control(key) || text_.size() >= longest_typed_line) return {};
    text_ += key;
    const std::string_view unshown = std::string_view{text_}.substr(bytes_shown_);
    const std::string_view whole = base::without_unfinished_end(unshown);
    bytes_shown_ += whole.size();
    return base::visible(whole);
}

std::string TypedLine::shown() const {
    return base::visible(std::string_view{text_}.substr(0, bytes_shown_));
}

std::string TypedLine::take() {
    escapes_ = {};
    bytes_shown_ = 0;
    return std::exchange(text_, {});
}

bool TypedLine::leaves(char key) const {
    return key == interrupt_key || (key == end_key && text_.empty());
}

std::size_t TypedLine::begin_of_last_word() const {
    const std::size_t last = text_.find_last_not_of(' ');
    if (last == std::string::npos) return 0;
    const std::size_t blank = text_.find_last_of(' ', last);
    return blank == std::string::npos ? 0 : blank + 1;
}

std::string TypedLine::erase_from(std::size_t begin) {
    const std::size_t first = std::min(begin, bytes_shown_);
    const std::size_t cells =
        cells_of(base::visible(std::string_view{text_}.substr(first, bytes_shown_ - first)));
    text_.resize(begin);
    bytes_shown_ = first;
    const std::string back(cells, backspace);
    return back + std::string(cells, ' ') + back;
}

// ESC, then [, parameters, and one letter or tilde; or ESC, O and one letter.
bool EscapeSequence::take(char key) {
    const auto goes_on_at = [this](At next) {
        at_ = next;
        return true;
    };
    if (key == begin) return goes_on_at(At::begun);
    const bool is_last = key >= '@' && key <= '~';
    switch (at_) {
    case At::none: return false;
    case At::begun:
        if (key == '[') return goes_on_at(At::bracket);
        if (key == 'O') return goes_on_at(At::last);
        at_ = At::none;
        return false;
    case At::bracket:
        return goes_on_at(key == '[' ? At::last : is_last ? At::none : At::parameters);
    case At::parameters: return goes_on_at(is_last ? At::none : At::parameters);
    case At::last: return goes_on_at(At::none);
    }
    return false;
}

std::optional<char> read_key(int descriptor, const std::function<void()>& gone_on) {
    return read_key_or_other(descriptor, -1, gone_on).key;
}

KeyOrOther read_key_or_other(int descriptor, int other, const std::function<void()>& gone_on) {
    const Continuation& continuation = continuation_of_keys();
    std::array<pollfd, 3> waits{
        pollfd{.fd = continuation.event_fd(), .events = POLLIN, .revents = 0},
        pollfd{.fd = descriptor, .events = POLLIN, .revents = 0},
        pollfd{.fd = other, .events = POLLIN, .revents = 0}};
    const Unblocked unblocked{descriptor};
    while (true) {
        const bool is_ready = ::poll(waits.data(), waits.size(), -1) > 0;
        if (continuation.take()) {
            // Whoever goes on without the terminal is stopped until he has it, as whoever reads
            // there.
            if (is_in_background(descriptor)) std::raise(SIGTTIN);
            else gone_on();
            continue;
        }
        if (is_ready && waits[2].revents != 0) return {.key = {}, .is_other = true};
        if (!is_ready || waits[1].revents == 0) continue;
        char key = 0;
        const ssize_t count = ::read(unblocked.descriptor(), &key, 1);
        if (count == 1) return {.key = key};
        if (count == 0 || (errno != EINTR && errno != EAGAIN)) return {};
    }
}

} // namespace ansage::terminal
