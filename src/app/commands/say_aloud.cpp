// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/say_aloud.hpp"

#include "base/instant.hpp"
#include "speech/live/make.hpp"

#include <poll.h>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;

namespace {

constexpr Millis pause{500};
// Nobody speaks one sentence for so long: a device that reports nothing by then is stuck.
constexpr int longest_wait_ms = 60'000;

tl::unexpected<SoundProblem> no_sound(Error error) {
    return tl::unexpected{SoundProblem{std::move(error), terminal::ExitCode::unavailable}};
}

Result<void, SoundProblem> not_everything(const std::string& where) {
    return no_sound(
        {base::phrase("not everything could be spoken"),
         where,
         base::phrase("look at the voices and the audio device with \"ansage doctor\"")}
    );
}

} // namespace

Result<Aloud, SoundProblem> Aloud::open(const telling::AudioChoice& choice, std::string where) {
    Aloud aloud{std::move(where)};
    Result<void, SoundProblem> opened;
    if (choice.kind == telling::AudioChoice::Kind::file) opened = aloud.open_file(choice.name);
    else if (choice.kind == telling::AudioChoice::Kind::device)
        opened = aloud.open_device(choice.name);
    return opened.map([&] { return std::move(aloud); });
}

Result<void, SoundProblem> Aloud::open_file(const std::string& name) {
    auto engine = speech::espeak::Engine::open();
    if (!engine) return no_sound(engine.error());
    auto timeline = speech::WavTimeline::create(name, **engine);
    if (!timeline)
        return tl::unexpected{SoundProblem{timeline.error(), terminal::ExitCode::bad_input}};
    engine_ = std::move(*engine);
    file_ = std::move(*timeline);
    return {};
}

Result<void, SoundProblem> Aloud::open_device(const std::string& name) {
    speech::portaudio::Routes routes;
    routes[speech::Audience::room] = {.device = name};
    auto live = speech::live::make_live_speaker(routes);
    if (!live) return no_sound(live.error());
    if (live->heard_by.empty()) {
        return no_sound(
            live->problems.empty()
                ? Error{base::phrase("there is no audio device"), where_, base::phrase("name a file that ends in .wav")}
                : live->problems.front()
        );
    }
    speaker_ = std::move(live->speaker);
    return {};
}

Result<void, SoundProblem> Aloud::say(std::vector<speech::Segment> segments) {
    const speech::Utterance sentence{.segments = std::move(segments)};
    if (file_) {
        const Millis start = file_->length() > Millis{0} ? file_->length() + pause : Millis{0};
        const auto placed = file_->place(sentence, start);
        return placed ? Result<void, SoundProblem>{} : no_sound(placed.error());
    }
    if (!speaker_) return {};
    speaker_->say(sentence);
    return wait_for_end();
}

Result<void, SoundProblem> Aloud::wait_for_end() {
    while (true) {
        pollfd waiting{.fd = speaker_->report_fd(), .events = POLLIN, .revents = 0};
        if (poll(&waiting, 1, longest_wait_ms) <= 0) {
            return no_sound(
                {base::phrase("the loudspeaker plays nothing"),
                 where_,
                 base::phrase("look at it with \"ansage doctor\"")}
            );
        }
        // Reading these clears the descriptor too.
        static_cast<void>(speaker_->take_output_changes());
        if (const auto reports = speaker_->take_reports(); !reports.empty()) {
            return reports.front().outcome == speech::Outcome::finished
                ? Result<void, SoundProblem>{}
                : not_everything(where_);
        }
    }
}

} // namespace ansage::app
