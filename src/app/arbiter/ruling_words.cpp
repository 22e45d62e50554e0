#include "app/arbiter/ruling_words.hpp"

#include "app/shell/table_words.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "phonetics/announcement.hpp"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace ansage::app {

using chess::Color;
using chess::Piece;
using chess::Position;
using chess::Role;
using chess::Square;
using nlohmann::ordered_json;
using table::BoardCorrection;
using table::Comparison;
using table::EntryFault;
using table::Ruling;
using wording::Argument;
using wording::Term;

namespace {

std::string_view source_id(table::ClockSource source) {
    switch (source) {
    case table::ClockSource::journal:
        return "arbiter.source.journal";
    case table::ClockSource::white_score:
        return "arbiter.source.white_score";
    case table::ClockSource::black_score:
        return "arbiter.source.black_score";
    }
    return {};
}

std::string_view fault_id(EntryFault fault) {
    switch (fault) {
    case EntryFault::missing:
        return "arbiter.missing";
    case EntryFault::ambiguous:
        return "arbiter.ambiguous";
    case EntryFault::unreadable:
        return "arbiter.unreadable";
    case EntryFault::illegal:
        return "arbiter.illegal";
    }
    return {};
}

// The keys of the edition's articles that this comparison rests on.
std::vector<std::string_view> article_keys_of(const Comparison& comparison) {
    std::vector<std::string_view> keys;
    if (comparison.ruling != Ruling::none || comparison.if_boards_differ) {
        keys.emplace_back(comparison.difference ? "scores_differ" : "boards_differ");
    }
    if (!comparison.difference && comparison.agree_until != comparison.target_ply) {
        keys.emplace_back("score_lag");
    }
    for (const table::ScoreProblem& problem : comparison.problems) {
        if (problem.entry.fault == EntryFault::illegal) {
            keys.emplace_back("illegal_move_completed");
            break;
        }
    }
    if (comparison.asks_to_restore()) {
        keys.emplace_back("clock_setting");
    }
    return keys;
}

// Without those that the edition does not print.
std::vector<std::string> articles_of(const Comparison& comparison, const laws::Edition& edition) {
    std::vector<std::string> articles;
    for (const std::string_view key : article_keys_of(comparison)) {
        if (const std::string_view article = edition.article(key); !article.empty()) {
            articles.emplace_back(article);
        }
    }
    return articles;
}

class Lines {
public:
    Lines(const Comparison& comparison, const RulingReader& reader)
        : comparison_(comparison),
          reader_(reader),
          catalogue_(reader.words.catalogue(reader.language)) {}

    std::vector<std::string> write() {
        write_scores();
        write_problems();
        write_ruling();
        write_boards();
        write_clocks();
        write_articles();
        return std::move(lines_);
    }

private:
    void say(std::string_view id, std::initializer_list<Argument> arguments = {}) {
        lines_.push_back(catalogue_.sentence(id, arguments));
    }

    [[nodiscard]] Color mover(unsigned ply) const {
        const Color first = start().turn();
        return ply % 2 == 1 ? first : !first;
    }

    [[nodiscard]] const Position& start() const {
        return comparison_.positions.empty() ? comparison_.target : comparison_.positions.front();
    }

    [[nodiscard]] std::int64_t number(unsigned ply) const {
        const unsigned before = start().turn() == Color::white ? ply - 1 : ply;
        return start().fullmove_number() + before / 2;
    }

    // "Move 12 of White" goes into sentences by these.
    void say_at(std::string_view id, unsigned ply, std::string_view move) {
        say(id, {{"number", number(ply)}, {"player", Term{player_id(mover(ply))}}, {"move", move}});
    }

    [[nodiscard]] std::string move_words(unsigned ply) const {
        return reader_.words.announcement(
            comparison_.positions[ply - 1], comparison_.moves[ply - 1]
        );
    }

    void write_scores() {
        say(comparison_.difference ? "arbiter.scores_differ" : "arbiter.scores_agree");
        if (comparison_.agree_until == 0) {
            say("arbiter.agreed_start");
        } else {
            say_at("arbiter.agreed", comparison_.agree_until, move_words(comparison_.agree_until));
        }
        if (comparison_.difference) {
            write_difference(*comparison_.difference);
        } else if (comparison_.target_ply != comparison_.agree_until) {
            say_at("arbiter.longer", comparison_.target_ply, move_words(comparison_.target_ply));
        }
    }

