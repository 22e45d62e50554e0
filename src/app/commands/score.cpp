// SPDX-License-Identifier: GPL-3.0-or-later
// ansage score GAME: a scoresheet in the form that is wanted.
#include "acts/listeners.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/commands/score_sound.hpp"
#include "base/try.hpp"
#include "chess/fen.hpp"
#include "files/files.hpp"
#include "record/braille_choice.hpp"
#include "record/game_file.hpp"
#include "record/game_files.hpp"
#include "record/sheet_export.hpp"
#include "telling/language.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;
using scoresheet::NotationLength;
using scoresheet::PgnGame;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t most_games = 1'000'000;
constexpr std::int64_t largest_page = 200; // cells a line, lines a page
constexpr std::array<std::string_view, 5> kinds{"guess", "pgn", "text", "brf", "json"};

struct Request {
    record::ExportSettings settings;
    record::ReadSettings read;
    std::optional<std::int64_t> game; // from 1; all of a file if absent
    std::optional<chess::Color> of;
    journal::Extent extent = journal::Extent::whole;
};

// --- what is asked for
Result<scoresheet::PageSize, Error> read_page(const terminal::Arguments& arguments) {
    scoresheet::PageSize page;
    const auto width = arguments.number("width");
    const auto height = arguments.number("height");
    page.width = static_cast<std::size_t>(width.value_or(static_cast<std::int64_t>(page.width)));
    page.height = static_cast<std::size_t>(height.value_or(static_cast<std::int64_t>(page.height)));
    return page;
}

Result<record::ReadSettings, Error> read_reading(const terminal::Arguments& arguments) {
    const auto start = ANSAGE_TRY(start_given(arguments));
    return record::ReadSettings{
        static_cast<record::SheetKind>(arguments.choice("read", kinds)),
        arguments.value("read-code"),
        start,
        arguments.value("data")};
}

// Whose cells a reader of that language knows; the locale tells of which country.
std::string code_of_reader(const std::string& language, const std::string& data) {
    const std::string locale = telling::locale();
    return record::code_of_language(locale.starts_with(language) ? locale : language, data);
}

// Nobody: the table's.
std::optional<chess::Color> owner_given(const terminal::Arguments& arguments) {
    return base::parse_name<chess::Color>(arguments.value_or("of", "table"));
}

// What a player of that game reads; where that cannot be found out, it is told later why.
std::optional<std::string> code_of_game(const terminal::Arguments& arguments) {
    const auto of = owner_given(arguments);
    const auto game = arguments.words().size() == 1 && arguments.words().front() != "-"
        ? record::find_journal(arguments.words().front())
        : Result<fs::path, Error>{fs::path{}};
    return game && !game->empty() ? record::braille_of_game(*game, of) : std::nullopt;
}

record::ExportSettings read_settings(
    const terminal::Arguments& arguments, record::SheetFormat format, scoresheet::PageSize page
) {
    record::ExportSettings settings;
    settings.format = format;
    settings.sheet.page = page;
    settings.sheet.comments = arguments.has("comments");
    settings.sheet.clocks = arguments.has("clocks");
    settings.sheet.length =
        arguments.has("long") ? NotationLength::long_form : NotationLength::short_form;
    settings.language = acts::language_or_locale(arguments);
    const std::string usual = code_of_reader(settings.language, data_given(arguments));
    const bool is_braille =
        format == record::SheetFormat::brf || format == record::SheetFormat::braille;
    settings.code = arguments.value("code").value_or(
        is_braille ? code_of_game(arguments).value_or(usual) : usual
    );
    settings.letters = arguments.value_or("letters", settings.code);
    settings.boards = split_list(arguments.value_or("boards", "end"));
    settings.data = arguments.value("data");
    return settings;
}

// What a reader's code labels in one language, remarks should not tell in another.
std::string language_of_code(const record::ExportSettings& settings) {
    const bool has_labels = settings.format == record::SheetFormat::text ||
        settings.format == record::SheetFormat::brf ||
        settings.format == record::SheetFormat::braille;
    if (!has_labels) return settings.language;
    const bool is_text = settings.format == record::SheetFormat::text;
    const auto code = record::find_code(is_text ? settings.letters : settings.code, settings.data);
    return code ? code->language : settings.language; // the error is told later
}

// With sound, which never comes here (run) but is a choice all the same.
record::SheetFormat format_given(const terminal::Arguments& arguments) {
    std::array<std::string_view, record::sheet_formats.size() + 1> formats{};
    std::ranges::copy(record::sheet_formats, formats.begin());
    formats.back() = "audio";
    return static_cast<record::SheetFormat>(arguments.choice("format", formats));
}

