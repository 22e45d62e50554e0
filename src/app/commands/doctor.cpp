// SPDX-License-Identifier: GPL-3.0-or-later
// ansage doctor: what works on this machine, and how to mend what does not.
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/doctor/checks.hpp"
#include "app/doctor/choose_ears.hpp"
#include "app/setup/setup_terminal.hpp"
#include "profiles/ears.hpp"
#include "record/game_files.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "telling/voice.hpp"
#include "terminal/one_key.hpp"
#include "terminal/options.hpp"
#include "terminal/raw_terminal.hpp"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Result;
using speech::Ears;

namespace {

constexpr int longest_line_millis = 30'000;

void print_line(const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

// What was found, spoken to whoever cannot read it: one line after the other, to its end.
void speak_all(const std::vector<speech::Segment>& lines) {
    auto voice = telling::Voice::open({});
    if (!voice) return;
    for (const speech::Segment& line : lines) {
        voice->speak_in_room({line});
        for (int waited = 0; voice->room_is_busy() && waited < longest_line_millis; waited += 100) {
            pollfd wait{.fd = voice->report_fd(), .events = POLLIN, .revents = 0};
            ::poll(&wait, 1, 100);
            voice->advance_to({});
        }
    }
}

int report(const terminal::Arguments& given, const Ears& ears, const wording::Catalogue& in) {
    bool sound = true;
    std::vector<speech::Segment> lines;
    const Tell tell = [&](const Finding& finding) {
        const wording::Sentence line = to_line(finding, in);
        print_line(given.has("json") ? to_json(finding) : line.text);
        sound = sound && !(finding.fault && finding.is_grave);
        lines.push_back({.language = line.language, .text = in.spoken(line)});
    };
    tell({.part = "version", .fact = ANSAGE_VERSION, .fault = {}});
    examine({.data = given.value_or("data", ""), .ears = ears}, in, tell);
    if (given.has("aloud")) speak_all(lines);
    return terminal::to_int(sound ? terminal::ExitCode::done : terminal::ExitCode::unavailable);
}

int fail(const Error& error, terminal::ExitCode code) {
    terminal::print_error(error);
    return terminal::to_int(code);
}

// All the time a key is read at once, so that it also ends what is being said.
Result<std::optional<Ears>, Error>
choose_ears_by_key(const Ears& before, const wording::Catalogue& catalogue) {
    const terminal::RawTerminal terminal{STDIN_FILENO, terminal::RawTerminal::Interrupt::key};
    const auto ask = [] { return terminal::read_one_key(STDIN_FILENO, [] {}); };
    return choose_ears(before, {.tell = print_line, .ask = ask, .input = STDIN_FILENO}, catalogue);
}

int choose(const terminal::Arguments& given, const Ears& before, const wording::Catalogue& in) {
    const auto chosen = choose_ears_by_key(before, in);
    if (!chosen) return fail(chosen.error(), terminal::ExitCode::unavailable);
    if (!*chosen) {
        print_line(in.sentence("doctor.stopped"));
        return terminal::to_int(terminal::ExitCode::no);
    }
    const bool is_kept_elsewhere = given.has("ears") && given.value("ears") != "none";
    const std::filesystem::path file =
        is_kept_elsewhere ? std::filesystem::path{*given.value("ears")} : telling::ears_file();
    if (const auto kept = telling::keep_ears(**chosen, file); !kept)
        return fail(kept.error(), terminal::ExitCode::bad_input);
    print_line(in.sentence("doctor.kept", {{"text", std::string_view{file.native()}}}));
    return terminal::to_int(terminal::ExitCode::done);
}

int doctor(const terminal::Arguments& given) {
    const bool makes_new = given.has("choose-ears") && given.has("ears") &&
        !std::filesystem::exists(*given.value("ears"));
    const Result<Ears, Error> ears = makes_new ? Ears{} : telling::ears_given(given);
    if (!ears) return fail(ears.error(), terminal::ExitCode::bad_input);
    const auto wording = acts::load_wording(given.value_or("data", ""));
    if (!wording) return fail(wording.error(), terminal::ExitCode::unavailable);
    const auto language =
        telling::language_given(given, **wording, telling::language_of_locale(**wording));
    if (!language) return fail(language.error(), terminal::ExitCode::bad_input);
    const wording::Catalogue& in = (*wording)->in(*language);
    return given.has("choose-ears") ? choose(given, *ears, in)
                                    : report(given, *ears, (*wording)->whole(in, "doctor."));
}

} // namespace

terminal::Options doctor_options() {
    terminal::Options options{
        "doctor", "", "what works on this machine, and how to mend what does not"};
    options.flag("aloud", "speak every line through the default device too")
        .flag("choose-ears", "choose by ear through what each person hears, and keep it")
        .value("data", "FOLDER", "where profiles are looked for first")
        .value("language", "L", "of what is found and asked; else the terminal's")
        .flag("json", "one JSON object a line");
    telling::add_ear_options(options);
    return options;
}

int run_doctor(std::span<const std::string> arguments) {
    return terminal::run_with(doctor_options(), arguments, doctor);
}

} // namespace ansage::app
