// SPDX-License-Identifier: GPL-3.0-or-later
// The questions before a table of `ansage play`, and the voice that asks them.
#pragma once

#include "app/setup/setup_terminal.hpp"
#include "telling/table_words.hpp"
#include "telling/voice.hpp"
#include "terminal/options.hpp"

namespace ansage::app {

// As --audio and --speech say.
// `--speech none` is for everybody, `--audio none` for the room alone where somebody has an ear.
[[nodiscard]] telling::AudioChoice
audio_given(const terminal::Arguments& given, const speech::Ears& ears = {});

// As --audio, --speech and the ears say. What cannot be heard is said on stderr.
[[nodiscard]] base::Result<telling::Voice, base::Error>
open_voice(const terminal::Arguments& given, const wording::Catalogue& in);

// What questions at set-up need, before there is a table.
struct OpenTalk {
    telling::TableWords words;
    telling::Voice voice;
};

[[nodiscard]] base::Result<OpenTalk, base::Error> open_talk(const terminal::Arguments& given);

// What there is to hear through, if anything is to be spoken; to be asked before the voice is
// opened.
[[nodiscard]] base::Result<SetupSound, base::Error>
sound_of_machine(const terminal::Arguments& given);

// What Enter takes: what was given, else what is remembered; the language else the terminal's.
[[nodiscard]] base::Result<SetupAnswers, base::Error>
first_answers(const terminal::Arguments& given, const telling::TableWords& words);

// Whether the newest game, which is not over, is gone on with: after a power cut nobody has to know
// how to ask for it. Absent: the person left.
[[nodiscard]] std::optional<bool>
goes_on(const SetupTalk& talk, const std::string& data, const std::string& language);

// For the next time; a disk that is full does not stop the table.
void remember(const SetupAnswers& answers, const SetupTalk& talk);

struct Beginning {
    std::string code; // the arbiter's
    bool on_page = false; // whoever set the table up has his console there
};

// From now on everybody hears as was chosen, first of all what to type.
void begin_to_speak(
    telling::Voice& voice,
    const terminal::Arguments& given,
    const SetupAnswers& answers,
    const SetupTalk& talk,
    const Beginning& beginning
);

} // namespace ansage::app
