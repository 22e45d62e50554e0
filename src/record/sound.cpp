// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/sound.hpp"

#include "base/try.hpp"
#include "files/files.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/portaudio/resampler.hpp"
#include "table/model/event_words.hpp"
#include "telling/outcome.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::record {

using base::Error;
using base::Result;
using chess::Color;
using speech::recorder::Codec;
using speech::recorder::Sound;
namespace fs = std::filesystem;

namespace {

// Of a cue sheet: 75 frames a second.
std::string cue_time(std::uint64_t frames) {
    const std::uint64_t seconds = frames / speech::recording_rate;
    const std::uint64_t part = frames % speech::recording_rate * 75 / speech::recording_rate;
    return fmt::format("{:02}:{:02}:{:02}", seconds / 60, seconds % 60, part);
}

std::string move_file(const table::State& state, chess::Ply ply) {
    const auto [number, mover] = state.positions.before(ply).place();
    return fmt::format("{:03}-{}.flac", number.value(), chess::to_string(mover));
}

Result<void, Error> write_sound(const fs::path& path, const Sound& sound) {
    std::error_code ignored;
    fs::remove(path, ignored);
    auto writer = ANSAGE_TRY(speech::recorder::SoundWriter::create(path, Codec::flac));
    return writer.write(sound).and_then([&] { return writer.close(); });
}

// All moves one after another, with a track for each.
class Album {
public:
    explicit Album(speech::recorder::SoundWriter writer)
        : writer_(std::move(writer)) {}

    Result<void, Error> add(const std::string& title, const Sound& sound) {
        cue_ += fmt::format(
            "  TRACK {:02} AUDIO\n    TITLE \"{}\"\n    INDEX 01 {}\n",
            ++tracks_,
            title,
            cue_time(writer_.frames())
        );
        return writer_.write(sound);
    }

    Result<void, Error> close(const fs::path& cue) {
        return writer_.close().and_then([&] {
            return files::write_file(cue, "FILE \"game.flac\" WAVE\n" + cue_);
        });
    }

private:
    speech::recorder::SoundWriter writer_;
    std::string cue_;
    unsigned tracks_ = 0;
};

} // namespace

GameSound::GameSound(const GameRecord& record, fs::path folder, std::optional<Color> of)
    : record_(record),
      folder_(std::move(folder)),
      segments_(segments_of(with_lengths(record.recordings, folder_))) {
    std::erase_if(segments_, [of](const SpokenSegment& segment) {
        return of && segment.speaker != of;
    });
}

GameSound::~GameSound() = default;

Result<Sound, Error> GameSound::of_ply(chess::Ply ply) { return of_ply(ply, nullptr); }

bool GameSound::has_gap(chess::Ply ply) const { return has_gap(ply, nullptr); }

bool GameSound::has_gap(chess::Ply ply, const Restoration* until) const {
    return std::ranges::any_of(segments_, [&](const SpokenSegment& segment) {
        return segment.has_gap && is_of(segment, ply, until);
    });
}

bool GameSound::is_of(const SpokenSegment& segment, chess::Ply ply, const Restoration* until)
    const {
    const std::vector<Restoration>& all = record_.restorations;
    return segment.ply == ply &&
        taken_back_by(all, ply, segment.row, &Restoration::recorded) == until;
}

Result<Sound, Error> GameSound::of_ply(chess::Ply ply, const Restoration* until) {
    Sound sound;
    for (const SpokenSegment& segment : segments_) {
        if (!is_of(segment, ply, until)) continue;
        const auto part = ANSAGE_TRY(
            speech::recorder::read_sound(folder_ / segment.file, segment.from, segment.to)
        );
        sound.insert(sound.end(), part.begin(), part.end());
    }
    const std::vector<table::Said>& announcements = record_.announcements;
    for (std::size_t i = 0; i < announcements.size() && sound.empty(); ++i) {
        const table::Said& said = announcements[i];
        if (said.message.arguments.ply == ply &&
            taken_back_by(record_.restorations, ply, i, &Restoration::announced) == until)
            return until == nullptr ? announced(said) : announced_once(said);
    }
    return sound;
}

Result<std::vector<GameSound::TakenBack>, Error> GameSound::taken_back(chess::Ply ply) {
    std::vector<TakenBack> found;
    for (const Restoration& restoration : record_.restorations) {
        if (ply <= restoration.ply || ply - restoration.ply > restoration.moves.size()) continue;
        auto sound = ANSAGE_TRY(of_ply(ply, &restoration));
        if (!sound.empty()) {
            found.push_back(
                {.title = restoration.moves[ply - restoration.ply - 1],
                 .sound = std::move(sound),
                 .has_gap = has_gap(ply, &restoration)}
            );
        }
    }
    return found;
}

// The position in which it was said is gone; its words are kept.
Result<Sound, Error> GameSound::announced_once(const table::Said& said) {
    const std::string_view listeners = telling::language_of(*record_.state.setup, said.audience);
    const std::string language =
        record_.kit.words.catalogue(listeners).worded(said.message.id).language;
    return spoken({said.message.words, language});
}

