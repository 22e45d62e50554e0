// SPDX-License-Identifier: GPL-3.0-or-later
// What nobody may do at the broker of a hall, tried with the accounts that people have.
#include "files/files.hpp"
#include "hall/broker.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace {

using namespace ansage;
using tests::Broker;
using tests::Ear;
using tests::Folder;
using namespace std::chrono_literals;

struct Forbidden {
    const char* user;
    const char* topic;
};

// Of what is private, nothing is heard.
constexpr std::array<Forbidden, 24> unheard{{
    {"t1", "#"},
    {"t1", "+/+/+/+/+"},
    {"t1", "ansage/#"},
    {"t1", "ansage/cup/t1/arbiter/log"},
    {"t1", "ansage/cup/t1/arbiter/state"},
    {"t1", "ansage/cup/t2/arbiter/#"},
    {"t1", "ansage/cup/t2/ask"},
    {"t1", "ansage/cup/+/ask"},
    {"spectator", "#"},
    {"spectator", "ansage/cup/+/arbiter/#"},
    {"spectator", "ansage/cup/t2/arbiter/state"},
    {"spectator", "ansage/cup/+/ask"},
    {"t1", "ansage/cup/+/care/+"},
    {"spectator", "ansage/cup/+/care/+"},
    {"anna", "ansage/cup/+/ask"},
    {"anna", "$SYS/broker/clients/connected"},
    {"t1", "ansage/cup/t2/journal"},
    {"t1", "ansage/cup/+/journal"},
    {"spectator", "ansage/cup/+/journal"},
    {"t1", "ansage/cup/t2/rule/+"},
    {"t1", "ansage/cup/+/rule/anna"},
    {"t1", "ansage/cup/t2/care/+"},
    {"spectator", "ansage/cup/+/rule/+"},
    {"anna", "ansage/cup/+/rule/+"},
}};

// Nothing is said in another's name.
constexpr std::array<Forbidden, 30> unsaid{{
    {"t1", "ansage/cup/t2/public/log"},
    {"t1", "ansage/cup/t2/public/state"},
    {"t1", "ansage/cup/t2/arbiter/state"},
    {"t1", "ansage/cup/t2/arbiter/log"},
    {"t1", "ansage/cup/t2/ask"},
    {"t1", "ansage/cup/t1/ask"},
    {"t1", "ansage/other/t1/public/log"},
    {"spectator", "ansage/cup/t1/public/log"},
    {"spectator", "ansage/cup/t1/arbiter/log"},
    {"spectator", "ansage/cup/t1/ask"},
    {"spectator", "ansage/cup/spectator/public/here"},
    {"t1", "ansage/cup/t1/care/1"},
    {"spectator", "ansage/cup/t1/care/1"},
    {"anna", "ansage/cup/t1/arbiter/state"},
    {"anna", "ansage/cup/t1/public/here"},
    {"anna", "ansage/cup/anna/public/log"},
    {"t1", "ansage/cup/t2/journal"},
    {"spectator", "ansage/cup/t1/journal"},
    {"anna", "ansage/cup/t1/journal"},
    {"anna", "ansage/cup/t1/arbiter/score"},
    {"t1", "ansage/cup/t1/rule/t1"},
    {"t1", "ansage/cup/t1/rule/anna"},
    {"t1", "ansage/cup/t2/rule/anna"},
    {"t1", "ansage/cup/t2/arbiter/answer"},
    {"spectator", "ansage/cup/t1/rule/spectator"},
    {"spectator", "ansage/cup/t1/rule/anna"},
    {"anna", "ansage/cup/t1/rule/bert"},
    {"anna", "ansage/cup/t1/rule"},
    {"anna", "ansage/other/t1/rule/anna"},
    {"anna", "ansage/cup/t1/arbiter/answer"},
}};

} // namespace

