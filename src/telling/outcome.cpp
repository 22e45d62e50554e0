// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/outcome.hpp"

#include "base/overloaded.hpp"
#include "table/model/event_words.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::telling {

using base::Overloaded;
using table::State;

namespace {

using Json = std::vector<std::pair<std::string, std::string>>;

std::string color_json(std::optional<chess::Color> color) {
    return color ? json_text(chess::to_string(*color)) : "null";
}

std::string audience_name(table::Audience audience) {
    std::string name{table::to_string(audience)};
    std::ranges::replace(name, '_', '-');
    return name;
}

Outcome move_outcome(std::string kind, const State& state, unsigned ply, const std::string& san) {
    Outcome outcome{.kind = std::move(kind), .fields = table::numbered(state, ply, san)};
    outcome.json = Json{{"ply", std::to_string(ply)}, {"san", json_text(san)}};
    return outcome;
}

Outcome clock_outcome(std::string_view side) {
    return {.kind = "clock", .fields = std::string{side}, .json = Json{{"clock", json_text(side)}}};
}

Outcome said_outcome(const table::Said& said) {
    Outcome outcome{
        .kind = "say", .fields = audience_name(said.audience), .words = said.message.words};
    outcome.json = Json{
        {"audience", json_text(outcome.fields)},
        {"priority", json_text(table::to_string(said.priority))},
        {"cause", json_text(table::to_string(said.cause))},
        {"id", std::to_string(said.id)},
    };
    return outcome;
}

Outcome alert_outcome(const table::Alerted& alert) {
    const std::string_view kind = table::to_string(alert.kind);
    Outcome outcome{.kind = "alert", .fields = std::string{kind}, .words = alert.message.words};
    if (alert.about) outcome.fields += fmt::format(" about {}", chess::to_string(*alert.about));
    outcome.json = Json{
        {"alert", json_text(kind)},
        {"about", color_json(alert.about)},
        {"ply", std::to_string(alert.ply)},
    };
    return outcome;
}

Outcome settled_outcome(const table::AlertSettled& settled) {
    const std::string_view kind = table::to_string(settled.kind);
    return {
        .kind = "settled", .fields = std::string{kind}, .json = Json{{"alert", json_text(kind)}}};
}

std::string proposal_fields(const table::Proposal& proposal) {
    std::string fields{table::to_string(proposal.kind)};
    switch (proposal.kind) {
    case table::ProposalKind::none:
    case table::ProposalKind::act: break;
    case table::ProposalKind::correct_board:
        fields += fmt::format(" {}", proposal.board ? chess::to_string(*proposal.board) : "both");
        break;
    case table::ProposalKind::restore: fields += fmt::format(" ply {}", proposal.ply); break;
    case table::ProposalKind::result:
        fields += fmt::format(
            " {} {}", laws::to_string(*proposal.score), laws::to_string(*proposal.termination)
        );
        break;
    }
    return fields;
}

Outcome proposal_outcome(const table::Proposed& proposed) {
    const table::Proposal& proposal = proposed.proposal;
    Outcome outcome{
        .kind = "proposal", .fields = proposal_fields(proposal), .words = proposal.message.words};
    outcome.json = Json{
        {"matter", std::to_string(proposed.matter.value_or(0))},
        {"proposal", json_text(table::to_string(proposal.kind))},
        {"board", color_json(proposal.board)},
        {"ply", std::to_string(proposal.ply)},
    };
    if (proposal.score) {
        outcome.json.emplace_back("result", json_text(laws::to_string(*proposal.score)));
        // None where two players agree on a result for a reason of their own.
        outcome.json.emplace_back(
            "termination",
            json_text(proposal.termination ? laws::to_string(*proposal.termination) : "")
        );
    }
    return outcome;
}

// "matter 2 open illegal_move about white"
Outcome matter_outcome(const table::Matter& matter, table::MatterState now) {
    Outcome outcome{
        .kind = "matter",
        .fields = fmt::format(
            "{} {} {}", matter.number, table::to_string(now), table::to_string(matter.kind)
        )};
    if (matter.about) outcome.fields += fmt::format(" about {}", chess::to_string(*matter.about));
    outcome.json = Json{
        {"number", std::to_string(matter.number)},
        {"state", json_text(table::to_string(now))},
        {"matter", json_text(table::to_string(matter.kind))},
        {"about", color_json(matter.about)},
        {"ply", std::to_string(matter.ply)},
    };
    return outcome;
}

std::optional<Outcome> matter_outcome(const State& state, unsigned number, table::MatterState now) {
    const table::Matter* const matter = state.find_matter(number);
    return matter == nullptr ? std::nullopt : std::optional{matter_outcome(*matter, now)};
}

std::optional<Outcome> raised_outcome(const table::Raised& raised, const State& state) {
    auto outcome = matter_outcome(state, raised.number, table::MatterState::open);
    if (outcome) outcome->words = raised.message.words;
    return outcome;
}

Outcome refused_outcome(const table::Refused& refused) {
    const std::string_view reason = table::to_string(refused.reason);
    return {
        .kind = "refused",
        .fields = std::string{reason},
        .words = refused.message.words,
        .json = Json{{"reason", json_text(reason)}},
    };
}

Outcome result_outcome(const table::Ended& ended) {
    const std::string_view score = laws::to_string(ended.score);
    const std::string reason =
        ended.reason.empty() ? std::string{laws::to_string(ended.termination)} : ended.reason;
    return {
        .kind = "result",
        .fields = fmt::format("{} {}", score, reason),
        .json =
            Json{
                {"result", json_text(score)},
                {"termination", json_text(laws::to_string(ended.termination))}},
    };
}

std::optional<Outcome> made_outcome(const table::Made& made, const State& state) {
    // An illegal move gives no `made`.
    return made.legal ? std::optional{move_outcome("made", state, made.ply, made.san)}
                      : std::nullopt;
}

std::optional<Outcome> pressed_outcome(const table::ClockPressed& pressed) {
    return pressed.switched ? std::optional{clock_outcome(chess::to_string(!pressed.seat))}
                            : std::nullopt;
}

std::optional<Outcome> body_outcome(const table::EventBody& body, const State& state) {
    using Result = std::optional<Outcome>;
    return std::visit(
        Overloaded{
            [&](const table::Made& made) -> Result { return made_outcome(made, state); },
            [&](const table::Completed& completed) -> Result {
                return move_outcome("completed", state, completed.ply, completed.san);
            },
            [&](const table::RecordCorrected& given) -> Result {
                const unsigned ply = given.correction.ply;
                return move_outcome("corrected", state, ply, state.plies[ply - 1].san);
            },
            [](const table::ClockPressed& pressed) -> Result { return pressed_outcome(pressed); },
            [](const table::ClockStarted& started) -> Result {
                return clock_outcome(chess::to_string(started.color));
            },
            [](const table::ClockHalted&) -> Result { return clock_outcome("stopped"); },
            [](const table::Alerted& alert) -> Result { return alert_outcome(alert); },
            [](const table::AlertSettled& settled) -> Result { return settled_outcome(settled); },
            [](const table::Proposed& proposed) -> Result { return proposal_outcome(proposed); },
            [&](const table::Raised& raised) { return raised_outcome(raised, state); },
            [&](const table::MatterChanged& changed) {
                return matter_outcome(state, changed.number, changed.state);
            },
            [](const table::Refused& refused) -> Result { return refused_outcome(refused); },
            [](const table::Ended& ended) -> Result { return result_outcome(ended); },
            [](const table::Adjourned&) -> Result { return Outcome{.kind = "adjourned"}; },
            [](const table::Said& said) -> Result { return said_outcome(said); },
            [](const auto&) -> Result { return std::nullopt; },
        },
        body
    );
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> result;
    while (!text.empty()) {
        const std::size_t begin = text.find_first_not_of(' ');
        if (begin == std::string_view::npos) break;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find(' '), text.size());
        result.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return result;
}

} // namespace

