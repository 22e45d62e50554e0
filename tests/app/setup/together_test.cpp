// SPDX-License-Identifier: GPL-3.0-or-later
// What opponent and arbiter accept together before the first move.
#include "acts/table_header.hpp"
#include "app/setup/together.hpp"
#include "person.hpp"
#include "speech/espeak/engine.hpp"

namespace ansage::app {

TEST_CASE("That rulings may come from the hall is accepted together, or no table is opened") {
    table::TableSetup setup = acts::default_header().setup;
    setup.hall_rulings = true;
    const SetupToAgree told{.setup = setup, .words = "fide", .clock = "ansage"};
    Person willing{std::deque<std::string>(12, "y")};
    const auto agreed = agree_together(willing.talk(), told);
    REQUIRE(agreed);
    CHECK(agreed->text.find("hall: Rulings from the hall: allowed") != std::string::npos);
    Person unwilling{{"y", "n"}};
    CHECK_FALSE(agree_together(unwilling.talk(), told));
    CHECK(unwilling.has_heard("Rulings from the hall"));
    setup.hall_rulings = false;
    Person not_asked{std::deque<std::string>(12, "y")};
    REQUIRE(agree_together(not_asked.talk(), told));
    CHECK_FALSE(not_asked.has_heard("Rulings from the hall"));
}

TEST_CASE("Opponent and arbiter accept each point by one key, and all of it is kept") {
    table::TableSetup setup = acts::default_header().setup;
    const SetupToAgree told{
        .setup = setup, .words = "fide", .clock = "ansage", .move = "Eva zwei Eva vier"};
    Person person{{"", "r", "x", "y", "", "", "", "", ""}};
    const auto agreed = agree_together(person.talk(), told);
    REQUIRE(agreed);
    CHECK(agreed->text.starts_with("mode tournament accepted\nclock ansage accepted\n"));
    CHECK(
        agreed->text.find("White: the player announces, the player repeats. accepted") !=
        std::string::npos
    );
    CHECK(agreed->text.ends_with("words fide accepted\nrecording refused\n"));
    CHECK_FALSE(agreed->overrides);
    CHECK(std::ranges::count(person.heard(), "en Official clock: this one.") == 3);
    CHECK(person.has_heard("Words: German, as FIDE has them, such as Eva zwei Eva vier."));
    CHECK(person.has_heard("Not understood: Enter accepts")
    ); // a slip of the finger declines nothing
}

TEST_CASE("How the arbiter watches a rapid game is accepted together, and kept (A.4)") {
    table::TableSetup setup = acts::default_header().setup;
    setup.time = *clock::parse_time_control("15m");
    setup.edition.class_limits = {
        .blitz_at_most = base::Millis{600'000}, .rapid_below = base::Millis{3'600'000}};
    setup.edition.class_rules[1][0].games_at_most = 3;
    for (const unsigned games : {3U, 4U}) {
        setup.arbiter_games = games;
        const SetupToAgree told{.setup = setup, .words = "fide", .clock = "ansage"};
        Person person{std::deque<std::string>(10, "")};
        const auto agreed = agree_together(person.talk(), told);
        REQUIRE(agreed);
        CHECK(
            agreed->text.find(
                games == 3
                    ? "watch: Supervised play: games that the arbiter watches at once: 3; moves "
                      "written down: yes. accepted\n"
                    : "watch: Unsupervised play: games that the arbiter watches at once: 4;"
            ) != std::string::npos
        );
    }
}

// 11.3.2 (2023); 11.3b (2014) prints no exception, so the regulations have to (D.1).
TEST_CASE("A page at the board is accepted by all, and by whom the edition lets do so") {
    table::TableSetup setup = acts::default_header().setup;
    setup.pages = table::Pages::lan;
    setup.edition.arbiter_accepts_devices = true;
    const auto agreed_text = [&setup](const std::string& answer) {
        std::deque<std::string> answers(10, "");
        answers[1] = answer;
        Person person{answers};
        const auto agreed =
            agree_together(person.talk(), {.setup = setup, .words = "fide", .clock = "ansage"});
        return agreed ? agreed->text : std::string{"not agreed"};
    };
    CHECK(
        agreed_text("").find("pages: Telephones and other computers with the table's page at this "
                             "board: accepted by the arbiter. accepted\n") != std::string::npos
    );
    CHECK(agreed_text("n") == "not agreed");
    setup.edition.arbiter_accepts_devices = false;
    setup.pages = table::Pages::on;
    CHECK(
        agreed_text("").find("pages: A screen with the table's page at this board: accepted by the "
                             "regulations of the event") != std::string::npos
    );
    setup.pages = table::Pages::none;
    CHECK(agreed_text("").find("pages: ") == std::string::npos);
    setup.pages = table::Pages::lan;
    setup.mode = table::Mode::club; // nobody has to
    CHECK(agreed_text("").find("pages: ") == std::string::npos);
}

// Apart from recording, and of each for himself (docs/hearing.md).
TEST_CASE("Whether the table may listen is asked of each player, and only yes is consent") {
    table::TableSetup setup = acts::default_header().setup;
    setup.mode = table::Mode::club;
    SetupToAgree told{.setup = setup, .words = "fide", .clock = "ansage"};
    std::size_t others = 0; // questions, of which the recording is the last
    const auto is_enough = [&] {
        Person person{std::deque<std::string>(others, "")};
        const bool has_agreed = agree_together(person.talk(), told).has_value();
        CHECK_FALSE(person.has_heard("May this table listen"));
        return has_agreed;
    };
    while (others < 20 && !is_enough()) ++others;
    const auto answers_then = [others](std::deque<std::string> last) {
        last.insert(last.begin(), others, "");
        return last;
    };
    told.listens = true;
    Person both{answers_then({"y", "y"})};
    const auto agreed = agree_together(both.talk(), told);
    REQUIRE(agreed);
    CHECK((agreed->heard.white && agreed->heard.black));
    CHECK(agreed->text.ends_with("hearing white agreed\nhearing black agreed\n"));
    CHECK(both.has_heard("so both players have to agree"));

    Person one{answers_then({"y", ""})}; // Enter is no consent
    const auto of_one = agree_together(one.talk(), told);
    REQUIRE(of_one);
    CHECK((of_one->heard.white && !of_one->heard.black));
}

// D.2.11 (2023).
TEST_CASE("To do without an assistant needs the arbiter's yes, and is an override on the record") {
    table::TableSetup setup = acts::default_header().setup;
    setup.edition.appendix_d.assistant_for_hearing_impaired = true;
    setup.edition.articles["assistant_for_hearing_impaired"].number = "D.2.11";
    setup.seats.black = *acts::read_seat("sighted identity hearing=impaired");
    const SetupToAgree told{.setup = setup, .words = "fide", .clock = "ansage"};
    Person willing{{"", "", "", "", "", "r", "y", "", ""}};
    const auto agreed = agree_together(willing.talk(), told);
    REQUIRE(agreed);
    CHECK(agreed->text.find("D.2.11 set aside\n") != std::string::npos);
    REQUIRE(agreed->overrides);
    CHECK(agreed->overrides->clause == "D.2.11");
    CHECK(agreed->overrides->reason == "accepted at set-up by players and arbiter");
    CHECK(std::ranges::count_if(willing.heard(), [](const std::string& sentence) {
              return sentence.starts_with("en D.2.11 set aside: a player does not hear");
          }) == 2);
    Person silent{{"", "", "", "", "", "", ""}};
    CHECK_FALSE(agree_together(silent.talk(), told));
    // In a club nobody has to be there.
    setup.mode = table::Mode::club;
    Person club{{"", "", "", "", "", "", ""}};
    REQUIRE(agree_together(club.talk(), told));
    CHECK_FALSE(club.has_heard("set aside"));
}

TEST_CASE("Alarms and questions to the own board are accepted one by one, or no table is opened") {
    table::TableSetup setup = acts::default_header().setup;
    setup.seats.white = *acts::read_seat("impaired identity alarms=words squares=yes");
    setup.seats.black = *acts::read_seat("impaired occupancy alarms=tones");
    const SetupToAgree told{.setup = setup, .words = "fide", .clock = "ansage"};
    Person person{std::deque<std::string>(10, "")};
    const auto agreed = agree_together(person.talk(), told);
    REQUIRE(agreed);
    CHECK(
        agreed->text.find("White: alarms when the own time runs low, in words") != std::string::npos
    );
    CHECK(
        agreed->text.find("White: may ask what stands on the own board. accepted\n") !=
        std::string::npos
    );
    CHECK(
        agreed->text.find("Black: alarms when the own time runs low, by tones") != std::string::npos
    );
    Person unwilling{{"", "", "", "", "", "", "n"}};
    CHECK_FALSE(agree_together(unwilling.talk(), told));
    CHECK(unwilling.heard().back() == "en Not accepted.");
}

namespace {

// The longest that there is to accept: one who does not see with all that he may ask for, against
// one like him, or one who does not hear and has nobody.
table::TableSetup longest_setup(const std::string& opponent) {
    table::TableSetup setup = acts::default_header().setup;
    setup.edition.appendix_d.assistant_for_hearing_impaired = true;
    setup.edition.articles["assistant_for_hearing_impaired"].number = "D.2.11";
    setup.hall_rulings = true;
    setup.seats.white = *acts::read_seat("impaired identity alarms=words squares=yes");
    setup.seats.black = *acts::read_seat(opponent);
    return setup;
}

// As long as it takes eSpeak NG to say it, at the rate of who has chosen none.
double seconds_of(speech::espeak::Engine& engine, const std::string& language_and_sentence) {
    const auto blank = language_and_sentence.find(' ');
    const auto sound = engine.render(
        {{.language = language_and_sentence.substr(0, blank),
          .text = language_and_sentence.substr(blank + 1)}},
        {}
    );
    REQUIRE(sound);
    return static_cast<double>(sound->size()) / speech::sample_rate;
}

} // namespace

TEST_CASE("Set-up together takes less than two minutes, in every language") {
    const auto engine = speech::espeak::Engine::open();
    REQUIRE(engine);
    const std::string language = GENERATE("en", "de");
    const std::string opponent = GENERATE(
        "impaired identity alarms=tones squares=yes announces=assistant repeats=assistant",
        "sighted identity hearing=impaired"
    );
    table::TableSetup setup = longest_setup(opponent);
    setup.arbiter_language = language;
    const SetupToAgree told{.setup = setup, .words = "fide", .clock = "ansage"};
    Person person{std::deque<std::string>(12, "y")};
    REQUIRE(agree_together(person.talk(), told));
    CHECK(person.heard().size() >= 11);
    double spoken = 0;
    for (const std::string& sentence : person.heard()) spoken += seconds_of(**engine, sentence);
    // Each is heard to its end before somebody thinks and presses a key.
    constexpr double seconds_for_a_key = 2;
    const double all = spoken + seconds_for_a_key * static_cast<double>(person.heard().size() - 2);
    INFO(language << ", " << opponent << ": spoken " << spoken << " s, in all " << all << " s");
    CHECK(spoken > 20); // it was spoken at all
    CHECK(all < 120);
}

TEST_CASE("Recording needs a yes, and one point that is not accepted opens no table") {
    table::TableSetup setup = acts::default_header().setup;
    setup.mode = table::Mode::club;
    const SetupToAgree told{.setup = setup, .words = "fide", .clock = "DGT 3000"};
    Person willing{{"", "", "", "", "", "", "y"}};
    const auto agreed = agree_together(willing.talk(), told);
    REQUIRE(agreed);
    CHECK(agreed->text.ends_with("recording agreed\n"));
    CHECK(willing.has_heard("alerts for both players alike"));
    CHECK(willing.has_heard("Official clock: DGT 3000."));
    Person unwilling{{"", "n"}};
    CHECK_FALSE(agree_together(unwilling.talk(), told));
    CHECK(unwilling.has_heard("Not accepted."));
    Person gone{{"", ""}};
    CHECK_FALSE(agree_together(gone.talk(), told));
}

} // namespace ansage::app
