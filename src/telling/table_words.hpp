// SPDX-License-Identifier: GPL-3.0-or-later
// Words in and words out: what people say is read in the position it refers to, and what the table
// says is worded for the person who hears it.
#pragma once

#include "speech/utterance.hpp"
#include "telling/hearing.hpp"
#include "telling/message_words.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::telling {

// The vocabulary of the announcements and the catalogues of the sentences. Cheap to copy.
class TableWords {
public:
    TableWords(Hearing hearing, std::shared_ptr<const wording::Wording> wording);

    // How what people say is read.
    const Hearing& hearing() const { return hearing_; }

    // Fills in the words of every message among `events`, in the language of its listener. `state`
    // is the one after the events.
    void dress(std::vector<table::Event>& events, const table::State& state) const;

    // For the synthesiser: the vocabulary's words in the vocabulary's language, the rest in the
    // listener's, or in English where his catalogue lacks the sentence.
    std::vector<speech::Segment> segments(
        const table::Message& message, std::string_view language, const table::State& state
    ) const;

    // A move as announced: shown, and as it is spoken.
    std::string announcement(const chess::Position& position, chess::Move move) const;
    std::vector<speech::Segment>
    spoken_announcement(const chess::Position& position, chess::Move move) const;

    // What a person says aloud for everybody to hear, an announcement or a repetition (D.2.1), as
    // it is spoken; `before` is the state before it. Empty: nothing that could be read.
    std::vector<speech::Segment>
    spoken_by_person(const table::InputBody& body, const table::State& before) const;

    // The words of a message, to be read.
    std::string words_of(
        const table::Message& message, std::string_view language, const table::State& state
    ) const;
    // The words of a message that no table says, where its moves are played from `positions`.
    std::string sentence(
        const table::Message& message, std::string_view language, const chess::Positions& positions
    ) const;

    // A sentence that is not the table's, such as the demo's.
    const wording::Catalogue& catalogue(std::string_view language) const;

    const wording::Wording& wording() const { return *wording_; }

    // The languages that have a catalogue.
    std::vector<std::string> languages() const;

    const phonetics::Vocabulary& vocabulary() const { return hearing_.vocabulary(); }

private:
    wording::Sentence
    of(const table::Message& message,
       std::string_view language,
       const MessageWords::Context& context,
       MessageWords::For reader) const;

    Hearing hearing_;
    std::shared_ptr<const wording::Wording> wording_;
};

// The language of whoever belongs to that audience. The room hears the arbiter's.
std::string_view language_of(const table::TableSetup& setup, table::Audience audience);

} // namespace ansage::telling
