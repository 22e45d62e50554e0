// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed at consoles, and what comes of it in the language of whoever sits there.
#include "consoles/joined.hpp"
#include "support/places.hpp"

using namespace ansage::tests;

namespace {

// Two German players in a club, both at consoles; White's clock runs.
struct Club {
    const Folder folder;
    Table table{folder, {"--language", "de", "--mode", "club", "--black", "impaired none"}};
    std::unique_ptr<Process> white = table.join({"white"});
    std::unique_ptr<Process> black = table.join({"black"});

    Club() {
        REQUIRE(white->await("Verbunden: "));
        REQUIRE(black->await("Verbunden: "));
        white->write("beginne");
        REQUIRE(black->await("Uhr: Weiß."));
    }
};

} // namespace

TEST_CASE("At a terminal there is a prompt, and what is typed is not torn apart", "[console]") {
    const Folder folder;
    Table table{folder, {"--mode", "training"}};
    Process white{
        {"/usr/bin/script", "-qec", ansage::tests::program() + " join white", "/dev/null"},
        folder.path()};
    REQUIRE(white.await("Your time: "));
    white.write("s e");
    REQUIRE(white.await("Linie Eva: eins weißer König, zwei weißer Bauer, drei frei, vier frei, "
                        "fünf frei, sechs frei, sieben schwarzer Bauer, acht schwarzer König."));
    CHECK(holds(white.lines(), "White: s e"));
    white.write("quit");
    CHECK(white.await("Left: "));
    CHECK(white.wait() == 0);
}

// Not one English word on a German's terminal.
TEST_CASE("A German player types and reads German at the console", "[console]") {
    const Folder folder;
    Table table{folder, {"--language", "de"}};
    Process white{
        {"/usr/bin/script", "-qec", ansage::tests::program() + " join white", "/dev/null"},
        folder.path()};
    REQUIRE(white.await("Verbunden: Weiß. Modus: Turnier. Fragezeichen, und Enter, hilft."));
    REQUIRE(white.await("Eigene Zeit: "));
    CHECK_FALSE(holds(white.lines(), "Ansage"));
    CHECK_FALSE(holds(white.lines(), "white: "));
    table.process().write("schiedsrichter beginne");
    REQUIRE(white.await("Uhr: Weiß."));
    white.write("quatsch");
    REQUIRE(white.await("Nicht verstanden. Fragezeichen, und Enter, hilft."));
    white.write("ansage Eva zwei Eva vier");
    REQUIRE(white.await("Eva zwei Eva vier. Enter?"));
    press_enter(white);
    REQUIRE(white.await("Weiß: Eva zwei Eva vier."));
    white.write("druecke");
    REQUIRE(white.await("Uhr: Schwarz."));
    white.write("hilfe");
    REQUIRE(white.await("l: die letzte Ansage noch einmal."));
    white.write("letzte ansage");
    REQUIRE(white.await("Eva zwei Eva vier"));
    white.write("Zeit");
    REQUIRE(white.await("Eigene Zeit: "));
    white.write("Uhren");
    REQUIRE(white.await("Eigene Zeit: "));
    white.write("zuege");
    REQUIRE(white.await("Ein Zug abgeschlossen."));
    white.write("Partieformular 1");
    REQUIRE(white.await("Eigenes Partieformular"));
    white.write("noch einmal");
    REQUIRE(white.await("Eigenes Partieformular"));
    white.write("Weiß biete Remis");
    REQUIRE(white.await("Remisangebot: Weiß."));
    white.write("gebe auf");
    REQUIRE(white.await("Partie aufgeben? Enter."));
    white.write("j");
    REQUIRE(white.await("Ergebnis: Aufgabe: Schwarz gewinnt."));
    REQUIRE(white.await("Zum Unterschreiben: u,"));
    CHECK(holds(white.lines(), "Weiß: ansage Eva zwei Eva vier")); // prompt and echo
    white.write("ende");
    CHECK(white.await("Verlassen: "));
    table.process().write("unsinn");
    table.process().write("ende");
    CHECK(table.process().wait() == 0);
    CHECK(table.process().errors().starts_with("Nicht verstanden: unsinn. "));
}

