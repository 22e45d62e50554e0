// SPDX-License-Identifier: GPL-3.0-or-later
// ansage say MOVE...: words for moves.
#include "acts/vocabulary.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/say_aloud.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/parse.hpp"
#include "terminal/options.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::Move;
using chess::MoveError;
using chess::Position;
using phonetics::Announcement;
using phonetics::Lexicon;

namespace {

// Moves between white space, from the arguments or from stdin.
std::vector<std::string> read_moves(const std::vector<std::string>& words) {
    if (!acts::means_standard_input(words)) {
        return words;
    }
    return {std::istream_iterator<std::string>{std::cin}, {}};
}

// UCI and SAN with English letters mean what they mean everywhere; then the nation's letters.
Result<Move, MoveError>
read_move(const Lexicon& lexicon, const Position& position, const std::string& text) {
    if (const Result<Move, MoveError> move = chess::parse_uci(position, text)) {
        return move;
    }
    if (const Result<Move, MoveError> move = chess::parse_san(position, text)) {
        return move;
    }
    return phonetics::parse(lexicon, position, text).move;
}

Error to_error(MoveError error, const std::string& text, std::size_t number) {
    const std::string where = fmt::format("ansage say, move {}", number);
    const std::string move = terminal::printable(text);
    switch (error) {
    case MoveError::not_a_move:
        return {
            fmt::format("\"{}\" is no move", move), where, "write it in UCI (e2e4) or SAN (Nf3)"};
    case MoveError::ambiguous:
        return {
            fmt::format("two legal moves fit \"{}\"", move),
            where,
            "name the square that the piece leaves, or what a pawn becomes"};
    case MoveError::illegal:
        return {
            fmt::format("\"{}\" is not legal in that position", move),
            where,
            "look at the moves before it, and at --fen"};
    }
    return {};
}

struct Said {
    Position position; // before the move
    Move move;
    Announcement words;
};

void print_move(const acts::WordsSettings& settings, const Said& said, std::size_t number) {
    const auto& [position, move, words] = said;
    if (!settings.json) {
        fmt::print("{}\n", to_text(words));
        return;
    }
    const nlohmann::ordered_json line{
        {"ply", number},
        {"uci", chess::to_uci(position, move, acts::castling_style(settings.position))},
        {"san", chess::to_san(position, move)},
        {"announcement", to_text(words)},
        {"spoken", to_speech(words)},
        {"language", words.language},
    };
    fmt::print("{}\n", line.dump());
}

// Plays the moves and prints the words of each; the words that were printed before a bad move are
// kept.
terminal::ExitCode say_moves(
    const acts::WordsSettings& settings,
    const std::vector<std::string>& moves,
    std::vector<Announcement>& announcements
) {
    // load_words() has proved that there is a lexicon.
    const Lexicon lexicon = Lexicon::from(settings.vocabulary).value();
    Position position = settings.position;
    for (const std::string& text : moves) {
        const Result<Move, MoveError> move = read_move(lexicon, position, text);
        if (!move) {
            terminal::print_error(to_error(move.error(), text, announcements.size() + 1));
            return move.error() == MoveError::illegal ? terminal::ExitCode::no
                                                      : terminal::ExitCode::bad_input;
        }
        announcements.push_back(
            phonetics::announce(settings.vocabulary, position, *move, settings.style)
        );
        print_move(settings, {position, *move, announcements.back()}, announcements.size());
        position.play(*move);
    }
    return terminal::ExitCode::done;
}

Result<void, SoundProblem> sound_through(
    const telling::AudioChoice& choice,
    const char* where,
    const std::vector<Announcement>& announcements
) {
    auto aloud = Aloud::open(choice, where);
    if (!aloud) {
        return tl::unexpected(aloud.error());
    }
    for (const Announcement& words : announcements) {
        if (auto said = aloud->say({{.language = words.language, .text = to_speech(words)}});
            !said) {
            return said;
        }
    }
    return {};
}

// Both ways that were asked for; the exit code of the first that failed.
terminal::ExitCode
sound(const terminal::Arguments& arguments, const std::vector<Announcement>& announcements) {
    Result<void, SoundProblem> result;
    if (const auto file = arguments.value("wav")) {
        result = sound_through(
            {telling::AudioChoice::Kind::file, *file}, "ansage say --wav", announcements
        );
    }
    if (result && arguments.has("speak")) {
        result = sound_through({}, "ansage say --speak", announcements);
    }
    if (!result) {
        terminal::print_error(result.error().error);
        return result.error().code;
    }
    return terminal::ExitCode::done;
}

int say(const terminal::Arguments& arguments) {
    const Result<acts::WordsSettings, Error> settings = acts::read_words_settings(arguments);
    if (!settings) {
        terminal::print_error(settings.error());
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
    std::vector<Announcement> announcements;
    const terminal::ExitCode said =
        say_moves(*settings, read_moves(arguments.words()), announcements);
    std::fflush(stdout);
    const terminal::ExitCode sounded = sound(arguments, announcements);
    return terminal::to_int(said == terminal::ExitCode::done ? sounded : said);
}

} // namespace

terminal::Options say_options() {
    terminal::Options options{
        "say",
        "MOVE...",
        "Prints the words in which moves are announced, one line each. Moves are in UCI or SAN and "
        "are played in sequence; - reads them from standard input."};
    acts::add_words_options(options);
    options.value("wav", "FILE", "also writes the sound of the words into a WAV file");
    options.flag("speak", "also speaks the words through the default loudspeaker");
    return options;
}

int run_say(std::span<const std::string> arguments) {
    return terminal::run_with(say_options(), arguments, say);
}

} // namespace ansage::app
