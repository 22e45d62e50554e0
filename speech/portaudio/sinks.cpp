// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/portaudio/sinks.hpp"

#include "base/text.hpp"
#include "speech/portaudio/latency.hpp"
#include "speech/portaudio/library.hpp"
#include "speech/portaudio/stay_put.hpp"
#include "speech/portaudio/stream.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <optional>
#include <thread>
#include <utility>

namespace ansage::speech::portaudio {
namespace {

using namespace std::chrono_literals;
using Time = std::chrono::steady_clock::time_point;

constexpr auto patience_at_start = 5s;
constexpr auto patience_at_end = 3s;
constexpr auto check_interval = 250ms;
constexpr auto trial_interval = 10ms;
// A cold PulseAudio sink was seen to stall for 2.7 s.
constexpr auto longest_stall = 4s;
constexpr auto first_retry = 1s;
constexpr auto last_retry = 30s;
// Looking means to open everything anew, so it is done seldom for what was never there.
constexpr auto absent_retry = 20s;
// Opening anew takes a fraction of this; who speaks meanwhile is heard a moment later.
constexpr auto longest_reopening = 3s;

base::Error no_device_at_all() {
    return {
        .what = base::phrase("there is no audio device, everything is shown in text"),
        .where = "",
        .mend = base::phrase("connect one, or see `ansage doctor`")};
}

base::Error no_such_device(const std::string& name) {
    return {
        .what = base::phrase("there is no one audio device called \"{}\" that can be opened", name),
        .where = "--audio",
        .mend = base::phrase("`ansage doctor` lists them")};
}

// "USB Audio | Headset": one after the other, for whoever has a second device at hand.
std::vector<std::string> alternatives_of(std::string_view device) {
    std::vector<std::string> names;
    do {
        std::string_view name = base::take_until(device, '|');
        name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
        name = name.substr(0, name.find_last_not_of(' ') + 1);
        names.emplace_back(name);
    } while (!device.empty());
    return names;
}

bool overlap(Side one, Side other) {
    return one == other || one == Side::both || other == Side::both;
}

// What is known of a device by one of its names: its stream while it runs, and when its heart was
// last heard. Two names of one device share its stream.
struct Port {
    std::string device;
    std::string known_as; // the whole name of the device that was open last
    std::vector<Line*> lines;
    std::optional<PaDeviceIndex> index;
    std::shared_ptr<Stream> stream;
    Latency latency;
    std::uint64_t beats = 0;
    Time last_beat;
    bool worked_once = false;
    bool was_missing = false; // when the devices were looked for anew

    std::string shown() const { return device.empty() ? "default" : device; }

    // The device that it had comes first: a part of its name may fit another one by now.
    std::vector<std::string> names() const {
        std::vector<std::string> names = alternatives_of(device);
        if (!known_as.empty()) names.insert(names.begin(), known_as);
        return names;
    }

    bool is_lost() const { return worked_once && !stream; }

    bool is_on_trial() const { return stream && !stream->plays(); }

    // Whoever hears it was told that it is gone, and is told that it is back at its first callback.
    bool was_told_gone() const {
        return worked_once &&
            std::ranges::none_of(lines, [](const Line* line) { return line->carried(); });
    }

    void take(std::shared_ptr<Stream> opened, Time now) {
        if (!opened) {
            give_up();
            return;
        }
        stream = std::move(opened);
        if (!was_told_gone()) stream->carry_lines();
        worked_once = true;
        beats = 0;
        last_beat = now;
        latency.on_open(now);
        latency.expect(stream->beats_a_second(), is_pipewire_there());
    }

    Latency::Look look() const {
        return {
            .now = std::chrono::steady_clock::now(),
            .beats = stream->beats(),
            .underflows = stream->underflows()};
    }

    // What is spoken fails at once, however long closing takes.
    void give_up() {
        for (Line* line : lines) line->drop();
        stream.reset();
    }
};

bool overlap(const Port& one, const Port& other) {
    return std::ranges::any_of(one.lines, [&](const Line* line) {
        return std::ranges::any_of(other.lines, [&](const Line* another) {
            return overlap(line->route().side, another->route().side);
        });
    });
}

} // namespace

// Makes all PortAudio calls but the callback's, on its own thread.
class Sinks::Keeper {
public:
    explicit Keeper(const Routes& routes);

