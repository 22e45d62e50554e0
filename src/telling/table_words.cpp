// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/table_words.hpp"

#include "base/overloaded.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/fold.hpp"
#include "phonetics/parse.hpp"
#include "telling/alarm_tones.hpp"
#include "telling/position_words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::telling {

using base::Overloaded;
using chess::Color;
using wording::Argument;
using wording::Term;

namespace {

// Around the vocabulary's words inside a sentence, until the sentence is cut into segments.
constexpr char begin_mark = '\x01';
constexpr char end_mark = '\x02';

table::SpokenMove to_spoken(const phonetics::Said& said) {
    table::SpokenMove spoken{
        .role = said.role,
        .from = said.from,
        .to = said.to,
        .promotion = said.promotion,
        .castling = {},
        .from_file = said.from_file,
        .from_rank = said.from_rank,
        .capture = said.capture ? std::optional{true} : std::nullopt};
    if (said.castling) {
        spoken.castling = *said.castling == phonetics::CastlingSide::short_side
            ? table::CastlingSide::short_side
            : table::CastlingSide::long_side;
    }
    return spoken;
}

// The piece is said as well where only squares were: by what stands there, not by what is legal.
phonetics::Said to_said(const table::SpokenMove& spoken, const chess::Position& before) {
    phonetics::Said said{
        .role = spoken.role,
        .from = spoken.from,
        .from_file = spoken.from_file,
        .from_rank = spoken.from_rank,
        .to = spoken.to,
        .promotion = spoken.promotion};
    const auto mover = spoken.from ? before.at(*spoken.from) : std::nullopt;
    if (!said.role && mover) {
        said.role = mover->role;
    }
    if (spoken.castling) {
        said.castling = spoken.castling == table::CastlingSide::short_side
            ? phonetics::CastlingSide::short_side
            : phonetics::CastlingSide::long_side;
    }
    said.capture = spoken.capture.value_or(false);
    return said;
}

// What a text says of a move by its shape, legal or not; nothing: it is no move.
std::optional<phonetics::Said>
said_in(const TableWords& words, const chess::Position& position, const std::string& text) {
    const auto read = words.hear(position, text, phonetics::Reading::by_shape);
    const bool is_move = read.said.to || read.said.castling;
    return is_move ? std::optional{to_said(read.said, position)} : std::nullopt;
}

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
        std::string_view{"arbiter.score"},
        std::string_view{"arbiter.score_spoken"},
        std::string_view{"arbiter.words"}};
    return std::ranges::find(ids, id) != ids.end();
}

constexpr std::array roles_by_rank{
    chess::Role::king,
    chess::Role::queen,
    chess::Role::rook,
    chess::Role::bishop,
    chess::Role::knight,
    chess::Role::pawn};

// An entry of a score in the words of the table, however it was typed; what is no move, as it is.
std::string score_words(
    const TableWords& words,
    const table::Message& message,
    std::span<const chess::Position> positions,
    const WordOf& as_word
) {
    constexpr std::string_view between = "; ";
    const std::string& text = message.arguments.name;
    std::string told;
    std::size_t ply = message.arguments.ply.value_or(0);
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + between.size()) {
        end = text.find(between, begin);
        const std::string half = text.substr(begin, end == std::string::npos ? end : end - begin);
        told += told.empty() ? "" : between;
        std::string half_told = half;
        if (ply > 0 && ply <= positions.size()) {
            if (const auto said = said_in(words, positions[ply - 1], half)) {
                half_told = as_word(phonetics::announce(words.vocabulary(), *said));
            }
        }
        told += half_told;
        ++ply;
    }
    return told;
}

// An illegal move of the record, which is written with English letters.
std::string illegal_words(
    const TableWords& words,
    const table::Message& message,
    std::span<const chess::Position> positions,
    const WordOf& as_word
) {
    const std::string& san = message.arguments.name;
    const unsigned ply = message.arguments.ply.value_or(0);
    if (san.empty() || ply == 0 || ply > positions.size()) {
        return san;
    }
    auto said = said_in(words, positions[ply - 1], san);
    if (!said) {
        return san;
    }
    const auto piece = chess::parse_piece(san.front());
    if (piece && piece->color == Color::white) { // an upper-case letter
        said->role = piece->role;
    }
    return as_word(phonetics::announce(words.vocabulary(), *said));
}

