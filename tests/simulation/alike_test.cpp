// SPDX-License-Identifier: GPL-3.0-or-later
// First principles 3, 4 and 12, by generation: pairs of tables that differ only in what a player
// may not know (tests/data/alike/moves.txt), handled in every way (ways.txt) at every kind of seat
// (seats.txt), spoken and typed. Whatever leaves the program for a player, an assistant, a
// spectator, the room, a display or a face of the clocks is equal in words and order and to the
// millisecond.
//
// In a tournament that holds for the whole game; the arbiter learns at the press. In club and
// training the players are told what an arbiter would be told (principle 9), so that there it holds
// until the press, but for what may be asked there: training tells what stands where and club the
// board, which are not asked here.
#include "acts/script.hpp"
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "consoles/view.hpp"
#include "session/braille_console.hpp"
#include "session/clock_face.hpp"
#include "session/participants.hpp"
#include "session/script_participant.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/model/event_words.hpp"
#include "table/model/input_parts.hpp"
#include "table/model/names.hpp"
#include "telling/silence.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <map>

namespace ansage::session {
namespace {

using chess::Color;
using table::ConsoleRole;
using Words = std::vector<std::string>;

Words split_at(const std::string& text, const std::string& between) {
    Words parts;
    std::size_t begin = 0;
    for (auto end = text.find(between); end != text.npos; end = text.find(between, begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + between.size();
    }
    parts.push_back(text.substr(begin));
    return parts;
}

// The blocks of a file, each begun by a line with that key; and the lines of a block by their keys.
using Lines = std::vector<std::pair<std::string, std::string>>;

std::vector<Lines> blocks_of(const std::string& file, const std::string& key) {
    std::vector<Lines> blocks;
    std::ifstream stream{tests::root() + "/tests/data/alike/" + file};
    for (std::string line; std::getline(stream, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::size_t blank = line.find(' ');
        const std::string first = line.substr(0, blank);
        if (first == key) blocks.emplace_back();
        blocks.back().emplace_back(first, blank == line.npos ? "" : line.substr(blank + 1));
    }
    return blocks;
}

struct Ply {
    Words hands; // "lifts e3"
    std::string words;
};

struct Contrast {
    std::string name;
    std::array<std::string, 2> positions;
    std::vector<Ply> before;
    Ply move;
    std::string short_words;
    Ply reply;
};

Contrast contrast_of(const Lines& lines) {
    Contrast contrast;
    for (const auto& [key, text] : lines) {
        if (key == "move") contrast.name = text;
        if (key == "one") contrast.positions[0] = text;
        if (key == "other") contrast.positions[1] = text;
        if (key == "full") contrast.move.words = text;
        if (key == "short") contrast.short_words = text;
        if (key == "reply") contrast.reply.words = text;
        if (key == "hands") contrast.move.hands = split_at(text, ", ");
        if (key == "answer") contrast.reply.hands = split_at(text, ", ");
        if (key == "before") {
            const Words parts = split_at(text, ": ");
            contrast.before.push_back({split_at(parts[0], ", "), parts[1]});
        }
    }
    return contrast;
}

std::vector<Contrast> contrasts() {
    std::vector<Contrast> all;
    for (const Lines& lines : blocks_of("moves.txt", "move")) all.push_back(contrast_of(lines));
    return all;
}

std::vector<std::array<std::string, 2>> seats() {
    std::vector<std::array<std::string, 2>> all;
    std::ifstream stream{tests::root() + "/tests/data/alike/seats.txt"};
    for (std::string line; std::getline(stream, line);) {
        if (line.front() == '#') continue;
        const Words both = split_at(line, " | ");
        all.push_back({both[0], both[1]});
    }
    return all;
}

// One table of a pair, as a script.
class Writer {
public:
    Writer(const Contrast& contrast, const std::array<std::string, 2>& seats, std::size_t which)
        : contrast_(contrast),
          seats_(seats),
          mover_(contrast.before.size() % 2 == 0 ? "white" : "black"),
          opponent_(mover_ == "white" ? "black" : "white") {
        text_ = fmt::format(
            "@{} {}\n@{} {}\n@start {}\n",
            mover_,
            seats[0],
            opponent_,
            seats[1],
            contrast.positions.at(which)
        );
    }

    std::string script(const Lines& way, table::Mode mode) {
        text_ += fmt::format("@mode {}\n\n", table::to_string(mode));
        add("arbiter starts");
        std::string player = "white";
        for (const Ply& ply : contrast_.before) {
            const std::string other = player == "white" ? "black" : "white";
            play_before(ply, player, other);
            player = other;
        }
        for (const auto& [actor, act] : way)
            if (actor != "way") add_act(actor, act);
        at_ += 4000;
        add("passes");
        return text_;
    }

private:
    void add(const std::string& act) {
        text_ +=
            fmt::format("{}:{:02}.{:03}  {}\n", at_ / 60'000, at_ / 1000 % 60, at_ % 1000, act);
        at_ += 1000;
    }

    [[nodiscard]] bool has_sensors(const std::string& player) const {
        return seats_[player == mover_ ? 0 : 1].find(" none") == std::string::npos;
    }

    void handle(const std::string& player, const Words& hands) {
        const bool is_identity =
            seats_[player == mover_ ? 0 : 1].find("identity") != std::string::npos;
        if (!has_sensors(player)) return;
        for (const std::string& hand : hands) {
            const Words words = terminal::split_words(hand);
            add(fmt::format(
                "{} {} {}{}",
                player,
                words[0],
                words[1],
                is_identity && words.size() > 2 ? ' ' + words[2] : ""
            ));
            at_ -= 500;
        }
        at_ += 1000;
    }

    void play_before(const Ply& ply, const std::string& player, const std::string& other) {
        handle(player, ply.hands);
        add(player + " announces " + ply.words);
        add(player + " presses");
        handle(other, ply.hands);
    }

    void add_act(const std::string& actor, const std::string& act) {
        const std::string player = actor == "M" ? mover_ : actor == "O" ? opponent_ : actor;
        if (act == "hands") {
            if (actor == "M") handle(player, contrast_.move.hands);
            else handle(player, contrast_.move.hands), handle(player, contrast_.reply.hands);
        } else if (act == "asks all") {
            for (const std::string_view question :
                 {"time",
                  "opponent-time",
                  "both",
                  "moves",
                  "last",
                  "score",
                  "square h6",
                  "position",
                  "running",
                  "period",
                  "repeat",
                  "opponent",
                  "pieces K",
                  "squares h",
                  "since",
                  "since 0:00:05",
                  "agenda"})
                if (!tells_board(question)) add(fmt::format("{} asks {}", player, question));
        } else {
            const bool is_button = act.starts_with("button");
            if (!is_button || has_sensors(player)) add(player + ' ' + filled(act));
        }
    }

    // What somebody may ask of the board there tells the position, which is no secret of the move.
    [[nodiscard]] bool tells_board(std::string_view question) const {
        const bool is_of_board = question.starts_with("squares") || question == "position" ||
            question.starts_with("pieces") || question.starts_with("square ");
        return is_of_board &&
            (text_.find("squares=yes") != text_.npos || text_.find("@mode tournament") == text_.npos
            );
    }

    [[nodiscard]] std::string filled(std::string act) const {
        const std::array<std::pair<std::string, std::string>, 5> words{
            {{"MOVE", contrast_.move.words},
             {"SHORT", contrast_.short_words},
             {"REPLY", contrast_.reply.words},
             {"PLY", std::to_string(contrast_.before.size() + 1)},
             {"sets M", "sets " + mover_}}};
        for (const auto& [name, text] : words)
            if (const auto at = act.find(name); at != act.npos) act.replace(at, name.size(), text);
        return act;
    }

    const Contrast& contrast_;
    const std::array<std::string, 2>& seats_;
    std::string mover_;
    std::string opponent_;
    std::string text_;
    long at_ = 0;
};

// Everything that leaves a table, as it leaves.
struct Noticed {
    Words players; // ... and everybody else but the arbiter
    Words arbiter;
    // How many of these before the press, or a claim.
    std::optional<std::size_t> players_before;
    std::optional<std::size_t> arbiter_before;
};

constexpr std::array public_roles{
    ConsoleRole::white, ConsoleRole::black, ConsoleRole::assistant, ConsoleRole::spectator};
constexpr std::array braille_owners{
    table::Audience::ear_white, table::Audience::ear_black, table::Audience::assistant};

std::optional<ConsoleRole> asker_of(const table::InputBody& input) {
    return std::visit(
        [](const auto& body) -> std::optional<ConsoleRole> {
            if constexpr (requires { body.console; }) return body.console;
            if constexpr (requires { Color{body.seat}; }) {
                return body.seat == Color::white ? ConsoleRole::white : ConsoleRole::black;
            } else return std::nullopt;
        },
        input
    );
}

bool asks_for_the_end(const table::InputBody& input) {
    const auto* const draws = std::get_if<table::Draws>(&input);
    return std::holds_alternative<table::Claims>(input) ||
        std::holds_alternative<table::Pauses>(input) ||
        std::holds_alternative<table::Resigns>(input) ||
        (draws != nullptr && draws->act == table::DrawAct::accept);
}

// A player repeats, or his board is handled: what his opponent did may be told to both.
bool shows(const table::InputBody& input) {
    return std::holds_alternative<table::Repeats>(input) ||
        std::holds_alternative<table::Executes>(input) ||
        std::holds_alternative<table::Lifts>(input) ||
        std::holds_alternative<table::Places>(input) || std::holds_alternative<table::Shows>(input);
}

class Noticing final : public Participant {
public:
    Noticing(consoles::ConsoleView view, std::size_t presses_before, Noticed& noticed)
        : view_(std::move(view)),
          presses_before_(presses_before),
          noticed_(noticed) {}

    void note(const Happened& happened) override {
        if (std::holds_alternative<table::UtteranceReported>(happened.input)) return;
        const bool presses =
            std::holds_alternative<table::Presses>(happened.input) && presses_++ == presses_before_;
        // A claim is answered when it is made: to the arbiter, or where there is none to both. What
        // ended the game on the board is told when the clock is stopped or a player gives up, and
        // where no arbiter is, when the opponent has shown that he knows the move (5.1.1).
        const bool is_due =
            presses || asks_for_the_end(happened.input) || is_shown_by_opponent(happened);
        if (is_due && !noticed_.players_before) {
            noticed_.players_before = noticed_.players.size();
            noticed_.arbiter_before = noticed_.arbiter.size();
        }
        for (const table::Event& event : happened.events) note(event, happened);
        note_reply(happened);
        note_faces(happened);
    }

private:
    [[nodiscard]] bool is_shown_by_opponent(const Happened& happened) const {
        const table::State& state = happened.after;
        const Color first = state.positions.front().turn();
        const Color mover = presses_before_ % 2 == 0 ? first : !first;
        return state.setup->mode != table::Mode::tournament && presses_ == presses_before_ &&
            shows(happened.input) && table::acting_seat(happened.input) == !mover;
    }

    void note(const table::Event& event, const Happened& happened) {
        const auto at = event.at.since_open.count();
        const auto asker = asker_of(happened.input);
        for (const ConsoleRole role : public_roles) {
            const consoles::Viewer viewer{.role = role, .has_asked = asker == role};
            if (const auto line = view_.line(event, happened.after, viewer)) {
                noticed_.players.push_back(fmt::format(
                    "{} {} {} {} {}",
                    at,
                    table::to_string(role),
                    line->outcome.kind,
                    line->outcome.fields,
                    line->text
                ));
            }
        }
        for (const table::Audience owner : braille_owners) {
            if (const auto line = braille_line(event, happened.after, owner)) {
                noticed_.players.push_back(
                    fmt::format("{} braille {} {}", at, table::to_string(owner), *line)
                );
            }
        }
        note_said(event, at);
        if (const auto line = view_.line(event, happened.after, {.role = ConsoleRole::arbiter}))
            noticed_.arbiter.push_back(fmt::format("{} {}", at, line->text));
    }

    // What a console answers to a line besides: that it was taken down, or that it changed nothing.
    void note_reply(const Happened& happened) {
        const auto asker = asker_of(happened.input);
        if (!asker) return;
        bool is_done = false;
        bool is_shown = false;
        for (const table::Event& event : happened.events) {
            if (std::holds_alternative<table::Refused>(event.body)) return;
            is_done = is_done || telling::changes_something(event);
            const consoles::Viewer viewer{.role = *asker, .has_asked = true};
            is_shown = is_shown || view_.line(event, happened.after, viewer).has_value();
        }
        noticed_.players.push_back(fmt::format(
            "{} reply {}{}",
            happened.now.since_open.count(),
            is_shown ? "shown " : "",
            is_done ? "done" : telling::reason_of_silence(happened.input, happened.after)
        ));
    }

    void note_said(const table::Event& event, std::int64_t at) {
        const auto* const said = std::get_if<table::Said>(&event.body);
        if (said == nullptr || said->audience == table::Audience::arbiter) return;
        // A tone stands for a sentence by its id.
        noticed_.players.push_back(fmt::format(
            "{} said {} {} {} {} {}",
            at,
            table::to_string(said->audience),
            table::to_string(said->cause),
            table::to_string(said->priority),
            said->message.id,
            said->message.words
        ));
    }

    // The clocks that everybody sees, the levers' and the large display's; what a spectator, or a
    // page of the hall, is shown of the game.
    void note_faces(const Happened& happened) {
        // That time has passed is no news to anybody.
        const bool is_news = std::ranges::any_of(happened.events, [](const table::Event& event) {
            const auto* const testified = std::get_if<table::Testified>(&event.body);
            const bool is_announced = testified != nullptr &&
                testified->testimony.witness == table::Witness::announcement;
            return is_announced ||
                table::is_one_of<
                       table::ClockPressed,
                       table::ClockStarted,
                       table::ClockHalted,
                       table::ClockAdjusted,
                       table::MovesCounted,
                       table::Completed,
                       table::Restored,
                       table::FlagFell,
                       table::Ended,
                       table::Adjourned>(event.body);
        });
        if (!is_news) return;
        std::string face = to_text(face_of(happened.after, happened.now, base::Millis{0})) +
            view_.last_completed(happened.after) + view_.last_announced(happened.after) +
            fmt::format(", {} half-moves", table::completed_plies(happened.after).value());
        if (face == face_) return;
        face_ = face;
        noticed_.players.push_back(fmt::format("{} face {}", happened.now.since_open.count(), face)
        );
    }

    consoles::ConsoleView view_;
    std::size_t presses_before_;
    std::size_t presses_ = 0;
    Noticed& noticed_;
    std::string face_;
};

enum class Door : std::uint8_t { spoken, typed };

// As a person at his own console types it; false: nobody types that.
bool type(const acts::ScriptLine& line, Table& table) {
    const Words words = terminal::split_words(line.text);
    const auto role = table::parse_name<ConsoleRole>(words.at(1));
    if (!role || *role == ConsoleRole::arbiter) return false;
    const auto typed = acts::read_typed(terminal::join_words(words, 2), *role, table.state());
    const auto* const act = typed ? std::get_if<acts::TypedAct>(&*typed) : nullptr;
    return act != nullptr && table.submit(nullptr, act->body);
}

using Times = std::vector<std::chrono::steady_clock::duration>;

// How long a table takes for each act, from the act to the last that anybody notices of it.
Noticed
noticed_at(const std::string& text, const Contrast& contrast, Door door, Times* times = nullptr) {
    const auto script = acts::parse_script(text, contrast.name);
    INFO(text << (script ? "" : base::to_line(script.error())));
    REQUIRE(script);
    auto kit = acts::load_table(script->header, tests::share());
    REQUIRE(kit);
    std::vector<acts::LineOutcomes> outcomes(script->lines.size());
    Noticed noticed;
    std::vector<ParticipantPtr> seats;
    seats.push_back(make_listener_participant());
    seats.push_back(std::make_unique<Noticing>(
        consoles::ConsoleView{kit->words}, contrast.before.size(), noticed
    ));
    seats.push_back(make_script_participant(
        *script,
        [](const consoles::Decided& /*decided*/) { return std::vector<telling::Outcome>{}; },
        outcomes,
        [door, times](const acts::ScriptLine& line, Table& table) {
            const auto before = std::chrono::steady_clock::now();
            const bool is_done = (door == Door::typed && type(line, table)) ||
                table.submit(nullptr, acts::input_of(line.act, table.state()));
            if (times != nullptr) times->push_back(std::chrono::steady_clock::now() - before);
            return is_done;
        }
    ));
    Session session{{
        .shell = Shell{table::open_table(std::move(kit->setup)), std::move(kit->words), nullptr},
        .pacer = make_virtual_pacer({}),
        .participants = std::move(seats),
    }};
    REQUIRE(session.run());
    return noticed;
}

Words first_of(const Words& words, std::optional<std::size_t> count) {
    const std::size_t kept = std::min(words.size(), count.value_or(words.size()));
    return {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(kept)};
}

// Empty: they are equal.
std::string difference(const Words& one, const Words& other) {
    const auto [at, there] = std::ranges::mismatch(one, other);
    if (at == one.end() && there == other.end()) return {};
    return fmt::format(
        "after {}: {} / {}",
        at == one.begin() ? "nothing" : *std::prev(at),
        at == one.end() ? "nothing" : *at,
        there == other.end() ? "nothing" : *there
    );
}

struct Pairs {
    std::size_t tried = 0;
    std::size_t told_apart = 0; // by the arbiter's console, after the press
};

void compare(
    const Contrast& contrast,
    const Lines& way,
    const std::array<std::string, 2>& seats,
    table::Mode mode,
    Door door,
    Pairs& pairs
) {
    std::array<Noticed, 2> noticed;
    for (std::size_t which : {0U, 1U}) {
        Writer writer{contrast, seats, which};
        noticed[which] = noticed_at(writer.script(way, mode), contrast, door);
    }
    const auto& [one, other] = noticed;
    INFO(contrast.name << ", " << way.front().second << ", " << seats[0] << " | " << seats[1]);
    INFO(table::to_string(mode) << (door == Door::typed ? ", typed" : ", spoken"));
    const bool is_tournament = mode == table::Mode::tournament;
    CHECK(
        difference(
            first_of(one.players, is_tournament ? std::nullopt : one.players_before),
            first_of(other.players, is_tournament ? std::nullopt : other.players_before)
        ) == ""
    );
    CHECK(
        difference(
            first_of(one.arbiter, one.arbiter_before), first_of(other.arbiter, other.arbiter_before)
        ) == ""
    );
    CHECK(one.players.size() > 4);
    ++pairs.tried;
    pairs.told_apart += one.arbiter != other.arbiter ? 1U : 0U;
}

// Each move in each way, at so many of the seats and through each door, by turns.
Pairs compare_all(table::Mode mode, std::size_t seats_each) {
    const auto all_seats = seats();
    const auto ways = blocks_of("ways.txt", "way");
    Pairs pairs;
    std::size_t turn = 0;
    for (const Contrast& contrast : contrasts()) {
        for (const Lines& way : ways) {
            for (std::size_t i = 0; i < seats_each; ++i) {
                const Door door = turn % 3 == 0 ? Door::typed : Door::spoken;
                compare(contrast, way, all_seats[turn % all_seats.size()], mode, door, pairs);
                ++turn;
            }
        }
    }
    return pairs;
}

// So much of them is not longer.
std::chrono::steady_clock::duration quantile(Times times, std::size_t percent) {
    std::ranges::sort(times);
    return times.at((times.size() - 1) * percent / 100);
}

std::chrono::microseconds apart(const std::array<Times, 2>& times, std::size_t percent) {
    return std::chrono::abs(std::chrono::duration_cast<std::chrono::microseconds>(
        quantile(times[0], percent) - quantile(times[1], percent)
    ));
}

} // namespace

TEST_CASE("In a tournament nobody but the arbiter learns what is legal, mates or repeats") {
    const Pairs pairs = compare_all(table::Mode::tournament, 2);
    CHECK(pairs.tried >= 800);
    CHECK(pairs.told_apart >= 500);
}

TEST_CASE("In club and training nobody learns before the press what is legal, mates or repeats") {
    for (const table::Mode mode : {table::Mode::club, table::Mode::training}) {
        const Pairs pairs = compare_all(mode, 1);
        CHECK(pairs.tried >= 400);
    }
}

// Each act of fifty pairs, played a hundred times a side by turns.
TEST_CASE("Nobody learns it from how long a table takes", "[.long]") {
    using namespace std::chrono_literals;
    const auto all_seats = seats();
    const auto ways = blocks_of("ways.txt", "way");
    const auto all = contrasts();
    std::chrono::microseconds medians{0};
    std::chrono::microseconds nearly_all{0};
    for (std::size_t pair = 0; pair < 50; ++pair) {
        const Contrast& contrast = all[pair % all.size()];
        const auto& chairs = all_seats[pair % all_seats.size()];
        std::array<std::vector<Times>, 2> by_act;
        for (std::size_t play = 0; play < 200; ++play) {
            const std::size_t which = play % 2;
            Writer writer{contrast, chairs, which};
            const std::string text =
                writer.script(ways[pair % ways.size()], table::Mode::tournament);
            Times times;
            noticed_at(text, contrast, Door::typed, &times);
            by_act[which].resize(std::max(by_act[which].size(), times.size()));
            for (std::size_t act = 0; act < times.size(); ++act)
                by_act[which][act].push_back(times[act]);
        }
        REQUIRE(by_act[0].size() == by_act[1].size());
        for (std::size_t act = 0; act < by_act[0].size(); ++act) {
            const std::array<Times, 2> times{by_act[0][act], by_act[1][act]};
            INFO(contrast.name << ", act " << act);
            CHECK(apart(times, 50) <= 2ms);
            CHECK(apart(times, 95) <= 5ms);
            medians = std::max(medians, apart(times, 50));
            nearly_all = std::max(nearly_all, apart(times, 95));
        }
    }
    WARN(fmt::format(
        "medians at most {} microseconds apart, 95th percentiles {}",
        medians.count(),
        nearly_all.count()
    ));
}

TEST_CASE("Nobody learns it in any way at any seat", "[.long]") {
    for (const table::Mode mode :
         {table::Mode::tournament, table::Mode::club, table::Mode::training}) {
        const Pairs pairs = compare_all(mode, seats().size());
        CHECK(pairs.tried >= 6000);
    }
}

} // namespace ansage::session
