// SPDX-License-Identifier: GPL-3.0-or-later
// ansage card PERSON: what the opponent of a player who does not see the board does, in large
// print, or what an organiser needs to know: each a template of profiles/cards that prints on one
// page.
#include "acts/listeners.hpp"
#include "acts/settings.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "base/names.hpp"
#include "base/text.hpp"
#include "base/try.hpp"
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "phonetics/announcement.hpp"
#include "scoresheet/html.hpp"
#include "table/model/names.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

// By the name that a template has for it between braces, what stands there, as HTML.
using Parts = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view example_move = "g1f3"; // a piece, and two squares without an equal word

// A person's template, by the word for him in any language that has sentences.
Result<std::string_view, Error> person_given(const terminal::Arguments& given) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> persons{{
        {"opponent", "card.person.opponent"},
        {"organiser", "card.person.organiser"},
    }};
    const auto wording = ANSAGE_TRY(acts::load_wording(data_given(given)));
    const auto& words = given.words();
    for (const auto& [person, id] : persons) {
        const auto is_meant = [&, id = id](std::string_view language) {
            return wording->in(language).means(id, words.front());
        };
        if (words.size() == 1 && std::ranges::any_of(wording->languages(), is_meant)) return person;
    }
    return tl::unexpected(Error{
        words.size() == 1
            ? base::phrase("there is no card for \"{}\"", terminal::printable(words.front()))
            : base::phrase("a card is for one person"),
        "ansage card",
        base::phrase("write card and opponent or organiser")});
}

// The edition and the words of a table that is opened with the same options.
Result<acts::TableKit, Error>
table_given(const terminal::Arguments& given, const std::string& language) {
    acts::TableHeader header = acts::default_header();
    ANSAGE_TRY(acts::set(header, "language", acts::listeners_languages(language)));
    for (const std::string_view name : {"profile", "words", "mode"})
        if (const auto value = given.value(name)) ANSAGE_TRY(acts::set(header, name, *value));
    return acts::load_table(header, data_given(given));
}

// The templates and the style that building made of cards.css.
Result<std::filesystem::path, Error> find_cards(const terminal::Arguments& given) {
    auto places = ANSAGE_TRY(files::data_directories(given.value("data")));
    places.push_back(files::program_directory() / "share" / "ansage"); // of a build folder
    std::error_code ignored;
    for (const std::filesystem::path& place : places)
        if (std::filesystem::exists(place / "cards" / "style.css", ignored)) return place / "cards";
    return tl::unexpected(Error{
        base::phrase("the templates of the cards are not there"),
        "cards",
        base::phrase("install ansage-data, or give --data")});
}

// As White says it and as Black does, where that differs: in figures it is the king's squares.
std::string castling_words(const phonetics::Vocabulary& words, chess::File rook) {
    std::string text;
    for (const std::string_view color : {"w", "b"}) {
        const std::string fen = fmt::format("r3k2r/8/8/8/8/8/8/R3K2R {} KQkq - 0 1", color);
        const chess::Position position = chess::parse_position(fen).value();
        const chess::Square king = position.king(position.turn());
        const auto move = chess::Move::castling(king, chess::Square{rook, king.rank()});
        const auto said = to_text(announce(words, position, move, phonetics::Style::full));
        if (text != said) text += (text.empty() ? "" : " / ") + said;
    }
    return text;
}

// "files.a" to "castling.long", in the words of the table, and what one move is called in them.
Parts words_of(const phonetics::Vocabulary& words) {
    Parts parts{
        {"words.language", words.language},
        {"castling.short", castling_words(words, chess::File::h)},
        {"castling.long", castling_words(words, chess::File::a)}};
    constexpr unsigned lines = 8; // of files, and of ranks
    for (unsigned i = 0; i < lines; ++i) {
        const auto square = chess::Square::from_index(i * (lines + 1)); // a1 to h8
        const std::string name = chess::to_string(square);
        parts[fmt::format("files.{}", name[0])] = to_text(announce(words, square.file()));
        parts[fmt::format("ranks.{}", name[1])] = to_text(announce(words, square.rank()));
    }
    for (const chess::Role role : base::all_enumerators<chess::Role>)
        parts[fmt::format("pieces.{}", base::to_string(role))] = to_text(announce(words, role));
    const chess::Position start;
    if (const auto move = chess::parse_uci(start, example_move))
        parts["example"] = to_text(announce(words, start, *move, phonetics::Style::full));
    for (auto& [name, text] : parts) text = scoresheet::html_escaped(text);
    return parts;
}

