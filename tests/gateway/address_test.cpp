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

TEST_CASE(
    "A table keeps an address of each reach, and one does not change the other", "[gateway]"
) {
    const tests::Folder folder;
    const std::string file = folder / "table.page";
    const Address own{4711, new_secret()};
    const Address network{4712, new_secret(), Reach::network};
    REQUIRE(write_address(file, network));
    CHECK(read_address(file, Reach::network) == network);
    CHECK(read_address(file) == std::nullopt);
    REQUIRE(write_address(file, own));
    CHECK(read_address(file, Reach::network) == network);
    CHECK(read_address(file) == own);
    const Address newer{4713, new_secret(), Reach::network};
    REQUIRE(write_address(file, newer));
    CHECK(read_address(file, Reach::network) == newer);
    CHECK(read_address(file) == own);
    // As versions before had it.
    std::ofstream{file} << "4711 " << own.secret << '\n';
    CHECK(read_address(file) == own);
    CHECK(read_address(file, Reach::network) == std::nullopt);
    CHECK(network_url("192.168.1.5", 4712) == "https://192.168.1.5:4712/");
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
          "4711 abcdefghijklmnopqrstuvwxyz012345 wan",
          "99999 abcdefghijklmnopqrstuvwxyz012345",
          "-1 x"}) {
        CAPTURE(text);
        std::ofstream{file} << text;
        CHECK(read_address(file) == std::nullopt);
    }
    CHECK_FALSE(write_address(folder / "nowhere/table.page", {1, "x"}));
}