TEST_CASE("Whoever types what changes nothing is told why, in a sentence", "[console]") {
    const Folder folder;
    Table table{folder, {"--language", "de"}};
    const auto white = table.join({"white"});
    const auto arbiter = table.arbiter();
    REQUIRE(white->await("Eigene Zeit: "));
    REQUIRE(arbiter->await("Verbunden: "));
    arbiter->write("halte an");
    REQUIRE(arbiter->await("Nichts getan: Die Uhren stehen schon."));
    arbiter->write("beginne");
    REQUIRE(white->await("Uhr: Weiß."));
    arbiter->write("setze fort");
    REQUIRE(arbiter->await("Nichts getan: Die Uhren laufen schon."));
    arbiter->write("entscheide bleibt");
    REQUIRE(arbiter->await("Nichts getan: Kein regelwidriger Zug wartet auf eine Entscheidung."));
    white->write("rücke zurecht");
    REQUIRE(white->await("Notiert."));
    white->write("drücke");
    REQUIRE(white->await("Uhr: Schwarz."));
    white->write("drücke");
    REQUIRE(white->await("Nichts getan: Diese Uhr läuft nicht."));
    CHECK_FALSE(holds(white->lines(), "Uhren laufen schon"));
    table.process().write("schiedsrichter setze fort");
    table.process().write("ende");
    CHECK(table.process().wait() == 0);
    CHECK(table.process().errors() == "Nichts getan: Die Uhren laufen schon.\n");
    CHECK(replay(folder, "--verify").front() == "verified ok");
}

TEST_CASE("An assistant and a player use their own words for players and pieces", "[console]") {
    const Folder folder;
    Table table{folder, {"--mode", "training", "--language", "de"}};
    const auto white = table.join({"white"});
    const auto assistant = table.join({"assistant"});
    REQUIRE(white->await("Eigene Zeit: "));
    REQUIRE(assistant->await("Verbunden: "));
    white->write("p Springer");
    REQUIRE(white->await("Weiß: Springer Bella eins, Springer Gustav eins"));
    white->write("p T");
    REQUIRE(white->await("Weiß: Turm Anna eins, Turm Hector eins"));
    table.process().write("schiedsrichter beginne");
    REQUIRE(white->await("Uhr: Weiß."));
    assistant->write("weiß-assistenz drücke");
    REQUIRE(white->await("Uhr: Schwarz."));
}

// 0:10:00 is for nobody's ears.
TEST_CASE("What the arbiter does is asked again in words", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto arbiter = table.arbiter();
    REQUIRE(arbiter->await("Joined: arbiter."));
    arbiter->write("sets white 0:10:00");
    REQUIRE(arbiter->await("Confirm: clock of White, 10 minutes. Type time."));
    arbiter->write("y"); // a key is not enough for what takes time, or ends the game
    REQUIRE(arbiter->await("Confirm: clock of White, 10 minutes. Type time."));
    arbiter->write("time");
    REQUIRE(arbiter->await("Clock set: White, 10 minutes."));
    arbiter->write("ends 1-0 forfeit");
    REQUIRE(arbiter->await("Confirm: the game ends, White wins, forfeit. Type win."));
    arbiter->write("n");
    REQUIRE(arbiter->await("Nothing done."));
    arbiter->write("override 12.9 agreed");
    REQUIRE(arbiter->await("Rule set aside: 12.9, agreed."));
    arbiter->write("warns black");
    REQUIRE(arbiter->await("Warned: Black."));
    arbiter->write("evidence");
    REQUIRE(arbiter->await("No evidence: no boards differ."));
}

// Principle 10: between the question and its answer something newer may be raised.
TEST_CASE("The answer to a question is none to what was raised meanwhile", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto arbiter = table.arbiter();
    REQUIRE(arbiter->await("Joined: arbiter."));
    table.process().write("arbiter starts");
    table.process().write("black claims touch");
    REQUIRE(arbiter->await("1: claim of Black"));
    arbiter->write("rules incorrect");
    REQUIRE(arbiter->await("Confirm: 1: the claim of Black is not right"));
    table.process().write("white claims illegal");
    REQUIRE(arbiter->await("2: claim of White"));
    arbiter->write("y");
    REQUIRE(arbiter->await("Claim: not right."));
    arbiter->write("agenda");
    REQUIRE(arbiter->await("2: claim of White"));
}

