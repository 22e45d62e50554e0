// SPDX-License-Identifier: GPL-3.0-or-later
// What of a sentence is said to an ear, where it is not what stands on a screen.
#include "acts/table_setup.hpp"
#include "support/catch.hpp"
#include "table/state.hpp"

namespace ansage::telling {
namespace {

acts::TableKit german_vocabulary() {
    const auto header =
        acts::read_header("@white impaired occupancy\n@black sighted identity\n", "test");
    REQUIRE(header);
    auto kit = acts::load_table(*header, ANSAGE_SHARE);
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

} // namespace
} // namespace ansage::telling
