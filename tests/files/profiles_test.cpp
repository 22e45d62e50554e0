// SPDX-License-Identifier: GPL-3.0-or-later
// Which folders profiles are looked for in, and which profile wins.
#include "files/profile_path.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/surroundings.hpp"

#include <algorithm>
#include <fstream>

namespace ansage::files {
namespace {

namespace fs = std::filesystem;
using tests::Folder;
using tests::Surroundings;
using Paths = std::vector<fs::path>;

void put(const std::string& path) {
    fs::create_directories(fs::path{path}.parent_path());
    std::ofstream{path}.close();
}

// Where profiles are found of which nobody has said anything.
Paths of_program(Surroundings& surroundings) {
    surroundings.set("ANSAGE_DATA", std::nullopt);
    surroundings.set("XDG_CONFIG_HOME", "/nowhere");
    return data_directories().value();
}

Paths joined(Paths first, const Paths& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

} // namespace

TEST_CASE("A user's own profiles lie where the desktop keeps settings") {
    Surroundings surroundings;
    surroundings.set("HOME", "/home/ada");
    for (const std::optional<std::string>& none : {std::optional<std::string>{}, {""}}) {
        surroundings.set("XDG_CONFIG_HOME", none);
        CHECK(user_directory() == fs::path{"/home/ada/.config/ansage"});
    }
    surroundings.set("XDG_CONFIG_HOME", "/settings");
    CHECK(user_directory() == fs::path{"/settings/ansage"});
}

TEST_CASE("A program in its build folder finds the profiles of its source tree") {
    Surroundings surroundings;
    CHECK(program_directory() == fs::read_symlink("/proc/self/exe").parent_path());
    const Paths found = of_program(surroundings);
    REQUIRE_FALSE(found.empty());
    CHECK(found.back() == fs::path{tests::root() + "/profiles"});
    CHECK(std::ranges::all_of(found, [](const fs::path& place) { return fs::is_directory(place); })
    );
}

TEST_CASE("Folders that are given come first, then the user's, each of them once") {
    const Folder folder;
    Surroundings surroundings;
    const Paths rest = of_program(surroundings);
    const std::string given = folder / "given";
    const std::string environment = folder / "environment";
    const std::string own = folder / "ansage";
    for (const std::string& place : {given, environment, own}) fs::create_directory(place);
    surroundings.set("XDG_CONFIG_HOME", folder.path());
    CHECK(data_directories() == joined({own}, rest));
    CHECK(data_directories(given) == joined({given, own}, rest));
    surroundings.set("ANSAGE_DATA", environment);
    CHECK(data_directories() == joined({environment, own}, rest));
    CHECK(data_directories(given) == joined({given, environment, own}, rest));
    CHECK(data_directories(environment) == joined({environment, own}, rest));
    surroundings.set("ANSAGE_DATA", "");
    CHECK(data_directories(own) == joined({own}, rest));
}

TEST_CASE("A given folder that is none is an error that says who gave it") {
    const Folder folder;
    const std::string file = folder / "file";
    put(file);
    Surroundings surroundings;
    surroundings.set("ANSAGE_DATA", std::nullopt);
    const std::string what =
        ": \"" + file + "\" is no folder; give a folder that holds words, laws ...";
    CHECK(base::to_line(data_directories(file).error()) == "--data" + what);
    surroundings.set("ANSAGE_DATA", file);
    CHECK(base::to_line(data_directories().error()) == "ANSAGE_DATA" + what);
}

TEST_CASE("Of profiles with one name the first folder's wins, and all are in order") {
    const Folder folder;
    put(folder / "first/words/nato.toml");
    put(folder / "first/words/note.txt");
    put(folder / "first/laws/fide.toml");
    put(folder / "second/words/german.toml");
    put(folder / "second/words/nato.toml");
    const Paths places{folder / "first", folder / "second", folder / "missing"};
    const std::vector<ProfileFile> found = list_profiles(places, ProfileKind::words);
    REQUIRE(found.size() == 2);
    CHECK(found[0].name == "german");
    CHECK(found[0].path == folder / "second/words/german.toml");
    CHECK(found[1].name == "nato");
    CHECK(found[1].path == folder / "first/words/nato.toml");
    CHECK(found[1].kind == ProfileKind::words);
    CHECK(
        find_profile(places, ProfileKind::words, "nato") ==
        fs::path{folder / "first/words/nato.toml"}
    );
    CHECK(list_profiles(places, ProfileKind::laws).front().kind == ProfileKind::laws);
}

TEST_CASE("A profile is named, or its file is; an unknown name hears which there are") {
    const Folder folder;
    put(folder / "data/words/german.toml");
    put(folder / "data/words/nato.toml");
    const Paths places{folder / "data"};
    const auto found = [&](const std::string& name) {
        return find_profile(places, ProfileKind::words, name);
    };
    for (const char* file : {"mine.toml", "some/folder/mine", "./nato"})
        CHECK(found(file) == fs::path{file}); // whether it is there is seen when it is read
    CHECK(
        base::to_line(found("dutch").error()) ==
        "profiles: there is no profile \"dutch\" of the kind words; "
        "choose one of: german, nato; or give the path of a file"
    );
    CHECK(
        base::to_line(find_profile(places, ProfileKind::laws, "fide").error()) ==
        "profiles: there are no profiles of the kind laws; "
        "give the folder that holds them as --data FOLDER"
    );
}

} // namespace ansage::files
