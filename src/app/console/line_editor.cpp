#include "app/console/line_editor.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace ansage::app {

namespace {

constexpr std::size_t longest_line = 4096;
constexpr char backspace = '\b';
constexpr char erase_key = '\x7f';
constexpr char end_key = '\x04';
constexpr unsigned char first_continuation = 0x80;
constexpr unsigned char first_lead = 0xc0;

bool is_continuation(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= first_continuation && byte < first_lead;
}

bool is_control(char letter) {
    return static_cast<unsigned char>(letter) < static_cast<unsigned char>(' ');
}

void write_out(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

} // namespace

std::string EditedLine::prompt() {
    return "> ";
}

std::string EditedLine::type(char letter, std::vector<std::string>& lines) {
    if (letter == '\n' || letter == '\r') {
        return enter(lines);
    }
    if (letter == backspace || letter == erase_key) {
        return erase();
    }
    if (is_control(letter) || typed_.size() >= longest_line) {
        return {};
    }
    typed_ += letter;
    return {letter};
}

std::string EditedLine::enter(std::vector<std::string>& lines) {
    lines.push_back(std::exchange(typed_, {}));
    std::string out = "\n";
    for (const std::string& line : std::exchange(held_, {})) {
        out += line + '\n';
    }
    return out + prompt();
}

std::string EditedLine::erase() {
    if (typed_.empty()) {
        return {};
    }
    while (typed_.size() > 1 && is_continuation(typed_.back())) {
        typed_.pop_back();
    }
    typed_.pop_back();
    return "\b \b";
}

std::string EditedLine::show(const std::string& text, bool is_important) {
    if (!typed_.empty() && !is_important) {
        held_.push_back(text);
        return {};
    }
    return '\n' + text + '\n' + prompt() + typed_;
}

class LineEditor::Contents {
public:
    Contents(boost::asio::io_context& context, int descriptor, Listener listener)
        : descriptor_(descriptor),
          listener_(std::move(listener)),
          watched_(context, ::dup(descriptor)) {
        if (::tcgetattr(descriptor_, &before_) == 0) {
            termios raw = before_;
            raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
            raw.c_cc[VMIN] = 1;
            raw.c_cc[VTIME] = 0;
            ::tcsetattr(descriptor_, TCSANOW, &raw);
            is_raw_ = true;
        }
        write_out(EditedLine::prompt());
        wait();
    }

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    Contents(Contents&&) = delete;
    Contents& operator=(Contents&&) = delete;

    ~Contents() {
        if (is_raw_) {
            ::tcsetattr(descriptor_, TCSANOW, &before_);
        }
    }

    void show(const std::string& text, bool is_important) {
        write_out(line_.show(text, is_important));
    }

private:
    void wait() {
        watched_.async_wait(
            boost::asio::posix::stream_descriptor::wait_read,
            [this](const boost::system::error_code& error) {
                if (error != boost::asio::error::operation_aborted) {
                    read();
                }
            }
        );
    }

    void read() {
        std::array<char, 256> buffer{};
        const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
        const bool again = count < 0 && (errno == EINTR || errno == EAGAIN);
        if (count <= 0 && !again) {
            listener_.ended();
            return;
        }
        for (ssize_t i = 0; i < count; ++i) {
            if (buffer[static_cast<std::size_t>(i)] == end_key) {
                listener_.ended();
                return;
            }
            take(buffer[static_cast<std::size_t>(i)]);
        }
        wait();
    }

    void take(char letter) {
        std::vector<std::string> lines;
        write_out(line_.type(letter, lines));
        for (const std::string& line : lines) {
            listener_.line(line);
        }
    }

    int descriptor_;
    Listener listener_;
    boost::asio::posix::stream_descriptor watched_;
    termios before_{};
    bool is_raw_ = false;
    EditedLine line_;
};

LineEditor::LineEditor(boost::asio::io_context& context, int descriptor, Listener listener)
    : contents_(std::make_unique<Contents>(context, descriptor, std::move(listener))) {}

LineEditor::~LineEditor() = default;

void LineEditor::show(const std::string& text, bool is_important) {
    contents_->show(text, is_important);
}

} // namespace ansage::app
