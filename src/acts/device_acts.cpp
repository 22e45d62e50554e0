// SPDX-License-Identifier: GPL-3.0-or-later
// What boards, their clocks and the recorder report.
#include "acts/verbs.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <array>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;
using table::InputBody;

namespace {

struct SquareAndPiece {
    chess::Square square;
    std::optional<chess::Piece> piece;
};

Result<SquareAndPiece, Error> square_and_piece(const Words& words) {
    const std::optional<chess::Square> square = chess::parse_square(words.at(0));
    if (!square) {
        return bad(
            base::phrase("\"{}\" is no square", words.at(0)), base::phrase("write one such as e2")
        );
    }
    if (words.list.size() == 1) return SquareAndPiece{*square, std::nullopt};
    const std::optional<chess::Piece> piece =
        words.at(1).size() == 1 ? chess::parse_piece(words.at(1)[0]) : std::nullopt;
    if (!piece || words.list.size() > 2) {
        return bad(
            base::phrase("\"{}\" is no piece", words.text()),
            base::phrase("write one letter, upper case for White: P N B R Q K")
        );
    }
    return SquareAndPiece{*square, piece};
}

} // namespace

Body lifts(const Actor& actor, const Words& words) {
    return square_and_piece(words).map([&](const SquareAndPiece& given) -> InputBody {
        return table::Lifts{.board = actor.seat, .square = given.square, .piece = given.piece};
    });
}

Body places(const Actor& actor, const Words& words) {
    return square_and_piece(words).map([&](const SquareAndPiece& given) -> InputBody {
        return table::Places{.board = actor.seat, .square = given.square, .piece = given.piece};
    });
}

Body unsure(const Actor& actor, const Words& words) {
    return square_and_piece(words).map([&](const SquareAndPiece& given) -> InputBody {
        return table::Unsure{.board = actor.seat, .square = given.square};
    });
}

Body shows(const Actor& actor, const Words& words) {
    const std::optional<chess::Reading> reading = chess::parse_placement(words.text());
    if (!reading) {
        return bad(
            base::phrase("\"{}\" is no placement", words.text()),
            base::phrase("write a FEN placement; x stands for any piece")
        );
    }
    return table::Shows{.board = actor.seat, .reading = *reading};
}

Body button(const Actor& actor, const Words& words) {
    const auto which = table::parse_name<table::BoardButton>(words.at(0));
    if (!which) {
        return bad(
            base::phrase("\"{}\" is no button", words.at(0)),
            base::phrase("write announce, repeat, time or draw")
        );
    }
    return only(words, 1, table::PressesButton{.board = actor.seat, .button = *which});
}

