// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/together.hpp"

#include "acts/settings.hpp"
#include "table/model/names.hpp"
#include "table/model/state.hpp"
#include "telling/message_words.hpp"
#include "telling/names_by_ear.hpp"
#include "terminal/text.hpp"

#include <fmt/format.h>

namespace ansage::app {

using wording::Term;

namespace {

// What is agreed upon, one after the other; each line goes to the journal in the end.
class Agreement {
public:
    Agreement(const SetupTalk& talk, const SetupToAgree& told)
        : talk_(talk),
          told_(told),
          in_(talk.catalogue(told.setup.arbiter_language)) {}

    std::optional<Agreed> run() {
        const bool has_arbiter = told_.setup.mode == table::Mode::tournament;
        talk_.tell(in_.worded(has_arbiter ? "together.welcome" : "together.welcome_club"));
        const bool agreed = mode() && watch() && hall() && pages() && clock() &&
            speakers(chess::Color::white) && speakers(chess::Color::black) && ears() &&
            requests(chess::Color::white) && requests(chess::Color::black) && assistance() &&
            words();
        if (!agreed || !recording() || !hearing()) {
            talk_.tell(in_.worded("together.not_agreed"));
            return std::nullopt;
        }
        talk_.tell(in_.worded("together.agreed"));
        return Agreed{
            .text = std::move(text_), .overrides = std::move(overrides_), .heard = heard_};
    }

private:
    bool mode() {
        const std::string_view mode = table::to_string(told_.setup.mode);
        return ask(
            in_.worded("together.mode", {{"mode", Term{fmt::format("mode.{}", mode)}}}),
            fmt::format("mode {}", mode)
        );
    }

    // A.4, B.2: where the class of play depends on how the arbiter watches.
    bool watch() {
        const table::TableSetup& setup = told_.setup;
        const bool has_arbiter = setup.mode == table::Mode::tournament;
        if (!has_arbiter || table::time_class_of(setup) == ::ansage::clock::TimeClass::standard)
            return true;
        const bool is_supervised = table::is_supervised(setup);
        const Term records{setup.arbiter_records ? "setup.yes" : "setup.no"};
        const wording::Sentence sentence = in_.worded(
            is_supervised ? "together.supervised" : "together.unsupervised",
            {{"count", setup.arbiter_games}, {"text", records}}
        );
        return ask(sentence, "watch: " + sentence.text);
    }

    // What set-up allowed is nothing that players learn of only later.
    bool hall() {
        if (!told_.setup.hall_rulings) return true;
        const wording::Sentence sentence = in_.worded("together.hall_rulings");
        return ask(sentence, "hall: " + sentence.text);
    }

    // A telephone or another screen at the board: the arbiter accepts it, or, where the edition
    // prints no exception for players, the event's regulations have to (11.3.2; D.1).
    bool pages() {
        const table::TableSetup& setup = told_.setup;
        if (setup.mode != table::Mode::tournament || setup.pages == table::Pages::none) return true;
        const std::string kind = setup.pages == table::Pages::lan ? "pages_lan" : "pages_on";
        const bool is_arbiters = setup.edition.arbiter_accepts_devices;
        const wording::Sentence sentence =
            in_.worded("together." + kind + (is_arbiters ? "" : "_by_regulations"));
        return ask(sentence, "pages: " + sentence.text);
    }

    bool clock() {
        return ask(in_.worded("together.clock", {{"text", whose_clock()}}), "clock " + told_.clock);
    }

    wording::Value whose_clock() const {
        return told_.clock == acts::own_clock ? wording::Value{Term{"together.clock_ours"}}
                                              : wording::Value{std::string_view{told_.clock}};
    }

    // Who announces this player's moves, and who repeats the other's to him.
    bool speakers(chess::Color color) {
        const table::Seat& seat = told_.setup.seats[color];
        const wording::Sentence sentence = in_.worded(
            "together.speakers",
            {{"player", Term{telling::player_id(color)}},
             {"announcer", Term{acts::sentence_of(acts::seat_setting("announces"), seat)}},
             {"repeater", Term{acts::sentence_of(acts::seat_setting("repeats"), seat)}}}
        );
        return ask(sentence, "speakers: " + sentence.text);
    }

    bool ears() {
        const bool arbiter = told_.setup.mode == table::Mode::tournament;
        const wording::Sentence sentence =
            in_.worded(arbiter ? "together.ears" : "together.ears_alike");
        return ask(sentence, "ears: " + sentence.text);
    }

