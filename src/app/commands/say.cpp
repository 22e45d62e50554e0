// SPDX-License-Identifier: GPL-3.0-or-later
// ansage say MOVE...: words for moves.
#include "acts/table_setup.hpp"
#include "acts/vocabulary.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/confusions.hpp"
#include "app/commands/given.hpp"
#include "app/commands/say_aloud.hpp"
#include "base/try.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/parse.hpp"
#include "telling/language.hpp"
#include "telling/table_words.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <array>
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
    if (!acts::means_standard_input(words)) return words;
    return {std::istream_iterator<std::string>{std::cin}, {}};
}

// UCI and SAN with English letters mean what they mean everywhere; then the nation's letters.
Result<Move, MoveError>
read_move(const Lexicon& lexicon, const Position& position, const std::string& text) {
    if (const Result<Move, MoveError> move = chess::parse_uci(position, text)) return move;
    if (const Result<Move, MoveError> move = chess::parse_san(position, text)) return move;
    return phonetics::parse(lexicon, position, text).move;
}

Error to_error(MoveError error, const std::string& text, std::size_t number) {
    const base::Place where = base::phrase("ansage say, move {}", number);
    const std::string move = terminal::printable(text);
    switch (error) {
    case MoveError::not_a_move:
        return {
            base::phrase("\"{}\" is no move", move),
            where,
            base::phrase("write it in UCI (e2e4) or SAN (Nf3)")};
    case MoveError::ambiguous:
        return {
            base::phrase("two legal moves fit \"{}\"", move),
            where,
            base::phrase("name the square that the piece leaves, or what a pawn becomes")};
    case MoveError::illegal:
        return {
            base::phrase("\"{}\" is not legal in that position", move),
            where,
            base::phrase("look at the moves before it, and at --fen")};
    }
    return {};
}

// What is said besides moves, as table scripts write it and as scoresheets do (C.12).
struct SaidAct {
    std::string_view written;
    std::string_view name; // for programs
    std::string_view id; // of the sentence
    std::string_view result{}; // of one that ends the game
};

constexpr std::array said_acts{
    SaidAct{"(=)", "offers draw", "console.draw_offered"},
    SaidAct{"offers", "offers draw", "console.draw_offered"},
    SaidAct{"declines", "declines", "console.draw_declined"},
    SaidAct{"accepts", "accepts", "result.agreement", "outcome.draw"},
    SaidAct{"resigns", "resigns", "result.resignation"}, // whose turn it is
    SaidAct{"1-0", "1-0", "outcome.white_wins"},
    SaidAct{"0-1", "0-1", "outcome.black_wins"},
    SaidAct{"1/2-1/2", "1/2-1/2", "outcome.draw"},
    SaidAct{"½-½", "1/2-1/2", "outcome.draw"},
};

constexpr std::string_view correcting = "corrects"; // and then the move that is meant
constexpr std::string_view repeating = "repeats";
constexpr char move_mark = '\x01'; // where the move's words stand in a sentence

using Words = std::vector<speech::Segment>;

// Plays the moves and prints what is said; what was printed before a bad move is kept.
class Sayer {
public:
    Sayer(const acts::WordsSettings& settings, const wording::Catalogue* in)
        : settings_(settings),
          in_(in),
          // load_words() has proved that there is a lexicon.
          lexicon_(Lexicon::from(settings.vocabulary).value()),
          positions_{settings.position} {}

    terminal::ExitCode say(const std::vector<std::string>& texts) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::string& text = texts[i];
            const auto* const act = std::ranges::find(said_acts, text, &SaidAct::written);
            const bool has_last = positions_.size() > 1;
            if (act != said_acts.end()) {
                say_act(*act);
                // "offers draw" is one thing to say.
                i += text == "offers" && i + 1 < texts.size() && texts[i + 1] == "draw" ? 1U : 0U;
            } else if (text == repeating && has_last) {
                print(
                    {{"ply", positions_.size() - 1}, {"act", repeating}},
                    sentence_around("announcement.repeated", last_)
                );
            } else if (const auto code = say_move(text, has_last, i, texts);
                       code != terminal::ExitCode::done) {
                return code;
            }
        }
        return terminal::ExitCode::done;
    }

    const std::vector<Words>& said() const { return said_; }

