// SPDX-License-Identifier: GPL-3.0-or-later
// Boards over Bluetooth LE: found, connected, played at, out of reach and back. BlueZ and the radio
// are pretended on a bus of the test's own; nothing of them is proven here.
#include "machine.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

namespace ansage::tests {
namespace {

const std::string address = "C0:FF:EE:00:00:01";

// A system's bus with one board over Bluetooth LE.
class Air {
public:
    Air(const std::string& board,
        const std::string& name,
        const Folder& folder,
        bool has_sockets = true)
        : folder_(folder),
          daemon_(
              {"/usr/bin/dbus-daemon", "--session", "--nofork", "--print-address=1"}, folder.path()
          ) {
        REQUIRE(daemon_.await("unix:"));
        bus_ = "DBUS_SYSTEM_BUS_ADDRESS=" + daemon_.last();
        Words line{ANSAGE_BLUEZ_BOARD, board, address, name};
        if (!has_sockets) line.emplace_back("calls");
        board_ = on_bus(line);
        REQUIRE(board_->await("ready"));
    }

    [[nodiscard]] std::unique_ptr<Process> ansage(const Words& words) const {
        Words line{tests::program()};
        line.insert(line.end(), words.begin(), words.end());
        return on_bus(line);
    }

    void hand(std::initializer_list<std::string> acts) const {
        for (const std::string& act : acts) board_->write(act);
    }

private:
    [[nodiscard]] std::unique_ptr<Process> on_bus(const Words& words) const {
        Words line{"/usr/bin/env", bus_};
        line.insert(line.end(), words.begin(), words.end());
        return std::make_unique<Process>(line, folder_.path());
    }

    const Folder& folder_;
    Process daemon_;
    std::string bus_;
    std::unique_ptr<Process> board_;
};

Words club_at(const std::string& seat, const std::string& board) {
    return {
        "play",
        "--mode",
        "club",
        "--white",
        "impaired none",
        "--black",
        seat,
        "--black-board",
        board,
        "--speech",
        "none"};
}

} // namespace

TEST_CASE("A board over Bluetooth LE is found, watched and listed by its kind", "[boards][radio]") {
    struct Row {
        std::string board;
        std::string name;
        std::string title;
        std::string lifted;
        std::string may_be = "";
        bool has_sockets = true;
    };

    // Their owners may have given them other names; without sockets, bytes go in calls.
    const std::string pawn = "lifts e2, white pawn";
    const auto row = GENERATE_COPY(
        Row{"chessnut", "Chessnut Air", "a Chessnut board answers", pawn},
        Row{"chessnut", "Smart Chess", "a Chessnut board answers", pawn},
        Row{"chessnut", "Smart Chess", "a Chessnut board answers", pawn, "chessnut", false},
        Row{"ichessone", "iChessOne", "a iChessOne board answers", pawn},
        Row{"chesslink", "MILLENNIUM CHESS", "a Millennium ChessLink answers", pawn},
        Row{"chesslink", "in the hall", "a Millennium ChessLink answers", pawn, "chesslink", false},
        Row{"pegasus", "DGT_PEGASUS_7", "a DGT Pegasus answers", "lifts e2"},
        Row{"pegasus", "Anna", "a DGT Pegasus answers", "lifts e2", "ichessone or pegasus", false}
    );
    INFO(row.board << ' ' << row.name << ' ' << row.has_sockets);
    const Folder folder;
    const Air air{row.board, row.name, folder, row.has_sockets};
    // Without its address: the only board of that kind.
    const auto watch = air.ansage({"board", "watch", row.board + ":ble:"});
    expect(*watch, row.title);
    air.hand({"lifts e2"});
    while (watch->await("0:") && !watch->last().ends_with(row.lifted)) {
    }
    CHECK(watch->last().ends_with(row.lifted));
    watch->kill();
    const Ended listed = end_of(*air.ansage({"board", "list"}));
    CHECK(holds(
        listed.lines,
        "port ble:" + address + ": " + row.name + ", may be " +
            (row.may_be.empty() ? row.board : row.may_be)
    ));
    const Ended checked = end_of(*air.ansage({"board", "check", "ble:" + address}));
    CHECK(checked.code == 0);
}

TEST_CASE(
    "A board that goes out of reach is lost, and back when it is near again", "[boards][radio]"
) {
    const bool has_sockets = GENERATE(true, false);
    INFO(has_sockets);
    const Folder folder;
    const Air air{"ichessone", "iChessOne", folder, has_sockets};
    const auto table = air.ansage(club_at("sighted identity", "ichessone:ble:" + address));
    expect(*table, "journal ");
    table->write("arbiter starts");
    expect(*table, "clock white");
    air.hand({"lost"});
    expect(*table, "alert board_lost about black");
    air.hand({"back"});
    expect(*table, "alert board_back about black");
    table->write("white announces Eva zwei Eva vier");
    table->write("white presses");
    expect(*table, "clock black");
    table->write("black repeats Eva zwei Eva vier");
    air.hand({"lifts e2", "places e4 P", "lifts e7", "places e5 p"});
    let_board_tell();
    table->write("black presses");
    expect(*table, "completed 1... e5");
    expect(*table, "clock white");
    table->close_input();
    CHECK(table->wait() == 0);
}

TEST_CASE("What is no board, not there, or without a bus is one line", "[boards][radio]") {
    const Folder folder;
    const Air air{"chessnut", "Chessnut Air", folder};

    struct Row {
        std::string board;
        std::string part;
    };

    for (const Row& row : std::vector<Row>{
             {"chessnut:ble:00:00:00:00:00:09", "no such board is heard"},
             {"ichessone:ble:" + address, "no board of that kind"},
             {"dgt:ble:" + address, "does not speak over Bluetooth LE"}}) {
        INFO(row.board);
        const Ended ended = end_of(*air.ansage({"board", "watch", row.board}));
        CHECK(ended.code == 3);
        CHECK(ended.errors.find(row.part) != std::string::npos);
        CHECK(std::ranges::count(ended.errors, '\n') == 1);
    }
    Process alone{
        {"/usr/bin/env",
         "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere",
         tests::program(),
         "board",
         "watch",
         "chessnut:ble:"},
        folder.path()};
    const Ended ended = end_of(alone);
    CHECK(ended.code == 3);
    CHECK(ended.errors.find("Bluetooth refuses") != std::string::npos);
}

} // namespace ansage::tests
