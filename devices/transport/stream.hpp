// SPDX-License-Identifier: GPL-3.0-or-later
// A byte stream over a file descriptor: pty, TCP or serial port. Never blocks without a time limit.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace ansage::devices {

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

    [[nodiscard]] int number() const { return number_; }

    [[nodiscard]] bool is_open() const { return number_ != closed; }

    void close();

private:
    static constexpr int closed = -1;
    int number_ = closed;
};

enum class StreamError : std::uint8_t {
    hung_up, // the other end is gone
    timed_out, // nothing moved within the limit
    failed, // the system refused
};

[[nodiscard]] std::string_view to_string(StreamError error);

class Stream {
public:
    Stream() = default;
    // Makes the descriptor non-blocking. A terminal must be raw with VMIN 1, or else "nothing
    // there" and "hung up" look the same.
    explicit Stream(Descriptor descriptor);

    [[nodiscard]] bool is_open() const { return descriptor_.is_open(); }

    // Borrowed, for an event loop to wait on; a loop that closes what it is given needs a dup().
    [[nodiscard]] int number() const { return descriptor_.number(); }

    // How many bytes were there now; zero: none yet.
    [[nodiscard]] base::Result<std::size_t, StreamError> read_now(std::span<std::byte> into);
    // How many bytes could be written now; zero: the other end has to read first.
    [[nodiscard]] base::Result<std::size_t, StreamError> write_now(std::span<const std::byte> bytes
    );
    // Waits for the first bytes, at most `limit`.
    [[nodiscard]] base::Result<std::size_t, StreamError>
    read(std::span<std::byte> into, base::Millis limit);
    // All of them, each piece within `limit`.
    [[nodiscard]] base::Result<void, StreamError>
    write(std::span<const std::byte> bytes, base::Millis limit);

    void close() { descriptor_.close(); }

private:
    [[nodiscard]] base::Result<void, StreamError> wait(short events, base::Millis limit) const;

    Descriptor descriptor_;
    bool is_socket_ = false;
};

} // namespace ansage::devices
