// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/clock_face.hpp"

#include "base/text.hpp"
#include "files/files.hpp"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ansage::session {

using base::Instant;
using base::Millis;
using chess::Color;

namespace {

constexpr std::string_view ending = ".face";

template <class Number>
bool read_number(std::string_view text, Number& into) {
    const auto number = base::parse_number<Number>(text);
    into = number.value_or(0);
    return number.has_value();
}

bool read_millis(std::string_view text, Millis& into) {
    std::int64_t count = 0;
    const bool read = read_number(text, count);
    into = Millis{count};
    return read;
}

bool read_flag(std::string_view text, bool& into) {
    into = text == "yes";
    return into || text == "no";
}

bool read_color(std::string_view text, std::optional<Color>& into) {
    if (text == "white" || text == "black") into = text == "white" ? Color::white : Color::black;
    return into || text == "none";
}

// "white name", "white ms", "white moves", "white flag"
bool read_side(ClockFace::Side& side, std::string_view key, std::string_view value) {
    if (key == "name") {
        side.name = value;
        return true;
    }
    if (key == "ms") return read_millis(value, side.remaining);
    if (key == "moves") return read_number(value, side.moves);
    return key == "flag" && read_flag(value, side.flag_fallen);
}

bool read_line(ClockFace& face, std::string_view key, std::string_view value) {
    for (const Color color : chess::both_colors) {
        const std::string_view name = chess::to_string(color);
        if (key.starts_with(name) && key.size() > name.size())
            return read_side(face.sides[color], key.substr(name.size() + 1), value);
    }
    if (key == "at") return read_millis(value, face.at);
    if (key == "running") return read_color(value, face.running);
    if (key == "delay-left") return read_millis(value, face.delay_left);
    if (key == "hourglass") return read_flag(value, face.hourglass);
    return key == "ended" && read_flag(value, face.ended);
}

std::string_view yes_no(bool value) { return value ? "yes" : "no"; }

// What a name must not bring into a file of lines.
std::string one_line(std::string text) {
    std::erase_if(text, [](unsigned char letter) { return letter < ' '; });
    return text;
}

bool is_alive(const std::filesystem::path& face) {
    pid_t process = 0;
    const std::string name = face.stem().string();
    return read_number(name, process) && process > 0 && ::kill(process, 0) == 0;
}

bool changes_face(const table::EventBody& body) {
    return std::holds_alternative<table::ClockPressed>(body) ||
        std::holds_alternative<table::ClockStarted>(body) ||
        std::holds_alternative<table::ClockHalted>(body) ||
        std::holds_alternative<table::ClockAdjusted>(body) ||
        std::holds_alternative<table::MovesCounted>(body) ||
        std::holds_alternative<table::Completed>(body) ||
        std::holds_alternative<table::Restored>(body) ||
        std::holds_alternative<table::FlagFell>(body) ||
        std::holds_alternative<table::Noted>(body) || std::holds_alternative<table::Ended>(body) ||
        std::holds_alternative<table::Adjourned>(body);
}

// What tables left behind that were killed.
void remove_dead(const std::filesystem::path& folder) {
    std::error_code ignored;
    std::vector<std::filesystem::path> dead;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ending && !is_alive(entry.path()))
            dead.push_back(entry.path());
    }
    for (const std::filesystem::path& path : dead) std::filesystem::remove(path, ignored);
}

// Whole or not at all, so that a display never reads half of it. False: it could not be written.
bool replace(const std::filesystem::path& path, const std::string& text) {
    const std::filesystem::path fresh = path.string() + ".new";
    const int file =
        ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return false;
    const bool written =
        ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(file);
    return written && ::rename(fresh.c_str(), path.c_str()) == 0;
}

// Empty: there is no folder for it.
std::filesystem::path own_face() {
    const auto folder = files::lasting_runtime_directory();
    return folder ? *folder / fmt::format("{}{}", ::getpid(), ending) : std::filesystem::path{};
}

} // namespace

ClockFace face_of(const table::State& state, Instant now, Millis boot_time) {
    const clock::Clocks& clocks = state.clocks;
    ClockFace face{
        .at = boot_time,
        .running = clocks.running(),
        .hourglass = clocks.control().hourglass,
        .ended = state.phase == table::Phase::ended || state.phase == table::Phase::adjourned};
    if (face.running) face.delay_left = clocks.delay_left(*face.running, now);
    for (const Color color : chess::both_colors) {
        face.sides[color] = {
            .name = state.seat(color).name,
            .remaining = clocks.remaining(color, now),
            .moves = clocks.completed(color),
            .flag_fallen = clocks.flag_fallen(color)};
    }
    return face;
}

Millis remaining(const ClockFace& face, Color color, Millis boot_time) {
    const Millis shown = face.sides[color].remaining;
    if (!face.running) return shown;
    const Millis used = std::max(Millis{0}, boot_time - face.at - face.delay_left);
    if (*face.running == color) return shown - used;
    return face.hourglass ? shown + used : shown;
}

std::string to_text(const ClockFace& face) {
    std::string text = fmt::format(
        "at {}\nrunning {}\ndelay-left {}\nhourglass {}\nended {}\n",
        face.at.count(),
        face.running ? chess::to_string(*face.running) : "none",
        face.delay_left.count(),
        yes_no(face.hourglass),
        yes_no(face.ended)
    );
    for (const Color color : chess::both_colors) {
        const ClockFace::Side& side = face.sides[color];
        text += fmt::format(
            "{0}-name {1}\n{0}-ms {2}\n{0}-moves {3}\n{0}-flag {4}\n",
            chess::to_string(color),
            one_line(side.name),
            side.remaining.count(),
            side.moves,
            yes_no(side.flag_fallen)
        );
    }
    return text;
}

std::optional<ClockFace> parse_face(std::string_view text) {
    ClockFace face;
    unsigned lines = 0;
    while (!text.empty()) {
        std::string_view value = base::take_until(text, '\n');
        const std::string_view key = base::take_until(value, ' ');
        if (!read_line(face, key, value)) return std::nullopt;
        ++lines;
    }
    constexpr unsigned all_lines = 13;
    return lines == all_lines ? std::optional{face} : std::nullopt;
}

std::vector<std::filesystem::path> faces_shown() {
    std::vector<std::filesystem::path> faces;
    std::error_code ignored;
    for (const std::filesystem::path& folder : files::runtime_directories()) {
        for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
            if (entry.path().extension() == ending && is_alive(entry.path()))
                faces.push_back(entry.path());
        }
    }
    std::ranges::sort(faces, std::ranges::greater{}, [](const std::filesystem::path& path) {
        std::error_code gone;
        return std::filesystem::last_write_time(path, gone);
    });
    return faces;
}

FaceWriter::FaceWriter(Instant begin, Millis boot_time)
    : begin_(begin),
      boot_time_(boot_time),
      path_(own_face()) {
    if (!path_.empty()) remove_dead(path_.parent_path());
}

FaceWriter::~FaceWriter() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

void FaceWriter::note(const table::Event& event, const table::State& state) {
    if (path_.empty() || !changes_face(event.body)) return;
    const Millis since = std::max(Millis{0}, event.at - begin_);
    const std::string text = to_text(face_of(state, begin_ + since, boot_time_ + since));
    if (replace(path_, text)) return;
    // The folder goes when its user logs out, and the game may go on.
    path_ = own_face();
    if (!path_.empty()) replace(path_, text);
}

} // namespace ansage::session