    Line* line(Audience audience) const;
    std::optional<Audience> first_on(const Line* line) const;
    [[nodiscard]] std::vector<base::Error> problems();
    [[nodiscard]] std::optional<Clash> clash();
    // The library does not come back from looking for devices.
    bool hangs() const;

    void run(std::promise<void>& opened);
    void stop();

private:
    [[nodiscard]] bool wait_for_stop(std::chrono::milliseconds time);
    void open_all();
    void open_free(Port& port);
    bool is_free(PaDeviceIndex device, const Port& port) const;
    void open(PaDeviceIndex device, std::chrono::milliseconds latency);
    void start_opened();
    void close_all();
    void note_problems();
    [[nodiscard]] std::optional<Clash> find_clash() const;
    bool is_on_trial() const;
    bool leads(const Port& port) const;
    void judge(Port& port);
    static void check(Port& port);
    void check_latency(Port& port);
    void open_again(const Port& port);
    bool is_quiet() const;
    bool should_reopen() const;
    void reopen();

    std::vector<std::unique_ptr<Line>> lines_;
    std::map<Audience, Line*> lines_of_;
    std::vector<Port> ports_;
    std::optional<Session> session_;
    std::chrono::milliseconds retry_after_ = first_retry;
    Time next_retry_;
    Time next_look_ = std::chrono::steady_clock::now() + absent_retry;
    std::atomic<Time> reopening_since_{Time::max()};

    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::vector<base::Error> problems_;
    std::optional<Clash> clash_;
};

Sinks::Keeper::Keeper(const Routes& routes) {
    for (const auto& [audience, route] : routes) {
        const auto same = std::ranges::find_if(lines_, [&route = route](const auto& line) {
            return line->route() == route;
        });
        if (same != lines_.end()) {
            lines_of_[audience] = same->get();
            continue;
        }
        lines_.push_back(std::make_unique<Line>(route));
        lines_of_[audience] = lines_.back().get();
        auto port = std::ranges::find_if(ports_, [&route = route](const Port& other) {
            return other.device == route.device;
        });
        if (port == ports_.end()) port = ports_.insert(ports_.end(), Port{.device = route.device});
        port->lines.push_back(lines_.back().get());
    }
}

Line* Sinks::Keeper::line(Audience audience) const {
    const auto found = lines_of_.find(audience);
    return found == lines_of_.end() ? nullptr : found->second;
}

std::optional<Audience> Sinks::Keeper::first_on(const Line* line) const {
    const auto found =
        std::ranges::find_if(lines_of_, [line](const auto& entry) { return entry.second == line; });
    if (line == nullptr || found == lines_of_.end()) return std::nullopt;
    return found->first;
}

std::vector<base::Error> Sinks::Keeper::problems() {
    const std::scoped_lock lock(mutex_);
    return problems_;
}

std::optional<Clash> Sinks::Keeper::clash() {
    const std::scoped_lock lock(mutex_);
    return clash_;
}

bool Sinks::Keeper::hangs() const {
    const Time since = reopening_since_;
    return since != Time::max() && std::chrono::steady_clock::now() - since > longest_reopening;
}

void Sinks::Keeper::run(std::promise<void>& opened) {
    {
        const std::scoped_lock lock(library_mutex());
        open_all();
        note_problems();
    }
    opened.set_value();
    Time next_check = std::chrono::steady_clock::now() + check_interval;
    while (!wait_for_stop(
        is_on_trial() ? std::chrono::milliseconds{trial_interval}
                      : std::chrono::milliseconds{check_interval}
    )) {
        const std::scoped_lock lock(library_mutex());
        for (Port& port : ports_) judge(port);
        if (std::chrono::steady_clock::now() < next_check) continue;
        for (Port& port : ports_) {
            check(port);
            check_latency(port);
        }
        if (should_reopen()) reopen();
        next_check = std::chrono::steady_clock::now() + check_interval;
    }
    const std::scoped_lock lock(library_mutex());
    close_all();
}

void Sinks::Keeper::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
}

bool Sinks::Keeper::wait_for_stop(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return wake_.wait_for(lock, time, [this] { return stopping_; });
}

void Sinks::Keeper::open_all() {
    session_.emplace();
    for (Port& port : ports_) {
        const bool is_new = session_->started() && !port.was_missing;
        port.index = is_new ? find_device(alternatives_of(port.device).front()) : std::nullopt;
    }
    for (Port& port : ports_)
        if (port.index && !port.stream) open(*port.index, port.latency.wanted());
    for (Port& port : ports_)
        if (!port.stream) open_free(port);
    start_opened();
}

