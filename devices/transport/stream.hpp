// SPDX-License-Identifier: GPL-3.0-or-later
// A byte stream over a file descriptor: pty, TCP or serial port; or over one each way. Never blocks
// without a time limit.
#pragma once

#include "base/descriptor.hpp"
#include "base/instant.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace ansage::devices {

using base::Descriptor;

enum class StreamError : std::uint8_t {
    hung_up, // the other end is gone
    timed_out, // nothing moved within the limit
    failed, // the system refused
};

base::Phrase to_words(StreamError error);

class Stream {
public:
    Stream() = default;
    // Makes the descriptor non-blocking. A terminal must be raw with VMIN 1, or else "nothing
    // there" and "hung up" look the same.
    explicit Stream(Descriptor descriptor);
    // One descriptor each way, of which one write takes at most so many bytes; `keeper` is what
    // both need to stay open.
    Stream(
        Descriptor reads, Descriptor writes, std::size_t most_at_once, std::shared_ptr<void> keeper
    );

    bool is_open() const { return descriptor_.is_open(); }

    // Borrowed, for an event loop to wait on; a loop that closes what it is given needs a dup().
    int number() const { return descriptor_.number(); }

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

    void close() { *this = {}; }

private:
    int writes() const { return writes_.is_open() ? writes_.number() : descriptor_.number(); }

    [[nodiscard]] static base::Result<void, StreamError>
    wait(int number, short events, base::Millis limit);

    std::shared_ptr<void> keeper_;
    Descriptor descriptor_;
    Descriptor writes_; // not open: the same
    std::size_t most_at_once_ = std::numeric_limits<std::size_t>::max();
    bool is_socket_ = false;
};

} // namespace ansage::devices
