// ansage score GAME: a scoresheet in the form that is wanted.
#include "app/cli/options.hpp"
#include "app/cli/profile_path.hpp"
#include "app/commands/commands.hpp"
#include "app/shell/game_files.hpp"
#include "app/shell/table_setup.hpp"
#include "journal/replay.hpp"
#include "profiles/braille.hpp"
#include "scoresheet/braille_sheet.hpp"
#include "scoresheet/text.hpp"

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;
using scoresheet::BrailleCode;
using scoresheet::NotationLength;
using scoresheet::PgnGame;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view default_code = "de";

enum class Format : std::uint8_t { pgn, text, brf, braille, json };

constexpr std::array<std::string_view, 5> format_names{"pgn", "text", "brf", "braille", "json"};
// Of the files that --out writes. Cells in Unicode are text, but must not take the text's name.
constexpr std::array<std::string_view, 5> extensions{
    ".pgn", ".txt", ".brf", ".braille.txt", ".json"};

struct Request {
    Format format{};
    std::optional<std::int64_t> game; // from 1; all of a file if absent
    scoresheet::BrailleSheetOptions sheet;
    bool clocks = false;
    std::string code;
    std::string letters; // the code whose letters a text has
    std::optional<std::string> data;
};

// --- what is asked for
Result<scoresheet::PageSize, Error> read_page(const Arguments& arguments) {
    scoresheet::PageSize page;
    const auto width = arguments.number("width", scoresheet::narrowest_page, 200);
    const auto height = arguments.number("height", scoresheet::lowest_page, 200);
    if (!width || !height) {
        return tl::unexpected(width ? height.error() : width.error());
    }
    page.width = static_cast<std::size_t>(width->value_or(static_cast<std::int64_t>(page.width)));
    page.height =
        static_cast<std::size_t>(height->value_or(static_cast<std::int64_t>(page.height)));
    return page;
}

Result<Request, Error> read_request(const Arguments& arguments) {
    const auto format = arguments.choice("format", format_names);
    if (!format) {
        return tl::unexpected(format.error());
    }
    const auto game = arguments.number("game", 1, 1'000'000);
    if (!game) {
        return tl::unexpected(game.error());
    }
    return read_page(arguments).map([&](scoresheet::PageSize page) {
        Request request{
            static_cast<Format>(*format), *game, {}, arguments.has("clocks"), {}, {}, {}};
        request.sheet.page = page;
        request.sheet.comments = arguments.has("comments");
        request.sheet.length =
            arguments.has("long") ? NotationLength::long_form : NotationLength::short_form;
        request.code = arguments.value_or("code", default_code);
        request.letters = arguments.value_or("letters", request.code);
        request.data = arguments.value("data");
        return request;
    });
}

// --- the games
bool is_journal(const std::string& text) {
    return text.starts_with(std::string_view{"SQLite format 3"});
}

Result<PgnGame, Error> read_journal(const fs::path& path, const std::string& data) {
    auto journal = journal::Journal::open(path);
    if (!journal) {
        return tl::unexpected(journal.error());
    }
    const auto header = journal->header();
    if (!header) {
        return tl::unexpected(header.error());
    }
    const auto kit = load_table(*header, data, path.string());
    if (!kit) {
        return tl::unexpected(kit.error());
    }
    return journal::rebuild(*journal, kit->setup).map(scoresheet_of);
}

// What of a file cannot be read is told; what can be read is exported.
std::vector<PgnGame> read_pgn(const std::string& text, const std::string& file) {
    scoresheet::PgnReader reader{text, file};
    std::vector<PgnGame> games;
    while (auto game = reader.next()) {
        for (const Error& problem : game->problems) {
            print_error(problem);
        }
        games.push_back(*std::move(game));
    }
    return games;
}

