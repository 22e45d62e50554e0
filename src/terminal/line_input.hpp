// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of standard input as they come, from a terminal, a pipe or a file.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace ansage::terminal {

class LineInput {
public:
    // Called on the thread of the context. A line has no line end; one that is longer than any act
    // is cut. `ended` is called once.
    struct Listener {
        std::function<void(const std::string&)> line;
        std::function<void()> ended;
    };

    LineInput(boost::asio::io_context& context, int descriptor, Listener listener);
    LineInput(const LineInput&) = delete;
    LineInput& operator=(const LineInput&) = delete;
    ~LineInput();

private:
    class Contents;

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::terminal
