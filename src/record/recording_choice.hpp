// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line and the journal say of a recording.
#pragma once

#include "journal/journal.hpp"
#include "record/recording.hpp"
#include "terminal/options.hpp"

namespace ansage::record {

// Whoever says how to record, or who consented to it, wants to be recorded, and --record names the
// microphone. A microphone is never guessed: it could be anybody's.
[[nodiscard]] base::Result<void, base::Error>
check_microphone_named(const terminal::Arguments& given);

// Without --record nothing is recorded: the device is empty. `agreed` is what everybody answered at
// set-up, if anybody was asked; else --consent has to say it.
[[nodiscard]] base::Result<RecordingChoice, base::Error>
recording_given(const terminal::Arguments& given, std::optional<bool> agreed);

// That of last time, where none is given now; consent holds for the whole game. The error is the
// option's or the journal's.
[[nodiscard]] base::Result<RecordingChoice, base::Error> recording_again(
    const terminal::Arguments& given, const journal::Header& header, journal::Journal& journal
);

// For the journal's first rows: how it was recorded, and who consented to that.
journal::Profile profile_of(const RecordingChoice& choice);

// Nothing is recorded where no device is chosen. The error is the device's.
[[nodiscard]] base::Result<std::optional<TableRecording>, base::Error>
open_recording(const RecordingChoice& choice, const std::filesystem::path& journal);

// The game goes on without a microphone too: it is looked for, and what is missing is told.
[[nodiscard]] std::optional<TableRecording> open_recording_again(
    const RecordingChoice& choice,
    const std::filesystem::path& journal,
    std::vector<base::Error>& problems
);

// What an interrupted game left behind. The error is the journal's.
[[nodiscard]] base::Result<Recovery, base::Error> recover_recordings(journal::Journal& journal);

} // namespace ansage::record
