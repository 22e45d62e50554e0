// SPDX-License-Identifier: GPL-3.0-or-later
// What a game's record sounds like: what was recorded of a move, or what the device announced.
#pragma once

#include "record/game_record.hpp"
#include "record/recording_index.hpp"
#include "speech/recorder/sound_file.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ansage::speech {
class Synthesiser;
}

namespace ansage::record {

class GameSound {
public:
    // `folder` is the journal's: the recordings lie beside it. With `of`, of that player's voice
    // alone, which is the own score. The record must outlive this.
    GameSound(
        const GameRecord& record,
        std::filesystem::path folder,
        std::optional<chess::Color> of = std::nullopt
    );
    GameSound(const GameSound&) = delete;
    GameSound& operator=(const GameSound&) = delete;
    ~GameSound();

    // Everything recorded for that ply, in order; where the device announced the move, its own
    // speech is the record. Empty if there is nothing of either. Of a move that was taken back only
    // what came after that.
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error> of_ply(chess::Ply ply);

    // Something of what of_ply() gives was lost when it was recorded.
    bool has_gap(chess::Ply ply) const;

    // A move of that ply that was taken back.
    struct TakenBack {
        std::string title; // "12. Nf3"
        speech::recorder::Sound sound;
        bool has_gap = false;
    };

    // In the order in which they were taken back; those of which there is no sound are left out.
    [[nodiscard]] base::Result<std::vector<TakenBack>, base::Error> taken_back(chess::Ply ply);

    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error>
    spoken(const wording::Sentence& sentence);

private:
    // Of that ply, as it stood when `until` took it back; null: as it stands.
    bool is_of(const SpokenSegment& segment, chess::Ply ply, const Restoration* until) const;
    bool has_gap(chess::Ply ply, const Restoration* until) const;
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error>
    of_ply(chess::Ply ply, const Restoration* until);
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error>
    announced(const table::Said& said);
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error>
    announced_once(const table::Said& said);
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error>
    render(const std::vector<speech::Segment>& segments);

    const GameRecord& record_;
    std::filesystem::path folder_;
    std::vector<SpokenSegment> segments_;
    std::unique_ptr<speech::Synthesiser> engine_; // made when something is spoken
};

// The last ply of anything that was taken back; 0 if nothing was.
chess::Ply last_taken_back(const GameRecord& record);

// Whether there is any sound of a move that was made, or taken back.
[[nodiscard]] base::Result<bool, base::Error> has_sound(GameSound& sound, const GameRecord& record);

// One file a move, one for each that was taken back, and the moves that stand in one FLAC file with
// a cue sheet. Returns the files' names.
[[nodiscard]] base::Result<std::vector<std::string>, base::Error>
export_sound(GameSound& sound, const GameRecord& record, const std::filesystem::path& folder);

// Silence in place of all that belongs to no move. Returns the files' names.
[[nodiscard]] base::Result<std::vector<std::string>, base::Error>
erase_unspoken(const GameRecord& record, const std::filesystem::path& folder);

} // namespace ansage::record
