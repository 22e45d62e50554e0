// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/model/input_parts.hpp"

#include "base/members.hpp"

#include <type_traits>

namespace ansage::table {

using base::member_of_type;
using chess::Color;

namespace {

using WithoutSeat = std::variant<
    Lifts,
    Places,
    Unsure,
    Shows,
    PressesButton,
    BoardReports,
    Arbiter,
    ArbiterSets,
    ArbiterSetsMoves,
    ArbiterAnswersAlarms,
    ArbiterAdds,
    ArbiterWarns,
    ArbiterRulesIllegal,
    ArbiterRestores,
    ArbiterEnds,
    ArbiterOverrides,
    UtteranceReported,
    ConsoleReports,
    PageReports,
    Oversteps,
    Replies,
    RecordingReported,
    HearingReported,
    ChoosesMicrophone,
    TimeReached,
    TimeNoted,
    Resumed,
    Compares,
    AnswersSquare,
    ClockShows,
    HallRules,
    TypesLine,
    ConfirmsLine,
    WithdrawsLine>;

// The reason of an override is told with it.
using WithoutReason = std::variant<ArbiterSetsMoves, ArbiterAnswersAlarms, ArbiterOverrides>;

} // namespace

const HeardMove* move_in(const InputBody& body) {
    return std::visit(
        [](const auto& input) -> const HeardMove* { return member_of_type<HeardMove>(input); }, body
    );
}

std::optional<Color> acting_seat(const InputBody& body) {
    return std::visit(
        []<class Input>(const Input& input) -> std::optional<Color> {
            if constexpr (base::AlternativeOf<Input, WithoutSeat>) return std::nullopt;
            else return input.seat;
        },
        body
    );
}

std::optional<Performer> performer_of(const InputBody& body) {
    return std::visit(
        [](const auto& input) -> std::optional<Performer> {
            if (const auto* const by = member_of_type<Performer>(input)) return *by;
            const auto* const by = member_of_type<std::optional<Performer>>(input);
            return by == nullptr ? std::nullopt : *by;
        },
        body
    );
}

std::optional<ConsoleRole> console_of(const InputBody& body) {
    return std::visit(
        [](const auto& input) -> std::optional<ConsoleRole> {
            const auto* const console = member_of_type<ConsoleRole>(input);
            return console == nullptr ? std::nullopt : std::optional{*console};
        },
        body
    );
}

std::optional<Medium> medium_of(const InputBody& body) {
    return std::visit(
        [](const auto& input) -> std::optional<Medium> {
            const auto* const through = member_of_type<std::optional<Medium>>(input);
            return through == nullptr ? std::nullopt : *through;
        },
        body
    );
}

void mark_as_typed(InputBody& body) {
    if (move_in(body) == nullptr) return;
    std::visit(
        [](auto& input) {
            auto* const through = member_of_type<std::optional<Medium>>(input);
            if (through != nullptr) *through = Medium::keys;
        },
        body
    );
}

std::optional<std::string> reason_of(const InputBody& body) {
    return std::visit(
        []<class Input>(const Input& input) -> std::optional<std::string> {
            constexpr bool has_reason =
                is_arbiters_act<Input> && !base::AlternativeOf<Input, WithoutReason>;
            // Its reason is the result's, a name or words.
            if constexpr (std::is_same_v<Input, ArbiterEnds>) return input.because;
            else if constexpr (has_reason) return input.reason;
            else return std::nullopt;
        },
        body
    );
}

bool is_counted(const InputBody& body) {
    return std::visit(
        [](const auto& input) {
            const auto* const from = member_of_type<std::optional<base::Instant>>(input);
            return from != nullptr && from->has_value();
        },
        body
    );
}

} // namespace ansage::table