// A device that is missed is not replaced by another person's, though a part of its name or its
// second name may fit that: what goes to an ear is heard there and nowhere else (D.2.10).
void Sinks::Keeper::open_free(Port& port) {
    for (const std::string& name : port.names()) {
        const auto index = session_->started() ? find_device(name) : std::nullopt;
        if (index && !port.stream && is_free(*index, port)) {
            port.index = index;
            open(*index, port.latency.wanted());
        }
    }
    if (!port.stream) port.give_up();
}

// Nobody has it, and nobody names it whole who does not have it yet.
bool Sinks::Keeper::is_free(PaDeviceIndex device, const Port& port) const {
    const PaDeviceInfo* const info = Pa_GetDeviceInfo(device);
    const auto names_it = [info](const Port& some) {
        return info != nullptr && std::ranges::count(some.names(), info->name) > 0;
    };
    return std::ranges::none_of(ports_, [&](const Port& other) {
        const bool is_others = other.index == device || (names_it(other) && !names_it(port));
        return &other != &port && is_others && overlap(port, other);
    });
}

// With the lines of all the device's names.
void Sinks::Keeper::open(PaDeviceIndex device, std::chrono::milliseconds latency) {
    std::vector<Line*> lines;
    for (const Port& each : ports_)
        if (each.index == device) lines.insert(lines.end(), each.lines.begin(), each.lines.end());
    const std::shared_ptr<Stream> stream = Stream::open(device, std::move(lines), latency);
    const PaDeviceInfo* const info = Pa_GetDeviceInfo(device);
    for (Port& each : ports_) {
        if (each.index == device) {
            each.take(stream, std::chrono::steady_clock::now());
            each.known_as = stream && info != nullptr ? info->name : each.known_as;
        }
    }
}

// Only when all are open: a stream that runs can make the library take another one's failing for
// success (library.hpp).
void Sinks::Keeper::start_opened() {
    for (const Port& port : ports_) {
        if (!port.stream || port.stream->is_started() || port.stream->start()) continue;
        const std::shared_ptr<Stream> refused = port.stream;
        for (Port& each : ports_)
            if (each.stream == refused) each.give_up();
    }
}

// The lines stay carried: what is written to them is heard when their stream is back.
void Sinks::Keeper::close_all() {
    for (Port& port : ports_) port.stream.reset();
    session_.reset();
}

std::optional<Clash> Sinks::Keeper::find_clash() const {
    for (auto one = ports_.begin(); one != ports_.end(); ++one) {
        const auto same = std::find_if(std::next(one), ports_.end(), [&](const Port& other) {
            return one->index && one->index == other.index && overlap(*one, other);
        });
        if (same != ports_.end()) return Clash{one->shown(), same->shown()};
    }
    return std::nullopt;
}

void Sinks::Keeper::note_problems() {
    const std::scoped_lock lock(mutex_);
    if (ports_.empty()) return;
    clash_ = find_clash();
    if (!session_->started() || output_devices().empty()) {
        problems_ = {no_device_at_all()};
        return;
    }
    for (const Port& port : ports_)
        if (!port.stream) problems_.push_back(no_such_device(port.device));
}

void Sinks::Keeper::check(Port& port) {
    if (!port.stream) return;
    const Time now = std::chrono::steady_clock::now();
    if (const std::uint64_t beats = port.stream->beats(); beats != port.beats) {
        port.beats = beats;
        port.last_beat = now;
    }
    const bool stands = now - port.last_beat > longest_stall;
    if (stands) port.latency.much_longer();
    if (stands || !port.stream->active()) port.give_up();
}

bool Sinks::Keeper::is_on_trial() const { return std::ranges::any_of(ports_, &Port::is_on_trial); }

// Of those who share a stream one looks at it.
bool Sinks::Keeper::leads(const Port& port) const {
    const auto first = std::ranges::find(ports_, port.stream, &Port::stream);
    return port.stream && &*first == &port;
}

void Sinks::Keeper::judge(Port& port) {
    if (!port.is_on_trial() || !leads(port)) return;
    const Latency::Look look = port.look();
    if (look.beats > 0 && port.was_told_gone()) port.stream->carry_lines();
    switch (port.latency.judge(look)) {
    case Latency::Trial::goes_on: return;
    case Latency::Trial::open_again: open_again(port); return;
    case Latency::Trial::passed: port.stream->play_lines(); break;
    }
    const bool all_back = std::ranges::none_of(ports_, [](const Port& each) {
        return each.is_lost() || each.is_on_trial();
    });
    if (all_back) retry_after_ = first_retry;
}

