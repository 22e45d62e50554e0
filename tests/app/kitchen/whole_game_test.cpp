// SPDX-License-Identifier: GPL-3.0-or-later
// Two people without sensors and without an arbiter at one keyboard, each with an earphone, one
// with a braille display: games typed from the first key to the last, and each move of both
// followed to the terminal, to the opponent's ear and to the opponent's fingers.
#include "../../devices/braille_display/brltty.hpp"
#include "devices/braille_display/virtual_display.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/process.hpp"
#include "window.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <sstream>
#include <thread>

namespace {

using namespace ansage::tests;
using ansage::base::Millis;
using ansage::devices::braille_display::Brltty;
using ansage::devices::braille_display::VirtualDisplay;
using ansage::speech::portaudio::SoundServer;
using Words = std::vector<std::string>;

constexpr Millis patience{150'000};

// Played on lichess.org (CC0, tests/data/games/with-clocks.pgn): forty moves of each.
constexpr std::string_view german_game =
    "e4 c5 Nf3 d6 Nc3 Nf6 Bb5 Nc6 d4 cxd4 Nxd4 Bd7 Nxc6 Bxc6 Bxc6 bxc6 O-O Rb8 b3 g6 Bb2 Bg7 Re1 "
    "O-O Qf3 Nd7 Rab1 Qa5 Qe3 Qb6 Qxb6 axb6 Ne2 Bxb2 Rxb2 Nc5 Ng3 Ra8 a4 e5 Ra1 Rfd8 Rba2 Nb7 b4 "
    "d5 exd5 cxd5 a5 bxa5 bxa5 Ra6 Ne2 d4 f4 e4 Rd1 d3 cxd3 exd3 Nc1 Nc5 Ra3 d2 Nb3 Ne4 Ra2 Rad6 "
    "a6 Nc3 Raxd2 Nxd1 Ra2 Nc3 Ra5 Ne4 h3 Ra8 a7 Rd7";
constexpr std::string_view english_game =
    "d4 c6 e3 d5 Nf3 Nf6 Be2 g6 b3 Bg7 Bb2 O-O Nbd2 Nbd7 O-O Re8 c4 Nf8 a3 Bg4 c5 Bxf3 Nxf3 N8d7 "
    "b4 Nh5 a4 Nhf6 b5 Ne4 bxc6 bxc6 Nd2 Nxd2 Qxd2 e5 Bc3 e4 g3 f5 a5 Nf6 a6 Qe7 Rab1 Ng4 Rb7 Qg5 "
    "Rfb1 Qh5 h4 g5 Bxg4 Qxg4 hxg5 Qxg5 Qd1 Re6 Rb8 Rxb8 Rxb8 Bf8 Rb7 Rh6 Qf1 Qh5 Qg2 Qd1 Qf1 Rh1 "
    "Kxh1 Qxf1 Kh2 Qxf2 Kh3 Qf1 Kh4 Qf3 Ba5 Qg4";

Words moves_of(std::string_view game, std::size_t most) {
    std::istringstream text{std::string{game}};
    Words moves;
    for (std::string move; text >> move && moves.size() < most;) moves.push_back(move);
    return moves;
}

// "Nbxd7" in the words of Appendix D: Springer Bella schlägt David sieben.
std::string words_of(const std::string& san) {
    static const std::map<char, std::string> words{
        {'N', "Springer"}, {'B', "Läufer"}, {'R', "Turm"},   {'Q', "Dame"},  {'K', "König"},
        {'a', "Anna"},     {'b', "Bella"},  {'c', "Cesar"},  {'d', "David"}, {'e', "Eva"},
        {'f', "Felix"},    {'g', "Gustav"}, {'h', "Hector"}, {'1', "eins"},  {'2', "zwei"},
        {'3', "drei"},     {'4', "vier"},   {'5', "fünf"},   {'6', "sechs"}, {'7', "sieben"},
        {'8', "acht"},     {'x', "schlägt"}};
    if (san == "O-O") return "Kurze Rochade";
    std::string text;
    for (const char letter : san) text += (text.empty() ? "" : " ") + words.at(letter);
    return text;
}

// As a German writes it.
std::string in_german(std::string san) {
    static const std::map<char, char> letters{
        {'N', 'S'}, {'B', 'L'}, {'R', 'T'}, {'Q', 'D'}, {'O', '0'}};
    for (char& letter : san) {
        const auto other = letters.find(letter);
        letter = other == letters.end() ? letter : other->second;
    }
    return san;
}

// The earphones and the display of the people at the table.
class Room {
public:
    Room()
        : server_({"room", "white", "black"}),
          screen_(*VirtualDisplay::open(40)),
          brltty_(screen_.port()) {
        REQUIRE(server_.start());
        REQUIRE(server_.listen());
        REQUIRE(screen_.connect(patience));
        const auto address = brltty_.address();
        ::setenv("BRLAPI_HOST", address.host.c_str(), 1);
        ::setenv("BRLAPI_AUTH", address.authentication.c_str(), 1);
    }

    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    Room(Room&&) = delete;
    Room& operator=(Room&&) = delete;

    ~Room() {
        ::unsetenv("BRLAPI_HOST");
        ::unsetenv("BRLAPI_AUTH");
    }

    [[nodiscard]] std::string home() const { return server_.folder().string(); }

    [[nodiscard]] SoundServer& server() { return server_; }

    [[nodiscard]] bool has_under_fingers(const std::string& words) {
        const bool is_there =
            screen_.await([&](const VirtualDisplay& it) { return it.text() == words; }, patience);
        if (!is_there) UNSCOPED_INFO("under the fingers: \"" << screen_.text() << '"');
        return is_there;
    }

private:
    SoundServer server_;
    VirtualDisplay screen_;
    Brltty brltty_;
};

// The words of moves that each ear heard, as the journal has them.
std::map<std::string, Words> announced_to(const std::string& journal, const std::string& home) {
    Process replay{{ansage::tests::program(), "replay", journal, "--ears"}, home};
    replay.close_input();
    REQUIRE(replay.wait() == 0);
    std::map<std::string, Words> heard;
    for (const std::string& line : replay.lines()) {
        for (const std::string ear : {"ear-white", "ear-black"}) {
            const std::string head = " " + ear + " announcement: ";
            const std::size_t at = line.find(head);
            // Both hear what is repeated, too.
            if (at != std::string::npos && line.find("Wiederholt: ") == std::string::npos)
                heard[ear].push_back(line.substr(at + head.size()));
        }
    }
    return heard;
}

Words every_second(const Words& moves, std::size_t first) {
    Words words;
    for (std::size_t at = first; at < moves.size(); at += 2) words.push_back(words_of(moves[at]));
    return words;
}

bool is_silent(const std::vector<std::int16_t>& samples) {
    return std::ranges::all_of(samples, [](std::int16_t sample) { return sample == 0; });
}

Words command(const std::string& language, const std::string& reader, const std::string& enter) {
    Words words{
        ansage::tests::program(),
        "play",
        "--window",
        "both",
        "--mode",
        "club",
        "--language",
        language,
        "--white",
        "impaired none",
        "--black",
        "impaired none",
        "--time",
        "60m",
        "--audio",
        "room",
        "--white-ear",
        "white rate=450",
        "--black-ear",
        "black rate=450",
        "--braille",
        reader,
        "--journal",
        "game.ansage"};
    if (!enter.empty()) words.insert(words.end(), {"--enter", enter});
    return words;
}

// Enter, later than a finger that bounces on it.
void confirm(Window& window) {
    std::this_thread::sleep_for(patience / 50);
    window.type("");
}

// What was said so far must not be taken for what comes.
void begin(Window& window, Room& room, const std::string& start, const std::string& clock) {
    REQUIRE(window.prints(start));
    Earphone white{room.server(), "white"};
    white.mark();
    window.type(clock.starts_with("Uhr") ? "beginne" : "starts");
    REQUIRE(window.prints(clock));
    CHECK(white.has_spoken());
}

void check_ears(const Words& moves, Room& room, const std::string& journal) {
    const auto heard = announced_to(journal, room.home());
    CHECK(heard.at("ear-black") == every_second(moves, 0));
    CHECK(heard.at("ear-white") == every_second(moves, 1));
    const auto sounds = room.server().heard();
    CHECK(is_silent(sounds.at("room"))); // what goes to an ear never goes to the room
}

// Announced, pressed, heard and repeated, each with a line of its own.
void play_german(std::size_t most) {
    Room room;
    const std::string journal = room.home() + "/game.ansage";
    Words line = command("de", "white", "");
    std::ranges::replace(line, "game.ansage", journal);
    Window window{line, room.home()};
    begin(
        window,
        room,
        "Verbunden: Weiß. Modus: Verein. Fragezeichen, und Enter, hilft. Eine Zeile mit 1 und "
        "einer "
        "Leertaste davor gehört Weiß, mit 2 Schwarz.",
        "Uhr: Weiß."
    );
    Earphone white{room.server(), "white"};
    Earphone black{room.server(), "black"};
    const Words moves = moves_of(german_game, most);
    for (std::size_t at = 0; at < moves.size(); ++at) {
        const bool is_white = at % 2 == 0;
        const std::string words = words_of(moves[at]);
        INFO("half-move " << at + 1 << ": " << words);
        Earphone& listener = is_white ? black : white;
        listener.mark();
        window.type((is_white ? "1 " : "2 ") + in_german(moves[at]));
        // Read back, and confirmed by one more key.
        REQUIRE(window.prints((is_white ? "" : "Schwarz: ") + words + ". Enter?"));
        confirm(window);
        REQUIRE(window.prints((is_white ? "Weiß: " : "Schwarz: ") + words + "."));
        REQUIRE(listener.has_spoken());
        if (!is_white) REQUIRE(room.has_under_fingers(words));
        window.type(is_white ? "1 ." : "2 .");
        REQUIRE(window.prints(is_white ? "Uhr: Schwarz." : "Uhr: Weiß."));
        window.type(is_white ? "2 w" : "1 w");
        REQUIRE(
            window.prints((is_white ? "Schwarz wiederholt: " : "Weiß wiederholt: ") + words + ".")
        );
    }
    window.type("2 biete remis");
    REQUIRE(window.prints("Remisangebot: Schwarz."));
    window.type("1 nehme an");
    REQUIRE(window.prints("Remis annehmen? Die Partie ist dann zu Ende. Enter."));
    white.mark();
    window.type("j");
    REQUIRE(window.prints("Ergebnis: Einigung: Remis."));
    CHECK(white.has_spoken());
    CHECK(room.has_under_fingers("Ergebnis: Einigung: Remis. Zum"));
    window.type("ende");
    REQUIRE(window.prints("Bestätigen: der Tisch wird geschlossen. Mit j."));
    window.type("j");
    REQUIRE(window.prints("Geschlossen: Der Tisch ist zu."));
    CHECK(window.wait() == 0);
    check_ears(moves, room, journal);
}

// One Enter announces, executes and presses.
void play_english(std::size_t most) {
    Room room;
    const std::string journal = room.home() + "/game.ansage";
    Words line = command("en", "black", "press");
    std::ranges::replace(line, "game.ansage", journal);
    Window window{line, room.home()};
    begin(
        window,
        room,
        "Joined: White. Mode: club. Question mark, and Enter, helps. A line with 1 and a space "
        "before it "
        "is White's, with 2 Black's.",
        "Clock: White."
    );
    Earphone white{room.server(), "white"};
    Earphone black{room.server(), "black"};
    const Words moves = moves_of(english_game, most);
    for (std::size_t at = 0; at < moves.size(); ++at) {
        const bool is_white = at % 2 == 0;
        const std::string words = words_of(moves[at]);
        INFO("half-move " << at + 1 << ": " << words);
        Earphone& listener = is_white ? black : white;
        listener.mark();
        window.type((is_white ? "1 " : "2 ") + moves[at]);
        REQUIRE(window.prints((is_white ? "" : "Black: ") + words + ". Enter?"));
        confirm(window);
        REQUIRE(window.prints((is_white ? "White: " : "Black: ") + words + "."));
        REQUIRE(listener.has_spoken());
        if (is_white) REQUIRE(room.has_under_fingers(words + ". Your clock runs."));
        const bool is_last = at + 1 == moves.size() && most > moves.size();
        REQUIRE((is_last || window.prints(is_white ? "Clock: Black." : "Clock: White.")));
    }
    if (most > moves.size()) {
        REQUIRE(window.prints("Result: Checkmate: Black wins."));
    } else {
        window.type("1 resigns");
        REQUIRE(window.prints("Resign the game? Enter."));
        window.type("y");
        REQUIRE(window.prints("Result: Resignation: Black wins."));
    }
    window.type("\x04");
    REQUIRE(window.prints("Confirm: the table closes. Type y."));
    window.type("y");
    REQUIRE(window.prints("Closed: the table has ended."));
    CHECK(window.wait() == 0);
    check_ears(moves, room, journal);
}

constexpr std::size_t first_moves = 12;
constexpr std::size_t all_moves = 1000;

TEST_CASE("The first moves of a German game reach terminal, ears and fingers", "[kitchen]") {
    play_german(first_moves);
}

TEST_CASE("The first moves of an English game reach terminal, ears and fingers", "[kitchen]") {
    play_english(first_moves);
}

TEST_CASE("All forty moves of a German game reach terminal, ears and fingers", "[.long]") {
    play_german(all_moves);
}

TEST_CASE("All forty moves of an English game reach terminal, ears and fingers", "[.long]") {
    play_english(all_moves);
}

} // namespace
