// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clock/display.hpp"

#include "app/clock/digits.hpp"
#include "base/utf8.hpp"
#include "base/visible.hpp"
#include "files/files.hpp"
#include "session/boot_time.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
using chess::Color;

namespace {

constexpr int frame_millis = 100;
constexpr std::size_t largest_scale = 12;

std::string caption(const session::ClockFace& face, Color color, const wording::Catalogue& in) {
    const session::ClockFace::Side& side = face.sides[color];
    return fmt::format(
        "{} {}{}{}  {}{}",
        face.running == color ? ">" : " ",
        in.sentence(color == Color::white ? "clock.display_white" : "clock.display_black"),
        side.name.empty() ? "" : " ",
        base::visible(side.name),
        in.sentence("clock.display_moves", {{"count", side.moves}}),
        side.flag_fallen ? "  " + in.sentence("clock.display_flag") : ""
    );
}

// The largest that both clocks fit at, so that they look alike.
std::size_t scale_for(const std::vector<std::string>& times, Screen screen) {
    const std::size_t lines = screen.rows / 2 > 2 ? screen.rows / 2 - 2 : 1;
    std::size_t scale = std::clamp<std::size_t>(lines / digit_height, 1, largest_scale);
    const auto fits = [&](const std::string& time) {
        return width_of(time, scale) <= screen.columns;
    };
    while (scale > 1 && !std::ranges::all_of(times, fits)) --scale;
    return scale;
}

Screen screen_now() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return {};
    return {.columns = size.ws_col, .rows = size.ws_row};
}

std::optional<session::ClockFace> newest_face() {
    const std::vector<std::filesystem::path> faces = session::faces_shown();
    if (faces.empty()) return std::nullopt;
    const auto text = files::read_file(faces.front());
    return text ? session::parse_face(*text) : std::nullopt;
}

// The signals that end or stop the display, as something that can be waited for.
class Signals {
public:
    Signals() {
        sigemptyset(&signals_);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGTSTP}) sigaddset(&signals_, signal);
        sigprocmask(SIG_BLOCK, &signals_, nullptr);
        descriptor_ = ::signalfd(-1, &signals_, SFD_CLOEXEC);
    }

    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    ~Signals() { ::close(descriptor_); }

    // Which one came; 0: none within that time.
    int come_within(int millis) const {
        pollfd wait{.fd = descriptor_, .events = POLLIN, .revents = 0};
        signalfd_siginfo came{};
        if (::poll(&wait, 1, millis) <= 0) return 0;
        if (::read(descriptor_, &came, sizeof came) != sizeof came) return 0;
        return static_cast<int>(came.ssi_signo);
    }

private:
    sigset_t signals_{};
    int descriptor_ = -1;
};

// Returns when the program goes on.
void stop_here() {
    sigset_t stop{};
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    std::raise(SIGTSTP); // takes place when it is no longer blocked
    sigprocmask(SIG_UNBLOCK, &stop, nullptr);
    sigprocmask(SIG_BLOCK, &stop, nullptr);
}

// The alternate screen without a cursor; the terminal is as before at the end.
class Canvas {
public:
    Canvas() { enter(); }

    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    ~Canvas() { leave(); }

    void show(const std::vector<std::string>& lines) {
        if (lines == shown_) return;
        std::string text = "\033[H";
        for (const std::string& line : lines) text += line + "\033[K\r\n";
        text.resize(text.size() - 2);
        fmt::print("{}\033[J", text);
        std::fflush(stdout);
        shown_ = lines;
    }

    // As whoever stops the program left it, until it goes on.
    void stop() {
        leave();
        stop_here();
        shown_.clear();
        enter();
    }

private:
    static void enter() { fmt::print("\033[?1049h\033[?25l"); }

    static void leave() {
        fmt::print("\033[?25h\033[?1049l");
        std::fflush(stdout);
    }

    std::vector<std::string> shown_;
};

// Where nothing can be drawn: a line for what changes, and for each minute.
class Lines {
public:
    explicit Lines(const wording::Catalogue& in)
        : in_(in) {}

    void show(const session::ClockFace& face, Millis boot_time) {
        std::string line;
        std::string changes; // all but the seconds
        for (const Color color : chess::both_colors) {
            const Millis left = session::remaining(face, color, boot_time);
            const std::string words = caption(face, color, in_);
            line += (line.empty() ? "" : "; ") + words + ' ' + shown_time(left);
            changes +=
                words + std::to_string(std::chrono::ceil<std::chrono::minutes>(left).count());
        }
        if (std::exchange(shown_, changes) == changes) return;
        terminal::print_line(line);
    }

    void stop() {
        stop_here();
        shown_.clear();
    }

private:
    const wording::Catalogue& in_;
    std::string shown_;
};

// Such a terminal, like those that screen readers bring with them, can print and nothing else.
bool prints_only() {
    const char* const kind = std::getenv("TERM");
    return kind != nullptr && std::string_view{kind} == "dumb";
}

// Until a signal ends it, or the table has gone.
template <class Shown, class Show>
void show_until_end(Shown& screen, const Signals& signals, session::ClockFace face, Show show) {
    while (true) {
        show(face);
        const int signal = signals.come_within(face.ended ? 10 * frame_millis : frame_millis);
        if (signal == SIGTSTP) screen.stop();
        else if (signal != 0) return;
        auto next = newest_face();
        if (!next) return;
        face = *std::move(next);
    }
}

} // namespace

std::string shown_time(Millis remaining) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(std::max(remaining, Millis{0}));
    const std::int64_t count = seconds.count();
    if (count >= 3600)
        return fmt::format("{}:{:02}:{:02}", count / 3600, count / 60 % 60, count % 60);
    return fmt::format("{}:{:02}", count / 60, count % 60);
}

std::vector<std::string> draw(
    const session::ClockFace& face, Millis boot_time, Screen screen, const wording::Catalogue& in
) {
    const std::vector<std::string> times{
        shown_time(session::remaining(face, Color::white, boot_time)),
        shown_time(session::remaining(face, Color::black, boot_time))};
    const std::size_t scale = scale_for(times, screen);
    std::vector<std::string> lines;
    for (const Color color : chess::both_colors) {
        lines.emplace_back(base::first_code_points(caption(face, color, in), screen.columns));
        const std::string& time = times[static_cast<std::size_t>(color)];
        const std::size_t margin =
            (screen.columns - std::min(width_of(time, scale), screen.columns)) / 2;
        for (const std::string& line : large(time, scale))
            lines.push_back(std::string(margin, ' ') + line);
        lines.emplace_back();
    }
    lines.pop_back();
    return lines;
}

Result<void, Error> show_clock(bool once, const wording::Catalogue& in) {
    const std::optional<session::ClockFace> face = newest_face();
    if (!face) {
        return tl::unexpected(Error{
            base::phrase("no table is running"),
            {},
            base::phrase("start one with ansage clock or ansage play, then try again")});
    }
    if (once) {
        for (const std::string& line : draw(*face, session::boot_time(), screen_now(), in))
            terminal::print_data(line);
        return {};
    }
    const Signals signals;
    if (prints_only()) {
        Lines lines{in};
        show_until_end(lines, signals, *face, [&](const session::ClockFace& now) {
            lines.show(now, session::boot_time());
        });
    } else {
        Canvas canvas;
        show_until_end(canvas, signals, *face, [&](const session::ClockFace& now) {
            canvas.show(draw(now, session::boot_time(), screen_now(), in));
        });
    }
    return {};
}

} // namespace ansage::app
