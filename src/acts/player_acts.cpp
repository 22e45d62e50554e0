// SPDX-License-Identifier: GPL-3.0-or-later
// What players, their assistants and their boards do.
#include "acts/verbs.hpp"
#include "table/names.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;
using table::InputBody;

namespace {

Result<table::HeardMove, Error> spoken(const Words& words) {
    if (words.list.empty()) {
        return bad(
            "the words of the move are missing",
            "write them after the verb, such as: announces Eva zwei Eva vier"
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
    if (is_typed) {
        words.list.erase(words.list.begin());
    }
    return read(words).map([&](table::HeardMove move) {
        return Spoken{
            is_typed ? std::optional{table::Medium::keys} : std::nullopt, std::move(move)};
    });
}

struct SquareAndPiece {
    chess::Square square;
    std::optional<chess::Piece> piece;
};

Result<SquareAndPiece, Error> square_and_piece(const Words& words) {
    const std::optional<chess::Square> square = chess::parse_square(words.at(0));
    if (!square) {
        return bad(fmt::format("\"{}\" is no square", words.at(0)), "write one such as e2");
    }
    if (words.list.size() == 1) {
        return SquareAndPiece{*square, std::nullopt};
    }
    const std::optional<chess::Piece> piece =
        words.at(1).size() == 1 ? chess::parse_piece(words.at(1)[0]) : std::nullopt;
    if (!piece || words.list.size() > 2) {
        return bad(
            fmt::format("\"{}\" is no piece", words.text()),
            "write one letter, upper case for White: P N B R Q K"
        );
    }
    return SquareAndPiece{*square, piece};
}

Body lifts(const Actor& actor, const Words& words) {
    return square_and_piece(words).map([&](const SquareAndPiece& given) -> InputBody {
        return table::Lifts{.board = actor.seat, .square = given.square, .piece = given.piece};
    });
}

Body places(const Actor& actor, const Words& words) {
    return square_and_piece(words).map([&](const SquareAndPiece& given) -> InputBody {
        return table::Places{.board = actor.seat, .square = given.square, .piece = given.piece};
    });
}

Body unsure(const Actor& actor, const Words& words) {
    return square_and_piece(words).map([&](const SquareAndPiece& given) -> InputBody {
        return table::Unsure{.board = actor.seat, .square = given.square};
    });
}

Body shows(const Actor& actor, const Words& words) {
    const std::optional<chess::Reading> reading = chess::parse_placement(words.text());
    if (!reading) {
        return bad(
            fmt::format("\"{}\" is no placement", words.text()),
            "write a FEN placement; x stands for any piece"
        );
    }
    return table::Shows{.board = actor.seat, .reading = *reading};
}

Body button(const Actor& actor, const Words& words) {
    const auto which = table::parse_name<table::BoardButton>(words.at(0));
    if (!which) {
        return bad(
            fmt::format("\"{}\" is no button", words.at(0)), "write announce, repeat, time or draw"
        );
    }
    return only(words, 1, table::PressesButton{.board = actor.seat, .button = *which});
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

std::optional<chess::SquareSet> file_or_rank(std::string_view word) {
    chess::SquareSet squares;
    for (unsigned other = 0; word.size() == 1 && other < 8; ++other) {
        const char file = word[0] >= 'a' ? word[0] : static_cast<char>('a' + other);
        const char rank = word[0] >= 'a' ? static_cast<char>('1' + other) : word[0];
        if (const auto square = chess::parse_square(std::string{file, rank})) {
            squares.insert(*square);
        }
    }
    return squares.empty() ? std::nullopt : std::optional{squares};
}

// "diagonal" and "around", from a square.
std::optional<chess::SquareSet> squares_by(std::string_view what, chess::Square from) {
    const bool is_diagonal = what == "diagonal";
    if (!is_diagonal && what != "around") {
        return std::nullopt;
    }
    chess::SquareSet squares;
    for (unsigned index = 0; index < 64; ++index) {
        const auto to = chess::Square::from_index(index);
        const int files = std::abs(static_cast<int>(to.file()) - static_cast<int>(from.file()));
        const int ranks = std::abs(static_cast<int>(to.rank()) - static_cast<int>(from.rank()));
        if (is_diagonal ? files == ranks : files <= 1 && ranks <= 1) {
            squares.insert(to);
        }
    }
    return squares;
}

std::optional<table::Question> question_of(std::string name) {
    std::ranges::replace(name, '-', '_');
    return table::parse_name<table::Question>(name);
}

// The words after the question's name: true if they are there when they must be.
bool read_question(table::Asks& asks, const Words& words) {
    const std::string what = words.at(1);
    switch (asks.question) {
    case table::Question::square:
        asks.square = chess::parse_square(what);
        return asks.square.has_value() && words.list.size() == 2;
    case table::Question::squares:
        asks.square = chess::parse_square(words.at(2));
        asks.squares = asks.square ? squares_by(what, *asks.square) : file_or_rank(what);
        return asks.squares && words.list.size() == (asks.square ? 3U : 2U);
    case table::Question::pieces: {
        const auto piece = what.size() == 1 ? chess::parse_piece(what[0]) : std::nullopt;
        asks.piece = piece ? std::optional{piece->role} : std::nullopt;
        return asks.piece.has_value() && words.list.size() == 2;
    }
    case table::Question::score:
        asks.number = terminal::parse_number(what);
        return words.list.size() == 1 || (asks.number && words.list.size() == 2);
    case table::Question::time:
    case table::Question::opponent_time:
    case table::Question::both:
    case table::Question::moves:
    case table::Question::last:
    case table::Question::position:
    case table::Question::repeat:
    case table::Question::opponent:
    case table::Question::running:
    case table::Question::period:
    case table::Question::evidence:
    case table::Question::agenda:
        return words.list.size() == 1;
    }
    return false;
}

} // namespace

Body asks(const Actor& actor, const Words& words) {
    const auto question = question_of(words.at(0));
    table::Asks asked{.seat = actor.seat};
    asked.question = question.value_or(table::Question::last);
    if (!question || !read_question(asked, words)) {
        return bad(
            fmt::format("\"{}\" is no question", words.text()),
            "write time, opponent-time, both, moves, running, period, last, repeat, opponent, "
            "score, score 12, "
            "square e4, squares e, squares 4, squares diagonal e4, squares around e4, pieces N, "
            "position, evidence or agenda"
        );
    }
    return asked;
}

namespace {

Body requests(const Actor& actor, const Words& words) {
    const auto alarms = table::parse_name<table::Alarms>(words.at(1));
    if (words.at(0) != "alarms" || !alarms) {
        return bad(
            fmt::format("\"{}\" is no standing request", words.text()),
            "write requests alarms words, tones or none"
        );
    }
    return only(words, 2, table::RequestsAlarms{.seat = actor.seat, .alarms = *alarms});
}

Body claims(const Actor& actor, const Words& words) {
    const auto kind = table::parse_name<table::ClaimKind>(words.at(0));
    if (!kind || (words.list.size() > 1 && (words.at(1) != "with" || words.list.size() == 2))) {
        return bad(
            fmt::format("\"{}\" is no claim", words.text()),
            "write threefold, fifty, flag, illegal, touch, quickplay or extra_time, and with MOVE "
            "after it "
            "where a move is intended"
        );
    }
    table::Claims claim{.seat = actor.seat, .kind = *kind, .with = {}};
    if (words.list.size() > 2) {
        claim.with = table::HeardMove{.text = terminal::join_words(words.list, 2), .said = {}};
    }
    return claim;
}

Body writes(const Actor& actor, const Words& words) {
    const std::optional<unsigned> ply = terminal::parse_number(words.at(0));
    const auto kind = table::parse_name<table::ScoreKind>(words.at(1));
    const std::size_t move = kind ? 2 : 1;
    if (!ply || words.list.size() <= move) {
        return bad(
            fmt::format("\"{}\" is no entry of a scoresheet", words.text()),
            "write the ply and the move: writes 1 e4, or writes 1 braille e4"
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
    if (words.list.empty()) {
        return input;
    }
    const auto key = table::parse_name<table::RecordingKey>(words.at(0));
    if (!key) {
        return bad(
            fmt::format("\"records {}\" is unknown", words.text()),
            "write records, records repetition or records off"
        );
    }
    input.key = *key;
    return only(words, 1, input);
}

// What the recorder reports, for a script: "low 0:16:00" is how much more can be recorded.
template <table::RecordingNews news>
Body recorder(const Actor& /*actor*/, const Words& words) {
    table::RecordingReported input{.news = news, .file = {}, .speaker = {}, .ply = {}};
    const bool names_device = news == table::RecordingNews::microphone_missing ||
        (news == table::RecordingNews::microphone_back && !words.list.empty());
    if (names_device) {
        input.device = words.text();
        return input;
    }
    if (news != table::RecordingNews::disk_low) {
        return only(words, 0, input);
    }
    const auto time = terminal::parse_clock_time(words.at(0));
    if (!time) {
        return bad("how much can be recorded is missing", "write recorder low 0:16:00");
    }
    input.to = *time;
    return only(words, 1, input);
}

// "hears white 3": that player's voice was recorded for that ply.
Body recorder_hears(const Actor& /*actor*/, const Words& words) {
    const auto speaker = parse_color(words.at(0));
    const auto ply = terminal::parse_number(words.at(1));
    if (!speaker || !ply) {
        return bad(
            fmt::format("\"hears {}\" names no player and ply", words.text()),
            "write recorder hears white 3"
        );
    }
    return only(
        words,
        2,
        table::RecordingReported{
            .news = table::RecordingNews::spoken, .file = {}, .speaker = *speaker, .ply = *ply}
    );
}

// With or without the name (8.7).
Body signs(const Actor& actor, const Words& words) {
    table::Signs input{.seat = actor.seat, .name = {}};
    if (!words.list.empty()) {
        input.name = words.text();
    }
    return input;
}

Body offers(const Actor& actor, const Words& words) {
    if (words.text() != "draw") {
        return bad(fmt::format("\"offers {}\" is unknown", words.text()), "write offers draw");
    }
    return table::Draws{.seat = actor.seat, .act = table::DrawAct::offer};
}

// Arbiter's acts that two players may agree on.
template <class Act>
bool take_act(const InputBody& body, table::AgreedAct& act) {
    const auto* found = std::get_if<Act>(&body);
    if (found != nullptr) {
        act = *found;
    }
    return found != nullptr;
}

// "proposes takeback", "proposes restores ply 4", "proposes adds black 2:00"
Body proposes(const Actor& actor, const Words& words) {
    table::Suggests input{.seat = actor.seat, .act = table::TakesBack{}};
    if (words.text() == "takeback") {
        return input;
    }
    const auto verb = std::ranges::find(arbiter_verbs(), words.at(0), &Verb::name);
    if (verb != arbiter_verbs().end()) {
        Words rest{words.list};
        rest.list.erase(rest.list.begin());
        const Body body = verb->read(actor, rest);
        if (!body) {
            return body;
        }
        const bool taken = take_act<table::Arbiter>(*body, input.act) ||
            take_act<table::ArbiterSets>(*body, input.act) ||
            take_act<table::ArbiterSetsMoves>(*body, input.act) ||
            take_act<table::ArbiterAdds>(*body, input.act) ||
            take_act<table::ArbiterRulesIllegal>(*body, input.act) ||
            take_act<table::ArbiterRestores>(*body, input.act) ||
            take_act<table::ArbiterEnds>(*body, input.act);
        if (taken) {
            return input;
        }
    }
    return bad(
        fmt::format("\"{}\" is nothing to agree on", words.text()),
        "write proposes takeback, or what an arbiter would do, such as: proposes adds black 2:00"
    );
}

} // namespace

// "answers empty", "answers N"
Result<std::optional<chess::Piece>, Error> answered_piece(const Words& words) {
    const std::string word = words.text();
    const auto piece = word.size() == 1 ? chess::parse_piece(word[0]) : std::nullopt;
    if (!piece && word != "empty") {
        return bad(
            fmt::format("\"{}\" is no piece", word),
            "write one letter, upper case for White, or empty"
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

Body rejects(const Actor& actor, const Words& words) {
    if (words.text() != "proposal") {
        return bad(
            fmt::format("\"rejects {}\" is unknown", words.text()), "write rejects proposal"
        );
    }
    return table::AnswersProposal{.seat = actor.seat, .accepts = false};
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
    if (draw_act == table::DrawAct::accept && words.text() == "proposal") {
        return table::AnswersProposal{.seat = actor.seat, .accepts = true};
    }
    return only(words, 0, table::Draws{.seat = actor.seat, .act = draw_act});
}

template <bool open>
Body adjusts(const Actor& actor, const Words& words) {
    return only(words, 0, table::Adjusts{.seat = actor.seat, .open = open});
}

// "flutters e4", "flutters lever"; "steady e4 1200": so much came of it meanwhile.
template <table::BoardReport report>
Body flutters(const Actor& actor, const Words& words) {
    table::BoardReports input{.board = actor.seat, .report = report};
    const std::string what = words.at(0);
    input.square = chess::parse_square(what);
    input.part = table::parse_name<table::BoardPart>(what);
    if (!input.square && !input.part) {
        return bad(
            fmt::format("\"{}\" is nothing of a board", what),
            "write a square, lever, buttons or board"
        );
    }
    if (report == table::BoardReport::steady) {
        input.count = terminal::parse_number(words.at(1));
        return only(words, 2, input);
    }
    return only(words, 1, input);
}

template <table::BoardReport report>
Body reports(const Actor& actor, const Words& words) {
    return only(words, 0, table::BoardReports{.board = actor.seat, .report = report});
}

// "white 1:29:58 black 1:30:00 flag running white", "gone"
Body clock_display(const Actor& actor, const Words& words) {
    table::ClockShows shows;
    shows.board = actor.seat;
    if (words.text() == "gone") {
        shows.is_there = false;
        return shows;
    }
    const auto misread = [&] {
        return bad(
            fmt::format("\"{}\" is no display of a clock", words.text()),
            "write white 1:29:58 black 1:30:00, flag after a time, and running white or black"
        );
    };
    std::size_t seen = 0;
    for (std::size_t i = 0; i + 1 < words.list.size(); i += 2) {
        const std::optional<chess::Color> side = parse_color(words.list[i]);
        const auto time = terminal::parse_clock_time(words.list[i + 1]);
        const std::optional<chess::Color> runs = parse_color(words.list[i + 1]);
        if (words.list[i] == "running" && (runs || words.list[i + 1] == "nobody")) {
            shows.running = runs;
        } else if (side && time) {
            (*side == chess::Color::white ? shows.white : shows.black) = *time;
            const bool is_down = i + 2 < words.list.size() && words.list[i + 2] == "flag";
            (*side == chess::Color::white ? shows.is_white_down : shows.is_black_down) = is_down;
            i += is_down ? 1 : 0;
            ++seen;
        } else {
            return misread();
        }
    }
    return seen == 2 ? Body{shows} : misread();
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

constexpr std::array list_of_board_verbs{
    Verb{"lifts", lifts},
    Verb{"places", places},
    Verb{"unsure", unsure},
    Verb{"button", button},
    Verb{"shows", shows},
    Verb{"lost", reports<table::BoardReport::lost>},
    Verb{"back", reports<table::BoardReport::back>},
    Verb{"turned", reports<table::BoardReport::turned>},
    Verb{"clock", clock_display},
    Verb{"flutters", flutters<table::BoardReport::flutters>},
    Verb{"steady", flutters<table::BoardReport::steady>},
};

constexpr std::array list_of_clock_verbs{Verb{"presses", presses}};

constexpr std::array list_of_recorder_verbs{
    Verb{"begins", recorder<table::RecordingNews::began>},
    Verb{"begins-continuous", recorder<table::RecordingNews::began_continuous>},
    Verb{"hears", recorder_hears},
    Verb{"low", recorder<table::RecordingNews::disk_low>},
    Verb{"loses", recorder<table::RecordingNews::samples_lost>},
    Verb{"full", recorder<table::RecordingNews::stopped>},
    Verb{"gone", recorder<table::RecordingNews::microphone_gone>},
    Verb{"back", recorder<table::RecordingNews::microphone_back>},
    Verb{"misses", recorder<table::RecordingNews::microphone_missing>},
};

} // namespace

std::span<const Verb> player_verbs() {
    return list_of_player_verbs;
}

std::span<const Verb> board_verbs() {
    return list_of_board_verbs;
}

std::span<const Verb> clock_verbs() {
    return list_of_clock_verbs;
}

std::span<const Verb> recorder_verbs() {
    return list_of_recorder_verbs;
}

} // namespace ansage::acts
