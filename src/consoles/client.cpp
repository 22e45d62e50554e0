// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/client.hpp"

#include "base/overloaded.hpp"
#include "base/visible.hpp"
#include "consoles/large.hpp"
#include "consoles/wire.hpp"
#include "terminal/line_editor.hpp"
#include "terminal/line_input.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <deque>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ansage::consoles {

using base::Error;
using base::Overloaded;
using base::Result;

namespace {

namespace asio = boost::asio;
using Protocol = asio::local::stream_protocol;

constexpr std::chrono::milliseconds try_again_after{500};
constexpr unsigned most_tries = 40;
// Of two at one keyboard: what both are told comes to both lines within this time.
constexpr std::chrono::milliseconds told_together_within{40};
constexpr std::size_t most_told = 64;

Error unreachable(const ConsoleChoice& choice) {
    return {
        base::phrase("this table does not answer"),
        choice.socket.string(),
        base::phrase("is ansage play still running there?")};
}

// "j", "yes", "nein": of two at one keyboard whoever was asked answers without his number.
bool is_short_word(std::string_view text) {
    constexpr std::size_t longest = 4;
    return text.size() <= longest &&
        std::ranges::all_of(text, [](unsigned char letter) { return std::isalpha(letter) != 0; });
}

} // namespace

class ConsoleClient {
public:
    explicit ConsoleClient(const ConsoleChoice& choice)
        : choice_(choice),
          signals_(context_, SIGINT, SIGTERM, SIGHUP) {
        links_.push_back(std::make_unique<Link>(context_, choice.role));
        if (choice.other) links_.push_back(std::make_unique<Link>(context_, *choice.other));
    }

    Result<bool, Error> run() {
        std::signal(SIGPIPE, SIG_IGN);
        for (const auto& link : links_)
            if (!connect(*link)) return tl::unexpected(unreachable(choice_));
        signals_.async_wait([this](const boost::system::error_code&, int) { leave(); });
        open_input();
        context_.run();
        if (is_lost_) return tl::unexpected(unreachable(choice_));
        return own().was_welcome;
    }

private:
    // One role's line to the table.
    struct Link {
        Link(asio::io_context& context, table::ConsoleRole of)
            : role(of),
              socket(context),
              timer(context) {}

        table::ConsoleRole role;
        Protocol::socket socket;
        asio::steady_timer timer;
        std::array<char, 4096> buffer{};
        std::string incoming;
        std::string prompt; // the role in the listener's language
        std::string when_lost; // the same, from the table
        std::uint64_t last = 0; // the newest line that was shown
        unsigned tries = 0;
        bool was_welcome = false;
        bool is_over = false;
    };

    // Whoever sits there, where two do.
    [[nodiscard]] Link& own() { return *links_.front(); }

    [[nodiscard]] bool is_own(const Link& link) const { return &link == links_.front().get(); }

    // --- the table
    bool connect(Link& link) {
        boost::system::error_code error;
        std::ignore = link.socket.connect(Protocol::endpoint{choice_.socket.string()}, error);
        if (error) {
            std::ignore = link.socket.close(error);
            return false;
        }
        link.incoming.clear();
        send(link, joining(link));
        read(link);
        return true;
    }

    [[nodiscard]] std::string joining(const Link& link) const {
        if (choice_.is_watcher) return wire::to_text(wire::Watch{.after = link.last});
        return wire::to_text(wire::Join{
            .role = link.role,
            .code = choice_.code,
            .is_window = choice_.is_window,
            .is_shared = links_.size() > 1,
            .enter_presses = choice_.enter_presses,
            .is_keyboard = is_keyboard_});
    }

    void read(Link& link) {
        link.socket.async_read_some(
            asio::buffer(link.buffer),
            [this, &link](const boost::system::error_code& error, std::size_t count) {
                if (error) {
                    on_hang_up(link);
                    return;
                }
                take(link, count);
                if (link.socket.is_open()) read(link);
            }
        );
    }

