// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as sentences for the arbiter.
#include "chess/fen.hpp"
#include "table/disputes/boards_ruling.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ansage::table {

using chess::Color;
using chess::Position;

namespace {

using Messages = std::vector<Message>;

const Position& start_of(const Comparison& comparison) {
    return comparison.positions.empty() ? comparison.target : comparison.positions.front();
}

// "Move 12 of White" goes into sentences by these.
MessageArguments at(const Comparison& comparison, Ply ply) {
    const chess::MovePlace place = chess::place_of(start_of(comparison), ply);
    return {.player = place.mover, .ply = ply, .number = place.number.value()};
}

Message about_move(std::string id, const Comparison& comparison, Ply ply) {
    MessageArguments arguments = at(comparison, ply);
    arguments.move = comparison.moves[ply];
    return {std::move(id), std::move(arguments)};
}

Ruling effective_ruling(const Comparison& comparison) {
    return comparison.if_boards_differ.value_or(comparison.ruling);
}

// --- where the evidence agrees
// A score holds something that ends what it can testify: an illegal move, or what nobody can read.
bool breaks_off(const Comparison& comparison) {
    return std::ranges::any_of(comparison.problems, [](const ScoreProblem& problem) {
        const bool ends = problem.entry.fault == EntryFault::illegal ||
            problem.entry.fault == EntryFault::unreadable;
        return ends && !problem.entry.by_words;
    });
}

std::string_view verdict_id(const Comparison& comparison) {
    const bool differ = comparison.difference && !comparison.made_instead;
    switch (comparison.basis) {
    case Basis::scores:
        return differ                ? "arbiter.scores_differ"
            : breaks_off(comparison) ? "arbiter.scores_agree_so_far"
                                     : "arbiter.scores_agree";
    case Basis::words: return differ ? "arbiter.words_differ" : "arbiter.words_agree";
    case Basis::boards:
        return comparison.ruling == Ruling::correct_board ? "arbiter.undisputed"
                                                          : "arbiter.unheard";
    }
    return {};
}

// An audio score holds a slip as it was spoken, a braille score what was meant (D.2.7).
std::string entry_id(const ScoreEntry& entry) {
    if (entry.by_words) return "arbiter.words";
    const std::string_view kind = kind_name(entry);
    return kind.empty() ? "arbiter.score" : "arbiter." + ("score_" + std::string{kind});
}

void add_difference(Messages& messages, const Comparison& comparison) {
    const ScoreDifference& difference = *comparison.difference;
    MessageArguments where = at(comparison, difference.ply);
    where.move = comparison.made_instead;
    messages.push_back(
        {comparison.made_instead ? "arbiter.record_differs" : "arbiter.difference",
         std::move(where)}
    );
    for (const Color score : chess::both_colors) {
        const ScoreEntry& entry = difference.entries[score];
        messages.push_back(
            {entry_id(entry),
             {.player = score, .ply = difference.ply, .move = entry.move, .name = entry.text}}
        );
    }
}

void add_problems(Messages& messages, const Comparison& comparison) {
    for (const ScoreProblem& problem : comparison.problems) {
        MessageArguments arguments = at(comparison, problem.ply);
        arguments.whose = problem.score;
        arguments.name = problem.entry.text;
        arguments.where = problem.entry.where;
        std::string id = "arbiter." + std::string{to_string(*problem.entry.fault)};
        if (problem.entry.where.empty() && problem.entry.fault != EntryFault::missing)
            id += "_here"; // at a table: written or said
        messages.push_back({std::move(id), std::move(arguments)});
    }
}

// --- what is proposed
void add_correct_board(Messages& messages, const Comparison& comparison) {
    for (const BoardCorrection& correction : comparison.corrections)
        messages.push_back({"arbiter.correct_board", {.player = correction.board}});
    if (comparison.corrections.empty()) messages.push_back({"arbiter.correct_whoever"});
}

// --- what to do
void add_target(Messages& messages, const Comparison& comparison) {
    const Position& target = comparison.target;
    messages.push_back({"arbiter.fen", {.name = chess::to_fen(target)}});
    for (const Color color : chess::both_colors) {
        messages.push_back(
            {"arbiter.pieces",
             {.player = color, .board = target.reading(), .squares = target.of(color)}}
        );
    }
    messages.push_back({"arbiter.to_move", {.player = target.turn()}});
}

// Where a board knows that something stands and not what.
chess::SquareSet unknown_squares(const chess::Reading& reading) {
    chess::SquareSet unknown;
    for (unsigned i = 0; i < 64; ++i) {
        const chess::Square square = chess::Square::from_index(i);
        if (reading[square].is_occupied() && !reading[square].piece()) unknown.insert(square);
    }
    return unknown;
}

void add_board(Messages& messages, Color color, const chess::Reading& reading) {
    const chess::SquareSet unknown = unknown_squares(reading);
    chess::SquareSet all;
    for (unsigned i = 0; i < 64; ++i) all.insert(chess::Square::from_index(i));
    messages.push_back(
        {unknown.empty() ? "arbiter.stands" : "arbiter.stands_something",
         {.player = color, .board = reading, .squares = unknown.empty() ? all : unknown}}
    );
}

Message step_message(const RepairStep& step) {
    if (step.from) {
        return {
            step.to ? "repair.take_and_put" : "repair.take_off",
            {.square = step.from, .second_square = step.to, .piece = step.piece}};
    }
    const auto color = step.piece ? std::optional{step.piece->color} : std::nullopt;
    return {"arbiter.put", {.player = color, .square = step.to, .piece = step.piece}};
}

void add_boards(Messages& messages, const Comparison& comparison) {
    for (const BoardCorrection& correction : comparison.corrections) {
        const auto count = static_cast<unsigned>(correction.steps.size());
        messages.push_back({"arbiter.movements", {.player = correction.board, .count = count}});
        for (const RepairStep& step : correction.steps) messages.push_back(step_message(step));
    }
}

MessageArguments of(const ClockTimes& times) {
    return {.time = times.white, .opponent_time = times.black};
}

void add_clocks(Messages& messages, const Comparison& comparison) {
    if (comparison.clocks) {
        MessageArguments arguments = of(comparison.clocks->times);
        arguments.name = "arbiter.source." + std::string{to_string(comparison.clocks->source)};
        messages.push_back({"arbiter.clocks_there", std::move(arguments)});
    } else if (comparison.asks_to_restore()) {
        messages.push_back({"arbiter.clocks_unknown"});
    }
    if (comparison.clocks_unchanged)
        messages.push_back({"arbiter.clocks_now", of(*comparison.clocks_unchanged)});
}

void add_irregularities(Messages& messages, const Comparison& comparison) {
    for (const Irregularity& found : comparison.irregularities) {
        MessageArguments arguments = at(comparison, found.ply);
        arguments.player = found.player;
        arguments.name = found.move;
        arguments.square = found.touched;
        messages.push_back(
            {found.touched ? "arbiter.touched_on_the_way" : "arbiter.illegal_on_the_way",
             std::move(arguments)}
        );
    }
}

// The keys of the edition's articles that this comparison rests on.
std::vector<std::string_view> article_keys_of(const Comparison& comparison) {
    std::vector<std::string_view> keys;
    if (effective_ruling(comparison) != Ruling::none) {
        const bool differ = comparison.difference && !comparison.corrects_record;
        keys.emplace_back(differ ? "scores_differ" : "boards_differ");
    }
    const bool undisputed =
        comparison.basis == Basis::boards && comparison.ruling == Ruling::correct_board;
    if (comparison.basis != Basis::scores && !undisputed && comparison.excuse) {
        const bool in_time_trouble = *comparison.excuse == laws::ScoreExcuse::little_time;
        keys.emplace_back(in_time_trouble ? "score_relief" : "score_not_asked");
    }
    const bool lags = comparison.agree_until != comparison.target_ply;
    if (!comparison.difference && lags && comparison.basis == Basis::scores)
        keys.emplace_back("score_lag");
    const auto& problems = comparison.problems;
    const bool illegal = std::ranges::any_of(problems, [](const ScoreProblem& problem) {
        return problem.entry.fault == EntryFault::illegal && !problem.entry.by_words;
    });
    const auto& others = comparison.irregularities;
    const auto touched = [](const Irregularity& found) { return found.touched.has_value(); };
    if (illegal || !std::ranges::all_of(others, touched))
        keys.emplace_back("illegal_move_completed");
    if (std::ranges::any_of(others, touched)) keys.emplace_back("touched_piece_not_moved");
    if (comparison.asks_to_restore()) keys.emplace_back("clock_setting");
    return keys;
}

} // namespace

