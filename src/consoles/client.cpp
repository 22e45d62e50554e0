// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/client.hpp"

#include "base/overloaded.hpp"
#include "consoles/large.hpp"
#include "consoles/wire.hpp"
#include "table/names.hpp"
#include "terminal/line_editor.hpp"
#include "terminal/line_input.hpp"
#include "terminal/options.hpp"
#include "terminal/text.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace ansage::consoles {

using base::Error;
using base::Overloaded;
using base::Result;

namespace {

namespace asio = boost::asio;
using Protocol = asio::local::stream_protocol;

constexpr std::chrono::milliseconds try_again_after{500};
constexpr unsigned most_tries = 40;

Error unreachable(const ConsoleChoice& choice) {
    return {
        "this table does not answer",
        choice.socket.string(),
        "is ansage play still running there?"};
}

} // namespace

class ConsoleClient {
public:
    explicit ConsoleClient(const ConsoleChoice& choice)
        : choice_(choice),
          socket_(context_),
          timer_(context_),
          signals_(context_, SIGINT, SIGTERM, SIGHUP) {}

    Result<bool, Error> run() {
        std::signal(SIGPIPE, SIG_IGN);
        if (!connect()) {
            return tl::unexpected(unreachable(choice_));
        }
        signals_.async_wait([this](const boost::system::error_code&, int) { leave(); });
        open_input();
        context_.run();
        if (is_lost_) {
            return tl::unexpected(unreachable(choice_));
        }
        return was_welcome_;
    }

private:
    // --- the table
    bool connect() {
        boost::system::error_code error;
        std::ignore = socket_.connect(Protocol::endpoint{choice_.socket.string()}, error);
        if (error) {
            std::ignore = socket_.close(error);
            return false;
        }
        incoming_.clear();
        send(wire::to_text(wire::Join{.role = choice_.role, .code = choice_.code}));
        read();
        return true;
    }

    void read() {
        socket_.async_read_some(
            asio::buffer(buffer_),
            [this](const boost::system::error_code& error, std::size_t count) {
                if (error) {
                    on_hang_up();
                    return;
                }
                take(count);
                if (socket_.is_open()) {
                    read();
                }
            }
        );
    }

    void take(std::size_t count) {
        incoming_.append(buffer_.data(), count);
        for (std::size_t end = incoming_.find('\n'); end != std::string::npos;
             end = incoming_.find('\n')) {
            on_line(incoming_.substr(0, end));
            incoming_.erase(0, end + 1);
        }
    }

    // What is no line of a table was torn apart when a table was killed.
    void on_line(const std::string& line) {
        const auto message = wire::read_from_table(line);
        if (!message) {
            return;
        }
        std::visit(
            Overloaded{
                [this](const wire::Line& told) { on_told(told); },
                [&](const wire::Bye& bye) { on_bye(bye, line); }},
            *message
        );
    }

    void on_told(const wire::Line& line) {
        was_welcome_ = true;
        tries_ = 0;
        if (editor_ && !line.prompt.empty()) {
            editor_->ask_with(line.prompt);
        }
        if (!line.when_lost.empty()) {
            when_lost_ = line.when_lost;
        }
        show(choice_.json ? line.json : line.text, line.is_important);
        if (line.number != 0) {
            send(wire::to_text(wire::Seen{line.number}));
        }
    }

    void on_bye(const wire::Bye& bye, const std::string& line) {
        show(choice_.json ? line : bye.text, true);
        is_over_ = !bye.again;
    }

    // A table that was killed and goes on, or that gave this console up, is joined again.
    void on_hang_up() {
        boost::system::error_code ignored;
        std::ignore = socket_.close(ignored);
        if (is_over_ || is_leaving_ || !was_welcome_) {
            stop();
            return;
        }
        if (tries_ == 0) {
            show(
                choice_.json
                    ? fmt::format(R"({{"kind":"lost","text":{}}})", telling::json_text(when_lost_))
                    : when_lost_,
                true
            );
        }
        try_again();
    }

    void try_again() {
        if (++tries_ > most_tries) {
            is_lost_ = true;
            stop();
            return;
        }
        timer_.expires_after(try_again_after);
        timer_.async_wait([this](const boost::system::error_code& error) {
            if (!error && !connect()) {
                try_again();
            }
        });
    }

    // Short lines into a socket's buffer: a table that takes none of them is gone.
    void send(const std::string& line) {
        boost::system::error_code ignored;
        if (socket_.is_open()) {
            asio::write(socket_, asio::buffer(line), ignored);
        }
    }

    // --- the person
    void open_input() {
        const auto on_line = [this](const std::string& line) { on_typed(line); };
        const auto on_end = [this] { leave(); };
        if (!choice_.json && ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0) {
            editor_.emplace(
                context_,
                STDIN_FILENO,
                fmt::format("{}: ", table::to_string(choice_.role)),
                terminal::LineEditor::Listener{.line = on_line, .ended = on_end}
            );
        } else {
            input_.emplace(
                context_,
                STDIN_FILENO,
                terminal::LineInput::Listener{.line = on_line, .ended = on_end}
            );
        }
    }

    void on_typed(const std::string& line) {
        if (!terminal::trim(line).empty()) {
            send(wire::to_text(wire::Typed{line}));
        }
    }

    void show(const std::string& text, bool is_important) {
        const std::string shown = choice_.large
            ? large_text(text, columns_of_terminal(), letter_size_of_terminal())
            : one_fact_a_line(text);
        if (editor_) {
            editor_->show(shown, is_important);
            return;
        }
        fmt::print("{}\n", shown);
        std::fflush(stdout);
    }

    // What is listed, such as the ranks of a board, is a line each.
    [[nodiscard]] std::string one_fact_a_line(const std::string& text) const {
        constexpr std::string_view between = "; ";
        std::string lines;
        std::size_t from = 0;
        for (std::size_t at = text.find(between); !choice_.json && at != std::string::npos;
             at = text.find(between, from)) {
            lines.append(text, from, at - from) += '\n';
            from = at + between.size();
        }
        return lines.append(text, from);
    }

    void leave() {
        is_leaving_ = true;
        send(wire::to_text(wire::Leave{}));
        if (!socket_.is_open()) {
            stop();
        }
    }

    void stop() {
        boost::system::error_code ignored;
        std::ignore = socket_.close(ignored);
        context_.stop();
    }

    const ConsoleChoice& choice_;
    asio::io_context context_;
    Protocol::socket socket_;
    asio::steady_timer timer_;
    asio::signal_set signals_;
    std::optional<terminal::LineEditor> editor_;
    std::optional<terminal::LineInput> input_;
    std::array<char, 4096> buffer_{};
    std::string incoming_;
    std::string when_lost_; // in the listener's language, from the table
    unsigned tries_ = 0;
    bool was_welcome_ = false;
    bool is_over_ = false;
    bool is_leaving_ = false;
    bool is_lost_ = false;
};

Result<bool, Error> run_console(const ConsoleChoice& choice) {
    return ConsoleClient{choice}.run();
}

} // namespace ansage::consoles
