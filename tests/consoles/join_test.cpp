// SPDX-License-Identifier: GPL-3.0-or-later
// Consoles at a running table: the table, each console and the test are programs of their own.
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using ansage::tests::Folder;
using ansage::tests::Process;
using Words = std::vector<std::string>;

Words command_line(const Words& words) {
    Words line{ANSAGE_PROGRAM};
    line.insert(line.end(), words.begin(), words.end());
    return line;
}

bool holds(const Words& lines, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) {
        return line.find(part) != std::string::npos;
    });
}

// A table without boards, and the arbiter's code.
class Table {
public:
    explicit Table(const Folder& folder, const Words& more = {})
        : folder_(folder),
          process_(command(folder, more), folder.path()) {
        REQUIRE(process_.await("code "));
        code_ = process_.last().substr(std::strlen("code "));
    }

    [[nodiscard]] std::unique_ptr<Process> join(const Words& words) const {
        Words line{"join"};
        line.insert(line.end(), words.begin(), words.end());
        return std::make_unique<Process>(command_line(line), folder_.path());
    }

    [[nodiscard]] std::unique_ptr<Process> arbiter() const {
        return join({"arbiter", "--code", code_});
    }

    Process& process() { return process_; }

    [[nodiscard]] const std::string& code() const { return code_; }

    [[nodiscard]] std::string journal() const { return folder_ / "game.ansage"; }

private:
    static Words command(const Folder& folder, const Words& more) {
        Words line{
            "play",
            "--speech",
            "none",
            "--journal",
            folder / "game.ansage",
            "--white",
            "impaired none assistant=1,2,3"};
        if (std::ranges::find(more, "--black") == more.end()) {
            line.insert(line.end(), {"--black", "sighted none"});
        }
        line.insert(line.end(), more.begin(), more.end());
        return command_line(line);
    }

    const Folder& folder_;
    Process process_;
    std::string code_;
};

Words replay(const Folder& folder, const std::string& option) {
    Process process{command_line(Words{"replay", folder / "game.ansage", option}), folder.path()};
    process.close_input();
    CHECK(process.wait() == 0);
    return process.lines();
}

// A line to the table on which nothing has been said.
class Line {
public:
    explicit Line(const Folder& folder)
        : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string path = folder / "ansage/table.sock";
        path.copy(static_cast<char*>(address.sun_path), sizeof address.sun_path - 1);
        is_connected_ =
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how sockets are
            // addressed
            ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }

    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    Line(Line&&) = delete;
    Line& operator=(Line&&) = delete;

    ~Line() { ::close(socket_); }

    [[nodiscard]] bool is_connected() const { return is_connected_; }

    // False when the table has hung up.
    [[nodiscard]] bool say(const std::string& text) const {
        return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
            static_cast<ssize_t>(text.size());
    }

    // The table hangs up within ten seconds, whatever it says before.
    [[nodiscard]] bool is_closed() const {
        pollfd wait{.fd = socket_, .events = POLLIN, .revents = 0};
        std::array<char, 4096> bytes{};
        while (::poll(&wait, 1, 10'000) > 0) {
            if (::read(socket_, bytes.data(), bytes.size()) <= 0) {
                return true;
            }
        }
        return false;
    }

private:
    int socket_;
    bool is_connected_ = false;
};

// A console that joins and then neither reads nor writes.
class DeafConsole {
public:
    DeafConsole(const Folder& folder, const std::string& role)
        : line_(folder) {
        REQUIRE(line_.is_connected());
        REQUIRE(line_.say(fmt::format("{{\"kind\":\"join\",\"role\":\"{}\"}}\n", role)));
    }

private:
    Line line_;
};

// As another user of the machine: 0 when the line is closed at once.
bool is_hung_up_on_nobody(const Folder& folder) {
    constexpr uid_t nobody = 65534;
    const pid_t child = ::fork();
    if (child == 0) {
        bool is_closed = false;
        if (::setuid(nobody) == 0) {
            const Line line{folder};
            is_closed = line.is_connected() && line.is_closed();
        }
        ::_exit(is_closed ? 0 : 1);
    }
    int status = 1;
    return ::waitpid(child, &status, 0) == child && status == 0;
}

} // namespace

