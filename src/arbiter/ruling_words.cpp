// SPDX-License-Identifier: GPL-3.0-or-later
#include "arbiter/ruling_words.hpp"

#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "table/disputes/boards_ruling.hpp"
#include "telling/outcome.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace ansage::arbiter {

using chess::Position;
using chess::Square;
using nlohmann::ordered_json;
using table::BoardCorrection;
using table::Comparison;

namespace {

ordered_json to_json(const table::ClockTimes& times) {
    return {{"white_ms", times.white.count()}, {"black_ms", times.black.count()}};
}

ordered_json unknown_clocks() { return {{"white_ms", nullptr}, {"black_ms", nullptr}}; }

// In SAN; as written where two moves fit.
std::string entry_text(const table::ScoreEntry& entry, const Position& position) {
    return entry.move ? chess::to_san(position, *entry.move) : entry.text;
}

ordered_json difference_json(const Comparison& comparison) {
    if (!comparison.difference) return nullptr;
    const auto& [ply, entries] = *comparison.difference;
    return {
        {"ply", ply.value()},
        {"white", entry_text(entries.white, comparison.target)},
        {"black", entry_text(entries.black, comparison.target)},
    };
}

ordered_json step_json(const table::RepairStep& step) {
    ordered_json json;
    json["from"] = step.from ? ordered_json(chess::to_string(*step.from)) : ordered_json();
    json["to"] = step.to ? ordered_json(chess::to_string(*step.to)) : ordered_json();
    json["piece"] =
        step.piece ? ordered_json(std::string(1, chess::to_char(*step.piece))) : ordered_json();
    return json;
}

ordered_json correction_json(const BoardCorrection& correction, const Position& target) {
    ordered_json remove = ordered_json::array();
    for (const Square square : correction.remove) remove.push_back(chess::to_string(square));
    ordered_json place = ordered_json::array();
    for (const Square square : correction.place)
        place.push_back(chess::to_char(*target.at(square)) + chess::to_string(square));
    ordered_json steps = ordered_json::array();
    for (const table::RepairStep& step : correction.steps) steps.push_back(step_json(step));
    return {
        {"board", chess::to_string(correction.board)},
        {"remove", remove},
        {"place", place},
        {"steps", steps},
    };
}

ordered_json corrections_json(const Comparison& comparison) {
    ordered_json list = ordered_json::array();
    for (const BoardCorrection& correction : comparison.corrections)
        list.push_back(correction_json(correction, comparison.target));
    return list;
}

ordered_json clocks_json(const Comparison& comparison) {
    ordered_json json = comparison.clocks ? to_json(comparison.clocks->times) : unknown_clocks();
    json["source"] = comparison.clocks ? ordered_json(table::to_string(comparison.clocks->source))
                                       : ordered_json();
    return json;
}

ordered_json problems_json(const Comparison& comparison) {
    ordered_json list = ordered_json::array();
    for (const table::ScoreProblem& problem : comparison.problems) {
        list.push_back({
            {"score", chess::to_string(problem.score)},
            {"ply", problem.ply.value()},
            {"problem", table::to_string(*problem.entry.fault)},
            {"text", problem.entry.text},
            {"where", problem.entry.where},
        });
    }
    return list;
}

ordered_json irregularities_json(const Comparison& comparison) {
    ordered_json list = ordered_json::array();
    for (const table::Irregularity& found : comparison.irregularities) {
        list.push_back({
            {"ply", found.ply.value()},
            {"player", chess::to_string(found.player)},
            {"kind", found.touched ? "touched_piece_not_moved" : "illegal_move_completed"},
            {"move", found.move},
            {"square",
             found.touched ? ordered_json(chess::to_string(*found.touched)) : ordered_json()},
        });
    }
    return list;
}

// "Kind: score of White, in braille; typed."
std::string
kept_line(const std::vector<std::string>& kinds, chess::Color color, const RulingReader& reader) {
    const wording::Catalogue& catalogue = reader.words.catalogue(reader.language);
    std::string text = kinds.empty() ? catalogue.sentence("score.kind_unknown") : std::string{};
    for (const std::string& kind : kinds) {
        text += text.empty() ? "" : "; ";
        text += catalogue.sentence("score." + ("kind_" + kind));
    }
    return catalogue.sentence("arbiter.kept", {{"player", color}, {"text", text}});
}

} // namespace

