// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever asks without end is answered each time, and what the journal keeps of it is a count.
#include "acts/script.hpp"
#include "acts/table_setup.hpp"
#include "acts/typed.hpp"
#include "consoles/ear_log.hpp"
#include "journal/replay.hpp"
#include "session/participants.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"
#include "table/model/state.hpp"

#include <algorithm>
#include <filesystem>

namespace ansage::session {

namespace {

using base::Instant;
using base::Millis;
using namespace std::chrono_literals;
using table::ConsoleRole;

// What is typed at White's console; "act ..." is any act, as a script has it.
struct Typed {
    Instant at;
    std::string text;
};

struct Heard {
    std::string id;
    std::optional<unsigned> number;
    friend bool operator==(const Heard&, const Heard&) = default;
};

table::InputBody input_of(const std::string& text, const table::State& state) {
    constexpr std::string_view prefix = "act ";
    if (text.starts_with(prefix)) {
        const auto act = acts::parse_act(text.substr(prefix.size()));
        REQUIRE(act);
        return acts::input_of(*act, state);
    }
    if (text == "(spoken)") // the voice, of an answer that has no number of its own
        return table::UtteranceReported{.id = 0, .outcome = table::SpeechOutcome::finished};
    const auto read = acts::read_typed(text, ConsoleRole::white, state);
    if (!read) {
        return table::Replies{
            .console = ConsoleRole::white, .reply = table::Reply::not_understood, .topic = {}};
    }
    if (std::holds_alternative<acts::HelpWanted>(*read)) {
        return table::Replies{
            .console = ConsoleRole::white, .reply = table::Reply::help, .topic = "last"};
    }
    return std::get<acts::TypedAct>(*read).body;
}

class Typist final : public Participant {
public:
    Typist(std::vector<Typed> lines, std::vector<Heard>& heard)
        : lines_(std::move(lines)),
          heard_(heard) {}

    bool take_turn(Table& table) override {
        if (next_ == lines_.size()) {
            table.stop();
            return false;
        }
        if (lines_[next_].at > table.now()) return false;
        const std::string& text = lines_[next_++].text;
        REQUIRE(table.submit(this, input_of(text, table.state())));
        return true;
    }

    void note(const Happened& happened) override {
        for (const table::Event& event : happened.events) {
            const auto* said = std::get_if<table::Said>(&event.body);
            if (said != nullptr && said->audience == table::Audience::ear_white) {
                CHECK(!said->message.words.empty());
                heard_.push_back({said->message.id, said->message.arguments.count});
            }
        }
    }

    std::optional<Instant> next_deadline(Instant /*now*/) const override {
        return next_ == lines_.size() ? std::nullopt : std::optional{lines_[next_].at};
    }

private:
    std::vector<Typed> lines_;
    std::size_t next_ = 0;
    std::vector<Heard>& heard_;
};

// A table in virtual time, its journal and what White heard.
class Game {
public:
    explicit Game(std::vector<Typed> lines) {
        run(std::move(lines), table::open_table(kit_.setup));
    }

    // On with the game from its journal.
    void resume(std::vector<Typed> lines) {
        auto journal = journal::Journal::resume(file_, session_at(rows().back().at));
        REQUIRE(journal);
        auto state = journal::rebuild(*journal, kit_.setup);
        REQUIRE(state);
        const Instant begin = *journal->last_instant();
        run_on(*std::move(journal), std::move(lines), *std::move(state), begin);
    }

    [[nodiscard]] std::vector<table::Input> rows() const {
        auto journal = journal::Journal::open(file_);
        REQUIRE(journal);
        auto reader = journal->read();
        REQUIRE(reader);
        std::vector<table::Input> inputs;
        for (auto entry = reader->next(); entry && *entry; entry = reader->next()) {
            const bool is_counted = count_of((*entry)->input) > 0;
            CHECK((!is_counted || (*entry)->events.empty()));
            inputs.push_back((*entry)->input);
        }
        return inputs;
    }

