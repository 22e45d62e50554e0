// SPDX-License-Identifier: GPL-3.0-or-later
// Setting a table up by ear: questions that are printed and spoken, each with what Enter takes.
// Knows neither a terminal nor a voice.
#pragma once

#include "app/setup/setup_answers.hpp"
#include "app/setup/setup_talk.hpp"
#include "profiles/time.hpp"
#include "table/model/seat.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ansage::app {

// What there is to hear through.
struct SetupSound {
    std::vector<std::string> devices; // none: nothing is spoken
    table::PerColor<bool> has_ear; // chosen before
};

// What is proposed to people of a language.
struct SetupEdition {
    std::string profile;
    std::string vocabulary;
    clock::ClassLimits class_limits; // what is standard, rapid and blitz there
    bool wants_assistant = true; // for one who does not hear (D.2.11)
    bool arbiter_accepts_devices = false; // at the board; else the event's regulations (D.1)
};

// A board that may be plugged in, as play takes it.
struct SetupBoard {
    std::string port; // "dgt:/dev/ttyUSB0"
    std::string title; // "DGT board, /dev/ttyUSB0"
    std::optional<table::BoardKind> kind; // absent: it is built either way, or not known
};

// What the machine has to offer.
struct SetupOffers {
    std::vector<SetupBoard> boards;
    // On a port that is typed; absent: it is none.
    std::function<std::optional<SetupBoard>(const std::string&)> board_on;
    std::vector<std::string> words; // names of vocabularies
    std::vector<std::string> laws; // of editions of the Laws
    std::vector<std::string> codes; // of braille codes
    std::vector<std::string> languages;
    std::map<std::string, SetupEdition> editions; // by language
    std::map<std::string, std::string> braille; // the code of a language
    std::vector<profiles::TimePreset> presets;
    SetupSound sound;
    bool reports_to_hall = false;
    table::Pages pages = table::Pages::none; // that somebody wants
};

// Absent: the person left.
std::optional<SetupAnswers>
ask_for_table(const SetupTalk& talk, const SetupOffers& offers, SetupAnswers defaults);

} // namespace ansage::app
