// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/decide/listening.hpp"

#include "table/decide/read_back.hpp"
#include "table/model/names.hpp"

namespace ansage::table {

using chess::Color;

namespace {

// What concerns the microphone, everybody hears who may be listened to.
void tell_listened(Decision& decision, const std::string& id) {
    for (const Color color : chess::both_colors) {
        if (decision.state().listening.consents[color])
            decision.say(ear_of(color), Priority::message, Cause::table, {id});
    }
}

ConsoleRole console_of(Color seat) {
    return seat == Color::white ? ConsoleRole::white : ConsoleRole::black;
}

bool concerns_microphone(HearingNews news) {
    return news == HearingNews::began || news == HearingNews::noisy || news == HearingNews::gone;
}

ReadBackAct act_of(const HearingReported& input, Color speaker) {
    if (input.key == RecordingKey::repetition)
        return Repeats{.seat = speaker, .move = *input.move, .through = {}};
    return Announces{.seat = speaker, .move = *input.move, .through = {}};
}

// Once more, then the keys: whoever is not understood twice should not have to go on trying.
std::string sentence_of(const State& state, HearingNews news, Color speaker) {
    const bool is_words = news == HearingNews::not_understood;
    if (is_words && state.listening.missed[speaker] > 1) return "hearing.type_it";
    return "hearing." + std::string{to_string(news)};
}

} // namespace

void on(Decision& decision, const HearingReported& input) {
    const std::optional<Color> speaker = input.speaker;
    if (concerns_microphone(input.news) || !speaker) {
        decision.emit(Listened{.news = input.news, .speaker = {}});
        tell_listened(decision, "hearing." + std::string{to_string(input.news)});
        return;
    }
    // Withdrawn while it was still listened to: nobody has heard it.
    if (!decision.state().hears(*speaker)) return;
    decision.emit(Listened{.news = input.news, .speaker = speaker});
    if (input.news == HearingNews::understood && input.move) {
        read_back(decision, console_of(*speaker), act_of(input, *speaker));
    } else {
        const std::string id = sentence_of(decision.state(), input.news, *speaker);
        decision.say(ear_of(*speaker), Priority::text, Cause::request, {id});
    }
}

void lose_microphone(Decision& decision) {
    if (decision.state().listening.has_microphone)
        decision.emit(Listened{.news = HearingNews::gone, .speaker = {}});
}

} // namespace ansage::table