// Whose words a sentence about a proposal or alert has.
struct Heads {
    table::Message* message = nullptr;
    std::string_view language;
};

std::optional<Heads> message_of(table::Event& event, const table::TableSetup& setup) {
    return std::visit(
        Overloaded{
            [&](table::Said& said) -> std::optional<Heads> {
                return Heads{&said.message, language_of(setup, said.audience)};
            },
            [&](table::Alerted& alerted) -> std::optional<Heads> {
                return Heads{&alerted.message, setup.arbiter_language};
            },
            [&](table::Proposed& proposed) -> std::optional<Heads> {
                return Heads{&proposed.proposal.message, setup.arbiter_language};
            },
            [&](table::Raised& raised) -> std::optional<Heads> {
                return Heads{&raised.message, setup.arbiter_language};
            },
            [&](table::Refused& refused) -> std::optional<Heads> {
                const std::string& own =
                    refused.seat ? setup.seats[*refused.seat].language : setup.arbiter_language;
                return Heads{&refused.message, own};
            },
            [](auto&) -> std::optional<Heads> { return std::nullopt; },
        },
        event.body
    );
}

} // namespace

std::string_view player_id(Color color) {
    return color == Color::white ? "player.white" : "player.black";
}

std::string_view outcome_id(std::optional<laws::Score> score) {
    if (!score) {
        return "outcome.open";
    }
    switch (*score) {
    case laws::Score::white_wins:
        return "outcome.white_wins";
    case laws::Score::black_wins:
        return "outcome.black_wins";
    case laws::Score::draw:
        return "outcome.draw";
    case laws::Score::both_lose:
        return "outcome.both_lose";
    case laws::Score::white_half:
        return "outcome.white_half";
    case laws::Score::black_half:
        return "outcome.black_half";
    }
    return "outcome.open";
}

std::string_view language_of(const table::TableSetup& setup, table::Audience audience) {
    switch (audience) {
    case table::Audience::ear_white:
        return setup.seats.white.language;
    case table::Audience::ear_black:
        return setup.seats.black.language;
    case table::Audience::room:
    case table::Audience::assistant:
    case table::Audience::arbiter:
        return setup.arbiter_language;
    }
    return setup.arbiter_language;
}

TableWords::TableWords(
    phonetics::Vocabulary vocabulary,
    phonetics::Lexicon lexicon,
    std::shared_ptr<const wording::Wording> wording
)
    : vocabulary_(std::make_shared<const phonetics::Vocabulary>(std::move(vocabulary))),
      lexicon_(std::move(lexicon)),
      wording_(std::move(wording)) {}

table::HeardMove TableWords::hear(
    const chess::Position& position, const std::string& text, phonetics::Reading rule
) const {
    const phonetics::Heard heard = phonetics::parse(lexicon_, position, text, rule);
    table::HeardMove move{.text = text, .said = to_spoken(heard.said)};
    if (heard.move) {
        move.move = *heard.move;
    } else {
        move.error = heard.move.error();
    }
    return move;
}

std::optional<chess::Role> TableWords::piece_called(std::string_view name) const {
    const auto& pieces = vocabulary_->pieces;
    const std::string folded = phonetics::fold(name);
    const auto letter = std::ranges::find_if(pieces, [&](const phonetics::PieceWord& piece) {
        return piece.letter && phonetics::fold(std::string{*piece.letter}) == folded;
    });
    if (letter != pieces.end()) {
        return static_cast<chess::Role>(letter - pieces.begin());
    }
    const auto match = lexicon_.longest_match(folded);
    const bool is_piece = match && match->length == folded.size() &&
        match->meaning.kind == phonetics::Meaning::Kind::role;
    return is_piece ? std::optional{static_cast<chess::Role>(match->meaning.value)} : std::nullopt;
}