Result<Request, Error> read_request(const terminal::Arguments& arguments) {
    const auto game = arguments.number("game");
    const auto page = ANSAGE_TRY(read_page(arguments));
    auto reading = ANSAGE_TRY(read_reading(arguments));
    Request request{
        read_settings(arguments, format_given(arguments), page), std::move(reading), game, {}};
    if (!arguments.value("language"))
        request.settings.language = language_of_code(request.settings);
    request.of = owner_given(arguments);
    request.extent = extent_given(arguments);
    return request;
}

// --- the games
Result<std::vector<record::GameSource>, Error>
read_journal(const fs::path& path, const Request& request) {
    auto read = ANSAGE_TRY(
        record::read_game_record(path, request.settings.data.value_or(""), request.extent)
    );
    const auto record = std::make_shared<const record::GameRecord>(std::move(read));
    terminal::print_warning(record->doubt);
    const wording::Catalogue& catalogue = record->kit.words.catalogue(request.settings.language);
    PgnGame game = request.of ? record::own_game_of(*record, *request.of, catalogue)
                              : record::game_of(*record, catalogue);
    return std::vector<record::GameSource>{{std::move(game), record, request.of}};
}

Result<std::vector<record::GameSource>, Error>
read_text(const files::Text& read, const std::string& file, const Request& request) {
    if (request.of) {
        return tl::unexpected(Error{
            base::phrase("only a journal holds a player's own score"),
            file,
            base::phrase("leave out --of, or name a journal")});
    }
    terminal::print_warning(read.remark);
    std::vector<record::GameSource> sources;
    auto games = ANSAGE_TRY(record::read_sheets(read.text, file, request.read));
    sources.reserve(games.size());
    for (PgnGame& game : games) sources.push_back({std::move(game), nullptr, {}});
    return sources;
}

Result<std::vector<record::GameSource>, Error>
read_games(const std::string& name, const Request& request) {
    if (name == "-") {
        const std::string input = terminal::standard_input();
        const auto read = ANSAGE_TRY(files::read_text(std::cin, input));
        return read_text(read, input, request);
    }
    const auto path = ANSAGE_TRY(record::find_journal(name));
    const auto bytes = ANSAGE_TRY(files::read_file(path));
    return record::is_journal(bytes)
        ? read_journal(path, request)
        : read_text(files::to_text(bytes, path.string()), path.string(), request);
}

Result<std::vector<record::GameSource>, Error> choose_games(
    std::vector<record::GameSource> games, const Request& request, const std::string& name
) {
    if (games.empty()) {
        return tl::unexpected(Error{
            base::phrase("there is no game in this file"),
            name,
            base::phrase("name a journal, PGN, text, BRF or JSON; --read says which")});
    }
    if (!request.game) return games;
    if (static_cast<std::size_t>(*request.game) > games.size()) {
        return tl::unexpected(Error{
            base::phrase("there is no game {}, only {}", *request.game, games.size()),
            name,
            base::phrase("choose another with --game")});
    }
    return std::vector<record::GameSource>{
        std::move(games[static_cast<std::size_t>(*request.game - 1)])};
}

// A part of a game is never taken for the whole. Whether all of them are whole.
bool tell_rests(const std::vector<record::GameSource>& games, record::SheetFormat format) {
    bool is_whole = true;
    for (const record::GameSource& source : games) {
        if (format != record::SheetFormat::pgn || source.game.rest.empty()) continue;
        is_whole = false;
        terminal::print_error(
            {base::phrase(
                 "from {} on, PGN has the moves in a comment only",
                 to_string(source.game.rest.front().place)
             ),
             "--format pgn",
             base::phrase("take another --format, such as json or text, for all of them")}
        );
    }
    return is_whole;
}

Result<std::vector<std::string>, Error>
export_games(const std::vector<record::GameSource>& games, const Request& request) {
    auto exporter = ANSAGE_TRY(record::SheetExporter::open(request.settings));
    std::vector<std::string> texts;
    for (const record::GameSource& source : games) {
        auto text = ANSAGE_TRY(exporter.write(source));
        texts.push_back(std::move(text));
    }
    return texts;
}

// --- where they go
void print(const std::vector<std::string>& texts, record::SheetFormat format) {
    for (const std::string& text : texts) {
        // Where a text has no end of its own, an empty line divides it from the next.
        const bool is_divided =
            format == record::SheetFormat::text || format == record::SheetFormat::braille;
        fmt::print("{}{}", &text != &texts.front() && is_divided ? "\n" : "", text);
    }
}

