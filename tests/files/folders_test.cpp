// SPDX-License-Identifier: GPL-3.0-or-later
// The folder that lives as long as the program, which nobody else may enter.
#include "files/files.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/surroundings.hpp"

#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ansage::files {

namespace fs = std::filesystem;
using tests::Folder;
using tests::Surroundings;

TEST_CASE("Running tables meet where the session has its own folder") {
    Surroundings surroundings;
    surroundings.set("XDG_RUNTIME_DIR", "/session");
    CHECK(runtime_directory() == "/session/ansage");
    const std::string usual = fmt::format("/run/user/{}", ::getuid());
    const fs::path otherwise = fs::is_directory(usual)
        ? fs::path{usual} / "ansage"
        : fs::path{fmt::format("/tmp/ansage-{}", ::getuid())};
    surroundings.set("XDG_RUNTIME_DIR", "");
    CHECK(runtime_directory() == otherwise);
    surroundings.set("XDG_RUNTIME_DIR", std::nullopt);
    CHECK(runtime_directory() == otherwise);
}

TEST_CASE("The folder in which tables meet is made for its owner alone") {
    const Folder folder;
    Surroundings surroundings;
    surroundings.set("XDG_RUNTIME_DIR", folder.path());
    const mode_t before = ::umask(0);
    const auto made = private_runtime_directory();
    ::umask(before);
    REQUIRE(made);
    CHECK(*made == folder / "ansage");
    CHECK(fs::status(*made).permissions() == fs::perms::owner_all);
    CHECK(private_runtime_directory() == *made); // the same again
}

TEST_CASE("A folder that others can enter, or that is none, is refused and stays") {
    const Folder folder;
    const std::string path = folder / "ansage";
    Surroundings surroundings;
    surroundings.set("XDG_RUNTIME_DIR", folder.path());
    const std::string why = path +
        ": a running table needs a folder that only you can enter; "
        "set XDG_RUNTIME_DIR, or remove that folder";
    const auto says = [] { return base::to_line(private_runtime_directory().error()); };
    fs::create_directory(path);
    for (const unsigned others : {0001U, 0002U, 0004U, 0010U, 0020U, 0040U}) {
        fs::permissions(path, fs::perms{0700U | others});
        CHECK(says() == why);
    }
    fs::permissions(path, fs::perms::owner_all);
    REQUIRE(private_runtime_directory());
    // A link could lead anywhere.
    fs::rename(path, folder / "elsewhere");
    fs::create_directory_symlink(folder / "elsewhere", path);
    CHECK(says() == why);
    fs::remove(path);
    std::ofstream{path}.close();
    fs::permissions(path, fs::perms{0600});
    CHECK(says() == why);
    fs::remove(path);
    surroundings.set("XDG_RUNTIME_DIR", folder / "missing");
    CHECK_FALSE(private_runtime_directory());
    CHECK_FALSE(fs::exists(folder / "missing"));
}

TEST_CASE("A folder of somebody else is refused") {
    if (::geteuid() != 0) return; // only root gives folders away
    const Folder folder;
    Surroundings surroundings;
    surroundings.set("XDG_RUNTIME_DIR", folder.path());
    REQUIRE(private_runtime_directory());
    REQUIRE(::chown((folder / "ansage").c_str(), 65'534, 65'534) == 0);
    CHECK_FALSE(private_runtime_directory());
}

} // namespace ansage::files