    void take(Link& link, std::size_t count) {
        link.incoming.append(link.buffer.data(), count);
        for (std::size_t end = link.incoming.find('\n'); end != std::string::npos;
             end = link.incoming.find('\n')) {
            on_line(link, link.incoming.substr(0, end));
            link.incoming.erase(0, end + 1);
        }
    }

    // What is no line of a table was torn apart when a table was killed.
    void on_line(Link& link, const std::string& line) {
        const auto message = wire::read_from_table(line);
        if (!message) return;
        std::visit(
            Overloaded{
                [&](const wire::Line& told) { on_told(link, told); },
                [&](const wire::Bye& bye) { on_bye(link, bye, line); }},
            *message
        );
    }

    void on_told(Link& link, const wire::Line& line) {
        link.was_welcome = true;
        link.tries = 0;
        if (!line.prompt.empty()) {
            link.prompt = line.prompt;
            if (editor_ && is_own(link)) editor_->ask_with(base::visible(line.prompt));
        }
        if (!line.when_lost.empty()) link.when_lost = line.when_lost;
        if (line.asks) asked_ = link.role;
        link.last = std::max(link.last, line.number);
        // What is for drawing has no words.
        const bool is_read = choice_.json || !choice_.is_watcher || !line.text.empty();
        if (links_.size() == 1) {
            if (is_read) show(choice_.json ? line.json : line.text, line.is_important);
        } else if (is_own(link) || line.prompt.empty()) { // one welcome is enough
            show_once(link, line);
        }
        if (line.number != 0 && !choice_.is_watcher)
            send(link, wire::to_text(wire::LineAck{line.number}));
    }

    // What two at one keyboard are told alike is shown once; what only the other ear hears begins
    // with whose it is. Whoever sits there is told first.
    void show_once(Link& link, const wire::Line& line) {
        if (is_own(link)) {
            told_.emplace_back(line.at_ms, line.text);
            if (told_.size() > most_told) told_.pop_front();
            show(line.text, line.is_important);
            return;
        }
        const auto pause = std::make_shared<asio::steady_timer>(context_, told_together_within);
        pause->async_wait([this, &link, line, pause](const boost::system::error_code& error) {
            const bool is_told =
                std::ranges::find(told_, std::pair{line.at_ms, line.text}) != told_.end();
            if (!error && !is_told) {
                const bool is_private = line.audience.starts_with("ear-");
                show((is_private ? link.prompt : "") + line.text, line.is_important);
            }
        });
    }

    void on_bye(Link& link, const wire::Bye& bye, const std::string& line) {
        if (is_own(link) || !own().is_over) show(choice_.json ? line : bye.text, true);
        link.is_over = !bye.again;
    }

    // A table that was killed and goes on, or that gave this console up, is joined again.
    void on_hang_up(Link& link) {
        boost::system::error_code ignored;
        std::ignore = link.socket.close(ignored);
        if (link.is_over || is_leaving_ || !link.was_welcome) {
            // The other may have got a console of his own.
            if (is_own(link) || is_leaving_) stop();
            return;
        }
        if (link.tries == 0 && is_own(link)) {
            show(
                choice_.json
                    ? fmt::format(
                          R"({{"kind":"lost","text":{}}})", telling::json_text(link.when_lost)
                      )
                    : link.when_lost,
                true
            );
        }
        try_again(link);
    }

    void try_again(Link& link) {
        if (++link.tries > most_tries) {
            is_lost_ = true;
            stop();
            return;
        }
        link.timer.expires_after(try_again_after);
        link.timer.async_wait([this, &link](const boost::system::error_code& error) {
            if (!error && !connect(link)) try_again(link);
        });
    }

    // Short lines into a socket's buffer: a table that takes none of them is gone.
    void send(Link& link, const std::string& line) {
        boost::system::error_code ignored;
        if (link.socket.is_open()) asio::write(link.socket, asio::buffer(line), ignored);
    }

