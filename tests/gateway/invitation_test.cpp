// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/identity.hpp"
#include "gateway/invitation.hpp"
#include "gateway/own_addresses.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <cstdlib>

namespace {

using namespace ansage;
using namespace ansage::gateway;

bool has(const std::vector<std::string>& lines, const std::string& line) {
    return std::ranges::find(lines, line) != lines.end();
}

} // namespace

TEST_CASE("Whoever opens a page on the network can tell others how to come", "[gateway]") {
    const tests::Folder folder;
    REQUIRE(::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1) == 0);
    CHECK(identity_file() == folder / "ansage/page.pem");
    const auto identity = read_or_make_identity(identity_file(), {{"192.0.2.7"}, {}});
    REQUIRE(identity);
    const auto wording = wording::Wording::open(tests::locale());
    REQUIRE(wording);
    const std::string url = "https://192.0.2.7:8443/";
    const auto english = lan_invitation(url, wording->in("en"));
    CHECK(
        english.front() ==
        "To be typed: https, colon, two slashes, 192 dot 0 dot 2 dot 7, colon, 8443."
    );
    CHECK(has(english, identity->fingerprint));
    const auto german = lan_invitation(url, wording->in("de"));
    CHECK(
        german.front() ==
        "Einzutippen: https, Doppelpunkt, zwei Schrägstriche, 192 Punkt 0 Punkt 2 Punkt 7, "
        "Doppelpunkt, 8443."
    );
    CHECK(german.size() == english.size());
    // The picture is last, and a terminal's commands come only where they are asked for.
    CHECK(english.back().find('\x1b') == std::string::npos);
    const auto painted = lan_invitation(url, wording->in("en"), Paint::black_on_white);
    CHECK(painted.size() == english.size());
    CHECK(painted.back() == "\x1b[0;30;107m" + english.back() + "\x1b[0m");
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST_CASE("No address of this machine is its loopback's", "[gateway]") {
    const OwnAddresses own = own_addresses();
    for (const std::string& address : own.addresses) CHECK_FALSE(address.starts_with("127."));
    for (const std::string& name : own.names)
        CHECK(
            name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == std::string::npos
        );
}
