// SPDX-License-Identifier: GPL-3.0-or-later
// What may stand after an option.
#include "support/catch.hpp"
#include "terminal/options.hpp"

namespace ansage::terminal {
namespace {

Options options() {
    Options all{"play", "", "run a table"};
    all.value("codec", "flac|opus", "of the recording")
        .value("boards", "1|2", "on the table")
        .value("audio", "none|DEVICE", "where the room is heard");
    return all;
}

// The error's one line; empty if there is none.
std::string told(const Options& options, const std::vector<std::string>& words) {
    const auto given = options.parse(words);
    return given ? std::string{} : base::to_line(given.error());
}

} // namespace

TEST_CASE("an option that lists its words takes no other") {
    CHECK(told(options(), {"--codec", "opus"}).empty());
    CHECK(
        told(options(), {"--codec", "mp3"}) ==
        "ansage play: --codec cannot be \"mp3\"; write one of: flac, opus"
    );
    CHECK(
        told(options(), {"--codec="}) ==
        "ansage play: --codec cannot be \"\"; write one of: flac, opus"
    );
    CHECK(told(options(), {"--audio", "USB"}).empty()); // a device's name is no list
    CHECK(told(options(), {"--boards", "0"}).empty()); // whoever reads the number checks it
}

TEST_CASE("an empty value is one, unless the options refuse it") {
    CHECK(told(options(), {"--audio="}).empty());
    CHECK(
        told(options().refuse_empty_values(), {"--audio", ""}) ==
        "ansage play: --audio needs a value; write --audio none|DEVICE, or --audio=none|DEVICE if "
        "it "
        "begins with --"
    );
}

} // namespace ansage::terminal