namespace {

// Those whose id begins so.
std::vector<table::Message>
chosen(const std::vector<table::Message>& messages, std::string_view beginning) {
    std::vector<table::Message> some;
    std::ranges::copy_if(messages, std::back_inserter(some), [&](const table::Message& message) {
        return message.id.starts_with(beginning);
    });
    return some;
}

} // namespace

std::vector<std::string> first_lines(const Comparison& comparison, const RulingReader& reader) {
    chess::Positions positions = comparison.positions;
    positions.push_back(comparison.target);
    std::vector<std::string> lines;
    const auto add = [&](const std::vector<table::Message>& messages) {
        std::vector<std::string> sentences;
        sentences.reserve(messages.size());
        for (const table::Message& message : messages)
            sentences.push_back(reader.words.sentence(message, reader.language, positions));
        if (!sentences.empty()) lines.push_back(fmt::format("{}", fmt::join(sentences, " ")));
    };
    const std::vector<table::Message> first = table::messages_at_first(comparison);
    const std::vector<table::Message> scores = table::messages_of_scores(comparison);
    add({first.front(), scores[1]});
    std::vector<table::Message> ruling = table::messages_of_ruling(comparison);
    std::ranges::copy(chosen(first, "arbiter.movements"), std::back_inserter(ruling));
    add(ruling);
    add(chosen(
        table::messages_of_remedy(comparison, reader.edition, reader.language), "arbiter.clocks_"
    ));
    return lines;
}

std::vector<std::string>
to_lines(const Comparison& comparison, const ScoreKinds& kinds, const RulingReader& reader) {
    chess::Positions positions = comparison.positions;
    positions.push_back(comparison.target);
    std::vector<std::string> lines;
    const auto add = [&](const std::vector<table::Message>& messages) {
        for (const table::Message& message : messages)
            lines.push_back(reader.words.sentence(message, reader.language, positions));
    };
    add(table::messages_of_scores(comparison));
    for (const chess::Color color : chess::both_colors)
        lines.push_back(kept_line(kinds[color], color, reader));
    add(table::messages_of_ruling(comparison));
    add(table::messages_of_positions(comparison));
    add(table::messages_of_remedy(comparison, reader.edition, reader.language));
    return lines;
}

std::string to_json(
    const Comparison& comparison,
    const ScoreKinds& kinds,
    const laws::Edition& edition,
    std::optional<std::size_t> game
) {
    ordered_json json;
    if (game) json["game"] = *game;
    const auto& unchanged = comparison.clocks_unchanged;
    json["agree_until_ply"] = comparison.agree_until.value();
    json["first_difference"] = difference_json(comparison);
    json["ruling"] = table::to_string(comparison.ruling);
    json["correct"] = corrections_json(comparison);
    json["restore_ply"] =
        comparison.asks_to_restore() ? ordered_json(comparison.target_ply.value()) : ordered_json();
    json["fen"] = chess::to_fen(comparison.target);
    json["fen_ply"] = comparison.target_ply.value();
    json["clocks"] = clocks_json(comparison);
    json["clocks_unchanged"] = unchanged ? to_json(*unchanged) : unknown_clocks();
    json["if_boards_differ"] = comparison.if_boards_differ
        ? ordered_json(table::to_string(*comparison.if_boards_differ))
        : ordered_json();
    json["problems"] = problems_json(comparison);
    json["kinds"] = {{"white", kinds.white}, {"black", kinds.black}};
    json["irregularities"] = irregularities_json(comparison);
    json["articles"] = table::articles_of(comparison, edition, "en");
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

} // namespace ansage::arbiter
