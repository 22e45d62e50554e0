// SPDX-License-Identifier: GPL-3.0-or-later
// Words in and words out: what people say is read in the position it refers to, and what the table
// says is worded for the person who hears it.
#pragma once

#include "base/result.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/lexicon.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/vocabulary.hpp"
#include "speech/utterance.hpp"
#include "table/decide.hpp"
#include "wording/wording.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::telling {

// The vocabulary of the announcements and the catalogues of the sentences. Cheap to copy.
class TableWords {
public:
    TableWords(
        phonetics::Vocabulary vocabulary,
        phonetics::Lexicon lexicon,
        std::shared_ptr<const wording::Wording> wording
    );

    // Reads the text of every spoken move in `body`, each in the position that its speaker refers
    // to now.
    void resolve(table::InputBody& body, const table::State& state) const;

    // Fills in the words of every message among `events`, in the language of its listener. `state`
    // is the one after the events.
    void dress(std::vector<table::Event>& events, const table::State& state) const;

    // For the synthesiser: the vocabulary's words in the vocabulary's language, the rest in the
    // listener's.
    [[nodiscard]] std::vector<speech::Segment> segments(
        const table::Message& message, std::string_view language, const table::State& state
    ) const;

    // A move as announced: shown, and as it is spoken.
    [[nodiscard]] std::string announcement(const chess::Position& position, chess::Move move) const;
    [[nodiscard]] std::vector<speech::Segment>
    spoken_announcement(const chess::Position& position, chess::Move move) const;

    // What a person says aloud for everybody to hear, an announcement or a repetition (D.2.1), as
    // it is spoken; `before` is the state before it. Empty: nothing that could be read.
    [[nodiscard]] std::vector<speech::Segment>
    spoken_by_person(const table::InputBody& body, const table::State& before) const;

    // The words of a message that no table says, where its moves are played from `positions`.
    [[nodiscard]] std::string sentence(
        const table::Message& message,
        std::string_view language,
        std::span<const chess::Position> positions
    ) const;

    // A sentence that is not the table's, such as the demo's.
    [[nodiscard]] const wording::Catalogue& catalogue(std::string_view language) const;

    [[nodiscard]] const wording::Wording& wording() const { return *wording_; }

    // The id of a result's sentence: where no arbiter is, none speaks of one.
    [[nodiscard]] std::string result_id(std::string_view termination, table::Mode mode) const;

    // The languages that have a catalogue.
    [[nodiscard]] std::vector<std::string> languages() const;

    [[nodiscard]] const phonetics::Vocabulary& vocabulary() const { return *vocabulary_; }

    // By law, as a score is read afterwards; resolve() reads what is said at the table by shape.
    [[nodiscard]] table::HeardMove hear(
        const chess::Position& position,
        const std::string& text,
        phonetics::Reading rule = phonetics::Reading::by_law
    ) const;

    // The piece that the vocabulary's letter or word stands for: "S", "springer".
    [[nodiscard]] std::optional<chess::Role> piece_called(std::string_view name) const;

private:
    enum class For : std::uint8_t { eyes, voice };

    // What sentences refer to: the position before each ply, and the players' names.
    struct Context {
        std::span<const chess::Position> positions;
        table::PerColor<std::string_view> names;
        bool has_arbiter = true;
        // Why a move is illegal is told to the arbiter and in training, not in a club.
        bool tells_why = false;
    };

    [[nodiscard]] static Context context_of(const table::State& state);
    [[nodiscard]] std::string worded(
        const table::Message& message, std::string_view language, const Context& context, For reader
    ) const;
    // The same, saying why, where that is known and may be told.
    [[nodiscard]] std::optional<table::Message>
    with_why(const table::Message& message, const Context& context) const;
    // The id, or that of its like for a table at which no arbiter is.
    [[nodiscard]] std::string id_for(const std::string& id, bool has_arbiter) const;
    [[nodiscard]] static std::string heard_words(const std::string& heard, For reader);
    [[nodiscard]] std::string
    move_words(const table::Message& message, const Context& context, For reader) const;
    [[nodiscard]] std::string word(const phonetics::Announcement& words, For reader) const;
    // "König Eva eins, Turm Anna eins", kings and queens first.
    [[nodiscard]] std::string
    pieces_of(const table::MessageArguments& given, chess::Color color, For reader) const;
    [[nodiscard]] std::string square_list(const table::MessageArguments& given, For reader) const;
    [[nodiscard]] std::string joined_parts(
        const table::Message& message, std::string_view language, const Context& context, For reader
    ) const;
    // "White: König Eva eins, Turm Anna eins; Black: ...", kings and queens first.
    [[nodiscard]] std::string
    pieces(const table::MessageArguments& given, const wording::Catalogue& in, For reader) const;

    std::shared_ptr<const phonetics::Vocabulary> vocabulary_;
    phonetics::Lexicon lexicon_;
    std::shared_ptr<const wording::Wording> wording_;
};

// The message that says who won; that of a game without a result, if there is none.
[[nodiscard]] std::string_view outcome_id(std::optional<laws::Score> score);

// The message that names a player: "White", "Weiß".
[[nodiscard]] std::string_view player_id(chess::Color color);

// The language of whoever belongs to that audience. The room hears the arbiter's.
[[nodiscard]] std::string_view
language_of(const table::TableSetup& setup, table::Audience audience);

} // namespace ansage::telling