// Only this device is opened anew: while nobody is spoken to, or at once where what is spoken is
// torn to pieces anyway, for then the lines never become quiet.
void Sinks::Keeper::check_latency(Port& port) {
    if (!leads(port) || !port.stream->plays()) return;
    const Latency::Look look = port.look();
    if (port.latency.is_torn(look)) {
        open_again(port);
    } else if (port.latency.note(look.underflows, look.now) && is_quiet()) {
        port.latency.longer();
        open_again(port);
    }
}

// What is spoken meanwhile waits in its line.
void Sinks::Keeper::open_again(const Port& port) {
    const PaDeviceIndex device = *port.index;
    const Latency latency = port.latency;
    reopening_since_ = std::chrono::steady_clock::now();
    for (Port& each : ports_) {
        if (each.index == device) {
            each.stream.reset();
            each.latency = latency;
        }
    }
    open(device, latency.wanted());
    start_opened();
    reopening_since_ = Time::max();
}

bool Sinks::Keeper::is_quiet() const {
    return std::ranges::all_of(lines_, [](const auto& line) {
        return !line->carried() || line->drained();
    });
}

// Opening anew closes the streams that still work, so it waits until they are quiet.
bool Sinks::Keeper::should_reopen() const {
    const bool missing = std::ranges::any_of(ports_, [](const Port& port) { return !port.stream; });
    if (!missing && !is_wished_for_new_devices()) return false;
    const bool lost = std::ranges::any_of(ports_, &Port::is_lost);
    const Time due = lost ? next_retry_ : next_look_;
    return std::chrono::steady_clock::now() >= due && is_quiet();
}

void Sinks::Keeper::reopen() {
    reopening_since_ = std::chrono::steady_clock::now();
    for (Port& port : ports_) port.was_missing = !port.stream;
    close_all();
    forget_wish();
    open_all();
    reopening_since_ = Time::max();
    retry_after_ = std::min<std::chrono::milliseconds>(2 * retry_after_, last_retry);
    next_retry_ = std::chrono::steady_clock::now() + retry_after_;
    next_look_ = std::chrono::steady_clock::now() + absent_retry;
}

base::Error to_error(const Clash& clash) {
    return {
        .what = base::phrase(
            R"("{}" and "{}" are one device, so that two people would hear the same)",
            clash.one,
            clash.other
        ),
        .where = "",
        .mend = base::phrase("give each a device of its own, or side=left and side=right of one")};
}

Sinks::Sinks(const Routes& routes)
    : keeper_(std::make_shared<Keeper>(routes)) {
    prepare_environment();
    std::promise<void> opened;
    std::future<void> is_open = opened.get_future();
    std::promise<void> ended;
    ended_ = ended.get_future();
    std::thread([keeper = keeper_, opened = std::move(opened), ended = std::move(ended)]() mutable {
        keeper->run(opened);
        keeper.reset();
        ended.set_value();
    }).detach();
    static_cast<void>(is_open.wait_for(patience_at_start));
}

// A driver may hang while it closes; the program does not.
Sinks::~Sinks() {
    keeper_->stop();
    static_cast<void>(ended_.wait_for(patience_at_end));
}

std::vector<base::Error> Sinks::problems() const { return keeper_->problems(); }

std::optional<Clash> Sinks::clash() const { return keeper_->clash(); }

bool Sinks::available(Audience audience) const {
    const Line* line = keeper_->line(audience);
    return line != nullptr && line->carried() && !keeper_->hangs();
}

Audience Sinks::shared_with(Audience audience) const {
    return keeper_->first_on(keeper_->line(audience)).value_or(audience);
}

std::size_t Sinks::write(Audience audience, std::span<const std::int16_t> samples) {
    Line* line = keeper_->line(audience);
    return line == nullptr ? 0 : line->write(samples);
}

void Sinks::discard(Audience audience) {
    if (Line* line = keeper_->line(audience)) line->discard();
}

bool Sinks::drained(Audience audience) const {
    const Line* line = keeper_->line(audience);
    return line == nullptr || line->drained();
}

} // namespace ansage::speech::portaudio
