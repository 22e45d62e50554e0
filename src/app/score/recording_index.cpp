#include "app/score/recording_index.hpp"

#include <algorithm>

namespace ansage::app {

using table::Recorded;
using table::RecordingNews;

std::vector<SpokenSegment> segments_of(std::span<const Recorded> index) {
    std::vector<SpokenSegment> segments;
    for (const Recorded& row : index) {
        const auto same = std::ranges::find_if(segments, [&](const SpokenSegment& segment) {
            return segment.file == row.file && segment.from == row.from;
        });
        if (row.news == RecordingNews::spoken && row.ply) {
            const SpokenSegment segment{row.file, row.speaker, *row.ply, row.from, row.to};
            // Noted when it began, and again when it ended.
            if (same == segments.end()) {
                segments.push_back(segment);
            } else {
                *same = segment;
            }
        }
        if (row.news == RecordingNews::length || row.news == RecordingNews::stopped) {
            for (SpokenSegment& segment : segments) {
                if (segment.file == row.file && segment.to == segment.from) {
                    segment.to = std::max(segment.from, row.to);
                }
            }
        }
    }
    return segments;
}

std::vector<std::string> files_of(std::span<const Recorded> index) {
    std::vector<std::string> files;
    for (const Recorded& row : index) {
        if (std::ranges::find(files, row.file) == files.end()) {
            files.push_back(row.file);
        }
    }
    return files;
}

std::vector<std::string> unclosed_files(std::span<const Recorded> index) {
    std::vector<std::string> files = files_of(index);
    std::erase_if(files, [&](const std::string& file) {
        return std::ranges::any_of(index, [&](const Recorded& row) {
            return row.file == file &&
                (row.news == RecordingNews::length || row.news == RecordingNews::stopped);
        });
    });
    return files;
}

base::Result<std::vector<Recorded>, base::Error> read_recording_index(journal::Journal& journal) {
    auto reader = journal.read();
    if (!reader) {
        return tl::unexpected(reader.error());
    }
    std::vector<Recorded> index;
    for (;;) {
        const auto entry = reader->next();
        if (!entry) {
            return tl::unexpected(entry.error());
        }
        if (!*entry) {
            return index;
        }
        for (const table::Event& event : (*entry)->events) {
            if (const auto* recorded = std::get_if<Recorded>(&event.body)) {
                index.push_back(*recorded);
            }
        }
    }
}

} // namespace ansage::app
