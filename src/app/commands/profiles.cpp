// SPDX-License-Identifier: GPL-3.0-or-later
// ansage profiles list|show|check|hear|missing: the shipped and the user's profiles.
#include "acts/table_header.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/profiles_missing.hpp"
#include "app/commands/say_aloud.hpp"
#include "app/setup/seat_files.hpp"
#include "base/try.hpp"
#include "base/visible.hpp"
#include "files/profile_path.hpp"
#include "profiles/braille.hpp"
#include "profiles/ears.hpp"
#include "profiles/laws.hpp"
#include "profiles/time.hpp"
#include "profiles/words.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/espeak/harmless.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;
using profiles::Document;

namespace {

using Directories = std::vector<std::filesystem::path>;

Error usage(base::Phrase what) {
    return {
        std::move(what),
        "ansage profiles",
        base::phrase("write list, show KIND NAME, check [FILE...], hear FILE, or missing [LANGUAGE]"
        )};
}

terminal::ExitCode list(const Directories& directories) {
    for (const files::ProfileKind kind : files::all_profile_kinds) {
        for (const files::ProfileFile& file : files::list_profiles(directories, kind)) {
            terminal::print_data(
                fmt::format("{} {}: {}", files::to_string(kind), file.name, file.path.string())
            );
        }
    }
    return terminal::ExitCode::done;
}

Result<files::ProfileKind, Error> read_kind(const std::string& name) {
    if (const auto kind = base::parse_name<files::ProfileKind>(name)) return *kind;
    return tl::unexpected{Error{
        base::phrase("\"{}\" is no kind of profile", terminal::printable(name)),
        "ansage profiles",
        base::phrase("write one of: laws, words, time, devices, seats, braille")}};
}

Result<Document, Error>
read_profile(const Directories& directories, files::ProfileKind kind, const std::string& name) {
    const auto path = ANSAGE_TRY(files::find_profile(directories, kind, name));
    return Document::read(path);
}

terminal::Answer show(const Directories& directories, const std::vector<std::string>& words) {
    if (words.size() != 3)
        return tl::unexpected(usage(base::phrase("show needs a kind and a name")));
    const auto kind = ANSAGE_TRY(read_kind(words[1]));
    const auto document = ANSAGE_TRY(read_profile(directories, kind, words[2]));
    fmt::print("{}", base::visible(document.text(), "\n\t"));
    return terminal::ExitCode::done;
}

Result<void, Error> load_code(const Document& document) {
    const auto open = [&](scoresheet::BrailleCode code) {
        return scoresheet::Braille::open(std::move(code)).map_error([&](Error error) {
            error.where = document.root().where("table");
            return error;
        });
    };
    return profiles::load_braille(document).and_then(open).map([](const auto&) {});
}

// Loads it as the program would; a kind that nothing loads yet must at least be TOML.
Result<void, Error> load(files::ProfileKind kind, const Document& document) {
    const auto forget = [](const auto&) {};
    switch (kind) {
    case files::ProfileKind::laws: return profiles::read_edition(document).map(forget);
    case files::ProfileKind::words: return profiles::load_words(document).map(forget);
    case files::ProfileKind::time: return profiles::load_time(document).map(forget);
    case files::ProfileKind::devices:
        return document.file().ends_with("ears.toml") ? profiles::load_ears(document).map(forget)
                                                      : Result<void, Error>{};
    case files::ProfileKind::seats: return app::load_seat(document).map(forget);
    case files::ProfileKind::braille: return load_code(document);
    }
    return {};
}

// What a voice cannot be given, leaves out, says in another language or not at all.
std::optional<base::Phrase> fault_of_voice(
    const std::string& spoken,
    const std::string& language,
    const Result<std::string, Error>& phonemes
) {
    if (speech::espeak::harmless(spoken, language) != spoken)
        return base::phrase("the voice does not have all its letters");
    if (!phonemes) return phonemes.error().what;
    if (phonemes->find('(') != std::string::npos)
        return base::phrase("the voice says it in another language");
    // A phoneme that the voice does not know ends what stands in brackets.
    const bool is_cut = spoken.starts_with("[[") && 2 * phonemes->size() < spoken.size() - 4;
    return is_cut || phonemes->empty() ? std::optional{base::phrase("the voice does not say it")}
                                       : std::nullopt;
}

// Words of a vocabulary that its own voice cannot say.
std::vector<Error> check_voice(const Document& document) {
    std::vector<Error> faults;
    const auto words = profiles::load_words(document);
    const auto engine = speech::espeak::Engine::open();
    if (!words || !engine) return faults; // ansage doctor tells of a library that does not work
    for (const phonetics::KeyWord& word : phonetics::words_said(*words)) {
        const std::string& spoken = word.form.spoken;
        const auto fault =
            fault_of_voice(spoken, words->language, (*engine)->phonemes(words->language, spoken));
        if (fault) {
            faults.push_back(
                {base::phrase("\"{}\" cannot be said: {}", spoken, *fault),
                 profiles::place_of_word(document, spoken),
                 base::phrase(
                     "write it otherwise, as spoken = \"...\", and try it with ansage profiles hear"
                 )}
            );
        }
    }
    return faults;
}

// All that is wrong with a file.
std::vector<Error> faults_of(const files::ProfileFile& file) {
    const Result<Document, Error> document = Document::read(file.path);
    if (!document) return {document.error()};
    terminal::print_warning(document->remark());
    if (file.kind == files::ProfileKind::words) {
        const std::vector<Error> faults = profiles::check_words(*document);
        return faults.empty() ? check_voice(*document) : faults;
    }
    const Result<void, Error> loaded = load(file.kind, *document);
    return loaded ? std::vector<Error>{} : std::vector{loaded.error()};
}

bool check(const files::ProfileFile& file) {
    const std::vector<Error> faults = faults_of(file);
    for (const Error& fault : faults) terminal::print_error(fault);
    if (faults.empty()) {
        terminal::print_data(fmt::format(
            "good {} {}: {}", files::to_string(file.kind), file.name, file.path.string()
        ));
    }
    return faults.empty();
}

// The folder that a profile lies in says of which kind it is.
Result<files::ProfileFile, Error> to_profile_file(const std::string& name) {
    const std::filesystem::path path = std::filesystem::absolute(name);
    const std::string folder = path.parent_path().filename().string();
    if (const auto kind = read_kind(folder))
        return files::ProfileFile{*kind, path.stem().string(), name};
    return tl::unexpected(Error{
        base::phrase("its folder \"{}\" is no kind of profile", terminal::printable(folder)),
        name,
        base::phrase("put it into a folder called laws, words, time, devices, seats or braille")});
}

Result<std::vector<files::ProfileFile>, Error>
files_to_check(const Directories& directories, const std::vector<std::string>& words) {
    std::vector<files::ProfileFile> files;
    for (std::size_t i = 1; i < words.size(); ++i) {
        auto file = ANSAGE_TRY(to_profile_file(words[i]));
        files.push_back(std::move(file));
    }
    if (words.size() > 1) return files;
    // Each place by itself: a user's profile must not hide that the shipped one is broken.
    for (const std::filesystem::path& directory : directories) {
        for (const files::ProfileKind kind : files::all_profile_kinds) {
            const std::vector<files::ProfileFile> found = files::list_profiles({directory}, kind);
            files.insert(files.end(), found.begin(), found.end());
        }
    }
    return files;
}

terminal::Answer check_all(const Directories& directories, const std::vector<std::string>& words) {
    const auto files = ANSAGE_TRY(files_to_check(directories, words));
    if (files.empty()) {
        return tl::unexpected(Error{
            base::phrase("there are no profiles"),
            "ansage profiles",
            base::phrase("give the folder that holds them as --data FOLDER")});
    }
    bool all_good = true;
    for (const files::ProfileFile& file : files) all_good = check(file) && all_good;
    return all_good ? terminal::ExitCode::done : terminal::ExitCode::bad_input;
}

// Reads what a vocabulary says, word by word, as the program says it at a table.
terminal::Answer hear(const Directories& directories, const terminal::Arguments& given) {
    const std::vector<std::string>& arguments = given.words();
    if (arguments.size() != 2)
        return tl::unexpected(usage(base::phrase("hear needs one vocabulary")));
    const auto words = ANSAGE_TRY(read_profile(directories, files::ProfileKind::words, arguments[1])
                                      .and_then(profiles::load_words));
    auto aloud = ANSAGE_TRY(open_aloud(given, "ansage profiles hear"));
    for (const phonetics::KeyWord& word : phonetics::words_said(words)) {
        terminal::print_data(word.key + ": " + word.form.shown);
        std::fflush(stdout);
        ANSAGE_TRY(aloud.say({{.language = words.language, .text = word.form.spoken}}));
    }
    return terminal::ExitCode::done;
}

terminal::Answer run_profiles(const terminal::Arguments& arguments) {
    const auto directories = ANSAGE_TRY(files::data_directories(arguments.value("data")));
    const std::vector<std::string>& words = arguments.words();
    if (words.empty()) return tl::unexpected(usage(base::phrase("nothing to do")));
    if (words.front() == "list" && words.size() == 1) return list(directories);
    if (words.front() == "show") return show(directories, words);
    if (words.front() == "check") return check_all(directories, words);
    if (words.front() == "hear") return hear(directories, arguments);
    if (words.front() == "missing" && words.size() <= 2) return tell_missing(arguments);
    return tl::unexpected(usage(base::phrase(
        "\"{}\" is not expected here",
        terminal::printable(
            words.front() == "list" || words.front() == "missing" ? words.back() : words.front()
        )
    )));
}

terminal::Options profiles_options() {
    return terminal::Options{
        "profiles",
        "list|show|check|hear|missing",
        "list prints every profile and where it lies; show KIND NAME prints one; check [FILE...] "
        "loads all, or those files, and says what is wrong with each; hear FILE reads a vocabulary "
        "aloud, key by key; missing [LANGUAGE] counts the sentences that each language still says "
        "in English, or lists those of one, with what is heard at a table first."}
        .value("data", "FOLDER", "a folder of profiles that goes before all others")
        .value("wav", "FILE", "hear: into a WAV file instead of the default loudspeaker")
        .flag("json", "missing: one JSON object a line");
}

} // namespace

const terminal::Command profiles_command{
    "profiles",
    "list, show and check the shipped and your own profiles",
    {{profiles_options, run_profiles}}};

} // namespace ansage::app
