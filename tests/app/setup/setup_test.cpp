// SPDX-License-Identifier: GPL-3.0-or-later
// Setting a table up by ear: what is asked, and what Enter takes.
#include "acts/table_header.hpp"
#include "person.hpp"
#include "support/folder.hpp"
#include "support/lacking.hpp"
#include "support/places.hpp"

namespace ansage::app {

TEST_CASE("Enter alone sets a table up, and every question says what it takes") {
    Person person{enter_alone};
    const auto answers = answered(person);
    REQUIRE(answers);
    CHECK(to_options(*answers) == to_options(SetupAnswers{}));
    CHECK(person.heard().size() == 13); // the greeting and twelve questions
    for (std::size_t i = 1; i < person.heard().size(); ++i) {
        INFO(person.heard()[i]);
        CHECK(person.heard()[i].find("Enter: ") != std::string::npos);
    }
}

TEST_CASE("A question of which German lacks one answer is English as a whole, the next German") {
    const tests::Folder folder;
    tests::lay_out_without("setup.sighted", "de", tests::locale(), folder / "data");
    const auto lacking = wording::Wording::open(folder / "data/locale");
    REQUIRE(lacking);
    Person person{enter_alone, *lacking};
    SetupAnswers defaults;
    defaults.own.seat.language = "de";
    REQUIRE(answered(person, defaults));
    int in_english = 0;
    for (const std::string& sentence : person.heard()) {
        INFO(sentence);
        const bool is_english = sentence.find("sighted") != std::string::npos;
        CHECK(sentence.starts_with(is_english ? "en " : "de "));
        in_english += is_english ? 1 : 0;
    }
    CHECK(in_english == 2); // both players are asked
    CHECK(person.has_heard("en Your sight? 1: visually impaired. 2: sighted. 3: visually and "
                           "hearing-impaired: braille "
                           "only. Enter: visually impaired."));
    CHECK(person.heard().size() == 13);
}

TEST_CASE("In rapid and blitz it is asked how the arbiter watches (A.4, B.2)") {
    SetupOffers with_laws = offers();
    SetupEdition edition;
    edition.profile = "fide-2023";
    edition.vocabulary = "fide";
    edition.class_limits = {
        .blitz_at_most = base::Millis{600'000}, .rapid_below = base::Millis{3'600'000}};
    with_laws.editions["en"] = edition;
    SetupAnswers rapid;
    rapid.table.time = "15m";
    rapid.table.setup.time = *clock::parse_time_control("15m");
    // Enter up to the mode, the last question else; four games, no number first; not written down.
    std::deque<std::string> answers = enter_alone;
    answers.insert(answers.end(), {"none", "0", "4", "2"});
    Person person{answers};
    const auto answered = ask_for_table(person.talk(), with_laws, rapid);
    REQUIRE(answered);
    CHECK(person.has_heard("How many games does the arbiter watch at once? Enter: 1"));
    const std::vector<std::string> options = to_options(*answered);
    CHECK(*(std::ranges::find(options, "--arbiter-games") + 1) == "4");
    CHECK(*(std::ranges::find(options, "--arbiter-records") + 1) == "no");
    // Not in standard play, and not where there is no arbiter.
    Person standard{enter_alone};
    REQUIRE(ask_for_table(standard.talk(), with_laws, {}));
    CHECK_FALSE(standard.has_heard("How many games"));
    rapid.table.setup.mode = table::Mode::club;
    Person club{enter_alone};
    REQUIRE(ask_for_table(club.talk(), with_laws, rapid));
    CHECK_FALSE(club.has_heard("How many games"));
}

TEST_CASE("A table that reports to a hall is asked whether rulings may come from there") {
    SetupOffers in_hall = offers();
    in_hall.reports_to_hall = true;
    const auto has_flag = [](const SetupAnswers& answers) {
        const std::vector<std::string> options = to_options(answers);
        return std::ranges::find(options, "--hall-rulings") != options.end();
    };
    // Silence allows nothing.
    std::deque<std::string> enter = enter_alone;
    enter.emplace_back("");
    Person silent{enter};
    const auto refused = ask_for_table(silent.talk(), in_hall, {});
    REQUIRE(refused);
    CHECK(silent.has_heard("May an arbiter of the hall rule from there?"));
    CHECK(silent.has_heard("1: no. 2: yes. Enter: no"));
    CHECK_FALSE(has_flag(*refused));
    std::deque<std::string> yes = enter_alone;
    yes.emplace_back("2");
    Person willing{yes};
    const auto allowed = ask_for_table(willing.talk(), in_hall, {});
    REQUIRE(allowed);
    CHECK(has_flag(*allowed));
    // Nobody confirms one where there is no arbiter, and none comes where no hall is named.
    SetupAnswers club;
    club.table.setup.mode = table::Mode::club;
    club.table.setup.hall_rulings = true;
    Person at_club{enter_alone};
    const auto without = ask_for_table(at_club.talk(), in_hall, club);
    REQUIRE(without);
    CHECK_FALSE(at_club.has_heard("arbiter of the hall"));
    CHECK_FALSE(has_flag(*without));
    Person alone{enter_alone};
    REQUIRE(answered(alone));
    CHECK_FALSE(alone.has_heard("arbiter of the hall"));
}

TEST_CASE("A page at the board of a tournament is the arbiter's to accept, or the regulations'") {
    SetupOffers with_page = offers();
    with_page.pages = table::Pages::lan;
    SetupEdition edition;
    edition.profile = "de-2014";
    edition.vocabulary = "fide";
    with_page.editions["de"] = edition;
    const auto page_of = [](const SetupAnswers& answers) {
        const std::vector<std::string> options = to_options(answers);
        const auto option = std::ranges::find(options, "--page");
        return option == options.end() ? std::string{} : *(option + 1);
    };
    SetupAnswers wanted;
    wanted.table.setup.pages = table::Pages::lan;
    std::deque<std::string> enter = enter_alone;
    enter.emplace_back("");
    SECTION("silence accepts nothing") {
        Person silent{enter};
        const auto answered = ask_for_table(silent.talk(), with_page, wanted);
        REQUIRE(answered);
        CHECK(page_of(*answered).empty());
    }
    SECTION("where the edition lets the arbiter accept it, he is asked for (11.3.2)") {
        for (auto& [language, accepting] : with_page.editions)
            accepting.arbiter_accepts_devices = true;
        enter.back() = "2";
        Person willing{enter};
        const auto answered = ask_for_table(willing.talk(), with_page, wanted);
        REQUIRE(answered);
        CHECK(willing.has_heard("Has the arbiter accepted another screen at the board?"));
        CHECK(willing.has_heard("3: yes, telephones and other computers, too."));
        CHECK(page_of(*answered) == "on");
    }
    SECTION("where it prints no exception, the regulations have to (11.3b of 2014, D.1)") {
        wanted.table.profile = edition.profile;
        enter.back() = "3";
        Person willing{enter};
        const auto answered = ask_for_table(willing.talk(), with_page, wanted);
        REQUIRE(answered);
        CHECK(willing.has_heard("Do the regulations of the event accept another screen"));
        CHECK(page_of(*answered) == "lan");
    }
    SECTION("telephones are not offered where only a screen is wanted") {
        with_page.pages = table::Pages::on;
        Person willing{enter};
        REQUIRE(ask_for_table(willing.talk(), with_page, wanted));
        CHECK_FALSE(willing.has_heard("telephones"));
    }
    SECTION("in a club nobody has to accept it") {
        wanted.table.setup.mode = table::Mode::club;
        Person club{enter_alone};
        const auto answered = ask_for_table(club.talk(), with_page, wanted);
        REQUIRE(answered);
        CHECK_FALSE(club.has_heard("another screen"));
        CHECK(page_of(*answered) == "lan");
    }
}

TEST_CASE("One can go back, hear again, be wrong, and leave") {
    Person person{{"", "b", "1", "r", "", "9", "x", "2", "q"}};
    CHECK_FALSE(answered(person));
    CHECK(person.has_heard("de Nicht verstanden: eine Zahl, Enter, r, b oder q."));
    CHECK(person.has_heard("de Abgebrochen"));
    CHECK(std::ranges::count(person.heard(), "de Der eigene Name? Enter: keiner.") == 2);
    Person silent{{}};
    CHECK_FALSE(answered(silent)); // the input ended
}

TEST_CASE("A question mark tells the keys, and then the question comes again") {
    Person person{{"?", "", "?", "Anna", "q"}};
    CHECK_FALSE(answered(person));
    CHECK(
        std::ranges::count(
            person.heard(),
            "en Set-up. Enter takes what is proposed, a number "
            "chooses, r repeats, b goes back, q leaves."
        ) == 3
    );
    CHECK(std::ranges::count(person.heard(), "en Your name? Enter: none.") == 2);
}

TEST_CASE("A mode says what it is, and of one vocabulary alone nobody is told that there are others"
) {
    Person person{std::deque<std::string>(12, "")};
    SetupOffers few = offers();
    few.words = {"fide"};
    REQUIRE(ask_for_table(person.talk(), few, {}));
    CHECK_FALSE(person.has_heard("other Laws, words, braille or tones"));
    CHECK(person.has_heard("2: club, both players decide together."));
}

TEST_CASE("People of a language are offered their edition of the Laws, and its words") {
    Person person{std::deque<std::string>(14, "")};
    SetupOffers with_editions = offers();
    with_editions.words = {"fide", "de-2014"};
    with_editions.editions = {{"en", {"an-edition", "de-2014"}}};
    const auto answers = ask_for_table(person.talk(), with_editions, {});
    REQUIRE(answers);
    CHECK(answers->table.words == "de-2014");
    const std::vector<std::string> options = to_options(*answers);
    const auto profile = std::ranges::find(options, "--profile");
    REQUIRE(profile != options.end());
    CHECK(*(profile + 1) == "an-edition");
}

TEST_CASE("Who wants other Laws, words or braille chooses them at the same question") {
    SetupOffers all = offers();
    all.words = {"de-2014", "fide"};
    all.laws = {"de-2014", "fide-2023"};
    all.codes = {"de", "en-uk", "en-us"};
    all.editions = {{"en", {"fide-2023", "fide"}}, {"de", {"de-2014", "de-2014"}}};
    all.braille = {{"en", "en-uk"}, {"de", "de"}};
    std::deque<std::string> wanted{"3", "1", "", "3", "2"};
    wanted.insert(wanted.end(), 14, "");
    Person person{wanted};
    const auto answers = ask_for_table(person.talk(), all, {});
    REQUIRE(answers);
    CHECK(person.has_heard("3: other Laws, words, braille or tones. Enter: English."));
    CHECK(person.has_heard("en Laws? 1: German text of 2014. 2: FIDE 2023. Enter: FIDE 2023."));
    CHECK(person.has_heard("1: German, with Cäsar. 2: German, as FIDE has them. "
                           "Enter: German, with Cäsar.")); // the words of those Laws
    CHECK(person.has_heard("en Braille? 1: German. 2: British. 3: American. Enter: British."));
    CHECK(person.has_heard("en English; Laws: German text of 2014; words: German, with Cäsar; "
                           "braille: American? Or another"));
    CHECK(answers->own.seat.language == "en");
    CHECK(answers->table.profile == "de-2014");
    const std::vector<std::string> options = to_options(*answers);
    CHECK(*(std::ranges::find(options, "--braille-code") + 1) == "white=en-us");
    CHECK(person.has_heard("whose clock runs? 1: in words. 2: by tones. Enter: in words."));
    CHECK(*(std::ranges::find(options, "--white-tones") + 1) == "all");
    // It is kept, and goes before what the language proposes.
    const profiles::SeatProfile seat = to_seat(*answers);
    CHECK(seat.habit("braille") == "en-us");
    CHECK(seat.habit("tones") == "all");
    Person again{std::deque<std::string>(14, "")};
    const auto kept = ask_for_table(again.talk(), all, answers_of(seat, {}));
    REQUIRE(kept);
    CHECK(kept->braille == "en-us");
    CHECK(kept->tones == "all");
}

TEST_CASE("Language, Laws, words and braille are proposed in one question") {
    SetupOffers all = offers();
    all.words = {"de-2014", "fide"};
    all.editions = {{"en", {"fide-2023", "fide"}}, {"de", {"de-2014", "de-2014"}}};
    all.braille = {{"en", "en-uk"}, {"de", "de"}};
    Person english{std::deque<std::string>(14, "")};
    REQUIRE(ask_for_table(english.talk(), all, {}));
    CHECK(english.has_heard("en English; Laws: FIDE 2023; words: German, as FIDE has them; "
                            "braille: British? Or another language: 1: Deutsch. 2: English. 3: "
                            "other Laws, words, braille or tones. "
                            "Enter: English."));
    CHECK_FALSE(english.has_heard("braille: British."));
    // Who takes another language hears at once what comes with it, and can go back.
    SetupAnswers german;
    german.own.seat.language = "de";
    Person other{{"2", "b", "1", "b", "", "", "", "", "", "", "", "", "", "", "", "", "", ""}};
    const auto answers = ask_for_table(other.talk(), all, german);
    REQUIRE(answers);
    CHECK(other.has_heard("en English; Laws: FIDE 2023; words: German, as FIDE has them; "
                          "braille: British."));
    CHECK(
        other.has_heard("de Deutsch; Regeln: deutscher Text von 2014; Wörter: deutsch, mit Cäsar; "
                        "Braille: deutsch.")
    );
    CHECK(answers->table.words == "de-2014");
    CHECK(answers->table.profile == "de-2014");
}

TEST_CASE("A time control that is none is asked for again") {
    std::deque<std::string> typed(10, "");
    typed.insert(typed.end(), {"soon", "99", "15m+10s", "", ""});
    Person person{typed};
    const auto answers = answered(person);
    REQUIRE(answers);
    CHECK(answers->table.time == "15m+10s");
}

TEST_CASE("The presets are read out on request, and then the question comes again") {
    std::deque<std::string> typed(10, "");
    typed.insert(typed.end(), {"l", "7", "", ""});
    Person person{typed};
    const auto answers = answered(person);
    REQUIRE(answers);
    CHECK(answers->table.time == "2h");
    CHECK(person.has_heard("en Preset 7: 2 hours."));
}

TEST_CASE("Who has no ear yet chooses one, and only he") {
    SetupOffers with_sound = offers();
    with_sound.sound.devices = {"USB", "HDA"};
    with_sound.sound.has_ear.black = true;
    std::deque<std::string> typed(6, "");
    typed.emplace_back("3");
    typed.insert(typed.end(), 7, "");
    Person white{typed};
    const auto answers = ask_for_table(white.talk(), with_sound, {});
    REQUIRE(answers);
    const std::vector<std::string> options = to_options(*answers);
    const auto ear = std::ranges::find(options, "--white-ear");
    REQUIRE(ear != options.end());
    CHECK(*(ear + 1) == "HDA");
    SetupAnswers as_black;
    as_black.color = chess::Color::black;
    Person black{enter_alone};
    const auto others = ask_for_table(black.talk(), with_sound, as_black);
    REQUIRE(others);
    CHECK(others->own.ear.empty());
}

TEST_CASE("Who reads braille only is asked for an assistant where the Laws ask for one (D.2.11)") {
    SetupOffers with_laws = offers();
    SetupEdition edition;
    edition.profile = "fide-2023";
    edition.vocabulary = "fide";
    with_laws.editions["en"] = edition;
    std::deque<std::string> answers = enter_alone;
    answers[3] = "3"; // language, name and colour come before
    answers.emplace_back(); // of the one question more
    Person person{answers};
    const auto answered = ask_for_table(person.talk(), with_laws, {});
    REQUIRE(answered);
    CHECK(person.has_heard("An assistant for you at the table?"));
    const table::Seat seat = own_seat(*answered);
    CHECK(seat.hearing_impaired);
    CHECK(seat.vision == table::Vision::impaired);
    CHECK(seat.assistant_duties == std::set<unsigned>{1, 2});
    with_laws.editions["en"].wants_assistant = false; // as in 2014
    Person before{answers};
    REQUIRE(ask_for_table(before.talk(), with_laws, {}));
    CHECK_FALSE(before.has_heard("An assistant for you"));
}

TEST_CASE("A sighted player is asked neither for alarms nor for squares, and one can go back") {
    Person person{{"", "", "", "2", "", "", "b", "b", "b", "1", "", "", "2", "q"}};
    CHECK_FALSE(answered(person));
    const auto asks = [](const std::string& sentence) { return sentence.starts_with("en Told"); };
    CHECK(std::ranges::count_if(person.heard(), asks) == 1); // only of the one who does not see
    CHECK_FALSE(person.has_heard("May you ask your board"));
}

} // namespace ansage::app
