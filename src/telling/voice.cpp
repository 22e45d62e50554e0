// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/voice.hpp"

#include "base/try.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/live/make.hpp"
#include "speech/null_speaker.hpp"
#include "speech/virtual_speaker.hpp"
#include "speech/wav.hpp"
#include "table/asking/questions.hpp"
#include "telling/ears.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ansage::telling {

using base::Error;
using base::Result;

namespace {

// Utterances of people in the room have numbers that the table never gives.
constexpr std::uint64_t first_room_id = std::uint64_t{1} << 62U;

// Who turns himself down can still hear how to turn himself up.
constexpr int softest = 20;
constexpr int loudest = 200;
constexpr int slowest = 80;
constexpr int fastest = 450;

speech::Audience audience_of(table::Audience audience) {
    switch (audience) {
    case table::Audience::room: return speech::Audience::room;
    case table::Audience::ear_white: return speech::Audience::ear_white;
    case table::Audience::ear_black: return speech::Audience::ear_black;
    case table::Audience::assistant: return speech::Audience::assistant;
    case table::Audience::arbiter: return speech::Audience::arbiter;
    }
    return speech::Audience::arbiter;
}

speech::Priority priority_of(table::Priority priority) {
    switch (priority) {
    case table::Priority::important: return speech::Priority::important;
    case table::Priority::message: return speech::Priority::message;
    case table::Priority::text: return speech::Priority::text;
    case table::Priority::notification: return speech::Priority::notification;
    case table::Priority::progress: return speech::Priority::progress;
    }
    return speech::Priority::message;
}

table::SpeechOutcome outcome_of(speech::Outcome outcome) {
    switch (outcome) {
    case speech::Outcome::finished: return table::SpeechOutcome::finished;
    case speech::Outcome::cut: return table::SpeechOutcome::cut;
    case speech::Outcome::dropped: return table::SpeechOutcome::dropped;
    case speech::Outcome::failed: return table::SpeechOutcome::failed;
    }
    return table::SpeechOutcome::failed;
}

} // namespace

struct Voice::Parts {
    std::shared_ptr<speech::espeak::Engine> engine;
    std::unique_ptr<speech::Stage> stage;
    std::unique_ptr<speech::Speaker> speaker;
    speech::VirtualSpeaker* virtual_speaker = nullptr; // the same, where time is virtual
    speech::WavStage* file = nullptr; // the stage, if it is one
    base::Millis left_out{0};
    std::optional<Error> fault;
    std::optional<Error> problem;
    std::uint64_t next_room_id = first_room_id;
    std::set<std::uint64_t> speaking; // people in the room
    std::vector<table::UtteranceReported> reports;
    speech::Ears ears;
    std::map<table::Audience, Tones> tones;

    // A speaker in virtual time, which fills the stage.
    void perform_on(std::unique_ptr<speech::Stage> its_stage) {
        stage = std::move(its_stage);
        auto performer = std::make_unique<speech::VirtualSpeaker>(*stage);
        virtual_speaker = performer.get();
        speaker = std::move(performer);
    }

    speech::ListenerSettings listener(speech::Audience audience) const {
        const auto ear = ears.find(audience);
        return ear == ears.end() ? speech::ListenerSettings{} : ear->second.listener;
    }

    void collect() {
        if (file != nullptr && !fault) fault = file->take_error();
        for (const speech::Report& report : speaker->take_reports()) {
            if (speaking.erase(report.id) == 0)
                reports.push_back({.id = report.id, .outcome = outcome_of(report.outcome)});
        }
    }
};

AudioChoice parse_audio(const std::string& text) {
    if (text == "none") return {AudioChoice::Kind::none, {}};
    if (text.ends_with(".wav")) return {AudioChoice::Kind::file, text};
    return {AudioChoice::Kind::device, text == "default" ? std::string{} : text};
}

std::string_view listener_id(speech::Audience audience) {
    switch (audience) {
    case speech::Audience::room: return "ear_choice.room";
    case speech::Audience::ear_white: return "player.white";
    case speech::Audience::ear_black: return "player.black";
    case speech::Audience::assistant: return "ear_choice.assistant";
    case speech::Audience::arbiter: return "ear_choice.arbiter";
    }
    return "ear_choice.room";
}