TEST_CASE("Large text is for eyes: few words a line, a blank line after each fact", "[console]") {
    const Folder folder;
    Table table{folder, {"--black", "sighted none hearing=impaired"}};
    const auto black = table.join({"black", "--large"});
    REQUIRE(black->await("Joined: Black."));
    table.process().write("arbiter starts");
    REQUIRE(black->await("Clock: White."));
    table.process().write("white announces Eva zwei Eva vier");
    REQUIRE(black->await("White: Eva zwei Eva vier."));
    black->write("l");
    REQUIRE(black->await("Eva zwei Eva vier"));
    const auto at = std::ranges::find(black->lines(), "Clock: White.");
    REQUIRE(at != black->lines().end());
    CHECK((at + 1)->empty());
}

TEST_CASE(
    "In a club both players are told alike at their consoles, and accept together", "[console]"
) {
    const Folder folder;
    Table table{folder, {"--mode", "club"}};
    const auto white = table.join({"white"});
    const auto black = table.join({"black"});
    REQUIRE(white->await("Joined: White. Mode: club."));
    REQUIRE(black->await("Your time: "));
    white->write("starts");
    REQUIRE(black->await("Clock: White."));
    white->write("resigns");
    REQUIRE(white->await("Resign: "));
    white->write("n");
    REQUIRE(white->await("Nothing done."));
    black->write("accepts proposal");
    CHECK(black->await("No proposal waits for an answer.")); // there is none
    CHECK_FALSE(holds(black->lines(), "Resign"));
}

TEST_CASE("8.7: the game is signed by key and name, after its result was read out", "[console]") {
    const Folder folder;
    Table table{folder, {"--white-name", "Anna Ember", "--black-name", "Ben Weide"}};
    const auto white = table.join({"white"});
    const auto black = table.join({"black"});
    const auto arbiter = table.arbiter();
    for (const auto& console : {&white, &black, &arbiter}) REQUIRE((*console)->await("Joined: "));
    arbiter->write("starts");
    REQUIRE(white->await("Clock: White."));
    white->write("u");
    REQUIRE(white->await("Nothing to sign yet: the game has not ended."));
    arbiter->write("u");
    REQUIRE(arbiter->await("Not understood."));
    black->write("resigns");
    REQUIRE(black->await("Resign: "));
    black->write("y");
    REQUIRE(white->await("Result: "));
    white->write("u");
    REQUIRE(white->await("Sign: Anna Ember against Ben Weide. Resignation: White wins. Your time: ")
    );
    white->write("u"); // neither yes nor no: nothing is done, and asked anew
    REQUIRE(white->await("Nothing done."));
    REQUIRE(white->await("Sign: Anna Ember against Ben Weide."));
    white->write("y");
    REQUIRE(black->await("Signed: White."));
    black->write("u Ben W. Weide");
    REQUIRE(black->await("Sign as Ben W. Weide: Anna Ember against Ben Weide. Resignation: "));
    black->write("y");
    REQUIRE(white->await("Signed: Black."));
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
    Process score{
        command_line(Words{"score", table.journal(), "--format", "text", "--comments"}),
        folder.path()};
    score.close_input();
    CHECK(score.wait() == 0);
    CHECK(holds(score.lines(), "Anna Ember"));
    CHECK(holds(score.lines(), "Ben W. Weide"));
}

TEST_CASE("A German club types moves with a letter or none before them", "[console]") {
    Club club;
    const auto& white = club.white;
    const auto& black = club.black;
    white->write("Sf3");
    REQUIRE(black->await("Weiß: Springer Felix drei."));
    white->write("K Sc3");
    REQUIRE(black->await("Weiß berichtigt: Springer Cesar drei."));
    white->write(".");
    REQUIRE(black->await("Uhr: Schwarz."));
    black->write("w Sc3");
    REQUIRE(white->await("Schwarz wiederholt: Springer Cesar drei."));
    black->write("N");
    REQUIRE(black->await("Notiert."));
    black->write("e7e5");
    REQUIRE(white->await("Schwarz: Eva sieben Eva fünf."));
    black->write("l");
    REQUIRE(black->await("Eva sieben Eva fünf"));
    black->write(".");
    REQUIRE(white->await("Uhr: Weiß."));
    white->write("w");
    REQUIRE(white->await("Notiert."));
    white->write("k 1");
    REQUIRE(white->await("Eigenes Partieformular, Zug 1: Springer Cesar drei"));
    // One line is the whole move, where the seat wants it so.
    white->write("Enter drückt");
    REQUIRE(white->await("Enter drückt: "));
    white->write("d4");
    REQUIRE(black->await("Weiß: David vier."));
    REQUIRE(black->await("Uhr: Schwarz."));
    white->write("ende");
    REQUIRE(white->await("Verlassen: "));
    club.table.process().write("quit");
    CHECK(club.table.process().wait() == 0);
}

