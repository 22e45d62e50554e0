// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/game_file.hpp"

#include "base/try.hpp"
#include "chess/san.hpp"
#include "files/profile_path.hpp"
#include "profiles/braille.hpp"
#include "scoresheet/braille_sheet.hpp"
#include "scoresheet/text.hpp"
#include "wording/wording.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <tuple>

namespace ansage::record {

using base::Error;
using base::Result;
using scoresheet::BrailleCode;
using scoresheet::PgnGame;
namespace fs = std::filesystem;

namespace {

using Games = std::vector<PgnGame>;

bool has_tag_line(std::string_view text) {
    for (std::size_t at = 0; at < text.size();
         at = std::min(text.find('\n', at), text.size() - 1) + 1) {
        const std::string_view line = text.substr(at, text.find('\n', at) - at);
        const std::size_t quote = line.find(" \"");
        if (line.starts_with('[') && quote != std::string_view::npos && quote > 1) return true;
    }
    return false;
}

bool begins_like_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '[')) return false;
    const std::size_t second = text.find_first_not_of(" \t\r\n", first + 1);
    const bool is_object = text[first] == '{';
    return second != std::string_view::npos &&
        (text[second] == '"' || text[second] == (is_object ? '}' : '{'));
}

// Unicode patterns are U+2800 to U+28FF; embossers have no lower case, and their pages form feeds.
bool is_braille(std::string_view text, std::string_view file) {
    const bool has_patterns = text.find("\xE2\xA0") != std::string_view::npos ||
        text.find("\xE2\xA1") != std::string_view::npos;
    const bool is_embossed = text.find('\f') != std::string_view::npos &&
        std::ranges::none_of(text, [](char letter) { return 'a' <= letter && letter <= 'z'; });
    return has_patterns || is_embossed || file.ends_with(".brf") || file.ends_with(".BRF") ||
        file.ends_with(".brl");
}

std::optional<SheetKind> kind_of(std::string_view text, std::string_view file) {
    if (begins_like_json(text)) return SheetKind::json;
    if (is_braille(text, file)) return SheetKind::braille;
    return has_tag_line(text) ? std::optional{SheetKind::pgn} : std::nullopt;
}

Result<std::vector<BrailleCode>, Error> codes_for(const ReadSettings& settings) {
    if (settings.code) {
        return find_code(*settings.code, settings.data).map([](BrailleCode code) {
            return std::vector<BrailleCode>{std::move(code)};
        });
    }
    const auto directories = ANSAGE_TRY(files::data_directories(settings.data));
    std::vector<BrailleCode> codes;
    for (const files::ProfileFile& file :
         files::list_profiles(directories, files::ProfileKind::braille)) {
        auto code = ANSAGE_TRY(find_code(file.path.string(), settings.data));
        codes.push_back(std::move(code));
    }
    return codes;
}

// More is better; of the same, less that could not be read.
struct Merit {
    std::size_t moves = 0;
    std::size_t facts = 0;
    std::size_t results = 0;
    bool is_whole = true;
    bool is_torn = false;

    // Whoever reads a result as well reads better, but says nothing about moves that differ.
    bool beats(const Merit& other) const {
        return has_more(other) || (!other.has_more(*this) && results > other.results);
    }

    bool has_more(const Merit& other) const {
        return std::tuple{moves, is_whole, facts} >
            std::tuple{other.moves, other.is_whole, other.facts};
    }
};

Merit merit_of(const Games& games) {
    Merit merit;
    for (const PgnGame& game : games) {
        merit.moves += game.moves.size();
        merit.facts += game.tags.size();
        if (game.result != "*") ++merit.results;
        merit.is_whole = merit.is_whole && game.problems.empty();
        merit.is_torn = merit.is_torn || game.is_torn;
    }
    return merit;
}

// What two countries' letters make another move of is nobody's: the game ends before it.
void end_before(PgnGame& game, const PgnGame& other, const std::string& file) {
    if (game.start != other.start) return;
    const auto differs = std::ranges::mismatch(game.moves, other.moves).in1;
    const auto ply = static_cast<std::size_t>(differs - game.moves.begin());
    if (ply == game.moves.size() || ply == other.moves.size()) return;
    chess::Position position = game.start;
    std::for_each(game.moves.begin(), differs, [&](chess::Move move) { position.play(move); });
    game.problems.assign(
        1,
        {base::phrase(
             "move {} is {} in one country's letters and {} in another's",
             to_string(position.place()),
             chess::to_san(position, *differs),
             chess::to_san(position, other.moves[ply])
         ),
         fmt::format("{}:{}", file, game.line),
         base::phrase("say whose letters they are, such as --read-code nl")}
    );
    game.moves.erase(differs, game.moves.end());
    game.notes.resize(ply);
}

// The reading that has most. Where another has as much, and other moves, nobody guesses.
Games best_of(const std::vector<Games>& readings, const std::string& file) {
    Games best;
    for (const Games& reading : readings)
        if (best.empty() || merit_of(reading).beats(merit_of(best))) best = reading;
    const Merit most = merit_of(best);
    for (const Games& reading : readings) {
        const bool is_rival = !most.has_more(merit_of(reading)) && reading.size() == best.size();
        for (std::size_t i = 0; is_rival && i < best.size(); ++i)
            end_before(best[i], reading[i], file);
    }
    return best;
}

// Every country's letters, each once.
std::vector<scoresheet::Notation> notations_of(const std::vector<BrailleCode>& codes) {
    std::vector<scoresheet::Notation> notations;
    for (const BrailleCode& code : codes) {
        if (std::ranges::find(notations, code.notation) == notations.end())
            notations.push_back(code.notation);
    }
    return notations;
}

