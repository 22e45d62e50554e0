// SPDX-License-Identifier: GPL-3.0-or-later
// ansage parse [TEXT]: moves from words.
#include "phonetics/parse.hpp"

#include "acts/table_setup.hpp"
#include "acts/vocabulary.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "base/names.hpp"
#include "base/try.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "files/files.hpp"
#include "phonetics/announcement.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"
#include "wording/wording.hpp"

#include <fmt/format.h>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::MoveError;
using nlohmann::ordered_json;
using phonetics::Heard;
using phonetics::Lexicon;

namespace {

// What was found, as the three fields of a line.
struct Notations {
    std::string uci;
    std::string san;
    std::string announcement;
};

class Parser {
public:
    using AskSentences = std::function<const wording::Catalogue*()>;

    // Sentences are asked for only when something is wrong: reading them takes longer than all
    // else.
    Parser(const acts::WordsSettings& settings, AskSentences sentences)
        : settings_(settings),
          // load_words() has proved that there is a lexicon.
          lexicon_(Lexicon::from(settings.vocabulary).value()),
          sentences_(std::move(sentences)) {}

    // Prints one line; false if the text is no move.
    bool print(const std::string& text) const {
        const Heard heard = phonetics::parse(lexicon_, settings_.position, text);
        if (settings_.json) {
            // Whatever bytes came are shown; a line of JSON is UTF-8 in any case.
            terminal::print_json(
                to_json(heard).dump(-1, ' ', false, ordered_json::error_handler_t::replace)
            );
        } else if (heard.move) {
            const Notations found = describe(*heard.move);
            terminal::print_fields({found.uci, found.san, found.announcement});
        } else {
            terminal::print_fields(
                {"error", std::string{base::to_string(heard.move.error())}, sentence(heard)}
            );
        }
        return heard.move.has_value();
    }

private:
    Notations describe(chess::Move move) const {
        const chess::Position& position = settings_.position;
        return {
            chess::to_uci(position, move, acts::castling_style(position)),
            chess::to_san(position, move),
            to_text(phonetics::announce(settings_.vocabulary, position, move, settings_.style)),
        };
    }

    // The moves that fit, in words that tell each from the others.
    std::string choices(const Heard& heard) const {
        std::string list;
        for (const chess::Move move : heard.choices) {
            list += list.empty() ? "" : "; ";
            list += to_text(phonetics::announce(
                settings_.vocabulary, settings_.position, move, phonetics::Style::full
            ));
        }
        return list;
    }

    std::string sentence(const Heard& heard) const {
        const wording::Catalogue* const in = sentences_();
        if (in == nullptr) return std::string{base::to_string(heard.move.error())};
        const std::string text = terminal::printable(heard.text);
        const wording::Argument said{"text", text};
        switch (heard.move.error()) {
        case MoveError::not_a_move: {
            const std::string word = terminal::printable(heard.unknown);
            return in->sentence(
                word.empty() ? "parse.not_a_move" : "parse.unknown_word", {said, {"words", word}}
            );
        }
        case MoveError::ambiguous: {
            const std::string list = choices(heard);
            return in->sentence("parse.ambiguous", {said, {"list", list}});
        }
        case MoveError::illegal: return illegal_sentence(heard, *in);
        }
        return {};
    }

    std::string illegal_sentence(const Heard& heard, const wording::Catalogue& in) const {
        const std::string text = terminal::printable(heard.text);
        const auto reason = phonetics::why_illegal(settings_.position, heard.said)
                                .value_or(phonetics::Reason{.why = phonetics::Why::cannot_reach});
        const auto word = [](const auto& about, const auto& announced) {
            return about ? to_text(announced(*about)) : std::string{};
        };
        const std::string piece = word(reason.piece, [&](chess::Piece which) {
            return phonetics::announce(settings_.vocabulary, which.role);
        });
        const std::string square = word(reason.square, [&](chess::Square which) {
            return phonetics::announce(settings_.vocabulary, which);
        });
        return in.sentence(
            "parse.illegal",
            {{"text", text},
             {"reason", wording::Term{phonetics::to_message_id(reason.why)}},
             {"piece", piece},
             {"square", square}}
        );
    }

    ordered_json to_json(const Heard& heard) const {
        if (!heard.move) {
            return {
                {"text", heard.text},
                {"error", base::to_string(heard.move.error())},
                {"sentence", sentence(heard)}};
        }
        const Notations found = describe(*heard.move);
        ordered_json line{
            {"text", heard.text},
            {"uci", found.uci},
            {"san", found.san},
            {"announcement", found.announcement},
        };
        if (heard.slip) line["slip"] = {{"said", heard.slip->said}, {"meant", heard.slip->meant}};
        return line;
    }

    const acts::WordsSettings& settings_;
    Lexicon lexicon_;
    AskSentences sentences_;
};

Result<bool, Error> parse_standard_input(const Parser& parser) {
    bool all_moves = true;
    files::TextLines lines{std::cin, terminal::standard_input()};
    while (true) {
        const auto line = ANSAGE_TRY(lines.next());
        if (!line) break;
        terminal::print_warning(lines.take_remark());
        all_moves = parser.print(*line) && all_moves;
        // Whoever types, or a program at the other end of a pipe, hears the answer at once.
        std::fflush(stdout);
    }
    return all_moves;
}

terminal::Answer parse(const terminal::Arguments& given) {
    const auto settings = ANSAGE_TRY(acts::read_words_settings(given));
    std::optional<Reader> reader;
    if (given.has("language")) reader = ANSAGE_TRY(reader_given(given));
    const Parser parser{settings, [&]() -> const wording::Catalogue* {
                            if (!reader)
                                if (auto read = reader_given(given)) reader = *std::move(read);
                            return reader ? &reader->in() : nullptr;
                        }};
    const std::vector<std::string>& words = given.words();
    if (acts::means_standard_input(words)) {
        const bool are_moves = ANSAGE_TRY(parse_standard_input(parser));
        return terminal::done_or_no(are_moves);
    }
    return terminal::done_or_no(parser.print(fmt::format("{}", fmt::join(words, " "))));
}

terminal::Options parse_options() {
    terminal::Options options{
        "parse",
        "[TEXT]",
        "Prints the move that a text means: UCI, SAN and announcement, separated by tabs; or the "
        "word error, which error, and a sentence. Without TEXT, or with -, every line of standard "
        "input is read against the same position."};
    acts::add_words_options(options);
    options.value("language", "L", "of the sentences; else the terminal's");
    return options;
}

} // namespace

const terminal::Command parse_command{"parse", "moves from words", {{parse_options, parse}}};

} // namespace ansage::app
