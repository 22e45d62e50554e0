// The verbs of table scripts.
#include "app/cli/text.hpp"
#include "app/script/script.hpp"
#include "base/overloaded.hpp"
#include "table/names.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::Color;
using table::InputBody;
using table::Performer;

namespace {

using Body = Result<InputBody, Error>;

tl::unexpected<Error> bad(std::string what, std::string mend) {
    return tl::unexpected(Error{.what = std::move(what), .where = {}, .mend = std::move(mend)});
}

struct Actor {
    Color seat = Color::white;
    Performer performer = Performer::player;
    bool for_either = false;
};

// The words after the verb.
struct Words {
    std::vector<std::string> list;

    [[nodiscard]] std::string text() const { return join_words(list, 0); }

    [[nodiscard]] std::string at(std::size_t index) const {
        return index < list.size() ? list[index] : std::string{};
    }
};

// The verb takes `count` words; the rest of the line is a mistake rather than a comment.
Body only(const Words& words, std::size_t count, InputBody body) {
    if (words.list.size() > count) {
        return bad(
            fmt::format("\"{}\" is too much", join_words(words.list, count)),
            "end the line before it"
        );
    }
    return body;
}

std::optional<Color> parse_color(std::string_view word) {
    return table::parse_name<Color>(word);
}

Result<table::HeardMove, Error> spoken(const Words& words) {
    if (words.list.empty()) {
        return bad(
            "the words of the move are missing",
            "write them after the verb, such as: announces Eva zwei Eva vier"
        );
    }
    return table::HeardMove{.text = words.text(), .said = {}};
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
    return spoken(words).map([&](table::HeardMove move) -> InputBody {
        return table::Announces{.seat = actor.seat, .by = actor.performer, .move = std::move(move)};
    });
}

Body repeats(const Actor& actor, const Words& words) {
    return spoken(words).map([&](table::HeardMove move) -> InputBody {
        return table::Repeats{.seat = actor.seat, .by = actor.performer, .move = std::move(move)};
    });
}

Body corrects(const Actor& actor, const Words& words) {
    return spoken(words).map([&](table::HeardMove move) -> InputBody {
        return table::Corrects{.seat = actor.seat, .move = std::move(move)};
    });
}

Body executes(const Actor& actor, const Words& words) {
    return spoken(words).map([&](table::HeardMove move) -> InputBody {
        return table::Executes{.seat = actor.seat, .move = std::move(move)};
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
        asks.squares = file_or_rank(what);
        return asks.squares.has_value() && words.list.size() == 2;
    case table::Question::pieces: {
        const auto piece = what.size() == 1 ? chess::parse_piece(what[0]) : std::nullopt;
        asks.piece = piece ? std::optional{piece->role} : std::nullopt;
        return asks.piece.has_value() && words.list.size() == 2;
    }
    case table::Question::score:
        asks.number = parse_number(what);
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
        return words.list.size() == 1;
    }
    return false;
}

Body asks(const Actor& actor, const Words& words) {
    const auto question = question_of(words.at(0));
    table::Asks asked{.seat = actor.seat};
    asked.question = question.value_or(table::Question::last);
    if (!question || !read_question(asked, words)) {
        return bad(
            fmt::format("\"{}\" is no question", words.text()),
            "write time, opponent-time, both, moves, running, period, last, repeat, opponent, "
            "score, score 12, "
            "square e4, squares e, squares 4, pieces N or position"
        );
    }
    return asked;
}

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
            "write threefold, fifty, flag, illegal, touch or quickplay, and with MOVE after it "
            "where a move is intended"
        );
    }
    table::Claims claim{.seat = actor.seat, .kind = *kind, .with = {}};
    if (words.list.size() > 2) {
        claim.with = table::HeardMove{.text = join_words(words.list, 2), .said = {}};
    }
    return claim;
}

