// SPDX-License-Identifier: GPL-3.0-or-later
#include "dispute_plan.hpp"

#include "laws/shipped.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace ansage::tests {

using chess::Position;

std::string_view to_string(Fault fault) {
    constexpr std::array<std::string_view, fault_count> names{
        "none",
        "slip",
        "wrong word",
        "wrong board",
        "wrong press",
        "illegal move",
        "late correction",
        "wrong claim",
    };
    return names[static_cast<std::size_t>(fault)];
}

const std::vector<laws::Edition>& all_editions() {
    static const std::vector<laws::Edition> editions = [] {
        std::vector<std::string> names;
        for (const auto& file :
             std::filesystem::directory_iterator{tests::root() + "/profiles/laws"})
            if (file.path().extension() == ".toml") names.push_back(file.path().stem());
        std::ranges::sort(names);
        std::vector<laws::Edition> read;
        for (const std::string& name : names) read.push_back(shipped_edition(name));
        return read;
    }();
    return editions;
}

Plan plan_of(std::uint64_t seed) {
    const std::vector<laws::Edition>& editions = all_editions();
    Dice dice{seed};
    Plan plan{.seed = seed};
    plan.fault = static_cast<Fault>(seed % fault_count);
    plan.edition = &editions[seed / fault_count % editions.size()];
    plan.mode = modes[seed / fault_count / editions.size() % modes.size()];
    plan.answering = static_cast<Answering>(dice.below(3));
    return plan;
}

std::string to_string(const Plan& plan) {
    constexpr std::array<std::string_view, 3> answers{"follows", "ignores", "undoes"};
    return fmt::format(
        "seed {}: {}, {}, {}, {}",
        plan.seed,
        to_string(plan.fault),
        plan.edition->name,
        table::to_string(plan.mode),
        answers[static_cast<std::size_t>(plan.answering)]
    );
}

namespace {

table::Seat any_seat(Dice& dice) {
    table::Seat seat;
    seat.vision = dice.one_in(2) ? table::Vision::impaired : table::Vision::sighted;
    constexpr std::array boards{
        table::BoardKind::identity, table::BoardKind::occupancy, table::BoardKind::none};
    seat.board = boards[dice.below(boards.size())];
    return seat;
}

} // namespace

table::TableSetup
any_setup(Dice& dice, const Plan& plan, const Position& start, chess::Color mover) {
    // Standard, rapid and blitz play: what an offence costs differs (A.3, B.2, B.3).
    constexpr std::array controls{"90m+30s", "20m+10s", "9m", "5m+3s"};
    table::TableSetup setup;
    setup.edition = *plan.edition;
    setup.mode = plan.mode;
    setup.time = *clock::parse_time_control(controls[dice.below(controls.size())]);
    setup.supervised = !dice.one_in(3);
    setup.start = start;
    setup.seats = {any_seat(dice), any_seat(dice)};
    table::Seat& seat = setup.seats[mover];
    if (plan.fault == Fault::slip) seat.vision = table::Vision::sighted;
    if (plan.fault == Fault::wrong_word) seat.vision = table::Vision::impaired;
    return setup;
}

