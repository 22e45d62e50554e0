// SPDX-License-Identifier: GPL-3.0-or-later
// Which stretch of which sound file belongs to which ply (D.2.7).
#include "record/recording_index.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <ostream>

namespace ansage::record {

using base::Millis;
using chess::Color;
using table::Recorded;
using table::RecordingNews;

namespace {

Recorded spoken(const std::string& file, chess::Ply ply, int from, int to) {
    return {
        .news = RecordingNews::spoken,
        .file = file,
        .speaker = Color::white,
        .ply = ply,
        .from = Millis{from},
        .to = Millis{to},
        .device = {}};
}

Recorded news(RecordingNews what, const std::string& file, int from, int to) {
    return {
        .news = what,
        .file = file,
        .speaker = {},
        .ply = {},
        .from = Millis{from},
        .to = Millis{to},
        .device = {}};
}

struct Stretch {
    chess::Ply ply;
    int from = 0;
    int to = 0;
    std::size_t row = 0;
    bool has_gap = false;
    friend bool operator==(const Stretch&, const Stretch&) = default;

    friend std::ostream& operator<<(std::ostream& out, const Stretch& it) {
        return out << it.ply.value() << ": " << it.from << " to " << it.to << " row " << it.row
                   << (it.has_gap ? " gap" : "");
    }
};

std::vector<Stretch> stretches(const std::vector<Recorded>& index) {
    std::vector<Stretch> found;
    for (const SpokenSegment& it : segments_of(index)) {
        CHECK(it.speaker == Color::white);
        found.push_back(
            {it.ply,
             static_cast<int>(it.from.count()),
             static_cast<int>(it.to.count()),
             it.row,
             it.has_gap}
        );
    }
    return found;
}

using Stretches = std::vector<Stretch>;
using Names = std::vector<std::string>;

} // namespace

TEST_CASE("What is noted when it begins and again when it ends is one stretch") {
    CHECK(
        stretches({spoken("a", 1, 100, 100), spoken("a", 1, 100, 400)}) ==
        Stretches{{1, 100, 400, 0}}
    );
    CHECK(
        stretches({spoken("a", 1, 100, 400), spoken("a", 1, 100, 500), spoken("a", 2, 600, 700)}) ==
        Stretches{{1, 100, 400, 0}, {1, 100, 500, 1}, {2, 600, 700, 2}}
    );
    // Another file, or another beginning, is another stretch.
    CHECK(
        stretches({spoken("a", 1, 100, 100), spoken("b", 1, 100, 400)}) ==
        Stretches{{1, 100, 100, 0}, {1, 100, 400, 1}}
    );
    CHECK(
        stretches({spoken("a", 1, 100, 100), spoken("a", 1, 200, 400)}) ==
        Stretches{{1, 100, 100, 0}, {1, 200, 400, 1}}
    );
}

TEST_CASE("A stretch without a ply, and what is no speech, are none") {
    Recorded without = spoken("a", 1, 100, 200);
    without.ply.reset();
    CHECK(stretches({news(RecordingNews::began, "a", 0, 0), without}).empty());
}

TEST_CASE("What nobody ended ends with its file, and nothing outlasts its file") {
    for (const RecordingNews end :
         {RecordingNews::length, RecordingNews::stopped, RecordingNews::microphone_gone}) {
        CHECK(
            stretches(
                {spoken("a", 1, 100, 300),
                 spoken("a", 2, 400, 900),
                 spoken("b", 3, 100, 100),
                 spoken("a", 4, 700, 700),
                 news(end, "a", 0, 600)}
            ) == Stretches{{1, 100, 300, 0}, {2, 400, 600, 1}, {3, 100, 100, 2}, {4, 600, 600, 3}}
        );
    }
    CHECK(
        stretches({spoken("a", 1, 100, 100), news(RecordingNews::length, "a", 0, 600)}) ==
        Stretches{{1, 100, 600, 0}}
    );
    for (const RecordingNews other : {RecordingNews::began, RecordingNews::disk_low}) {
        CHECK(
            stretches({spoken("a", 1, 100, 100), news(other, "a", 0, 600)}) ==
            Stretches{{1, 100, 100, 0}}
        );
    }
}

TEST_CASE("A stretch has a gap where samples were lost within it") {
    const auto gap = [](const std::string& file, int from, int to) {
        return stretches({spoken("a", 1, 100, 200),
                          news(RecordingNews::samples_lost, file, from, to)})
            .front()
            .has_gap;
    };
    CHECK(gap("a", 120, 130));
    CHECK(gap("a", 0, 101));
    CHECK(gap("a", 199, 900));
    CHECK(gap("a", 0, 900));
    // It only touches, or is of another file.
    CHECK_FALSE(gap("a", 0, 100));
    CHECK_FALSE(gap("a", 200, 900));
    CHECK_FALSE(gap("b", 120, 130));
    CHECK_FALSE(stretches({spoken("a", 1, 100, 200), news(RecordingNews::disk_low, "a", 120, 130)})
                    .front()
                    .has_gap);
}

TEST_CASE("The files of an index are each named once, and those without an end are known") {
    const std::vector<Recorded> index{
        news(RecordingNews::began, "a", 0, 0),
        spoken("a", 1, 0, 10),
        news(RecordingNews::stopped, "a", 0, 10),
        news(RecordingNews::began, "b", 0, 0),
        news(RecordingNews::disk_low, "b", 0, 10),
        news(RecordingNews::microphone_gone, "c", 0, 10),
        news(RecordingNews::length, "d", 0, 10)};
    CHECK(files_of(index) == Names{"a", "b", "c", "d"});
    CHECK(unclosed_files(index) == Names{"b"});
    CHECK(files_of({}).empty());
}

TEST_CASE("A file that is not there has no length") {
    const tests::Folder folder;
    const std::vector<Recorded> index{news(RecordingNews::began, "a", 0, 0)};
    CHECK(with_lengths(index, folder.path()) == index);
}

TEST_CASE("A restoration takes back what was kept before it for later plies") {
    const std::vector<Restoration> restorations{
        {.ply = 4, .moves = {}, .recorded = 10, .announced = 3},
        {.ply = 2, .moves = {}, .recorded = 20, .announced = 3}};
    const auto by = [&](chess::Ply ply, std::size_t row) {
        const Restoration* found = taken_back_by(restorations, ply, row, &Restoration::recorded);
        return found == nullptr ? 0 : found->ply.value();
    };
    CHECK(by(5, 9) == 4);
    CHECK(by(5, 10) == 2); // recorded after the first of them
    CHECK(by(5, 19) == 2);
    CHECK(by(5, 20) == 0);
    CHECK(by(4, 9) == 2); // the first of them kept ply 4
    CHECK(by(2, 0) == 0);
    CHECK(taken_back_by(restorations, 5, 3, &Restoration::announced) == nullptr);
    CHECK(taken_back_by(restorations, 5, 2, &Restoration::announced) == restorations.data());
}

} // namespace ansage::record
