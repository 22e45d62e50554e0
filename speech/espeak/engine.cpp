// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/espeak/engine.hpp"

#include "base/check.hpp"
#include "speech/espeak/harmless.hpp"
#include "speech/tone.hpp"

#include <espeak-ng/espeak_ng.h>
#include <espeak-ng/speak_lib.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <optional>
#include <set>
#include <utility>

namespace ansage::speech::espeak {
namespace {

// A stop takes effect at the end of a buffer. Asked for 20 ms, 1.51 gives 49.
constexpr int buffer_millis = 20;

// eSpeak NG is one for the whole process. It is started once and never ended: espeak_ng_Terminate
// waits for a thread of its own that may never answer (1.51: it hangs when 200 ms lie between start
// and end).
std::atomic<bool> library_taken = false;
std::atomic<bool> library_started = false;

// The library opens a sound device that it never plays on, and waits for half a minute where a
// PulseAudio server hangs; a server that is not there it gives up at once.
class NoSoundServer {
public:
    NoSoundServer() {
        if (const char* const named = std::getenv(variable)) before_ = named;
        ::setenv(variable, "unix:/dev/null", 1);
    }

    NoSoundServer(const NoSoundServer&) = delete;
    NoSoundServer& operator=(const NoSoundServer&) = delete;