void TableWords::resolve(table::InputBody& body, const table::State& state) const {
    // Before the press nobody is told by his words what is legal (first principle 12).
    const auto read = [&](table::HeardMove& heard, const chess::Position& position) {
        heard = hear(position, heard.text, phonetics::Reading::by_shape);
    };
    std::visit(
        Overloaded{
            [&](table::Announces& input) {
                read(input.move, table::announcing_position(state, input.seat));
            },
            [&](table::Corrects& input) {
                read(input.move, table::announcing_position(state, input.seat));
            },
            [&](table::Repeats& input) {
                read(input.move, table::repeating_position(state, input.seat));
            },
            [&](table::Executes& input) {
                read(input.move, table::executing_position(state, input));
                if (!input.move.move) {
                    read(input.move, state.position());
                }
                // His own move, which his words have made already.
                if (!input.move.move && state.to_move() != input.seat && state.made() > 0) {
                    read(input.move, state.positions[state.made() - 1]);
                }
            },
            [&](table::Writes& input) {
                read(input.move, table::writing_position(state, input.ply));
            },
            [&](table::Claims& input) {
                if (input.with) {
                    read(*input.with, state.position());
                }
            },
            [](auto&) {},
        },
        body
    );
}

void TableWords::dress(std::vector<table::Event>& events, const table::State& state) const {
    for (table::Event& event : events) {
        if (const std::optional<Heads> heads = message_of(event, *state.setup)) {
            heads->message->words =
                worded(*heads->message, heads->language, context_of(state), For::eyes);
        }
    }
}

std::string TableWords::word(const phonetics::Announcement& words, For reader) const {
    return reader == For::eyes ? phonetics::to_text(words)
                               : begin_mark + phonetics::to_speech(words) + end_mark;
}

// Words as somebody said them.
std::string TableWords::heard_words(const std::string& heard, For reader) {
    return reader == For::eyes || heard.empty() ? heard : begin_mark + heard + end_mark;
}

TableWords::Context TableWords::context_of(const table::State& state) {
    return {
        .positions = state.positions,
        .names = {state.seat(Color::white).name, state.seat(Color::black).name},
        .has_arbiter = state.setup->mode == table::Mode::tournament,
        .tells_why = state.setup->mode != table::Mode::club};
}

std::optional<table::Message>
TableWords::with_why(const table::Message& message, const Context& context) const {
    const table::MessageArguments& given = message.arguments;
    const bool is_known = given.ply && *given.ply > 0 && *given.ply <= context.positions.size();
    if (message.id != "alert.illegal_move_completed" || !context.tells_why || !is_known) {
        return std::nullopt;
    }
    const chess::Position& before = context.positions[*given.ply - 1];
    std::optional<phonetics::Reason> reason;
    if (given.move) {
        reason = phonetics::why_illegal(before, phonetics::said_of(before, *given.move));
    } else if (const auto said = given.where ? said_in(*this, before, *given.where) : std::nullopt) {
        reason = phonetics::why_illegal(before, *said);
    }
    if (!reason) {
        return std::nullopt;
    }
    table::Message with = message;
    with.id += "_why";
    with.arguments.name = to_message_id(reason->why);
    with.arguments.piece = reason->piece;
    with.arguments.square = reason->square;
    return with;
}

// First principle 9: in a club no arbiter can be called.
std::string TableWords::id_for(const std::string& id, bool has_arbiter) const {
    const std::string in_club = id + ".club";
    const bool differs = !has_arbiter && wording_->in("en").has(in_club);
    return differs ? in_club : id;
}

std::string TableWords::result_id(std::string_view termination, table::Mode mode) const {
    return id_for("result." + std::string{termination}, mode == table::Mode::tournament);
}

