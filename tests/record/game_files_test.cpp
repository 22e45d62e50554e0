// SPDX-License-Identifier: GPL-3.0-or-later
// Where games lie, what they are called, and who may read them.
#include "chess/san.hpp"
#include "record/game_files.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/surroundings.hpp"

#include <chrono>
#include <fstream>
#include <regex>
#include <set>

namespace ansage::record {
namespace {

namespace fs = std::filesystem;
using tests::Folder;
using tests::Surroundings;

// A user's folder of games.
struct Home {
    Folder folder;
    Surroundings surroundings;
    std::string games = folder / "ansage/games";

    Home() {
        surroundings.set("XDG_DATA_HOME", folder.path());
        fs::create_directories(games);
    }
};

void put(const fs::path& path, const std::string& text) {
    std::ofstream{path, std::ios::binary} << text;
}

// As SQLite marks a file of ours.
void put_game(const fs::path& path, std::chrono::seconds age) {
    put(path, std::string(68, '\0') + "Ansg" + std::string(28, '\0'));
    fs::last_write_time(path, fs::file_time_type::clock::now() - age);
}

fs::perms rights(const fs::path& path) { return fs::status(path).permissions(); }

} // namespace

TEST_CASE("Games lie where the desktop keeps data") {
    Surroundings surroundings;
    surroundings.set("HOME", "/home/ada");
    surroundings.set("XDG_DATA_HOME", "/data");
    CHECK(games_directory() == "/data/ansage/games");
    for (const std::optional<std::string>& none : {std::optional<std::string>{}, {""}}) {
        surroundings.set("XDG_DATA_HOME", none);
        CHECK(games_directory() == "/home/ada/.local/share/ansage/games");
    }
}

TEST_CASE("An account without a home has no games, and is told so in one line") {
    const Folder folder;
    Surroundings surroundings;
    surroundings.set("XDG_DATA_HOME", std::nullopt);
    surroundings.set("HOME", folder / "nobody");
    const auto path = new_journal_path(std::nullopt, "game");
    REQUIRE_FALSE(path);
    CHECK(
        base::to_line(path.error()) ==
        (folder / "nobody") + ": there is no such home folder; set HOME to a folder that exists"
    );
    CHECK_FALSE(fs::exists(folder / "nobody"));
    // A folder that was chosen for data is made, as the standard says.
    surroundings.set("XDG_DATA_HOME", folder / "data");
    CHECK(new_journal_path(std::nullopt, "game"));
    CHECK(fs::is_directory(folder / "data/ansage/games"));
}

TEST_CASE("A new journal is named after the time of day, and never like another") {
    const Home home;
    std::set<fs::path> names;
    for (int i = 0; i < 3; ++i) {
        const auto path = new_journal_path(std::nullopt, "game");
        REQUIRE(path);
        CHECK(path->parent_path() == home.games);
        INFO(path->filename());
        CHECK(std::regex_match(
            path->filename().string(), std::regex{R"(game-\d{4}-\d\d-\d\d-\d{6}(-[23])?\.ansage)"}
        ));
        CHECK(names.insert(*path).second);
        put(*path, "begun");
    }
}

TEST_CASE("A folder that is given for journals is made if need be") {
    const Folder folder;
    const auto in_new = new_journal_path(folder / "new/", "demo");
    REQUIRE(in_new);
    CHECK(fs::equivalent(in_new->parent_path(), folder / "new"));
    CHECK(in_new->filename().string().starts_with("demo-"));
    const auto in_old = new_journal_path(folder.path(), "demo");
    REQUIRE(in_old);
    CHECK(in_old->parent_path() == folder.path());
    put(folder / "file", "text");
    const std::string inside = folder / "file/games/";
    CHECK(
        base::to_line(new_journal_path(inside, "demo").error()) ==
        inside + ": this folder cannot be made: Not a directory; choose another with --journal"
    );
}

TEST_CASE("A journal that is given is taken as it is, unless there is a game in it") {
    const Folder folder;
    CHECK(new_journal_path(folder / "my.game", "game") == fs::path{folder / "my.game"});
    put(folder / "empty", "");
    CHECK(new_journal_path(folder / "empty", "game") == fs::path{folder / "empty"});
    put(folder / "full", "x");
    CHECK(
        base::to_line(new_journal_path(folder / "full", "game").error()) ==
        folder / "full" +
            ": this journal exists already; choose another name, or go on with --resume"
    );
    CHECK(
        base::to_line(new_journal_path("", "game").error()) ==
        "--journal: no journal is named; name a file or a folder, or leave the option out"
    );
}

TEST_CASE("A journal is found by its path, its name, or its name without the ending") {
    const Home home;
    put(home.games + "/cup.ansage", "x");
    const fs::path cup{home.games + "/cup.ansage"};
    for (const std::string& name : {cup.string(), std::string{"cup.ansage"}, std::string{"cup"}})
        CHECK(find_journal(name) == cup);
    for (const std::string& name : {std::string{"cu"}, home.games, std::string{}}) {
        const std::string where = name.empty() ? "" : name + ": ";
        CHECK(
            base::to_line(find_journal(name).error()) ==
            where + "there is no such journal; name a journal file, or last for the newest game"
        );
    }
}

TEST_CASE("The last game is the newest file that may be one") {
    using namespace std::chrono_literals;
    const Home home;
    const std::string none = home.games + ": there is no game yet; name a journal file";
    CHECK(base::to_line(find_journal("last").error()) == none);
    put(home.games + "/begun.ansage", ""); // killed before anything was stored
    put(home.games + "/other.ansage", std::string(68, '\0') + "Else");
    put(home.games + "/beside.ansage", "x");
    put(home.games + "/beside.ansage-wal", "");
    CHECK(base::to_line(find_journal("last").error()) == none);
    put_game(home.games + "/b.ansage", 20s);
    put_game(home.games + "/a.ansage", 10s);
    put_game(home.games + "/c.ansage", 30s);
    put_game(home.games + "/copy.backup", 1s);
    CHECK(find_journal("last") == fs::path{home.games + "/a.ansage"});
    // An older version's, which is being played, has its mark elsewhere.
    put(home.games + "/beside.ansage-wal", "x");
    CHECK(find_journal("last") == fs::path{home.games + "/beside.ansage"});
}

TEST_CASE("Games that others could read are made private, and that is told once") {
    const Home home;
    const std::string game = home.games + "/cup.ansage";
    const std::string outside = home.folder / "outside";
    put(game, "x");
    put(outside, "x");
    fs::create_symlink(outside, home.games + "/link");
    fs::permissions(home.games, fs::perms{0755});
    fs::permissions(outside, fs::perms{0644});
    for (const unsigned others : {0001U, 0002U, 0004U, 0010U, 0020U, 0040U}) {
        fs::permissions(game, fs::perms{0600U | others});
        CHECK(
            keep_games_private() == home.games + ": others could read these games; now only you can"
        );
        CHECK(rights(game) == fs::perms{0600});
    }
    CHECK(rights(home.games) == fs::perms{0700});
    CHECK(rights(outside) == fs::perms{0644});
    CHECK(keep_games_private() == std::nullopt);
}

TEST_CASE("A journal is stamped with the wall clock and this boot") {
    const auto seconds = [] {
        return std::chrono::duration_cast<std::chrono::seconds>(
            std::chrono::system_clock::now().time_since_epoch()
        );
    };
    const auto before = seconds();
    const Stamp stamp = stamp_now();
    CHECK(stamp.wall_clock >= before);
    CHECK(stamp.wall_clock <= seconds() + std::chrono::seconds{1});
    CHECK(stamp.boot_id == stamp_now().boot_id);
    CHECK(stamp.boot_id.size() == 36);
}

TEST_CASE("A sheet of a table has the moves that were made, from an illegal one on as the rest") {
    table::TableSetup setup;
    setup.time = clock::parse_time_control("5m").value();
    setup.seats.black.name = "Bo";
    table::State state = table::open_table(setup);
    chess::Position position = state.position();
    const auto add = [&](const char* from, const char* to, table::PlyState how) {
        table::PlyRecord ply;
        ply.mover = position.turn();
        ply.state = how;
        ply.move = chess::Move::ordinary(*chess::parse_square(from), *chess::parse_square(to));
        ply.clocks.white = base::Millis{1000};
        ply.clocks.black = base::Millis{2000};
        ply.san = chess::to_san(position, *ply.move);
        position.play(*ply.move);
        state.plies.push_back(ply);
        state.positions.push_back(position);
        state.keys.push_back(position.repetition_key());
    };
    add("e2", "e4", table::PlyState::completed);
    add("e7", "e5", table::PlyState::made);
    scoresheet::PgnGame game = scoresheet_of(state, "it stands");
    CHECK(game.moves.size() == 2);
    REQUIRE(game.notes.size() == 2);
    CHECK(game.notes[0].clock == base::Millis{1000}); // the mover's
    CHECK(game.notes[1].clock == std::nullopt);
    CHECK(game.tag("White") == "?");
    CHECK(game.tag("Black") == "Bo");
    CHECK(game.tag("Result") == "*");
    CHECK_FALSE(game.tag("Termination"));
    state.plies[2].legal = false;
    game = scoresheet_of(state, "it stands");
    CHECK(game.moves.size() == 1);
    REQUIRE(game.rest.size() == 1);
    CHECK(to_string(game.rest.front().place) == "1...");
    CHECK(game.rest.front().text == "e5");
    CHECK(game.rest.front().remark == "it stands");
    state.plies[2].legal = true;
    CHECK(scoresheet_of(state, "it stands").rest.empty());
    // A move in doubt is left out, and kept once it is none.
    state.plies[2].in_doubt = true;
    CHECK(scoresheet_of(state, "it stands").moves.size() == 1);
    CHECK(scoresheet_of(state, "it stands").rest.empty());
    state.plies[2].in_doubt = false;
    CHECK(scoresheet_of(state, "it stands").moves.size() == 2);
    // A clock that has passed zero stands at zero.
    state.plies[1].clocks.white = base::Millis{-1938};
    CHECK(scoresheet_of(state, "it stands").notes.front().clock == base::Millis{0});
    state.plies[2].state = table::PlyState::open;
    CHECK(scoresheet_of(state, "it stands").moves.size() == 1);
}

TEST_CASE("A result that PGN knows is written, and any other as unknown, with what ended the game"
) {
    table::TableSetup setup;
    setup.time = clock::parse_time_control("5m").value();
    table::State state = table::open_table(setup);
    const auto result = [&](laws::Score score) {
        state.result = {.score = score, .termination = laws::Termination::arbiter};
        const scoresheet::PgnGame game = scoresheet_of(state, "it stands");
        CHECK(game.tag("Result") == game.result);
        CHECK(game.tag("Termination") == "arbiter");
        return game.result;
    };
    CHECK(result(laws::Score::white_wins) == "1-0");
    CHECK(result(laws::Score::black_wins) == "0-1");
    CHECK(result(laws::Score::draw) == "1/2-1/2");
    for (const laws::Score other :
         {laws::Score::both_lose, laws::Score::white_half, laws::Score::black_half})
        CHECK(result(other) == "*");
}

} // namespace ansage::record
