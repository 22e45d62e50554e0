// SPDX-License-Identifier: GPL-3.0-or-later
// ansage score GAME: a scoresheet in the form that is wanted.
#include "acts/listeners.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/score_sound.hpp"
#include "app/setup/setup_terminal.hpp"
#include "chess/fen.hpp"
#include "files/files.hpp"
#include "record/braille_choice.hpp"
#include "record/game_file.hpp"
#include "record/game_files.hpp"
#include "record/sheet_export.hpp"
#include "telling/language.hpp"
#include "terminal/options.hpp"
#include "terminal/own_words.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
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

constexpr std::array<std::string_view, 5> kinds{"guess", "pgn", "text", "brf", "json"};
constexpr std::array<std::string_view, 3> owners{"table", "white", "black"};

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
    const auto width = arguments.number("width", scoresheet::narrowest_page, 200);
    const auto height = arguments.number("height", scoresheet::lowest_page, 200);
    if (!width || !height) return tl::unexpected(width ? height.error() : width.error());
    page.width = static_cast<std::size_t>(width->value_or(static_cast<std::int64_t>(page.width)));
    page.height =
        static_cast<std::size_t>(height->value_or(static_cast<std::int64_t>(page.height)));
    return page;
}

Result<record::ReadSettings, Error> read_reading(const terminal::Arguments& arguments) {
    const auto kind = arguments.choice("read", kinds);
    if (!kind) return tl::unexpected(kind.error());
    record::ReadSettings settings{
        static_cast<record::SheetKind>(*kind),
        arguments.value("read-code"),
        {},
        arguments.value("data")};
    if (const auto fen = arguments.value("fen")) {
        const auto start = chess::parse_position(*fen);
        if (!start) return tl::unexpected(Error{start.error().what, "--fen", start.error().mend});
        settings.start = *start;
    }
    return settings;
}