std::string
TableWords::move_words(const table::Message& message, const Context& context, For reader) const {
    const std::optional<unsigned> ply = message.arguments.ply;
    const bool is_known = ply && *ply > 0 && *ply <= context.positions.size();
    const bool has_words =
        message.arguments.said && (message.arguments.said->to || message.arguments.said->castling);
    if (is_known && has_words) {
        const phonetics::Said said = to_said(*message.arguments.said, context.positions[*ply - 1]);
        return word(phonetics::announce(*vocabulary_, said), reader);
    }
    if (tells_words(message.id) && !message.arguments.move) {
        return heard_words(message.arguments.name, reader);
    }
    const bool may_be_illegal =
        message.id.starts_with("alert.") || message.id.starts_with("matter.");
    if (may_be_illegal && !message.arguments.move && message.arguments.where) {
        const std::string& text = *message.arguments.where;
        const auto said =
            is_known ? said_in(*this, context.positions[*ply - 1], text) : std::nullopt;
        return said ? word(phonetics::announce(*vocabulary_, *said), reader)
                    : heard_words(text, reader);
    }
    if (!message.arguments.move || !is_known) {
        return {};
    }
    const chess::Position& before = context.positions[*ply - 1];
    if (!before.at(message.arguments.move->from())) {
        return {};
    }
    return word(
        phonetics::announce(*vocabulary_, before, *message.arguments.move, phonetics::Style::full),
        reader
    );
}

std::string
TableWords::pieces_of(const table::MessageArguments& given, chess::Color color, For reader) const {
    std::string list;
    if (!given.board || !given.squares) {
        return list;
    }
    const auto entry = [&](chess::Role role, chess::Square square) {
        return (list.empty() ? "" : ", ") + word(phonetics::announce(*vocabulary_, role), reader) +
            " " + word(phonetics::announce(*vocabulary_, square), reader);
    };
    for (const chess::Role role : roles_by_rank) {
        for (const chess::Square square : in_telling_order(*given.squares, role)) {
            const bool stands = (*given.board)[square].piece() == chess::Piece{color, role};
            list += stands ? entry(role, square) : std::string{};
        }
    }
    return list;
}

std::string TableWords::pieces(
    const table::MessageArguments& given, const wording::Catalogue& in, For reader
) const {
    std::string text;
    for (const chess::Color color : chess::both_colors) {
        if (const std::string list = pieces_of(given, color, reader); !list.empty()) {
            const std::string player = in.sentence(player_id(color), {});
            text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", player, list);
        }
    }
    return text;
}

std::string TableWords::square_list(const table::MessageArguments& given, For reader) const {
    std::string list;
    for (const chess::Square square : given.squares.value_or(chess::SquareSet{})) {
        list += list.empty() ? "" : ", ";
        list += word(phonetics::announce(*vocabulary_, square), reader);
    }
    return list;
}

// Sentences told as one: each without its full stop, but the last.
std::string TableWords::joined_parts(
    const table::Message& message, std::string_view language, const Context& context, For reader
) const {
    std::string text;
    for (const table::Message& part :
         message.arguments.parts.value_or(std::vector<table::Message>{})) {
        std::string words = worded(part, language, context, reader);
        if (words.ends_with('.')) {
            words.pop_back();
        }
        text += (text.empty() ? "" : "; ") + words;
    }
    return text;
}

std::string TableWords::sentence(
    const table::Message& message,
    std::string_view language,
    std::span<const chess::Position> positions
) const {
    return worded(message, language, {.positions = positions, .names = {}}, For::eyes);
}

