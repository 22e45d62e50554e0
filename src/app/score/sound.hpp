// What a game's record sounds like: what was recorded of a move, or what the device announced.
#pragma once

#include "app/score/game_record.hpp"
#include "app/score/recording_index.hpp"
#include "speech/recorder/sound_file.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ansage::speech {
class Synthesiser;
}

namespace ansage::app {

class GameSound {
public:
    // `folder` is the journal's: the recordings lie beside it. Both must outlive this.
    GameSound(const GameRecord& record, std::filesystem::path folder);
    GameSound(const GameSound&) = delete;
    GameSound& operator=(const GameSound&) = delete;
    GameSound(GameSound&&) = delete;
    GameSound& operator=(GameSound&&) = delete;
    ~GameSound();

    // Everything recorded for that ply, in order; where the device announced the move, its own
    // speech is the record. Empty if there is nothing of either.
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error> of_ply(unsigned ply);

    // A sentence in the catalogue's language.
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error>
    spoken(const std::string& words, const std::string& language);

private:
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error>
    announced(const table::Said& said);
    [[nodiscard]] base::Result<speech::recorder::Sound, base::Error>
    render(const std::vector<speech::Segment>& segments);

    const GameRecord& record_;
    std::filesystem::path folder_;
    std::vector<SpokenSegment> segments_;
    std::unique_ptr<speech::Synthesiser> engine_; // made when something is spoken
};

// One file a move, and all of them in one FLAC file with a cue sheet. Returns the files' names.
[[nodiscard]] base::Result<std::vector<std::string>, base::Error>
export_sound(GameSound& sound, const GameRecord& record, const std::filesystem::path& folder);

// Silence in place of all that belongs to no move. Returns the files' names.
[[nodiscard]] base::Result<std::vector<std::string>, base::Error>
erase_unspoken(const GameRecord& record, const std::filesystem::path& folder);

} // namespace ansage::app