bool is_repeat(const table::InputBody& asked, const table::Said& said) {
    if (said.cause != table::Cause::request) return false;
    if (const auto* pressed = std::get_if<table::PressesButton>(&asked))
        return pressed->button == table::BoardButton::repeat;
    const auto* const asks = std::get_if<table::Asks>(&asked);
    return asks != nullptr && table::is_about(*asks, table::About::words);
}

std::string notice_of(const speech::OutputChange& change, const wording::Catalogue& in) {
    const wording::Argument person{"person", wording::Term{listener_id(change.audience)}};
    return in.sentence(change.available ? "device.back" : "device.gone", {person});
}

Voice::Voice(std::unique_ptr<Parts> parts)
    : parts_(std::move(parts)) {}

Voice::Voice(Voice&&) noexcept = default;
Voice& Voice::operator=(Voice&&) noexcept = default;
Voice::~Voice() = default;

namespace {

Result<std::unique_ptr<speech::WavStage>, Error>
fill_wav(const std::string& file, std::shared_ptr<speech::espeak::Engine>& engine) {
    engine = ANSAGE_TRY(speech::espeak::Engine::shared());
    return speech::WavTimeline::create(file, *engine).map([](speech::WavTimeline timeline) {
        return std::make_unique<speech::WavStage>(std::move(timeline), speech::Audience::room);
    });
}

} // namespace

namespace {

// The room's device is the one of --audio; where none is named and an ear has the default device,
// the room has none, for what goes to an ear never goes to the room (D.2.10).
speech::Ears with_room(const AudioChoice& choice, speech::Ears ears) {
    const bool default_is_taken = std::ranges::any_of(ears, [](const auto& ear) {
        return ear.first != speech::Audience::room && ear.second.device.empty();
    });
    const bool is_named = !choice.name.empty();
    if (is_named || (!default_is_taken && !ears.contains(speech::Audience::room)))
        ears[speech::Audience::room].device = choice.name;
    return ears;
}

speech::portaudio::Routes routes_of(const speech::Ears& ears) {
    speech::portaudio::Routes routes;
    for (const auto& [audience, ear] : ears)
        routes[audience] = {.device = ear.device, .side = ear.side};
    return routes;
}

bool is_wanted(const speech::ListenerSettings& listener, table::Priority priority) {
    return listener.verbosity == speech::Verbosity::all ||
        (priority != table::Priority::notification && priority != table::Priority::progress);
}

} // namespace

Result<Voice, Error> Voice::open(const AudioChoice& choice, const speech::Ears& ears) {
    auto parts = std::make_unique<Parts>();
    parts->ears = ears;
    if (choice.kind == AudioChoice::Kind::file) {
        auto stage = ANSAGE_TRY(fill_wav(choice.name, parts->engine));
        parts->file = stage.get();
        parts->perform_on(std::move(stage));
        return Voice{std::move(parts)};
    }
    if (choice.kind == AudioChoice::Kind::silent) {
        parts->perform_on(std::make_unique<speech::SilentStage>());
        return Voice{std::move(parts)};
    }
    const bool has_room = choice.kind == AudioChoice::Kind::device;
    if (has_room || choice.kind == AudioChoice::Kind::ears) {
        if (has_room) parts->ears = with_room(choice, ears);
        ANSAGE_TRY(check_ears(parts->ears));
        auto live = speech::live::make_live_speaker(routes_of(parts->ears));
        if (live && live->clash) return tl::unexpected(std::move(*live->clash));
        if (live && !live->problems.empty()) parts->problem = live->problems.front();
        if (live) {
            // Also where nobody can hear it yet: a device may come later.
            parts->speaker = std::move(live->speaker);
            return Voice{std::move(parts)};
        }
        parts->problem = live.error();
    }
    parts->speaker = std::make_unique<speech::NullSpeaker>();
    return Voice{std::move(parts)};
}

