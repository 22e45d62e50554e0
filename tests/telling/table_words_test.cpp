// SPDX-License-Identifier: GPL-3.0-or-later
// What of a sentence is said to an ear, where it is not what stands on a screen.
#include "acts/table_setup.hpp"
#include "chess/uci.hpp"
#include "speech/spy_speaker.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/lacking.hpp"
#include "support/places.hpp"
#include "table/model/state.hpp"
#include "telling/asker.hpp"

#include <algorithm>

namespace ansage::telling {
namespace {

acts::TableKit german_vocabulary() {
    const auto header =
        acts::read_header("@white impaired occupancy\n@black sighted identity\n", "test");
    REQUIRE(header);
    auto kit = acts::load_table(*header, tests::share());
    REQUIRE(kit);
    return *std::move(kit);
}

TEST_CASE("A FEN is for eyes; an ear is told where it is") {
    const acts::TableKit kit = german_vocabulary();
    const table::State state = table::open_table(kit.setup);
    table::Message message{.id = "arbiter.fen", .arguments = {}, .words = {}};
    message.arguments.name = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    CHECK(kit.words.sentence(message, "en", {}) == "FEN: 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for (const speech::Segment& segment : kit.words.segments(message, "en", state)) {
        INFO(segment.text);
        CHECK(segment.text.find('/') == std::string::npos);
        CHECK(segment.text.find("F E N") != std::string::npos);
    }
    CHECK(kit.words.segments(message, "de", state).size() == 1);
}

TEST_CASE("What German lacks is said by an English voice, the words of the board by their own") {
    const tests::Folder folder;
    tests::lay_out_without("alert.illegal_move_completed", "de", tests::locale(), folder / "data");
    const auto header =
        acts::read_header("@white impaired occupancy\n@black sighted identity\n", "test");
    REQUIRE(header);
    const auto kit = acts::load_table(*header, folder / "data");
    REQUIRE(kit);
    const table::State state = table::open_table(kit->setup);
    table::Message message{.id = "alert.illegal_move_completed", .arguments = {}, .words = {}};
    message.arguments.player = chess::Color::white;
    message.arguments.ply = chess::Ply{1};
    message.arguments.move = *chess::parse_uci(state.position(), "e2e4");
    const auto segments = kit->words.segments(message, "de", state);
    REQUIRE(segments.size() == 2);
    CHECK(segments[0] == speech::Segment{"en", "Illegal move completed: White, "});
    CHECK(segments[1].language == "de");
    CHECK(segments[1].text == "Eva zwei Eva vier");
    message.id = "alert.flag_fallen";
    const auto german = kit->words.segments(message, "de", state);
    REQUIRE(german.size() == 1);
    CHECK(german[0].language == "de");
}

TEST_CASE("A board is told in one language, also where one word for it is missing") {
    const tests::Folder folder;
    tests::lay_out_without("piece.black", "de", tests::locale(), folder / "data");
    const auto header =
        acts::read_header("@white impaired occupancy\n@black sighted identity\n", "test");
    REQUIRE(header);
    const auto kit = acts::load_table(*header, folder / "data");
    REQUIRE(kit);
    const table::State state = table::open_table(kit->setup);
    const auto of_rank = [&](unsigned rank) {
        table::Message message{.id = "answer.squares", .arguments = {}, .words = {}};
        message.arguments.board = state.position().reading();
        message.arguments.squares = chess::SquareSet{std::uint64_t{0xff} << (8 * rank)};
        return kit->words.segments(message, "de", state);
    };
    const auto is_english = [](const speech::Segment& segment) { return segment.language == "en"; };
    CHECK(std::ranges::none_of(of_rank(1), is_english)); // White's pawns
    CHECK(std::ranges::any_of(of_rank(6), is_english));
    for (const speech::Segment& segment : of_rank(6)) {
        INFO(segment.language << ": " << segment.text);
        CHECK(segment.text.find("schwarz") == std::string::npos);
        CHECK(segment.text.find("Reihe") == std::string::npos);
    }
}

TEST_CASE("What is asked is told in the voice of its own language") {
    const tests::Folder folder;
    tests::lay_out_without("clock.choose", "de", tests::locale(), folder / "data");
    const auto wording = acts::load_wording(folder / "data");
    REQUIRE(wording);
    auto speaker = std::make_unique<speech::SpySpeaker>();
    const speech::SpySpeaker& spy = *speaker;
    Voice voice = Voice::open(std::move(speaker), {{speech::Audience::room, {}}});
    Asker asker{voice, {table::Audience::room}};
    const wording::Catalogue& german = (*wording)->in("de");
    asker.tell(german.worded("clock.choose"));
    asker.tell(german.worded("clock.no_preset"));
    const auto& said = spy.said().back().segments;
    REQUIRE(said.size() == 2);
    CHECK(said[0].language == "en");
    CHECK(said[1].language == "de");
}

} // namespace
} // namespace ansage::telling
