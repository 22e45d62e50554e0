// SPDX-License-Identifier: GPL-3.0-or-later
// ansage profiles list|show|check|hear|missing: the shipped and the user's profiles.
#include "acts/table_header.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/profiles_missing.hpp"
#include "app/commands/say_aloud.hpp"
#include "app/setup/seat_files.hpp"
#include "files/profile_path.hpp"
#include "profiles/braille.hpp"
#include "profiles/ears.hpp"
#include "profiles/laws.hpp"
#include "profiles/time.hpp"
#include "profiles/words.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/espeak/harmless.hpp"
#include "terminal/options.hpp"

#include <algorithm>
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

int refuse_sound(const SoundProblem& problem) {
    terminal::print_error(problem.error);
    return terminal::to_int(problem.code);
}

int list(const Directories& directories) {
    for (const files::ProfileKind kind : files::all_profile_kinds)
        for (const files::ProfileFile& file : files::list_profiles(directories, kind))
            fmt::print("{} {}: {}\n", files::to_string(kind), file.name, file.path.string());
    return terminal::to_int(terminal::ExitCode::done);
}

Result<files::ProfileKind, Error> read_kind(const std::string& name) {
    const auto* const found =
        std::ranges::find_if(files::all_profile_kinds, [&](files::ProfileKind kind) {
            return files::to_string(kind) == name;
        });
    if (found != files::all_profile_kinds.end()) return *found;
    return tl::unexpected{Error{
        base::phrase("\"{}\" is no kind of profile", terminal::printable(name)),
        "ansage profiles",
        base::phrase("write one of: laws, words, time, devices, seats, braille")}};
}

int show(const Directories& directories, const std::vector<std::string>& words) {
    if (words.size() != 3)
        return terminal::refuse(usage(base::phrase("show needs a kind and a name")));
    const Result<Document, Error> document =
        read_kind(words[1])
            .and_then([&](files::ProfileKind kind) {
                return files::find_profile(directories, kind, words[2]);
            })
            .and_then([](const std::filesystem::path& path) { return Document::read(path); });
    if (!document) return terminal::refuse(document.error());
    fmt::print("{}", document->text());
    return terminal::to_int(terminal::ExitCode::done);
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
    if (faults.empty())
        fmt::print("good {} {}: {}\n", files::to_string(file.kind), file.name, file.path.string());
    return faults.empty();
}

// The folder that a profile lies in says of which kind it is.
Result<files::ProfileFile, Error> to_profile_file(const std::string& name) {
    const std::filesystem::path path = std::filesystem::absolute(name);
    const std::string folder = path.parent_path().filename().string();
    return read_kind(folder)
        .map([&](files::ProfileKind kind) {
            return files::ProfileFile{kind, path.stem().string(), name};
        })
        .map_error([&](const Error&) {
            return Error{
                base::phrase(
                    "its folder \"{}\" is no kind of profile", terminal::printable(folder)
                ),
                name,
                base::phrase(
                    "put it into a folder called laws, words, time, devices, seats or braille"
                )};
        });
}

Result<std::vector<files::ProfileFile>, Error>
files_to_check(const Directories& directories, const std::vector<std::string>& words) {
    std::vector<files::ProfileFile> files;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Result<files::ProfileFile, Error> file = to_profile_file(words[i]);
        if (!file) return tl::unexpected{file.error()};
        files.push_back(*file);
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

int check_all(const Directories& directories, const std::vector<std::string>& words) {
    const Result<std::vector<files::ProfileFile>, Error> files = files_to_check(directories, words);
    if (!files) return terminal::refuse(files.error());
    if (files->empty()) {
        return terminal::refuse(
            {base::phrase("there are no profiles"),
             "ansage profiles",
             base::phrase("give the folder that holds them as --data FOLDER")}
        );
    }
    bool all_good = true;
    for (const files::ProfileFile& file : *files) all_good = check(file) && all_good;
    return terminal::to_int(all_good ? terminal::ExitCode::done : terminal::ExitCode::bad_input);
}

// Reads what a vocabulary says, word by word, as the program says it at a table.
int hear(
    const Directories& directories, const std::string& name, const std::optional<std::string>& wav
) {
    const auto words =
        files::find_profile(directories, files::ProfileKind::words, name)
            .and_then([](const std::filesystem::path& path) { return Document::read(path); })
            .and_then([](const Document& document) { return profiles::load_words(document); });
    if (!words) return terminal::refuse(words.error());
    const telling::AudioChoice choice =
        wav ? telling::AudioChoice{telling::AudioChoice::Kind::file, *wav} : telling::AudioChoice{};
    auto aloud = Aloud::open(choice, "ansage profiles hear");
    if (!aloud) return refuse_sound(aloud.error());
    for (const phonetics::KeyWord& word : phonetics::words_said(*words)) {
        fmt::print("{}: {}\n", word.key, word.form.shown);
        std::fflush(stdout);
        const auto said = aloud->say({{.language = words->language, .text = word.form.spoken}});
        if (!said) return refuse_sound(said.error());
    }
    return terminal::to_int(terminal::ExitCode::done);
}

int profiles_command(const terminal::Arguments& arguments) {
    const Result<Directories, Error> directories = files::data_directories(arguments.value("data"));
    if (!directories) return terminal::refuse(directories.error());
    const std::vector<std::string>& words = arguments.words();
    if (words.empty()) return terminal::refuse(usage(base::phrase("nothing to do")));
    if (words.front() == "list" && words.size() == 1) return list(*directories);
    if (words.front() == "show") return show(*directories, words);
    if (words.front() == "check") return check_all(*directories, words);
    if (words.front() == "hear") {
        return words.size() == 2
            ? hear(*directories, words[1], arguments.value("wav"))
            : terminal::refuse(usage(base::phrase("hear needs one vocabulary")));
    }
    if (words.front() == "missing" && words.size() <= 2) return tell_missing(arguments);
    return terminal::refuse(usage(base::phrase(
        "\"{}\" is not expected here",
        terminal::printable(
            words.front() == "list" || words.front() == "missing" ? words.back() : words.front()
        )
    )));
}

} // namespace

terminal::Options profiles_options() {
    terminal::Options options{
        "profiles",
        "list|show|check|hear|missing",
        "list prints every profile and where it lies; show KIND NAME prints one; check [FILE...] "
        "loads all, or those files, and says what is wrong with each; hear FILE reads a vocabulary "
        "aloud, key by key; missing [LANGUAGE] counts the sentences that each language still says "
        "in English, or lists those of one, with what is heard at a table first."};
    options.value("data", "FOLDER", "a folder of profiles that goes before all others");
    options.value("wav", "FILE", "hear: into a WAV file instead of the default loudspeaker");
    options.flag("json", "missing: one JSON object a line");
    return options;
}

int run_profiles(std::span<const std::string> arguments) {
    return terminal::run_with(profiles_options(), arguments, profiles_command);
}

} // namespace ansage::app
