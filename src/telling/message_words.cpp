// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/message_words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <utility>

namespace ansage::telling {

using chess::Color;
using wording::Argument;
using wording::Term;

namespace {

wording::Value text_or_term(std::string_view text, std::string_view unknown) {
    return text.empty() ? wording::Value{Term{unknown}} : wording::Value{text};
}

// Sentences that tell what somebody said or wrote as it was, where it is no move.
bool tells_words(std::string_view id) {
    constexpr std::array ids{
        std::string_view{"since.announced"},
        std::string_view{"since.corrected"},
        std::string_view{"announcement"},
        std::string_view{"announcement.corrected"},
        std::string_view{"announcement.repeated"},
        std::string_view{"read_back.announcement"},
        std::string_view{"read_back.correction"},
        std::string_view{"arbiter.score"},
        std::string_view{"arbiter.score_spoken"},
        std::string_view{"arbiter.words"},
        std::string_view{"console.confirm_move"}};
    return std::ranges::find(ids, id) != ids.end();
}

// Of a scoresheet that the arbiter compares: what is written there is the message's name.
bool is_entry_of_score(std::string_view id) {
    return id == "arbiter.illegal" || id == "arbiter.illegal_here";
}

table::Message saying(table::Message message, std::string id, const phonetics::Reason& reason) {
    message.id = std::move(id);
    message.arguments.name = to_message_id(reason.why);
    message.arguments.piece = reason.piece;
    message.arguments.square = reason.square;
    return message;
}

constexpr std::array roles_by_rank{
    chess::Role::king,
    chess::Role::queen,
    chess::Role::rook,
    chess::Role::bishop,
    chess::Role::knight,
    chess::Role::pawn};

} // namespace

std::string_view player_id(Color color) {
    return color == Color::white ? "player.white" : "player.black";
}

std::string_view outcome_id(std::optional<laws::Score> score) {
    if (!score) return "outcome.open";
    switch (*score) {
    case laws::Score::white_wins: return "outcome.white_wins";
    case laws::Score::black_wins: return "outcome.black_wins";
    case laws::Score::draw: return "outcome.draw";
    case laws::Score::both_lose: return "outcome.both_lose";
    case laws::Score::white_half: return "outcome.white_half";
    case laws::Score::black_half: return "outcome.black_half";
    }
    return "outcome.open";
}

std::string id_for(const wording::Wording& wording, const std::string& id, bool has_arbiter) {
    const std::string in_club = id + ".club";
    const bool differs = !has_arbiter && wording.in("en").has(in_club);
    return differs ? in_club : id;
}

MessageWords::MessageWords(
    const Hearing& hearing,
    const wording::Wording& wording,
    const wording::Catalogue& in,
    Context context,
    For reader
)
    : hearing_(hearing),
      wording_(wording),
      in_(in),
      context_(context),
      reader_(reader),
      as_word_([reader](const phonetics::Announcement& words) {
          return reader == For::eyes ? phonetics::to_text(words)
                                     : begin_mark + phonetics::to_speech(words) + end_mark;
      }) {}

namespace {

using ToldOf = std::function<std::string(const wording::Catalogue&, const WordOf&)>;

// Of a text that is marked as a whole.
WordOf plain_words(MessageWords::For reader) {
    return [reader](const phonetics::Announcement& words) {
        return reader == MessageWords::For::eyes ? phonetics::to_text(words)
                                                 : phonetics::to_speech(words);
    };
}

// In the language of the words for squares and pieces; absent where that one lacks a part.
std::optional<std::string> in_one_language(
    const phonetics::Vocabulary& words,
    const wording::Wording& wording,
    const WordOf& plain,
    const ToldOf& told
) {
    const wording::Sentence whole =
        wording.in(words.language).compose([&](const auto& in) { return told(in, plain); });
    return wording.has(words.language) && whole.language == words.language
        ? std::optional{whole.text}
        : std::nullopt;
}

} // namespace

// Words as somebody said them.
std::string MessageWords::heard_words(const std::string& heard) const {
    return reader_ == For::eyes || heard.empty() ? heard : begin_mark + heard + end_mark;
}

// What was said of a move that an alert speaks of, in the words of the table.
std::string MessageWords::repeated_words(const table::Message& message) const {
    const std::optional<chess::Ply> ply = message.arguments.ply;
    const std::string& name = message.arguments.name;
    const bool is_known =
        message.id.starts_with("alert.") && ply && context_.positions.has_before(*ply);
    const auto said =
        is_known ? hearing_.said_in(context_.positions.before(*ply), name) : std::nullopt;
    return said ? as_word_(phonetics::announce(vocabulary(), *said)) : heard_words(name);
}

std::optional<phonetics::Reason> MessageWords::reason_for(const table::Message& message) const {
    const table::MessageArguments& given = message.arguments;
    if (!given.ply || !context_.positions.has_before(*given.ply)) return std::nullopt;
    const chess::Position& before = context_.positions.before(*given.ply);
    if (given.move) return phonetics::why_illegal(before, phonetics::said_of(before, *given.move));
    const std::string& text = is_entry_of_score(message.id) ? given.name : given.where.value_or("");
    const auto said = text.empty() ? std::nullopt : hearing_.said_in(before, text);
    return said ? phonetics::why_illegal(before, *said) : std::nullopt;
}

std::optional<table::Message> MessageWords::with_why(const table::Message& message) const {
    const bool is_illegal = message.id == "alert.illegal_move_completed" ||
        message.id == "alert.illegal_move_completed_said";
    const auto reason = is_illegal && context_.tells_why ? reason_for(message) : std::nullopt;
    return reason ? std::optional{saying(message, message.id + "_why", *reason)} : std::nullopt;
}

std::string MessageWords::move_words(const table::Message& message) const {
    const std::optional<chess::Ply> ply = message.arguments.ply;
    const bool is_known = ply && context_.positions.has_before(*ply);
    const bool has_words =
        message.arguments.said && (message.arguments.said->to || message.arguments.said->castling);
    if (is_known && has_words) {
        const phonetics::Said said =
            to_said(*message.arguments.said, context_.positions.before(*ply));
        return as_word_(phonetics::announce(vocabulary(), said));
    }
    if (tells_words(message.id) && !message.arguments.move)
        return heard_words(message.arguments.name);
    const bool may_be_illegal =
        message.id.starts_with("alert.") || message.id.starts_with("matter.");
    if (may_be_illegal && !message.arguments.move && message.arguments.where) {
        const std::string& text = *message.arguments.where;
        const auto said =
            is_known ? hearing_.said_in(context_.positions.before(*ply), text) : std::nullopt;
        return said ? as_word_(phonetics::announce(vocabulary(), *said)) : heard_words(text);
    }
    if (!message.arguments.move || !is_known) return {};
    const chess::Position& before = context_.positions.before(*ply);
    if (!before.at(message.arguments.move->from())) return {};
    return as_word_(
        phonetics::announce(vocabulary(), before, *message.arguments.move, phonetics::Style::full)
    );
}

// An entry of a score in the words of the table, however it was typed; what is no move, as it is.
std::string MessageWords::score_words(const table::Message& message) const {
    constexpr std::string_view between = "; ";
    const std::string& text = message.arguments.name;
    std::string told;
    chess::Ply ply = message.arguments.ply.value_or(chess::Ply{});
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + between.size()) {
        end = text.find(between, begin);
        const std::string half = text.substr(begin, end == std::string::npos ? end : end - begin);
        told += told.empty() ? "" : between;
        const auto said = context_.positions.has_before(ply)
            ? hearing_.said_in(context_.positions.before(ply), half)
            : std::nullopt;
        told += said ? as_word_(phonetics::announce(vocabulary(), *said)) : half;
        ++ply;
    }
    return told;
}

