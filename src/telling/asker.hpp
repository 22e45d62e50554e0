// SPDX-License-Identifier: GPL-3.0-or-later
// Asks a person before there is a table: printed and spoken, and silent at the first key of the
// answer.
#pragma once

#include "telling/voice.hpp"
#include "wording/catalogue.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ansage::telling {

// Where an answer may come from besides the keyboard.
struct OtherAnswers {
    int descriptor = -1; // readable while there is one
    std::function<std::optional<std::string>()> take; // absent: there is none any more
};

class Asker {
public:
    // Speaks to the room, or, where nobody hears that, to the ears that there are. `voice` outlives
    // it.
    explicit Asker(Voice& voice);
    // Speaks to these.
    Asker(Voice& voice, std::vector<table::Audience> listeners);

    // Whichever comes first is the answer.
    void also_hear(OtherAnswers other) { other_ = std::move(other); }

    // What is told before the next answer is heard one after the other.
    void
    tell(const wording::Sentence& sentence, speech::Priority priority = speech::Priority::text);

    // A line; absent at the end of the input, or when the person leaves with Ctrl-C or Ctrl-D.
    [[nodiscard]] std::optional<std::string> hear();
    // One key, at once; "" is Enter. Where there is no terminal each line is a key.
    [[nodiscard]] std::optional<std::string> press();

private:
    void hush();
    // The answer that came from elsewhere, printed where it would have been typed.
    std::optional<std::string> take_other(bool is_line_begun);
    // What stands to be answered, for whoever stopped the program and comes back.
    void tell_again();
    std::vector<table::Audience> listeners() const;

    Voice& voice_;
    OtherAnswers other_;
    std::optional<std::vector<table::Audience>> listeners_; // absent: whoever hears
    std::vector<speech::Segment> told_; // since the last answer
    std::optional<wording::Sentence> last_told_;
};

} // namespace ansage::telling
