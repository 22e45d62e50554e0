// SPDX-License-Identifier: GPL-3.0-or-later
// What comes of the answers at set-up: the options of play, and a seat that is remembered.
#include "acts/table_header.hpp"
#include "app/setup/seat_files.hpp"
#include "person.hpp"
#include "support/folder.hpp"

namespace ansage::app {

TEST_CASE("The answers are options that play understands") {
    // Other words, tones, German, a name, Black, impaired, the first port, which knows its pieces
    // and may be asked of them, the device announces, alarms by tones; the opponent does not hear,
    // has an assistant, a name and no board; a preset; club.
    Person person{
        {"3",
         "2",
         "2",
         "1",
         "Anna",
         "2",
         "1",
         "2",
         "2",
         "3",
         "3",
         "2",
         "3",
         "",
         "Ben",
         "1",
         "7",
         "2"}};
    const auto answers = answered(person);
    REQUIRE(answers);
    const std::vector<std::string> options = to_options(*answers);
    const auto value = [&](const std::string& option) {
        const auto found = std::ranges::find(options, option);
        REQUIRE(found != options.end());
        return *(found + 1);
    };
    CHECK(value("--black") == "impaired identity announces=device alarms=tones squares=yes");
    CHECK(value("--white-name") == "Ben");
    CHECK(value("--white") == "sighted none hearing=impaired assistant=1,2");
    CHECK(value("--black-board") == "/dev/ttyACM0");
    CHECK(value("--black-name") == "Anna");
    CHECK(value("--time") == "2h");
    CHECK(value("--words") == "mine");
    CHECK(value("--black-tones") == "all");
    CHECK(value("--mode") == "club");
    CHECK(value("--language") == "de");
    CHECK(std::ranges::find(options, "--white-board") == options.end());
    CHECK(acts::read_seat(value("--black")));
    CHECK(acts::read_seat(value("--white")));
    CHECK(person.heard().back().starts_with("de ")); // from the first answer on
}

TEST_CASE("An opponent who does not hear has an assistant, unless it is said that none is there") {
    // Up to the opponent, who does not hear; then without an assistant.
    Person person{{"", "", "", "", "", "", "", "3", "2", "", "", "", "", ""}};
    const auto answers = answered(person);
    REQUIRE(answers);
    const std::vector<std::string> options = to_options(*answers);
    CHECK(*(std::ranges::find(options, "--black") + 1) == "sighted none hearing=impaired");
    CHECK(person.has_heard("1: with an assistant. 2: without; in a tournament the"));
    // Nobody is asked where the player's own assistant is there (D.2.11).
    Person assisted{{"", "", "", "", "", "2", "", "3", "", "", "", "", ""}};
    REQUIRE(answered(assisted));
    CHECK_FALSE(assisted.has_heard("with an assistant"));
}

TEST_CASE("A seat is remembered and comes back, but a board that is not plugged in does not") {
    Person person{
        {"1", "Anna \"A\" Schmidt", "", "", "2", "2", "", "2", "2", "", "", "", "", "", ""}};
    const auto answers = answered(person);
    REQUIRE(answers);
    const auto document = profiles::Document::parse(profiles::to_toml(to_seat(*answers)), "seat");
    REQUIRE(document);
    const auto seat = load_seat(*document);
    REQUIRE(seat);
    CHECK(*seat == to_seat(*answers));
    const SetupAnswers again = answers_of(*seat, {});
    CHECK(to_options(again) == to_options(*answers));
    SetupOffers nothing = offers();
    nothing.boards.clear();
    Person later{enter_alone};
    const auto second = ask_for_table(later.talk(), nothing, again);
    REQUIRE(second);
    CHECK(second->own.port.empty());
}

TEST_CASE("Of a board whose kind is known nobody is asked, and it is known again without its name"
) {
    SetupOffers known = offers();
    known.boards = {{"dgt:/dev/ttyUSB1", "DGT board, /dev/ttyUSB1", table::BoardKind::identity}};
    Person person{{"", "", "", "", "2", "", "", "", "", "", "", "", "", ""}};
    const auto answers = ask_for_table(person.talk(), known, {});
    REQUIRE(answers);
    CHECK(answers->own.port == "dgt:/dev/ttyUSB1");
    CHECK(answers->own.seat.board == table::BoardKind::identity);
    CHECK(person.has_heard("DGT board, /dev/ttyUSB1"));
    SetupAnswers before;
    before.own.port = "/dev/ttyUSB1";
    Person later{std::deque<std::string>(14, "")};
    const auto again = ask_for_table(later.talk(), known, before);
    REQUIRE(again);
    CHECK(again->own.port == "dgt:/dev/ttyUSB1");
}

} // namespace ansage::app
