// SPDX-License-Identifier: GPL-3.0-or-later
// What a scoresheet keeps besides the moves (8.1): each remark of an event, its ply and its words.
#include "record/remarks.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "wording/wording.hpp"

#include <chrono>
#include <fmt/format.h>

namespace ansage::record {

using chess::Color;

namespace {

const wording::Catalogue& english() {
    static const auto wording = wording::Wording::open(tests::locale());
    REQUIRE(wording.has_value());
    return wording->in("en");
}

// A table after so many moves; it need not be known which.
table::State after(unsigned made) {
    table::TableSetup setup;
    setup.time = clock::parse_time_control("5m").value();
    table::State state = table::open_table(setup);
    chess::Position position = state.position();
    for (unsigned i = 0; i < made; ++i) {
        position.play(position.legal_moves()[0]);
        state.positions.push_back(position);
        table::PlyRecord ply;
        ply.mover = i % 2 == 0 ? Color::white : Color::black;
        ply.san = fmt::format("move {}", i + 1);
        state.plies.push_back(ply);
    }
    return state;
}

// "4: White offers a draw", a remark each.
std::vector<std::string> said(RemarkCollector& collector) {
    std::vector<std::string> lines;
    for (const Remark& remark : collector.take())
        lines.push_back(fmt::format("{}: {}", remark.ply.value(), words_of(remark, english())));
    return lines;
}

std::vector<std::string> said_of(const table::EventBody& body, const table::State& before) {
    RemarkCollector collector;
    collector.add(body, before);
    return said(collector);
}

std::string only(const table::EventBody& body, const table::State& before) {
    const auto lines = said_of(body, before);
    REQUIRE(lines.size() == 1);
    return lines.front();
}

table::Testified testified(chess::Ply ply, table::Witness witness, const std::string& text) {
    table::Testimony testimony;
    testimony.witness = witness;
    testimony.move.text = text;
    return {.ply = ply, .testimony = testimony};
}

} // namespace

TEST_CASE("An offer is written at the move it belongs to") {
    CHECK(only(table::DrawOffered{Color::white}, after(2)) == "3: (=) White offers a draw");
    CHECK(only(table::DrawOffered{Color::black}, after(2)) == "2: (=) Black offers a draw");
    CHECK(only(table::DrawOffered{Color::black}, after(3)) == "4: (=) Black offers a draw");
    CHECK(only(table::DrawOffered{Color::white}, after(0)) == "1: (=) White offers a draw");
}

TEST_CASE("Every claim is written, and what came of it") {
    const auto claim = [](table::ClaimKind kind) {
        return only(
            table::Claimed{
                .seat = Color::black, .kind = kind, .with = {}, .matter = {}, .is_offer = {}},
            after(4)
        );
    };
    CHECK(claim(table::ClaimKind::threefold) == "4: Black claims a draw by threefold repetition");
    CHECK(claim(table::ClaimKind::fifty) == "4: Black claims a draw by the fifty moves rule");
    CHECK(claim(table::ClaimKind::flag) == "4: Black claims that the flag has fallen");
    CHECK(claim(table::ClaimKind::illegal) == "4: Black claims an illegal move");
    CHECK(claim(table::ClaimKind::touch) == "4: Black claims that a touched piece was not moved");
    CHECK(claim(table::ClaimKind::quickplay) == "4: Black claims a draw in the last minutes");
    CHECK(claim(table::ClaimKind::extra_time) == "4: Black asks for extra time");
    CHECK(only(table::ClaimEnded{true, {}}, after(4)) == "4: claim found correct");
    CHECK(only(table::ClaimEnded{false, {}}, after(4)) == "4: claim found incorrect");
}

TEST_CASE("What the arbiter did is written") {
    table::State before = after(5);
    before.illegal_moves.white = 1;
    CHECK(
        only(table::ClockAdjusted{Color::white, std::chrono::minutes{2}}, before) ==
        "5: clock of White set by the arbiter, 2 minutes left"
    );
    CHECK(only(table::FlagFell{Color::black}, before) == "5: flag of Black has fallen");
    CHECK(
        only(table::IllegalCounted{Color::white, {}}, before) ==
        "5: illegal move by White, number 2"
    );
    CHECK(
        only(table::IllegalCounted{Color::black, {}}, before) ==
        "5: illegal move by Black, number 1"
    );
    CHECK(only(table::Warned{Color::white}, before) == "5: White warned");
    CHECK(only(table::RepairEnded{Color::black}, before) == "5: board of Black corrected");
    CHECK(
        only(table::Overridden{.clause = "D.2.3", .reason = "power cut"}, before) ==
        "5: rule set aside by the arbiter: D.2.3, power cut"
    );
    CHECK(only(table::Sealed{Color::white}, before) == "5: move sealed by White");
    CHECK(only(table::Adjourned{}, before) == "5: game adjourned");
    table::RecordCorrected corrected;
    corrected.correction.ply = 2;
    CHECK(only(corrected, before) == "2: corrected by both scores, the board had shown move 2");
}

TEST_CASE("In a club there was no arbiter: what both agreed on is written so") {
    table::State before = after(5);
    table::TableSetup club = *before.setup;
    club.mode = table::Mode::club;
    before.setup = std::make_shared<const table::TableSetup>(club);
    CHECK(
        only(table::ClockAdjusted{Color::white, std::chrono::minutes{2}}, before) ==
        "5: clock of White set by agreement, 2 minutes left"
    );
    CHECK(
        only(table::Restored{.ply = 2, .is_new_game = {}}, before) ==
        "2: position restored by agreement"
    );
    CHECK(
        only(table::Ended{.score = {}, .termination = {}, .reason = "dinner"}, before) ==
        "5: ended by agreement: dinner"
    );
    CHECK(
        only(table::Overridden{.clause = "D.2.3", .reason = "power cut"}, before) ==
        "5: rule set aside by agreement: D.2.3, power cut"
    );
}

TEST_CASE("An end is remarked only if the arbiter gave a reason") {
    const auto end = [](const std::string& reason) {
        return said_of(table::Ended{.score = {}, .termination = {}, .reason = reason}, after(3));
    };
    CHECK(end("").empty());
    CHECK(end("fire alarm") == std::vector<std::string>{"3: ended by the arbiter: fire alarm"});
}

TEST_CASE("A move in doubt is left out of the sheet with a remark at the move before") {
    const Remark remark = remark_of_doubt(after(2), chess::Ply{2});
    CHECK(remark.ply == chess::Ply{1});
    CHECK(
        words_of(remark, english()) ==
        "1... move 2 left out: both kings were off their squares, nobody announced the move or "
        "pressed"
    );
}

TEST_CASE("A signature is written with the name that was given") {
    CHECK(only(table::Signed{Color::white, {}}, after(3)) == "3: signed by White");
    CHECK(
        only(table::Signed{Color::black, "B. Frost"}, after(3)) == "3: signed by Black, B. Frost"
    );
}

TEST_CASE("A restoration moves what was remarked on undone moves to the last that stands") {
    RemarkCollector collector;
    const auto add = [&](const table::EventBody& body, const table::State& before) {
        collector.add(body, before);
    };
    add(table::Warned{Color::white}, after(1));
    add(table::Warned{Color::black}, after(4));
    add(table::Restored{.ply = 2, .is_new_game = {}}, after(5));
    CHECK(
        said(collector) ==
        std::vector<std::string>{
            "1: White warned", "2: Black warned", "2: position restored by the arbiter"}
    );

    add(table::Restored{.ply = 0, .is_new_game = {}}, after(2));
    CHECK(collector.take().back().ply == chess::Ply{0}); // to the start
}

TEST_CASE("A corrected announcement is written with its first words (D.2.8)") {
    using table::Witness;
    table::State before = after(3);
    before.plies[2].testimonies = {
        testified(2, Witness::announcement, "e5").testimony,
        testified(2, Witness::repetition, "e6").testimony};
    CHECK(
        only(testified(2, Witness::announcement, "e6"), before) ==
        "2: announcement of Black corrected, first: e5"
    );
    // The same again, the first one, another witness, or a ply that nobody has begun.
    CHECK(said_of(testified(2, Witness::announcement, "e5"), before).empty());
    CHECK(said_of(testified(3, Witness::announcement, "Nf3"), before).empty());
    CHECK(said_of(testified(2, Witness::repetition, "e5"), before).empty());
    CHECK(said_of(testified(4, Witness::announcement, "e5"), before).empty());
    CHECK(said_of(testified(0, Witness::announcement, "e5"), before).empty());
}

} // namespace ansage::record
