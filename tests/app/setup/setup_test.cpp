// SPDX-License-Identifier: GPL-3.0-or-later
// Setting a table up by ear: what is asked, what Enter takes, and what comes of the answers.
#include "acts/table_header.hpp"
#include "app/setup/seat_files.hpp"
#include "app/setup/setup_dialog.hpp"
#include "app/setup/together.hpp"
#include "speech/espeak/engine.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/lacking.hpp"
#include "wording/wording.hpp"

#include <algorithm>
#include <deque>

namespace ansage::app {
namespace {

const wording::Wording& catalogues() {
    static const auto opened = wording::Wording::open(ANSAGE_LOCALE);
    REQUIRE(opened);
    return *opened;
}

// A person with answers ready, who writes down what is said.
class Person {
public:
    explicit Person(std::deque<std::string> answers, const wording::Wording& wording = catalogues())
        : wording_(wording),
          answers_(std::move(answers)) {}

    SetupTalk talk() {
        const auto answer = [this]() -> std::optional<std::string> {
            if (answers_.empty()) return std::nullopt;
            std::string next = answers_.front();
            answers_.pop_front();
            return next;
        };
        return {
            .tell = [this](const wording::Sentence& sentence
                    ) { heard_.push_back(sentence.language + " " + sentence.text); },
            .hear = answer,
            .press = answer,
            .catalogue = [this](const std::string& language) -> const wording::Catalogue& {
                return wording_.in(language);
            }};
    }

    [[nodiscard]] const std::vector<std::string>& heard() const { return heard_; }

    [[nodiscard]] bool has_heard(const std::string& part) const {
        return std::ranges::any_of(
            heard_,
            [&](const std::string& sentence) { return sentence.find(part) != std::string::npos; }
        );
    }

private:
    const wording::Wording& wording_;
    std::deque<std::string> answers_;
    std::vector<std::string> heard_;
};

SetupOffers offers() {
    profiles::TimePreset preset;
    preset.number = 7;
    preset.spec = "2h";
    preset.control = *clock::parse_time_control("2h");
    return {
        .boards = {{"/dev/ttyACM0", "/dev/ttyACM0", {}}, {"/dev/ttyUSB0", "/dev/ttyUSB0", {}}},
        .words = {"fide", "mine"},
        .languages = {"de", "en"},
        .presets = {preset}};
}

std::optional<SetupAnswers> answered(Person& person, SetupAnswers defaults = {}) {
    return ask_for_table(person.talk(), offers(), std::move(defaults));
}

const std::deque<std::string> enter_alone(12, "");

} // namespace

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
    tests::lay_out_without("setup.sighted", "de", ANSAGE_LOCALE, folder / "data");
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
    CHECK(person.has_heard(
        "en Your sight? 1: visually impaired. 2: sighted. Enter: visually impaired."
    ));
    CHECK(person.heard().size() == 13);
}

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

TEST_CASE("That rulings may come from the hall is accepted together, or no table is opened") {
    table::TableSetup setup = acts::default_header().setup;
    setup.hall_rulings = true;
    const TogetherTold told{.setup = setup, .words = "fide", .clock = "ansage"};
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

TEST_CASE("A sighted player is asked neither for alarms nor for squares, and one can go back") {
    Person person{{"", "", "", "2", "", "", "b", "b", "b", "1", "", "", "2", "q"}};
    CHECK_FALSE(answered(person));
    const auto asks = [](const std::string& sentence) { return sentence.starts_with("en Told"); };
    CHECK(std::ranges::count_if(person.heard(), asks) == 1); // only of the one who does not see
    CHECK_FALSE(person.has_heard("May you ask your board"));
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

TEST_CASE("Opponent and arbiter accept each point by one key, and all of it is kept") {
    table::TableSetup setup = acts::default_header().setup;
    const TogetherTold told{
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
        const TogetherTold told{.setup = setup, .words = "fide", .clock = "ansage"};
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

// D.2.11 (2023).
TEST_CASE("To do without an assistant needs the arbiter's yes, and is an override on the record") {
    table::TableSetup setup = acts::default_header().setup;
    setup.edition.appendix_d.assistant_for_hearing_impaired = true;
    setup.edition.articles["assistant_for_hearing_impaired"].number = "D.2.11";
    setup.seats.black = *acts::read_seat("sighted identity hearing=impaired");
    const TogetherTold told{.setup = setup, .words = "fide", .clock = "ansage"};
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
    const TogetherTold told{.setup = setup, .words = "fide", .clock = "ansage"};
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
    const TogetherTold told{.setup = setup, .words = "fide", .clock = "ansage"};
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
    const TogetherTold told{.setup = setup, .words = "fide", .clock = "DGT 3000"};
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