    [[nodiscard]] static unsigned count_of(const table::Input& input) {
        const auto* asks = std::get_if<table::Asks>(&input.body);
        const auto* replies = std::get_if<table::Replies>(&input.body);
        return asks != nullptr   ? asks->count.value_or(0)
            : replies != nullptr ? replies->count.value_or(0)
                                 : 0;
    }

    // Questions in the journal: stored one by one, and counted.
    [[nodiscard]] unsigned stored() const {
        const auto all = rows();
        return static_cast<unsigned>(std::ranges::count_if(all, [](const table::Input& input) {
            const bool is_question = std::holds_alternative<table::Asks>(input.body) ||
                std::holds_alternative<table::Replies>(input.body) ||
                std::holds_alternative<table::PressesButton>(input.body);
            return is_question && count_of(input) == 0;
        }));
    }

    [[nodiscard]] unsigned counted() const {
        unsigned sum = 0;
        for (const table::Input& input : rows()) sum += count_of(input);
        return sum;
    }

    [[nodiscard]] bool is_verified() const {
        auto journal = journal::Journal::open(file_, journal::Extent::to_verify);
        REQUIRE(journal);
        const auto verified = journal::verify(*journal, kit_.setup);
        REQUIRE(verified);
        return !verified->difference;
    }

    [[nodiscard]] std::uintmax_t bytes() const { return std::filesystem::file_size(file_); }

    [[nodiscard]] const std::vector<Heard>& heard() const { return heard_; }

    [[nodiscard]] table::State opened() const { return table::open_table(kit_.setup); }

    [[nodiscard]] const telling::TableWords& words() const { return kit_.words; }

    [[nodiscard]] unsigned reviewed() const { return reviewed_; }

private:
    static acts::TableKit a_table() {
        auto header = acts::read_header(
            "@mode training\n@white impaired none\n@black impaired none\n", "header"
        );
        REQUIRE(header);
        auto kit = acts::load_table(*header, tests::share());
        REQUIRE(kit);
        return *std::move(kit);
    }

    static journal::Session session_at(Instant at) {
        return {
            .program = journal::program_with_rules("test"),
            .wall_clock = {},
            .boot_id = "boot",
            .at = at};
    }

    void run(std::vector<Typed> lines, table::State state) {
        auto journal =
            journal::Journal::create(file_, {.setup = "", .profiles = {}}, session_at({}));
        REQUIRE(journal);
        run_on(*std::move(journal), std::move(lines), std::move(state), {});
    }

    void
    run_on(journal::Journal journal, std::vector<Typed> lines, table::State state, Instant begin) {
        std::vector<ParticipantPtr> seats;
        seats.push_back(make_listener_participant());
        seats.push_back(std::make_unique<Typist>(std::move(lines), heard_));
        Session session{{
            .shell = Shell{std::move(state), kit_.words, &journal, begin},
            .journal = &journal,
            .pacer = make_virtual_pacer(begin),
            .participants = std::move(seats),
            .resumed = std::nullopt,
        }};
        REQUIRE(session.run());
        reviewed_ = session.state().reviewed.white.value();
    }

