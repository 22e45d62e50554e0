// SPDX-License-Identifier: GPL-3.0-or-later
// The names of the table's closed lists, as scripts, the journal and JSON write them. A name is its
// enumerator's and never changes.
#pragma once

#include "table/event.hpp"
#include "table/input.hpp"
#include "table/ledger.hpp"
#include "table/seat.hpp"

#include <optional>
#include <string_view>

namespace ansage::table {

[[nodiscard]] std::string_view to_string(Vision value);
[[nodiscard]] std::string_view to_string(BoardKind value);
[[nodiscard]] std::string_view to_string(Announcer value);
[[nodiscard]] std::string_view to_string(Repeater value);
[[nodiscard]] std::string_view to_string(Mode value);
[[nodiscard]] std::string_view to_string(CastlingSide value);
[[nodiscard]] std::string_view to_string(Witness value);
[[nodiscard]] std::string_view to_string(Source value);
[[nodiscard]] std::string_view to_string(ScoreKind value);
[[nodiscard]] std::string_view to_string(RecordingNews value);
[[nodiscard]] std::string_view to_string(RecordingKey value);
[[nodiscard]] std::string_view to_string(PlyState value);
[[nodiscard]] std::string_view to_string(Performer value);
[[nodiscard]] std::string_view to_string(Medium value);
[[nodiscard]] std::string_view to_string(BoardButton value);
[[nodiscard]] std::string_view to_string(BoardReport value);
[[nodiscard]] std::string_view to_string(BoardPart value);
[[nodiscard]] std::string_view to_string(Alarms value);
[[nodiscard]] std::string_view to_string(Question value);
[[nodiscard]] std::string_view to_string(DrawAct value);
[[nodiscard]] std::string_view to_string(ClaimKind value);
[[nodiscard]] std::string_view to_string(ArbiterAct value);
[[nodiscard]] std::string_view to_string(SpeechOutcome value);
[[nodiscard]] std::string_view to_string(AlertKind value);
[[nodiscard]] std::string_view to_string(Refusal value);
[[nodiscard]] std::string_view to_string(Audience value);
[[nodiscard]] std::string_view to_string(Priority value);
[[nodiscard]] std::string_view to_string(Cause value);
[[nodiscard]] std::string_view to_string(ProposalKind value);
[[nodiscard]] std::string_view to_string(MatterKind value);
[[nodiscard]] std::string_view to_string(MatterState value);
[[nodiscard]] std::string_view to_string(HallAnswer value);
[[nodiscard]] std::string_view to_string(ConsoleRole value);
[[nodiscard]] std::string_view to_string(ConsoleChange value);
[[nodiscard]] std::string_view to_string(Reply value);

// The enumerator of that name, for every enum above and for chess::Color; exact letters only.
template <class Enum>
[[nodiscard]] std::optional<Enum> parse_name(std::string_view name);

template <>
[[nodiscard]] std::optional<chess::Color> parse_name(std::string_view name);
extern template std::optional<Vision> parse_name(std::string_view);
extern template std::optional<BoardKind> parse_name(std::string_view);
extern template std::optional<Announcer> parse_name(std::string_view);
extern template std::optional<Repeater> parse_name(std::string_view);
extern template std::optional<Mode> parse_name(std::string_view);
extern template std::optional<CastlingSide> parse_name(std::string_view);
extern template std::optional<Witness> parse_name(std::string_view);
extern template std::optional<Source> parse_name(std::string_view);
extern template std::optional<ScoreKind> parse_name(std::string_view);
extern template std::optional<RecordingNews> parse_name(std::string_view);
extern template std::optional<RecordingKey> parse_name(std::string_view);
extern template std::optional<PlyState> parse_name(std::string_view);
extern template std::optional<Performer> parse_name(std::string_view);
extern template std::optional<Medium> parse_name(std::string_view);
extern template std::optional<BoardButton> parse_name(std::string_view);
extern template std::optional<BoardReport> parse_name(std::string_view);
extern template std::optional<BoardPart> parse_name(std::string_view);
extern template std::optional<Alarms> parse_name(std::string_view);
extern template std::optional<Question> parse_name(std::string_view);
extern template std::optional<DrawAct> parse_name(std::string_view);
extern template std::optional<ClaimKind> parse_name(std::string_view);
extern template std::optional<ArbiterAct> parse_name(std::string_view);
extern template std::optional<SpeechOutcome> parse_name(std::string_view);
extern template std::optional<AlertKind> parse_name(std::string_view);
extern template std::optional<Refusal> parse_name(std::string_view);
extern template std::optional<Audience> parse_name(std::string_view);
extern template std::optional<Priority> parse_name(std::string_view);
extern template std::optional<Cause> parse_name(std::string_view);
extern template std::optional<ProposalKind> parse_name(std::string_view);
extern template std::optional<HallAnswer> parse_name(std::string_view);
extern template std::optional<ConsoleRole> parse_name(std::string_view);
extern template std::optional<ConsoleChange> parse_name(std::string_view);
extern template std::optional<Reply> parse_name(std::string_view);

} // namespace ansage::table
