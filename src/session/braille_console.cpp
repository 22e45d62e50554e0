// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/braille_console.hpp"

#include "base/overloaded.hpp"
#include "base/utf8.hpp"
#include "files/profile_path.hpp"
#include "profiles/braille.hpp"
#include "record/game_file.hpp"
#include "table/asking/rights.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace ansage::session {

using base::Instant;
using base::Millis;
using base::Overloaded;
using chess::Color;
using devices::braille_display::Command;
using devices::braille_display::Key;
using devices::braille_display::Window;
using table::Audience;

namespace {

// So long after the last use another program may have the display, if nobody plays.
constexpr Millis idle_after{60'000};

std::optional<Color> seat_of(Audience owner) {
    if (owner == Audience::ear_white) return Color::white;
    return owner == Audience::ear_black ? std::optional{Color::black} : std::nullopt;
}

// The words of the announcement, once it was made (first principle 4); one's own needs no showing.
std::optional<std::string>
announced_line(const table::Testified& testified, const table::State& state, Audience owner) {
    const table::Testimony& testimony = testified.testimony;
    const bool is_known = state.plies.has(testified.ply);
    const bool is_announcement = testimony.witness == table::Witness::announcement;
    if (!is_known || !is_announcement || testimony.move.text.empty() || !seat_of(owner))
        return std::nullopt;
    const bool own = state.plies[testified.ply].mover == seat_of(owner);
    return own ? std::nullopt : std::optional{testimony.move.text};
}

// "12 Sf3; Sc6": a sentence around it would fill the cells.
std::optional<std::string> entry_line(const table::Said& said, Audience owner) {
    const bool is_entry = said.audience == owner && said.message.id == "answer.score";
    const table::MessageArguments& arguments = said.message.arguments;
    return is_entry
        ? std::optional{fmt::format("{} {}", arguments.count.value_or(0), arguments.name)}
        : std::nullopt;
}

std::optional<std::string> words_if(bool is_meant, const table::Message& message) {
    return is_meant && !message.words.empty() ? std::optional{message.words} : std::nullopt;
}

// One move further from the one that was shown last; the newest entry if none was.
table::InputBody asks_score(Color seat, chess::MoveNumber reviewed, int step) {
    table::Asks asks{.seat = seat, .question = table::Question::score};
    if (reviewed > 0)
        asks.number = step < 0 ? std::max<chess::MoveNumber>(1, reviewed - 1) : reviewed + 1;
    return asks;
}

std::optional<table::InputBody>
question_of_command(Command command, Color seat, chess::MoveNumber reviewed) {
    if (command == Command::score_back) return asks_score(seat, reviewed, -1);
    if (command == Command::score_forward) return asks_score(seat, reviewed, 1);
    if (command == Command::repeat)
        return table::Asks{.seat = seat, .question = table::Question::last};
    if (command == Command::time)
        return table::Asks{.seat = seat, .question = table::Question::both};
    return std::nullopt;
}

} // namespace

std::optional<std::string>
braille_line(const table::Event& event, const table::State& state, Audience owner) {
    using Line = std::optional<std::string>;
    const bool is_arbiter = owner == Audience::arbiter;
    return std::visit(
        Overloaded{
            [&](const table::Said& said) -> Line {
                if (auto entry = entry_line(said, owner)) return entry;
                // Each second would take the line away from a reader who hears it.
                const auto seat = seat_of(owner);
                const bool is_tone = said.message.id == "alarm.countdown" &&
                    !(seat && state.seat(*seat).hearing_impaired);
                const bool is_meant = said.audience == owner || said.audience == Audience::room;
                return words_if(is_meant && !is_tone, said.message);
            },
            [&](const table::Testified& testified) -> Line {
                return announced_line(testified, state, owner);
            },
            [&](const table::Alerted& alerted) -> Line {
                return words_if(is_arbiter, alerted.message);
            },
            [&](const table::Raised& raised) -> Line {
                return words_if(is_arbiter, raised.message);
            },
            [&](const table::Proposed& proposed) -> Line {
                return words_if(is_arbiter, proposed.proposal.message);
            },
            [](const auto&) -> Line { return std::nullopt; },
        },
        event.body
    );
}

std::optional<std::string>
times_line(const table::Event& event, Audience owner, const wording::Catalogue& owners_language) {
    constexpr std::array<std::string_view, 4> of_times{
        "answer.own_time", "answer.opponent_time", "answer.both_times", "answer.both_clocks"};
    const auto* const said = std::get_if<table::Said>(&event.body);
    const bool is_meant = said != nullptr && said->audience == owner &&
        std::ranges::find(of_times, said->message.id) != of_times.end();
    if (!is_meant) return std::nullopt;
    // As in words, a second that has begun counts.
    const auto digits = [](std::optional<Millis> time) {
        return terminal::to_clock_time(
            std::chrono::ceil<std::chrono::seconds>(std::max(time.value_or(Millis{0}), Millis{0}))
        );
    };
    return owners_language.sentence(
        "cells." + said->message.id,
        {{"text", digits(said->message.arguments.time)},
         {"other", digits(said->message.arguments.opponent_time)}}
    );
}

namespace {

std::optional<chess::Square> square_under(const Key& key, const Window& window) {
    const auto* const routed = std::get_if<devices::braille_display::Routed>(&key);
    const auto square = routed == nullptr ? std::nullopt : window.square_at(routed->cell);
    return square ? std::optional{chess::Square::from_index(
                        static_cast<unsigned>(square->rank * 8 + square->file)
                    )}
                  : std::nullopt;
}

// The arbiter asks as at his console; an assistant, whose duties the table has not looked at here,
// for the words that everybody heard.
std::optional<table::InputBody>
question_without_seat(const Key& key, const Window& window, Audience owner) {
    const bool is_arbiter = owner == Audience::arbiter;
    table::Asks asks{
        .by = is_arbiter ? table::ConsoleRole::arbiter : table::ConsoleRole::assistant};
    if (key == Key{devices::braille_display::Pressed{Command::repeat}}) {
        asks.question = table::Question::last;
        return asks;
    }
    if (is_arbiter && key == Key{devices::braille_display::Pressed{Command::time}}) {
        asks.question = table::Question::both;
        return asks;
    }
    asks.question = table::Question::square;
    asks.square = square_under(key, window);
    return is_arbiter && asks.square ? std::optional<table::InputBody>{asks} : std::nullopt;
}

} // namespace

std::optional<table::InputBody>
question_of(const Key& key, const Window& window, Audience owner, chess::MoveNumber reviewed) {
    const std::optional<Color> seat = seat_of(owner);
    if (!seat) return question_without_seat(key, window, owner);
    if (const auto* pressed = std::get_if<devices::braille_display::Pressed>(&key))
        return question_of_command(pressed->command, *seat, reviewed);
    const auto square = square_under(key, window);
    if (!square) return std::nullopt;
    return table::Asks{.seat = *seat, .question = table::Question::square, .square = square};
}

namespace {

std::optional<std::string> code_of(Audience owner, const record::BrailleChoice& codes) {
    const std::optional<Color> seat = seat_of(owner);
    return seat ? codes[*seat] : std::nullopt;
}

// Of each language the first code that names one, or that of the chosen code for all; without one
// the owner's own table stays.
BrailleConsole::DisplayTables
display_tables(const terminal::Arguments& given, const std::optional<std::string>& chosen) {
    BrailleConsole::DisplayTables tables;
    const auto directories = files::data_directories(given.value("data"));
    if (!directories) return tables;
    for (const files::ProfileFile& file :
         files::list_profiles(*directories, files::ProfileKind::braille)) {
        const auto code =
            profiles::Document::read(file.path).and_then([](const profiles::Document& document) {
                return profiles::load_braille(document);
            });
        if (code && !code->display.empty()) tables.emplace(code->language, code->display);
    }
    const auto code = chosen ? record::find_code(*chosen, given.value("data"))
                             : base::Result<scoresheet::BrailleCode, base::Error>{};
    if (chosen && code)
        for (auto& [language, table] : tables) table = code->display;
    std::erase_if(tables, [](const auto& each) { return each.second.empty(); });
    return tables;
}

} // namespace

base::Result<std::unique_ptr<BrailleConsole>, base::Error>
braille_given(const terminal::Arguments& given, const record::BrailleChoice& codes) {
    constexpr std::array owners{
        std::pair{std::string_view{"white"}, Audience::ear_white},
        std::pair{std::string_view{"black"}, Audience::ear_black},
        std::pair{std::string_view{"assistant"}, Audience::assistant},
        std::pair{std::string_view{"arbiter"}, Audience::arbiter},
    };
    const auto name = given.value("braille");
    if (!name) return nullptr;
    const auto* const owner =
        std::ranges::find(owners, *name, [](const auto& each) { return each.first; });
    if (owner == owners.end()) {
        return tl::unexpected(base::Error{
            base::phrase("\"{}\" has no braille display", terminal::printable(*name)),
            "--braille",
            base::phrase("write white, black, assistant or arbiter")});
    }
    const char* const authentication = std::getenv("BRLAPI_AUTH");
    return std::make_unique<BrailleConsole>(
        owner->second,
        devices::braille_display::Address{
            .authentication = authentication == nullptr ? "" : authentication},
        display_tables(given, code_of(owner->second, codes))
    );
}

BrailleConsole::BrailleConsole(
    Audience owner, devices::braille_display::Address address, DisplayTables tables
)
    : owner_(owner),
      display_(std::move(address)),
      tables_(std::move(tables)) {}

namespace {

// A letter a piece, White's large, and blanks told apart by the colour of the square; absent where
// the owner may not read the board.
std::optional<devices::braille_display::BoardLetters>
letters_for(Audience owner, const table::State& state, const phonetics::Vocabulary& vocabulary) {
    const auto seat = seat_of(owner);
    if (!seat && owner != Audience::arbiter) return std::nullopt;
    table::Asks asks{.seat = seat.value_or(Color::white), .question = table::Question::position};
    if (!seat) asks.by = table::ConsoleRole::arbiter;
    const auto board = table::readable_board(state, asks);
    if (!board) return std::nullopt;
    devices::braille_display::BoardLetters letters{};
    for (unsigned i = 0; i < letters.size(); ++i) {
        const auto piece = board->squares[i].piece();
        const bool is_light = (i % 8 + i / 8) % 2 != 0;
        letters[i] = board->squares[i].is_empty() ? (is_light ? '-' : '+') : '?';
        if (piece) {
            const auto own = vocabulary.pieces[static_cast<std::size_t>(piece->role)].letter;
            const char letter = own.value_or(chess::to_char(piece->role));
            const bool is_white = piece->color == Color::white;
            letters[i] = is_white ? letter : static_cast<char>(letter - 'A' + 'a');
        }
    }
    return letters;
}

// The answer to a routing key: of that square, to that display.
bool answers_about_square(const table::Event& event, Audience owner) {
    const auto* const said = std::get_if<table::Said>(&event.body);
    return said != nullptr && said->audience == owner &&
        (said->message.id == "answer.square" || said->message.id == "answer.empty_square" ||
         said->message.id == "answer.unknown_square");
}

// To those who did not hear it: it was typed.
bool says_announcement(const table::Event& event) {
    const auto* const said = std::get_if<table::Said>(&event.body);
    return said != nullptr && said->cause == table::Cause::announcement &&
        said->message.arguments.said;
}

// After a key, which no hand on the clock is heard for.
bool says_own_clock_runs(const table::Event& event, Audience owner) {
    const auto* const said = std::get_if<table::Said>(&event.body);
    return said != nullptr && said->audience == owner &&
        said->message.id == "answer.own_clock_runs";
}

bool is_passing_notice(const table::Event& event) {
    const auto* const said = std::get_if<table::Said>(&event.body);
    return said != nullptr && said->priority == table::Priority::notification;
}

// The game has gone on since.
bool has_gone_on(std::span<const table::Event> events) {
    return std::ranges::any_of(events, [](const table::Event& event) {
        return std::holds_alternative<table::ClockPressed>(event.body);
    });
}

// "Sg1f3": what is left of an announcement where its words do not fit.
std::string written_move(
    const table::Testified& testified,
    const table::State& state,
    const phonetics::Vocabulary& vocabulary
) {
    const table::SpokenMove& said = testified.testimony.move.said;
    if (said.castling) return said.castling == table::CastlingSide::short_side ? "0-0" : "0-0-0";
    const auto piece =
        said.from ? state.positions.before(testified.ply).at(*said.from) : std::nullopt;
    const auto role = said.role ? said.role : piece ? std::optional{piece->role} : std::nullopt;
    std::string text;
    if (role && *role != chess::Role::pawn) {
        const auto own = vocabulary.pieces[static_cast<std::size_t>(*role)].letter;
        text += own.value_or(chess::to_char(*role));
    }
    text += said.from ? chess::to_string(*said.from) : "";
    text += said.to ? chess::to_string(*said.to) : "";
    if (said.promotion) {
        const auto own = vocabulary.pieces[static_cast<std::size_t>(*said.promotion)].letter;
        text += own.value_or(chess::to_char(*said.promotion));
    }
    return text;
}

} // namespace

// A move in the words of the table, however it was typed; on a short display the written form, not
// half of the words.
std::string BrailleConsole::fitting(
    const std::string& line,
    const table::Event& event,
    const table::State& state,
    const telling::TableWords& words
) const {
    const auto* const testified = std::get_if<table::Testified>(&event.body);
    if (testified == nullptr) return line;
    const bool corrects = testified->testimony.corrects.value_or(false);
    const table::HeardMove& heard = testified->testimony.move;
    const table::Message message{
        corrects ? "announcement.corrected" : "announcement",
        {.ply = testified->ply, .said = heard.said, .name = heard.text}};
    const std::string said = words.sentence(message, language_, state.positions);
    const bool fits = cells_ == 0 || base::count_code_points(said) <= cells_;
    const std::string written =
        fits ? std::string{} : written_move(*testified, state, words.vocabulary());
    return written.empty() ? said : written;
}

void BrailleConsole::note(
    std::span<const table::Event> events,
    const table::State& state,
    const telling::TableWords& words,
    Instant now
) {
    if (state.setup && language_.empty()) {
        language_ = telling::language_of(*state.setup, owner_);
        dots_.reset();
    }
    if (const auto seat = seat_of(owner_)) reviewed_ = state.reviewed[*seat];
    if (state.setup) window_.set_board(letters_for(owner_, state, words.vocabulary()));
    std::string told;
    bool is_of_square = false;
    const bool is_announced = std::ranges::any_of(events, [&](const table::Event& event) {
        const auto* const testified = std::get_if<table::Testified>(&event.body);
        return testified != nullptr && announced_line(*testified, state, owner_);
    });
    for (const table::Event& event : events) {
        if (is_announced && says_announcement(event)) continue; // one line of it is enough
        is_of_square = is_of_square || answers_about_square(event, owner_);
        auto line = times_line(event, owner_, words.catalogue(language_));
        if (!line) line = braille_line(event, state, owner_);
        if (line) {
            told += told.empty() ? "" : told.ends_with('.') ? " " : ". ";
            told += fitting(*line, event, state, words);
        }
    }
    const bool is_press = std::ranges::any_of(events, [&](const table::Event& event) {
        return says_own_clock_runs(event, owner_);
    });
    if (is_press && !announced_.empty()) { // the move stays under the fingers
        window_.take_back();
        told = announced_ + ". " + told;
    }
    show(told, is_of_square, has_gone_on(events), now);
    if (!told.empty()) announced_ = is_announced ? told : "";
    if (!told.empty()) is_notice_ = std::ranges::any_of(events, is_passing_notice);
}

// "Taken down" is not read as if it spoke of what came after.
void BrailleConsole::show(
    const std::string& told, bool is_of_square, bool is_notice_over, Instant now
) {
    if (is_notice_ && (!told.empty() || is_notice_over)) {
        window_.take_back();
        is_notice_ = false;
        refresh(now);
    }
    if (told.empty()) return;
    if (is_of_square) window_.answer(told);
    else window_.add(told);
    refresh(now);
}

void BrailleConsole::refresh(Instant now) {
    used_at_ = now;
    rests_ = false;
    if (cells_ > 0) display_.show({.text = window_.shown(cells_), .own = own_dots()});
}

// The words stay as their reader's own table has them; only what must not be confused is ours.
std::map<std::size_t, devices::braille_display::Dots> BrailleConsole::own_dots() {
    std::map<std::size_t, devices::braille_display::Dots> own;
    if (!confuses_chess_) return own;
    open_table();
    for (const auto& [cell, letter] : window_.exact_letters(cells_)) {
        if (const auto dots = dots_ ? dots_->of(letter) : std::nullopt)
            own.emplace(cell, static_cast<devices::braille_display::Dots>(*dots));
    }
    return own;
}

void BrailleConsole::open_table() {
    const auto table = tables_.find(language_.empty() ? "en" : language_);
    if (dots_ || table == tables_.end()) return;
    auto opened = scoresheet::DisplayCells::open(table->second);
    if (opened) {
        dots_.emplace(std::move(*opened));
    } else {
        problem_ = opened.error();
        tables_.clear(); // told once
    }
}

void BrailleConsole::take_key(const Key& key, std::vector<table::InputBody>& inputs) {
    if (auto question = question_of(key, window_, owner_, reviewed_)) {
        inputs.push_back(*std::move(question));
    } else if (!window_.take(key, cells_) && key == Key{devices::braille_display::Pressed{Command::repeat}})
        static_cast<void>(window_.take(devices::braille_display::Pressed{Command::newest}, cells_));
}

std::vector<table::InputBody> BrailleConsole::take_inputs(Instant now) {
    std::vector<table::InputBody> inputs;
    for (const devices::braille_display::Event& event : display_.take_events()) {
        std::visit(
            Overloaded{
                [&](const devices::braille_display::Opened& opened) {
                    cells_ = opened.cells;
                    confuses_chess_ = opened.confuses_chess;
                    refresh(now);
                },
                [&](const devices::braille_display::Lost& lost) {
                    cells_ = 0;
                    problem_ = lost.error;
                },
                [&](const Key& key) {
                    take_key(key, inputs);
                    refresh(now);
                },
            },
            event
        );
    }
    return inputs;
}

std::optional<base::Error> BrailleConsole::take_problem() {
    return std::exchange(problem_, std::nullopt);
}

void BrailleConsole::on_time(const table::State& state, Instant now) {
    if (!rests_ && !state.in_play() && now - used_at_ >= idle_after) {
        display_.rest();
        rests_ = true;
    }
}

} // namespace ansage::session
