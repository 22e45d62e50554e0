// SPDX-License-Identifier: GPL-3.0-or-later
// The recording of a table (D.2.7): push-to-record by a key, or all the time where everybody
// consented; its index goes into the journal as inputs.
#pragma once

#include "base/result.hpp"
#include "record/microphone_return.hpp"
#include "speech/recorder/recorder.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::record {

struct RecordingChoice {
    std::string device; // empty: nothing is recorded
    speech::recorder::Codec codec = speech::recorder::Codec::flac;
    bool is_continuous = false;
    base::Millis pre_roll{1500};

    // For the journal's first rows, and back.
    std::string to_text() const;
    static RecordingChoice from_text(std::string_view text);
};

// "white,black,arbiter" in any order: all three, or the error says who is missing.
[[nodiscard]] base::Result<void, base::Error> check_consent(std::string_view given);

class TableRecording {
public:
    // Records to a new file beside the journal.
    [[nodiscard]] static base::Result<TableRecording, base::Error>
    open(const RecordingChoice& choice, const std::filesystem::path& journal);

    // The same, where the microphone is not there yet: it is gone from the beginning, and looked
    // for.
    [[nodiscard]] static base::Result<TableRecording, base::Error>
    open_without_microphone(const RecordingChoice& choice, const std::filesystem::path& journal);

    // Gives what looks for a device by its name.
    using Finder = std::function<MicrophoneReturn::Open(const std::string& device)>;

    // Sound from anywhere, for tests.
    [[nodiscard]] static base::Result<TableRecording, base::Error> open(
        std::unique_ptr<speech::Input> input,
        Finder finder,
        const RecordingChoice& choice,
        const std::filesystem::path& journal
    );

    // What happens at the table says when the key is down, which ply is spoken of, and when a turn
    // is over.
    void on_event(const table::Event& event, const table::State& state);

    // What the journal is to hold.
    [[nodiscard]] std::vector<table::RecordingReported> take();

    // Why it stopped, once.
    [[nodiscard]] std::optional<base::Error> take_problem();

    // The last rows, with the file's length.
    [[nodiscard]] std::vector<table::RecordingReported> close();

private:
    struct Open { // a stretch that is being recorded
        chess::Color speaker{};
        chess::Ply ply;
        base::Millis from{0};
        std::optional<base::Millis> told_at; // where words of that ply were last known
    };

    struct File {
        std::unique_ptr<speech::recorder::Recorder> recorder;
        std::string name;
    };

    TableRecording(File file, Finder finder, RecordingChoice choice, std::filesystem::path journal);

    [[nodiscard]] static base::Result<File, base::Error> record_to_new_file(
        std::unique_ptr<speech::Input> input,
        const RecordingChoice& choice,
        const std::filesystem::path& journal
    );

    void on_key(const table::RecordingKeyed& keyed, const table::State& state);
    void begin(chess::Color speaker, chess::Ply ply);
    void end();
    void note_words(chess::Ply ply);
    void end_turn(chess::Color mover, chess::Ply ply);
    void end_repetition(base::Millis now);
    void report_spoken(const Open& open, base::Millis to);
    void report(table::RecordingNews news, base::Millis to = base::Millis{0});
    void take_news();
    void stopped(const speech::recorder::News& news);
    void look_for_microphone();
    void choose_microphone(const std::string& device);
    void take_microphone();
    void end_file();
    void tell_others(const std::vector<std::string>& names);

    File file_;
    Finder finder_;
    RecordingChoice choice_;
    std::filesystem::path journal_;
    std::unique_ptr<MicrophoneReturn> returning_; // once one was missed or chosen
    bool is_chosen_ = false; // the one that is looked for: by a person, at the table
    // Closed, but their devices may take their time.
    std::vector<std::unique_ptr<speech::recorder::Recorder>> ended_;
    // Continuous: the move of this turn was announced while there was a microphone.
    bool was_heard_ = false;
    std::optional<Open> open_;
    std::optional<Open> repetition_; // continuous: after a press the opponent may repeat
    base::Millis turn_from_{0};
    std::vector<table::RecordingReported> reports_;
    std::optional<base::Error> problem_;
};

// After a killed program: gives its files true headers, and says how long they are. What cannot be
// mended is an error for a person; the rest is.
struct Recovery {
    std::vector<table::RecordingReported> reports;
    std::vector<base::Error> problems;
};

Recovery
recover_recordings(std::span<const table::Recorded> index, const std::filesystem::path& folder);

} // namespace ansage::record