Voice Voice::open(std::unique_ptr<speech::Speaker> speaker, const speech::Ears& ears) {
    auto parts = std::make_unique<Parts>();
    parts->speaker = std::move(speaker);
    parts->ears = ears;
    return Voice{std::move(parts)};
}

void Voice::say(const table::Said& said, std::vector<speech::Segment> segments, bool is_repeat) {
    const speech::ListenerSettings listener = parts_->listener(audience_of(said.audience));
    if (!is_wanted(listener, said.priority)) {
        parts_->reports.push_back({.id = said.id, .outcome = table::SpeechOutcome::dropped});
        return;
    }
    const auto tones = parts_->tones.find(said.audience);
    const auto tone =
        tones == parts_->tones.end() ? std::nullopt : tone_of(said.message, tones->second);
    if (tone) segments = {{.language = {}, .tone = tone}};
    parts_->speaker->say({
        .id = said.id,
        .audience = audience_of(said.audience),
        .priority = priority_of(said.priority),
        .segments = std::move(segments),
        .voice = listener.voice,
        .repeat = is_repeat,
    });
    parts_->collect();
}

void Voice::stop_text(table::Audience audience) {
    parts_->speaker->stop_text(audience_of(audience));
    parts_->collect();
}

void Voice::speak_in_room(std::vector<speech::Segment> segments) {
    const std::uint64_t id = parts_->next_room_id++;
    parts_->speaking.insert(id);
    parts_->speaker->say({
        .id = id,
        .audience = speech::Audience::room,
        .priority = speech::Priority::message,
        .segments = std::move(segments),
        .voice = parts_->listener(speech::Audience::room).voice,
    });
    parts_->collect();
}

void Voice::speak_to(
    table::Audience audience, std::vector<speech::Segment> segments, speech::Priority priority
) {
    const std::uint64_t id = parts_->next_room_id++;
    parts_->speaking.insert(id);
    parts_->speaker->say({
        .id = id,
        .audience = audience_of(audience),
        .priority = priority,
        .segments = std::move(segments),
        .voice = parts_->listener(audience_of(audience)).voice,
    });
    parts_->collect();
}

void Voice::prefer_tones(table::Audience audience, Tones tones) {
    parts_->tones[audience] = std::move(tones);
}

bool Voice::adjust(table::Audience audience, int volume, int words_per_minute) {
    const auto ear = parts_->ears.find(audience_of(audience));
    if (ear == parts_->ears.end()) return false;
    speech::VoiceSettings& voice = ear->second.listener.voice;
    voice.volume = std::clamp(voice.volume + volume, softest, loudest);
    voice.words_per_minute =
        std::clamp(voice.words_per_minute + words_per_minute, slowest, fastest);
    return true;
}

bool Voice::hears(table::Audience audience) const {
    return parts_->stage != nullptr ? audience == table::Audience::room
                                    : parts_->ears.contains(audience_of(audience));
}

void Voice::advance_to(base::Instant now) {
    if (parts_->virtual_speaker != nullptr)
        parts_->virtual_speaker->advance_to(now + -parts_->left_out);
    parts_->collect();
}

std::optional<base::Instant> Voice::next_deadline() const {
    const auto ends = parts_->virtual_speaker == nullptr ? std::nullopt
                                                         : parts_->virtual_speaker->next_deadline();
    return ends ? std::optional{*ends + parts_->left_out} : std::nullopt;
}

void Voice::leave_out(base::Millis passed) { parts_->left_out += passed; }

bool Voice::room_is_busy() const { return !parts_->speaking.empty(); }

std::vector<speech::OutputChange> Voice::take_output_changes() {
    return parts_->speaker->take_output_changes();
}

std::vector<table::UtteranceReported> Voice::take_reports() {
    parts_->collect();
    return std::exchange(parts_->reports, {});
}

int Voice::report_fd() const { return parts_->speaker->report_fd(); }

std::optional<Error> Voice::problem() const { return parts_->problem; }

const std::optional<Error>& Voice::fault() const { return parts_->fault; }

} // namespace ansage::telling
