// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/connection.hpp"

#include "consoles/wire.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include <utility>

namespace ansage::consoles {

namespace {

// What a console may leave unread before it is given up.
constexpr std::size_t most_waiting = std::size_t{256} * 1024;
constexpr std::size_t read_size = 4096;
// Lines of one console that wait for their turn; what comes after them stays in the socket.
constexpr std::size_t most_typed = 64;

} // namespace

ConsoleSession::ConsoleSession(Socket socket, Listener listener)
    : socket_(std::move(socket)),
      listener_(std::move(listener)),
      buffer_(read_size, '\0') {
    boost::system::error_code ignored;
    socket_.non_blocking(true, ignored);
}

void ConsoleSession::start() { read(); }

void ConsoleSession::read() {
    socket_.async_read_some(
        boost::asio::buffer(buffer_),
        [self = shared_from_this()](const boost::system::error_code& error, std::size_t count) {
            if (error) {
                self->has_left_ = true;
                self->leave_if_taken();
                return;
            }
            self->take(count);
            self->rests_ = self->typed_.size() >= most_typed;
            if (self->is_open() && !self->rests_) self->read();
        }
    );
}

void ConsoleSession::leave_if_taken() {
    if (has_left_ && typed_.empty()) hang_up();
}

void ConsoleSession::take(std::size_t count) {
    incoming_.append(buffer_, 0, count);
    for (std::size_t end = incoming_.find('\n'); end != std::string::npos;
         end = incoming_.find('\n')) {
        typed_.push_back(incoming_.substr(0, end));
        incoming_.erase(0, end + 1);
    }
    if (!typed_.empty()) listener_.woken();
    if (incoming_.size() > wire::longest_line) hang_up();
}

std::optional<std::string> ConsoleSession::take_line() {
    if (typed_.empty()) return std::nullopt;
    std::string line = std::move(typed_.front());
    typed_.pop_front();
    if (typed_.empty() && std::exchange(rests_, false) && is_open()) read();
    return line;
}

const std::string* ConsoleSession::next_line() const {
    return typed_.empty() ? nullptr : &typed_.front();
}

bool ConsoleSession::send(std::string line) {
    if (!is_open() || has_left_) return true;
    if (waiting_ + line.size() > most_waiting) return false;
    waiting_ += line.size();
    outgoing_.push_back(std::move(line));
    if (!is_writing_) write();
    return true;
}

void ConsoleSession::write() {
    is_writing_ = true;
    boost::asio::async_write(
        socket_,
        boost::asio::buffer(outgoing_.front()),
        [self = shared_from_this()](const boost::system::error_code& error, std::size_t /*count*/) {
            self->is_writing_ = false;
            if (error) {
                self->has_left_ = true;
                self->leave_if_taken();
                return;
            }
            self->waiting_ -= self->outgoing_.front().size();
            self->outgoing_.pop_front();
            if (!self->outgoing_.empty() && self->is_open()) self->write();
            else if (self->is_open() && self->listener_.has_sent) self->listener_.has_sent(*self);
        }
    );
}

void ConsoleSession::end(const std::string& last_line) {
    // The line that is being written went into the socket's buffer when it was begun, unless that
    // is full; then nothing of this goes either.
    std::string rest;
    for (std::size_t i = is_writing_ ? 1 : 0; i < outgoing_.size(); ++i) rest += outgoing_[i];
    rest += last_line;
    if (is_open()) {
        boost::system::error_code ignored;
        socket_.write_some(boost::asio::buffer(rest), ignored);
    }
    hang_up();
}

void ConsoleSession::hang_up() {
    typed_.clear();
    boost::system::error_code ignored;
    socket_.close(ignored);
    if (!std::exchange(has_gone_, true)) listener_.gone(*this);
}

} // namespace ansage::consoles