    // --- the person
    void open_input() {
        const auto on_line = [this](const std::string& line) { on_typed(line); };
        const auto on_end = [this] { leave(); };
        if (is_keyboard_) {
            editor_.emplace(
                context_,
                STDIN_FILENO,
                terminal::LineEditor::Listener{
                    .line = on_line,
                    .ended = on_end,
                    .key = [this] { hush(); },
                    .leaving = [this] { return stays(); },
                    .gone_on = [this] { send(own(), wire::to_text(wire::Back{})); }}
            );
        } else {
            input_.emplace(
                context_,
                STDIN_FILENO,
                terminal::LineInput::Listener{.line = on_line, .ended = on_end}
            );
        }
    }

    // Whoever presses a key has heard enough of an answer.
    void hush() {
        for (const auto& link : links_) send(*link, wire::to_text(wire::Hush{}));
    }

    // Where the table was opened, Ctrl-D asks as `quit` does, and once more leaves.
    [[nodiscard]] bool stays() {
        if (!choice_.is_window || std::exchange(has_asked_to_leave_, true)) return false;
        send(own(), wire::to_text(wire::Typed{"quit"}));
        return true;
    }

    void on_typed(const std::string& line) {
        has_asked_to_leave_ = false;
        const std::string_view text = terminal::trim(line);
        if (text.empty()) { // what was read back is confirmed, and what is being spoken ends
            hush();
            if (is_keyboard_) send(own(), wire::to_text(wire::Typed{}));
            return;
        }
        const bool is_named =
            links_.size() > 1 && (text.starts_with("1 ") || text.starts_with("2 "));
        const auto asked = std::exchange(asked_, std::nullopt);
        const auto named =
            text.front() == '1' ? table::ConsoleRole::white : table::ConsoleRole::black;
        const auto answering = asked && is_short_word(text) ? *asked : choice_.role;
        for (const auto& link : links_) {
            if (link->role == (is_named ? named : answering)) {
                const std::string typed = is_named ? std::string{text.substr(2)} : line;
                send(*link, wire::to_text(wire::Typed{typed, is_named}));
            }
        }
    }

    void show(const std::string& text, bool is_important) {
        if (choice_.json) {
            terminal::print_json(text);
            return;
        }
        const std::string visible = base::visible(text);
        const std::string shown = choice_.large
            ? large_text(visible, columns_of_terminal(), letter_size_of_terminal())
            : one_fact_a_line(visible);
        if (editor_) editor_->show(shown, is_important);
        else terminal::print_echo(shown + '\n');
    }

    // What is listed, such as the ranks of a board, is a line each.
    [[nodiscard]] static std::string one_fact_a_line(const std::string& text) {
        constexpr std::string_view between = "; ";
        std::string lines;
        std::size_t from = 0;
        for (std::size_t at = text.find(between); at != std::string::npos;
             at = text.find(between, from)) {
            lines.append(text, from, at - from) += '\n';
            from = at + between.size();
        }
        return lines.append(text, from);
    }

    void leave() {
        is_leaving_ = true;
        for (const auto& link : links_) send(*link, wire::to_text(wire::Leave{}));
        if (!own().socket.is_open()) stop();
    }

    void stop() {
        boost::system::error_code ignored;
        for (const auto& link : links_) std::ignore = link->socket.close(ignored);
        context_.stop();
    }

    const ConsoleChoice& choice_;
    // What a program writes are acts, and nothing is read back to it.
    const bool is_keyboard_ =
        !choice_.json && ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
    asio::io_context context_;
    std::vector<std::unique_ptr<Link>> links_; // whoever sits there first
    asio::signal_set signals_;
    std::optional<terminal::LineEditor> editor_;
    std::optional<terminal::LineInput> input_;
    std::deque<std::pair<std::uint64_t, std::string>> told_; // to whoever sits there
    std::optional<table::ConsoleRole> asked_; // who was asked last, and nobody has typed since
    bool has_asked_to_leave_ = false;
    bool is_leaving_ = false;
    bool is_lost_ = false;
};

Result<bool, Error> run_console(const ConsoleChoice& choice) { return ConsoleClient{choice}.run(); }

} // namespace ansage::consoles
