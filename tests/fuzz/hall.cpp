// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes from a hall's broker, and as the address of one: a message is heard or not, what is
// asked of a table is a line that it has, an address and a ruling are written so that they are read
// as the same; a ruling changes nothing at a table, and reaches no player, before its console
// confirms it; whoever reads what tables publish takes it or passes it over.
#include "base/check.hpp"
#include "hall/gathered.hpp"
#include "hall/hearing.hpp"
#include "hall/live_score.hpp"
#include "hall/open_matters.hpp"
#include "hall/round.hpp"
#include "hall/ruling_message.hpp"
#include "table/sitting.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using namespace ansage;

namespace {

void check_address(const std::string& text) {
    const auto address = hall::read_address(text, "--hall");
    if (!address) {
        ANSAGE_CHECK(!address.error().what.empty() && !address.error().mend.empty());
        return;
    }
    const auto again = hall::read_address(address->text(), "--hall");
    ANSAGE_CHECK(again.has_value() && again->text() == address->text());
}

hall::Address open_hall() {
    return hall::read_address("mqtts://hall.example/open", "--hall").value();
}

// At most that many.
constexpr int most_lines = 30;
constexpr int most_at_table = 8; // each of which is decided

void each_line(
    std::string_view text, const std::function<void(std::string_view)>& take, int most = most_lines
) {
    for (int lines = 0; !text.empty() && lines < most; ++lines) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        take(line);
    }
}

// A line each: the topic, a space, the payload.
void hear(std::string_view text, hall::Since since) {
    hall::Hearing hearing{open_hall(), since};
    each_line(text, [&](std::string_view line) {
        const std::size_t space = std::min(line.find(' '), line.size());
        const hall::Post post{
            .topic = std::string{line.substr(0, space)},
            .payload = std::string{line.substr(std::min(space + 1, line.size()))}};
        std::vector<hall::Post> questions;
        const auto heard = hearing.take(post, questions);
        ANSAGE_CHECK(!heard || hall::is_name(heard->table));
        ANSAGE_CHECK(questions.size() <= 1);
        for (const hall::Post& question : questions)
            ANSAGE_CHECK(question.topic.starts_with("ansage/open/"));
    });
}

// What an arbiter's account says where rulings are heard, and what a table answers.
void rule(const std::string& text) {
    const auto ruling = hall::read_ruling("anna", text);
    if (ruling) {
        const auto again = hall::read_ruling("anna", hall::to_json(*ruling));
        ANSAGE_CHECK(again && again->rules.id == ruling->rules.id);
        ANSAGE_CHECK(again->rules.statement == ruling->rules.statement);
    }
    if (const auto answer = hall::read_answer(text))
        ANSAGE_CHECK(hall::read_answer(hall::to_json(*answer)).has_value());
}

// White has claimed a repetition that is none: matter 1, since 1000.
tests::Sitting with_claim() {
    table::TableSetup setup;
    setup.edition = tests::test_edition();
    setup.time = *clock::parse_time_control("90m");
    setup.hall_rulings = true;
    tests::Sitting sitting{setup};
    sitting.submit(base::Millis{0}, table::Arbiter{table::ArbiterAct::starts});
    sitting.submit(base::Millis{500}, table::Pauses{.seat = chess::Color::white});
    sitting.submit(
        base::Millis{1000},
        table::Claims{.seat = chess::Color::white, .kind = table::ClaimKind::threefold, .with = {}}
    );
    return sitting;
}

// A ruling as it was said, or one of such bytes, so that many fit.
hall::Ruling ruling_of(std::string_view line) {
    if (auto said = hall::read_ruling("anna", std::string{line})) return *std::move(said);
    const auto byte = [&](std::size_t i) {
        return i < line.size() ? static_cast<unsigned char>(line[i]) : 0U;
    };
    return {
        .rules =
            {.id = fmt::format("r{}", byte(0) % 8U),
             .arbiter = byte(1) % 2U == 0 ? "anna" : "bert",
             .matter = table::MatterNumber{byte(2) % 4U},
             .seen = base::Millis{byte(3) % 2U == 0 ? 1000 : 10 * byte(3)},
             .accepts = byte(4) % 2U == 0,
             .statement = byte(5) % 8U == 0 ? " " : "I was there."},
        .game = byte(6) % 8U == 0 ? 2U : 1U};
}

