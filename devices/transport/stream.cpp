// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/transport/stream.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ansage::devices {
namespace {

using Count = base::Result<std::size_t, StreamError>;

bool is_not_now(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

// A pty master says EIO when the slave is closed, a socket EPIPE or ECONNRESET.
bool is_hang_up(int error) {
    return error == EIO || error == EPIPE || error == ECONNRESET || error == ENXIO ||
        error == ENODEV;
}

Count failure(int error) {
    if (is_not_now(error)) return 0;
    return tl::unexpected(is_hang_up(error) ? StreamError::hung_up : StreamError::failed);
}

bool is_socket(int number) {
    struct stat status {};

    return fstat(number, &status) == 0 && S_ISSOCK(status.st_mode);
}

void make_non_blocking(int number) {
    const int flags = fcntl(number, F_GETFL);
    if (flags >= 0) fcntl(number, F_SETFL, flags | O_NONBLOCK);
}

} // namespace

base::Phrase to_words(StreamError error) {
    switch (error) {
    case StreamError::hung_up: return base::phrase("the other end is gone");
    case StreamError::timed_out: return base::phrase("nothing moved in time");
    case StreamError::failed: return base::phrase("the system refused");
    }
    return {};
}

Stream::Stream(Descriptor descriptor)
    : descriptor_(std::move(descriptor)),
      is_socket_(is_socket(descriptor_.number())) {
    make_non_blocking(descriptor_.number());
}

Stream::Stream(
    Descriptor reads, Descriptor writes, std::size_t most_at_once, std::shared_ptr<void> keeper
)
    : keeper_(std::move(keeper)),
      descriptor_(std::move(reads)),
      writes_(std::move(writes)),
      most_at_once_(most_at_once),
      is_socket_(is_socket(writes_.number())) {
    make_non_blocking(descriptor_.number());
    make_non_blocking(writes_.number());
}

Count Stream::read_now(std::span<std::byte> into) {
    const ssize_t count = ::read(descriptor_.number(), into.data(), into.size());
    if (count < 0) return failure(errno);
    if (count == 0 && !into.empty()) return tl::unexpected(StreamError::hung_up);
    return static_cast<std::size_t>(count);
}

Count Stream::write_now(std::span<const std::byte> bytes) {
    bytes = bytes.first(std::min(bytes.size(), most_at_once_));
    // Without MSG_NOSIGNAL a socket whose other end is gone would end the program.
    const ssize_t count = is_socket_ ? ::send(writes(), bytes.data(), bytes.size(), MSG_NOSIGNAL)
                                     : ::write(writes(), bytes.data(), bytes.size());
    if (count < 0) return failure(errno);
    return static_cast<std::size_t>(count);
}

Count Stream::read(std::span<std::byte> into, base::Millis limit) {
    const Count at_once = read_now(into);
    if (!at_once || *at_once > 0) return at_once;
    return wait(descriptor_.number(), POLLIN, limit).and_then([&]() -> Count {
        return read_now(into);
    });
}

base::Result<void, StreamError>
Stream::write(std::span<const std::byte> bytes, base::Millis limit) {
    while (!bytes.empty()) {
        const auto count = ANSAGE_TRY(write_now(bytes));
        bytes = bytes.subspan(count);
        ANSAGE_TRY(count == 0 ? wait(writes(), POLLOUT, limit) : base::Result<void, StreamError>{});
    }
    return {};
}

base::Result<void, StreamError> Stream::wait(int number, short events, base::Millis limit) {
    pollfd waited{number, events, 0};
    const int count = ::poll(&waited, 1, static_cast<int>(limit.count()));
    if (count == 0) return tl::unexpected(StreamError::timed_out);
    if (count < 0 && errno != EINTR) return tl::unexpected(StreamError::failed);
    return {};
}

} // namespace ansage::devices