namespace {

// What the recorder reports, for a script: "low 0:16:00" is how much more can be recorded.
template <table::RecordingNews news>
Body recorder(const Actor& /*actor*/, const Words& words) {
    table::RecordingReported input{.news = news, .file = {}, .speaker = {}, .ply = {}};
    const bool names_device = news == table::RecordingNews::microphone_missing ||
        (news == table::RecordingNews::microphone_back && !words.list.empty());
    if (names_device) {
        input.device = words.text();
        return input;
    }
    if (news != table::RecordingNews::disk_low) return only(words, 0, input);
    const auto time = terminal::parse_clock_time(words.at(0));
    if (!time) {
        return bad(
            base::phrase("how much can be recorded is missing"),
            base::phrase("write recorder low 0:16:00")
        );
    }
    input.to = *time;
    return only(words, 1, input);
}

// "hears white 3": that player's voice was recorded for that ply.
Body recorder_hears(const Actor& /*actor*/, const Words& words) {
    const auto speaker = parse_color(words.at(0));
    const auto ply = terminal::parse_number(words.at(1));
    if (!speaker || !ply) {
        return bad(
            base::phrase("\"hears {}\" names no player and ply", words.text()),
            base::phrase("write recorder hears white 3")
        );
    }
    return only(
        words,
        2,
        table::RecordingReported{
            .news = table::RecordingNews::spoken, .file = {}, .speaker = *speaker, .ply = *ply}
    );
}

// "flutters e4", "flutters lever"; "steady e4 1200": so much came of it meanwhile.
template <table::BoardReport report>
Body flutters(const Actor& actor, const Words& words) {
    table::BoardReports input{.board = actor.seat, .report = report};
    const std::string what = words.at(0);
    input.square = chess::parse_square(what);
    input.part = table::parse_name<table::BoardPart>(what);
    if (!input.square && !input.part) {
        return bad(
            base::phrase("\"{}\" is nothing of a board", what),
            base::phrase("write a square, lever, buttons or board")
        );
    }
    if (report == table::BoardReport::steady) {
        input.count = terminal::parse_number(words.at(1));
        return only(words, 2, input);
    }
    return only(words, 1, input);
}

template <table::BoardReport report>
Body reports(const Actor& actor, const Words& words) {
    return only(words, 0, table::BoardReports{.board = actor.seat, .report = report});
}

// "white 1:29:58 black 1:30:00 flag running white", "gone"
Body clock_display(const Actor& actor, const Words& words) {
    table::ClockShows shows;
    shows.board = actor.seat;
    if (words.text() == "gone") {
        shows.is_there = false;
        return shows;
    }
    const auto misread = [&] {
        return bad(
            base::phrase("\"{}\" is no display of a clock", words.text()),
            base::phrase(
                "write white 1:29:58 black 1:30:00, flag after a time, and running white or black"
            )
        );
    };
    std::size_t seen = 0;
    for (std::size_t i = 0; i + 1 < words.list.size(); i += 2) {
        const std::optional<chess::Color> side = parse_color(words.list[i]);
        const auto time = terminal::parse_clock_time(words.list[i + 1]);
        const std::optional<chess::Color> runs = parse_color(words.list[i + 1]);
        if (words.list[i] == "running" && (runs || words.list[i + 1] == "nobody")) {
            shows.running = runs;
        } else if (side && time) {
            (*side == chess::Color::white ? shows.white : shows.black) = *time;
            const bool is_down = i + 2 < words.list.size() && words.list[i + 2] == "flag";
            (*side == chess::Color::white ? shows.is_white_down : shows.is_black_down) = is_down;
            i += is_down ? 1 : 0;
            ++seen;
        } else {
            return misread();
        }
    }
    return seen == 2 ? Body{shows} : misread();
}

constexpr std::array list_of_board_verbs{
    Verb{"lifts", lifts},
    Verb{"places", places},
    Verb{"unsure", unsure},
    Verb{"button", button},
    Verb{"shows", shows},
    Verb{"lost", reports<table::BoardReport::lost>},
    Verb{"back", reports<table::BoardReport::back>},
    Verb{"turned", reports<table::BoardReport::turned>},
    Verb{"clock", clock_display},
    Verb{"flutters", flutters<table::BoardReport::flutters>},
    Verb{"steady", flutters<table::BoardReport::steady>},
};

constexpr std::array list_of_recorder_verbs{
    Verb{"begins", recorder<table::RecordingNews::began>},
    Verb{"begins-continuous", recorder<table::RecordingNews::began_continuous>},
    Verb{"hears", recorder_hears},
    Verb{"low", recorder<table::RecordingNews::disk_low>},
    Verb{"loses", recorder<table::RecordingNews::samples_lost>},
    Verb{"full", recorder<table::RecordingNews::stopped>},
    Verb{"gone", recorder<table::RecordingNews::microphone_gone>},
    Verb{"back", recorder<table::RecordingNews::microphone_back>},
    Verb{"misses", recorder<table::RecordingNews::microphone_missing>},
};

} // namespace

std::span<const Verb> board_verbs() { return list_of_board_verbs; }

std::span<const Verb> recorder_verbs() { return list_of_recorder_verbs; }

} // namespace ansage::acts
