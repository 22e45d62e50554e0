// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/asker.hpp"

#include "terminal/one_key.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/typed_line.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace ansage::telling {

using table::Audience;

namespace {

std::vector<Audience> who_hears(const Voice& voice) {
    if (voice.hears(Audience::room)) return {Audience::room};
    std::vector<Audience> ears;
    for (const Audience ear : {Audience::ear_white, Audience::ear_black})
        if (voice.hears(ear)) ears.push_back(ear);
    return ears;
}

void echo(const std::string& text) {
    fmt::print("{}", text);
    std::fflush(stdout);
}

} // namespace

Asker::Asker(Voice& voice)
    : voice_(voice) {}

Asker::Asker(Voice& voice, std::vector<Audience> listeners)
    : voice_(voice),
      listeners_(std::move(listeners)) {}

// The newest of such words replaces the one before, so that it has to begin with it.
void Asker::tell(const wording::Sentence& sentence, speech::Priority priority) {
    echo(sentence.text + '\n');
    told_.push_back({.language = sentence.language, .text = sentence.text});
    if (priority != speech::Priority::text) hush();
    for (const Audience listener : listeners()) voice_.speak_to(listener, told_, priority);
}

std::vector<Audience> Asker::listeners() const {
    return listeners_ ? *listeners_ : who_hears(voice_);
}

void Asker::hush() {
    for (const Audience listener : listeners()) voice_.stop_text(listener);
}

std::optional<std::string> Asker::hear() {
    const terminal::RawTerminal terminal{STDIN_FILENO, terminal::RawTerminal::Interrupt::key};
    terminal::TypedLine line;
    told_.clear();
    while (const auto key = terminal::read_key(STDIN_FILENO)) {
        hush();
        if (terminal.is_raw() && line.leaves(*key)) return std::nullopt;
        if (terminal::TypedLine::is_end_of_line(*key)) {
            echo(terminal.is_raw() ? "\n" : "");
            return line.take();
        }
        const std::string shown = line.type(*key);
        echo(terminal.is_raw() ? shown : "");
    }
    return line.text().empty() ? std::nullopt : std::optional{line.take()};
}

std::optional<std::string> Asker::press() {
    told_.clear();
    return terminal::read_one_key(STDIN_FILENO, [this] { hush(); });
}

} // namespace ansage::telling
