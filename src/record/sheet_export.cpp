// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/sheet_export.hpp"

#include "base/try.hpp"
#include "chess/san.hpp"
#include "laws/result.hpp"
#include "record/game_file.hpp"
#include "record/own_score.hpp"
#include "scoresheet/html.hpp"
#include "scoresheet/text.hpp"
#include "table/model/names.hpp"
#include "telling/table_words.hpp"
#include "terminal/text.hpp"

#include <fmt/format.h>

namespace ansage::record {

using base::Error;
using base::Result;
using chess::Color;
using scoresheet::NotationLength;
using scoresheet::PgnGame;
using wording::Catalogue;

namespace {

bool is_braille(SheetFormat format) {
    return format == SheetFormat::brf || format == SheetFormat::braille;
}

// What this program wrote for programs, in words: whose score it is, and what ended the game.
std::string value_of(
    std::string_view tag,
    std::string_view value,
    std::string_view result,
    const Catalogue& catalogue
) {
    if (tag == "Score") {
        return catalogue.sentence(telling::player_id(value == "black" ? Color::black : Color::white)
        );
    }
    if (tag == "Termination" && laws::parse_name<laws::Termination>(value)) {
        return catalogue.sentence(
            fmt::format("result.{}", value), {{"result", laws::parse_name<laws::Score>(result)}}
        );
    }
    return tag == "TimeControl" ? written_time_control(value) : std::string{value};
}

// --- boards of the page
std::optional<std::size_t> ply_of(const std::string& name, const PgnGame& game) {
    if (name == "start") return 0;
    const std::size_t plies = game.moves.size() + game.rest.size();
    if (name == "end") return plies;
    const bool is_black = name.ends_with("...");
    const auto number = terminal::parse_number<chess::MoveNumber>(
        is_black ? name.substr(0, name.size() - 3) : name
    );
    const chess::Color mover = is_black ? Color::black : Color::white;
    const std::size_t ply =
        number ? chess::ply_at(game.start, {.number = *number, .mover = mover}).value() : 0;
    return ply > 0 && ply <= plies ? std::optional{ply} : std::nullopt;
}

Result<std::vector<std::size_t>, Error>
boards_of(const std::vector<std::string>& names, const PgnGame& game) {
    std::vector<std::size_t> plies;
    for (const std::string& name : names) {
        const auto ply = ply_of(name, game);
        if (!ply) {
            return tl::unexpected(Error{
                base::phrase("there is no position \"{}\" in this game", name),
                "--boards",
                base::phrase("write start, end, 12 or 12... with commas between them")});
        }
        plies.push_back(*ply);
    }
    return plies;
}

// --- the ledger
std::string
move_name(const table::State& state, chess::Ply ply, const scoresheet::Notation& notation) {
    const table::PlyRecord& played = state.plies[ply];
    const std::string number = to_string(chess::place_of(state.positions.front(), ply));
    const bool is_known = played.move && played.legal && state.positions.has_before(ply);
    return is_known ? number + " " +
            write_move(notation,
                       state.positions.before(ply),
                       *played.move,
                       NotationLength::short_form)
                    : number;
}

std::string said_text(
    const table::Testimony& testimony,
    const table::State& state,
    chess::Ply ply,
    const scoresheet::Notation& notation
) {
    const table::HeardMove& heard = testimony.move;
    if (!heard.text.empty()) return heard.text;
    const bool is_legal = heard.move && state.positions.has_before(ply) &&
        state.positions.before(ply).is_legal(*heard.move);
    return is_legal
        ? write_move(notation, state.positions.before(ply), *heard.move, NotationLength::short_form)
        : "-";
}

// With the colour of whoever it is.
std::string witness_name(table::Witness witness, chess::Color mover, const Catalogue& catalogue) {
    const std::string_view person = telling::player_id(table::person_of(witness, mover));
    return catalogue.sentence(
        fmt::format("witness.{}", table::to_string(witness)), {{"player", wording::Term{person}}}
    );
}

std::vector<scoresheet::LedgerRow> ledger_of(
    const table::State& state, const Catalogue& catalogue, const scoresheet::Notation& notation
) {
    std::vector<scoresheet::LedgerRow> rows;
    for (chess::Ply ply = 1; state.plies.has(ply); ++ply) {
        for (const table::Testimony& testimony : state.plies[ply].testimonies) {
            const bool is_score = testimony.witness == table::Witness::white_score ||
                testimony.witness == table::Witness::black_score;
            rows.push_back(
                {.move = move_name(state, ply, notation),
                 .witness = witness_name(testimony.witness, state.plies[ply].mover, catalogue),
                 .said = said_text(testimony, state, ply, notation),
                 .when = terminal::to_clock_time(testimony.at.since_open),
                 .source = is_score ? kind_words(testimony, catalogue)
                                    : catalogue.sentence(fmt::format(
                                          "source.{}", table::to_string(testimony.source)
                                      )),
                 .is_said = !testimony.move.text.empty()}
            );
        }
    }
    return rows;
}

} // namespace

std::string_view extension_of(SheetFormat format) {
    constexpr std::array<std::string_view, 6> extensions{
        ".pgn", ".txt", ".brf", ".braille.txt", ".html", ".json"};
    return extensions[static_cast<std::size_t>(format)];
}

Result<telling::TableWords, Error> default_words(const std::optional<std::string>& data) {
    return acts::load_table(acts::default_header(), data.value_or("")).map([](acts::TableKit kit) {
        return std::move(kit.words);
    });
}

Result<SheetExporter, Error> SheetExporter::open(ExportSettings settings) {
    SheetExporter exporter{std::move(settings)};
    const ExportSettings& wanted = exporter.settings_;
    if (wanted.format == SheetFormat::pgn || wanted.format == SheetFormat::json) return exporter;
    const bool braille = is_braille(wanted.format);
    auto code = ANSAGE_TRY(find_code(braille ? wanted.code : wanted.letters, wanted.data));
    exporter.code_ = code;
    if (braille) exporter.braille_ = ANSAGE_TRY(scoresheet::Braille::open(std::move(code)));
    if (wanted.format == SheetFormat::html)
        exporter.words_ = ANSAGE_TRY(default_words(wanted.data));
    return exporter;
}

std::string SheetExporter::text(const GameSource& source) const {
    if (source.of) {
        const Catalogue& catalogue = source.record->kit.words.catalogue(settings_.language);
        return own_score_text(*source.record, *source.of, catalogue, code_.notation);
    }
    return to_text(
        code_.notation,
        code_.labels,
        source.game,
        {settings_.sheet.length, settings_.sheet.clocks, settings_.sheet.comments}
    );
}

Result<std::string, Error> SheetExporter::html(const GameSource& source) const {
    // A page says once which language it is in.
    const auto page_in = [&](const Catalogue& in, const std::vector<std::size_t>& boards) {
        return to_html(
            source.game,
            {.language = std::string{in.language()},
             .word = [&](std::string_view id) { return in.sentence(id); },
             .value = [&](std::string_view tag, std::string_view value
                      ) { return value_of(tag, value, source.game.result, in); },
             .notation = code_.notation,
             .boards = boards,
             .ledger = source.record ? ledger_of(source.record->state, in, code_.notation)
                                     : std::vector<scoresheet::LedgerRow>{},
             .said_language = source.record ? source.record->kit.words.vocabulary().language : ""}
        );
    };
    return boards_of(settings_.boards, source.game)
        .map([&](const std::vector<std::size_t>& boards) {
            return words_->catalogue(settings_.language)
                .compose([&](const Catalogue& in) { return page_in(in, boards); })
                .text;
        });
}

std::vector<scoresheet::BraillePage> SheetExporter::pages(const GameSource& source) {
    scoresheet::BrailleSheetOptions options = settings_.sheet;
    // A player's own score may end before the game does, and has to say so.
    options.comments = options.comments || source.of;
    return braille_pages(*braille_, source.game, options);
}

Result<std::string, Error> SheetExporter::write(const GameSource& source) {
    switch (settings_.format) {
    case SheetFormat::pgn: return to_pgn(source.game);
    case SheetFormat::json:
        return source.of ? own_score_json(*source.record, *source.of) : to_json(source.game);
    case SheetFormat::text: return text(source);
    case SheetFormat::html: return html(source);
    case SheetFormat::brf: return brf_text(pages(source), code_.name);
    case SheetFormat::braille: return unicode_text(pages(source));
    }
    return std::string{};
}

} // namespace ansage::record
