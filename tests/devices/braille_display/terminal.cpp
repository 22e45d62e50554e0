// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>

namespace ansage::devices::braille_display {
namespace {

constexpr char escape = '\x1b';

std::size_t length_of(char first) {
    const auto lead = static_cast<unsigned char>(first);
    return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

char32_t decode(const std::string& letter) {
    auto value = static_cast<char32_t>(static_cast<unsigned char>(letter.front()));
    value = letter.size() == 1 ? value : value & (0x7fU >> letter.size());
    for (std::size_t i = 1; i < letter.size(); ++i)
        value = (value << 6U) | (static_cast<unsigned char>(letter[i]) & 0x3fU);
    return value;
}

// Letters of the first plane only: no other is shown in these tests.
std::string encode(char32_t letter) {
    std::string bytes;
    if (letter < 0x80) {
        bytes += static_cast<char>(letter);
    } else if (letter < 0x800) {
        bytes += static_cast<char>(0xc0U | (letter >> 6U));
        bytes += static_cast<char>(0x80U | (letter & 0x3fU));
    } else {
        bytes += static_cast<char>(0xe0U | (letter >> 12U));
        bytes += static_cast<char>(0x80U | ((letter >> 6U) & 0x3fU));
        bytes += static_cast<char>(0x80U | (letter & 0x3fU));
    }
    return bytes;
}

} // namespace

TerminalDisplay::TerminalDisplay()
    : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    const bool is_open = master_ >= 0 && ::grantpt(master_) == 0 && ::unlockpt(master_) == 0;
    const char* const name = is_open ? ::ptsname(master_) : nullptr;
    if (name == nullptr) throw std::runtime_error("there is no pseudo terminal");
    path_ = name;
    slave_ = ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

TerminalDisplay::~TerminalDisplay() {
    ::close(slave_);
    ::close(master_);
}

void TerminalDisplay::press(const std::string& key) const {
    static_cast<void>(::write(master_, key.data(), key.size()) > 0);
}

bool TerminalDisplay::await(
    const std::function<bool(const TerminalDisplay&)>& wanted, base::Millis limit
) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!wanted(*this)) {
        const auto left = std::chrono::ceil<base::Millis>(end - std::chrono::steady_clock::now());
        if (left <= base::Millis{0} || !read_some(left)) return false;
    }
    return true;
}

bool TerminalDisplay::read_some(base::Millis limit) {
    pollfd wait{.fd = master_, .events = POLLIN, .revents = 0};
    if (::poll(&wait, 1, static_cast<int>(limit.count())) <= 0) return false;
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(master_, buffer.data(), buffer.size());
    if (count > 0) take({buffer.data(), static_cast<std::size_t>(count)});
    return count > 0;
}

void TerminalDisplay::take(const std::string& bytes) {
    unread_ += bytes;
    while (!unread_.empty()) {
        if (unread_.front() == escape) {
            if (!take_sequence()) return; // the rest of it has not come yet
            continue;
        }
        const std::size_t length = length_of(unread_.front());
        if (unread_.size() < length) return;
        put(decode(unread_.substr(0, length)));
        unread_.erase(0, length);
    }
}

// ESC [ numbers letter; or ESC, a bracket and a letter; or ESC and a letter.
bool TerminalDisplay::take_sequence() {
    if (unread_.size() < 3) return false;
    if (unread_[1] != '[') {
        const bool has_two = unread_[1] == '(' || unread_[1] == ')';
        unread_.erase(0, has_two ? 3 : 2);
        return true;
    }
    const auto last = std::find_if(unread_.begin() + 2, unread_.end(), [](char letter) {
        return letter >= '@' && letter <= '~';
    });
    if (last == unread_.end()) return false;
    std::size_t number = 0;
    std::from_chars(unread_.data() + 2, &*last, number);
    obey(*last, number);
    unread_.erase(unread_.begin(), last + 1);
    return true;
}

void TerminalDisplay::obey(char command, std::size_t number) {
    const std::size_t many = std::max<std::size_t>(number, 1);
    switch (command) {
    case 'H': // brltty goes to the first column only
        row_ = std::min(many, rows_.size()) - 1;
        column_ = 0;
        break;
    case 'J':
        for (std::size_t row = row_; row < rows_.size(); ++row)
            rows_.at(row).resize(row == row_ ? std::min(column_, rows_.at(row).size()) : 0);
        break;
    case 'K': rows_.at(row_).resize(std::min(column_, rows_.at(row_).size())); break;
    case 'B': row_ = std::min(row_ + many, rows_.size() - 1); break;
    case 'C': column_ += many; break;
    default: break; // colours, and what does not move anything
    }
}

void TerminalDisplay::put(char32_t letter) {
    if (letter == U'\r') {
        column_ = 0;
    } else if (letter == U'\n') {
        row_ = std::min(row_ + 1, rows_.size() - 1);
    } else if (letter == U'\b') {
        column_ -= std::min<std::size_t>(column_, 1);
    } else if (letter >= U' ') {
        std::u32string& row = rows_.at(row_);
        row.resize(std::max(row.size(), column_ + 1), U' ');
        row[column_++] = letter;
    }
}

std::string TerminalDisplay::line(std::size_t row) const {
    const std::u32string& letters = rows_.at(row);
    const std::size_t end = letters.find_last_not_of(U" \u2800") + 1;
    std::string text;
    for (const char32_t letter : letters.substr(0, end)) text += encode(letter);
    return text;
}

} // namespace ansage::devices::braille_display