TEST_CASE("Each role hears and does its part of a game, and no more", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto white = table.join({"white"});
    const auto black = table.join({"black"});
    const auto assistant = table.join({"assistant"});
    const auto arbiter = table.arbiter();
    const auto spectator = table.join({"spectator"});
    for (const auto& console : {&white, &black, &assistant, &arbiter, &spectator}) {
        REQUIRE((*console)->await("Joined: "));
    }
    white->write("arbiter starts");
    REQUIRE(white->await("Not for this console"));
    assistant->write("for white presses");
    REQUIRE(assistant->await("The clocks stand."));
    arbiter->write("starts");
    REQUIRE(black->await("Clock: White."));
    REQUIRE(white->await("Clock: White."));
    white->write("announces Eva zwei Eva vier");
    REQUIRE(white->await("Taken down."));
    assistant->write("for white executes e2e4");
    REQUIRE(assistant->await("Taken down."));
    assistant->write("for white presses");
    REQUIRE(black->await("Clock: Black."));
    CHECK(holds(black->lines(), "White: Eva zwei Eva vier."));
    REQUIRE(spectator->await("Move 1, White: Eva zwei Eva vier."));
    white->write("c");
    REQUIRE(white->await("Your time: "));
    black->write("c");
    REQUIRE(black->await("Not answered in a tournament"));
    white->write("resigns");
    REQUIRE(white->await("Resign: White gives up the game."));
    white->write("y");
    for (const auto& console : {&white, &black, &assistant, &arbiter, &spectator}) {
        CHECK((*console)->await("Result: Resignation: Black wins."));
    }
    for (const auto& console : {&black, &assistant, &spectator}) {
        CHECK_FALSE(holds((*console)->lines(), "Your time"));
        CHECK_FALSE(holds((*console)->lines(), "Console"));
        CHECK_FALSE(holds((*console)->lines(), "Resign:"));
    }
    CHECK_FALSE(holds(spectator->lines(), "Clock"));
    CHECK(holds(arbiter->lines(), "To White: Your time: "));
    CHECK(holds(arbiter->lines(), "Move 1, White: completed."));
    spectator->write("b");
    CHECK(spectator->await("Rank vier: Eva white Bauer"));
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
    CHECK(white->await("Closed: "));
    CHECK(white->wait() == 0);

    const Words ears = replay(folder, "--ears");
    CHECK(holds(ears, "ear-white request: Resign: White gives up the game. Type y to confirm."));
    CHECK(replay(folder, "--verify").front() == "verified ok");
}

TEST_CASE("The arbiter's console needs the code, and a refusal is told and kept", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto intruder = table.join({"arbiter", "--code", "0000"});
    CHECK(intruder->await("Refused: wrong code."));
    CHECK(intruder->wait() == 1);
    CHECK(table.process().await("say arbiter: Console refused: arbiter, wrong code."));
}

TEST_CASE("Only the owner can reach the socket", "[console]") {
    const Folder folder;
    Table table{folder};

    struct stat found {};

    REQUIRE(::stat((folder / "ansage").c_str(), &found) == 0);
    CHECK((found.st_mode & 0777U) == 0700U);
    REQUIRE(::stat((folder / "ansage/table.sock").c_str(), &found) == 0);
    CHECK((found.st_mode & 0777U) == 0600U);
    // Where it was opened by hand, whoever comes is looked at; only root can be somebody else here,
    // of its own group.
    if (::geteuid() == 0) {
        fs::permissions(folder.path(), fs::perms::owner_all | fs::perms::group_exec);
        fs::permissions(folder / "ansage", fs::perms::owner_all | fs::perms::group_exec);
        fs::permissions(folder / "ansage/table.sock", fs::perms::all);
        CHECK(is_hung_up_on_nobody(folder));
    }
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
    CHECK_FALSE(fs::exists(folder / "ansage/table.sock"));
}

TEST_CASE("A line without an end is no line of a console", "[console]") {
    const Folder folder;
    Table table{folder};
    const Line line{folder};
    REQUIRE(line.is_connected());
    const std::string piece(4096, 'x');
    for (int count = 0; count < 64 && line.say(piece); ++count) {
    }
    CHECK(line.is_closed());
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
}

TEST_CASE("A folder that others may enter is no place for consoles", "[console]") {
    const Folder folder;
    fs::create_directory(folder / "ansage");
    fs::permissions(folder / "ansage", fs::perms::owner_all | fs::perms::others_read);
    Process table{
        command_line({"play", "--speech", "none", "--journal", folder / "game.ansage"}),
        folder.path()};
    table.write("quit");
    CHECK(table.wait() == 0);
    CHECK_FALSE(holds(table.lines(), "code "));
    CHECK_THAT(
        table.errors(), Catch::Contains("a running table needs a folder that only you can enter")
    );
}

