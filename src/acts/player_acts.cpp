// SPDX-License-Identifier: GPL-3.0-or-later
// What players and their assistants do.
#include "acts/verbs.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;
using table::InputBody;

namespace {

Result<table::HeardMove, Error> spoken(const Words& words) {
    if (words.list.empty()) {
        return bad(
            base::phrase("the words of the move are missing"),
            base::phrase("write them after the verb, such as: announces Eva zwei Eva vier")
        );
    }
    return table::HeardMove{.text = words.text(), .said = {}};
}

// Without words: as it was announced, where there is no arbiter. The table looks up the words.
Result<table::HeardMove, Error> spoken_or_as_announced(const Words& words) {
    return words.list.empty() ? table::HeardMove{} : spoken(words);
}

// "announces typed Eva vier": at a console, so that nobody has heard it.
struct Spoken {
    std::optional<table::Medium> through;
    table::HeardMove move;
};

Result<Spoken, Error>
spoken_or_typed(Words words, Result<table::HeardMove, Error> (*read)(const Words&) = spoken) {
    const bool is_typed = words.at(0) == "typed";
    if (is_typed) words.list.erase(words.list.begin());
    return read(words).map([&](table::HeardMove move) {
        return Spoken{
            is_typed ? std::optional{table::Medium::keys} : std::nullopt, std::move(move)};
    });
}

Body announces(const Actor& actor, const Words& words) {
    return spoken_or_typed(words).map([&](Spoken said) -> InputBody {
        return table::Announces{
            .seat = actor.seat,
            .by = actor.performer,
            .move = std::move(said.move),
            .through = said.through};
    });
}

Body repeats(const Actor& actor, const Words& words) {
    return spoken_or_typed(words, spoken_or_as_announced).map([&](Spoken said) -> InputBody {
        return table::Repeats{
            .seat = actor.seat,
            .by = actor.performer,
            .move = std::move(said.move),
            .through = said.through};
    });
}

Body corrects(const Actor& actor, const Words& words) {
    return spoken_or_typed(words).map([&](Spoken said) -> InputBody {
        return table::Corrects{
            .seat = actor.seat,
            .move = std::move(said.move),
            .by = actor.performer,
            .through = said.through};
    });
}

Body executes(const Actor& actor, const Words& words) {
    return spoken_or_as_announced(words).map([&](table::HeardMove move) -> InputBody {
        return table::Executes{.seat = actor.seat, .move = std::move(move), .by = actor.performer};
    });
}

Body requests(const Actor& actor, const Words& words) {
    const auto alarms = table::parse_name<table::Alarms>(words.at(1));
    if (words.at(0) != "alarms" || !alarms) {
        return bad(
            base::phrase("\"{}\" is no standing request", words.text()),
            base::phrase("write requests alarms words, tones or none")
        );
    }
    return only(words, 2, table::RequestsAlarms{.seat = actor.seat, .alarms = *alarms});
}

Body claims(const Actor& actor, const Words& words) {
    const auto kind = table::parse_name<table::ClaimKind>(words.at(0));
    if (!kind || (words.list.size() > 1 && (words.at(1) != "with" || words.list.size() == 2))) {
        return bad(
            base::phrase("\"{}\" is no claim", words.text()),
            base::phrase("write threefold, fifty, flag, illegal, touch, quickplay or extra_time, "
                         "and with MOVE "
                         "after it "
                         "where a move is intended")
        );
    }
    table::Claims claim{.seat = actor.seat, .kind = *kind, .with = {}};
    if (words.list.size() > 2)
        claim.with = table::HeardMove{.text = terminal::join_words(words.list, 2), .said = {}};
    return claim;
}

Body writes(const Actor& actor, const Words& words) {
    const std::optional<unsigned> ply = terminal::parse_number(words.at(0));
    const auto kind = table::parse_name<table::ScoreKind>(words.at(1));
    const std::size_t move = kind ? 2 : 1;
    if (!ply || words.list.size() <= move) {
        return bad(
            base::phrase("\"{}\" is no entry of a scoresheet", words.text()),
            base::phrase("write the ply and the move: writes 1 e4, or writes 1 braille e4")
        );
    }
    return table::Writes{
        .seat = actor.seat,
        .ply = *ply,
        .move = {.text = terminal::join_words(words.list, move), .said = {}},
        .kind = kind};
}

// "records", "records repetition", "records off"
Body records(const Actor& actor, const Words& words) {
    table::Records input{.seat = actor.seat, .key = table::RecordingKey::own};
    if (words.list.empty()) return input;
    const auto key = table::parse_name<table::RecordingKey>(words.at(0));
    if (!key) {
        return bad(
            base::phrase("\"records {}\" is unknown", words.text()),
            base::phrase("write records, records repetition or records off")
        );
    }
    input.key = *key;
    return only(words, 1, input);
}

// With or without the name (8.7).
Body signs(const Actor& actor, const Words& words) {
    table::Signs input{.seat = actor.seat, .name = {}};
    if (!words.list.empty()) input.name = words.text();
    return input;
}

Body offers(const Actor& actor, const Words& words) {
    if (words.text() != "draw") {
        return bad(
            base::phrase("\"offers {}\" is unknown", words.text()),
            base::phrase("write offers draw")
        );
    }
    return table::Draws{.seat = actor.seat, .act = table::DrawAct::offer};
}

// Arbiter's acts that two players may agree on.
template <class Act>
bool take_act(const InputBody& body, table::AgreedAct& act) {
    const auto* found = std::get_if<Act>(&body);
    if (found != nullptr) act = *found;
    return found != nullptr;
}

// "proposes takeback", "proposes restores ply 4", "proposes adds black 2:00"
Body proposes(const Actor& actor, const Words& words) {
    table::Suggests input{.seat = actor.seat, .act = table::TakesBack{}};
    if (words.text() == "takeback") return input;
    const auto verb = std::ranges::find(arbiter_verbs(), words.at(0), &Verb::name);
    if (verb != arbiter_verbs().end()) {
        const Words rest{{words.list.begin() + 1, words.list.end()}, words.at(0)};
        Body body = verb->read(actor, rest);
        if (!body) return body;
        const bool taken = take_act<table::Arbiter>(*body, input.act) ||
            take_act<table::ArbiterSets>(*body, input.act) ||
            take_act<table::ArbiterSetsMoves>(*body, input.act) ||
            take_act<table::ArbiterAdds>(*body, input.act) ||
            take_act<table::ArbiterRulesIllegal>(*body, input.act) ||
            take_act<table::ArbiterRestores>(*body, input.act) ||
            take_act<table::ArbiterEnds>(*body, input.act);
        if (taken) return input;
    }
    return bad(
        base::phrase("\"{}\" is nothing to agree on", words.text()),
        base::phrase("write proposes takeback, or what an arbiter would do, such as: proposes adds "
                     "black 2:00")
    );
}

} // namespace

