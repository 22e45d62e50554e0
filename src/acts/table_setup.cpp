// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/table_setup.hpp"

#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "laws/rules.hpp"
#include "phonetics/lexicon.hpp"
#include "profiles/laws.hpp"
#include "profiles/words.hpp"
#include "table/model/names.hpp"
#include "telling/language.hpp"
#include "telling/outcome.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <mutex>

namespace ansage::acts {

using base::Error;
using base::Result;
using profiles::Document;

namespace {

using Directories = std::vector<std::filesystem::path>;

// What is made of a text, once, however many tables one program sets up after each other.
template <class Made>
class Once {
public:
    template <class Make>
    Result<Made, Error> of(const std::string& text, Make make) {
        const std::scoped_lock lock{mutex_};
        if (const auto known = known_.find(text); known != known_.end()) return known->second;
        return make().map([&](Made made) {
            return known_.emplace(text, std::move(made)).first->second;
        });
    }

private:
    std::mutex mutex_;
    std::map<std::string, Made> known_;
};

// In a data folder, or beside the program in a build folder or an installation.
Result<std::shared_ptr<const wording::Wording>, Error> open_wording(const Directories& directories
) {
    Directories places;
    for (const std::filesystem::path& directory : directories)
        places.push_back(directory / "locale");
    places.push_back(files::program_directory() / "share/ansage/locale");
    places.push_back(files::program_directory() / "../share/ansage/locale");
    const auto found = std::ranges::find_if(places, [](const std::filesystem::path& place) {
        std::error_code ignored;
        return std::filesystem::is_directory(place, ignored);
    });
    if (found == places.end()) {
        return tl::unexpected(Error{
            base::phrase("the catalogues of messages are missing"),
            places.back().string(),
            base::phrase("build or install Ansage again")});
    }
    static Once<std::shared_ptr<const wording::Wording>> opened;
    return opened.of(found->string(), [&] {
        return wording::Wording::open(*found).map([](wording::Wording wording) {
            return std::make_shared<const wording::Wording>(std::move(wording));
        });
    });
}

Result<Document, Error>
read_profile(const Directories& directories, files::ProfileKind kind, const std::string& name) {
    return files::find_profile(directories, kind, name)
        .and_then([](const std::filesystem::path& path) {
            static Once<Document> parsed;
            const auto text = files::read_file(path);
            const auto parse = [&] { return Document::read(path); };
            return text ? parsed.of(path.string() + '\n' + *text, parse) : parse();
        });
}

// A journal's document is read less strictly than a file of the same text.
std::string key_of(const Document& document) { return document.file() + '\n' + document.text(); }

Result<laws::Edition, Error> edition_of(const Document& document) {
    static Once<laws::Edition> read;
    return read.of(key_of(document), [&] { return profiles::read_edition(document); });
}

Result<telling::Hearing, Error> hearing_of(const Document& document) {
    static Once<telling::Hearing> made;
    return made.of(key_of(document), [&]() -> Result<telling::Hearing, Error> {
        auto vocabulary = profiles::load_words(document);
        if (!vocabulary) return tl::unexpected(vocabulary.error());
        auto lexicon = phonetics::Lexicon::from(*vocabulary);
        if (!lexicon) {
            return tl::unexpected(Error{
                base::phrase("\"{}\" means two things, or nothing", lexicon.error().word),
                document.file(),
                base::phrase("choose another word")});
        }
        return telling::Hearing{std::move(*vocabulary), std::move(*lexicon)};
    });
}

// The words that were asked for, or else the edition's own for these players (D.2.1).
Result<std::string, Error> words_for(const TableHeader& header, const Document& laws) {
    if (!header.words.empty()) return header.words;
    const auto& seats = header.setup.seats;
    return edition_of(laws).map([&](const laws::Edition& edition) {
        return laws::vocabulary_for(edition, seats.white.language, seats.black.language);
    });
}

// Letters and words of everybody who types, where there is a vocabulary of their language; German
// is FIDE's own (D.2.1). A file of one's own that is not right is no reason to refuse a table.
void add_own_words(
    telling::Hearing& hearing, const table::TableSetup& setup, const Directories& directories
) {
    for (const std::string& language :
         {setup.seats.white.language, setup.seats.black.language, setup.arbiter_language}) {
        const auto own = read_profile(
            directories, files::ProfileKind::words, language == "de" ? "fide" : language
        );
        const auto heard = own.and_then([](const Document& words) { return hearing_of(words); });
        if (heard) hearing.add_own(language, *heard);
    }
}

struct Profiles {
    Document laws;
    Document words;
    std::string words_name;
};

Result<TableKit, Error>
make_kit(const TableHeader& header, const Profiles& profiles, const Directories& directories) {
    auto edition = edition_of(profiles.laws);
    if (!edition) return tl::unexpected(edition.error());
    auto wording = open_wording(directories);
    if (!wording) return tl::unexpected(wording.error());
    auto hearing = hearing_of(profiles.words);
    if (!hearing) return tl::unexpected(hearing.error());
    add_own_words(*hearing, header.setup, directories);
    telling::TableWords words{std::move(*hearing), std::move(*wording)};
    table::TableSetup setup = header.setup;
    setup.edition = std::move(*edition);
    setup.vocabulary = words.vocabulary().name;
    journal::Header stored{
        .setup = header.text,
        .profiles =
            {
                {"laws/" + header.profile, profiles.laws.text()},
                {"words/" + profiles.words_name, profiles.words.text()},
            },
    };
    return TableKit{std::move(setup), std::move(words), std::move(stored)};
}

Result<Document, Error>
stored_profile(const journal::Header& stored, const std::string& name, const std::string& file) {
    for (const journal::Profile& profile : stored.profiles) {
        if (profile.name == name) {
            return Document::parse(
                profile.text, fmt::format("{} in {}", name, file), Document::Origin::journal
            );
        }
    }
    return tl::unexpected(Error{
        base::phrase("profile {} is not in this journal", name),
        file,
        base::phrase("give a journal that ansage wrote")});
}

} // namespace

Result<std::shared_ptr<const wording::Wording>, Error> load_wording(const std::string& data) {
    return files::data_directories(data.empty() ? std::nullopt : std::optional{data})
        .and_then(open_wording);
}

Result<TableKit, Error> load_table(const TableHeader& header, const std::string& data) {
    const auto directories =
        files::data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (!directories) return tl::unexpected(directories.error());
    auto laws = read_profile(*directories, files::ProfileKind::laws, header.profile);
    if (!laws) return tl::unexpected(laws.error());
    const auto name = words_for(header, *laws);
    if (!name) return tl::unexpected(name.error());
    auto words = read_profile(*directories, files::ProfileKind::words, *name);
    if (!words) return tl::unexpected(words.error());
    return make_kit(header, {std::move(*laws), std::move(*words), *name}, *directories);
}

namespace {

Result<TableKit, Error> load_stored(
    const TableHeader& header,
    const journal::Header& stored,
    const std::vector<std::filesystem::path>& directories,
    const std::string& file
) {
    auto laws = stored_profile(stored, "laws/" + header.profile, file);
    if (!laws) return tl::unexpected(laws.error());
    const auto name = words_for(header, *laws);
    if (!name) return tl::unexpected(name.error());
    auto words = stored_profile(stored, "words/" + *name, file);
    if (!words) return tl::unexpected(words.error());
    return make_kit(header, {std::move(*laws), std::move(*words), *name}, directories);
}

} // namespace

// The text of an older program may lack what is asked for today; the shipped profiles of the same
// names stand in then, for what happened is in the events and stays as it was.
Result<TableKit, Error>
load_table(const journal::Header& stored, const std::string& data, const std::string& file) {
    const auto directories =
        files::data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (!directories) return tl::unexpected(directories.error());
    auto header = read_header(stored.setup, file);
    if (!header) return tl::unexpected(header.error());
    auto kit = load_stored(*header, stored, *directories, file);
    if (!kit) {
        auto shipped = load_table(*header, data);
        return shipped ? std::move(shipped) : std::move(kit);
    }
    return kit;
}

Result<void, Error> check_languages(const TableKit& kit) {
    const table::TableSetup& setup = kit.setup;
    Result<void, Error> checked;
    for (const std::string& language :
         {setup.seats.white.language, setup.seats.black.language, setup.arbiter_language}) {
        checked = checked.and_then([&] {
            return telling::check_language(kit.words.wording(), language, "language");
        });
    }
    return checked;
}

std::vector<std::string> completed_moves(const table::State& state) {
    std::vector<std::string> moves;
    const chess::CastlingStyle style = table::castling_style(*state.setup);
    const chess::Ply completed = table::completed_plies(state);
    for (chess::Ply ply = 1; ply <= completed; ++ply)
        moves.push_back(chess::to_uci(state.positions.before(ply), *state.plies[ply].move, style));
    return moves;
}

std::string summary_json(const table::State& state, base::Instant now) {
    std::vector<std::string> moves = completed_moves(state);
    std::ranges::transform(moves, moves.begin(), [](const std::string& move) {
        return telling::json_text(move);
    });
    const chess::Ply completed = table::completed_plies(state);
    std::string pending = "null";
    if (state.made() > completed) {
        const chess::CastlingStyle style = table::castling_style(*state.setup);
        pending = telling::json_text(
            chess::to_uci(state.positions.after(completed), *state.plies[completed + 1].move, style)
        );
    }
    std::vector<std::string> alerts;
    for (const table::OpenAlert& alert : state.alerts) {
        alerts.push_back(fmt::format(
            R"({{"ply":{},"alert":{},"about":{}}})",
            alert.ply.value(),
            telling::json_text(table::to_string(alert.kind)),
            alert.about ? telling::json_text(chess::to_string(*alert.about)) : "null"
        ));
    }
    return fmt::format(
        R"({{"kind":"summary","moves":[{}],"pending":{},"fen":{},"result":{},"termination":{},"white_ms":{},"black_ms":{},"alerts":[{}]}})",
        fmt::join(moves, ","),
        pending,
        telling::json_text(chess::to_fen(state.positions.after(completed))),
        telling::json_text(state.result ? laws::to_string(state.result->score) : "*"),
        telling::json_text(state.result ? laws::to_string(state.result->termination) : ""),
        state.clocks.remaining(chess::Color::white, now).count(),
        state.clocks.remaining(chess::Color::black, now).count(),
        fmt::join(alerts, ",")
    );
}

} // namespace ansage::acts
