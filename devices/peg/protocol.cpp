// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/peg/protocol.hpp"

#include "base/overloaded.hpp"
#include "base/text.hpp"
#include "devices/peg/board_text.hpp"
#include "devices/peg/frame.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::devices::peg {
namespace {

using chess::Color;
using chess::Piece;
using chess::Square;

template <class T>
using Read = std::optional<T>;

using Arguments = std::span<const std::string_view>;

template <class Number>
Read<Number> read_number(std::string_view text, Number highest) {
    const auto value = base::parse_number<Number>(text);
    return value && *value <= highest ? value : std::nullopt;
}

Read<std::uint8_t> read_count(std::string_view text) {
    return base::parse_number<std::uint8_t>(text);
}

struct FeatureName {
    std::string_view name;
    bool Features::*member;
};

constexpr std::array feature_names{
    FeatureName{"levers", &Features::levers},
    FeatureName{"buttons", &Features::buttons},
    FeatureName{"beeper", &Features::beeper},
    FeatureName{"vibration", &Features::vibration},
};

std::string to_text(const Features& features) {
    std::string text;
    for (const FeatureName& feature : feature_names) {
        if (features.*feature.member) {
            text += text.empty() ? "" : ",";
            text += feature.name;
        }
    }
    return text.empty() ? "-" : text;
}

void note_feature(Features& features, std::string_view name) {
    for (const FeatureName& feature : feature_names)
        if (feature.name == name) features.*feature.member = true;
}

// Unknown features are a later version's and passed over.
Features read_features(std::string_view text) {
    Features features;
    while (!text.empty()) note_feature(features, base::take_until(text, ','));
    return features;
}

std::string_view to_text(BoardKind kind) {
    return kind == BoardKind::identity ? "identity" : "occupancy";
}

Read<BoardKind> read_kind(std::string_view text) {
    for (const BoardKind kind : {BoardKind::identity, BoardKind::occupancy})
        if (text == to_text(kind)) return kind;
    return std::nullopt;
}

Read<BoardMessage> read_hello(Arguments words) {
    if (words.size() < 5) return std::nullopt;
    const auto version = read_number<unsigned>(words[0], 255);
    const auto kind = read_kind(words[1]);
    if (!version || !kind) return std::nullopt;
    return Hello{
        *version, *kind, read_features(words[2]), std::string{words[3]}, std::string{words[4]}};
}

template <std::size_t count>
bool read_counts(Arguments words, std::array<std::uint8_t, count>& into) {
    for (std::size_t index = 0; index < count; ++index) {
        const auto value = read_count(words[index]);
        if (!value) return false;
        into[index] = *value;
    }
    return true;
}

Read<BoardMessage> read_state(Arguments words) {
    if (words.size() != 7) return std::nullopt;
    const auto reading = read_board(words[0]);
    PressCounts counts;
    if (!reading || !read_counts(words.subspan(1, 2), counts.levers) ||
        !read_counts(words.subspan(3, 4), counts.buttons))
        return std::nullopt;
    return State{*reading, counts};
}

// "e2" or "e2 P".
template <class Message>
Read<BoardMessage> read_square_and_piece(Arguments words) {
    if (words.empty() || words.size() > 2) return std::nullopt;
    const auto square = chess::parse_square(words[0]);
    if (!square) return std::nullopt;
    if (words.size() == 1) return Message{*square, std::nullopt};
    const auto piece = words[1].size() == 1 ? chess::parse_piece(words[1][0]) : std::nullopt;
    return piece ? Read<BoardMessage>{Message{*square, piece}} : std::nullopt;
}

Read<BoardMessage> read_unsure(Arguments words) {
    const auto square = words.size() == 1 ? chess::parse_square(words[0]) : std::nullopt;
    return square ? Read<BoardMessage>{UnsureSquare{*square}} : std::nullopt;
}

Read<BoardMessage> read_lever(Arguments words) {
    if (words.size() != 2) return std::nullopt;
    const auto count = read_count(words[1]);
    for (const Color color : chess::both_colors)
        if (count && words[0] == chess::to_string(color)) return LeverPress{color, *count};
    return std::nullopt;
}

Read<BoardMessage> read_button(Arguments words) {
    if (words.size() != 2) return std::nullopt;
    const auto button = parse_name<Button>(words[0]);
    const auto count = read_count(words[1]);
    return button && count ? Read<BoardMessage>{ButtonPress{*button, *count}} : std::nullopt;
}

Read<BoardMessage> read_done(Arguments words) {
    return words.size() == 1 ? Read<BoardMessage>{Done{std::string{words[0]}}} : std::nullopt;
}

Read<BoardMessage> read_declined(Arguments words) {
    if (words.size() != 2) return std::nullopt;
    return Declined{std::string{words[0]}, std::string{words[1]}};
}

struct BoardWord {
    std::string_view word;
    Read<BoardMessage> (*read)(Arguments);
};

constexpr std::array board_words{
    BoardWord{"hello", read_hello},
    BoardWord{"state", read_state},
    BoardWord{"up", read_square_and_piece<Up>},
    BoardWord{"down", read_square_and_piece<Down>},
    BoardWord{"unsure", read_unsure},
    BoardWord{"lever", read_lever},
    BoardWord{"button", read_button},
    BoardWord{"ok", read_done},
    BoardWord{"no", read_declined},
};

Read<BoardMessage> read_board_message(std::string_view word, Arguments arguments) {
    const auto* const found = std::ranges::find(board_words, word, &BoardWord::word);
    if (found == board_words.end()) return Unknown{std::string{word}};
    return found->read(arguments);
}

Read<BoardLine> read_board_body(std::string_view body) {
    const auto words = Words::split(body);
    if (!words || words->size() < 3) return std::nullopt;
    const auto sequence = read_number<unsigned>((*words)[0], sequence_count - 1);
    const auto board_ms = read_number<std::uint32_t>((*words)[1], 0xFFFFFFFFU);
    auto message = read_board_message((*words)[2], words->from(3));
    if (!sequence || !board_ms || !message) return std::nullopt;
    return BoardLine{*sequence, *board_ms, *std::move(message)};
}

template <class Message>
Read<HostMessage> read_signal(std::string_view duration) {
    const auto milliseconds = read_number<std::int64_t>(duration, longest_signal.count());
    if (!milliseconds || *milliseconds < 1) return std::nullopt;
    return Message{base::Millis{*milliseconds}};
}

Read<HostMessage> read_host_body(std::string_view body) {
    const auto words = Words::split(body);
    if (!words) return std::nullopt;
    const std::string_view word = (*words)[0];
    if (word == "state" && words->size() == 1) return AskState{};
    if (word == "hello" && words->size() == 2) {
        const auto version = read_number<unsigned>((*words)[1], 255);
        return version ? Read<HostMessage>{Greet{*version}} : std::nullopt;
    }
    if (word == "beep" && words->size() == 2) return read_signal<Beep>((*words)[1]);
    if (word == "vibrate" && words->size() == 2) return read_signal<Vibrate>((*words)[1]);
    const bool is_known = word == "state" || word == "hello" || word == "beep" || word == "vibrate";
    return is_known ? std::nullopt : Read<HostMessage>{Unknown{std::string{word}}};
}

void append_square(
    std::string& line, std::string_view word, Square square, std::optional<Piece> piece
) {
    line += word;
    line += ' ';
    line += chess::to_string(square);
    if (piece) {
        line += ' ';
        line += chess::to_char(*piece);
    }
}

void append_state(std::string& line, const State& state) {
    line += "state ";
    append_board(line, state.reading);
    for (const std::uint8_t count : state.counts.levers)
        fmt::format_to(std::back_inserter(line), " {}", count);
    for (const std::uint8_t count : state.counts.buttons)
        fmt::format_to(std::back_inserter(line), " {}", count);
}

void append_hello(std::string& line, const Hello& hello) {
    fmt::format_to(
        std::back_inserter(line),
        "hello {} {} {} {} {}",
        hello.version,
        to_text(hello.kind),
        to_text(hello.features),
        hello.name,
        hello.firmware
    );
}

void append_press(std::string& line, const LeverPress& press) {
    fmt::format_to(
        std::back_inserter(line), "lever {} {}", chess::to_string(press.side), press.count
    );
}

void append_press(std::string& line, const ButtonPress& press) {
    fmt::format_to(
        std::back_inserter(line), "button {} {}", devices::to_string(press.button), press.count
    );
}

void append_message(std::string& line, const BoardMessage& message) {
    std::visit(
        base::Overloaded{
            [&](const Hello& m) { append_hello(line, m); },
            [&](const State& m) { append_state(line, m); },
            [&](const Up& m) { append_square(line, "up", m.square, m.piece); },
            [&](const Down& m) { append_square(line, "down", m.square, m.piece); },
            [&](const UnsureSquare& m) { append_square(line, "unsure", m.square, {}); },
            [&](const LeverPress& m) { append_press(line, m); },
            [&](const ButtonPress& m) { append_press(line, m); },
            [&](const Done& m) { line += "ok " + m.command; },
            [&](const Declined& m) { line += "no " + m.command + " " + m.reason; },
            [&](const Unknown& m) { line += m.word; },
        },
        message
    );
}

} // namespace