// "answers empty", "answers N"
Result<std::optional<chess::Piece>, Error> answered_piece(const Words& words) {
    const std::string word = words.text();
    const auto piece = word.size() == 1 ? chess::parse_piece(word[0]) : std::nullopt;
    if (!piece && word != "empty") {
        return bad(
            base::phrase("\"{}\" is no piece", word),
            base::phrase("write one letter, upper case for White, or empty")
        );
    }
    return piece;
}

namespace {

Body answers_square(const Actor& actor, const Words& words) {
    return answered_piece(words).map([&](std::optional<chess::Piece> piece) -> InputBody {
        return table::AnswersSquare{.seat = actor.seat, .piece = piece};
    });
}

Body compares(const Actor& actor, const Words& words) {
    return only(words, 1, table::Compares{.seat = actor.seat});
}

// "proposal", "2", "proposal 2": what two players answer without an arbiter.
Body answers_proposal(const Actor& actor, const Words& words, bool accepts) {
    table::AnswersProposal input{.seat = actor.seat, .accepts = accepts, .matter = {}};
    const std::size_t named = words.at(0) == "proposal" ? 1 : 0;
    input.matter = terminal::parse_number(words.at(named));
    return only(words, named + (input.matter ? 1 : 0), input);
}

bool is_about_proposal(const Words& words) {
    return words.at(0) == "proposal" || terminal::parse_number(words.at(0));
}

Body rejects(const Actor& actor, const Words& words) {
    if (!is_about_proposal(words)) {
        return bad(
            base::phrase("\"rejects {}\" is unknown", words.text()),
            base::phrase("write rejects proposal, or rejects 2")
        );
    }
    return answers_proposal(actor, words, false);
}

template <class Input>
Body plain(const Actor& actor, const Words& words) {
    Input input;
    input.seat = actor.seat;
    return only(words, 0, input);
}

// "accepts" and "declines" answer a draw offer; "accepts proposal" is for a table without arbiter.
template <table::DrawAct draw_act>
Body answers_draw(const Actor& actor, const Words& words) {
    if (draw_act == table::DrawAct::accept && is_about_proposal(words))
        return answers_proposal(actor, words, true);
    return only(words, 0, table::Draws{.seat = actor.seat, .act = draw_act});
}

template <bool open>
Body adjusts(const Actor& actor, const Words& words) {
    return only(words, 0, table::Adjusts{.seat = actor.seat, .open = open});
}

Body presses(const Actor& actor, const Words& words) {
    return plain<table::Presses>(actor, words).map([&](InputBody body) -> InputBody {
        std::get<table::Presses>(body).by = actor.performer;
        return body;
    });
}

constexpr std::array list_of_player_verbs{
    Verb{"lifts", lifts},
    Verb{"places", places},
    Verb{"unsure", unsure},
    Verb{"button", button},
    Verb{"shows", shows},
    Verb{"announces", announces},
    Verb{"repeats", repeats},
    Verb{"corrects", corrects},
    Verb{"executes", executes},
    Verb{"confirms", plain<table::Confirms>},
    Verb{"adjusts", adjusts<true>},
    Verb{"adjusted", adjusts<false>},
    Verb{"asks", asks},
    Verb{"requests", requests},
    Verb{"offers", offers},
    Verb{"accepts", answers_draw<table::DrawAct::accept>},
    Verb{"declines", answers_draw<table::DrawAct::decline>},
    Verb{"rejects", rejects},
    Verb{"proposes", proposes},
    Verb{"acknowledges", plain<table::Acknowledges>},
    Verb{"compares", compares},
    Verb{"answers", answers_square},
    Verb{"claims", claims},
    Verb{"resigns", plain<table::Resigns>},
    Verb{"writes", writes},
    Verb{"records", records},
    Verb{"signs", signs},
    Verb{"presses", presses},
    Verb{"pauses", plain<table::Pauses>},
    Verb{"arrives", plain<table::Arrives>},
    Verb{"seals", plain<table::Seals>},
};

constexpr std::array list_of_clock_verbs{Verb{"presses", presses}};

} // namespace

std::span<const Verb> player_verbs() { return list_of_player_verbs; }

std::span<const Verb> clock_verbs() { return list_of_clock_verbs; }

} // namespace ansage::acts