TEST_CASE("A console that dies joins again and gets what it missed", "[console]") {
    const Folder folder;
    Table table{folder};
    auto white = table.join({"white"});
    REQUIRE(white->await("Your time: "));
    white->kill();
    REQUIRE(table.process().await("say arbiter: Console left: White."));
    table.process().write("arbiter starts");
    REQUIRE(table.process().await("clock white"));
    table.process().write("white announces Eva zwei Eva vier");
    table.process().write("white executes e2e4");
    table.process().write("white presses");
    REQUIRE(table.process().await("clock black"));
    table.process().write("black offers draw");

    white = table.join({"white"});
    REQUIRE(white->await("Missed lines: "));
    CHECK(white->await("Clock: White."));
    CHECK(white->await("White: Eva zwei Eva vier."));
    CHECK(white->await("Clock: Black."));
    CHECK(white->await("Draw offered: Black."));
    CHECK(white->await("Missed lines: that was all."));
    CHECK(white->await("Eva zwei Eva vier"));
    CHECK(white->await("Your time: "));
    CHECK(white->await("Draw offered: Black.")); // it still waits for an answer
}

TEST_CASE("A console that hangs is dropped and told of, and the table plays on", "[console]") {
    const Folder folder;
    Table table{folder};
    const DeafConsole deaf{folder, "black"};
    REQUIRE(table.process().await("say arbiter: Console joined: Black."));
    auto white = table.join({"white"});
    REQUIRE(white->await("Joined: "));
    for (int line = 0; line < 130; ++line) {
        table.process().write("arbiter starts");
        table.process().write("arbiter pauses");
    }
    REQUIRE(table.process().await("say arbiter: Console dropped: Black"));
    white->write("c");
    CHECK(white->await("Your time: "));
    const auto again = table.join({"black"});
    CHECK(again->await("Joined: Black."));
}

TEST_CASE("A role that is joined elsewhere leaves its old console, which is told", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto first = table.join({"white"});
    REQUIRE(first->await("Joined: "));
    const auto second = table.join({"white"});
    REQUIRE(second->await("Joined: "));
    CHECK(first->await("Replaced: "));
    CHECK(first->wait() == 0);
    CHECK(table.process().await("say arbiter: Console replaced: White"));
}

TEST_CASE(
    "A console joins the same table again when the table was killed and goes on", "[console]"
) {
    const Folder folder;
    auto table = std::make_unique<Table>(folder);
    const auto white = table->join({"white"});
    REQUIRE(white->await("Your time: "));
    table->process().write("arbiter starts");
    REQUIRE(white->await("Clock: White."));
    table->process().kill();
    REQUIRE(white->await("Lost: the table does not answer"));
    Process resumed{
        command_line({"play", "--resume", folder / "game.ansage", "--speech", "none"}),
        folder.path()};
    REQUIRE(white->await("Joined: White."));
    white->write("t");
    CHECK(white->await("Your time: "));
}

