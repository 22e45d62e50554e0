// SPDX-License-Identifier: GPL-3.0-or-later
// A demo that is watched, as fast as it goes: whoever joins gets all of it, and it ends as one that
// nobody watches.
#include "app/commands/demo_games.hpp"
#include "app/demo/table.hpp"
#include "chess/reading.hpp"
#include "files/files.hpp"
#include "scoresheet/pgn.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/surroundings.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

namespace {

using namespace ansage;
using nlohmann::json;
namespace asio = boost::asio;

// A game at full speed, and what may be done with it before it begins.
class FastDemo {
public:
    explicit FastDemo(bool is_watched) {
        const auto text = files::read_file(tests::root() + "/profiles/games/demo.pgn");
        REQUIRE(text);
        assignment_.game = *scoresheet::PgnReader{*text, "demo.pgn"}.next();
        auto sitting = app::sit_down(assignment_, {.data = tests::share()}, std::nullopt);
        REQUIRE(sitting);
        sitting_.emplace(*std::move(sitting));
        const chess::Reading start = assignment_.game.start.reading();
        auto boards = app::DemoBoards::open(
            sitting_->kit.setup, {start, start}, app::DemoTime::max, sitting_->begin
        );
        REQUIRE(boards);
        demo_.emplace(
            assignment_.game,
            sitting_->plot,
            app::DemoParts{
                .shell =
                    session::Shell{sitting_->state, sitting_->kit.words, &sitting_->journal, {}},
                .journal = &sitting_->journal,
                .boards = std::move(*boards),
                .told = {},
                .is_watched = is_watched}
        );
    }

    app::DemoSession& session() { return *demo_; }

    std::string play() {
        REQUIRE(demo_->play());
        return acts::summary_json(demo_->state(), demo_->now());
    }

private:
    app::DemoAssignment assignment_;
    std::optional<app::DemoSitting> sitting_;
    std::optional<app::DemoSession> demo_;
};

std::vector<json> watch(const std::filesystem::path& path) {
    asio::io_context context;
    asio::local::stream_protocol::socket socket{context};
    socket.connect(asio::local::stream_protocol::endpoint{path.string()});
    const std::string joining = "{\"kind\":\"join\",\"role\":\"watcher\"}\n";
    asio::write(socket, asio::buffer(joining));
    std::string text;
    boost::system::error_code error;
    asio::read(socket, asio::dynamic_buffer(text), error);
    std::vector<json> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
    return lines;
}

} // namespace

TEST_CASE("Whoever watches a demo at full speed sees the whole game and its last position") {
    const tests::Folder folder;
    tests::Surroundings surroundings;
    surroundings.set("XDG_RUNTIME_DIR", folder.path());
    surroundings.set("TMPDIR", folder.path());
    surroundings.set("TMPDIR", folder.path());
    FastDemo demo{true};
    const auto socket = demo.session().watch_socket();
    REQUIRE(socket);
    demo.session().expect_watcher();
    std::vector<json> lines;
    std::thread watching{[&] { lines = watch(*socket); }};
    const std::string summary = demo.play();
    watching.join();

    REQUIRE(lines.size() > 500);
    CHECK(lines.front()["kind"] == "welcome");
    CHECK(lines.front()["live"] == false);
    CHECK(lines.back()["kind"] == "bye");
    CHECK(lines.back()["text"] == "Over: the game has ended.");
    std::uint64_t last = 0;
    const json* state = nullptr;
    for (const json& line : lines) {
        if (line["kind"] == "state") state = &line;
        else if (line["kind"] != "welcome" && line["kind"] != "bye") CHECK(line["n"] == ++last);
    }
    REQUIRE(state != nullptr);
    const std::string position = chess::to_placement(demo.session().state().position().reading());
    CHECK((*state)["record"]["squares"] == position);
    CHECK((*state)["boards"]["white"]["squares"] == position);
    CHECK((*state)["boards"]["black"]["squares"] == position);
    CHECK((*state)["phase"] == "ended");
    CHECK((*state)["speed"] == 0);

    // Nobody who watches changes anything.
    FastDemo alone{false};
    CHECK_FALSE(alone.session().watch_socket());
    CHECK(alone.play() == summary);
}