std::vector<std::string>
articles_of(const Comparison& comparison, const laws::Edition& edition, std::string_view language) {
    std::vector<std::string> articles;
    for (const std::string_view key : article_keys_of(comparison)) {
        const std::string article{edition.article(key, {}, language)};
        if (!article.empty() && std::ranges::count(articles, article) == 0)
            articles.push_back(article);
    }
    return articles;
}

namespace {

// The boards that are to change, in one sentence; absent where none is.
std::optional<Message> hands(const Comparison& comparison) {
    const std::vector<BoardCorrection>& corrections = comparison.corrections;
    if (corrections.empty()) return std::nullopt;
    const auto steps = [](const BoardCorrection& correction) {
        return static_cast<unsigned>(correction.steps.size());
    };
    const BoardCorrection& first = corrections.front();
    if (corrections.size() == 1)
        return Message{"arbiter.movements", {.player = first.board, .count = steps(first)}};
    return Message{
        "arbiter.movements_both",
        {.player = first.board, .count = steps(first), .number = steps(corrections.back())}};
}

// Where it differs, if it does; else that it agrees.
Message found(const Comparison& comparison) {
    if (!comparison.difference) return {std::string{verdict_id(comparison)}};
    MessageArguments where = at(comparison, comparison.difference->ply);
    where.move = comparison.made_instead;
    if (comparison.made_instead) return {"arbiter.record_differs", std::move(where)};
    const bool is_written = comparison.basis == Basis::scores;
    return {is_written ? "arbiter.scores_differ_at" : "arbiter.words_differ_at", std::move(where)};
}

} // namespace

