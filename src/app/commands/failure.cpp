// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/failure.hpp"

#include "acts/table_setup.hpp"
#include "app/commands/say_aloud.hpp"
#include "terminal/raw_terminal.hpp"

#include <array>
#include <spawn.h>
#include <unistd.h>

namespace ansage::app {

namespace {

// Made before anything breaks: the handler takes no memory.
struct Speaker {
    std::string program;
    std::string option{say_failure};
    std::string language;
};

Speaker speaker;

} // namespace

void say_failures_aloud(std::string_view program, std::string_view language) {
    speaker.program = program;
    speaker.language = language;
}

void on_failure(std::string_view /*what*/) noexcept {
    terminal::give_back_terminal();
    if (!speaker.program.empty()) {
        std::array<char*, 4> arguments{
            speaker.program.data(), speaker.option.data(), speaker.language.data(), nullptr};
        pid_t child = 0;
        ::posix_spawn(
            &child, speaker.program.c_str(), nullptr, nullptr, arguments.data(), ::environ
        );
    }
}

int run_say_failure(const std::string& language) {
    const auto wording = acts::load_wording({});
    auto aloud = Aloud::open({}, "ansage");
    if (!wording || !aloud) return terminal::to_int(terminal::ExitCode::unavailable);
    const wording::Sentence sentence = (*wording)->in(language).worded("failure.said");
    const auto said = aloud->say({{.language = sentence.language, .text = sentence.text}});
    return terminal::to_int(said ? terminal::ExitCode::done : terminal::ExitCode::unavailable);
}

} // namespace ansage::app