std::vector<std::string> split_at_commas(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

// Whose cells a reader of that language knows; the locale tells of which country.
std::string code_of_reader(const std::string& language, const std::string& data) {
    const std::string locale = telling::locale();
    return record::code_of_language(locale.starts_with(language) ? locale : language, data);
}

// Nobody: the table's.
Result<std::optional<chess::Color>, Error> owner_given(const terminal::Arguments& arguments) {
    return arguments.choice("of", owners).map([](std::size_t owner) {
        const auto color = owner == 1 ? chess::Color::white : chess::Color::black;
        return owner == 0 ? std::nullopt : std::optional{color};
    });
}

// What a player of that game reads; where that cannot be found out, it is told later why.
std::optional<std::string> code_of_game(const terminal::Arguments& arguments) {
    const auto of = owner_given(arguments);
    const auto game = arguments.words().size() == 1 && arguments.words().front() != "-"
        ? record::find_journal(arguments.words().front())
        : Result<fs::path, Error>{fs::path{}};
    return of && game && !game->empty() ? record::braille_of_game(*game, *of) : std::nullopt;
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
    const std::string usual = code_of_reader(settings.language, arguments.value_or("data", ""));
    const bool is_braille =
        format == record::SheetFormat::brf || format == record::SheetFormat::braille;
    settings.code = arguments.value("code").value_or(
        is_braille ? code_of_game(arguments).value_or(usual) : usual
    );
    settings.letters = arguments.value_or("letters", settings.code);
    settings.boards = split_at_commas(arguments.value_or("boards", "end"));
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
Result<record::SheetFormat, Error> format_given(const terminal::Arguments& arguments) {
    std::array<std::string_view, record::sheet_formats.size() + 1> formats{};
    std::ranges::copy(record::sheet_formats, formats.begin());
    formats.back() = "audio";
    return arguments.choice("format", formats).map([](std::size_t format) {
        return static_cast<record::SheetFormat>(format);
    });
}

Result<Request, Error> read_request(const terminal::Arguments& arguments) {
    const auto format = format_given(arguments);
    const auto of = owner_given(arguments);
    const auto game = arguments.number("game", 1, 1'000'000);
    const auto page = read_page(arguments);
    auto reading = read_reading(arguments);
    if (!format || !of) return tl::unexpected(format ? of.error() : format.error());
    if (!game || !page) return tl::unexpected(game ? page.error() : game.error());
    if (!reading) return tl::unexpected(reading.error());
    Request request{read_settings(arguments, *format, *page), *std::move(reading), *game, {}};
    if (!arguments.value("language"))
        request.settings.language = language_of_code(request.settings);
    request.of = *of;
    if (arguments.has("damaged")) request.extent = journal::Extent::before_fault;
    return request;
}

// --- the games
Result<std::vector<record::GameSource>, Error>
read_journal(const fs::path& path, const Request& request) {
    return record::read_game_record(path, request.settings.data.value_or(""), request.extent)
        .map([&](record::GameRecord record) {
            terminal::print_warning(record.doubt);
            const auto shared = std::make_shared<const record::GameRecord>(std::move(record));
            const wording::Catalogue& catalogue =
                shared->kit.words.catalogue(request.settings.language);
            PgnGame game = request.of ? record::own_game_of(*shared, *request.of, catalogue)
                                      : record::game_of(*shared, catalogue);
            return std::vector<record::GameSource>{{std::move(game), shared, request.of}};
        });
}

Result<std::vector<record::GameSource>, Error>
read_text(std::string_view text, const std::string& file, const Request& request) {
    if (request.of) {
        return tl::unexpected(Error{
            base::phrase("only a journal holds a player's own score"),
            file,
            base::phrase("leave out --of, or name a journal")});
    }
    return record::read_sheets(text, file, request.read).map([](std::vector<PgnGame> games) {
        std::vector<record::GameSource> sources;
        sources.reserve(games.size());
        for (PgnGame& game : games) sources.push_back({std::move(game), nullptr, {}});
        return sources;
    });
}

Result<std::vector<record::GameSource>, Error>
read_games(const std::string& name, const Request& request) {
    if (name == "-") {
        return files::read_all(std::cin, terminal::standard_input())
            .and_then([&](const std::string& text) {
                return read_text(text, terminal::standard_input(), request);
            });
    }
    const auto path = record::find_journal(name);
    if (!path) return tl::unexpected(path.error());
    const auto text = files::read_file(*path);
    if (!text) return tl::unexpected(text.error());
    return record::is_journal(*text) ? read_journal(*path, request)
                                     : read_text(*text, path->string(), request);
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

// What of a file cannot be read is told; what can be read is exported. False if there is any.
bool tell_problems(const std::vector<record::GameSource>& games) {
    bool is_whole = true;
    for (const record::GameSource& source : games) {
        for (const Error& problem : source.game.problems) {
            terminal::print_error(problem);
            is_whole = false;
        }
    }
    return is_whole;
}

Result<std::vector<std::string>, Error>
export_games(const std::vector<record::GameSource>& games, const Request& request) {
    auto exporter = record::SheetExporter::open(request.settings);
    if (!exporter) return tl::unexpected(exporter.error());
    std::vector<std::string> texts;
    for (const record::GameSource& source : games) {
        auto text = exporter->write(source);
        if (!text) return tl::unexpected(text.error());
        texts.push_back(*std::move(text));
    }
    return texts;
}

// --- where they go
Result<void, Error> print(const std::vector<std::string>& texts, record::SheetFormat format) {
    for (const std::string& text : texts) {
        // Where a text has no end of its own, an empty line divides it from the next.
        const bool is_divided =
            format == record::SheetFormat::text || format == record::SheetFormat::braille;
        fmt::print("{}{}", &text != &texts.front() && is_divided ? "\n" : "", text);
    }
    return {};
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
        if (auto written = files::write_file(path, texts[i]); !written) return written;
        fmt::print("{}\n", path.string());
    }
    return {};
}

// Whether everything could be read.
Result<bool, Error> score(const terminal::Arguments& arguments, const std::string& name) {
    const auto request = read_request(arguments);
    if (!request) return tl::unexpected(request.error());
    const auto games =
        read_games(name, *request).and_then([&](std::vector<record::GameSource> read) {
            return choose_games(std::move(read), *request, name);
        });
    if (!games) return tl::unexpected(games.error());
    const bool is_whole = tell_problems(*games);
    const auto texts = export_games(*games, *request);
    if (!texts) return tl::unexpected(texts.error());
    const record::SheetFormat format = request->settings.format;
    const auto folder = arguments.value("out");
    return (folder ? save(*texts, format, *folder, name) : print(*texts, format)).map([&] {
        return is_whole;
    });
}

Result<void, Error> check_language(const terminal::Arguments& arguments) {
    if (!arguments.has("language")) return {};
    return acts::load_wording(arguments.value_or("data", "")).and_then([&](const auto& wording) {
        return telling::language_given(arguments, *wording, "en").map([](const auto&) {});
    });
}

int run(const terminal::Arguments& arguments) {
    if (arguments.words().size() != 1) {
        terminal::print_error(
            {arguments.words().empty() ? base::phrase("no game is named")
                                       : base::phrase("more than one game is named"),
             "ansage score",
             base::phrase("name one journal, one file with games, last, or - for standard input")}
        );
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
    if (const auto checked = check_language(arguments); !checked) {
        terminal::print_error(checked.error());
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
    if (const auto lone = lone_sound_option(arguments)) {
        terminal::print_error(*lone);
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
    if (wants_sound(arguments)) {
        const auto of = owner_given(arguments);
        if (!of) {
            terminal::print_error(of.error());
            return terminal::to_int(terminal::ExitCode::bad_input);
        }
        return run_sound(arguments, arguments.words().front(), *of);
    }
    const auto done = score(arguments, arguments.words().front());
    if (!done) terminal::print_error(done.error());
    return terminal::to_int(
        done && *done ? terminal::ExitCode::done : terminal::ExitCode::bad_input
    );
}

} // namespace

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
    options.value("game", "N", "this game of a file with several; all of them if it is not given");
    options.value(
        "code",
        "NAME",
        "the braille code, a name or a file: if it is not given, that of the journal's player, "
        "else "
        "of the terminal's language, or de"
    );
    options.value("width", "N", "cells a line, 40 if it is not given");
    options.value("height", "N", "lines a page, 25 if it is not given");
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

int run_score(std::span<const std::string> arguments) {
    return terminal::run_with(score_options(), arguments, run);
}

} // namespace ansage::app