    tests::Folder folder_;
    std::string file_ = folder_ / "game.ansage";
    acts::TableKit kit_ = a_table();
    std::vector<Heard> heard_;
    unsigned reviewed_ = 0;
};

// Three lines a second, one after the other of `keys`.
std::vector<Typed> a_minute_of(const std::vector<std::string>& keys, Instant from = {}) {
    constexpr unsigned lines = 180;
    std::vector<Typed> typed;
    for (unsigned line = 0; line < lines; ++line)
        typed.push_back({from + line * Millis{333}, keys[line % keys.size()]});
    return typed;
}

// The game `moves` full moves in, all of it at the first instant.
std::vector<Typed> after_moves(std::vector<Typed> then) {
    std::vector<Typed> typed{{{}, "act arbiter starts"}};
    for (const auto* move :
         {"white e2e4", "black e7e5", "white g1f3", "black b8c6", "white f1b5", "black a7a6"}) {
        const std::string text{move};
        typed.push_back({{}, "act " + text.substr(0, 6) + "announces " + text.substr(6)});
        typed.push_back({{}, "act " + text.substr(0, 6) + "presses"});
    }
    typed.insert(typed.end(), then.begin(), then.end());
    return typed;
}

} // namespace

TEST_CASE("A key that is pressed for a minute is answered each time, in 10 KB", "[counted]") {
    const std::uintmax_t before = Game{{}}.bytes();
    const std::vector<std::string> all{
        "t", "c", "l", "k", "o", "m", "h", "b", "r", "p N", "s e4", "?", "xyz"};
    const auto keys =
        GENERATE_COPY(std::vector<std::string>{"t"}, std::vector<std::string>{"?"}, all);
    const Game game{a_minute_of(keys)};
    CAPTURE(keys.front(), before, game.bytes(), game.stored(), game.counted());
    CHECK(game.heard().size() == 180);
    CHECK(game.stored() + game.counted() == 180);
    CHECK(game.bytes() - before <= 10'000);
    CHECK(game.is_verified());
}

TEST_CASE("What people ask is stored one by one", "[counted]") {
    std::vector<Typed> typed;
    constexpr unsigned minutes = 60;
    for (unsigned question = 0; question < 6 * minutes; ++question)
        typed.push_back({Instant{} + question * Millis{10'000}, question % 2 == 0 ? "t" : "l"});
    const Game game{typed};
    CHECK(game.stored() == 6 * minutes);
    CHECK(game.counted() == 0);
    // In time trouble, all at once.
    CHECK(Game{{6, Typed{{}, "t"}}}.stored() == 6);
}

TEST_CASE("What was only counted is stored when the table closes", "[counted]") {
    std::vector<Typed> typed = a_minute_of({"t"});
    typed.resize(20);
    typed.push_back({typed.back().at, "(spoken)"});
    const Game game{typed};
    CHECK(game.stored() == 6);
    const table::Input last = game.rows().back();
    REQUIRE(Game::count_of(last) == 14);
    const auto& asks = std::get<table::Asks>(last.body);
    CHECK(asks.question == table::Question::time);
    CHECK(asks.seat == chess::Color::white);
    CHECK(asks.from == typed[6].at);
    CHECK(last.at == typed.back().at);
    CHECK(game.rows().size() == 6 * 2 + 1);
    CHECK(game.is_verified());
}

TEST_CASE("What was only counted is stored after a minute, a row for each kind", "[counted]") {
    std::vector<Typed> typed;
    for (const auto square : {"s a1", "s b2", "s c3", "s d4", "s e5", "s f6", "s g7", "s h8"}) {
        typed.push_back({{}, square});
        typed.push_back({{}, "act white button time"});
    }
    typed.push_back({Instant{} + 59s, "act arbiter starts"});
    typed.push_back({Instant{} + 61s, "act arbiter pauses"});
    const Game game{typed};
    const auto rows = game.rows();
    CHECK(game.stored() == 6);
    CHECK(game.counted() == 10);
    std::vector<Instant> stored_at;
    for (const table::Input& row : rows)
        if (Game::count_of(row) > 0) stored_at.push_back(row.at);
    CHECK(stored_at == std::vector<Instant>{Instant{} + 60s, Instant{} + 60s});
    CHECK(game.is_verified());
}

TEST_CASE("No order of keys fills the journal", "[counted]") {
    const std::uintmax_t before = Game{{}}.bytes();
    std::vector<Typed> typed;
    constexpr unsigned minutes = 10;
    for (unsigned burst = 0; burst < 6 * minutes; ++burst) {
        for (const auto key :
             {"t", "c", "l", "k", "o", "m", "h", "b", "r", "p N", "s e4", "?", "xyz"})
            typed.push_back({Instant{} + burst * Millis{10'000}, key});
    }
    const Game game{typed};
    CAPTURE(before, game.bytes(), game.stored(), game.counted());
    CHECK(game.heard().size() == typed.size());
    CHECK(game.bytes() - before <= minutes * 10'000);
    CHECK(game.is_verified());
}

TEST_CASE("Who asks without end goes through the own score all the same", "[counted]") {
    std::vector<Typed> typed(10, Typed{Instant{} + 1s, "t"});
    for (const auto key : {"k 1", "k +", "k +", "k -"}) typed.push_back({Instant{} + 2s, key});
    const Game game{after_moves(typed)};
    REQUIRE(game.heard().size() >= 4);
    CHECK(
        std::vector<Heard>{game.heard().end() - 4, game.heard().end()} ==
        std::vector<Heard>{
            {"answer.score", 1}, {"answer.score", 2}, {"answer.score", 3}, {"answer.score", 2}}
    );
    CHECK(game.reviewed() == 2);
    CHECK(game.is_verified());
}

TEST_CASE("A repeat says again what was only counted", "[counted]") {
    std::vector<Typed> typed(10, Typed{Instant{} + 1s, "t"});
    for (const auto& [at, key] : std::vector<std::pair<Millis, std::string>>{
             {2s, "m"}, {2s, "r"}, {300s, "r"}, {310s, "o"}, {320s, "r"}})
        typed.push_back({Instant{} + at, key});
    const Game game{typed};
    REQUIRE(game.heard().size() == 15);
    CHECK(game.heard()[10].id == "answer.moves");
    CHECK(game.heard()[11].id == "answer.moves");
    CHECK(game.heard()[12].id == "answer.moves"); // stored would be the answer before it
    CHECK(game.heard()[13].id == "answer.opponent_time");
    CHECK(game.heard()[14].id == "answer.opponent_time");
    CHECK(game.stored() == 8);
    CHECK(game.is_verified());
}

TEST_CASE("A game whose questions were counted is resumed and verified", "[counted]") {
    Game game{after_moves(a_minute_of({"t", "k -", "?"}, Instant{} + 1s))};
    game.resume(a_minute_of({"c"}, Instant{} + 100s));
    CHECK(game.stored() + game.counted() == 360);
    CHECK(game.stored() < 40);
    CHECK(game.is_verified());
}

TEST_CASE("One who asks without end takes nothing from another", "[counted]") {
    std::vector<Typed> typed = a_minute_of({"t"});
    typed.push_back({typed.back().at, "act black asks time"});
    const Game game{typed};
    const auto rows = game.rows();
    CHECK(std::ranges::count_if(rows, [](const table::Input& row) {
              const auto* asks = std::get_if<table::Asks>(&row.body);
              return asks != nullptr && asks->seat == chess::Color::black && !asks->count;
          }) == 1);
}

TEST_CASE("What was only counted is told with all that was heard", "[counted]") {
    const Game game{{}};
    const table::State state = game.opened();
    consoles::EarLog log{game.words()};
    const auto line_of = [&](const table::InputBody& body) {
        const auto lines = log.lines({body, {}, state, state, Instant{} + 70s});
        REQUIRE(lines.size() == 1);
        return consoles::to_line(lines.front());
    };
    table::Asks asks{.seat = chess::Color::white, .count = 40, .from = Instant{} + 12s};
    CHECK(line_of(asks) == "ear-white request: Asked 40 times from 0:12 to 1:10: own time.");
    asks.count = 1;
    CHECK(line_of(asks) == "ear-white request: Asked once at 0:12: own time.");
    for (unsigned kind = 0; !table::to_string(static_cast<table::Question>(kind)).empty(); ++kind) {
        asks.question = static_cast<table::Question>(kind);
        CHECK(line_of(asks).find("counted.") == std::string::npos);
    }
    for (const auto reply :
         {table::Reply::help, table::Reply::not_understood, table::Reply::unchanged}) {
        const table::Replies replies{
            .console = ConsoleRole::arbiter,
            .reply = reply,
            .topic = {},
            .count = 2,
            .from = Instant{}};
        CHECK(line_of(replies).find("counted.") == std::string::npos);
    }
}

TEST_CASE("No console says that it was answered", "[counted]") {
    const Game game{{}};
    table::Asks asks{.seat = chess::Color::white};
    CHECK(table::may(game.opened(), ConsoleRole::white, asks));
    asks.count = 3;
    CHECK_FALSE(table::may(game.opened(), ConsoleRole::white, asks));
    asks.by = ConsoleRole::arbiter;
    CHECK_FALSE(table::may(game.opened(), ConsoleRole::arbiter, asks));
}

} // namespace ansage::session
