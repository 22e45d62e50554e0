// ansage profiles list|show|check: the shipped and the user's profiles.
#include "app/cli/options.hpp"
#include "app/cli/profile_path.hpp"
#include "app/commands/commands.hpp"
#include "app/shell/table_header.hpp"
#include "profiles/ears.hpp"
#include "profiles/laws.hpp"
#include "profiles/seats.hpp"
#include "profiles/time.hpp"
#include "profiles/words.hpp"

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
    for (const ProfileKind kind : all_profile_kinds) {
        for (const ProfileFile& file : list_profiles(directories, kind)) {
            fmt::print("{} {}: {}\n", to_string(kind), file.name, file.path.string());
        }
    }
    return to_int(ExitCode::done);
}

Result<ProfileKind, Error> read_kind(const std::string& name) {
    const auto* const found = std::ranges::find_if(all_profile_kinds, [&](ProfileKind kind) {
        return to_string(kind) == name;
    });
    if (found != all_profile_kinds.end()) {
        return *found;
    }
    return tl::unexpected{Error{
        fmt::format("\"{}\" is no kind of profile", printable(name)),
        "ansage profiles",
        "write one of: laws, words, time, devices, seats, braille"}};
}

int show(const Directories& directories, const std::vector<std::string>& words) {
    if (words.size() != 3) {
        return refuse(usage("show needs a kind and a name"));
    }
    const Result<Document, Error> document =
        read_kind(words[1])
            .and_then([&](ProfileKind kind) { return find_profile(directories, kind, words[2]); })
            .and_then([](const std::filesystem::path& path) { return Document::read(path); });
    if (!document) {
        return refuse(document.error());
    }
    fmt::print("{}", document->text());
    return to_int(ExitCode::done);
}

// Loads it as the program would; a kind that nothing loads yet must at least be TOML.
Result<void, Error> load(ProfileKind kind, const Document& document) {
    const auto forget = [](const auto&) {};
    switch (kind) {
    case ProfileKind::laws:
        return profiles::read_edition(document).map(forget);
    case ProfileKind::words:
        return profiles::load_words(document).map(forget);
    case ProfileKind::time:
        return profiles::load_time(document).map(forget);
    case ProfileKind::devices:
        return document.file().ends_with("ears.toml") ? profiles::load_ears(document).map(forget)
                                                      : Result<void, Error>{};
    case ProfileKind::seats:
        return profiles::load_seat(document)
            .and_then([](const profiles::SeatProfile& seat) { return read_seat(seat.seat); })
            .map(forget);
    case ProfileKind::braille:
        return {};
    }
    return {};
}

bool check(const ProfileFile& file) {
    const Result<void, Error> loaded =
        Document::read(file.path).and_then([&](const Document& document) {
            return load(file.kind, document);
        });
    if (!loaded) {
        print_error(loaded.error());
        return false;
    }
    fmt::print("good {} {}: {}\n", to_string(file.kind), file.name, file.path.string());
    return true;
}

// The folder that a profile lies in says of which kind it is.
Result<ProfileFile, Error> to_profile_file(const std::string& name) {
    const std::filesystem::path path = std::filesystem::absolute(name);
    const std::string folder = path.parent_path().filename().string();
    return read_kind(folder)
        .map([&](ProfileKind kind) {
            return ProfileFile{kind, path.stem().string(), name};
        })
        .map_error([&](const Error&) {
            return Error{
                fmt::format("its folder \"{}\" is no kind of profile", printable(folder)),
                name,
                "put it into a folder called laws, words, time, devices, seats or braille"};
        });
}

Result<std::vector<ProfileFile>, Error>
files_to_check(const Directories& directories, const std::vector<std::string>& words) {
    std::vector<ProfileFile> files;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Result<ProfileFile, Error> file = to_profile_file(words[i]);
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
        for (const ProfileKind kind : all_profile_kinds) {
            const std::vector<ProfileFile> found = list_profiles({directory}, kind);
            files.insert(files.end(), found.begin(), found.end());
        }
    }
    return files;
}

int check_all(const Directories& directories, const std::vector<std::string>& words) {
    const Result<std::vector<ProfileFile>, Error> files = files_to_check(directories, words);
    if (!files) {
        return refuse(files.error());
    }
    if (files->empty()) {
        return refuse(
            {"there are no profiles",
             "ansage profiles",
             "give the folder that holds them as --data FOLDER"}
        );
    }
    bool all_good = true;
    for (const ProfileFile& file : *files) {
        all_good = check(file) && all_good;
    }
    return to_int(all_good ? ExitCode::done : ExitCode::bad_input);
}

int profiles_command(const Arguments& arguments) {
    const Result<Directories, Error> directories = data_directories(arguments.value("data"));
    if (!directories) {
        return refuse(directories.error());
    }
    const std::vector<std::string>& words = arguments.words();
    if (words.empty()) {
        return refuse(usage("nothing to do"));
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
    return refuse(usage(fmt::format(
        "\"{}\" is not expected here", printable(words.front() == "list" ? words[1] : words.front())
    )));
}

} // namespace

int run_profiles(std::span<const std::string> arguments) {
    Options options{
        "profiles",
        "list|show|check",
        "list prints every profile and where it lies; show KIND NAME prints one; check [FILE...] "
        "loads all, or those files, and says what is wrong with each."};
    options.value("data", "FOLDER", "a folder of profiles that goes before all others");
    return run_with(options, arguments, profiles_command);
}

} // namespace ansage::app
