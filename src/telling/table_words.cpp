// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/table_words.hpp"

#include "base/overloaded.hpp"
#include "phonetics/announcement.hpp"
#include "table/model/event_words.hpp"
#include "telling/alarm_tones.hpp"
#include "telling/sounds.hpp"

#include <utility>
#include <variant>

namespace ansage::telling {

using base::Overloaded;
using chess::Color;

namespace {

// Of whoever hears or reads the sentence of an event.
std::string_view listeners_language(const table::EventBody& body, const table::TableSetup& setup) {
    if (const auto* const said = std::get_if<table::Said>(&body))
        return language_of(setup, said->audience);
    const auto* const refused = std::get_if<table::Refused>(&body);
    return refused != nullptr && refused->seat ? setup.seats[*refused->seat].language
                                               : setup.arbiter_language;
}

MessageWords::Context context_of(const table::State& state) {
    return {
        .positions = state.positions,
        .names = {state.seat(Color::white).name, state.seat(Color::black).name},
        .has_arbiter = state.setup->mode == table::Mode::tournament,
        .tells_why = state.setup->mode != table::Mode::club};
}

} // namespace

std::string_view language_of(const table::TableSetup& setup, table::Audience audience) {
    switch (audience) {
    case table::Audience::ear_white: return setup.seats.white.language;
    case table::Audience::ear_black: return setup.seats.black.language;
    case table::Audience::room:
    case table::Audience::assistant:
    case table::Audience::arbiter: return setup.arbiter_language;
    }
    return setup.arbiter_language;
}

TableWords::TableWords(Hearing hearing, std::shared_ptr<const wording::Wording> wording)
    : hearing_(std::move(hearing)),
      wording_(std::move(wording)) {}

wording::Sentence TableWords::of(
    const table::Message& message,
    std::string_view language,
    const MessageWords::Context& context,
    MessageWords::For reader
) const {
    return catalogue(language).compose([&](const wording::Catalogue& in) {
        return MessageWords{hearing_, *wording_, in, context, reader}.of(message);
    });
}

void TableWords::dress(std::vector<table::Event>& events, const table::State& state) const {
    for (table::Event& event : events) {
        if (std::holds_alternative<table::RepairGuided>(event.body)) continue; // it is said as well
        table::Message* const message = table::message_in(event.body);
        if (message == nullptr) continue;
        message->words = words_of(*message, listeners_language(event.body, *state.setup), state);
    }
}

std::string TableWords::words_of(
    const table::Message& message, std::string_view language, const table::State& state
) const {
    return of(message, language, context_of(state), MessageWords::For::eyes).text;
}

std::string TableWords::sentence(
    const table::Message& message, std::string_view language, const chess::Positions& positions
) const {
    const MessageWords::Context context{.positions = positions, .names = {}};
    return catalogue(language)
        .compose([&](const wording::Catalogue& in) {
            return MessageWords{hearing_, *wording_, in, context, MessageWords::For::eyes}
                .with_reason(message);
        })
        .text;
}

std::vector<speech::Segment> TableWords::segments(
    const table::Message& message, std::string_view language, const table::State& state
) const {
    if (message.id == "alarm.tone") {
        return {
            {.language = std::string{language},
             .text = message.words,
             .tone = alarm_tone(message.arguments.time.value_or(base::Millis{0}))}};
    }
    if (const auto tone = window_tone(message.id))
        return {{.language = std::string{language}, .text = message.words, .tone = tone}};
    const wording::Sentence marked =
        of(message, language, context_of(state), MessageWords::For::voice);
    const std::string& listener = marked.language;
    const wording::Catalogue& in = catalogue(listener);
    std::vector<speech::Segment> result;
    std::string part;
    const auto finish = [&](const std::string& voice, const std::string& spoken) {
        if (spoken.find_first_not_of(" .,:;") != std::string::npos)
            result.push_back({.language = voice, .text = spoken});
        part.clear();
    };
    for (const char letter : marked.text) {
        if (letter == begin_mark) finish(listener, in.spoken(part));
        else if (letter == end_mark) finish(vocabulary().language, part);
        else part += letter;
    }
    finish(listener, in.spoken(part));
    return result;
}

std::string TableWords::announcement(const chess::Position& position, chess::Move move) const {
    return phonetics::to_text(
        phonetics::announce(vocabulary(), position, move, phonetics::Style::full)
    );
}

std::vector<speech::Segment>
TableWords::spoken_announcement(const chess::Position& position, chess::Move move) const {
    const phonetics::Announcement words =
        phonetics::announce(vocabulary(), position, move, phonetics::Style::full);
    return {{.language = words.language, .text = phonetics::to_speech(words)}};
}

std::vector<speech::Segment>
TableWords::spoken_by_person(const table::InputBody& body, const table::State& before) const {
    using Segments = std::vector<speech::Segment>;
    const auto aloud = [&](const table::HeardMove& heard, const chess::Position& position) {
        const table::HeardMove read = hearing_.hear(position, heard.text);
        return read.move ? spoken_announcement(position, *read.move) : Segments{};
    };
    return std::visit(
        Overloaded{
            [&](const table::Announces& said) {
                return aloud(said.move, table::announcing_position(before, said.seat));
            },
            [&](const table::Repeats& said) {
                return aloud(said.move, table::repeating_position(before, said.seat));
            },
            [](const auto&) { return Segments{}; },
        },
        body
    );
}

std::vector<std::string> TableWords::languages() const {
    const std::vector<std::string_view> codes = wording_->languages();
    return {codes.begin(), codes.end()};
}

const wording::Catalogue& TableWords::catalogue(std::string_view language) const {
    return wording_->in(language);
}

} // namespace ansage::telling
