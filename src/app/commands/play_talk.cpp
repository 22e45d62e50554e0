// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_talk.hpp"

#include "acts/listeners.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/failure.hpp"
#include "app/commands/given.hpp"
#include "app/commands/play_settings.hpp"
#include "app/setup/seat_files.hpp"
#include "base/try.hpp"
#include "journal/replay.hpp"
#include "record/game_files.hpp"
#include "record/game_resume.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

bool is_without_speech(const terminal::Arguments& given) {
    return given.value_or("speech", "") == "none" && !given.goes_before("audio", "speech");
}

// There is one synthesiser in a program: the old voice ends before the new one begins.
void reopen(telling::Voice& voice, const terminal::Arguments& given, const wording::Catalogue& in) {
    if (auto silent = telling::Voice::open({telling::AudioChoice::Kind::none, {}}))
        voice = *std::move(silent);
    if (auto chosen = open_voice(given, in)) voice = *std::move(chosen);
    else terminal::print_error(chosen.error());
}

} // namespace

telling::AudioChoice audio_given(const terminal::Arguments& given, const speech::Ears& ears) {
    using Kind = telling::AudioChoice::Kind;
    if (is_without_speech(given)) return {.kind = Kind::none};
    telling::AudioChoice choice = telling::parse_audio(given.value_or("audio", "default"));
    if (choice.kind == Kind::none && !ears.empty()) choice.kind = Kind::ears;
    return choice;
}

Result<telling::Voice, Error>
open_voice(const terminal::Arguments& given, const wording::Catalogue& in) {
    const auto ears = ANSAGE_TRY(telling::ears_given(given));
    const telling::AudioChoice audio = audio_given(given, ears);
    auto voice = telling::Voice::open(audio, ears);
    if (audio.kind == telling::AudioChoice::Kind::device)
        say_failures_aloud(this_program, in.language());
    if (voice && voice->problem()) telling::print_problem("problem.sound", *voice->problem(), in);
    return voice;
}

Result<OpenTalk, Error> open_talk(const terminal::Arguments& given) {
    auto kit = ANSAGE_TRY(acts::load_table(acts::default_header(), data_given(given)));
    const wording::Wording& wording = kit.words.wording();
    std::string language = telling::language_of_locale(wording);
    if (given.has("language")) language = ANSAGE_TRY(acts::arbiters_language_given(given, wording));
    auto voice = ANSAGE_TRY(open_voice(given, wording.in(language)));
    return OpenTalk{std::move(kit.words), std::move(voice)};
}

Result<SetupSound, Error> sound_of_machine(const terminal::Arguments& given) {
    if (audio_given(given).kind != telling::AudioChoice::Kind::device) return SetupSound{};
    const auto ears = ANSAGE_TRY(telling::ears_given(given));
    return find_sound(ears);
}

Result<SetupAnswers, Error>
first_answers(const terminal::Arguments& given, const telling::TableWords& words) {
    SetupAnswers answers;
    answers.own.seat.language = telling::language_of_locale(words.wording());
    if (const auto seat = last_seat()) answers = answers_of(seat->seat, std::move(answers));
    // What is said now goes before what is remembered, and so do settings of one's own.
    answers = ANSAGE_TRY(with_settings(std::move(answers), given));
    ANSAGE_TRY(telling::check_language(words.wording(), answers.own.seat.language, "--language"));
    return answers;
}

std::optional<bool>
goes_on(const SetupTalk& talk, const std::string& data, const std::string& language) {
    const auto path = record::find_journal("last");
    auto game = path.and_then([&](const auto& file) { return record::open_game(file, data); });
    if (!game) return false; // there is none, or somebody plays it
    const auto state = journal::rebuild(game->journal, game->kit.setup);
    const bool stands = state && state->started_at && state->phase != table::Phase::ended &&
        !state->setup->is_clock_alone();
    if (!stands) return false;
    const wording::Catalogue& in = talk.catalogue(language);
    const auto name = [&](chess::Color color) {
        const std::string& own = state->seat(color).name;
        return own.empty()
            ? in.sentence(color == chess::Color::white ? "player.white" : "player.black")
            : own;
    };
    while (true) {
        talk.tell(in.worded(
            "setup.game_stands",
            {{"white", name(chess::Color::white)},
             {"black", name(chess::Color::black)},
             {"number", state->position().fullmove_number().value()}}
        ));
        if (talk.offer) {
            talk.offer(setup_question(
                in,
                {},
                {{says("setup.answer_go_on"), ""},
                 {says("setup.answer_new"), first_key(in, "key.new")}},
                Ways::none
            ));
        }
        const auto key = talk.press();
        if (!key || in.means("key.leave", *key)) return std::nullopt;
        if (key->empty() || in.means("key.new", *key)) return key->empty();
    }
}

void remember(const SetupAnswers& answers, const SetupTalk& talk) {
    if (const auto kept = remember_ear(answers); !kept) terminal::print_error(kept.error());
    const auto file = remember_seat(to_seat(answers));
    if (!file) {
        terminal::print_error(file.error());
        return;
    }
    const wording::Catalogue& in = talk.catalogue(answers.own.seat.language);
    talk.tell(in.worded("setup.remembered", {{"text", file->filename().native()}}));
}

void begin_to_speak(
    telling::Voice& voice,
    const terminal::Arguments& given,
    const SetupAnswers& answers,
    const SetupTalk& talk,
    const Beginning& beginning
) {
    const wording::Catalogue& in = talk.catalogue(answers.own.seat.language);
    if (!answers.own.ear.empty()) reopen(voice, given, in);
    const bool is_white = answers.color == chess::Color::white;
    const std::string_view other = is_white ? "black" : "white";
    std::string digits;
    for (const char digit : beginning.code)
        digits += digit == ' ' ? std::string{","} : std::string{" "} + digit;
    const bool has_arbiter = answers.table.setup.mode == table::Mode::tournament;
    const std::string_view begins = beginning.on_page
        ? (has_arbiter ? "setup.begins_page" : "setup.begins_club_page")
        : (has_arbiter ? "setup.begins" : "setup.begins_club");
    talk.tell_last(in.worded(
        begins,
        {{"role", wording::Term{is_white ? "role.white" : "role.black"}},
         {"where", other},
         {"text", std::string_view{digits}.substr(1)},
         {"number", is_white ? "2" : "1"}}
    ));
}

} // namespace ansage::app