Result<Sound, Error> GameSound::announced(const table::Said& said) {
    const std::string_view language = telling::language_of(*record_.state.setup, said.audience);
    return render(record_.kit.words.segments(said.message, language, record_.state));
}

Result<Sound, Error> GameSound::spoken(const wording::Sentence& sentence) {
    const wording::Catalogue& in = record_.kit.words.catalogue(sentence.language);
    return render({{.language = sentence.language, .text = in.spoken(sentence)}});
}

Result<Sound, Error> GameSound::render(const std::vector<speech::Segment>& segments) {
    if (!engine_) engine_ = ANSAGE_TRY(speech::espeak::Engine::open());
    return engine_->render(segments, {}).map([](const speech::Samples& samples) {
        Sound sound;
        speech::portaudio::Resampler resampler{speech::sample_rate, speech::recording_rate};
        resampler.process(samples, sound);
        return sound;
    });
}

chess::Ply last_taken_back(const GameRecord& record) {
    chess::Ply last;
    for (const Restoration& each : record.restorations)
        last = std::max(last, each.ply + static_cast<unsigned>(each.moves.size()));
    return last;
}

namespace {

// "012-white-taken-back-1.flac"
std::string taken_back_file(const GameRecord& record, chess::Ply ply, std::size_t index) {
    const chess::MovePlace place = chess::place_of(record.state.positions.front(), ply);
    return fmt::format(
        "{:03}-{}-taken-back-{}.flac",
        place.number.value(),
        chess::to_string(place.mover),
        index + 1
    );
}

// No part of the game, but of its record.
Result<void, Error> export_taken_back(
    GameSound& sound,
    const GameRecord& record,
    const fs::path& folder,
    std::vector<std::string>& files
) {
    for (chess::Ply ply = 1; ply <= last_taken_back(record); ++ply) {
        const auto earlier = sound.taken_back(ply);
        Result<void, Error> done =
            earlier ? Result<void, Error>{} : tl::unexpected(earlier.error());
        for (std::size_t i = 0; done && i < earlier->size(); ++i) {
            const fs::path path = folder / taken_back_file(record, ply, i);
            done = write_sound(path, (*earlier)[i].sound);
            files.push_back(path.string());
        }
        if (!done) return done;
    }
    return {};
}

} // namespace

Result<bool, Error> has_sound(GameSound& sound, const GameRecord& record) {
    const chess::Ply last = std::max(record.state.made(), last_taken_back(record));
    for (chess::Ply ply = 1; ply <= last; ++ply) {
        const bool was_made = ply <= record.state.made();
        const auto heard =
            ANSAGE_TRY(was_made ? sound.of_ply(ply) : Result<speech::recorder::Sound, Error>{});
        const auto taken_back = ANSAGE_TRY(sound.taken_back(ply));
        if (!heard.empty() || !taken_back.empty()) return true;
    }
    return false;
}

Result<std::vector<std::string>, Error>
export_sound(GameSound& sound, const GameRecord& record, const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    std::error_code ignored;
    fs::remove(folder / "game.flac", ignored);
    auto writer = speech::recorder::SoundWriter::create(folder / "game.flac", Codec::flac);
    if (error || !writer) {
        return tl::unexpected(Error{
            base::phrase("sound cannot be written there"),
            folder.string(),
            base::phrase("choose another with --out")});
    }
    Album album{*std::move(writer)};
    std::vector<std::string> files;
    for (chess::Ply ply = 1; ply <= record.state.made(); ++ply) {
        const auto heard = ANSAGE_TRY(sound.of_ply(ply));
        if (heard.empty()) continue;
        const fs::path path = folder / move_file(record.state, ply);
        ANSAGE_TRY(write_sound(path, heard));
        const std::string& san = record.state.plies[ply].san;
        ANSAGE_TRY(album.add(table::numbered(record.state, ply, san), heard));
        files.push_back(path.string());
    }
    ANSAGE_TRY(export_taken_back(sound, record, folder, files));
    ANSAGE_TRY(album.close(folder / "game.cue"));
    files.push_back((folder / "game.flac").string());
    files.push_back((folder / "game.cue").string());
    return files;
}

namespace {

std::vector<speech::recorder::Span>
spans_of(const std::vector<SpokenSegment>& segments, const std::string& file) {
    std::vector<speech::recorder::Span> spans;
    for (const SpokenSegment& segment : segments)
        if (segment.file == file) spans.push_back({segment.from, segment.to});
    return spans;
}

} // namespace

Result<std::vector<std::string>, Error>
erase_unspoken(const GameRecord& record, const fs::path& folder) {
    std::vector<std::string> files = files_of(record.recordings);
    const std::vector<SpokenSegment> segments =
        segments_of(with_lengths(record.recordings, folder));
    for (const std::string& file : files) {
        const auto spans = spans_of(segments, file);
        ANSAGE_TRY(speech::recorder::erase_outside(folder / file, spans));
    }
    return files;
}

} // namespace ansage::record