Body writes(const Actor& actor, const Words& words) {
    const std::optional<unsigned> ply = parse_number(words.at(0));
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
        .move = {.text = join_words(words.list, move), .said = {}},
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
    if (news != table::RecordingNews::disk_low) {
        return only(words, 0, input);
    }
    const auto time = parse_clock_time(words.at(0));
    if (!time) {
        return bad("how much can be recorded is missing", "write recorder low 0:16:00");
    }
    input.to = *time;
    return only(words, 1, input);
}

// "hears white 3": that player's voice was recorded for that ply.
Body recorder_hears(const Actor& /*actor*/, const Words& words) {
    const auto speaker = parse_color(words.at(0));
    const auto ply = parse_number(words.at(1));
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

template <table::BoardReport report>
Body reports(const Actor& actor, const Words& words) {
    return only(words, 0, table::BoardReports{.board = actor.seat, .report = report});
}

Body presses(const Actor& actor, const Words& words) {
    return plain<table::Presses>(actor, words).map([&](InputBody body) -> InputBody {
        std::get<table::Presses>(body).by = actor.performer;
        return body;
    });
}

// --- the arbiter
template <table::ArbiterAct act>
Body rules(const Actor& /*actor*/, const Words& words) {
    return only(words, 0, table::Arbiter{act});
}

Body sets_moves(Color color, const Words& words) {
    const std::optional<unsigned> moves = parse_number(words.at(2));
    if (!moves) {
        return bad(
            fmt::format("\"sets {}\" is no number of moves", words.text()),
            "write sets white moves 24"
        );
    }
    return only(words, 3, table::ArbiterSetsMoves{.color = color, .moves = *moves});
}

Body sets(const Actor& /*actor*/, const Words& words) {
    const auto color = parse_color(words.at(0));
    if (color && words.at(1) == "moves") {
        return sets_moves(*color, words);
    }
    const auto time = parse_clock_time(words.at(1));
    if (!color || !time) {
        return bad(
            fmt::format("\"sets {}\" is no time of a clock", words.text()),
            "write sets white 0:10:00, or sets white moves 24"
        );
    }
    return only(words, 2, table::ArbiterSets{.color = *color, .remaining = *time});
}

Body adds(const Actor& /*actor*/, const Words& words) {
    const auto color = parse_color(words.at(0));
    const auto time = parse_clock_time(words.at(1));
    if (!color || !time) {
        return bad(
            fmt::format("\"adds {}\" is no time for a clock", words.text()), "write adds black 2:00"
        );
    }
    return only(words, 2, table::ArbiterAdds{.color = *color, .time = *time});
}

Body warns(const Actor& /*actor*/, const Words& words) {
    const auto color = parse_color(words.at(0));
    if (!color) {
        return bad(fmt::format("\"warns {}\" names no player", words.text()), "write warns white");
    }
    return only(words, 1, table::ArbiterWarns{.color = *color});
}

Body decides(const Actor& /*actor*/, const Words& words) {
    using table::ArbiterAct;
    const std::string ruling = words.at(0);
    if (ruling == "illegal") {
        if (const auto color = parse_color(words.at(1))) {
            return only(words, 2, table::ArbiterRulesIllegal{.color = *color});
        }
    } else if (ruling == "correct") {
        return only(words, 1, table::Arbiter{ArbiterAct::rules_correct});
    } else if (ruling == "incorrect") {
        return only(words, 1, table::Arbiter{ArbiterAct::rules_incorrect});
    } else if (ruling == "stands") {
        return only(words, 1, table::Arbiter{ArbiterAct::rules_stands});
    }
    return bad(
        fmt::format("\"rules {}\" is no ruling", words.text()),
        "write rules correct, incorrect, stands or illegal white"
    );
}

Body restores(const Actor& /*actor*/, const Words& words) {
    const auto ply = parse_number(words.at(1));
    if (words.at(0) != "ply" || !ply) {
        return bad(
            fmt::format("\"restores {}\" names no ply", words.text()),
            "write restores ply 24; 0 is the start"
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
    if (words.text() != "proposal") {
        return bad(
            fmt::format("\"{}\" cannot be accepted or rejected", words.text()),
            "write accepts proposal, rejects proposal, or accepts alarms white"
        );
    }
    return table::Arbiter{act};
}

Body ends(const Actor& /*actor*/, const Words& words) {
    const auto score = laws::parse_score(words.at(0));
    if (!score || words.list.size() < 2) {
        return bad(
            fmt::format("\"ends {}\" is no result with a reason", words.text()),
            "write ends 1-0 REASON"
        );
    }
    return table::ArbiterEnds{.score = *score, .reason = join_words(words.list, 1)};
}

Body overrides(const Actor& /*actor*/, const Words& words) {
    if (words.list.size() < 2) {
        return bad("an override needs a clause and a reason", "write override D.2.11 REASON");
    }
    return table::ArbiterOverrides{.clause = words.at(0), .reason = join_words(words.list, 1)};
}

Body arbiter_asks(const Actor& actor, const Words& words) {
    return asks(actor, words).map([](InputBody body) -> InputBody {
        std::get<table::Asks>(body).by = table::ConsoleRole::arbiter;
        return body;
    });
}

using Reader = Body (*)(const Actor&, const Words&);

struct Verb {
    std::string_view name;
    Reader read;
};

constexpr std::array player_verbs{
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

constexpr std::array board_verbs{
    Verb{"lifts", lifts},
    Verb{"places", places},
    Verb{"unsure", unsure},
    Verb{"button", button},
    Verb{"shows", shows},
    Verb{"lost", reports<table::BoardReport::lost>},
    Verb{"back", reports<table::BoardReport::back>},
    Verb{"turned", reports<table::BoardReport::turned>},
};

constexpr std::array arbiter_verbs{
    Verb{"starts", rules<table::ArbiterAct::starts>},
    Verb{"pauses", rules<table::ArbiterAct::pauses>},
    Verb{"resumes", rules<table::ArbiterAct::resumes>},
    Verb{"adjourns", rules<table::ArbiterAct::adjourns>},
    Verb{"accepts", on_proposal<table::ArbiterAct::accepts_proposal>},
    Verb{"rejects", on_proposal<table::ArbiterAct::rejects_proposal>},
    Verb{"sets", sets},
    Verb{"adds", adds},
    Verb{"warns", warns},
    Verb{"rules", decides},
    Verb{"restores", restores},
    Verb{"ends", ends},
    Verb{"override", overrides},
    Verb{"asks", arbiter_asks},
};

Body read_verb(
    std::span<const Verb> verbs,
    const Actor& actor,
    const std::vector<std::string>& rest,
    std::string_view who
) {
    if (rest.empty()) {
        return bad(
            fmt::format("what {} does is missing", who), "see the verbs in docs/table-script.md"
        );
    }
    const auto verb = std::ranges::find(verbs, rest.front(), &Verb::name);
    if (verb == verbs.end()) {
        return bad(
            fmt::format("{} has no verb \"{}\"", who, rest.front()),
            "see the verbs in docs/table-script.md"
        );
    }
    return verb->read(actor, {{rest.begin() + 1, rest.end()}});
}

// "assistant", "assistant for white", "white-assistant". Takes its words off `words`.
std::optional<Actor> take_assistant(std::vector<std::string>& words) {
    const auto drop = [&](std::ptrdiff_t count) {
        words.erase(words.begin(), words.begin() + count);
    };
    if (words[0] == "white-assistant" || words[0] == "black-assistant") {
        const Color seat = words[0].starts_with("white") ? Color::white : Color::black;
        drop(1);
        return Actor{.seat = seat, .performer = Performer::assistant};
    }
    if (words[0] != "assistant") {
        return std::nullopt;
    }
    const std::optional<Color> seat =
        words.size() > 2 && words[1] == "for" ? parse_color(words[2]) : std::nullopt;
    drop(seat ? 3 : 1);
    return Actor{
        .seat = seat.value_or(Color::white),
        .performer = Performer::assistant,
        .for_either = !seat};
}

constexpr std::array clock_verbs{Verb{"presses", presses}};

constexpr std::array recorder_verbs{
    Verb{"begins", recorder<table::RecordingNews::began>},
    Verb{"begins-continuous", recorder<table::RecordingNews::began_continuous>},
    Verb{"hears", recorder_hears},
    Verb{"low", recorder<table::RecordingNews::disk_low>},
    Verb{"full", recorder<table::RecordingNews::stopped>},
    Verb{"gone", recorder<table::RecordingNews::microphone_gone>},
};

// "... because REASON": the arbiter's reason, of the decisions that keep one.
Body read_arbiter(const std::vector<std::string>& words, std::string_view who) {
    const auto because = std::ranges::find(words, "because");
    Body body = read_verb(arbiter_verbs, {}, {words.begin(), because}, who);
    if (!body || because == words.end()) {
        return because == words.end() ? body : read_verb(arbiter_verbs, {}, words, who);
    }
    const bool is_kept = std::visit(
        [&](auto& input) {
            constexpr bool has_reason = requires {
                input.reason.has_value();
            };
            if constexpr (has_reason) {
                input.reason = join_words({because + 1, words.end()}, 0);
            }
            return has_reason;
        },
        *body
    );
    return is_kept ? body : read_verb(arbiter_verbs, {}, words, who);
}

Body read_actor(std::vector<std::string>& words, bool& for_either) {
    const std::string who = words[0];
    if (const std::optional<Actor> assistant = take_assistant(words)) {
        for_either = assistant->for_either;
        return read_verb(player_verbs, *assistant, words, who);
    }
    words.erase(words.begin());
    if (const std::optional<Color> color = parse_color(who)) {
        return read_verb(player_verbs, {.seat = *color}, words, who);
    }
    if (who == "white-board" || who == "black-board") {
        return read_verb(
            board_verbs, {.seat = who == "white-board" ? Color::white : Color::black}, words, who
        );
    }
    if (who == "clock") { // whichever side runs
        for_either = true;
        return read_verb(clock_verbs, {}, words, who);
    }
    if (who == "recorder") {
        return read_verb(recorder_verbs, {}, words, who);
    }
    if (who == "arbiter") {
        return read_arbiter(words, who);
    }
    return bad(
        fmt::format("\"{}\" is nobody at the table", who),
        "write white, black, assistant, white-assistant, black-assistant, white-board, "
        "black-board, recorder, arbiter or passes"
    );
}

} // namespace

Result<Act, Error> parse_act(std::string_view text) {
    std::vector<std::string> words = split_words(text);
    if (words.empty()) {
        return bad("nothing happens on this line", "write who does what, or passes");
    }
    if (words.size() == 1 && words[0] == "passes") {
        return Act{};
    }
    Act act;
    Body body = read_actor(words, act.for_either);
    if (!body) {
        return tl::unexpected(body.error());
    }
    act.body = std::move(*body);
    return act;
}

InputBody input_of(const Act& act, const table::State& state) {
    InputBody body = *act.body;
    if (!act.for_either) {
        return body;
    }
    const Color mover = state.to_move();
    std::visit(
        base::Overloaded{
            [&](table::Announces& input) { input.seat = mover; },
            [&](table::Corrects& input) { input.seat = mover; },
            [&](table::Presses& input) {
                // The first press starts the clock of the player who is to move (6.6).
                const bool begins = state.phase == table::Phase::not_started;
                input.seat = state.clocks.running().value_or(begins ? !mover : mover);
            },
            [&](table::Records& input) { // for whom the assistant keeps score (D.2.10.3)
                const bool is_black = state.seat(Color::black).assistant_duties.contains(3);
                input.seat = is_black ? Color::black : Color::white;
            },
            [&](table::Repeats& input) {
                const table::Ply* open = state.open_ply();
                const bool open_is_announced =
                    open != nullptr && open->newest(table::Witness::announcement) != nullptr;
                input.seat = open_is_announced ? !mover : mover;
            },
            [](auto&) {},
        },
        body
    );
    return body;
}

} // namespace ansage::app
