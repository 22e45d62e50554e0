#include "app/commands/say_aloud.hpp"

#include "base/instant.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/live/make.hpp"
#include "speech/wav.hpp"

#include <poll.h>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
using phonetics::Announcement;
using speech::Utterance;

namespace {

constexpr Millis pause{500};
// Nobody announces for so long: a device that reports nothing by then is stuck.
constexpr int longest_wait_ms = 20'000;

Utterance to_utterance(const Announcement& announcement, std::uint64_t id) {
    return {
        .id = id,
        .segments = {{.language = announcement.language, .text = to_speech(announcement)}}};
}

tl::unexpected<SoundProblem> no_sound(Error error) {
    return tl::unexpected{SoundProblem{std::move(error), ExitCode::unavailable}};
}

Result<void, SoundProblem> wait_for_reports(speech::Speaker& speaker, std::size_t count) {
    bool failed = false;
    while (count > 0) {
        pollfd waiting{.fd = speaker.report_fd(), .events = POLLIN, .revents = 0};
        if (poll(&waiting, 1, longest_wait_ms) <= 0) {
            return no_sound(
                {"the loudspeaker plays nothing",
                 "ansage say --speak",
                 "look at it with \"ansage doctor\""}
            );
        }
        // Reading these clears the descriptor too.
        static_cast<void>(speaker.take_output_changes());
        for (const speech::Report& report : speaker.take_reports()) {
            failed = failed || report.outcome != speech::Outcome::finished;
            --count;
        }
    }
    if (failed) {
        return no_sound(
            {"not everything could be spoken",
             "ansage say --speak",
             "look at the voices and the audio device with \"ansage doctor\""}
        );
    }
    return {};
}

} // namespace

Result<void, SoundProblem>
write_wav(const std::string& file, const std::vector<Announcement>& announcements) {
    const auto engine = speech::espeak::Engine::open();
    if (!engine) {
        return no_sound(engine.error());
    }
    auto timeline = speech::WavTimeline::create(file, **engine);
    if (!timeline) {
        return tl::unexpected{SoundProblem{timeline.error(), ExitCode::bad_input}};
    }
    Millis start{0};
    for (const Announcement& announcement : announcements) {
        if (const auto placed = timeline->place(to_utterance(announcement, 0), start); !placed) {
            return no_sound(placed.error());
        }
        start = timeline->length() + pause;
    }
    return {};
}

Result<void, SoundProblem> speak(const std::vector<Announcement>& announcements) {
    speech::portaudio::Routes routes;
    routes[speech::Audience::room] = {};
    const auto live = speech::live::make_live_speaker(routes);
    if (!live) {
        return no_sound(live.error());
    }
    if (live->heard_by.empty()) {
        return no_sound(
            live->problems.empty()
                ? Error{"there is no audio device", "ansage say --speak", "use --wav FILE"}
                : live->problems.front()
        );
    }
    for (std::size_t i = 0; i < announcements.size(); ++i) {
        live->speaker->say(to_utterance(announcements[i], i));
    }
    return wait_for_reports(*live->speaker, announcements.size());
}

} // namespace ansage::app
