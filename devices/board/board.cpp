// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/board/board.hpp"

#include "base/overloaded.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::devices {
namespace {

using chess::Color;
using chess::Piece;
using chess::Reading;
using chess::Square;
using chess::SquareReading;

std::string with_piece(std::string_view verb, Square square, std::optional<Piece> piece) {
    std::string text = fmt::format("{} {}", verb, chess::to_string(square));
    if (piece) {
        text += ' ';
        text += chess::to_char(*piece);
    }
    return text;
}

std::string side_text(const ClockReport& report, Color color) {
    const ClockReport::Side& side = report.sides[static_cast<std::size_t>(color)];
    return fmt::format(
        "{} {}{}", chess::to_string(color), to_clock_face(side.remaining), side.flag ? " flag" : ""
    );
}

std::string clock_text(const ClockReport& report) {
    if (!report.is_there) return "clock gone";
    return fmt::format(
        "clock {} {} running {}{}{}",
        side_text(report, Color::white),
        side_text(report, Color::black),
        report.running ? chess::to_string(*report.running) : "nobody",
        report.battery_low ? " battery low" : "",
        report.is_side_guessed ? " sides guessed" : ""
    );
}

// The words of a line, separated by single or more spaces.
std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view space = " \t\r\n";
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t start = line.find_first_not_of(space);
        if (start == std::string_view::npos) return words;
        line.remove_prefix(start);
        const std::size_t length = std::min(line.find_first_of(space), line.size());
        words.push_back(line.substr(0, length));
        line.remove_prefix(length);
    }
}

base::Error bad_act(std::string_view line, base::Phrase mend) {
    return {base::phrase("'{}' is not an act at a board", line), "", std::move(mend)};
}

base::Phrase act_help() {
    return base::phrase("say lifts SQUARE, places SQUARE [PIECE], presses white|black, button "
                        "announce|repeat|time|draw, unsure SQUARE, shows PLACEMENT, lost or back");
}

std::optional<HandAct> parse_place(std::span<const std::string_view> words) {
    const auto square = chess::parse_square(words[1]);
    if (!square) return std::nullopt;
    if (words.size() == 2) return Place{*square, std::nullopt};
    const auto piece = words[2].size() == 1 ? chess::parse_piece(words[2][0]) : std::nullopt;
    return piece ? std::optional<HandAct>{Place{*square, piece}} : std::nullopt;
}

template <class Act>
std::optional<HandAct> parse_square_act(std::string_view word) {
    const auto square = chess::parse_square(word);
    return square ? std::optional<HandAct>{Act{*square}} : std::nullopt;
}

std::optional<HandAct> parse_press(std::string_view word) {
    for (const Color color : chess::both_colors)
        if (word == chess::to_string(color)) return PressLever{color};
    return std::nullopt;
}

std::optional<HandAct> parse_two_words(std::string_view verb, std::string_view word) {
    if (verb == "lifts") return parse_square_act<Lift>(word);
    if (verb == "unsure") return parse_square_act<BlurSensor>(word);
    if (verb == "presses") return parse_press(word);
    if (verb == "button") {
        const auto button = parse_name<Button>(word);
        return button ? std::optional<HandAct>{PressButton{*button}} : std::nullopt;
    }
    if (verb == "shows") {
        const auto reading = chess::parse_placement(word);
        return reading ? std::optional<HandAct>{SetBoard{*reading}} : std::nullopt;
    }
    return std::nullopt;
}

std::optional<HandAct> parse_words(std::span<const std::string_view> words) {
    if (words.size() == 1 && words[0] == "lost") return PullCable{};
    if (words.size() == 1 && words[0] == "back") return PlugCable{};
    if ((words.size() == 2 || words.size() == 3) && words[0] == "places") return parse_place(words);
    return words.size() == 2 ? parse_two_words(words[0], words[1]) : std::nullopt;
}

} // namespace

std::string to_clock_face(base::Millis time) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string to_string(const SensorEvent& event) {
    return std::visit(
        base::Overloaded{
            [](const Lifted& e) { return with_piece("lifts", e.square, e.piece); },
            [](const Placed& e) { return with_piece("places", e.square, e.piece); },
            [](const Unsure& e) { return with_piece("unsure", e.square, std::nullopt); },
            [](const Shows& e) { return "shows " + chess::to_placement(e.reading); },
            [](const Pressed& e) { return fmt::format("button {}", to_string(e.button)); },
            [](const Lever& e) { return fmt::format("presses {}", chess::to_string(e.side)); },
            [](const ClockReport& e) { return clock_text(e); },
            [](const Lost&) { return std::string{"lost"}; },
            [](const Back&) { return std::string{"back"}; },
            [](const Turned& e) { return std::string{e.turned ? "turned" : "not turned"}; },
        },
        event
    );
}

void apply_to(Reading& reading, const SensorEvent& event) {
    std::visit(
        base::Overloaded{
            [&](const Lifted& e) { reading[e.square] = SquareReading::empty(); },
            [&](const Placed& e) {
                reading[e.square] =
                    e.piece ? SquareReading::of(*e.piece) : SquareReading::occupied();
            },
            [&](const Unsure& e) { reading[e.square] = SquareReading::unsure(); },
            [&](const Shows& e) { reading = e.reading; },
            [](const auto&) {},
        },
        event
    );
}

std::string to_string(const HandAct& act) {
    return std::visit(
        base::Overloaded{
            [](const Lift& a) { return with_piece("lifts", a.square, std::nullopt); },
            [](const Place& a) { return with_piece("places", a.square, a.piece); },
            [](const PressLever& a) { return fmt::format("presses {}", chess::to_string(a.side)); },
            [](const PressButton& a) { return fmt::format("button {}", to_string(a.button)); },
            [](const SetBoard& a) { return "shows " + chess::to_placement(a.reading); },
            [](const BlurSensor& a) { return with_piece("unsure", a.square, std::nullopt); },
            [](const PullCable&) { return std::string{"lost"}; },
            [](const PlugCable&) { return std::string{"back"}; },
        },
        act
    );
}

base::Result<HandAct, base::Error> parse_hand_act(std::string_view line) {
    const auto words = words_of(line);
    if (const auto act = parse_words(words)) return *act;
    return tl::unexpected(bad_act(line, act_help()));
}

} // namespace ansage::devices