std::string_view to_string(LineError error) {
    switch (error) {
    case LineError::too_long: return "too long";
    case LineError::checksum: return "checksum missing or wrong";
    case LineError::malformed: return "malformed";
    }
    return "";
}

base::Result<BoardLine, LineError> parse_board_line(std::string_view line) {
    const Checked checked = check(line);
    if (!checked.is_right) return tl::unexpected(LineError::checksum);
    auto parsed = read_board_body(checked.body);
    if (!parsed) return tl::unexpected(LineError::malformed);
    return *std::move(parsed);
}

base::Result<HostMessage, LineError> parse_host_line(std::string_view line) {
    const Checked checked = check(line);
    if (checked.has_checksum && !checked.is_right) return tl::unexpected(LineError::checksum);
    auto parsed = read_host_body(checked.body);
    if (!parsed) return tl::unexpected(LineError::malformed);
    return *std::move(parsed);
}

std::string to_wire(const BoardLine& line) {
    std::string text;
    text.reserve(longest_line);
    fmt::format_to(std::back_inserter(text), "{} {} ", line.sequence, line.board_ms);
    append_message(text, line.message);
    append_checksum(text);
    return text;
}

std::string to_wire(const HostMessage& message) {
    std::string text = std::visit(
        base::Overloaded{
            [](const Greet& m) { return fmt::format("hello {}", m.version); },
            [](const AskState&) { return std::string{"state"}; },
            [](const Beep& m) { return fmt::format("beep {}", m.duration.count()); },
            [](const Vibrate& m) { return fmt::format("vibrate {}", m.duration.count()); },
            [](const Unknown& m) { return m.word; },
        },
        message
    );
    append_checksum(text);
    return text;
}

} // namespace ansage::devices::peg