private:
    terminal::ExitCode say_move(
        const std::string& text,
        bool has_last,
        std::size_t& at,
        const std::vector<std::string>& texts
    ) {
        const bool corrects = text == correcting && has_last && at + 1 < texts.size();
        if (corrects) {
            ++at;
            positions_.pop_back();
        }
        const Position& position = positions_.back();
        const Result<Move, MoveError> move = read_move(lexicon_, position, texts[at]);
        if (!move) {
            terminal::print_error(to_error(move.error(), texts[at], said_.size() + 1));
            return move.error() == MoveError::illegal ? terminal::ExitCode::no
                                                      : terminal::ExitCode::bad_input;
        }
        last_ = phonetics::announce(settings_.vocabulary, position, *move, settings_.style);
        nlohmann::ordered_json line{
            {"ply", positions_.size()},
            {"uci", chess::to_uci(position, *move, acts::castling_style(settings_.position))},
            {"san", chess::to_san(position, *move)}};
        if (corrects) {
            line["act"] = correcting;
            print(std::move(line), sentence_around("announcement.corrected", last_));
        } else {
            const Words words{{.language = last_.language, .text = to_speech(last_)}};
            print(std::move(line), {to_text(last_), words, last_.language});
        }
        Position after = position;
        after.play(*move);
        positions_.push_back(after);
        return terminal::ExitCode::done;
    }

    struct Line {
        std::string shown;
        Words spoken;
        std::string language;
    };

    // A draw is offered by whoever has just moved (9.1.2.1).
    void say_act(const SaidAct& act) {
        const chess::Color turn = positions_.back().turn();
        const chess::Color mover = positions_.size() > 1 ? !turn : turn;
        const std::string_view result = !act.result.empty() ? act.result
            : turn == chess::Color::white                   ? "outcome.black_wins"
                                                            : "outcome.white_wins";
        wording::Sentence sentence =
            in_->worded(act.id, {{"player", mover}, {"result", wording::Term{result}}});
        Words spoken{{.language = sentence.language, .text = in_->spoken(sentence)}};
        print(
            {{"ply", positions_.size() - 1}, {"act", act.name}},
            {std::move(sentence.text), std::move(spoken), std::move(sentence.language)}
        );
    }

    // The move's words in their own language, the rest in that of the listener.
    Line sentence_around(std::string_view id, const Announcement& move) const {
        const std::string mark{move_mark};
        const auto& [text, language] = in_->worded(id, {{"move", mark}});
        const std::size_t at = text.find(move_mark);
        const std::string before = text.substr(0, at);
        const std::string after = text.substr(at + 1);
        Words spoken{
            {.language = language, .text = in_->spoken({before, language})},
            {.language = move.language, .text = to_speech(move)}};
        if (after.find_first_not_of(" .") != std::string::npos)
            spoken.push_back({.language = language, .text = in_->spoken({after, language})});
        return {before + to_text(move) + after, std::move(spoken), language};
    }

    void print(nlohmann::ordered_json object, Line line) {
        if (settings_.json) {
            std::string spoken;
            for (const speech::Segment& segment : line.spoken) spoken += segment.text;
            object["announcement"] = line.shown;
            object["spoken"] = spoken;
            object["language"] = line.language;
            terminal::print_json(
                object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
            );
        } else {
            terminal::print_data(line.shown);
        }
        said_.push_back(std::move(line.spoken));
    }

    const acts::WordsSettings& settings_;
    const wording::Catalogue* in_;
    Lexicon lexicon_;
    std::vector<Position> positions_; // before each move, and now
    Announcement last_;
    std::vector<Words> said_;
};

bool has_acts(const std::vector<std::string>& texts) {
    return std::ranges::any_of(texts, [](const std::string& text) {
        return text == correcting || text == repeating ||
            std::ranges::find(said_acts, text, &SaidAct::written) != said_acts.end();
    });
}

terminal::Answer sound_through(
    const telling::AudioChoice& choice, const char* where, const std::vector<Words>& said_words
) {
    auto aloud = ANSAGE_TRY(Aloud::open(choice, where));
    for (const Words& words : said_words) ANSAGE_TRY(aloud.say(words));
    return terminal::ExitCode::done;
}

// Both ways that were asked for.
terminal::Answer sound(const terminal::Arguments& given, const std::vector<Words>& said) {
    if (const auto file = given.value("wav")) {
        ANSAGE_TRY(
            sound_through({telling::AudioChoice::Kind::file, *file}, "ansage say --wav", said)
        );
    }
    return given.has("speak") ? sound_through({}, "ansage say --speak", said)
                              : terminal::ExitCode::done;
}

terminal::Answer say(const terminal::Arguments& given) {
    if (const auto name = given.value("confusions")) {
        const auto words = ANSAGE_TRY(acts::find_vocabulary(name, given.value("data")));
        ANSAGE_TRY(print_confusions(words, given.has("json")));
        return terminal::ExitCode::done;
    }
    const auto settings = ANSAGE_TRY(acts::read_words_settings(given));
    const std::vector<std::string> texts = read_moves(given.words());
    std::shared_ptr<const wording::Wording> wording;
    const wording::Catalogue* in = nullptr;
    if (has_acts(texts) || given.has("language")) {
        wording = ANSAGE_TRY(acts::load_wording(data_given(given)));
        const auto language =
            ANSAGE_TRY(telling::language_given(given, *wording, settings.vocabulary.language));
        in = &wording->in(language);
    }
    Sayer sayer{settings, in};
    const auto code = sayer.say(texts);
    std::fflush(stdout);
    auto sounded = sound(given, sayer.said());
    return code == terminal::ExitCode::done ? sounded : code;
}

terminal::Options say_options() {
    terminal::Options options{
        "say",
        "MOVE...",
        "Prints the words in which moves are announced, one line each. Moves are in UCI or SAN and "
        "are played in sequence; - reads them from standard input. Between them: corrects MOVE "
        "instead of the last one, repeats, (=) or offers draw, accepts, declines, resigns, 1-0, "
        "0-1, 1/2-1/2."};
    acts::add_words_options(options);
    options.value("language", "L", "of what is said besides moves; else the vocabulary's");
    options.value("wav", "FILE", "also writes the sound of the words into a WAV file");
    options.value(
        "confusions",
        "WORDS",
        "instead of moves: the words of that vocabulary that are taken for one another, and how "
        "far "
        "apart they sound, from 0 to 1"
    );
    options.flag("speak", "also speaks the words through the default loudspeaker");
    return options;
}

} // namespace

const terminal::Command say_command{"say", "words for moves", {{say_options, say}}};

} // namespace ansage::app