Messages messages_at_first(const Comparison& comparison) {
    Messages messages{found(comparison)};
    if (auto message = hands(comparison)) messages.push_back(*std::move(message));
    if (comparison.clocks_unchanged)
        messages.push_back({"arbiter.clocks_now", of(*comparison.clocks_unchanged)});
    return messages;
}

Messages messages_of_scores(const Comparison& comparison) {
    Messages messages;
    messages.push_back({std::string{verdict_id(comparison)}});
    messages.push_back(
        comparison.agree_until == 0
            ? Message{"arbiter.agreed_start"}
            : about_move("arbiter.agreed", comparison, comparison.agree_until)
    );
    if (comparison.difference) add_difference(messages, comparison);
    else if (comparison.written_until > comparison.agree_until && comparison.basis == Basis::scores)
        messages.push_back(about_move("arbiter.longer", comparison, comparison.written_until));
    add_problems(messages, comparison);
    return messages;
}

Messages messages_of_ruling(const Comparison& comparison) {
    Messages messages;
    if (comparison.if_boards_differ) messages.push_back({"arbiter.if_boards_differ"});
    switch (effective_ruling(comparison)) {
    case Ruling::none:
        messages.push_back({comparison.difference ? "arbiter.boards_agree" : "arbiter.nothing"});
        break;
    case Ruling::correct_board: add_correct_board(messages, comparison); break;
    case Ruling::restore:
        messages.push_back(
            comparison.target_ply == 0
                ? Message{"arbiter.restore_start"}
                : about_move("arbiter.restore", comparison, comparison.target_ply)
        );
        break;
    }
    return messages;
}

Messages messages_of_positions(const Comparison& comparison) {
    Messages messages;
    if (effective_ruling(comparison) != Ruling::none) add_target(messages, comparison);
    for (const BoardCorrection& correction : comparison.corrections) {
        if (const auto& reading = comparison.boards[correction.board])
            add_board(messages, correction.board, *reading);
    }
    return messages;
}

Messages messages_of_remedy(
    const Comparison& comparison, const laws::Edition& edition, std::string_view language
) {
    Messages messages;
    add_boards(messages, comparison);
    add_clocks(messages, comparison);
    add_irregularities(messages, comparison);
    std::string list;
    for (const std::string& article : articles_of(comparison, edition, language))
        list += article + ", ";
    if (!list.empty()) messages.push_back({"arbiter.articles", {.name = list + edition.title}});
    return messages;
}

} // namespace ansage::table
