// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal/line_input.hpp"

#include "terminal/typed_input.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <unistd.h>
#include <utility>

namespace ansage::terminal {

class LineInput::Contents {
public:
    Contents(boost::asio::io_context& context, int descriptor, Listener listener)
        : lines_(descriptor),
          listener_(std::move(listener)),
          event_(context, ::dup(lines_.event_fd())) {
        wait();
    }

private:
    void wait() {
        event_.async_wait(
            boost::asio::posix::stream_descriptor::wait_read,
            [this](const boost::system::error_code& error) {
                if (!error) take();
            }
        );
    }

    // One at a time: others have their turn between two lines.
    void take() {
        const auto line = lines_.take();
        if (line && line->is_end) {
            listener_.ended();
            return;
        }
        if (line && !line->has_gone_on) listener_.line(line->text);
        wait();
    }

    TypedLines lines_;
    Listener listener_;
    boost::asio::posix::stream_descriptor event_;
};

LineInput::LineInput(boost::asio::io_context& context, int descriptor, Listener listener)
    : contents_(std::make_unique<Contents>(context, descriptor, std::move(listener))) {}

LineInput::~LineInput() = default;

} // namespace ansage::terminal
