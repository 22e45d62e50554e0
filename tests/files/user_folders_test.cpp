// SPDX-License-Identifier: GPL-3.0-or-later
// Where a user's own files lie, whatever the environment says.
#include "files/files.hpp"
#include "files/user_folders.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/surroundings.hpp"

#include <array>
#include <pwd.h>
#include <string>
#include <unistd.h>

namespace ansage::files {

namespace fs = std::filesystem;
using tests::Folder;
using tests::Surroundings;

namespace {

using Value = std::optional<std::string>;

// What is no absolute path is no folder.
const std::array<Value, 5> no_folders{{Value{}, {""}, {"."}, {"games"}, {"~/games"}}};

} // namespace

TEST_CASE("A folder that is not absolute is ignored, as the standard of desktops says") {
    Surroundings surroundings;
    surroundings.set("HOME", "/home/ada");
    for (const Value& value : no_folders) {
        INFO(value.value_or("(unset)"));
        surroundings.set("XDG_DATA_HOME", value);
        surroundings.set("XDG_CONFIG_HOME", value);
        surroundings.set("XDG_RUNTIME_DIR", value);
        CHECK(data_folder() == "/home/ada/.local/share");
        CHECK(config_folder() == "/home/ada/.config");
        CHECK_FALSE(session_folder());
        CHECK(runtime_directory().is_absolute());
    }
    surroundings.set("XDG_DATA_HOME", "/data");
    surroundings.set("XDG_CONFIG_HOME", "/settings");
    surroundings.set("XDG_RUNTIME_DIR", "/session");
    CHECK(data_folder() == "/data");
    CHECK(config_folder() == "/settings");
    CHECK(session_folder() == fs::path{"/session"});
}

TEST_CASE("Without HOME the password file says where the home is") {
    const passwd* const entry = ::getpwuid(::getuid());
    if (entry == nullptr || *entry->pw_dir != '/') return; // an account that nobody entered
    const std::string home = entry->pw_dir;
    Surroundings surroundings;
    surroundings.set("XDG_DATA_HOME", std::nullopt);
    for (const Value& value : no_folders) {
        INFO(value.value_or("(unset)"));
        surroundings.set("HOME", value);
        CHECK(home_folder() == home);
        CHECK(data_folder() == fs::path{home} / ".local/share");
    }
}

TEST_CASE("A user's folder is made in a home that is there, and nowhere else") {
    const Folder folder;
    Surroundings surroundings;
    surroundings.set("HOME", folder / "home");
    const fs::path inner = folder / "home/.config/ansage";
    REQUIRE_FALSE(make_user_folder(inner));
    CHECK(
        base::to_line(make_user_folder(inner).error()) ==
        (folder / "home") + ": there is no such home folder; set HOME to a folder that exists"
    );
    CHECK_FALSE(fs::exists(folder / "home"));
    // One whose name only begins so is another.
    CHECK(make_user_folder(folder / "homeless/ansage"));
    fs::create_directory(folder / "home");
    CHECK(make_user_folder(inner));
    CHECK(fs::is_directory(inner));
}

TEST_CASE("What runs on when its session is over finds a folder all the same") {
    const Folder folder;
    Surroundings surroundings;
    fs::create_directory(folder / "session");
    fs::create_directory(folder / "tmp");
    surroundings.set("XDG_RUNTIME_DIR", folder / "session");
    surroundings.set("TMPDIR", folder / "tmp");
    const auto before = lasting_runtime_directory();
    REQUIRE(before);
    CHECK(*before == folder / "session/ansage");
    CHECK(runtime_directories() == std::vector<fs::path>{*before});
    fs::remove_all(folder / "session");
    const auto after = lasting_runtime_directory();
    REQUIRE(after);
    CHECK(after->parent_path() == folder / "tmp");
    CHECK(fs::status(*after).permissions() == fs::perms::owner_all);
    CHECK(runtime_directories() == std::vector<fs::path>{*after});
    // The user is back.
    fs::create_directory(folder / "session");
    REQUIRE(private_runtime_directory());
    CHECK(runtime_directories() == std::vector<fs::path>{*before, *after});
}

} // namespace ansage::files
