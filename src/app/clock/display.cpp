// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clock/display.hpp"

#include "app/clock/digits.hpp"
#include "base/utf8.hpp"
#include "files/files.hpp"
#include "session/boot_time.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

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
        side.name,
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

// SIGINT and SIGTERM as something that can be waited for.
class Stop {
public:
    Stop() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGINT);
        sigaddset(&signals_, SIGTERM);
        sigaddset(&signals_, SIGHUP);
        sigprocmask(SIG_BLOCK, &signals_, nullptr);
        descriptor_ = ::signalfd(-1, &signals_, SFD_CLOEXEC);
    }

    Stop(const Stop&) = delete;
    Stop& operator=(const Stop&) = delete;

    ~Stop() { ::close(descriptor_); }

    bool comes_within(int millis) const {
        pollfd wait{.fd = descriptor_, .events = POLLIN, .revents = 0};
        return ::poll(&wait, 1, millis) > 0;
    }

private:
    sigset_t signals_{};
    int descriptor_ = -1;
};

// The alternate screen without a cursor; the terminal is as before at the end.
class Canvas {
public:
    Canvas() { fmt::print("\033[?1049h\033[?25l"); }

    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    ~Canvas() {
        fmt::print("\033[?25h\033[?1049l");
        std::fflush(stdout);
    }

    void show(const std::vector<std::string>& lines) {
        if (lines == shown_) return;
        std::string text = "\033[H";
        for (const std::string& line : lines) text += line + "\033[K\r\n";
        text.resize(text.size() - 2);
        fmt::print("{}\033[J", text);
        std::fflush(stdout);
        shown_ = lines;
    }

private:
    std::vector<std::string> shown_;
};

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
        lines.push_back(std::string{
            base::first_code_points(caption(face, color, in), screen.columns)});
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
    std::optional<session::ClockFace> face = newest_face();
    if (!face) {
        return tl::unexpected(Error{
            base::phrase("no table is running"),
            {},
            base::phrase("start one with ansage clock or ansage play, then try again")});
    }
    if (once) {
        for (const std::string& line : draw(*face, session::boot_time(), screen_now(), in))
            fmt::print("{}\n", line);
        return {};
    }
    const Stop stop;
    Canvas canvas;
    bool stopped = false;
    while (face && !stopped) {
        canvas.show(draw(*face, session::boot_time(), screen_now(), in));
        stopped =
            face->ended ? stop.comes_within(10 * frame_millis) : stop.comes_within(frame_millis);
        face = newest_face();
    }
    return {};
}

} // namespace ansage::app