// Problems with nothing read before them say nothing: then it was no such file.
bool is_something(const Games& games) {
    return std::ranges::any_of(games, [](const PgnGame& game) {
        return !game.moves.empty() || !game.tags.empty();
    });
}

class SheetReader {
public:
    SheetReader(
        std::string_view text,
        const std::string& file,
        const ReadSettings& settings,
        const std::vector<BrailleCode>& codes
    )
        : text_(text),
          file_(file),
          start_(settings.start.value_or(chess::Position{})),
          codes_(codes) {}

    [[nodiscard]] Result<Games, Error> read(std::optional<SheetKind> kind) const {
        if (!kind) return guess();
        switch (*kind) {
        case SheetKind::pgn: return pgn();
        case SheetKind::text: return text();
        case SheetKind::json: return json();
        case SheetKind::braille: return braille();
        case SheetKind::guess: break;
        }
        return guess();
    }

private:
    // Moves without tags: PGN or what somebody typed. A reader of typed sheets asks for less, and a
    // semicolon begins a comment in PGN only, so whoever reads more of it is right.
    Games guess() const {
        Games games = pgn();
        Games typed = text();
        const Merit strict = merit_of(games);
        const Merit lenient = merit_of(typed);
        const bool is_contradictory = !strict.is_torn && !lenient.is_whole;
        const bool is_pgn = is_something(games) && (strict.is_whole || is_contradictory);
        const bool is_typed = is_something(typed) &&
            (lenient.moves > strict.moves || (lenient.moves == strict.moves && !is_pgn));
        if (is_typed) return typed;
        // Where nothing was read, what looked most like a move is told with its line.
        const bool is_nothing = !is_something(games) && lenient.is_whole;
        return is_nothing ? Games{} : is_something(games) ? games : typed;
    }

    // A word that two alphabets read stops it, unless only one of them reads the whole file.
    Games pgn() const {
        const std::vector<scoresheet::Notation> notations = notations_of(codes_);
        Games games = pgn_in(notations);
        if (merit_of(games).is_whole || notations.size() == 1) return games;
        std::vector<Games> readings;
        readings.reserve(notations.size());
        for (const scoresheet::Notation& notation : notations)
            readings.push_back(pgn_in({notation}));
        Games best = best_of(readings, file_);
        return merit_of(best).is_whole ? best : games;
    }

    Games pgn_in(const std::vector<scoresheet::Notation>& notations) const {
        scoresheet::PgnReader reader{text_, file_, notations};
        Games games;
        while (auto game = reader.next()) games.push_back(*std::move(game));
        return games;
    }

    Games text() const {
        std::vector<Games> readings;
        for (const BrailleCode& code : codes_)
            readings.push_back(read_text_sheets(code.notation, code.labels, text_, file_, start_));
        return best_of(readings, file_);
    }

    Games json() const {
        std::vector<Games> readings;
        for (const auto& notation : notations_of(codes_))
            readings.push_back(read_json_sheets(notation, text_, file_));
        return best_of(readings, file_);
    }

    [[nodiscard]] Result<Games, Error> braille() const {
        std::vector<Games> readings;
        for (const BrailleCode& code : codes_) {
            auto opened = ANSAGE_TRY(scoresheet::Braille::open(code));
            readings.push_back(read_braille_sheets(opened, text_, file_, start_));
        }
        return best_of(readings, file_);
    }

    std::string_view text_;
    const std::string& file_;
    chess::Position start_;
    const std::vector<BrailleCode>& codes_;
};

} // namespace

bool is_journal(std::string_view text) { return text.starts_with("SQLite format 3"); }

Result<BrailleCode, Error>
find_code(const std::string& name, const std::optional<std::string>& data) {
    return files::data_directories(data)
        .and_then([&](const std::vector<fs::path>& directories) {
            return files::find_profile(directories, files::ProfileKind::braille, name);
        })
        .and_then([](const fs::path& path) { return profiles::Document::read(path); })
        .and_then([](const profiles::Document& document) {
            return profiles::load_braille(document);
        });
}

std::string code_of_language(const std::string& locale, const std::string& data) {
    std::string name = locale.substr(0, locale.find_first_of(".@"));
    std::ranges::replace(name, '_', '-');
    std::ranges::transform(name, name.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    const std::string language = wording::language_code(locale);
    const std::size_t dash = std::min(name.find('-'), name.size());
    const std::string place = name.substr(std::min(dash + 1, name.size()));
    const auto directories =
        files::data_directories(data.empty() ? std::nullopt : std::optional{data});
    std::optional<std::string> first;
    for (const files::ProfileFile& file : directories
             ? files::list_profiles(*directories, files::ProfileKind::braille)
             : std::vector<files::ProfileFile>{}) {
        if (file.name == name) return name; // "en-us" of the United States
        const auto code =
            profiles::Document::read(file.path).and_then([](const profiles::Document& document) {
                return profiles::load_braille(document);
            });
        if (!code || code->language != language) continue;
        if (std::ranges::find(code->places, place) != code->places.end()) return file.name;
        if (!first) first = file.name;
    }
    return first.value_or("de");
}

Result<Games, Error>
read_sheets(std::string_view text, const std::string& file, const ReadSettings& settings) {
    return codes_for(settings).and_then([&](const std::vector<BrailleCode>& codes) {
        const auto kind =
            settings.kind == SheetKind::guess ? kind_of(text, file) : std::optional{settings.kind};
        return SheetReader{text, file, settings, codes}.read(kind);
    });
}

} // namespace ansage::record
