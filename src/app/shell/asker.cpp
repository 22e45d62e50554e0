#include "app/shell/asker.hpp"

#include "app/cli/raw_terminal.hpp"
#include "app/cli/typed_line.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace ansage::app {

using table::Audience;

namespace {

constexpr char interrupt_key = '\x03';
constexpr char end_key = '\x04';

std::vector<Audience> who_hears(const Voice& voice) {
    if (voice.hears(Audience::room)) {
        return {Audience::room};
    }
    std::vector<Audience> ears;
    for (const Audience ear : {Audience::ear_white, Audience::ear_black}) {
        if (voice.hears(ear)) {
            ears.push_back(ear);
        }
    }
    return ears;
}

void echo(const std::string& text) {
    fmt::print("{}", text);
    std::fflush(stdout);
}

// Of a letter in UTF-8, by its first byte.
std::size_t bytes_of(char first) {
    const auto byte = static_cast<unsigned char>(first);
    constexpr unsigned char two = 0xc0;
    constexpr unsigned char three = 0xe0;
    constexpr unsigned char four = 0xf0;
    return byte < two ? 1 : byte < three ? 2 : byte < four ? 3 : 4;
}

bool is_letter(const std::string& typed) {
    return !typed.empty() && typed.size() >= bytes_of(typed.front());
}

bool leaves(char key, const TypedLine& line) {
    return key == interrupt_key || (key == end_key && line.text().empty());
}

} // namespace

Asker::Asker(Voice& voice)
    : voice_(voice) {}

Asker::Asker(Voice& voice, std::vector<Audience> listeners)
    : voice_(voice),
      listeners_(std::move(listeners)) {}

// The newest of such words replaces the one before, so that it has to begin with it.
void Asker::tell(const std::string& sentence, const std::string& language) {
    echo(sentence + '\n');
    told_.push_back({.language = language, .text = sentence});
    for (const Audience listener : listeners()) {
        voice_.speak_to(listener, told_);
    }
}

std::vector<Audience> Asker::listeners() const {
    return listeners_ ? *listeners_ : who_hears(voice_);
}

void Asker::hush() {
    for (const Audience listener : listeners()) {
        voice_.stop_text(listener);
    }
}

std::optional<std::string> Asker::hear() {
    const RawTerminal terminal{STDIN_FILENO, RawTerminal::Interrupt::key};
    TypedLine line;
    told_.clear();
    while (const auto key = read_key(STDIN_FILENO)) {
        hush();
        if (terminal.is_raw() && leaves(*key, line)) {
            return std::nullopt;
        }
        if (TypedLine::is_end_of_line(*key)) {
            echo(terminal.is_raw() ? "\n" : "");
            return line.take();
        }
        const std::string shown = line.type(*key);
        echo(terminal.is_raw() ? shown : "");
    }
    return line.text().empty() ? std::nullopt : std::optional{line.take()};
}

std::optional<std::string> Asker::press() {
    const RawTerminal terminal{STDIN_FILENO, RawTerminal::Interrupt::key};
    if (!terminal.is_raw()) {
        return hear();
    }
    TypedLine line;
    told_.clear();
    while (const auto key = read_key(STDIN_FILENO)) {
        hush();
        if (leaves(*key, line)) {
            return std::nullopt;
        }
        echo(line.type(*key)); // nothing of a cursor key
        if (TypedLine::is_end_of_line(*key) || is_letter(line.text())) {
            echo("\n");
            return line.take();
        }
    }
    return std::nullopt;
}

} // namespace ansage::app