TEST_CASE(
    "A German reads German also when the code is asked for and the table is gone", "[console]"
) {
    const Folder folder;
    Table table{folder, {"--language", "de"}};
    Process arbiter{
        {"/usr/bin/env",
         "LC_ALL=de_DE.UTF-8",
         "/usr/bin/script",
         "-qec",
         ANSAGE_PROGRAM " join arbiter",
         "/dev/null"},
        folder.path()};
    arbiter.write(table.code());
    REQUIRE(table.process().await("say arbiter: Konsole da: Schiedsrichter."));
    const auto program = table.join({"white", "--json"});
    REQUIRE(program->await("{"));
    CHECK(holds(program->lines(), R"("when_lost":"Verbindung weg: )"));
    table.process().kill();
    CHECK(arbiter.await("Verbindung weg: "));
    CHECK(holds(arbiter.lines(), "Code des Tisches: "));
    CHECK(program->await(R"({"kind":"lost","text":"Verbindung weg: )"));
}

TEST_CASE("A console that is left stays away, and the arbiter knows", "[console]") {
    const Folder folder;
    Table table{folder};
    const auto white = table.join({"white"});
    REQUIRE(white->await("Joined: "));
    white->write("quit");
    CHECK(white->await("Left: the table goes on."));
    CHECK(white->wait() == 0);
    CHECK(table.process().await("say arbiter: Console left: White."));
    const auto black = table.join({"black"});
    REQUIRE(black->await("Joined: "));
    black->close_input(); // its terminal is closed
    CHECK(black->wait() == 0);
    CHECK(table.process().await("say arbiter: Console left: Black."));
}

// script(1) gives each console a terminal.
TEST_CASE("At a terminal there is a prompt, and what is typed is not torn apart", "[console]") {
    const Folder folder;
    Table table{folder, {"--mode", "training"}};
    Process white{
        {"/usr/bin/script", "-qec", ANSAGE_PROGRAM " join white", "/dev/null"}, folder.path()};
    REQUIRE(white.await("Your time: "));
    white.write("s e");
    REQUIRE(white.await("File Eva: eins white König, zwei white Bauer, drei free, vier free, "
                        "fünf free, sechs free, sieben black Bauer, acht black König."));
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
        {"/usr/bin/script", "-qec", ANSAGE_PROGRAM " join white", "/dev/null"}, folder.path()};
    REQUIRE(white.await("Verbunden: Weiß. Modus: Turnier. Fragezeichen, und Enter, hilft."));
    REQUIRE(white.await("Eigene Zeit: "));
    CHECK_FALSE(holds(white.lines(), "Ansage"));
    table.process().write("schiedsrichter beginne");
    REQUIRE(white.await("Uhr: Weiß."));
    white.write("quatsch");
    REQUIRE(white.await("Nicht verstanden. Fragezeichen, und Enter, hilft."));
    white.write("ansage Eva zwei Eva vier");
    REQUIRE(white.await("Weiß: Eva zwei Eva vier."));
    white.write("druecke");
    REQUIRE(white.await("Uhr: Schwarz."));
    white.write("hilfe");
    REQUIRE(white.await("l: die letzte Ansage noch einmal."));
    white.write("Weiß biete Remis");
    REQUIRE(white.await("Remisangebot: Weiß."));
    white.write("gebe auf");
    REQUIRE(white.await("Aufgeben: Weiß gibt die Partie auf. Mit j bestätigen."));
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
    REQUIRE(arbiter->await("Confirm: clock of White, 10 minutes. Type y."));
    arbiter->write("y");
    REQUIRE(arbiter->await("Clock set: White, 10 minutes."));
    arbiter->write("ends 1-0 forfeit");
    REQUIRE(arbiter->await("Confirm: the game ends, White wins, forfeit. Type y."));
    arbiter->write("n");
    REQUIRE(arbiter->await("Nothing done."));
    arbiter->write("override 12.9 agreed");
    REQUIRE(arbiter->await("Rule set aside: 12.9, agreed."));
    arbiter->write("warns black");
    REQUIRE(arbiter->await("Warned: Black."));
    arbiter->write("evidence");
    REQUIRE(arbiter->await("No evidence: no boards differ."));
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
    for (const auto& console : {&white, &black, &arbiter}) {
        REQUIRE((*console)->await("Joined: "));
    }
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

TEST_CASE("What cannot be joined is said in one line", "[console]") {
    const Folder folder;
    for (const Words& words :
         {Words{"join"},
          Words{"join", "king"},
          Words{"join", "white"},
          Words{"join", "arbiter"},
          Words{"join", "white", "--table", "nowhere"}}) {
        Process process{command_line(words), folder.path()};
        process.close_input();
        CHECK(process.wait() == 2);
        const std::string errors = process.errors();
        CHECK(std::ranges::count(errors, '\n') == 1);
    }
}

// A bare move is an announcement, a full stop a press, w a repetition: as few keys as on lichess.
TEST_CASE("A German club types moves with a letter or none before them", "[console]") {
    const Folder folder;
    Table table{folder, {"--language", "de", "--mode", "club", "--black", "impaired none"}};
    const auto white = table.join({"white"});
    const auto black = table.join({"black"});
    REQUIRE(white->await("Verbunden: "));
    REQUIRE(black->await("Verbunden: "));
    white->write("beginne");
    REQUIRE(black->await("Uhr: Weiß."));
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
    table.process().write("quit");
    CHECK(table.process().wait() == 0);
}

TEST_CASE(
    "In a tournament nothing is repeated without words, and Enter presses nothing", "[console]"
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
    REQUIRE(black->await("Not understood."));
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
         ANSAGE_PROGRAM " play --speech none --language de --white 'impaired none' --black "
                        "'impaired none' --mode club --window both",
         "/dev/null"},
        folder.path()};
    // The table tells what is needed to join while its window joins it: either may come first.
    REQUIRE(window.await("Verbunden: Weiß."));
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
    Process black{{ANSAGE_PROGRAM, "join", "black"}, folder.path()};
    REQUIRE(black.await("Verbunden: Schwarz."));
    window.write("Sf3");
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
    REQUIRE(table.process().await("say arbiter: Eva zwei: white Bauer."));
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
