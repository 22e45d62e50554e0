// ansage profiles list|show|check: the shipped and the user's profiles.
#include "acts/table_header.hpp"
#include "app/commands/commands.hpp"
#include "files/profile_path.hpp"
#include "profiles/ears.hpp"
#include "profiles/laws.hpp"
#include "profiles/seats.hpp"
#include "profiles/time.hpp"
#include "profiles/words.hpp"
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

Error usage(std::string what) {
    return {std::move(what), "ansage profiles", "write list, show KIND NAME, or check [FILE...]"};
}

int list(const Directories& directories) {
    for (const files::ProfileKind kind : files::all_profile_kinds) {
        for (const files::ProfileFile& file : files::list_profiles(directories, kind)) {
            fmt::print("{} {}: {}\n", files::to_string(kind), file.name, file.path.string());
        }
    }
    return terminal::to_int(terminal::ExitCode::done);
}

Result<files::ProfileKind, Error> read_kind(const std::string& name) {
    const auto* const found =
        std::ranges::find_if(files::all_profile_kinds, [&](files::ProfileKind kind) {
            return files::to_string(kind) == name;
        });
    if (found != files::all_profile_kinds.end()) {
        return *found;
    }
    return tl::unexpected{Error{
        fmt::format("\"{}\" is no kind of profile", terminal::printable(name)),
        "ansage profiles",
        "write one of: laws, words, time, devices, seats, braille"}};
}

int show(const Directories& directories, const std::vector<std::string>& words) {
    if (words.size() != 3) {
        return terminal::refuse(usage("show needs a kind and a name"));
    }
    const Result<Document, Error> document =
        read_kind(words[1])
            .and_then([&](files::ProfileKind kind) {
                return files::find_profile(directories, kind, words[2]);
            })
            .and_then([](const std::filesystem::path& path) { return Document::read(path); });
    if (!document) {
        return terminal::refuse(document.error());
    }
    fmt::print("{}", document->text());
    return terminal::to_int(terminal::ExitCode::done);
}

// Loads it as the program would; a kind that nothing loads yet must at least be TOML.
Result<void, Error> load(files::ProfileKind kind, const Document& document) {
    const auto forget = [](const auto&) {};
    switch (kind) {
    case files::ProfileKind::laws:
        return profiles::read_edition(document).map(forget);
    case files::ProfileKind::words:
        return profiles::load_words(document).map(forget);
    case files::ProfileKind::time:
        return profiles::load_time(document).map(forget);
    case files::ProfileKind::devices:
        return document.file().ends_with("ears.toml") ? profiles::load_ears(document).map(forget)
                                                      : Result<void, Error>{};
    case files::ProfileKind::seats:
        return profiles::load_seat(document)
            .and_then([](const profiles::SeatProfile& seat) { return acts::read_seat(seat.seat); })
            .map(forget);
    case files::ProfileKind::braille:
        return {};
    }
    return {};
}

bool check(const files::ProfileFile& file) {
    const Result<void, Error> loaded =
        Document::read(file.path).and_then([&](const Document& document) {
            return load(file.kind, document);
        });
    if (!loaded) {
        terminal::print_error(loaded.error());
        return false;
    }
    fmt::print("good {} {}: {}\n", files::to_string(file.kind), file.name, file.path.string());
    return true;
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
                fmt::format("its folder \"{}\" is no kind of profile", terminal::printable(folder)),
                name,
                "put it into a folder called laws, words, time, devices, seats or braille"};
        });
}

Result<std::vector<files::ProfileFile>, Error>
files_to_check(const Directories& directories, const std::vector<std::string>& words) {
    std::vector<files::ProfileFile> files;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Result<files::ProfileFile, Error> file = to_profile_file(words[i]);
        if (!file) {
            return tl::unexpected{file.error()};
        }
        files.push_back(*file);
    }
    if (words.size() > 1) {
        return files;
    }
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
    if (!files) {
        return terminal::refuse(files.error());
    }
    if (files->empty()) {
        return terminal::refuse(
            {"there are no profiles",
             "ansage profiles",
             "give the folder that holds them as --data FOLDER"}
        );
    }
    bool all_good = true;
    for (const files::ProfileFile& file : *files) {
        all_good = check(file) && all_good;
    }
    return terminal::to_int(all_good ? terminal::ExitCode::done : terminal::ExitCode::bad_input);
}

int profiles_command(const terminal::Arguments& arguments) {
    const Result<Directories, Error> directories = files::data_directories(arguments.value("data"));
    if (!directories) {
        return terminal::refuse(directories.error());
    }
    const std::vector<std::string>& words = arguments.words();
    if (words.empty()) {
        return terminal::refuse(usage("nothing to do"));
    }
    if (words.front() == "list" && words.size() == 1) {
        return list(*directories);
    }
    if (words.front() == "show") {
        return show(*directories, words);
    }
    if (words.front() == "check") {
        return check_all(*directories, words);
    }
    return terminal::refuse(usage(fmt::format(
        "\"{}\" is not expected here",
        terminal::printable(words.front() == "list" ? words[1] : words.front())
    )));
}

} // namespace

int run_profiles(std::span<const std::string> arguments) {
    terminal::Options options{
        "profiles",
        "list|show|check",
        "list prints every profile and where it lies; show KIND NAME prints one; check [FILE...] "
        "loads all, or those files, and says what is wrong with each."};
    options.value("data", "FOLDER", "a folder of profiles that goes before all others");
    return terminal::run_with(options, arguments, profiles_command);
}

} // namespace ansage::app
