// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/outcome.hpp"

#include "base/escaped.hpp"
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

using Maybe = std::optional<Outcome>;

template <class Kind>
std::string json(base::Ordinal<Kind> number) {
    return std::to_string(number.value());
}

template <base::Enumeration Enum>
std::string json(Enum value) {
    return json_text(base::to_string(value));
}

template <class T>
std::string json(const std::optional<T>& value) {
    return value ? json(*value) : "null";
}

template <base::Enumeration Enum>
std::string name(Enum value) {
    return std::string{base::to_string(value)};
}

std::string about(std::optional<chess::Color> color) {
    return color ? " about " + name(*color) : std::string{};
}

Outcome move_outcome(std::string kind, const State& state, chess::Ply ply, const std::string& san) {
    return {
        .kind = std::move(kind),
        .fields = table::numbered(state, ply, san),
        .json = {{"ply", json(ply)}, {"san", json_text(san)}}};
}

Outcome clock_outcome(const std::string& side) {
    return {.kind = "clock", .fields = side, .json = {{"clock", json_text(side)}}};
}

std::string proposal_fields(const table::Proposal& proposal) {
    switch (proposal.kind) {
    case table::ProposalKind::none:
    case table::ProposalKind::act: break;
    case table::ProposalKind::correct_board:
        return proposal.board ? " " + name(*proposal.board) : " both";
    case table::ProposalKind::restore: return fmt::format(" ply {}", proposal.ply.value());
    case table::ProposalKind::result:
        return " " + name(*proposal.score) + " " + name(*proposal.termination);
    }
    return {};
}

Outcome proposal_outcome(const table::Proposed& proposed) {
    const table::Proposal& proposal = proposed.proposal;
    Outcome outcome{
        .kind = "proposal",
        .fields = name(proposal.kind) + proposal_fields(proposal),
        .words = proposal.message.words,
        .json = {
            {"matter", json(proposed.matter.value_or(table::MatterNumber{}))},
            {"proposal", json(proposal.kind)},
            {"board", json(proposal.board)},
            {"ply", json(proposal.ply)}}};
    if (proposal.score) {
        outcome.json.emplace_back("result", json(*proposal.score));
        // None where two players agree on a result for a reason of their own.
        const auto& termination = proposal.termination;
        outcome.json.emplace_back("termination", termination ? json(*termination) : "\"\"");
    }
    return outcome;
}

// "matter 2 open illegal_move about white"
Maybe matter_outcome(
    const State& state, table::MatterNumber number, table::MatterState now, std::string words = {}
) {
    const table::Matter* const matter = state.find_matter(number);
    if (matter == nullptr) return std::nullopt;
    return Outcome{
        .kind = "matter",
        .fields = fmt::format(
            "{} {} {}{}", number.value(), name(now), name(matter->kind), about(matter->about)
        ),
        .words = std::move(words),
        .json = {
            {"number", json(number)},
            {"state", json(now)},
            {"matter", json(matter->kind)},
            {"about", json(matter->about)},
            {"ply", json(matter->ply)}}};
}

const base::Overloaded outcome_rows{
    // An illegal move gives no `made`.
    [](const table::Made& e, const State& state) -> Maybe {
        return e.legal ? Maybe{move_outcome("made", state, e.ply, e.san)} : std::nullopt;
    },
    [](const table::Completed& e, const State& state) -> Maybe {
        return move_outcome("completed", state, e.ply, e.san);
    },
    [](const table::RecordCorrected& e, const State& state) -> Maybe {
        const chess::Ply ply = e.correction.ply;
        return move_outcome("corrected", state, ply, state.plies[ply].san);
    },
    [](const table::ClockPressed& e, const State&) -> Maybe {
        return e.switched ? Maybe{clock_outcome(name(!e.seat))} : std::nullopt;
    },
    [](const table::ClockStarted& e, const State&) -> Maybe {
        return clock_outcome(name(e.color));
    },
    [](const table::ClockHalted&, const State&) -> Maybe { return clock_outcome("stopped"); },
    [](const table::Alerted& e, const State&) -> Maybe {
        return Outcome{
            .kind = "alert",
            .fields = name(e.kind) + about(e.about),
            .words = e.message.words,
            .json = {{"alert", json(e.kind)}, {"about", json(e.about)}, {"ply", json(e.ply)}}};
    },
    [](const table::AlertClosed& e, const State&) -> Maybe {
        return Outcome{
            .kind = "settled", .fields = name(e.kind), .json = {{"alert", json(e.kind)}}};
    },
    [](const table::Proposed& e, const State&) -> Maybe { return proposal_outcome(e); },
    [](const table::Raised& e, const State& state) {
        return matter_outcome(state, e.number, table::MatterState::open, e.message.words);
    },
    [](const table::MatterChanged& e, const State& state) {
        return matter_outcome(state, e.number, e.state);
    },
    [](const table::Refused& e, const State&) -> Maybe {
        return Outcome{
            .kind = "refused",
            .fields = name(e.reason),
            .words = e.message.words,
            .json = {{"reason", json(e.reason)}}};
    },
    [](const table::Ended& e, const State&) -> Maybe {
        return Outcome{
            .kind = "result",
            .fields = name(e.score) + " " + (e.reason.empty() ? name(e.termination) : e.reason),
            .json = {{"result", json(e.score)}, {"termination", json(e.termination)}}};
    },
    [](const table::Adjourned&, const State&) -> Maybe { return Outcome{.kind = "adjourned"}; },
    [](const table::Said& e, const State&) -> Maybe {
        const std::string audience = audience_name(e.audience);
        return Outcome{
            .kind = "say",
            .fields = audience,
            .words = e.message.words,
            .json = {
                {"audience", json_text(audience)},
                {"priority", json(e.priority)},
                {"cause", json(e.cause)},
                {"id", std::to_string(e.id)}}};
    },
    [](const auto&, const State&) -> Maybe { return std::nullopt; },
};

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

std::string audience_name(table::Audience audience) {
    std::string text = name(audience);
    std::ranges::replace(text, '_', '-');
    return text;
}

std::string json_text(std::string_view text) {
    return base::escaped(
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
    );
}

std::optional<Outcome> outcome_of(const table::Event& event, const State& state) {
    Maybe outcome = std::visit([&](const auto& e) { return outcome_rows(e, state); }, event.body);
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
