// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/checks.hpp"

#include "acts/table_setup.hpp"
#include "app/doctor/holders.hpp"
#include "app/doctor/room_sound.hpp"
#include "base/descriptor.hpp"
#include "devices/braille_display/driver.hpp"
#include "files/profile_path.hpp"
#include "profiles/words.hpp"
#include "session/board_places.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/hearing/recogniser.hpp"
#include "speech/portaudio/sinks.hpp"
#include "telling/outcome.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <grp.h>
#include <iterator>
#include <langinfo.h>
#include <poll.h>
#include <set>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using speech::Audience;

namespace {

namespace fs = std::filesystem;

constexpr int braille_limit_millis = 3000;

using Words = std::initializer_list<wording::Argument>;

// Makes findings, in the language of whoever asked.
class Notes {
public:
    Notes(const wording::Catalogue& in, const Tell& tell)
        : in_(in),
          tell_(tell) {}

    std::string say(std::string_view id, Words words = {}) const {
        return in_.sentence("doctor." + std::string{id}, words);
    }

    std::string words(const base::Phrase& phrase) const { return in_.words(phrase); }

    // What is wrong, and, under the same name, how to mend it.
    Error fault(std::string_view id, std::string where, Words words = {}) const {
        return {
            base::as_it_is(say(id, words)),
            std::move(where),
            base::as_it_is(say(std::string{id} + "_mend", words))};
    }

    void good(std::string part, std::string fact) const {
        tell_({.part = std::move(part), .fact = std::move(fact)});
    }

    void bad(std::string part, Error error) const {
        tell_({.part = std::move(part), .fault = std::move(error)});
    }

