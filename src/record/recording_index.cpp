// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/recording_index.hpp"

#include "base/try.hpp"
#include "speech/recorder/sound_file.hpp"

#include <algorithm>

namespace ansage::record {

using table::Recorded;
using table::RecordingNews;

namespace {

// No more comes into the file, and its length is told.
bool closes_file(const Recorded& row) {
    return row.news == RecordingNews::length || row.news == RecordingNews::stopped ||
        row.news == RecordingNews::microphone_gone;
}

bool is_open(const SpokenSegment& segment) { return segment.to == segment.from; }

bool ends(const SpokenSegment& segment, const SpokenSegment& begun) {
    return is_open(begun) && segment.file == begun.file && segment.from == begun.from;
}

// It is noted when it begins, and again when it ends.
void add(std::vector<SpokenSegment>& segments, const SpokenSegment& segment) {
    if (!segments.empty() && ends(segment, segments.back())) {
        const std::size_t row = segments.back().row;
        segments.back() = segment;
        segments.back().row = row;
    } else {
        segments.push_back(segment);
    }
}

// What nobody ended ends with its file; what was noted before it was written may never have been.
void end_with_file(std::vector<SpokenSegment>& segments, const Recorded& row) {
    for (SpokenSegment& segment : segments) {
        if (segment.file == row.file) {
            segment.to = is_open(segment) ? row.to : std::min(segment.to, row.to);
            segment.from = std::min(segment.from, segment.to);
        }
    }
}

// A loss is noted where its look began and ended, so it may touch what was spoken before.
void mark_gaps(std::vector<SpokenSegment>& segments, std::span<const Recorded> index) {
    for (const Recorded& row : index) {
        for (SpokenSegment& segment : segments) {
            const bool is_in = row.news == RecordingNews::samples_lost &&
                segment.file == row.file && row.from < segment.to && row.to > segment.from;
            segment.has_gap = segment.has_gap || is_in;
        }
    }
}

// Calls take(event) for each event of the journal.
template <class Take>
base::Result<void, base::Error> read_events(journal::Journal& journal, Take take) {
    auto reader = ANSAGE_TRY(journal.read());
    for (;;) {
        const auto entry = ANSAGE_TRY(reader.next());
        if (!entry) return {};
        std::ranges::for_each((entry)->events, take);
    }
}

} // namespace

std::vector<SpokenSegment> segments_of(std::span<const Recorded> index) {
    std::vector<SpokenSegment> segments;
    for (std::size_t i = 0; i < index.size(); ++i) {
        const Recorded& row = index[i];
        if (row.news == RecordingNews::spoken && row.ply)
            add(segments, {row.file, row.speaker, *row.ply, row.from, row.to, i, false});
        if (closes_file(row)) end_with_file(segments, row);
    }
    mark_gaps(segments, index);
    return segments;
}

const Restoration* taken_back_by(
    const std::vector<Restoration>& restorations,
    chess::Ply ply,
    std::size_t place,
    std::size_t Restoration::*kept
) {
    const auto found = std::ranges::find_if(restorations, [&](const Restoration& each) {
        return ply > each.ply && place < each.*kept;
    });
    return found == restorations.end() ? nullptr : &*found;
}

std::vector<std::string> files_of(std::span<const Recorded> index) {
    std::vector<std::string> files;
    for (const Recorded& row : index)
        if (std::ranges::find(files, row.file) == files.end()) files.push_back(row.file);
    return files;
}

std::vector<std::string> unclosed_files(std::span<const Recorded> index) {
    std::vector<std::string> files = files_of(index);
    std::erase_if(files, [&](const std::string& file) {
        return std::ranges::any_of(index, [&](const Recorded& row) {
            return row.file == file && closes_file(row);
        });
    });
    return files;
}

std::vector<Recorded>
with_lengths(std::vector<Recorded> index, const std::filesystem::path& folder) {
    for (const std::string& file : unclosed_files(index)) {
        if (const auto frames = speech::recorder::count_frames(folder / file)) {
            index.push_back(
                {.news = RecordingNews::length,
                 .file = file,
                 .from = base::Millis{0},
                 .to = speech::recorder::time_of(*frames)}
            );
        }
    }
    return index;
}

base::Result<std::vector<Recorded>, base::Error> read_recording_index(journal::Journal& journal) {
    std::vector<Recorded> index;
    const auto read = read_events(journal, [&](const table::Event& event) {
        if (const auto* recorded = std::get_if<Recorded>(&event.body)) index.push_back(*recorded);
    });
    return read.map([&] { return std::move(index); });
}

base::Result<std::optional<std::string>, base::Error>
read_chosen_microphone(journal::Journal& journal) {
    std::optional<std::string> chosen;
    std::optional<std::string> found;
    const auto read = read_events(journal, [&](const table::Event& event) {
        if (const auto* choice = std::get_if<table::MicrophoneChosen>(&event.body))
            chosen = choice->device;
        const auto* recorded = std::get_if<Recorded>(&event.body);
        if (recorded != nullptr && recorded->news == RecordingNews::microphone_back)
            found = recorded->device ? chosen : found;
    });
    return read.map([&] { return found; });
}

} // namespace ansage::record
