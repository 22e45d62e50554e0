// The questions before a table of `ansage play`, and the voice that asks them.
#pragma once

#include "app/cli/options.hpp"
#include "app/setup/setup_terminal.hpp"
#include "app/shell/table_words.hpp"
#include "app/shell/voice.hpp"

namespace ansage::app {

// As --audio, --speech and the ears say. What cannot be heard is said on stderr.
[[nodiscard]] base::Result<Voice, base::Error>
open_voice(const Arguments& given, const wording::Catalogue& in);

// What questions at set-up need, before there is a table.
struct OpenTalk {
    TableWords words;
    Voice voice;
};

[[nodiscard]] base::Result<OpenTalk, base::Error> open_talk(const Arguments& given);

// What there is to hear through, if anything is to be spoken; to be asked before the voice is
// opened.
[[nodiscard]] base::Result<SetupSound, base::Error> sound_of_machine(const Arguments& given);

// In the language that was given, else the terminal's.
[[nodiscard]] base::Result<SetupAnswers, base::Error>
first_answers(const Arguments& given, const TableWords& words);

// For the next time; a disk that is full does not stop the table.
void remember(const SetupAnswers& answers, const SetupTalk& talk);

// From now on everybody hears as was chosen, first of all what to type.
void begin_to_speak(
    Voice& voice, const Arguments& given, const SetupAnswers& answers, const SetupTalk& talk
);

} // namespace ansage::app
