// SPDX-License-Identifier: GPL-3.0-or-later
// ansage arbiter compare A B: where two scores differ, and the ruling of D.2.9.
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "arbiter/evidence.hpp"
#include "arbiter/report.hpp"
#include "arbiter/report_braille.hpp"
#include "arbiter/ruling_words.hpp"
#include "base/names.hpp"
#include "base/try.hpp"
#include "chess/fen.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "journal/replay.hpp"
#include "record/game_files.hpp"
#include "table/disputes/dispute.hpp"
#include "telling/language.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Result;
using chess::Color;
using table::Comparison;
using table::PerColor;

namespace {

Result<acts::TableKit, Error> load_kit(const terminal::Arguments& arguments) {
    acts::TableHeader header = acts::default_header();
    header.words = arguments.value_or("words", header.words);
    header.profile = arguments.value_or("profile", header.profile);
    return acts::load_table(header, data_given(arguments));
}

struct Evidence {
    PerColor<std::vector<arbiter::ScoreEvidence>> scores;
    PerColor<std::optional<chess::Reading>> boards;
    std::optional<arbiter::TableRecord> record;
};

Error usage(base::Phrase what) {
    return {
        std::move(what),
        "ansage arbiter",
        base::phrase("write: ansage arbiter compare A B [options], or: ansage arbiter report GAME"
        )};
}

Result<void, Error> read_all_scores(
    const terminal::Arguments& arguments, const acts::TableKit& kit, Evidence& evidence
) {
    const auto start = ANSAGE_TRY(start_given(arguments));
    const arbiter::ReadFrom from{
        .data = data_given(arguments),
        .braille_code = arguments.value("code"),
        .start = start.value_or(chess::Position{})};
    for (const Color color : chess::both_colors) {
        const std::string& file = arguments.words()[color == Color::white ? 0 : 1];
        evidence.scores[color] = ANSAGE_TRY(arbiter::read_scores(file, kit.words, from));
        if (const auto& record = evidence.scores[color].front().record)
            terminal::print_warning(record->doubt);
    }
    return {};
}

Result<void, Error> read_boards(const terminal::Arguments& arguments, Evidence& evidence) {
    for (const Color color : chess::both_colors) {
        const std::string option = color == Color::white ? "white-board" : "black-board";
        const auto fen = arguments.value(option);
        if (!fen) continue;
        evidence.boards[color] = ANSAGE_TRY(arbiter::read_board(*fen, option));
    }
    return {};
}

// A score that is a journal knows the clocks too.
Result<void, Error> read_clocks(const terminal::Arguments& arguments, Evidence& evidence) {
    for (const Color color : chess::both_colors)
        if (!evidence.record) evidence.record = evidence.scores[color].front().record;
    const auto name = arguments.value("journal");
    if (!name) return {};
    const auto path = ANSAGE_TRY(record::find_journal(*name));
    evidence.record = ANSAGE_TRY(arbiter::read_record(path, data_given(arguments)));
    terminal::print_warning(evidence.record->doubt);
    return {};
}

Result<void, Error> check(const terminal::Arguments& arguments, const Evidence& evidence) {
    const auto& white = evidence.scores.white;
    const auto& black = evidence.scores.black;
    const bool several = white.size() > 1 || black.size() > 1;
    if (white.size() != black.size()) {
        return tl::unexpected{Error{
            base::phrase(
                "{} holds {} games and {} holds {}",
                terminal::printable(arguments.words()[0]),
                white.size(),
                terminal::printable(arguments.words()[1]),
                black.size()
            ),
            "ansage arbiter compare",
            base::phrase("give files that hold the same games in the same order")}};
    }
    if (several && (evidence.boards.white || evidence.boards.black || arguments.has("journal"))) {
        return tl::unexpected{
            usage(base::phrase("boards and a journal belong to one game, and here are several"))};
    }
    for (std::size_t game = 0; game < white.size(); ++game) {
        if (white[game].start.repetition_key() != black[game].start.repetition_key()) {
            return tl::unexpected{Error{
                base::phrase("game {} begins from two different positions", game + 1),
                "ansage arbiter compare",
                base::phrase("give two scores of the same game")}};
        }
    }
    return {};
}

Result<Evidence, Error> collect(const terminal::Arguments& arguments, const acts::TableKit& kit) {
    Evidence evidence;
    ANSAGE_TRY(read_all_scores(arguments, kit, evidence));
    ANSAGE_TRY(read_boards(arguments, evidence));
    ANSAGE_TRY(read_clocks(arguments, evidence));
    ANSAGE_TRY(check(arguments, evidence));
    return evidence;
}

// Notes how the entries were kept that a comparison asks for.
table::ScoreReader noting_kinds(table::ScoreReader reader, std::vector<std::string>& kinds) {
    return [reader = std::move(reader), &kinds](
               chess::Ply ply, const chess::Position& before
           ) -> std::optional<table::ScoreEntry> {
        auto entry = reader(ply, before);
        const std::string kind{entry ? table::kind_name(*entry) : std::string_view{}};
        if (!kind.empty() && std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
        return entry;
    };
}

struct Compared {
    Comparison comparison;
    arbiter::ScoreKinds kinds;
};

Compared compare_game(const Evidence& evidence, std::size_t game) {
    arbiter::ScoreKinds kinds;
    table::Dispute dispute;
    dispute.start = evidence.scores.white[game].start;
    dispute.boards = evidence.boards;
    for (const Color color : chess::both_colors)
        dispute.scores[color] = noting_kinds(evidence.scores[color][game].reader, kinds[color]);
    if (evidence.record) dispute.clocks = evidence.record->clocks();
    Comparison comparison = table::compare(dispute);
    if (evidence.record) {
        comparison.irregularities =
            table::irregularities(*evidence.record->state, comparison.agree_until);
    }
    return {std::move(comparison), std::move(kinds)};
}

bool all_is_well(const Comparison& comparison) {
    const bool illegal =
        std::ranges::any_of(comparison.problems, [](const table::ScoreProblem& problem) {
            return problem.entry.fault == table::EntryFault::illegal;
        });
    return !comparison.difference && comparison.ruling == table::Ruling::none && !illegal;
}

// True if every game's scores agree and no board is wrong.
bool compare_all(
    const terminal::Arguments& arguments,
    const acts::TableKit& kit,
    const Evidence& evidence,
    const std::string& language
) {
    const arbiter::RulingReader reader{kit.words, kit.setup.edition, language};
    const std::size_t games = evidence.scores.white.size();
    bool well = true;
    for (std::size_t game = 0; game < games; ++game) {
        const Compared compared = compare_game(evidence, game);
        const auto number = games > 1 ? std::optional{game + 1} : std::nullopt;
        well = all_is_well(compared.comparison) && well;
        if (arguments.has("json")) {
            terminal::print_json(
                arbiter::to_json(compared.comparison, compared.kinds, kit.setup.edition, number)
            );
            continue;
        }
        if (number) {
            terminal::print_data(
                kit.words.catalogue(reader.language).sentence("arbiter.game", {{"number", *number}})
            );
        }
        const auto lines = arguments.has("all")
            ? arbiter::to_lines(compared.comparison, compared.kinds, reader)
            : arbiter::first_lines(compared.comparison, reader);
        for (const std::string& line : lines) terminal::print_data(line);
    }
    return well;
}

terminal::Answer compare(const terminal::Arguments& arguments) {
    if (arguments.words().size() != 2)
        return tl::unexpected(usage(base::phrase("two scores are needed, White's and Black's")));
    const auto kit = ANSAGE_TRY(load_kit(arguments));
    const auto language = ANSAGE_TRY(telling::language_given(
        arguments, kit.words.wording(), telling::language_of_locale(kit.words.wording())
    ));
    const auto evidence = ANSAGE_TRY(collect(arguments, kit));
    const bool is_well = compare_all(arguments, kit, evidence, language);
    return terminal::done_or_no(is_well);
}

terminal::Options compare_options() {
    return terminal::Options{
        "arbiter compare",
        "A B",
        "Compares White's score A with Black's score B: PGN, moves in plain text with English or "
        "national letters, BRF, or a journal, whose score is the table's record, or with :white or "
        ":black behind it what that player kept; - is standard input. Says where they agree, where "
        "not, and what the Laws rule if the boards differ."}
        .fen("white-board", "what stands on White's board; x is a square that holds something")
        .fen("black-board", "what stands on Black's board")
        .fen("fen", "where scores in text or braille begin that do not say it")
        .value("journal", "FILE", "the game's journal, for the clocks")
        .value("language", "L", "the language of the sentences; else the terminal's")
        .value("words", "NAME", "the vocabulary of moves and letters, fide if it is not given")
        .value("profile", "NAME", "the edition of the Laws, fide-2023 if it is not given")
        .value("code", "NAME", "the braille code of BRF files; else each code is tried")
        .value("data", "FOLDER", "a folder of profiles that goes before all others")
        .flag("all", "everything that is known, one fact a line; else three lines at most")
        .flag("json", "one JSON object a game");
}

// --- the report
Result<std::string, Error> as_brf(const std::string& text, const terminal::Arguments& arguments) {
    const auto braille =
        ANSAGE_TRY(arbiter::open_braille(arguments.value_or("code", "de"), data_given(arguments)));
    return arbiter::report_in_braille(text, braille);
}

// `fault`: where it is only what comes before.
Result<std::string, Error>
report_text(const terminal::Arguments& arguments, std::optional<Error>& fault) {
    const auto path = ANSAGE_TRY(game_given(arguments));
    auto [journal, kit] =
        ANSAGE_TRY(record::open_game(path, data_given(arguments), extent_given(arguments)));
    const std::string language = ANSAGE_TRY(
        telling::language_given(arguments, kit.words.wording(), kit.setup.arbiter_language)
    );
    // Checked whole before anything of it is told.
    ANSAGE_TRY(journal::rebuild(journal, kit.setup));
    const arbiter::ReportFor reader{
        .language = language,
        .player = base::parse_name<chess::Color>(arguments.value_or("for", "arbiter")),
        .with_private = arguments.has("private")};
    const auto report = ANSAGE_TRY(arbiter::report_of(journal, kit, reader));
    fault = report.fault;
    terminal::print_warning(journal.end_in_doubt());
    const std::string format = arguments.value_or("format", "text");
    if (format == "html" || format == "json") {
        const auto which =
            format == "html" ? arbiter::ReportFormat::html : arbiter::ReportFormat::json;
        return arbiter::write_report(report, which, kit, language);
    }
    const auto depth =
        arguments.has("all") ? arbiter::ReportDepth::all : arbiter::ReportDepth::first;
    const std::string text =
        arbiter::write_report(report, arbiter::ReportFormat::text, kit, language, depth);
    return format == "brf" ? as_brf(text, arguments) : Result<std::string, Error>{text};
}

terminal::Answer report(const terminal::Arguments& given) {
    std::optional<Error> fault;
    const std::string text = ANSAGE_TRY(report_text(given, fault));
    fmt::print("{}", text);
    if (!fault) return terminal::ExitCode::done;
    std::fflush(stdout);
    return tl::unexpected(*fault);
}

terminal::Options report_options() {
    return terminal::Options{
        "arbiter report",
        "GAME",
        "Each dispute of a journalled game, and whatever an arbiter decided: what was found, the "
        "ruling with the hands that it took, and the clocks; on request each finding with its time "
        "and its row of the journal, the ledger, both boards before and after, and the articles."}
        .value("format", "text|html|json|brf", "text if it is not given")
        .flag("all", "text and brf: everything; else three lines at most for each dispute")
        .value(
            "for", "arbiter|white|black", "whose copy: a player's lacks what only the other heard"
        )
        .flag("private", "also what players asked for themselves, and lines that they withdrew")
        .value("language", "L", "the language of the sentences, the arbiter's if it is not given")
        .value("code", "NAME", "the braille code of brf, de if it is not given")
        .flag("damaged", "of a damaged or altered game, what comes before that place")
        .value("data", "FOLDER", "a folder of profiles that goes before all others");
}

// --- the signature
// Made when it is first needed. Whoever has it can sign, so nobody else may read it.
Result<journal::SigningKey, Error> read_or_make_key(const std::filesystem::path& file) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        const journal::SigningKey key = journal::new_key();
        fs::create_directories(file.parent_path(), ignored);
        ANSAGE_TRY(files::write_file(file, journal::to_text(key) + "\n"));
        return key;
    }
    const auto text = ANSAGE_TRY(files::read_file(file));
    if ((fs::status(file, ignored).permissions() & (fs::perms::group_all | fs::perms::others_all)
        ) != fs::perms::none) {
        return tl::unexpected{Error{
            base::phrase("others can read this key"),
            file.string(),
            base::phrase("remove it; a new one is made then")}};
    }
    const auto key = journal::parse_key(terminal::trim(text));
    if (!key) {
        return tl::unexpected{Error{
            base::phrase("this is no key of Ansage"),
            file.string(),
            base::phrase("remove it; a new one is made then")}};
    }
    return *key;
}

