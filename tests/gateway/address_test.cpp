// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/handover/address.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <fstream>
#include <set>
#include <sys/stat.h>

namespace {

using namespace ansage;
using namespace ansage::gateway;

constexpr mode_t permissions = 0777;

} // namespace

TEST_CASE("A secret has 32 letters of a path, and no two are alike", "[gateway]") {
    std::set<std::string> secrets;
    for (int i = 0; i < 1000; ++i) secrets.insert(new_secret());
    CHECK(secrets.size() == 1000);
    for (const std::string& secret : secrets) {
        CHECK(secret.size() == 32);
        CHECK(
            secret.find_first_not_of(
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            ) == std::string::npos
        );
    }
}

TEST_CASE("Only the whole secret is the secret", "[gateway]") {
    const std::string secret = new_secret();
    CHECK(is_secret(secret, secret));
    CHECK_FALSE(is_secret(secret.substr(1), secret));
    CHECK_FALSE(is_secret(secret + "a", secret));
    CHECK_FALSE(is_secret("", secret));
    CHECK_FALSE(is_secret("", ""));
    CHECK_FALSE(is_secret(new_secret(), secret));
}

TEST_CASE("An address is kept for its owner alone", "[gateway]") {
    const tests::Folder folder;
    const std::string file = folder / "table.page";
    const Address address{4711, new_secret()};
    REQUIRE(write_address(file, address));
    CHECK(read_address(file) == address);

    struct stat status {};

    REQUIRE(::stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & permissions) == 0600);
    const Address other{4712, new_secret()};
    REQUIRE(write_address(file, other));
    CHECK(read_address(file) == other);
    CHECK(url_of(other) == "http://127.0.0.1:4712/" + other.secret + "/");
}

TEST_CASE("What is no address is none", "[gateway]") {
    const tests::Folder folder;
    const std::string file = folder / "table.page";
    CHECK(read_address(file) == std::nullopt);
    for (const char* text :
         {"",
          "4711",
          "4711 short",
          "0 abcdefghijklmnopqrstuvwxyz012345",
          "99999 abcdefghijklmnopqrstuvwxyz012345",
          "-1 x"}) {
        CAPTURE(text);
        std::ofstream{file} << text;
        CHECK(read_address(file) == std::nullopt);
    }
    CHECK_FALSE(write_address(folder / "nowhere/table.page", {1, "x"}));
}
