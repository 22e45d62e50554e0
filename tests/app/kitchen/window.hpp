// SPDX-License-Identifier: GPL-3.0-or-later
// A table at a terminal, and what each person there gets of it: what is printed, what sounds in
// each earphone as it sounds. No wait is without a limit.
#pragma once

#include "../../speech/portaudio/sound_server.hpp"
#include "../../terminal/pseudo_terminal.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ansage::tests {

class Window {
public:
    Window(const std::vector<std::string>& arguments, const std::string& home);

    // A line and its Enter.
    void type(const std::string& line) const;
    // Whole lines that are printed one after the other, from where the last one was found; false if
    // one does not come.
    [[nodiscard]] bool prints(const std::string& line);
    // Its exit code; -1 if it does not end by itself.
    [[nodiscard]] int wait();

    [[nodiscard]] const std::string& printed() const { return terminal_.printed(); }

private:
    PseudoTerminal terminal_;
    ProgramAtTerminal program_;
    std::size_t read_ = 0;
};

// What an earphone plays while it is being recorded.
class Earphone {
public:
    Earphone(const speech::portaudio::SoundServer& server, const std::string& sink);

    // From now on.
    void mark();
    // Something sounded since the mark, and has come to its end.
    [[nodiscard]] bool has_spoken();

private:
    // Loud samples from that byte on.
    [[nodiscard]] bool is_loud(std::uintmax_t from) const;
    [[nodiscard]] std::uintmax_t size() const;

    std::filesystem::path recording_;
    std::uintmax_t mark_ = 0;
};

} // namespace ansage::tests
