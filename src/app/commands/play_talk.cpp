#include "app/commands/play_talk.hpp"

#include "app/setup/seat_files.hpp"
#include "app/shell/ears.hpp"
#include "app/shell/language.hpp"
#include "app/shell/table_setup.hpp"

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

// There is one synthesiser in a program: the old voice ends before the new one begins.
void reopen(Voice& voice, const Arguments& given, const wording::Catalogue& in) {
    if (auto silent = Voice::open({AudioChoice::Kind::none, {}})) {
        voice = *std::move(silent);
    }
    if (auto chosen = open_voice(given, in)) {
        voice = *std::move(chosen);
    } else {
        print_error(chosen.error());
    }
}

AudioChoice audio_given(const Arguments& given) {
    return given.value_or("speech", "") == "none" ? AudioChoice{AudioChoice::Kind::none, {}}
                                                  : parse_audio(given.value_or("audio", "default"));
}

} // namespace

Result<Voice, Error> open_voice(const Arguments& given, const wording::Catalogue& in) {
    const auto ears = ears_given(given);
    if (!ears) {
        return tl::unexpected(ears.error());
    }
    auto voice = Voice::open(audio_given(given), *ears);
    if (voice && voice->problem()) {
        print_problem("problem.sound", *voice->problem(), in);
    }
    return voice;
}

Result<OpenTalk, Error> open_talk(const Arguments& given) {
    auto kit = load_table(default_header(), given.value_or("data", ""));
    if (!kit) {
        return tl::unexpected(kit.error());
    }
    const wording::Wording& wording = kit->words.wording();
    const auto language = given.has("language")
        ? arbiters_language_given(given, wording)
        : Result<std::string, Error>{language_of_terminal(wording)};
    return language
        .and_then([&](const std::string& code) { return open_voice(given, wording.in(code)); })
        .map([&](Voice voice) {
            return OpenTalk{std::move(kit->words), std::move(voice)};
        });
}

Result<SetupSound, Error> sound_of_machine(const Arguments& given) {
    if (audio_given(given).kind != AudioChoice::Kind::device) {
        return SetupSound{};
    }
    return ears_given(given).map([](const speech::Ears& ears) { return find_sound(ears); });
}

Result<SetupAnswers, Error> first_answers(const Arguments& given, const TableWords& words) {
    return language_given(given, words.wording(), language_of_terminal(words.wording()))
        .map([](std::string language) {
            SetupAnswers answers;
            answers.language = std::move(language);
            const auto seat = last_seat();
            return seat ? answers_of(*seat, std::move(answers)) : answers;
        });
}

void remember(const SetupAnswers& answers, const SetupTalk& talk) {
    if (const auto kept = remember_ear(answers); !kept) {
        print_error(kept.error());
    }
    const auto file = remember_seat(to_seat(answers));
    if (!file) {
        print_error(file.error());
        return;
    }
    const wording::Catalogue& in = talk.catalogue(answers.language);
    talk.tell(
        in.sentence("setup.remembered", {{"text", std::string_view{file->filename().native()}}}),
        answers.language
    );
}

void begin_to_speak(
    Voice& voice, const Arguments& given, const SetupAnswers& answers, const SetupTalk& talk
) {
    const wording::Catalogue& in = talk.catalogue(answers.language);
    if (!answers.ear.empty()) {
        reopen(voice, given, in);
    }
    talk.tell(in.sentence("setup.begins"), answers.language);
}

} // namespace ansage::app