std::string json_text(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Outcome> outcome_of(const table::Event& event, const State& state) {
    std::optional<Outcome> outcome = body_outcome(event.body, state);
    if (outcome) outcome->at = event.at;
    return outcome;
}

std::optional<Outcome>
outcome_of(const table::Event& event, const table::Circumstances& circumstances) {
    std::optional<Outcome> outcome = outcome_of(event, circumstances.after);
    if (outcome) {
        const std::string& language = circumstances.after.setup->arbiter_language;
        outcome->articles = table::articles_of(event, circumstances, language);
    }
    return outcome;
}

std::string to_line(const Outcome& outcome) {
    std::string line = outcome.kind;
    if (!outcome.fields.empty()) line += ' ' + outcome.fields;
    if (!outcome.words.empty()) line += ": " + outcome.words;
    return line;
}

std::string to_json(const Outcome& outcome, unsigned line) {
    std::string text = fmt::format("{{\"at_ms\":{}", outcome.at.since_open.count());
    if (line != 0) text += fmt::format(",\"line\":{}", line);
    text += fmt::format(",\"kind\":{}", json_text(outcome.kind));
    for (const auto& [key, value] : outcome.json) text += fmt::format(",\"{}\":{}", key, value);
    if (!outcome.articles.empty())
        text += fmt::format(",\"articles\":{}", nlohmann::json(outcome.articles).dump());
    if (!outcome.words.empty()) text += fmt::format(",\"words\":{}", json_text(outcome.words));
    return text + "}";
}

bool is_told_as_act(table::Cause cause) {
    switch (cause) {
    case table::Cause::draw_offer:
    case table::Cause::claim:
    case table::Cause::result:
    case table::Cause::act:
    case table::Cause::refusal: return true;
    case table::Cause::announcement:
    case table::Cause::request:
    case table::Cause::standing_request:
    case table::Cause::repair:
    case table::Cause::call_arbiter:
    case table::Cause::table: return false;
    }
    return false;
}

bool repeats_an_outcome(const table::Event& event) {
    const auto* said = std::get_if<table::Said>(&event.body);
    if (said == nullptr || !is_told_as_act(said->cause)) return false;
    const std::string& id = said->message.id;
    return said->cause == table::Cause::refusal || said->cause == table::Cause::result ||
        id.starts_with("clock.") || id.starts_with("alert.") || id.starts_with("proposal.");
}

bool must_be_named(const Outcome& outcome) {
    return outcome.kind == "alert" || outcome.kind == "refused" || outcome.kind == "proposal" ||
        outcome.kind == "result";
}

bool is_named_by(const Outcome& outcome, std::string_view expected) {
    const std::size_t colon = expected.find(": ");
    std::string_view fields = expected.substr(0, colon);
    if (const std::size_t under = fields.find(" under "); under != std::string_view::npos) {
        const std::string_view article = fields.substr(under + std::string_view{" under "}.size());
        if (std::ranges::count(outcome.articles, article) == 0) return false;
        fields = fields.substr(0, under);
    }
    if (colon != std::string_view::npos && expected.substr(colon + 2) != outcome.words)
        return false;
    const std::string whole = outcome.kind + ' ' + outcome.fields;
    const std::vector<std::string_view> given = words_of(fields);
    const std::vector<std::string_view> actual = words_of(whole);
    return given.size() <= actual.size() && std::equal(given.begin(), given.end(), actual.begin());
}

} // namespace ansage::telling
