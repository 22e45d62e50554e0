// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/asker.hpp"

#include "base/visible.hpp"
#include "terminal/one_key.hpp"
#include "terminal/output.hpp"
#include "terminal/raw_terminal.hpp"
#include "terminal/typed_line.hpp"

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

} // namespace

Asker::Asker(Voice& voice)
    : voice_(voice) {}

Asker::Asker(Voice& voice, std::vector<Audience> listeners)
    : voice_(voice),
      listeners_(std::move(listeners)) {}

// The newest of such words replaces the one before, so that it has to begin with it.
void Asker::tell(const wording::Sentence& sentence, speech::Priority priority) {
    terminal::print_line(sentence.text);
    last_told_ = sentence;
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
    const auto ask_again = [&] {
        tell_again();
        if (terminal.is_raw()) terminal::print_begun(line.shown());
    };
    while (true) {
        const auto [key, is_other] =
            terminal::read_key_or_other(STDIN_FILENO, other_.descriptor, ask_again);
        if (is_other) {
            if (auto answer = take_other(terminal.is_raw() && !line.text().empty())) return answer;
            continue;
        }
        if (!key) break;
        hush();
        if (terminal.is_raw() && line.leaves(*key)) return std::nullopt;
        if (terminal::TypedLine::is_end_of_line(*key)) {
            if (terminal.is_raw()) terminal::print_line({});
            return line.take();
        }
        const std::string echo = line.type(*key);
        if (terminal.is_raw()) terminal::print_echo(echo);
    }
    return line.text().empty() ? std::nullopt : std::optional{line.take()};
}

std::optional<std::string> Asker::press() {
    told_.clear();
    while (true) {
        auto [key, is_other] = terminal::read_one_key_or_other(
            STDIN_FILENO, other_.descriptor, [this] { hush(); }, [this] { tell_again(); }
        );
        if (!is_other) return std::move(key);
        if (auto answer = take_other(false)) return answer;
    }
}

std::optional<std::string> Asker::take_other(bool is_line_begun) {
    auto answer = other_.take();
    if (!answer) return std::nullopt;
    hush();
    if (is_line_begun) terminal::print_line({}); // what was begun there is no answer any more
    terminal::print_line(base::visible(*answer));
    return answer;
}

void Asker::tell_again() {
    if (!last_told_) return;
    terminal::print_line(last_told_->text);
    for (const Audience listener : listeners()) {
        voice_.speak_to(
            listener,
            {{.language = last_told_->language, .text = last_told_->text}},
            speech::Priority::text
        );
    }
}

} // namespace ansage::telling