TEST_CASE("A German club answers what is open by number", "[console]") {
    Club club;
    const auto& white = club.white;
    const auto& black = club.black;
    white->write("Tagesordnung");
    REQUIRE(white->await("Nichts ist offen."));
    white->write("Eva zwei Eva fünf");
    white->write(".");
    // An illegal move, or a slip of the tongue: White says what stands on his board (7.5.1, D.2.8).
    REQUIRE(black->await("So nicht möglich: Weiß"));
    white->write("n Eva zwei Eva fünf");
    REQUIRE(black->await("Vorschlag: regelwidriger Zug von Weiß"));
    black->write("tagesordnung");
    REQUIRE(black->await("1: erster regelwidriger Zug von Weiß, Eva zwei Eva fünf"));
    black->write("nehme vorschlag 7 an");
    REQUIRE(black->await("Diese Nummer"));
    black->write("nehme vorschlag 1 an");
    REQUIRE(white->await("Vorschlag 1: Schwarz nimmt an."));
    white->write("nehme Vorschlag 1 an");
    REQUIRE(white->await("Uhr: Weiß."));
    // What an arbiter would do is proposed, also without the words for it.
    white->write("stelle weiß 0:05:00");
    REQUIRE(black->await("Vorschlag: Uhr von Weiß auf 5 Minuten."));
    black->write("lehne vorschlag ab");
    REQUIRE(white->await("Vorschlag: abgelehnt."));
    white->write("vertage");
    REQUIRE(black->await("Vorschlag: Die Partie wird abgebrochen."));
    black->write("nehme vorschlag 3 an");
    REQUIRE(white->await("Abgebrochen zur Fortsetzung."));
    white->write("ende");
    REQUIRE(white->await("Verlassen: "));
    club.table.process().write("quit");
    CHECK(club.table.process().wait() == 0);
}

TEST_CASE("D.2.9: whoever is asked what stands on a square answers in words", "[console]") {
    Club club;
    const auto& white = club.white;
    const auto& black = club.black;
    white->write("e4");
    REQUIRE(black->await("Weiß: Eva vier."));
    white->write(".");
    REQUIRE(black->await("Uhr: Schwarz."));
    black->write("vergleiche");
    REQUIRE(black->await("Was steht auf Eva zwei, Brett von Weiß?"));
    black->write("frei"); // not asked: it is White's board
    REQUIRE(black->await("Nicht verstanden."));
    white->write("weißer Quark");
    REQUIRE(white->await("Nicht verstanden."));
    white->write("frei");
    REQUIRE(black->await("Was steht auf Eva zwei, Brett von Schwarz?"));
    black->write("Bauer weiß");
    REQUIRE(white->await("Vorschlag: "));
    club.table.process().write("quit");
    CHECK(club.table.process().wait() == 0);
}

TEST_CASE(
    "In a tournament a key repeats, but is no witness, and Enter presses nothing", "[console]"
) {
    const Folder folder;
    Table table{folder, {"--black", "impaired none"}};
    const auto white = table.join({"white"});
    const auto black = table.join({"black"});
    REQUIRE(white->await("Joined: "));
    REQUIRE(black->await("Joined: "));
    table.process().write("arbiter starts");
    REQUIRE(white->await("Clock: White."));
    white->write("enter presses");
    REQUIRE(white->await("Nothing done."));
    white->write("e4");
    REQUIRE(black->await("White: Eva vier."));
    white->write(".");
    REQUIRE(black->await("Clock: Black."));
    black->write("w");
    REQUIRE(white->await("Black repeats: Eva vier."));
    black->write("w e4");
    REQUIRE(white->await("Black repeats: Eva vier."));
    black->write("n");
    REQUIRE(black->await("Not understood."));
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
}