bool reaches_player(const table::Event& event) {
    const auto* const said = std::get_if<table::Said>(&event.body);
    return said != nullptr && said->audience != table::Audience::arbiter;
}

// What is open, by number and by when it changed last.
std::vector<std::pair<unsigned, base::Millis>> open_at(const table::State& state) {
    std::vector<std::pair<unsigned, base::Millis>> open;
    for (const table::Matter& matter : state.agenda) {
        if (matter.state == table::MatterState::open)
            open.emplace_back(matter.number, matter.changed.since_open);
    }
    return open;
}

void check_ruling(tests::Sitting& sitting, base::Millis now, const hall::Ruling& ruling) {
    const bool was_asked = sitting.state().hall_asked.has_value();
    const auto before = open_at(sitting.state());
    const std::size_t rulings = sitting.state().rulings.size();
    const auto phase = sitting.state().phase;
    const std::size_t told = sitting.events().size();
    const auto answer = hall::answer_at_once(sitting.state(), ruling, 1, "anna");
    ANSAGE_CHECK(!answer || answer->id == ruling.rules.id);
    ANSAGE_CHECK(answer || ruling.rules.arbiter == "anna");
    // Whoever is not heard at the table's door finds none at the next one either.
    sitting.submit(now, ruling.rules);
    ANSAGE_CHECK(open_at(sitting.state()) == before && sitting.state().phase == phase);
    ANSAGE_CHECK(sitting.state().rulings.size() == rulings);
    ANSAGE_CHECK(answer || (!was_asked && sitting.state().hall_asked->id == ruling.rules.id));
    ANSAGE_CHECK(std::none_of(
        sitting.events().begin() + static_cast<std::ptrdiff_t>(told),
        sitting.events().end(),
        reaches_player
    ));
}

// A line each: what an arbiter's account says, or what the table's console does.
void rule_at_table(std::string_view text) {
    static const tests::Sitting begun = with_claim();
    tests::Sitting sitting = begun;
    base::Millis now{1000};
    each_line(
        text,
        [&](std::string_view line) {
            now += base::Millis{10};
            const char first = line.empty() ? ' ' : line.front();
            const auto act = [&](table::ArbiterAct what) {
                sitting.submit(now, table::Arbiter{what});
            };
            if (first == 'c') {
                act(table::ArbiterAct::confirms_hall);
            } else if (first == 'd') {
                act(table::ArbiterAct::declines_hall);
            } else if (first == 'i') {
                act(table::ArbiterAct::rules_incorrect);
            } else if (first == 't') {
                act(table::ArbiterAct::takes_back);
            } else {
                sitting.reach(now);
                check_ruling(sitting, now, ruling_of(line));
            }
        },
        most_at_table
    );
}

record::Pairings one_game() {
    record::Pairing game;
    game.table = "t1";
    game.board = 1;
    record::Pairings pairings;
    pairings.round = 1;
    pairings.games = {game};
    return pairings;
}

// Whoever listens: the terminal, the results, the live games, the journals.
void read_published(std::string_view text) {
    hall::Round round{one_game()};
    hall::LiveScore live{one_game(), {.time = base::Millis{900'000}, .moves = 1}, "2024.01.01"};
    hall::Assembly journal;
    std::map<std::string, std::string> states;
    base::Millis now{1};
    each_line(text, [&](std::string_view line) {
        const std::string json{line};
        now += base::Millis{1000};
        states["t" + std::to_string(states.size() % 4)] = json;
        std::ignore = round.take_state("t1", json);
        live.take("t1", json, now);
        std::ignore = live.is_over(now);
        if (journal.take(json) == hall::Assembly::News::whole) std::ignore = journal.bytes();
        std::ignore = journal.missing();
    });
    std::ignore = live.to_pgn(now);
    for (const hall::OpenMatter& matter : hall::open_matters(states))
        ANSAGE_CHECK(states.contains(matter.table));
    ANSAGE_CHECK(!round.to_csv().empty());
    ANSAGE_CHECK(!round.is_confirmed() || round.is_heard());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text{reinterpret_cast<const char*>(data), size};
    check_address(text);
    hear(text, hall::Since::now);
    hear(text, hall::Since::beginning);
    rule(text);
    rule_at_table(text);
    read_published(text);
    return 0;
}