    ~NoSoundServer() {
        if (before_) ::setenv(variable, before_->c_str(), 1);
        else ::unsetenv(variable);
    }

private:
    static constexpr const char* variable = "PULSE_SERVER";
    std::optional<std::string> before_;
};

base::Error data_error(espeak_ng_STATUS status, const Options& options) {
    std::array<char, 256> reason{};
    espeak_ng_GetStatusCodeMessage(status, reason.data(), reason.size());
    return {
        .what = base::phrase("eSpeak NG cannot start: {}", std::string{reason.data()}),
        .where = options.data_path.value_or(""),
        .mend = base::phrase("install the package espeak-ng-data")};
}

base::Error closed_error() {
    return {.what = base::phrase("speech was closed"), .where = "", .mend = {}};
}

base::Error voice_error(const std::string& language) {
    return {
        .what = base::phrase("eSpeak NG has no voice for the language \"{}\"", language),
        .where = "",
        .mend = base::phrase("use a language that `espeak-ng --voices` lists")};
}

base::Error synthesis_error(espeak_ng_STATUS status, const std::string& text) {
    std::array<char, 256> reason{};
    espeak_ng_GetStatusCodeMessage(status, reason.data(), reason.size());
    return {
        .what = base::phrase("eSpeak NG cannot speak \"{}\": {}", text, std::string{reason.data()}),
        .where = ""};
}

// What the library's callback belongs to; only the owner thread ever synthesises.
using Take = std::function<bool(std::span<const std::int16_t>)>;
thread_local const Take* current_take = nullptr;
thread_local bool stopped = false;

extern "C" int hand_over(short* samples, int count, espeak_EVENT* /*events*/) {
    if (samples == nullptr || count <= 0 || current_take == nullptr) return 0;
    stopped = stopped || !(*current_take)({samples, static_cast<std::size_t>(count)});
    return stopped ? 1 : 0;
}

espeak_ng_STATUS synthesise_text(const std::string& text) {
    constexpr unsigned flags = espeakCHARS_UTF8 | espeakPHONEMES;
    return espeak_ng_Synthesize(
        text.c_str(), text.size() + 1, 0, POS_CHARACTER, 0, flags, nullptr, nullptr
    );
}

std::optional<base::Error> start_library(const Options& options) {
    // The library would fall back to its own data without a word.
    if (options.data_path &&
        !std::filesystem::exists(*options.data_path + "/espeak-ng-data/phontab"))
        return data_error(ENS_VOICE_NOT_FOUND, options);
    if (library_started) return std::nullopt;
    espeak_ng_InitializePath(options.data_path ? options.data_path->c_str() : nullptr);
    espeak_ng_ERROR_CONTEXT context = nullptr;
    espeak_ng_STATUS status = espeak_ng_Initialize(&context);
    espeak_ng_ClearErrorContext(&context);
    if (status == ENS_OK) {
        const NoSoundServer nobody;
        status = espeak_ng_InitializeOutput(ENOUTPUT_MODE_SYNCHRONOUS, buffer_millis, nullptr);
    }
    if (status != ENS_OK) return data_error(status, options);
    ANSAGE_CHECK(espeak_ng_GetSampleRate() == sample_rate);
    espeak_SetSynthCallback(hand_over);
    library_started = true;
    return std::nullopt;
}

// One synthesis for neighbours of one language, so that they sound as one sentence.
std::vector<Segment> joined(const std::vector<Segment>& segments) {
    std::vector<Segment> result;
    for (const Segment& segment : segments) {
        const bool is_tone = segment.tone || (!result.empty() && result.back().tone);
        if (!is_tone && !result.empty() && result.back().language == segment.language) {
            result.back().text += ' ' + segment.text;
        } else result.push_back(segment);
    }
    return result;
}

// The voice closes the mouth before a "k", up to 40 ms at its usual rate: whoever waits for the
// first word of all need not hear that.
class Beginning {
public:
    std::span<const std::int16_t> without_silence(std::span<const std::int16_t> samples) {
        const auto loud = std::ranges::find_if(samples, [this](std::int16_t sample) {
            return is_over_ || std::abs(int{sample}) > inaudible;
        });
        is_over_ = loud != samples.end();
        return {loud, samples.end()};
    }

private:
    static constexpr int inaudible = 16; // of 32,767
    bool is_over_ = false;
};

// The voice speaks as for anybody, and writes down what: what stands between [[ and ]] is spoken as
// phonemes, which the library's function for texts does not know.
std::string phonemes_of(const std::string& words, const std::string& language) {
    const std::string text = harmless(words, language);
    char* written = nullptr;
    std::size_t size = 0;
    std::FILE* const trace = ::open_memstream(&written, &size);
    espeak_SetPhonemeTrace(espeakPHONEMES_SHOW, trace);
    synthesise_text(text);
    espeak_SetPhonemeTrace(0, nullptr);
    std::fclose(trace);
    std::string phonemes{written, size};
    std::free(written);
    std::ranges::replace(phonemes, '\n', ' ');
    phonemes.erase(phonemes.find_last_not_of(' ') + 1);
    return phonemes;
}

// A voice's list: one byte of rank, a tag, its end, and so on; a rank of zero ends it.
void add_languages(const char* list, std::set<std::string>& tags) {
    while (*list != '\0') {
        const std::string tag(list + 1);
        list += tag.size() + 2;
        tags.insert(tag);
    }
}

void set_parameters(VoiceSettings voice) {
    espeak_SetParameter(
        espeakRATE, std::clamp(voice.words_per_minute, espeakRATE_MINIMUM, espeakRATE_MAXIMUM), 0
    );
    espeak_SetParameter(espeakPITCH, std::clamp(voice.pitch, 0, 100), 0);
    espeak_SetParameter(espeakVOLUME, std::clamp(voice.volume, 0, 200), 0);
}

} // namespace

base::Result<std::unique_ptr<Engine>, base::Error> Engine::open(const Options& options) {
    if (library_taken.exchange(true)) {
        return tl::unexpected(base::Error{
            .what = base::phrase("eSpeak NG is already in use in this program"), .where = ""});
    }
    std::unique_ptr<Engine> engine(new Engine); // the constructor is private: make_unique cannot
    std::optional<base::Error> error;
    engine->run_and_wait([&error, &options] { error = start_library(options); });
    if (error) return tl::unexpected(*error);
    return engine;
}

base::Result<std::shared_ptr<Engine>, base::Error> Engine::shared() {
    static std::mutex mutex;
    static std::weak_ptr<Engine> known;
    const std::scoped_lock lock{mutex};
    if (auto engine = known.lock()) return engine;
    return open().map([](std::unique_ptr<Engine> opened) {
        std::shared_ptr<Engine> engine{std::move(opened)};
        known = engine;
        return engine;
    });
}

Engine::Engine()
    : owner_([this] { own_thread(); }) {}

Engine::~Engine() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
    }
    work_.notify_all();
    owner_.join();
    library_taken = false;
}