TEST_CASE(
    "What stands on lines and around a square is told in words, square by square", "[console]"
) {
    const Folder folder;
    Table table{folder, {"--mode", "training", "--language", "de"}};
    const auto white = table.join({"white"});
    REQUIRE(white->await("Verbunden: "));
    white->write("s Eva zwei");
    REQUIRE(white->await("Eva zwei: weißer Bauer."));
    white->write("S D1");
    REQUIRE(white->await("David eins: weiße Dame."));
    white->write("s vier");
    REQUIRE(white->await("Reihe vier: Anna frei, Bella frei, "));
    white->write("d e1");
    REQUIRE(white->await("Eva eins weißer König, David zwei weißer Bauer, Felix zwei weißer Bauer, "
    ));
    white->write("a h8");
    REQUIRE(white->await("Gustav sieben schwarzer Bauer, "));
    white->write("p Bauer");
    REQUIRE(white->await("Weiß: Bauer Anna zwei, Bauer Bella zwei, "));
    white->write("b");
    REQUIRE(white->await("Brett: Reihe acht: Anna schwarzer Turm, "));
    REQUIRE(white->await("Reihe sechs: frei"));
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
}

TEST_CASE("The terminal of a table is the console of whoever sits there", "[console]") {
    const Folder folder;
    Process window{
        {"/usr/bin/script",
         "-qec",
         ansage::tests::program() +
             " play --speech none --language de --white 'impaired none' --black "
             "'impaired none' --mode club --window both",
         "/dev/null"},
        folder.path()};
    // The table tells what is needed to join while its window joins it: either may come first.
    REQUIRE(window.await("Verbunden: Weiß. Modus: Verein. Fragezeichen, und Enter, hilft. "
                         "Eine Zeile mit 1 und einer Leertaste davor gehört Weiß, mit 2 Schwarz."));
    window.write("beginne");
    REQUIRE(window.await("Uhr: Weiß."));
    window.write("e4");
    REQUIRE(window.await("Weiß: Eva vier."));
    window.write(".");
    REQUIRE(window.await("Uhr: Schwarz."));
    window.write("2 c5");
    REQUIRE(window.await("Schwarz: Cesar fünf."));
    window.write("2 .");
    REQUIRE(window.await("Uhr: Weiß."));
    window.write("2 t");
    REQUIRE(window.await("Schwarz: Eigene Zeit: "));
    CHECK(std::ranges::count(window.lines(), "Uhr: Schwarz.\r") == 1); // told both, shown once
    // Whoever sits at a machine of his own takes his place from the other's keyboard.
    Process black{{ansage::tests::program(), "join", "black"}, folder.path()};
    REQUIRE(black.await("Verbunden: Schwarz."));
    window.write("Sf3");
    REQUIRE(window.await("Springer Felix drei. Enter?"));
    press_enter(window);
    REQUIRE(black.await("Weiß: Springer Felix drei."));
    window.write("ende");
    REQUIRE(window.await("Bestätigen: der Tisch wird geschlossen"));
    window.write("n");
    REQUIRE(window.await("Nichts getan."));
    window.type("\x04");
    REQUIRE(window.await("Bestätigen: der Tisch wird geschlossen"));
    window.write("j");
    CHECK(black.await("Geschlossen: "));
    CHECK(window.await("resume ansage play"));
    CHECK(holds(window.lines(), "code "));
    CHECK(window.wait() == 0);
}

TEST_CASE("What the question mark teaches at a table's own terminal works there", "[console]") {
    const Folder folder;
    Table table{folder};
    table.process().write("c");
    REQUIRE(table.process().await("say arbiter: White: "));
    table.process().write("s e2");
    REQUIRE(table.process().await("say arbiter: Eva zwei: weißer Bauer."));
    table.process().write("? quit");
    table.process().write("? c");
    REQUIRE(table.process().await("say arbiter: c: "));
    bool tells_of_closing = false;
    for (int i = 0; i < 30 && !tells_of_closing; ++i) {
        table.process().write("?");
        REQUIRE(table.process().await("say arbiter: "));
        tells_of_closing =
            table.process().last().find("quit: close the table") != std::string::npos;
    }
    CHECK(tells_of_closing);
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
}
