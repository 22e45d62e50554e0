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
    seat.board = dice.one_in(2) ? table::BoardKind::identity : table::BoardKind::occupancy;
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

Punishment punishment_of(const table::TableSetup& setup, Fault fault) {
    const laws::ClassRules& rules = table::class_rules(setup);
    Punishment punishment;
    punishment.is_offence = fault == Fault::illegal_move ||
        (fault == Fault::wrong_press && setup.edition.press_without_move_is_illegal);
    if (punishment.is_offence) {
        punishment.loses = rules.illegal_move.loses_at == 1U;
        if (!punishment.loses)
            punishment.added = rules.illegal_move.added.value_or(base::Millis{0});
    }
    if (fault == Fault::wrong_claim)
        punishment.added = rules.wrong_claim_added.value_or(base::Millis{0});
    return punishment;
}

} // namespace ansage::tests
