// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter of the hall rules takes effect when the table confirms it, once, and of nothing
// else than he saw.
#include "sitting.hpp"
#include "support/catch.hpp"
#include "table/disputes/hall.hpp"

#include <algorithm>
#include <memory>

namespace ansage::tests {
namespace {

using table::Arbiter;
using table::ArbiterAct;
using table::HallAnswer;
using table::HallRefusal;

const Arbiter confirms{ArbiterAct::confirms_hall};
const Arbiter declines{ArbiterAct::declines_hall};

// White has claimed a threefold repetition that is none: that is matter 1.
Sitting with_claim(bool allows_rulings = true) {
    table::TableSetup setup;
    setup.edition = test_edition();
    setup.time = *clock::parse_time_control("90m");
    setup.hall_rulings = allows_rulings;
    Sitting sitting{setup};
    sitting.submit(Millis{0}, Arbiter{ArbiterAct::starts});
    sitting.submit(Millis{500}, table::Pauses{.seat = chess::Color::white});
    sitting.submit(
        Millis{1000},
        table::Claims{.seat = chess::Color::white, .kind = table::ClaimKind::threefold, .with = {}}
    );
    REQUIRE(sitting.state().agenda.size() == 1);
    return sitting;
}

table::HallRules ruling(const std::string& id, bool accepts = true) {
    return {
        .id = id,
        .arbiter = "anna",
        .matter = 1,
        .seen = Millis{1000},
        .accepts = accepts,
        .statement = "I was at the table and heard both players."};
}

bool is_open(const Sitting& sitting, table::MatterNumber matter = 1) {
    return sitting.state().find_matter(matter)->state == table::MatterState::open;
}

std::size_t words_to_arbiter(const Sitting& sitting, std::string_view id) {
    const auto said = sitting.all<table::Said>();
    return static_cast<std::size_t>(std::ranges::count_if(said, [&](const table::Said& words) {
        return words.message.id == id && words.audience == table::Audience::arbiter;
    }));
}

} // namespace

TEST_CASE("A ruling from the hall waits for the table, and then is one of the table's") {
    Sitting sitting = with_claim();
    sitting.submit(Millis{2000}, ruling("r1"));
    CHECK(is_open(sitting));
    CHECK(words_to_arbiter(sitting, "hall.accepts") == 1);
    sitting.submit(Millis{3000}, confirms);
    CHECK_FALSE(is_open(sitting));
    CHECK(sitting.state().hall_answers.at("r1") == HallAnswer::confirmed);
    CHECK_FALSE(sitting.state().hall_asked);
    const auto reasons = sitting.all<table::Reasoned>();
    REQUIRE(reasons.size() == 1);
    CHECK(reasons.front().reason == "anna: I was at the table and heard both players.");
    // The claim was wrong, as the record says.
    REQUIRE(sitting.all<table::ClaimEnded>().size() == 1);
    CHECK_FALSE(sitting.all<table::ClaimEnded>().front().correct);
    sitting.submit(Millis{4000}, confirms);
    CHECK(sitting.all<table::Refused>().size() == 1);
}

TEST_CASE("Of a claim a no from the hall says the contrary of what the record says") {
    Sitting sitting = with_claim();
    sitting.submit(Millis{2000}, ruling("r1", false));
    CHECK(words_to_arbiter(sitting, "hall.rejects") == 1);
    // ... and what follows is told before it is confirmed.
    const auto told = sitting.all<table::Said>().back().message.arguments.parts;
    REQUIRE((told && told->size() == 1));
    CHECK(told->front().id == "matter.claim_right");
    CHECK(told->front().arguments.score == laws::Score::draw);
    sitting.submit(Millis{3000}, confirms);
    REQUIRE(sitting.all<table::ClaimEnded>().size() == 1);
    CHECK(sitting.all<table::ClaimEnded>().front().correct);
    CHECK(sitting.state().phase == table::Phase::ended);
}

TEST_CASE("A ruling that the table declines changes nothing, and is not asked again") {
    Sitting sitting = with_claim();
    sitting.submit(Millis{2000}, ruling("r1"));
    sitting.submit(Millis{3000}, declines);
    CHECK(is_open(sitting));
    CHECK(sitting.state().hall_answers.at("r1") == HallAnswer::declined);
    CHECK(table::refusal_of_hall(sitting.state(), ruling("r1")) == HallRefusal::known);
    sitting.submit(Millis{4000}, ruling("r1"));
    CHECK_FALSE(sitting.state().hall_asked);
    CHECK(words_to_arbiter(sitting, "hall.accepts") == 1);
    sitting.submit(Millis{5000}, ruling("r2"));
    CHECK(sitting.state().hall_asked);
}

TEST_CASE("What the table rules itself meanwhile leaves the hall's ruling outdated") {
    Sitting sitting = with_claim();
    sitting.submit(Millis{2000}, ruling("r1"));
    sitting.submit(Millis{3000}, Arbiter{ArbiterAct::rules_incorrect});
    CHECK(sitting.state().hall_answers.at("r1") == HallAnswer::outdated);
    CHECK(words_to_arbiter(sitting, "hall.outdated") == 1);
    const std::size_t rulings = sitting.state().rulings.size();
    sitting.submit(Millis{4000}, confirms);
    CHECK(sitting.state().rulings.size() == rulings);
    CHECK(sitting.all<table::ClaimEnded>().size() == 1);
    // Taken back, the matter is open again, and not the one that he saw.
    sitting.submit(Millis{5000}, Arbiter{ArbiterAct::takes_back});
    REQUIRE(is_open(sitting));
    CHECK(table::refusal_of_hall(sitting.state(), ruling("r2")) == HallRefusal::changed);
    CHECK(table::refusal_of_hall(sitting.state(), ruling("r1")) == HallRefusal::known);
}

TEST_CASE("A result that comes first leaves the hall's ruling outdated") {
    Sitting sitting = with_claim();
    sitting.submit(Millis{2000}, ruling("r1"));
    sitting.submit(Millis{3000}, table::Resigns{.seat = chess::Color::black});
    CHECK(sitting.state().hall_answers.at("r1") == HallAnswer::outdated);
}

TEST_CASE("Everything else that comes from the hall is refused, and nothing of it is done") {
    struct Wrong {
        std::string what;
        HallRefusal why;
        void (*change)(table::HallRules&);
    };

    const std::vector<Wrong> wrongs{
        {"no statement", HallRefusal::no_statement, [](auto& it) { it.statement = "  "; }},
        {"nobody's", HallRefusal::no_statement, [](auto& it) { it.arbiter.clear(); }},
        {"no id", HallRefusal::known, [](auto& it) { it.id.clear(); }},
        {"no matter", HallRefusal::no_such_matter, [](auto& it) { it.matter = 0; }},
        {"no such matter", HallRefusal::no_such_matter, [](auto& it) { it.matter = 2; }},
        {"older", HallRefusal::changed, [](auto& it) { it.seen = Millis{999}; }},
        {"of the future", HallRefusal::changed, [](auto& it) { it.seen = Millis{2000}; }},
    };
    Sitting sitting = with_claim();
    for (const Wrong& wrong : wrongs) {
        INFO(wrong.what);
        table::HallRules rules = ruling("r1");
        wrong.change(rules);
        CHECK(table::refusal_of_hall(sitting.state(), rules) == wrong.why);
        const std::size_t before = sitting.all<table::Refused>().size();
        sitting.submit(Millis{2000}, rules);
        CHECK(sitting.all<table::Refused>().size() == before + 1);
        CHECK_FALSE(sitting.state().hall_asked);
    }
    sitting.submit(Millis{3000}, ruling("r1"));
    CHECK(
        table::refusal_of_hall(sitting.state(), ruling("r2", false)) == HallRefusal::another_waits
    );
    sitting.submit(Millis{4000}, confirms);
    CHECK(table::refusal_of_hall(sitting.state(), ruling("r3")) == HallRefusal::answered);

    Sitting club = with_claim();
    table::State players_only = club.state();
    table::TableSetup setup = *players_only.setup;
    setup.mode = table::Mode::club;
    players_only.setup = std::make_shared<const table::TableSetup>(setup);
    CHECK(table::refusal_of_hall(players_only, ruling("r1")) == HallRefusal::not_allowed);

    Sitting closed = with_claim(false);
    closed.submit(Millis{2000}, ruling("r1"));
    CHECK_FALSE(closed.state().hall_asked);
    CHECK(table::refusal_of_hall(closed.state(), ruling("r1")) == HallRefusal::not_allowed);
    closed.submit(Millis{3000}, confirms);
    CHECK(is_open(closed));
}

TEST_CASE("Nobody at the table but its arbiter hears what the hall rules before it is confirmed") {
    Sitting sitting = with_claim();
    const std::size_t before = sitting.events().size();
    sitting.submit(Millis{2000}, ruling("r1"));
    for (std::size_t i = before; i < sitting.events().size(); ++i) {
        const auto* said = std::get_if<table::Said>(&sitting.events()[i].body);
        CHECK((said == nullptr || said->audience == table::Audience::arbiter));
    }
}

} // namespace ansage::tests
