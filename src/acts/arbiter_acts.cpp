// SPDX-License-Identifier: GPL-3.0-or-later
// What the arbiter does.
#include "table/disputes/arbiter_acts.hpp"

#include "acts/verbs.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <vector>

namespace ansage::acts {

using chess::Color;
using table::InputBody;

namespace {

// The act that is written so; null if none is.
const table::ArbiterActRow* act_written(std::string_view text) {
    const auto rows = table::arbiter_acts();
    const auto row = std::ranges::find(rows, text, &table::ArbiterActRow::written);
    return row == rows.end() ? nullptr : &*row;
}

// One that is its verb, and no more.
Body whole_act(const Actor& /*actor*/, const Words& words) {
    return only(words, 0, table::Arbiter{act_written(words.verb)->act});
}

// "correct, incorrect, stands or illegal": what may stand behind "rules".
std::string rulings(bool on_matter) {
    constexpr std::string_view verb = "rules ";
    std::vector<std::string_view> names;
    for (const table::ArbiterActRow& row : table::arbiter_acts())
        if (row.written.starts_with(verb) && (row.meant != table::Meant::nothing) == on_matter)
            names.push_back(row.written.substr(verb.size()));
    const std::string_view last = names.back();
    names.pop_back();
    return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

// With the number of a matter at `index`, or without.
Body on_matter(table::ArbiterAct act, const Words& words, std::size_t index) {
    const bool has_number = words.list.size() > index;
    table::Arbiter input{.act = act, .reason = {}, .matter = {}};
    if (has_number) input.matter = terminal::parse_number(words.at(index));
    return only(words, index + (has_number ? 1 : 0), input);
}

Body sets_moves(Color color, const Words& words) {
    const std::optional<unsigned> moves = terminal::parse_number(words.at(2));
    if (!moves) {
        return bad(
            base::phrase("\"sets {}\" is no number of moves", words.text()),
            base::phrase("write sets white moves 24")
        );
    }
    return only(words, 3, table::ArbiterSetsMoves{.color = color, .moves = *moves});
}

Body sets(const Actor& /*actor*/, const Words& words) {
    const auto color = parse_color(words.at(0));
    if (color && words.at(1) == "moves") return sets_moves(*color, words);
    const auto time = terminal::parse_clock_time(words.at(1));
    if (!color || !time) {
        return bad(
            base::phrase("\"sets {}\" is no time of a clock", words.text()),
            base::phrase("write sets white 0:10:00, or sets white moves 24")
        );
    }
    return only(words, 2, table::ArbiterSets{.color = *color, .remaining = *time});
}

Body adds(const Actor& /*actor*/, const Words& words) {
    const auto color = parse_color(words.at(0));
    const auto time = terminal::parse_clock_time(words.at(1));
    if (!color || !time) {
        return bad(
            base::phrase("\"adds {}\" is no time for a clock", words.text()),
            base::phrase("write adds black 2:00")
        );
    }
    return only(words, 2, table::ArbiterAdds{.color = *color, .time = *time});
}

Body warns(const Actor& /*actor*/, const Words& words) {
    const auto color = parse_color(words.at(0));
    if (!color) {
        return bad(
            base::phrase("\"warns {}\" names no player", words.text()),
            base::phrase("write warns white")
        );
    }
    return only(words, 1, table::ArbiterWarns{.color = *color});
}

Body decides(const Actor& /*actor*/, const Words& words) {
    if (words.at(0) == "illegal") {
        if (const auto color = parse_color(words.at(1)))
            return only(words, 2, table::ArbiterRulesIllegal{.color = *color});
    }
    if (words.at(0) == "two-hands") {
        if (const auto color = parse_color(words.at(1)))
            return only(words, 2, table::ArbiterRulesIllegal{.color = *color, .two_hands = true});
    }
    const table::ArbiterActRow* const ruling = act_written("rules " + words.at(0));
    if (ruling == nullptr || (words.list.size() > 1 && !terminal::parse_number(words.at(1)))) {
        return bad(
            base::phrase("\"rules {}\" is no ruling", words.text()),
            base::phrase(
                "write rules {}, and the number of the matter, "
                "or rules illegal white, two-hands white, {}",
                rulings(true),
                rulings(false)
            )
        );
    }
    return on_matter(ruling->act, words, 1);
}

Body restores(const Actor& /*actor*/, const Words& words) {
    const auto ply = terminal::parse_number(words.at(1));
    if (words.at(0) != "ply" || !ply) {
        return bad(
            base::phrase("\"restores {}\" names no ply", words.text()),
            base::phrase("write restores ply 24; 0 is the start")
        );
    }
    return only(words, 2, table::ArbiterRestores{.ply = *ply});
}

template <table::ArbiterAct act>
Body on_proposal(const Actor& /*actor*/, const Words& words) {
    const auto color = parse_color(words.at(1));
    if (words.at(0) == "alarms" && color) {
        const bool accepted = act == table::ArbiterAct::accepts_proposal;
        return only(words, 2, table::ArbiterAnswersAlarms{.color = *color, .accepted = accepted});
    }
    if (terminal::parse_number(words.at(0))) return on_matter(act, words, 0);
    const bool is_proposal = words.at(0) == "proposal" &&
        (words.list.size() == 1 || terminal::parse_number(words.at(1)));
    if (!is_proposal) {
        return bad(
            base::phrase("\"{}\" cannot be accepted or rejected", words.text()),
            base::phrase(
                "write accepts proposal, accepts 2, rejects proposal, or accepts alarms white"
            )
        );
    }
    return on_matter(act, words, 1);
}

Body ends(const Actor& /*actor*/, const Words& words) {
    const auto score = laws::parse_name<laws::Score>(words.at(0));
    if (!score || words.list.size() < 2) {
        return bad(
            base::phrase("\"ends {}\" is no result with a reason", words.text()),
            base::phrase("write ends 1-0 REASON")
        );
    }
    return table::ArbiterEnds{.score = *score, .reason = terminal::join_words(words.list, 1)};
}

// "takes back 3", or the newest ruling.
Body takes(const Actor& /*actor*/, const Words& words) {
    const bool is_number = words.list.size() < 2 || terminal::parse_number(words.at(1));
    if (words.at(0) != "back" || !is_number) {
        return bad(
            base::phrase("\"takes {}\" is unknown", words.text()),
            base::phrase(
                "write takes back, or takes back 2 with the number of the matter that was ruled on"
            )
        );
    }
    return on_matter(table::ArbiterAct::takes_back, words, 1);
}

// "confirms ruling": what an arbiter of the hall rules.
template <table::ArbiterAct act>
Body on_hall_ruling(const Actor& /*actor*/, const Words& words) {
    if (words.text() != "ruling") {
        return bad(
            base::phrase("\"{}\" cannot be confirmed or declined", words.text()),
            base::phrase("write confirms ruling, or declines ruling")
        );
    }
    return table::Arbiter{act};
}

Body overrides(const Actor& /*actor*/, const Words& words) {
    if (words.list.size() < 2) {
        return bad(
            base::phrase("an override needs a clause and a reason"),
            base::phrase("write override D.2.11 REASON")
        );
    }
    return table::ArbiterOverrides{
        .clause = words.at(0), .reason = terminal::join_words(words.list, 1)};
}

Body arbiter_asks(const Actor& actor, const Words& words) {
    return asks(actor, words).map([](InputBody body) -> InputBody {
        std::get<table::Asks>(body).by = table::ConsoleRole::arbiter;
        return body;
    });
}

// "compares boards"
Body arbiter_compares(const Actor& /*actor*/, const Words& words) {
    return only(words, 1, table::Compares{.seat = {}});
}

Body arbiter_answers(const Actor& /*actor*/, const Words& words) {
    return answered_piece(words).map([](std::optional<chess::Piece> piece) -> InputBody {
        return table::AnswersSquare{.seat = {}, .piece = piece};
    });
}

// "records from USB Audio": another microphone.
Body records_from(const Actor& /*actor*/, const Words& words) {
    if (words.at(0) != "from" || words.list.size() < 2) {
        return bad(
            base::phrase("the microphone is missing"),
            base::phrase("write records from, and a part of its name")
        );
    }
    return table::ChoosesMicrophone{.device = terminal::join_words(words.list, 1)};
}

constexpr std::array list_of_arbiter_verbs{
    Verb{"accepts", on_proposal<table::ArbiterAct::accepts_proposal>},
    Verb{"rejects", on_proposal<table::ArbiterAct::rejects_proposal>},
    Verb{"sets", sets},
    Verb{"adds", adds},
    Verb{"warns", warns},
    Verb{"rules", decides},
    Verb{"takes", takes},
    Verb{"restores", restores},
    Verb{"ends", ends},
    Verb{"confirms", on_hall_ruling<table::ArbiterAct::confirms_hall>},
    Verb{"declines", on_hall_ruling<table::ArbiterAct::declines_hall>},
    Verb{"override", overrides},
    Verb{"asks", arbiter_asks},
    Verb{"compares", arbiter_compares},
    Verb{"answers", arbiter_answers},
    Verb{"records", records_from},
};

// And every act that is one word.
std::vector<Verb> all_arbiter_verbs() {
    std::vector<Verb> verbs{list_of_arbiter_verbs.begin(), list_of_arbiter_verbs.end()};
    for (const table::ArbiterActRow& row : table::arbiter_acts())
        if (row.written.find(' ') == std::string_view::npos)
            verbs.push_back({row.written, whole_act});
    return verbs;
}

} // namespace

std::span<const Verb> arbiter_verbs() {
    static const std::vector<Verb> verbs = all_arbiter_verbs();
    return verbs;
}

} // namespace ansage::acts