    // What is the arbiter's to allow a player: the standing request for alarms (D.2.6), and
    // questions to the own board.
    bool requests(chess::Color color) {
        const table::Seat& seat = told_.setup.seats[color];
        const bool in_words = seat.alarms == table::Alarms::words;
        const bool has_alarms = seat.alarms != table::Alarms::none;
        const bool alarms = !has_alarms ||
            accepted(in_words ? "together.alarms_words" : "together.alarms_tones", color);
        return alarms && (!seat.square_answers || accepted("together.squares", color));
    }

    bool accepted(std::string_view id, chess::Color color) {
        const wording::Sentence sentence =
            in_.worded(id, {{"player", Term{telling::player_id(color)}}});
        return ask(sentence, "request: " + sentence.text);
    }

    // D.2.11: without an assistant a tournament game begins only if the arbiter sets that aside,
    // and then on the record; silence does not.
    bool assistance() {
        const table::TableSetup& setup = told_.setup;
        if (!table::lacks_assistant(table::open_table(setup))) return true;
        const std::string clause{setup.edition.article("assistant_for_hearing_impaired")};
        const auto answer = hear(in_.worded("together.without_assistant", {{"text", clause}}));
        if (!answer || !is_yes(*answer)) return false;
        text_ += clause + " set aside\n";
        overrides_ = {.clause = clause, .reason = in_.sentence("together.override_reason")};
        return true;
    }

    bool words() {
        const wording::Sentence sentence = in_.compose([this](const wording::Catalogue& in) {
            const std::string name = telling::name_by_ear(in, "words", told_.words);
            return in.sentence("together.words", {{"text", name}, {"words", told_.move}});
        });
        return ask(sentence, "words " + told_.words);
    }

    // People are recorded only if all of them say so; silence is no consent.
    bool recording() {
        const auto answer = hear(in_.worded("together.recording"));
        if (!answer) return false;
        text_ += is_yes(*answer) ? "recording agreed\n" : "recording refused\n";
        return true;
    }

    // Each for himself, apart from recording; a club is told what it gives away (docs/hearing.md).
    bool hearing() {
        if (!told_.listens) return true;
        const bool is_club = told_.setup.mode == table::Mode::club;
        const std::string_view id = is_club ? "together.hearing_club" : "together.hearing";
        for (const chess::Color color : chess::both_colors) {
            const auto answer = hear(in_.worded(id, {{"player", Term{telling::player_id(color)}}}));
            if (!answer) return false;
            heard_[color] = is_yes(*answer);
            text_ += fmt::format(
                "hearing {} {}\n", chess::to_string(color), heard_[color] ? "agreed" : "refused"
            );
        }
        return true;
    }

    bool is_yes(std::string_view answer) const { return in_.means("command.yes", answer); }

    // A key that answers; told again where that is wanted, and after one that means nothing here.
    // Absent: whoever was asked has left.
    std::optional<std::string> hear(const wording::Sentence& sentence) {
        while (true) {
            talk_.tell(sentence);
            offer(sentence);
            const auto heard = talk_.press();
            if (!heard || in_.means("key.leave", *heard)) return std::nullopt;
            std::string answer{terminal::trim(*heard)};
            if (answer.empty() || in_.means("command.no", answer) || is_yes(answer)) return answer;
            if (!in_.means("key.repeat", answer)) talk_.tell(in_.worded("together.not_understood"));
        }
    }

    void offer(const wording::Sentence& sentence) const {
        if (!talk_.offer) return;
        const auto about = [&sentence](const wording::Catalogue&) { return sentence.text; };
        talk_.offer(setup_question(
            in_,
            about,
            {{says("setup.answer_accept"), first_key(in_, "command.yes")},
             {says("setup.answer_reject"), first_key(in_, "command.no")}},
            Ways::none
        ));
    }

    // Enter or y accepts.
    bool ask(const wording::Sentence& sentence, const std::string& kept) {
        const auto answer = hear(sentence);
        const bool accepts = answer && (answer->empty() || is_yes(*answer));
        text_ += accepts ? kept + " accepted\n" : "";
        return accepts;
    }

    const SetupTalk& talk_;
    const SetupToAgree& told_;
    const wording::Catalogue& in_;
    std::string text_;
    std::optional<table::ArbiterOverrides> overrides_;
    table::PerColor<bool> heard_;
};

} // namespace

std::optional<Agreed> agree_together(const SetupTalk& talk, const SetupToAgree& told) {
    return Agreement{talk, told}.run();
}

} // namespace ansage::app
