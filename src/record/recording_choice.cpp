// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/recording_choice.hpp"

#include "base/try.hpp"
#include "record/recording_index.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::record {

using base::Error;
using base::Result;

namespace {

constexpr std::string_view recording_name = "play/recording";

} // namespace

Result<void, Error> check_microphone_named(const terminal::Arguments& given) {
    if (!given.value_or("record", "").empty()) return {};
    for (const std::string_view option :
         {"record", "record-continuous", "record-codec", "consent"}) {
        if (given.is_typed(option)) { // the codec as a habit does no harm
            return tl::unexpected(Error{
                base::phrase("no microphone is named, so nothing would be recorded"),
                fmt::format("--{}", option),
                base::phrase("write --record default, or the name of one")});
        }
    }
    return {};
}

Result<RecordingChoice, Error>
recording_given(const terminal::Arguments& given, std::optional<bool> agreed) {
    RecordingChoice choice;
    choice.device = given.value_or("record", "");
    choice.codec = given.value_or("record-codec", "flac") == "opus" ? speech::recorder::Codec::opus
                                                                    : speech::recorder::Codec::flac;
    choice.is_continuous = given.has("record-continuous");
    if (choice.is_continuous && !agreed) ANSAGE_TRY(check_consent(given.value_or("consent", "")));
    return choice;
}

Result<RecordingChoice, Error> recording_again(
    const terminal::Arguments& given, const journal::Header& header, journal::Journal& journal
) {
    const auto stored = std::ranges::find(header.profiles, recording_name, &journal::Profile::name);
    if (given.value("record") || stored == header.profiles.end())
        return recording_given(given, std::nullopt);
    auto choice = RecordingChoice::from_text(stored->text);
    return read_chosen_microphone(journal).map([&](const std::optional<std::string>& chosen) {
        choice.device = chosen.value_or(choice.device);
        return choice;
    });
}

journal::Profile profile_of(const RecordingChoice& choice) {
    return {std::string{recording_name}, choice.to_text()};
}

Result<std::optional<TableRecording>, Error>
open_recording(const RecordingChoice& choice, const std::filesystem::path& journal) {
    if (choice.device.empty()) return std::nullopt;
    return TableRecording::open(choice, journal).map([](TableRecording recording) {
        return std::optional{std::move(recording)};
    });
}

std::optional<TableRecording> open_recording_again(
    const RecordingChoice& choice,
    const std::filesystem::path& journal,
    std::vector<Error>& problems
) {
    auto opened = open_recording(choice, journal);
    if (opened) return *std::move(opened);
    problems.push_back(opened.error());
    auto waiting = TableRecording::open_without_microphone(choice, journal);
    return waiting ? std::optional{*std::move(waiting)} : std::nullopt;
}

Result<Recovery, Error> recover_recordings(journal::Journal& journal) {
    return read_recording_index(journal).map([&](const std::vector<table::Recorded>& index) {
        return recover_recordings(index, std::filesystem::path{journal.file()}.parent_path());
    });
}

} // namespace ansage::record