// An illegal move of the record, which is written with English letters.
std::string MessageWords::illegal_words(const table::Message& message) const {
    const std::string& san = message.arguments.name;
    const chess::Ply ply = message.arguments.ply.value_or(chess::Ply{});
    if (san.empty() || !context_.positions.has_before(ply)) return san;
    auto said = hearing_.said_in(context_.positions.before(ply), san);
    if (!said) return san;
    const auto piece = chess::parse_piece(san.front());
    if (piece && piece->color == Color::white) // an upper-case letter
        said->role = piece->role;
    return as_word_(phonetics::announce(vocabulary(), *said));
}

std::string
MessageWords::pieces_of(const table::MessageArguments& given, chess::Color color) const {
    std::string list;
    if (!given.board || !given.squares) return list;
    const auto entry = [&](chess::Role role, chess::Square square) {
        return (list.empty() ? "" : ", ") + as_word_(phonetics::announce(vocabulary(), role)) +
            " " + as_word_(phonetics::announce(vocabulary(), square));
    };
    for (const chess::Role role : roles_by_rank) {
        for (const chess::Square square : in_telling_order(*given.squares, role)) {
            const bool stands = (*given.board)[square].piece() == chess::Piece{color, role};
            list += stands ? entry(role, square) : std::string{};
        }
    }
    return list;
}

std::string MessageWords::pieces(const table::MessageArguments& given) const {
    std::string text;
    for (const Color color : chess::both_colors) {
        if (const std::string list = pieces_of(given, color); !list.empty()) {
            const std::string player = in_.sentence(player_id(color), {});
            text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", player, list);
        }
    }
    return text;
}

std::string MessageWords::square_list(const table::MessageArguments& given) const {
    std::string list;
    for (const chess::Square square : given.squares.value_or(chess::SquareSet{})) {
        list += list.empty() ? "" : ", ";
        list += as_word_(phonetics::announce(vocabulary(), square));
    }
    return list;
}

// Sentences told as one: each without its full stop, but the last.
std::string MessageWords::joined_parts(const table::Message& message) const {
    std::string text;
    for (const table::Message& part :
         message.arguments.parts.value_or(std::vector<table::Message>{})) {
        std::string words = of(part);
        if (words.ends_with('.')) words.pop_back();
        text += (text.empty() ? "" : "; ") + words;
    }
    return text;
}