namespace {

struct Cost {
    std::string_view article;
    int minutes = 0; // for the opponent
    bool loses = false;
};

// Standard play; rapid and blitz play, each with an arbiter for every few games and without.
using Costs = std::array<Cost, 5>;

struct CostsOfFault {
    std::string_view edition;
    Fault fault{};
    Costs costs;
};

// 2001 prints neither rapid nor blitz play, nor what becomes of a claim; there and in 2014 a press
// without a move is no illegal move (7.3, 6.2c). The Danish B.3 leaves A.3 out.
constexpr std::array costs_printed{
    CostsOfFault{
        "fide-2023",
        Fault::illegal_move,
        {{{"7.5.5", 2}, {"7.5.5, A.3", 1}, {"A.5.2", 1}, {"7.5.5", 2}, {"B.3, A.5.2", 1}}}},
    CostsOfFault{
        "fide-2023",
        Fault::wrong_press,
        {{{"7.5.3", 2}, {"7.5.3", 1}, {"7.5.3", 1}, {"7.5.3", 2}, {"7.5.3", 1}}}},
    CostsOfFault{
        "fide-2023",
        Fault::wrong_claim,
        {{{"9.5.3", 2},
          {"9.5.3, A.3", 1},
          {"9.5.3, A.3", 1},
          {"9.5.3", 2},
          {"9.5.3, B.3, A.3", 1}}}},
    CostsOfFault{
        "da-2023",
        Fault::illegal_move,
        {{{"7.5.5", 2}, {"7.5.5, A.3", 1}, {"A.5.2", 1}, {"7.5.5", 2}, {"B.3, A.5.2", 2}}}},
    CostsOfFault{
        "da-2023",
        Fault::wrong_press,
        {{{"7.5.3", 2}, {"7.5.3", 1}, {"7.5.3", 1}, {"7.5.3", 2}, {"7.5.3", 2}}}},
    CostsOfFault{
        "da-2023",
        Fault::wrong_claim,
        {{{"9.5.3", 2}, {"9.5.3, A.3", 1}, {"9.5.3, A.3", 1}, {"9.5.3", 2}, {"9.5.3", 2}}}},
    CostsOfFault{
        "de-2014",
        Fault::illegal_move,
        {{{"7.5b", 2}, {"7.5b", 2}, {"A4b", 0, true}, {"7.5b, B2", 1}, {"B4, A4b", 0, true}}}},
    CostsOfFault{
        "de-2014",
        Fault::wrong_claim,
        {{{"9.5b", 2}, {"9.5b", 2}, {"9.5b", 2}, {"9.5b, B2", 1}, {"9.5b, B2", 1}}}},
    CostsOfFault{
        "sv-2014",
        Fault::illegal_move,
        {{{"7.5b", 2}, {"7.5b", 2}, {"A.4b", 0, true}, {"7.5b, B.2", 1}, {"B.4, A.4b", 0, true}}}},
    CostsOfFault{
        "sv-2014",
        Fault::wrong_claim,
        {{{"9.5b", 2}, {"9.5b", 2}, {"9.5b", 2}, {"9.5b, B.2", 1}, {"9.5b, B.2", 1}}}},
    CostsOfFault{"nl-2001", Fault::illegal_move, {{{"10.3", 2}, {}, {}, {}, {}}}},
};

std::size_t column_of(const table::TableSetup& setup) {
    const std::size_t without = table::is_supervised(setup) ? 0 : 1;
    switch (table::time_class_of(setup)) {
    case clock::TimeClass::standard: return 0;
    case clock::TimeClass::rapid: return 1 + without;
    case clock::TimeClass::blitz: return 3 + without;
    }
    return 0;
}

Cost cost_of(const table::TableSetup& setup, Fault fault) {
    // Norway's text is FIDE's.
    const std::string_view edition =
        setup.edition.name == "nb-2023" ? "fide-2023" : std::string_view{setup.edition.name};
    const auto* const found = std::ranges::find_if(costs_printed, [&](const CostsOfFault& row) {
        return row.edition == edition && row.fault == fault;
    });
    return found == costs_printed.end() ? Cost{} : found->costs.at(column_of(setup));
}

} // namespace

Punishment punishment_of(const table::TableSetup& setup, Fault fault) {
    const Cost cost = cost_of(setup, fault);
    const bool is_press_illegal = setup.edition.name.ends_with("-2023"); // 7.5.3
    return {
        .is_offence =
            fault == Fault::illegal_move || (fault == Fault::wrong_press && is_press_illegal),
        .added = std::chrono::minutes{cost.minutes},
        .loses = cost.loses,
        .article = cost.article};
}

} // namespace ansage::tests
