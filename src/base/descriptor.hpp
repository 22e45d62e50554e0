// SPDX-License-Identifier: GPL-3.0-or-later
// File descriptors that close themselves.
#pragma once

#include <utility>

namespace ansage::base {

// Owns a file descriptor and closes it.
class Descriptor {
public:
    Descriptor() = default;

    explicit Descriptor(int number)
        : number_(number) {}

    Descriptor(Descriptor&& other) noexcept
        : number_(std::exchange(other.number_, closed)) {}

    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();

    int number() const { return number_; }

    bool is_open() const { return number_ != closed; }

    void close();

private:
    static constexpr int closed = -1;
    int number_ = closed;
};

// An eventfd: readable while it is set. One thread may set it, and another wait for it.
class Wakeup {
public:
    Wakeup();

    void set() const;
    void clear() const;

    int descriptor() const { return descriptor_.number(); }

private:
    Descriptor descriptor_;
};

} // namespace ansage::base
