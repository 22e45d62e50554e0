// SPDX-License-Identifier: GPL-3.0-or-later
// ansage learn: the words of the announcements by ear, asked back by single keys, so that an
// opponent or a child can repeat moves in ten minutes.

#include "acts/table_setup.hpp"
#include "acts/vocabulary.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/commands/play_talk.hpp"
#include "base/try.hpp"
#include "chess/position.hpp"
#include "telling/asker.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"
#include "terminal/command.hpp"
#include "terminal/options.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace ansage::app {

namespace {

constexpr std::size_t squares_asked = 10;
constexpr std::size_t moves_asked = 6;

struct WordAsked {
    std::string words;
    std::string keys; // the answer: "e", "4", "e4", "g1f3"
};

class Trainer {
public:
    Trainer(telling::Voice& voice, const wording::Catalogue& in, const phonetics::Vocabulary& words)
        : asker_(voice),
          in_(in),
          words_(words) {}

    // False: whoever practised left.
    bool run() {
        tell("learn.welcome");
        const Questions files = of_letters(words_.files, 'a');
        const Questions ranks = of_letters(words_.ranks, '1');
        const bool is_whole = teach("learn.files", files) && ask("learn.ask_file", files) &&
            teach("learn.ranks", ranks) && ask("learn.ask_rank", ranks) &&
            ask("learn.ask_square", some_of(squares(), squares_asked)) &&
            ask("learn.ask_move", some_of(moves(), moves_asked));
        tell("learn.end", {{"number", known_}, {"count", asked_}});
        return is_whole;
    }

private:
    using Questions = std::vector<WordAsked>;

    void tell(std::string_view id, std::initializer_list<wording::Argument> arguments = {}) {
        asker_.tell(in_.worded(id, arguments));
    }

    // In the voice of the vocabulary, whatever the listener's language.
    void say(const std::string& words) { asker_.tell({words, words_.language}); }

    bool teach(std::string_view id, const Questions& questions) {
        tell(id);
        for (const WordAsked& each : questions) say(each.words + ": " + each.keys + ".");
        return true;
    }

    // What was not known comes again at the end.
    bool ask(std::string_view id, Questions questions) {
        std::ranges::shuffle(questions, random_);
        std::deque<WordAsked> waiting{questions.begin(), questions.end()};
        std::vector<std::string> missed;
        tell(id);
        while (!waiting.empty()) {
            const WordAsked question = waiting.front();
            waiting.pop_front();
            const auto answer = answer_to(question);
            if (!answer) return false;
            const bool is_right = *answer == question.keys;
            const bool is_new = std::ranges::find(missed, question.words) == missed.end();
            asked_ += is_new ? 1 : 0;
            known_ += is_new && is_right ? 1 : 0;
            if (is_right) {
                tell("learn.right");
                continue;
            }
            tell("learn.wrong", {{"text", question.keys}});
            missed.push_back(question.words);
            waiting.push_back(question);
        }
        return true;
    }

    // Key by key; the listener's keys for it say the words again and leave, and Enter gives up.
    std::optional<std::string> answer_to(const WordAsked& question) {
        say(question.words);
        std::string keys;
        while (keys.size() < question.keys.size()) {
            const auto pressed = asker_.press();
            const std::string key{terminal::trim(pressed.value_or(""))};
            if (!pressed || in_.means("key.leave", key)) return std::nullopt;
            if (key.empty()) return std::string{};
            if (in_.means("key.repeat", key)) {
                keys.clear();
                say(question.words);
            } else {
                keys += key.size() == 1 && key.front() >= 'A' && key.front() <= 'Z'
                    ? static_cast<char>(key.front() - 'A' + 'a')
                    : key.front();
            }
        }
        return keys;
    }

    static Questions of_letters(const auto& words, char first) {
        Questions questions;
        for (const auto& word : words) questions.push_back({word.form.shown, {first++}});
        return questions;
    }

    Questions squares() const {
        Questions questions;
        for (unsigned i = 0; i < 64; ++i) {
            const auto square = chess::Square::from_index(i);
            questions.push_back(
                {phonetics::to_text(phonetics::announce(words_, square)), chess::to_string(square)}
            );
        }
        return questions;
    }

    Questions moves() const {
        Questions questions;
        const chess::Position start;
        for (const chess::Move move : start.legal_moves()) {
            const auto said = phonetics::announce(words_, start, move, phonetics::Style::full);
            questions.push_back(
                {phonetics::to_text(said),
                 chess::to_string(move.from()) + chess::to_string(move.to())}
            );
        }
        return questions;
    }

    [[nodiscard]] Questions some_of(Questions questions, std::size_t count) {
        std::ranges::shuffle(questions, random_);
        questions.resize(std::min(count, questions.size()));
        return questions;
    }

    telling::Asker asker_;
    const wording::Catalogue& in_;
    const phonetics::Vocabulary& words_;
    std::mt19937 random_{std::random_device{}()};
    std::size_t asked_ = 0;
    std::size_t known_ = 0;
};

terminal::Answer learn(const terminal::Arguments& given) {
    const Reader reader = ANSAGE_TRY(reader_given(given));
    const auto words = ANSAGE_TRY(acts::find_vocabulary(given.value("words"), given.value("data")));
    auto voice = ANSAGE_TRY(open_voice(given, reader.in()));
    return terminal::done_or_no(Trainer{voice, reader.in(), words}.run());
}

terminal::Options learn_options() {
    terminal::Options options{
        "learn",
        "",
        "the words of the announcements by ear, asked back by single keys; the first sentence "
        "tells which keys repeat and leave, and Enter tells the answer"};
    options.value("words", "NAME", "the vocabulary, fide if it is not given")
        .value("language", "L", "of the questions; else the terminal's")
        .value("audio", "default|none|DEVICE|FILE.wav", "where it is heard")
        .value("speech", "none", "no speech, for users of a screen reader")
        .value("data", "FOLDER", "where profiles are looked for first");
    return telling::add_ear_options(options);
}

} // namespace

const terminal::Command learn_command{
    "learn", "the words of the announcements by ear", {{learn_options, learn}}};

} // namespace ansage::app
