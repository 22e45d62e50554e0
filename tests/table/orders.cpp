// SPDX-License-Identifier: GPL-3.0-or-later
#include "orders.hpp"

#include "chess/fen.hpp"
#include "support/catch.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ansage::tests {

using chess::Color;
using chess::Position;
using chess::Square;
using table::InputBody;
using table::State;

namespace {

// A move as it is spoken: from, to, what it becomes; the piece is the one that stood there at the
// start.
table::SpokenMove spoken_move(const std::string& text, const Position& start) {
    if (text == "O-O") {
        return {
            .role = chess::Role::king,
            .from = {},
            .to = {},
            .promotion = {},
            .castling = table::CastlingSide::short_side};
    }
    table::SpokenMove said;
    said.from = chess::parse_square(text.substr(0, 2));
    said.to = chess::parse_square(text.substr(2, 2));
    REQUIRE(said.from);
    REQUIRE(said.to);
    if (const auto piece = start.at(*said.from)) said.role = piece->role;
    if (text.size() > 4)
        said.promotion = chess::parse_role(static_cast<char>(std::toupper(text[4])));
    return said;
}

table::HeardMove
hear(const std::string& text, const table::SpokenMove& said, const Position& position) {
    table::HeardMove heard{
        .text = text, .move = {}, .error = chess::MoveError::illegal, .said = said};
    for (const chess::Move move : position.legal_moves()) {
        if (table::fits(said, move, position.at(move.from())->role)) {
            heard.move = move;
            heard.error = std::nullopt;
        }
    }
    return heard;
}

InputBody sensor_input(Color board, const std::string& verb, std::istringstream& words) {
    std::string square_name;
    std::string letter;
    words >> square_name >> letter;
    const std::optional<Square> square = chess::parse_square(square_name);
    REQUIRE(square);
    const auto piece = letter.empty() ? std::nullopt : chess::parse_piece(letter[0]);
    if (verb == "lifts") return table::Lifts{.board = board, .square = *square, .piece = piece};
    if (verb == "places") return table::Places{.board = board, .square = *square, .piece = piece};
    return table::Unsure{.board = board, .square = *square};
}

template <class Speech>
InputBody speech_input(Color seat, const table::HeardMove& heard) {
    Speech speech;
    speech.seat = seat;
    speech.move = heard;
    return speech;
}

using Input = std::function<InputBody(const State&)>;

std::optional<Input>
words_of(Color seat, const std::string& verb, const std::string& text, const Position& start) {
    const auto said = [&] { return spoken_move(text, start); };
    if (verb == "announces") {
        return [=, said = said()](const State& state) {
            return speech_input<table::Announces>(
                seat, hear(text, said, table::announcing_position(state, seat))
            );
        };
    }
    if (verb == "corrects") {
        return [=, said = said()](const State& state) {
            return speech_input<table::Corrects>(
                seat, hear(text, said, table::announcing_position(state, seat))
            );
        };
    }
    if (verb == "repeats") {
        return [=, said = said()](const State& state) {
            return speech_input<table::Repeats>(
                seat, hear(text, said, table::repeating_position(state, seat))
            );
        };
    }
    if (verb == "executes") {
        return [=, said = said()](const State& state) {
            table::Executes input{.seat = seat, .move = {}};
            input.move = hear(text, said, table::executing_position(state, input));
            return InputBody{input};
        };
    }
    return std::nullopt;
}

Input plain_input(Color seat, const std::string& verb, std::istringstream& words) {
    if (verb == "presses")
        return [seat](const State&) { return table::Presses{.seat = seat, .by = {}}; };
    if (verb == "button") {
        return [seat](const State&) {
            return table::PressesButton{.board = seat, .button = table::BoardButton::announce};
        };
    }
    if (const auto report = table::parse_name<table::BoardReport>(verb))
        return [=](const State&) { return table::BoardReports{.board = seat, .report = *report}; };
    const InputBody input = sensor_input(seat, verb, words);
    return [input](const State&) { return input; };
}

Letter read_letter(const std::string& line, const Position& start) {
    std::istringstream words{line};
    std::string who;
    std::string verb;
    words >> who >> verb;
    const auto seat = table::parse_name<Color>(who);
    REQUIRE(seat);
    if (verb == "announces" || verb == "corrects" || verb == "repeats" || verb == "executes") {
        std::string text;
        words >> text;
        return {line, *words_of(*seat, verb, text, start)};
    }
    return {line, plain_input(*seat, verb, words)};
}

void read_seat(const std::string& line, table::TableSetup& setup) {
    std::istringstream words{line};
    std::string who;
    std::string vision;
    std::string board;
    std::string announcer;
    words >> who >> vision >> board >> announcer;
    table::Seat& seat = setup.seats[*table::parse_name<Color>(who)];
    seat.vision = *table::parse_name<table::Vision>(vision);
    seat.board = *table::parse_name<table::BoardKind>(board);
    seat.announces = announcer == "device" ? table::Announcer::device : table::Announcer::self;
}

bool is_seat(const std::string& line) {
    return line.find(" impaired ") != std::string::npos ||
        line.find(" sighted ") != std::string::npos;
}

void read_line(const std::string& line, std::vector<SmallPosition>& positions) {
    if (line.empty() || line.front() == '#') return;
    if (line.starts_with("position ")) {
        table::TableSetup setup;
        setup.edition = test_edition();
        setup.time = *clock::parse_time_control("90m+30s");
        positions.push_back({line.substr(9), setup, {}});
        return;
    }
    SmallPosition& position = positions.back();
    if (line.starts_with("start ")) {
        position.setup.start = chess::parse_position(line.substr(6)).value();
    } else if (is_seat(line)) read_seat(line, position.setup);
    else position.alphabet.push_back(read_letter(line, position.setup.start));
}

} // namespace

std::vector<SmallPosition> read_small_positions(const std::string& file) {
    std::ifstream stream{file};
    REQUIRE(stream);
    std::vector<SmallPosition> positions;
    for (std::string line; std::getline(stream, line);) {
        INFO(line);
        read_line(line, positions);
    }
    return positions;
}

} // namespace ansage::tests
