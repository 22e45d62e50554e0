// ansage parse [TEXT]: moves from words.
#include "phonetics/parse.hpp"

#include "acts/vocabulary.hpp"
#include "app/commands/commands.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "files/files.hpp"
#include "phonetics/announcement.hpp"
#include "terminal/options.hpp"

#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::MoveError;
using nlohmann::ordered_json;
using phonetics::Heard;
using phonetics::Lexicon;

namespace {

std::string_view to_string(MoveError error) {
    switch (error) {
    case MoveError::not_a_move:
        return "not_a_move";
    case MoveError::ambiguous:
        return "ambiguous";
    case MoveError::illegal:
        return "illegal";
    }
    return {};
}

std::string to_sentence(MoveError error, const std::string& text) {
    const std::string said = terminal::printable(text);
    switch (error) {
    case MoveError::not_a_move:
        return fmt::format("\"{}\" is not understood as a move", said);
    case MoveError::ambiguous:
        return fmt::format(
            "two legal moves fit \"{}\": name the square it leaves, or what the pawn becomes", said
        );
    case MoveError::illegal:
        return fmt::format("\"{}\" is not legal in this position", said);
    }
    return {};
}

// What was found, as the three fields of a line.
struct Found {
    std::string uci;
    std::string san;
    std::string announcement;
};

class Parser {
public:
    explicit Parser(const acts::WordsSettings& settings)
        : settings_(settings),
          // load_words() has proved that there is a lexicon.
          lexicon_(Lexicon::from(settings.vocabulary).value()) {}

    // Prints one line; false if the text is no move.
    [[nodiscard]] bool print(const std::string& text) const {
        const Heard heard = phonetics::parse(lexicon_, settings_.position, text);
        if (settings_.json) {
            // Whatever bytes came are shown; a line of JSON is UTF-8 in any case.
            fmt::print(
                "{}\n", to_json(heard).dump(-1, ' ', false, ordered_json::error_handler_t::replace)
            );
        } else if (heard.move) {
            const Found found = describe(*heard.move);
            fmt::print("{}\t{}\t{}\n", found.uci, found.san, found.announcement);
        } else {
            const MoveError error = heard.move.error();
            fmt::print("error\t{}\t{}\n", to_string(error), to_sentence(error, text));
        }
        return heard.move.has_value();
    }

private:
    [[nodiscard]] Found describe(chess::Move move) const {
        const chess::Position& position = settings_.position;
        return {
            chess::to_uci(position, move, acts::castling_style(position)),
            chess::to_san(position, move),
            to_text(phonetics::announce(settings_.vocabulary, position, move, settings_.style)),
        };
    }

    [[nodiscard]] ordered_json to_json(const Heard& heard) const {
        if (!heard.move) {
            const MoveError error = heard.move.error();
            return {
                {"text", heard.text},
                {"error", to_string(error)},
                {"sentence", to_sentence(error, heard.text)}};
        }
        const Found found = describe(*heard.move);
        return {
            {"text", heard.text},
            {"uci", found.uci},
            {"san", found.san},
            {"announcement", found.announcement},
        };
    }

    const acts::WordsSettings& settings_;
    Lexicon lexicon_;
};

bool parse_standard_input(const Parser& parser) {
    bool all_moves = true;
    for (std::string line;;) {
        const auto is_line = files::next_line(std::cin, "standard input", line);
        if (!is_line) {
            terminal::print_error(is_line.error());
            return false;
        }
        if (!*is_line) {
            return all_moves;
        }
        if (line.ends_with('\r')) {
            line.pop_back();
        }
        all_moves = parser.print(line) && all_moves;
        // Whoever types, or a program at the other end of a pipe, hears the answer at once.
        std::fflush(stdout);
    }
}

int parse(const terminal::Arguments& arguments) {
    const Result<acts::WordsSettings, Error> settings = acts::read_words_settings(arguments);
    if (!settings) {
        terminal::print_error(settings.error());
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
    const Parser parser{*settings};
    const std::vector<std::string>& words = arguments.words();
    const bool all_moves = acts::means_standard_input(words)
        ? parse_standard_input(parser)
        : parser.print(fmt::format("{}", fmt::join(words, " ")));
    return terminal::to_int(all_moves ? terminal::ExitCode::done : terminal::ExitCode::no);
}

} // namespace

int run_parse(std::span<const std::string> arguments) {
    terminal::Options options{
        "parse",
        "[TEXT]",
        "Prints the move that a text means: UCI, SAN and announcement, separated by tabs; or the "
        "word error, which error, and a sentence. Without TEXT, or with -, every line of standard "
        "input is read against the same position."};
    acts::add_words_options(options);
    return terminal::run_with(options, arguments, parse);
}

} // namespace ansage::app