// "(D.2.8)"; nothing where the edition's text has no Appendix D, and so no article to be looked up.
void add_articles(Parts& parts, const laws::Edition& edition, std::string_view language) {
    const auto& rules =
        edition.rules_for(clock::TimeClass::standard, laws::Supervision::supervised);
    for (const std::string_view key : laws::article_keys()) {
        const auto number = edition.article(key, rules, language);
        const bool is_printed = edition.appendix_d.printed && !number.empty();
        parts.insert_or_assign(
            fmt::format("article.{}", key),
            is_printed ? fmt::format("({})", scoresheet::html_escaped(number)) : ""
        );
    }
}

// What an id may end in, the nearest first: a club has no arbiter, and neither has a training; an
// edition may have another law.
std::vector<std::string> endings_of(const table::TableSetup& setup) {
    std::vector<std::string> endings;
    if (setup.mode != table::Mode::tournament) endings.emplace_back(table::to_string(setup.mode));
    if (setup.mode == table::Mode::training)
        endings.emplace_back(table::to_string(table::Mode::club));
    endings.push_back(setup.edition.name); // "de-2014" is de_2014 there
    std::ranges::replace(endings.back(), '-', '_');
    return endings;
}

// The sentence of that id for these endings; English has them all.
std::string
id_for(std::string id, const std::vector<std::string>& endings, const wording::Catalogue& english) {
    for (const std::string& ending : endings)
        if (english.has(fmt::format("{}.{}", id, ending))) return fmt::format("{}.{}", id, ending);
    return id;
}

// Each name between braces becomes what `text_of` gives for it, which is not looked at again.
template <class TextOf>
std::string filled(std::string_view page, TextOf text_of) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789_.";
    std::string text;
    while (!page.empty()) {
        const std::size_t begin = std::min(page.find('{'), page.size());
        const std::size_t end = page.find_first_not_of(letters, begin + 1);
        text += page.substr(0, begin);
        const bool is_name = end != std::string_view::npos && page[end] == '}' && end > begin + 1;
        if (is_name) text += text_of(page.substr(begin + 1, end - begin - 1));
        else text += page.substr(begin, 1);
        page.remove_prefix(std::min(is_name ? end + 1 : begin + 1, page.size()));
    }
    return text;
}

terminal::Answer write(const std::string& page, const std::optional<std::string>& file) {
    if (file) {
        ANSAGE_TRY(files::write_file(*file, page));
        terminal::print_line(*file);
    } else {
        for (std::string_view rest{page}; !rest.empty();)
            terminal::print_data(std::string{base::take_until(rest, '\n')});
    }
    return terminal::ExitCode::done;
}

terminal::Answer card(const terminal::Arguments& given) {
    const auto person = ANSAGE_TRY(person_given(given));
    const Reader reader = ANSAGE_TRY(reader_given(given));
    const auto kit = ANSAGE_TRY(table_given(given, reader.language));
    const auto folder = ANSAGE_TRY(find_cards(given));
    const auto page = ANSAGE_TRY(files::read_file(folder / fmt::format("{}.html", person)));
    Parts parts = words_of(kit.words.vocabulary());
    parts["style"] = ANSAGE_TRY(files::read_file(folder / "style.css"));
    const auto endings = endings_of(kit.setup);
    const wording::Catalogue& english = reader.wording->in("en");
    const auto in_words = [&](const wording::Catalogue& in) {
        parts["language"] = in.language();
        add_articles(parts, kit.setup.edition, in.language());
        return filled(page, [&](std::string_view name) {
            const auto part = parts.find(name);
            return part != parts.end()
                ? part->second
                : scoresheet::html_escaped(in.sentence(id_for(std::string{name}, endings, english))
                  );
        });
    };
    return write(reader.in().compose(in_words).text, given.value("out"));
}

terminal::Options card_options() {
    terminal::Options options{
        "card",
        "opponent|organiser",
        "writes a card for a sighted opponent in large print, a side of A5, or a sheet for the "
        "organiser, a side of A4, as a page that a browser shows and prints"};
    acts::add_settings(options, {"profile", "words", "mode"});
    return options.value("language", "L", "of the card; else the terminal's")
        .value("out", "FILE.html", "that file; else standard output")
        .value("data", "FOLDER", "where profiles are looked for first");
}

} // namespace

const terminal::Command card_command{
    "card", "cards in large print for opponent and organiser", {{card_options, card}}};

} // namespace ansage::app