TEST_CASE("Whoever has another account hears and says nothing that is not his", "[hall]") {
    const Folder folder;
    const Broker broker{folder};
    // Everything that is private is kept by the broker, and said again while they listen.
    Ear table{broker, "t2", {"ansage/cup/t2/ask", "ansage/cup/t2/care/+", "ansage/cup/t2/rule/+"}};
    Ear arbiter{
        broker,
        "anna",
        {"ansage/cup/+/public/#",
         "ansage/cup/+/arbiter/#",
         "ansage/cup/+/care/+",
         "ansage/cup/+/journal"}};
    REQUIRE(table.await([&] { return table.link().is_up(); }));
    REQUIRE(arbiter.await([&] { return arbiter.link().is_up(); }));
    const auto say_secrets = [&] {
        for (const char* topic :
             {"ansage/cup/t2/arbiter/state",
              "ansage/cup/t2/arbiter/log",
              "ansage/cup/t2/arbiter/score",
              "ansage/cup/t2/journal"})
            REQUIRE(table.link().offer({topic, R"({"n":1,"secret":true})", true}));
        REQUIRE(arbiter.link().offer({"ansage/cup/t2/ask", R"({"secret":true})", true}));
        REQUIRE(arbiter.link().offer({"ansage/cup/t2/care/1", R"({"secret":true})", true}));
        REQUIRE(arbiter.link().offer({"ansage/cup/t2/rule/anna", R"({"secret":true})", true}));
    };
    say_secrets();
    REQUIRE(table.await([&] { return !table.all().empty(); })); // the question arrives
    REQUIRE(arbiter.await([&] { return arbiter.all().size() >= 2; }));

    SECTION("heard") {
        std::vector<std::unique_ptr<Ear>> ears;
        for (const Forbidden& one : unheard) {
            ears.push_back(
                std::make_unique<Ear>(broker, one.user, std::vector<std::string>{one.topic})
            );
            REQUIRE(ears.back()->await([&] { return ears.back()->link().is_up(); }));
        }
        say_secrets();
        ears.back()->listen(700ms);
        for (std::size_t i = 0; i < ears.size(); ++i) {
            INFO(unheard.at(i).user << " " << unheard.at(i).topic);
            ears[i]->listen(1ms);
            // Spectators hear what is public by any name; of t2 nothing is.
            CHECK(std::ranges::none_of(ears[i]->all(), [&](const hall::Post& post) {
                return post.payload.find("secret") != std::string::npos &&
                    !(std::string_view{unheard.at(i).user} == "anna" &&
                      post.topic.find("/arbiter/") != std::string::npos);
            }));
        }
    }
    SECTION("said") {
        Ear first{
            broker, "t1", {"ansage/cup/t1/ask", "ansage/cup/t1/care/+", "ansage/cup/t1/rule/+"}};
        REQUIRE(first.await([&] { return first.link().is_up(); }));
        for (const Forbidden& one : unsaid) {
            Ear mouth{broker, one.user, {}};
            REQUIRE(mouth.await([&] { return mouth.link().is_up(); }));
            REQUIRE(mouth.link().offer({one.topic, R"({"n":2,"forged":true})", true}));
            mouth.listen(50ms);
        }
        arbiter.listen(500ms);
        table.listen(1ms);
        first.listen(1ms);
        for (const Ear* ear : {&arbiter, &table, &first}) {
            CHECK(std::ranges::none_of(ear->all(), [](const hall::Post& post) {
                return post.payload.find("forged") != std::string::npos;
            }));
        }
    }
}

TEST_CASE("Without the right password nobody is let in", "[hall]") {
    const Folder folder;
    const Broker broker{folder};
    const auto text = files::read_file(broker.account("anna"));
    REQUIRE(text);
    const std::size_t password = text->find("password ");
    REQUIRE(password != std::string::npos);
    for (const char* wrong : {"password x", "user nobody\npassword "}) {
        std::string changed = *text;
        changed.replace(password, std::string_view{"password "}.size(), wrong);
        const std::filesystem::path file = broker.account("wrong");
        REQUIRE(files::write_file(file, changed));
        std::filesystem::permissions(
            file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write
        );
        Ear stranger{broker, "wrong", {"#"}};
        std::optional<hall::Trouble> trouble;
        CHECK(stranger.await([&] {
            trouble = trouble ? trouble : stranger.link().take_trouble();
            return trouble.has_value();
        }));
        CHECK(trouble == hall::Trouble::account_refused);
        CHECK_FALSE(stranger.link().is_up());
    }
}
