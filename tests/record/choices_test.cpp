// SPDX-License-Identifier: GPL-3.0-or-later
// What a journal keeps of how a game is recorded and which braille its players read.
#include "record/braille_choice.hpp"
#include "record/recording.hpp"
#include "record/recording_choice.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <fstream>

namespace ansage::record {

using chess::Color;
using speech::recorder::Codec;
using tests::Folder;

TEST_CASE("How a game is recorded is kept in words and read back") {
    const RecordingChoice pushed{
        .device = "USB microphone",
        .codec = Codec::flac,
        .is_continuous = false,
        .pre_roll = base::Millis{250}};
    const RecordingChoice all{
        .device = "default",
        .codec = Codec::opus,
        .is_continuous = true,
        .pre_roll = base::Millis{1500}};
    CHECK(pushed.to_text() == "device USB microphone\ncodec flac\npre-roll-ms 250\npush\n");
    CHECK(
        all.to_text() ==
        "device default\ncodec opus\npre-roll-ms 1500\ncontinuous\nconsent white black arbiter\n"
    );
    for (const RecordingChoice& choice : {pushed, all}) {
        for (const std::string& more : {std::string{}, std::string{"of a later version\n"}}) {
            const RecordingChoice read = RecordingChoice::from_text(more + choice.to_text());
            CHECK(read.to_text() == choice.to_text());
        }
    }
    const RecordingChoice nothing = RecordingChoice::from_text("pre-roll-ms soon\ndevice\n");
    CHECK(nothing.device.empty());
    CHECK(nothing.codec == Codec::flac);
    CHECK_FALSE(nothing.is_continuous);
    CHECK(nothing.pre_roll == base::Millis{1500});
    CHECK(profile_of(all) == journal::Profile{"play/recording", all.to_text()});
}

TEST_CASE("A recording that runs all the time needs the consent of all three") {
    for (const char* all :
         {"white,black,arbiter", "arbiter,white,black", "white,black,white,arbiter,"})
        CHECK(check_consent(all));
    const auto missing = [](const char* given) {
        return base::to_line(check_consent(given).error());
    };
    const auto says = [](const std::string& who) {
        return "--consent: " + who +
            " has not consented to a recording that runs all the time; "
            "ask, then write --consent white,black,arbiter, or record by key";
    };
    CHECK(missing("") == says("white"));
    CHECK(missing("whites,black,arbiter") == says("white"));
    CHECK(missing("white black,arbiter") == says("white"));
    CHECK(missing("white,arbiter") == says("black"));
    CHECK(missing("black,white") == says("arbiter"));
}

TEST_CASE("Each player's braille code is kept and read back") {
    journal::Header header;
    CHECK(braille_chosen(header) == BrailleChoice{});
    const BrailleChoice both{.white = "de", .black = "my own code"};
    CHECK(profile_of(both) == journal::Profile{"play/braille", "white de\nblack my own code\n"});
    for (const BrailleChoice& choice :
         {both,
          BrailleChoice{.white = "de", .black = {}},
          BrailleChoice{.white = {}, .black = "nl"},
          BrailleChoice{}}) {
        header.profiles = {{"laws/fide", "white fr\n"}, profile_of(choice)};
        CHECK(braille_chosen(header) == choice);
    }
}

TEST_CASE("A game's sheets are in the code of whose they are, or of the only one who chose") {
    const Folder folder;
    int number = 0;
    const auto game = [&](const BrailleChoice& choice) {
        const std::string path = folder / std::to_string(number++);
        journal::Header header;
        header.setup = "@white impaired\n";
        header.profiles = {profile_of(choice)};
        auto made = journal::Journal::create(path, header, {});
        REQUIRE(made);
        REQUIRE(made->close());
        return path;
    };
    using Code = std::optional<std::string>;
    const std::string both = game({.white = "de", .black = "nl"});
    CHECK(braille_of_game(both, Color::white) == Code{"de"});
    CHECK(braille_of_game(both, Color::black) == Code{"nl"});
    CHECK(braille_of_game(both, {}) == Code{});
    const std::string white = game({.white = "de", .black = {}});
    CHECK(braille_of_game(white, {}) == Code{"de"});
    CHECK(braille_of_game(white, Color::black) == Code{});
    CHECK(braille_of_game(game({.white = {}, .black = "nl"}), {}) == Code{"nl"});
    CHECK(braille_of_game(game({}), {}) == Code{});
    std::ofstream{folder / "sheet.pgn"} << "1. e4 *\n";
    CHECK(braille_of_game(folder / "sheet.pgn", {}) == Code{});
    CHECK(braille_of_game(folder / "missing", {}) == Code{});
}

} // namespace ansage::record