    void write_difference(const table::ScoreDifference& difference) {
        say_at("arbiter.difference", difference.ply, {});
        for (const Color score : chess::both_colors) {
            const table::ScoreEntry& entry = difference.entries[score];
            const std::string move = entry.move
                ? reader_.words.announcement(comparison_.target, *entry.move)
                : entry.text;
            say("arbiter.score",
                {{"player", Term{player_id(score)}}, {"move", std::string_view{move}}});
        }
    }

    void write_problems() {
        for (const table::ScoreProblem& problem : comparison_.problems) {
            say(fault_id(*problem.entry.fault),
                {{"score", Term{player_id(problem.score)}},
                 {"number", number(problem.ply)},
                 {"player", Term{player_id(mover(problem.ply))}},
                 {"text", std::string_view{problem.entry.text}},
                 {"where", std::string_view{problem.entry.where}}});
        }
    }

    void write_ruling() {
        if (comparison_.if_boards_differ) {
            say("arbiter.if_boards_differ");
        }
        switch (comparison_.if_boards_differ.value_or(comparison_.ruling)) {
        case Ruling::none:
            say(comparison_.difference ? "arbiter.boards_agree" : "arbiter.nothing");
            return;
        case Ruling::correct_board:
            write_correct_board();
            return;
        case Ruling::restore:
            write_restore();
            return;
        }
    }

    void write_correct_board() {
        for (const BoardCorrection& correction : comparison_.corrections) {
            say("arbiter.correct_board", {{"player", Term{player_id(correction.board)}}});
        }
        if (comparison_.corrections.empty()) {
            say("arbiter.correct_whoever");
        }
        write_target();
    }

    void write_restore() {
        if (comparison_.target_ply == 0) {
            say("arbiter.restore_start");
        } else {
            say_at("arbiter.restore", comparison_.target_ply, move_words(comparison_.target_ply));
        }
        write_target();
    }

    void write_target() {
        const std::string fen = chess::to_fen(comparison_.target);
        say("arbiter.fen", {{"text", std::string_view{fen}}});
        for (const Color color : chess::both_colors) {
            const std::string pieces = piece_words(color);
            say("arbiter.pieces",
                {{"player", Term{player_id(color)}}, {"text", std::string_view{pieces}}});
        }
        say("arbiter.to_move", {{"player", Term{player_id(comparison_.target.turn())}}});
    }

    [[nodiscard]] std::string word(Square square) const {
        return to_text(phonetics::announce(reader_.words.vocabulary(), square));
    }

    [[nodiscard]] std::string word(Role role) const {
        return to_text(phonetics::announce(reader_.words.vocabulary(), role));
    }

    [[nodiscard]] std::string piece_words(Color color) const {
        constexpr std::array roles{
            Role::king, Role::queen, Role::rook, Role::bishop, Role::knight, Role::pawn};
        std::vector<std::string> pieces;
        for (const Role role : roles) {
            for (const Square square : comparison_.target.of(Piece{color, role})) {
                pieces.push_back(word(role) + " " + word(square));
            }
        }
        return fmt::format("{}", fmt::join(pieces, ", "));
    }

    void write_boards() {
        for (const BoardCorrection& correction : comparison_.corrections) {
            say("arbiter.movements",
                {{"player", Term{player_id(correction.board)}},
                 {"count", static_cast<std::int64_t>(correction.steps.size())}});
            for (const table::RepairStep& step : correction.steps) {
                write_step(step);
            }
        }
    }

    void write_step(const table::RepairStep& step) {
        const std::string from = step.from ? word(*step.from) : std::string{};
        const std::string to = step.to ? word(*step.to) : std::string{};
        if (step.from && step.to) {
            say("repair.take_and_put",
                {{"from", std::string_view{from}}, {"to", std::string_view{to}}});
        } else if (step.from) {
            say("repair.take_off", {{"square", std::string_view{from}}});
        } else if (step.piece) {
            const std::string piece = word(step.piece->role);
            say("arbiter.put",
                {{"player", Term{player_id(step.piece->color)}},
                 {"piece", std::string_view{piece}},
                 {"square", std::string_view{to}}});
        }
    }

