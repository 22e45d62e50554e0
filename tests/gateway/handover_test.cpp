// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/handover/handover.hpp"
#include "support/catch.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace ansage;
using namespace ansage::gateway;

Handover some() {
    return {
        .carried = Carried::persons,
        .table = "/run/a \xff\n7:b.sock",
        .address_file = "/run/a.page",
        .address = {4711, new_secret(), Reach::network},
        .network = {"-----BEGIN CERTIFICATE-----\n", {"tisch", "3:b.local"}},
        .told = "https://192.168.1.5:4711/\n\x1b[0m\n",
        .unreachable = "Der Tisch antwortet nicht",
        .site = {{"", "text/html", "12:a\n\n"}, {"de", "", ""}},
        .listening = *listen_at(0),
    };
}

} // namespace

TEST_CASE("What is handed over is got whole, whatever bytes it has", "[gateway]") {
    Handover given = some();
    const base::Descriptor packed = pack(given);
    REQUIRE(packed.is_open());
    auto got = unpack(packed);
    REQUIRE(got);
    CHECK(got->carried == given.carried);
    CHECK(got->table == given.table);
    CHECK(got->address_file == given.address_file);
    CHECK(got->address == given.address);
    CHECK(got->network == given.network);
    CHECK(got->told == given.told);
    CHECK(got->unreachable == given.unreachable);
    CHECK(got->site == given.site);
    CHECK(got->listening.number() == given.listening.number());
    given.listening = {}; // one of the two closes it
}

TEST_CASE("What is handed over is nobody's to change", "[gateway]") {
    const Handover given = some();
    const base::Descriptor packed = pack(given);
    CHECK(::pwrite(packed.number(), "x", 1, 0) == -1);
    CHECK(::ftruncate(packed.number(), 0) == -1);
    CHECK((::fcntl(packed.number(), F_GETFD) & FD_CLOEXEC) != 0); // but for whom it is meant
}

TEST_CASE("What was not handed over is none", "[gateway]") {
    CHECK_FALSE(unpack(base::Descriptor{}));
    for (const std::string_view text : {"", "1:", "hello", "1:22:ab", "1:10:0:1:10:0:2:-1:"}) {
        CAPTURE(text);
        const base::Descriptor file{::memfd_create("test", MFD_CLOEXEC)};
        REQUIRE(
            ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size())
        );
        CHECK_FALSE(unpack(file));
    }
}