Result<void, Error> save(
    const std::vector<std::string>& texts,
    record::SheetFormat format,
    const fs::path& folder,
    const std::string& name
) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return tl::unexpected(Error{
            base::phrase("this folder cannot be made: {}", base::system_words(error.value())),
            folder.string(),
            base::phrase("choose another with --out")});
    }
    const std::string stem = name == "-" ? "game" : fs::path{name}.stem().string();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string number = texts.size() == 1 ? "" : fmt::format("-{}", i + 1);
        const fs::path path =
            folder / fmt::format("{}{}{}", stem, number, record::extension_of(format));
        ANSAGE_TRY(files::write_file(path, texts[i]));
        terminal::print_data(path.string());
    }
    return {};
}

terminal::Answer score(const terminal::Arguments& arguments, const std::string& name) {
    const auto request = ANSAGE_TRY(read_request(arguments));
    auto read = ANSAGE_TRY(read_games(name, request));
    const auto games = ANSAGE_TRY(choose_games(std::move(read), request, name));
    const bool is_whole = tell_problems(games);
    const auto texts = ANSAGE_TRY(export_games(games, request));
    const record::SheetFormat format = request.settings.format;
    if (const auto folder = arguments.value("out")) ANSAGE_TRY(save(texts, format, *folder, name));
    else print(texts, format);
    return tell_rests(games, format) && is_whole ? terminal::ExitCode::done
                                                 : terminal::ExitCode::bad_input;
}

terminal::Answer run(const terminal::Arguments& arguments) {
    if (arguments.words().size() != 1) {
        return tl::unexpected(Error{
            arguments.words().empty() ? base::phrase("no game is named")
                                      : base::phrase("more than one game is named"),
            "ansage score",
            base::phrase("name one journal, one file with games, last, or - for standard input")});
    }
    if (arguments.has("language")) ANSAGE_TRY(reader_given(arguments));
    if (const auto lone = lone_sound_option(arguments)) return tl::unexpected(*lone);
    return wants_sound(arguments) ? run_sound(arguments, owner_given(arguments))
                                  : score(arguments, arguments.words().front());
}

terminal::Options score_options() {
    terminal::Options options{
        "score",
        "GAME",
        "Prints a scoresheet. GAME is a journal, a file with games (PGN, text, BRF, JSON), last "
        "for the newest journal, or - for standard input."};
    options.value("format", "pgn|text|brf|braille|html|json|audio", "pgn if not given");
    options.value(
        "of",
        "table|white|black",
        "that player's own score from a journal, in sound that player's voice"
    );
    options.value("out", "FOLDER", "write a file for each game there, and print their names");
    options.number(
        "game",
        "N",
        "this game of a file with several; all of them if it is not given",
        {1, most_games}
    );
    options.value(
        "code",
        "NAME",
        "the braille code, a name or a file: if it is not given, that of the journal's player, "
        "else "
        "of the terminal's language, or de"
    );
    options.number(
        "width",
        "N",
        "cells a line, 40 if it is not given",
        {static_cast<std::int64_t>(scoresheet::narrowest_page), largest_page}
    );
    options.number(
        "height",
        "N",
        "lines a page, 25 if it is not given",
        {static_cast<std::int64_t>(scoresheet::lowest_page), largest_page}
    );
    options.flag("long", "long notation in text and braille: e2-e4");
    options.value("letters", "NAME", "text and HTML have the letters of this braille code");
    options.flag("clocks", "text and braille have the time left after each move");
    options.flag("comments", "text and braille have the comments");
    options.value(
        "language",
        "L",
        "of remarks and of the HTML page; if not given, in text and braille the code's, else en"
    );
    options.value("boards", "LIST", "pictures in HTML: start, 12, 12..., end; end if not given");
    options.value("read", "pgn|text|brf|json", "what the file holds; else it is guessed");
    options.value("read-code", "NAME", "whose letters and cells it has; else each code is tried");
    options.fen("fen", "where games in text and braille begin");
    options.flag("damaged", "of a damaged or altered journal, what comes before that place");
    options.value("data", "FOLDER", "a folder of profiles that goes before all others");
    add_sound_options(options);
    return options;
}

} // namespace

const terminal::Command score_command{
    "score", "a scoresheet as PGN, text, braille or JSON", {{score_options, run}}};

} // namespace ansage::app