terminal::Answer sign(const terminal::Arguments& given) {
    const auto path = ANSAGE_TRY(game_given(given));
    auto [journal, kit] = ANSAGE_TRY(record::open_game(path, data_given(given)));
    // Nothing is vouched for that no table could have written.
    ANSAGE_TRY(journal::rebuild(journal, kit.setup));
    const auto usual = files::user_directory() / "signing.key";
    const auto key = ANSAGE_TRY(read_or_make_key(given.value_or("key", usual.native())));
    terminal::print_warning(journal.end_in_doubt());
    const std::string words = journal::fingerprint(journal.digest());
    ANSAGE_TRY(journal.sign(key, record::stamp_now().wall_clock));
    ANSAGE_TRY(journal.close());
    terminal::print_data("signed " + path.string());
    terminal::print_data("fingerprint " + words);
    terminal::print_data("key " + journal::fingerprint(key.open));
    return terminal::ExitCode::done;
}

terminal::Options sign_options() {
    return terminal::Options{
        "arbiter sign",
        "GAME",
        "Signs a journal with the key of this laptop, so that nobody can write another in its "
        "place, and prints eight words by which two copies are compared by ear."}
        .value("key", "FILE", "the key; ~/.config/ansage/signing.key, made when first needed")
        .value("data", "FOLDER", "a folder of profiles that goes before all others");
}

} // namespace

const terminal::Command arbiter_command{
    "arbiter",
    "compare two scores, and rule when boards differ",
    {{compare_options, compare}, {report_options, report}, {sign_options, sign}}};

} // namespace ansage::app
