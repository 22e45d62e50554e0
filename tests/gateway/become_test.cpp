// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/gateway.hpp"
#include "support/catch.hpp"

namespace {

using namespace ansage;
using namespace ansage::gateway;

} // namespace

// Beside a test there is no such program.
TEST_CASE("A program that is not there is told in a line, with its place", "[gateway]") {
    const std::string line = base::to_line(become({.site = {{"", "text/html", "the page"}}}));
    CAPTURE(line);
    CHECK(
        line.find("libexec/ansage/ansage-gateway: it cannot be used (No such file") !=
        std::string::npos
    );
}

TEST_CASE("Without a port nothing is become", "[gateway]") {
    const auto taken = listen_at(0);
    REQUIRE(taken);
    const base::Error error = become({.port = port_of(*taken)});
    CHECK(error.where == "127.0.0.1");
}