std::string TableWords::worded(
    const table::Message& message, std::string_view language, const Context& context, For reader
) const {
    if (const auto with = with_why(message, context)) {
        return worded(*with, language, context, reader);
    }
    const table::MessageArguments& given = message.arguments;
    const auto square = [&](std::optional<chess::Square> which) {
        return which ? word(phonetics::announce(*vocabulary_, *which), reader) : std::string{};
    };
    const std::string move = move_words(message, context, reader);
    const std::string words = heard_words(given.name, reader);
    const std::string from = square(given.square);
    const std::string to = square(given.second_square);
    const wording::Catalogue& in = wording_->in(language);
    const WordOf as_word = [reader](const phonetics::Announcement& announcement) {
        return reader == For::eyes ? phonetics::to_text(announcement)
                                   : begin_mark + phonetics::to_speech(announcement) + end_mark;
    };
    const PositionWords position{*vocabulary_, in, as_word};
    const std::string piece = !given.piece ? std::string{}
        : message.id == "answer.square"
        ? position.colored_piece(*given.piece)
        : word(phonetics::announce(*vocabulary_, given.piece->role), reader);
    const std::string text = message.id == "answer.score"
        ? score_words(*this, message, context.positions, as_word)
        : message.id == "arbiter.illegal_on_the_way"
        ? illegal_words(*this, message, context.positions, as_word)
        : given.name;
    const std::string reason = id_for("result." + given.name, context.has_arbiter);
    const std::string list = pieces(given, in, reader);
    const std::string own_pieces =
        given.player ? pieces_of(given, *given.player, reader) : std::string{};
    const std::string squares = square_list(given, reader);
    const std::string article = given.article.value_or("");
    const std::string board = !given.board ? std::string{}
        : message.id == "answer.squares"
        ? position.line(*given.board, given.squares.value_or(chess::SquareSet{}))
        : reader == For::eyes ? position.ranks(*given.board)
                              : list;
    const std::string parts = joined_parts(message, language, context, reader);
    const auto name_of = [&](Color color) {
        return text_or_term(context.names[color], player_id(color));
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
    const bool is_for_eyes = message.id == "arbiter.fen" && reader == For::voice;
    return in.sentence(
        is_for_eyes ? "arbiter.fen_spoken" : id_for(message.id, context.has_arbiter), arguments
    );
}

std::vector<speech::Segment> TableWords::segments(
    const table::Message& message, std::string_view language, const table::State& state
) const {
    if (message.id == "alarm.tone") {
        return {
            {.language = std::string{language},
             .text = message.words,
             .tone = alarm_tone(message.arguments.time.value_or(base::Millis{0}))}};
    }
    const std::string marked = worded(message, language, context_of(state), For::voice);
    const wording::Catalogue& in = wording_->in(language);
    const std::string listener{in.language()};
    std::vector<speech::Segment> result;
    std::string part;
    const auto finish = [&](const std::string& voice, const std::string& spoken) {
        if (spoken.find_first_not_of(" .,:;") != std::string::npos) {
            result.push_back({.language = voice, .text = spoken});
        }
        part.clear();
    };
    for (const char letter : marked) {
        if (letter == begin_mark) {
            finish(listener, in.spoken(part));
        } else if (letter == end_mark) {
            finish(vocabulary_->language, part);
        } else {
            part += letter;
        }
    }
    finish(listener, in.spoken(part));
    return result;
}

std::string TableWords::announcement(const chess::Position& position, chess::Move move) const {
    return phonetics::to_text(
        phonetics::announce(*vocabulary_, position, move, phonetics::Style::full)
    );
}

std::vector<speech::Segment>
TableWords::spoken_announcement(const chess::Position& position, chess::Move move) const {
    const phonetics::Announcement words =
        phonetics::announce(*vocabulary_, position, move, phonetics::Style::full);
    return {{.language = words.language, .text = phonetics::to_speech(words)}};
}

std::vector<speech::Segment>
TableWords::spoken_by_person(const table::InputBody& body, const table::State& before) const {
    using Segments = std::vector<speech::Segment>;
    const auto aloud = [&](const table::HeardMove& heard, const chess::Position& position) {
        const table::HeardMove read = hear(position, heard.text);
        return read.move ? spoken_announcement(position, *read.move) : Segments{};
    };
    return std::visit(
        Overloaded{
            [&](const table::Announces& said) {
                return aloud(said.move, table::announcing_position(before, said.seat));
            },
            [&](const table::Repeats& said) {
                return aloud(said.move, table::repeating_position(before, said.seat));
            },
            [](const auto&) { return Segments{}; },
        },
        body
    );
}

std::vector<std::string> TableWords::languages() const {
    const std::vector<std::string_view> codes = wording_->languages();
    return {codes.begin(), codes.end()};
}

const wording::Catalogue& TableWords::catalogue(std::string_view language) const {
    return wording_->in(language);
}

} // namespace ansage::telling
