// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/say_aloud.hpp"

#include "base/instant.hpp"
#include "base/try.hpp"
#include "speech/live/make.hpp"

#include <poll.h>
#include <utility>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
using terminal::Failure;

namespace {

constexpr Millis pause{500};
// Nobody speaks one sentence for so long: a device that reports nothing by then is stuck.
constexpr int longest_wait_ms = 60'000;

} // namespace

Result<Aloud, Failure> open_aloud(const terminal::Arguments& given, std::string where) {
    const auto wav = given.value("wav");
    return Aloud::open(
        wav ? telling::AudioChoice{telling::AudioChoice::Kind::file, *wav} : telling::AudioChoice{},
        std::move(where)
    );
}

Result<Aloud, Failure> Aloud::open(const telling::AudioChoice& choice, std::string where) {
    Aloud aloud{std::move(where)};
    using Kind = telling::AudioChoice::Kind;
    if (choice.kind == Kind::file) ANSAGE_TRY(aloud.open_file(choice.name));
    if (choice.kind == Kind::device) ANSAGE_TRY(aloud.open_device(choice.name));
    return aloud;
}

Result<void, Failure> Aloud::open_file(const std::string& name) {
    engine_ = ANSAGE_TRY(speech::espeak::Engine::open().map_error(terminal::unavailable));
    file_ = ANSAGE_TRY(speech::WavTimeline::create(name, *engine_));
    return {};
}

Result<void, Failure> Aloud::open_device(const std::string& name) {
    speech::portaudio::Routes routes;
    routes[speech::Audience::room] = {.device = name};
    auto live =
        ANSAGE_TRY(speech::live::make_live_speaker(routes).map_error(terminal::unavailable));
    if (live.heard_by.empty()) {
        const Error no_device{
            base::phrase("there is no audio device"),
            where_,
            base::phrase("name a file that ends in .wav")};
        return tl::unexpected(
            terminal::unavailable(live.problems.empty() ? no_device : live.problems.front())
        );
    }
    speaker_ = std::move(live.speaker);
    return {};
}

Result<void, Failure> Aloud::say(std::vector<speech::Segment> segments) {
    const speech::Utterance sentence{.segments = std::move(segments)};
    if (file_) {
        const Millis start = file_->length() > Millis{0} ? file_->length() + pause : Millis{0};
        ANSAGE_TRY(file_->place(sentence, start).map_error(terminal::unavailable));
        return {};
    }
    if (!speaker_) return {};
    speaker_->say(sentence);
    return wait_for_end();
}

Result<void, Failure> Aloud::wait_for_end() {
    while (true) {
        pollfd waiting{.fd = speaker_->report_fd(), .events = POLLIN, .revents = 0};
        if (poll(&waiting, 1, longest_wait_ms) <= 0) {
            return tl::unexpected(terminal::unavailable(
                {base::phrase("the loudspeaker plays nothing"),
                 where_,
                 base::phrase("look at it with \"ansage doctor\"")}
            ));
        }
        // Reading these clears the descriptor too.
        static_cast<void>(speaker_->take_output_changes());
        const auto reports = speaker_->take_reports();
        if (reports.empty()) continue;
        if (reports.front().outcome == speech::Outcome::finished) return {};
        return tl::unexpected(terminal::unavailable(
            {base::phrase("not everything could be spoken"),
             where_,
             base::phrase("look at the voices and the audio device with \"ansage doctor\"")}
        ));
    }
}

} // namespace ansage::app
