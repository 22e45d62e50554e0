#include "terminal/line_input.hpp"

#include "terminal/typed_line.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>

#include <array>
#include <cerrno>
#include <optional>
#include <unistd.h>

namespace ansage::terminal {

class LineInput::Contents {
public:
    Contents(boost::asio::io_context& context, int descriptor, Listener listener)
        : context_(&context),
          descriptor_(descriptor),
          listener_(std::move(listener)),
          watched_(context) {
        boost::system::error_code closed; // then the first read says so
        watched_.assign(::dup(descriptor), closed);
        wait();
    }

private:
    void wait() {
        if (is_file_) {
            boost::asio::post(*context_, [this] { read(); });
            return;
        }
        watched_.async_wait(
            boost::asio::posix::stream_descriptor::wait_read,
            [this](const boost::system::error_code& error) {
                if (error != boost::asio::error::operation_aborted) {
                    is_file_ = error.failed(); // cannot be waited for: it can always be read
                    read();
                }
            }
        );
    }

    void read() {
        std::array<char, 4096> buffer{};
        const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
        const bool again = count < 0 && (errno == EINTR || errno == EAGAIN);
        if (count <= 0 && !again) {
            end();
            return;
        }
        for (ssize_t i = 0; i < count; ++i) {
            take(buffer[static_cast<std::size_t>(i)]);
        }
        wait();
    }

    void take(char letter) {
        if (letter == '\n') {
            listener_.line(line_);
            line_.clear();
        } else if (line_.size() < longest_typed_line) {
            line_ += letter;
        }
    }

    void end() {
        if (!line_.empty()) {
            listener_.line(line_);
        }
        listener_.ended();
    }

    boost::asio::io_context* context_;
    int descriptor_;
    Listener listener_;
    boost::asio::posix::stream_descriptor watched_;
    bool is_file_ = false;
    std::string line_;
};

LineInput::LineInput(boost::asio::io_context& context, int descriptor, Listener listener)
    : contents_(std::make_unique<Contents>(context, descriptor, std::move(listener))) {}

LineInput::~LineInput() = default;

} // namespace ansage::terminal
