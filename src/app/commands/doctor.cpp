// SPDX-License-Identifier: GPL-3.0-or-later
// ansage doctor: what works on this machine, and how to mend what does not.
#include "app/commands/commands.hpp"
#include "app/commands/doctor_settings.hpp"
#include "app/commands/given.hpp"
#include "app/commands/play_settings.hpp"
#include "app/doctor/checks.hpp"
#include "app/doctor/choose_ears.hpp"
#include "base/try.hpp"
#include "profiles/ears.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "telling/voice.hpp"
#include "terminal/one_key.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/raw_terminal.hpp"

#include <filesystem>
#include <poll.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Result;
using speech::Ears;

namespace {

constexpr int longest_line_millis = 30'000;

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

// That a table would listen to: as it is named here, or among the settings of `play`.
std::string microphone_of(const terminal::Arguments& given) {
    if (const auto named = given.value("hear")) return *named;
    const auto settings = play_options().parse({});
    return settings ? settings->value_or("hear", "") : std::string{};
}

terminal::Answer
report(const terminal::Arguments& given, const Ears& ears, const wording::Catalogue& in) {
    bool sound = true;
    std::vector<speech::Segment> lines;
    const Tell tell = [&](const Finding& finding) {
        const wording::Sentence line = to_line(finding, in);
        if (given.has("json")) terminal::print_json(to_json(finding));
        else terminal::print_line(line.text);
        sound = sound && !(finding.fault && finding.is_grave);
        lines.push_back({.language = line.language, .text = in.spoken(line)});
    };
    tell({.part = "version", .fact = ANSAGE_VERSION, .fault = {}});
    tell_settings(in, tell);
    const std::string microphone = microphone_of(given);
    examine({.data = data_given(given), .ears = ears, .microphone = microphone}, in, tell);
    if (given.has("aloud")) speak_all(lines);
    return sound ? terminal::ExitCode::done : terminal::ExitCode::unavailable;
}

// All the time a key is read at once, so that it also ends what is being said.
Result<std::optional<Ears>, Error>
choose_ears_by_key(const Ears& before, const wording::Catalogue& catalogue) {
    const terminal::RawTerminal terminal{STDIN_FILENO, terminal::RawTerminal::Interrupt::key};
    const auto tell = [](const std::string& line) { terminal::print_line(line); };
    const auto ask = [](const std::string& how_things_stand) {
        return terminal::read_one_key(
            STDIN_FILENO, [] {}, [&] { terminal::print_line(how_things_stand); }
        );
    };
    return choose_ears(before, {.tell = tell, .ask = ask, .input = STDIN_FILENO}, catalogue);
}

terminal::Answer
choose(const terminal::Arguments& given, const Ears& before, const wording::Catalogue& in) {
    const auto chosen = ANSAGE_TRY(choose_ears_by_key(before, in).map_error(terminal::unavailable));
    if (!chosen) {
        terminal::print_line(in.sentence("doctor.stopped"));
        return terminal::ExitCode::no;
    }
    const bool is_kept_elsewhere = given.has("ears") && given.value("ears") != "none";
    const std::filesystem::path file =
        is_kept_elsewhere ? std::filesystem::path{*given.value("ears")} : telling::ears_file();
    ANSAGE_TRY(telling::keep_ears(*chosen, file));
    terminal::print_line(in.sentence("doctor.kept", {{"text", file.native()}}));
    return terminal::ExitCode::done;
}

// As `play` hears, where nobody says otherwise.
Result<Ears, Error> ears_of(const terminal::Arguments& given) {
    bool is_told = given.has("ears");
    for (const telling::EarOption& option : telling::ear_options)
        is_told = is_told || given.has(option.name);
    const auto settings = play_options().parse({});
    return telling::ears_given(is_told || !settings ? given : *settings)
        .map_error([&](const Error& error) {
            return is_told || !settings ? error : settings->at_its_source(error);
        });
}

terminal::Answer doctor(const terminal::Arguments& given) {
    const bool makes_new = given.has("choose-ears") && given.has("ears") &&
        !std::filesystem::exists(*given.value("ears"));
    Ears ears;
    if (!makes_new) ears = ANSAGE_TRY(ears_of(given));
    const Reader reader = ANSAGE_TRY(reader_given(given));
    return given.has("choose-ears")
        ? choose(given, ears, reader.in())
        : report(given, ears, reader.wording->whole(reader.in(), "doctor."));
}

terminal::Options doctor_options() {
    terminal::Options options{
        "doctor", "", "what works on this machine, and how to mend what does not"};
    options.flag("aloud", "speak every line through the default device too")
        .flag("choose-ears", "choose by ear through what each person hears, and keep it")
        .value("data", "FOLDER", "where profiles are looked for first")
        .value("language", "L", "of what is found and asked; else the terminal's")
        .value(
            "hear",
            "DEVICE",
            "try this microphone too, and how loud it is here; default: the default one"
        )
        .flag("json", "one JSON object a line");
    return telling::add_ear_options(options);
}

} // namespace

const terminal::Command doctor_command{
    "doctor",
    "what works on this machine, and how to mend what does not",
    {{doctor_options, doctor}}};

} // namespace ansage::app
