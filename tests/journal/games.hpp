// SPDX-License-Identifier: GPL-3.0-or-later
// Games for the journal's tests: inputs and events made up, but always the same ones.
#pragma once

#include "journal/codec.hpp"
#include "journal/journal.hpp"
#include "journal/replay.hpp"
#include "journal/sample.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ansage::tests {

// A folder of its own that is gone afterwards.
class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "ansage-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;

    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
        return path_ / name;
    }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{path_})
            names.push_back(entry.path().filename().string());
        return names;
    }

private:
    std::filesystem::path path_;
};

inline journal::Header header() {
    return {
        .setup = "@time 90m+30s\n@white impaired occupancy\n",
        .profiles = {{"words/fide", "[files]\n"}, {"laws/fide-2023", "title = \"Laws\"\n"}},
    };
}

// A program that tests at the same time on this machine plays other games.
inline const std::string this_boot = "e6d1c0de-" + std::to_string(getpid());

inline journal::Session session() {
    return {
        .program = journal::program_with_rules("0.1.0"),
        .wall_clock = base::Millis{1'700'000'000'000},
        .boot_id = this_boot,
        .at = {},
        .first_input = 1,
    };
}

struct Step {
    table::Input input;
    std::vector<table::Event> events;
};

// What is decided depends on the number alone.
inline Step step(std::uint64_t number) {
    Sample sample{number};
    const base::Instant at{base::Millis{static_cast<std::int64_t>(number) * 100}};
    Step made{.input = {at, sample.any<table::InputBody>()}, .events = {}};
    for (std::uint64_t count = sample.below(4); count > 0; --count)
        made.events.push_back({at, sample.any<table::EventBody>()});
    return made;
}

inline std::string text_of(const table::Input& input) {
    return std::to_string(input.at.since_open.count()) + journal::encode(input.body);
}

inline std::string text_of(const std::vector<table::Event>& events) {
    std::string text;
    for (const table::Event& event : events) {
        text += journal::encode(event);
        text += '\n';
    }
    return text;
}

} // namespace ansage::tests