    void write_clocks() {
        if (comparison_.clocks) {
            const table::ClockTimes& times = comparison_.clocks->times;
            say("arbiter.clocks_there",
                {{"white_time", times.white},
                 {"black_time", times.black},
                 {"source", Term{source_id(comparison_.clocks->source)}}});
        } else if (comparison_.asks_to_restore()) {
            say("arbiter.clocks_unknown");
        }
        if (comparison_.clocks_unchanged) {
            say("arbiter.clocks_now",
                {{"white_time", comparison_.clocks_unchanged->white},
                 {"black_time", comparison_.clocks_unchanged->black}});
        }
    }

    void write_articles() {
        const std::vector<std::string> articles = articles_of(comparison_, reader_.edition);
        if (!articles.empty()) {
            const std::string list = fmt::format("{}", fmt::join(articles, ", "));
            say("arbiter.articles",
                {{"text", std::string_view{list}},
                 {"edition", std::string_view{reader_.edition.title}}});
        }
    }

    const Comparison& comparison_;
    const RulingReader& reader_;
    const wording::Catalogue& catalogue_;
    std::vector<std::string> lines_;
};

ordered_json to_json(const table::ClockTimes& times) {
    return {{"white_ms", times.white.count()}, {"black_ms", times.black.count()}};
}

ordered_json unknown_clocks() {
    return {{"white_ms", nullptr}, {"black_ms", nullptr}};
}

// In SAN; as written where two moves fit.
std::string entry_text(const table::ScoreEntry& entry, const Position& position) {
    return entry.move ? chess::to_san(position, *entry.move) : entry.text;
}

ordered_json difference_json(const Comparison& comparison) {
    if (!comparison.difference) {
        return nullptr;
    }
    const auto& [ply, entries] = *comparison.difference;
    return {
        {"ply", ply},
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
    for (const Square square : correction.remove) {
        remove.push_back(chess::to_string(square));
    }
    ordered_json place = ordered_json::array();
    for (const Square square : correction.place) {
        place.push_back(chess::to_char(*target.at(square)) + chess::to_string(square));
    }
    ordered_json steps = ordered_json::array();
    for (const table::RepairStep& step : correction.steps) {
        steps.push_back(step_json(step));
    }
    return {
        {"board", chess::to_string(correction.board)},
        {"remove", remove},
        {"place", place},
        {"steps", steps},
    };
}

ordered_json corrections_json(const Comparison& comparison) {
    ordered_json list = ordered_json::array();
    for (const BoardCorrection& correction : comparison.corrections) {
        list.push_back(correction_json(correction, comparison.target));
    }
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
            {"ply", problem.ply},
            {"problem", table::to_string(*problem.entry.fault)},
            {"text", problem.entry.text},
            {"where", problem.entry.where},
        });
    }
    return list;
}

} // namespace

std::vector<std::string> to_lines(const Comparison& comparison, const RulingReader& reader) {
    return Lines{comparison, reader}.write();
}

std::string to_json(
    const Comparison& comparison, const laws::Edition& edition, std::optional<std::size_t> game
) {
    ordered_json json;
    if (game) {
        json["game"] = *game;
    }
    const auto& unchanged = comparison.clocks_unchanged;
    json["agree_until_ply"] = comparison.agree_until;
    json["first_difference"] = difference_json(comparison);
    json["ruling"] = table::to_string(comparison.ruling);
    json["correct"] = corrections_json(comparison);
    json["restore_ply"] =
        comparison.asks_to_restore() ? ordered_json(comparison.target_ply) : ordered_json();
    json["fen"] = chess::to_fen(comparison.target);
    json["fen_ply"] = comparison.target_ply;
    json["clocks"] = clocks_json(comparison);
    json["clocks_unchanged"] = unchanged ? to_json(*unchanged) : unknown_clocks();
    json["if_boards_differ"] = comparison.if_boards_differ
        ? ordered_json(table::to_string(*comparison.if_boards_differ))
        : ordered_json();
    json["problems"] = problems_json(comparison);
    json["articles"] = articles_of(comparison, edition);
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

} // namespace ansage::app
