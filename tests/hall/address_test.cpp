// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/files.hpp"
#include "hall/address.hpp"
#include "hall/hearing.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <filesystem>

namespace {

using namespace ansage::hall;
using ansage::tests::Folder;

bool is_refused(const std::string& text) { return !read_address(text, "--hall"); }

std::string text_of(const std::string& text) {
    const auto address = read_address(text, "--hall");
    return address ? address->text() : address.error().what.text();
}

} // namespace

TEST_CASE("An address names a host, an event and a table", "[hall]") {
    CHECK(text_of("mqtts://hall.example/cup/t1") == "mqtts://hall.example:8883/cup/t1");
    CHECK(text_of("mqtts://[::1]:99/cup/t1") == "mqtts://[::1]:99/cup/t1");
    CHECK(text_of("mqtt://127.0.0.1/cup") == "mqtt://127.0.0.1:1883/cup");
    const auto address = read_address("mqtts://h/cup/t-1", "--hall");
    REQUIRE(address);
    CHECK(address->topic(Audience::everybody, "log") == "ansage/cup/t-1/public/log");
    CHECK(address->asked() == "ansage/cup/t-1/ask");
}

TEST_CASE("What is no address is refused, and no password leaves this machine in clear", "[hall]") {
    for (const char* text :
         {"",
          "hall.example/cup/t1",
          "https://hall.example/cup/t1",
          "mqtts:///cup/t1",
          "mqtts://h",
          "mqtts://h/",
          "mqtts://h/cup/",
          "mqtts://h/cup/t1/x",
          "mqtts://h/cup/+",
          "mqtts://h/#/t1",
          "mqtts://h/cup/..",
          "mqtts://h:0/cup/t1",
          "mqtts://h:70000/cup/t1",
          "mqtts://h:x/cup/t1",
          "mqtts://anna:secret@h/cup/t1",
          "mqtt://hall.example/cup/t1"}) {
        INFO(text);
        CHECK(is_refused(text));
    }
}

TEST_CASE("An account that others can read is refused", "[hall]") {
    namespace fs = std::filesystem;
    const Folder folder;
    const std::string file = folder / "t1.account";
    REQUIRE(ansage::files::write_file(file, "# a hall\nuser t1\npassword a b\n"));
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    const auto account = read_account(file);
    REQUIRE(account);
    CHECK(account->user == "t1");
    CHECK(account->password == "a b");
    CHECK(account->client == "t1");
    CHECK(account->certificates.empty());
    fs::permissions(file, fs::perms::group_read, fs::perm_options::add);
    CHECK_FALSE(read_account(file));
}

TEST_CASE("A listener takes each line once, in order, and asks for what is missing", "[hall]") {
    Address address;
    address.event = "cup";
    Hearing hearing{address, Since::beginning};
    std::vector<Post> questions;
    const auto hears = [&](const std::string& what, const std::string& payload) {
        return hearing.take({"ansage/cup/t1/arbiter/" + what, payload}, questions).has_value();
    };
    CHECK(hears("log", R"({"n":1})"));
    CHECK_FALSE(hears("log", R"({"n":1})"));
    CHECK_FALSE(hears("log", R"({"n":3})"));
    REQUIRE(questions.size() == 1);
    CHECK(questions[0].topic == "ansage/cup/t1/ask");
    CHECK(questions[0].payload == R"({"arbiter":2})");
    CHECK_FALSE(hears("log", R"({"n":4})"));
    CHECK(questions.size() == 1); // not again for each
    CHECK(hears("log", R"({"n":2})"));
    CHECK(hears("log", R"({"n":3})"));
    CHECK(hears("state", R"({"n":9})"));
    CHECK(questions.size() == 2); // a state that is ahead
    for (const char* payload : {"", "[]", "7", R"({"n":-1})", R"({"n":"4"})", "{"}) {
        INFO(payload);
        CHECK_FALSE(hears("log", payload));
    }
    CHECK_FALSE(hearing.take({"ansage/other/t1/arbiter/log", R"({"n":4})"}, questions));
    CHECK_FALSE(hearing.take({"ansage/cup/t1/secret/log", R"({"n":4})"}, questions));
    CHECK_FALSE(hearing.take({"ansage/cup/t1/arbiter/log/x", R"({"n":4})"}, questions));
}

TEST_CASE("A listener hears the next game at a table from its first line", "[hall]") {
    Address address;
    address.event = "cup";
    for (const Since since : {Since::now, Since::beginning}) {
        Hearing hearing{address, since};
        std::vector<Post> questions;
        const auto hears = [&](const std::string& what, const std::string& payload) {
            return hearing.take({"ansage/cup/t1/arbiter/" + what, payload}, questions).has_value();
        };
        CHECK(hears("state", R"({"n":0,"game":1})"));
        CHECK(hears("log", R"({"n":1})"));
        CHECK(hears("log", R"({"n":2})"));
        CHECK(hears("state", R"({"n":2,"game":1})"));
        CHECK_FALSE(hears("log", R"({"n":1})")); // nobody knows yet that it is another game's
        CHECK(questions.empty());
        CHECK(hears("state", R"({"n":1,"game":2})"));
        REQUIRE(questions.size() == 1);
        CHECK(questions[0].payload == R"({"arbiter":1})");
        CHECK(hears("log", R"({"n":1})"));
        CHECK(hears("state", R"({"n":1,"game":2})"));
        CHECK_FALSE(hears("log", R"({"n":1})"));
        CHECK(hears("log", R"({"n":2})"));
    }
}