void Engine::own_thread() {
    std::unique_lock lock(mutex_);
    while (!closing_ || !jobs_.empty()) {
        if (jobs_.empty()) {
            work_.wait(lock);
            continue;
        }
        const Job job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        job();
        lock.lock();
    }
}

void Engine::post(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    work_.notify_one();
}

void Engine::run_and_wait(const Job& job) {
    ANSAGE_CHECK(std::this_thread::get_id() != owner_.get_id());
    std::promise<void> promise;
    std::future<void> done = promise.get_future();
    post([&job, &promise] {
        job();
        promise.set_value();
    });
    done.wait();
}

bool Engine::closing() {
    const std::scoped_lock lock(mutex_);
    return closing_;
}

base::Result<Samples, base::Error>
Engine::render(const std::vector<Segment>& segments, VoiceSettings voice) {
    Samples samples;
    std::optional<base::Error> error;
    const Listener listener{
        .take =
            [&samples](std::span<const std::int16_t> some) {
                samples.insert(samples.end(), some.begin(), some.end());
                return true;
            },
        .done = [&error](const std::optional<base::Error>& failure) { error = failure; }};
    run_and_wait([&] { synthesise(segments, voice, listener); });
    if (error) return tl::unexpected(*error);
    return samples;
}

void Engine::start(std::vector<Segment> segments, VoiceSettings voice, Listener listener) {
    post([this, segments = std::move(segments), voice, listener = std::move(listener)] {
        synthesise(segments, voice, listener);
    });
}

void Engine::synthesise(
    const std::vector<Segment>& segments, VoiceSettings voice, const Listener& listener
) {
    Beginning beginning;
    const Take take = [&](std::span<const std::int16_t> samples) {
        const auto heard = beginning.without_silence(samples);
        return !closing() && (heard.empty() || listener.take(heard));
    };
    stopped = closing();
    std::optional<base::Error> error;
    if (stopped) error = closed_error();
    for (const Segment& segment : joined(segments)) {
        if (stopped || error) break;
        error = speak(segment, voice, take);
    }
    listener.done(error);
}

std::optional<base::Error>
Engine::speak(const Segment& segment, VoiceSettings voice, const Take& take) {
    if (segment.tone) {
        stopped = stopped || !take(speech::render(*segment.tone, voice.volume));
        return std::nullopt;
    }
    if (auto missing = set_voice(segment.language)) return missing;
    set_parameters(voice);
    current_take = &take;
    const std::string text = harmless(segment.text, segment.language);
    const espeak_ng_STATUS status = synthesise_text(text);
    current_take = nullptr;
    if (status != ENS_OK && !stopped) return synthesis_error(status, segment.text);
    return std::nullopt;
}

// "de-AT" falls back to "de"; "de_AT.UTF-8" is read as "de-AT".
std::optional<base::Error> Engine::set_voice(const std::string& language) {
    if (language == voice_language_ && !language.empty()) return std::nullopt;
    std::string tag = language.substr(0, language.find('.'));
    std::ranges::replace(tag, '_', '-');
    while (!tag.empty()) {
        if (espeak_ng_SetVoiceByName(tag.c_str()) == ENS_OK) {
            voice_language_ = language;
            return std::nullopt;
        }
        const std::size_t dash = tag.rfind('-');
        tag.resize(dash == std::string::npos ? 0 : dash);
    }
    return voice_error(language);
}

base::Result<std::string, base::Error>
Engine::phonemes(const std::string& language, const std::string& words) {
    std::string result;
    std::optional<base::Error> error;
    run_and_wait([&] {
        error = set_voice(language);
        if (!error) result = phonemes_of(words, language);
    });
    if (error) return tl::unexpected(*error);
    return result;
}

std::vector<std::string> Engine::languages() {
    std::set<std::string> tags;
    run_and_wait([&tags] {
        for (const espeak_VOICE** voice = espeak_ListVoices(nullptr); *voice != nullptr; ++voice)
            add_languages((*voice)->languages, tags);
    });
    return {tags.begin(), tags.end()};
}

} // namespace ansage::speech::espeak