    void advice(std::string part, Error error) const {
        tell_({.part = std::move(part), .fault = std::move(error), .is_grave = false});
    }

private:
    const wording::Catalogue& in_;
    const Tell& tell_;
};

// --- the program's own files
void check_profiles(const Patient& patient, const Notes& notes) {
    const auto kit = acts::load_table(acts::default_header(), patient.data);
    if (!kit) {
        notes.bad("profiles", kit.error());
        return;
    }
    notes.good(
        "profiles",
        notes.say(
            "profiles", {{"text", kit->setup.edition.name}, {"words", kit->words.vocabulary().name}}
        )
    );
}

// What is printed is UTF-8, whatever the locale; a terminal that thinks otherwise garbles it.
void check_locale(const Notes& notes) {
    const ::locale_t locale = ::newlocale(LC_CTYPE_MASK, "", nullptr);
    if (locale == nullptr) {
        notes.advice("locale", notes.fault("no_locale", "LANG, LC_ALL"));
        return;
    }
    const std::string charset = ::nl_langinfo_l(CODESET, locale);
    ::freelocale(locale);
    if (charset == "UTF-8") {
        notes.good("locale", charset);
        return;
    }
    notes.advice("locale", notes.fault("charset", "LANG", {{"text", charset}}));
}

// --- speech
// The languages in which something may have to be said: the listeners' and the vocabularies'.
std::set<std::string> needed_languages(const std::string& data) {
    std::set<std::string> languages;
    if (const auto wording = acts::load_wording(data)) {
        const std::vector<std::string_view> listeners = (*wording)->languages();
        languages.insert(listeners.begin(), listeners.end());
    }
    const auto directories =
        files::data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (!directories) return languages;
    for (const files::ProfileFile& file :
         files::list_profiles(*directories, files::ProfileKind::words)) {
        const auto words = profiles::Document::read(file.path).and_then(profiles::load_words);
        if (words) languages.insert(words->language);
    }
    return languages;
}

void try_voice(speech::espeak::Engine& engine, const std::string& language, const Notes& notes) {
    const auto sound = engine.render({{.language = language, .text = "Ansage 1 2 3"}}, {});
    const wording::Argument text{"text", language};
    if (!sound) {
        notes.bad("voice", sound.error());
    } else if (std::ranges::all_of(*sound, [](std::int16_t sample) { return sample == 0; })) {
        notes.bad("voice", notes.fault("voice_silent", {}, {text}));
    } else {
        const std::string seconds =
            fmt::format("{:.1f}", static_cast<double>(sound->size()) / speech::sample_rate);
        notes.good("voice", notes.say("voice", {text, {"seconds", seconds}}));
    }
}

void check_voices(const Patient& patient, const Notes& notes) {
    const auto engine = speech::espeak::Engine::open();
    if (!engine) {
        notes.bad("voice", engine.error());
        return;
    }
    for (const std::string& language : needed_languages(patient.data))
        try_voice(**engine, language, notes);
}

// Moves are heard by a model that not everybody has: everything else works without it.
void check_hearing(const Notes& notes) {
    using speech::hearing::Recogniser;
    if (const auto recogniser = Recogniser::open(); !recogniser) {
        notes.advice("hearing", recogniser.error());
    } else {
        notes.good("hearing", notes.say("hearing", {{"text", Recogniser::library()}}));
    }
}

std::string_view id_of(RoomSound sound) {
    switch (sound) {
    case RoomSound::quiet: return "microphone";
    case RoomSound::noisy: return "microphone_noisy";
    case RoomSound::silent: return "microphone_silent";
    case RoomSound::narrow: return "microphone_narrow";
    case RoomSound::stuck: return "microphone_stuck";
    }
    return "microphone";
}

// Nobody's voice is listened to who has not asked for it.
void check_microphone(const Patient& patient, const Notes& notes) {
    if (patient.microphone.empty()) return;
    const auto heard = hear_room(patient.microphone);
    if (!heard) {
        notes.bad("microphone", heard.error());
        return;
    }
    const wording::Argument device{"text", heard->device};
    const std::string_view id = id_of(heard->sound);
    if (heard->sound == RoomSound::quiet) notes.good("microphone", notes.say(id, {device}));
    else notes.advice("microphone", notes.fault(id, {}, {device}));
}

// --- sound
// Somebody answers at that socket.
bool answers(const fs::path& socket) {
    sockaddr_un address{.sun_family = AF_UNIX};
    const std::string path = socket.string();
    if (path.size() >= sizeof address.sun_path) return false;
    std::ranges::copy(path, std::begin(address.sun_path));
    const base::Descriptor end{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    return ::connect(end.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
        0;
}

bool sound_server_runs() {
    constexpr std::string_view local = "unix:";
    const char* const server = std::getenv("PULSE_SERVER");
    const std::string_view named = server == nullptr ? "" : server;
    if (named.starts_with(local)) return answers(named.substr(local.size()));
    if (!named.empty()) return true; // on another machine
    const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
    return runtime != nullptr &&
        (answers(fs::path{runtime} / "pulse/native") || answers(fs::path{runtime} / "pipewire-0"));
}

// One of those through which ALSA reaches a sound server.
bool has_plugin() {
    std::error_code ignored;
    for (const auto& folder : fs::directory_iterator("/usr/lib", ignored)) {
        for (const char* const server : {"pulse", "pipewire"}) {
            const std::string file = fmt::format("libasound_module_pcm_{}.so", server);
            if (fs::exists(folder.path() / "alsa-lib" / file, ignored)) return true;
        }
    }
    return false;
}

Error no_device(const Notes& notes) {
    if (sound_server_runs() && !has_plugin()) return notes.fault("no_plugin", {});
    const bool has_card = fs::exists("/dev/snd/controlC0");
    if (has_card && ::access("/dev/snd/controlC0", R_OK | W_OK) != 0) {
        const wording::Argument group{"text", "audio"};
        return {
            base::as_it_is(notes.say("no_right")),
            "/dev/snd",
            base::as_it_is(notes.say("group_mend", {group}))};
    }
    return notes.fault("no_sound", {});
}

// Opened, started and closed again; nothing is heard.
std::optional<Error> try_device(const std::string& name, speech::Side side, const Notes& notes) {
    const speech::portaudio::Sinks sinks{{{Audience::room, {.device = name, .side = side}}}};
    if (sinks.available(Audience::room)) return std::nullopt;
    return notes.fault("cannot_open", name.empty() ? "default" : name);
}

void check_audio(const Notes& notes) {
    const auto devices = speech::portaudio::list_devices();
    if (devices.empty()) notes.bad("audio", no_device(notes));
    for (const speech::portaudio::Device& device : devices) {
        if (auto error = try_device(device.name, speech::Side::both, notes)) {
            notes.advice("audio", *std::move(error));
            continue;
        }
        const wording::Argument name{"text", device.name};
        notes.good("audio", notes.say(device.is_default ? "device_default" : "device", {name}));
    }
}

std::string ear_id(speech::Side side) {
    return side == speech::Side::both ? "ear" : fmt::format("ear_{}", base::to_string(side));
}

// All of them at once, as at a table: two names may be one device.
std::optional<speech::portaudio::Clash> clash_of(const speech::Ears& ears) {
    speech::portaudio::Routes routes;
    for (const auto& [audience, ear] : ears)
        routes[audience] = {.device = ear.device, .side = ear.side};
    return speech::portaudio::Sinks{routes}.clash();
}

void check_ears_given(const Patient& patient, const Notes& notes) {
    if (patient.ears.empty()) notes.good("ears", notes.say("no_ears"));
    if (const auto clash = clash_of(patient.ears)) {
        const std::string_view one{clash->one};
        const std::string_view other{clash->other};
        notes.bad("ears", notes.fault("one_device", {}, {{"text", one}, {"words", other}}));
    }
    for (const auto& [audience, ear] : patient.ears) {
        const std::string name{speech::to_string(audience)};
        if (auto error = try_device(ear.device, ear.side, notes)) {
            error->mend = base::as_it_is(notes.say("choose_again"));
            notes.bad(name, *std::move(error));
            continue;
        }
        const std::int64_t rate = ear.listener.voice.words_per_minute;
        notes.good(
            name,
            notes.say(
                ear_id(ear.side),
                {{"text", ear.device.empty() ? "default" : ear.device}, {"count", rate}}
            )
        );
    }
}

// --- cables
std::string group_of(const std::string& path) {
    struct stat about {};

    const group* const entry =
        ::stat(path.c_str(), &about) == 0 ? ::getgrgid(about.st_gid) : nullptr;
    return entry == nullptr ? "dialout" : entry->gr_name;
}

std::optional<Error> port_fault(const std::string& path, const Notes& notes) {
    if (::access(path.c_str(), R_OK | W_OK) != 0) {
        return Error{
            base::as_it_is(notes.say("port_denied")),
            path,
            base::as_it_is(notes.say("group_mend", {{"text", group_of(path)}}))};
    }
    const auto holder = holder_of(path);
    if (holder && holder->name == "brltty") return notes.fault("port_brltty", path);
    if (holder) return notes.fault("port_held", path, {{"text", holder->name}});
    return std::nullopt;
}

// Debian's brltty takes USB adapters with common chips away before anybody sees a port.
void check_brltty_and_ports(bool has_ports, const Notes& notes) {
    if (has_ports) return;
    if (program_called("brltty")) {
        notes.advice("ports", notes.fault("ports_brltty", {}));
        return;
    }
    notes.good("ports", notes.say("no_ports"));
}

// "/dev/ttyUSB0 FT232R (Ansage peg board, DGT board)"
std::string place_text(const session::BoardPlace& place) {
    std::vector<std::string_view> titles;
    std::ranges::transform(place.boards, std::back_inserter(titles), &devices::BoardRow::title);
    const std::string& name = place.description.empty() ? place.product : place.description;
    return terminal::printable(fmt::format(
        "{} {}{}",
        place.path,
        name,
        titles.empty() ? "" : fmt::format(" ({})", fmt::join(titles, ", "))
    ));
}

void check_ports(const Notes& notes) {
    const auto places = session::list_board_places();
    if (!places) {
        notes.bad("ports", notes.fault("ports_unlisted", {}));
        return;
    }
    for (const session::BoardPlace& place : *places) {
        auto fault = place.path.starts_with('/') ? port_fault(place.path, notes) : std::nullopt;
        if (fault) notes.bad("port", *std::move(fault));
        else notes.good("port", place_text(place));
    }
    check_brltty_and_ports(!places->empty(), notes);
}

// --- braille
void check_braille(const Notes& notes) {
    namespace braille = devices::braille_display;
    const char* const authentication = std::getenv("BRLAPI_AUTH");
    braille::Display display{{.authentication = authentication == nullptr ? "" : authentication}};
    pollfd wait{.fd = display.event_fd(), .events = POLLIN, .revents = 0};
    ::poll(&wait, 1, braille_limit_millis);
    for (const braille::Event& event : display.take_events()) {
        if (const auto* opened = std::get_if<braille::Opened>(&event)) {
            notes.good(
                "braille",
                notes.say(
                    opened->confuses_chess ? "braille_confuses" : "braille",
                    {{"count", opened->cells}}
                )
            );
            return;
        }
        if (const auto* lost = std::get_if<braille::Lost>(&event);
            lost != nullptr && program_called("brltty")) {
            const std::string reason = notes.words(lost->error.what);
            const wording::Argument why{"text", reason};
            notes.advice("braille", notes.fault("braille_locked", {}, {why}));
            return;
        }
    }
    notes.good("braille", notes.say("no_braille"));
}

} // namespace

wording::Sentence to_line(const Finding& finding, const wording::Catalogue& listeners) {
    return listeners.compose([&](const wording::Catalogue& in) {
        return fmt::format(
            "{}: {}",
            in.sentence("doctor.part." + finding.part),
            finding.fault ? in.line(*finding.fault) : finding.fact
        );
    });
}

std::string to_json(const Finding& finding) {
    if (!finding.fault) {
        return fmt::format(
            R"({{"part":{},"good":true,"fact":{}}})",
            telling::json_text(finding.part),
            telling::json_text(finding.fact)
        );
    }
    return fmt::format(
        R"({{"part":{},"good":false,"grave":{},"what":{},"where":{},"mend":{}}})",
        telling::json_text(finding.part),
        finding.is_grave,
        telling::json_text(finding.fault->what.text()),
        telling::json_text(finding.fault->where.text()),
        telling::json_text(finding.fault->mend.text())
    );
}

void examine(const Patient& patient, const wording::Catalogue& in, const Tell& tell) {
    const Notes notes{in, tell};
    check_profiles(patient, notes);
    check_locale(notes);
    check_voices(patient, notes);
    check_hearing(notes);
    check_microphone(patient, notes);
    check_audio(notes);
    check_ears_given(patient, notes);
    check_ports(notes);
    check_braille(notes);
}

} // namespace ansage::app