Result<std::vector<PgnGame>, Error> read_games(const std::string& name, const std::string& data) {
    if (name == "-") {
        return read_pgn({std::istreambuf_iterator<char>{std::cin}, {}}, "standard input");
    }
    const auto path = find_journal(name);
    if (!path) {
        return tl::unexpected(path.error());
    }
    const auto text = read_file(*path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    if (!is_journal(*text)) {
        return read_pgn(*text, path->string());
    }
    return read_journal(*path, data).map([](PgnGame game) {
        return std::vector<PgnGame>{std::move(game)};
    });
}

Result<std::vector<PgnGame>, Error>
choose_games(std::vector<PgnGame> games, const Request& request, const std::string& name) {
    if (games.empty()) {
        return tl::unexpected(Error{
            "there is no game in this file", name, "name a journal or a PGN file"});
    }
    if (!request.game) {
        return games;
    }
    if (static_cast<std::size_t>(*request.game) > games.size()) {
        return tl::unexpected(Error{
            fmt::format("there is no game {}, only {}", *request.game, games.size()),
            name,
            "choose another with --game"});
    }
    return std::vector<PgnGame>{games[static_cast<std::size_t>(*request.game - 1)]};
}

// --- the exports
Result<BrailleCode, Error>
find_code(const std::string& name, const std::optional<std::string>& data) {
    return data_directories(data)
        .and_then([&](const std::vector<fs::path>& directories) {
            return find_profile(directories, ProfileKind::braille, name);
        })
        .and_then([](const fs::path& path) { return profiles::Document::read(path); })
        .and_then([](const profiles::Document& document) {
            return profiles::load_braille(document);
        });
}

// Holds what the games of one request have in common.
class Exporter {
public:
    explicit Exporter(const Request& request)
        : request_(request) {}

    // The text of each game.
    [[nodiscard]] Result<std::vector<std::string>, Error> write(const std::vector<PgnGame>& games) {
        if (const auto ready = prepare(); !ready) {
            return tl::unexpected(ready.error());
        }
        std::vector<std::string> texts;
        for (const PgnGame& game : games) {
            auto text = write_one(game);
            if (!text) {
                return tl::unexpected(text.error());
            }
            texts.push_back(*std::move(text));
        }
        return texts;
    }

private:
    [[nodiscard]] bool is_braille() const {
        return request_.format == Format::brf || request_.format == Format::braille;
    }

    // Opens the code that the format needs, if it needs one.
    [[nodiscard]] Result<void, Error> prepare() {
        if (!is_braille() && request_.format != Format::text) {
            return {};
        }
        auto code = find_code(is_braille() ? request_.code : request_.letters, request_.data);
        if (!code) {
            return tl::unexpected(code.error());
        }
        code_ = *code;
        if (!is_braille()) {
            return {};
        }
        return scoresheet::Braille::open(*std::move(code)).map([&](scoresheet::Braille braille) {
            braille_ = std::move(braille);
        });
    }

    [[nodiscard]] Result<std::string, Error> write_one(const PgnGame& game) {
        switch (request_.format) {
        case Format::pgn:
            return to_pgn(game);
        case Format::json:
            return to_json(game);
        case Format::text:
            return to_text(
                code_.notation,
                code_.labels,
                game,
                {request_.sheet.length, request_.clocks, request_.sheet.comments}
            );
        case Format::brf:
            return brf_text(braille_pages(*braille_, game, request_.sheet), code_.name);
        case Format::braille:
            return unicode_text(braille_pages(*braille_, game, request_.sheet));
        }
        return std::string{};
    }

    const Request& request_;
    BrailleCode code_;
    std::optional<scoresheet::Braille> braille_;
};

// --- where they go
Result<void, Error> print(const std::vector<std::string>& texts, const Request& request) {
    for (const std::string& text : texts) {
        // Where a text has no end of its own, an empty line divides it from the next.
        const bool is_divided = request.format == Format::text || request.format == Format::braille;
        fmt::print("{}{}", &text != &texts.front() && is_divided ? "\n" : "", text);
    }
    return {};
}

Result<void, Error> save(
    const std::vector<std::string>& texts,
    const Request& request,
    const fs::path& folder,
    const std::string& name
) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return tl::unexpected(Error{
            fmt::format("this folder cannot be made: {}", error.message()),
            folder.string(),
            "choose another with --out"});
    }
    const std::string stem = name == "-" ? "game" : fs::path{name}.stem().string();
    const std::string_view extension = extensions[static_cast<std::size_t>(request.format)];
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string number = texts.size() == 1 ? "" : fmt::format("-{}", i + 1);
        const fs::path path = folder / fmt::format("{}{}{}", stem, number, extension);
        if (auto written = write_file(path, texts[i]); !written) {
            return written;
        }
        fmt::print("{}\n", path.string());
    }
    return {};
}

Result<void, Error> score(const Arguments& arguments, const std::string& name) {
    const auto request = read_request(arguments);
    if (!request) {
        return tl::unexpected(request.error());
    }
    const std::string data = request->data.value_or("");
    const auto texts = read_games(name, data)
                           .and_then([&](std::vector<PgnGame> games) {
                               return choose_games(std::move(games), *request, name);
                           })
                           .and_then([&](const std::vector<PgnGame>& games) {
                               return Exporter{*request}.write(games);
                           });
    if (!texts) {
        return tl::unexpected(texts.error());
    }
    const auto folder = arguments.value("out");
    return folder ? save(*texts, *request, *folder, name) : print(*texts, *request);
}

int run(const Arguments& arguments) {
    if (arguments.words().size() != 1) {
        print_error(
            {arguments.words().empty() ? "no game is named" : "more than one game is named",
             "ansage score",
             "name one journal, one PGN file, last, or - for PGN on standard input"}
        );
        return to_int(ExitCode::bad_input);
    }
    if (const auto done = score(arguments, arguments.words().front()); !done) {
        print_error(done.error());
        return to_int(ExitCode::bad_input);
    }
    return to_int(ExitCode::done);
}

} // namespace

int run_score(std::span<const std::string> arguments) {
    Options options{
        "score",
        "GAME",
        "Prints a scoresheet. GAME is a journal, a PGN file, last for the newest journal, or - for "
        "PGN on standard input."};
    options.value("format", "FORMAT", "pgn, text, brf, braille or json; pgn if it is not given");
    options.value("out", "FOLDER", "write a file for each game there, and print their names");
    options.value("game", "N", "this game of a file with several; all of them if it is not given");
    options.value("code", "NAME", "the braille code: de if it is not given; a name or a file");
    options.value("width", "N", "cells a line, 40 if it is not given");
    options.value("height", "N", "lines a page, 25 if it is not given");
    options.flag("long", "long notation in text and braille: e2-e4");
    options.value("letters", "NAME", "text has the letters of this braille code");
    options.flag("clocks", "text has the time left after each move");
    options.flag("comments", "text and braille have the comments");
    options.value("data", "FOLDER", "a folder of profiles that goes before all others");
    return run_with(options, arguments, run);
}

} // namespace ansage::app