std::string MessageWords::piece_words(const table::Message& message) const {
    const auto& piece = message.arguments.piece;
    if (!piece) return {};
    if (message.id != "answer.square")
        return as_word_(phonetics::announce(vocabulary(), piece->role));
    const ToldOf told = [&](const wording::Catalogue& in, const WordOf& word) {
        return PositionWords{vocabulary(), in, word}.colored_piece(*piece);
    };
    const auto own = in_one_language(vocabulary(), wording_, plain_words(reader_), told);
    return own ? heard_words(*own) : told(in_, as_word_);
}

std::string MessageWords::board_words(const table::Message& message) const {
    const table::MessageArguments& given = message.arguments;
    if (!given.board) return {};
    const bool is_list = message.id != "answer.squares" && reader_ == For::voice;
    if (is_list) return pieces(given);
    const ToldOf told = [&](const wording::Catalogue& in, const WordOf& word) {
        const PositionWords position{vocabulary(), in, word};
        return message.id == "answer.squares"
            ? position.line(*given.board, given.squares.value_or(chess::SquareSet{}))
            : position.ranks(*given.board);
    };
    const auto own = in_one_language(vocabulary(), wording_, plain_words(reader_), told);
    return own ? heard_words(*own) : told(in_, as_word_);
}

std::string MessageWords::of(const table::Message& message) const {
    if (const auto with = with_why(message)) return of(*with);
    const table::MessageArguments& given = message.arguments;
    const auto square = [&](std::optional<chess::Square> which) {
        return which ? as_word_(phonetics::announce(vocabulary(), *which)) : std::string{};
    };
    const std::string move = move_words(message);
    const std::string words = repeated_words(message);
    const std::string from = square(given.square);
    const std::string to = square(given.second_square);
    const std::string piece = piece_words(message);
    const std::string text = message.id == "answer.score" ? score_words(message)
        : message.id == "arbiter.illegal_on_the_way"      ? illegal_words(message)
                                                          : given.name;
    const std::string reason = id_for(wording_, "result." + given.name, context_.has_arbiter);
    const std::string list = pieces(given);
    const std::string own_pieces = given.player ? pieces_of(given, *given.player) : std::string{};
    const std::string squares = square_list(given);
    const std::string article = given.article.value_or("");
    const std::string board = board_words(message);
    const std::string parts = joined_parts(message);
    const auto name_of = [&](Color color) {
        return text_or_term(context_.names[color], player_id(color));
    };
    const std::array arguments{
        Argument{"player", Term{given.player ? player_id(*given.player) : "player.unknown"}},
        Argument{"opponent", Term{given.player ? player_id(!*given.player) : "player.unknown"}},
        Argument{"words", text_or_term(words, "move.unknown")},
        Argument{"move", text_or_term(move, "move.unknown")},
        Argument{"square", text_or_term(from, "square.unknown")},
        Argument{"from", text_or_term(from, "square.unknown")},
        Argument{"to", text_or_term(to, "square.unknown")},
        Argument{"piece", text_or_term(piece, "piece.unknown")},
        Argument{"seconds", given.time.value_or(base::Millis{0})},
        Argument{"time", given.time.value_or(base::Millis{0})},
        Argument{"opponent_time", given.opponent_time.value_or(base::Millis{0})},
        Argument{"count", static_cast<std::int64_t>(given.count.value_or(0))},
        Argument{"number", static_cast<std::int64_t>(given.number.value_or(0))},
        Argument{"result", Term{outcome_id(given.score)}},
        Argument{"reason", Term{reason}},
        Argument{"text", std::string_view{text}},
        Argument{"role", Term{given.name}},
        Argument{"claim", Term{given.name}},
        Argument{"source", Term{given.name}},
        Argument{"kind", Term{given.name}},
        Argument{"ordinal", Term{given.name}},
        Argument{"why", Term{given.name}},
        Argument{"article", text_or_term(article, "article.none")},
        Argument{"score", Term{given.whose ? player_id(*given.whose) : "player.unknown"}},
        Argument{"where", given.where ? std::string_view{*given.where} : std::string_view{}},
        Argument{"white_time", given.time.value_or(base::Millis{0})},
        Argument{"black_time", given.opponent_time.value_or(base::Millis{0})},
        Argument{"list", std::string_view{own_pieces}},
        Argument{"squares", std::string_view{squares}},
        Argument{"pieces", std::string_view{list}},
        Argument{"parts", std::string_view{parts}},
        Argument{"board", std::string_view{board}},
        Argument{"white", name_of(Color::white)},
        Argument{"black", name_of(Color::black)},
    };
    // Nobody makes anything of a FEN by ear; the pieces follow in words.
    const bool is_for_eyes = message.id == "arbiter.fen" && reader_ == For::voice;
    return in_.sentence(
        is_for_eyes ? "arbiter.fen_spoken" : id_for(wording_, message.id, context_.has_arbiter),
        arguments
    );
}

std::string MessageWords::with_reason(const table::Message& message) const {
    const auto reason = is_entry_of_score(message.id) ? reason_for(message) : std::nullopt;
    return of(message) + (reason ? " " + of(saying(message, "arbiter.why", *reason)) : "");
}

} // namespace ansage::telling
