#include "app/doctor/checks.hpp"

#include "app/cli/profile_path.hpp"
#include "app/doctor/holders.hpp"
#include "app/shell/ears.hpp"
#include "app/shell/outcome.hpp"
#include "app/shell/table_setup.hpp"
#include "devices/braille_display/driver.hpp"
#include "devices/serial/port.hpp"
#include "profiles/words.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/portaudio/sinks.hpp"

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <grp.h>
#include <langinfo.h>
#include <poll.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using speech::Audience;

namespace {

namespace fs = std::filesystem;

constexpr int braille_limit_millis = 3000;

Finding good(std::string part, std::string fact) {
    return {.part = std::move(part), .fact = std::move(fact), .fault = {}};
}

Finding bad(std::string part, Error error) {
    return {.part = std::move(part), .fact = {}, .fault = std::move(error)};
}

Finding advice(std::string part, Error error) {
    return {.part = std::move(part), .fact = {}, .fault = std::move(error), .is_grave = false};
}

// --- the program's own files
void check_profiles(const Patient& patient, const Tell& tell) {
    const auto kit = load_table(default_header(), patient.data);
    if (!kit) {
        tell(bad("profiles", kit.error()));
        return;
    }
    tell(good(
        "profiles",
        fmt::format("{}, words {}", kit->setup.edition.name, kit->words.vocabulary().name)
    ));
}

// What is printed is UTF-8, whatever the locale; a terminal that thinks otherwise garbles it.
void check_locale(const Tell& tell) {
    const ::locale_t locale = ::newlocale(LC_CTYPE_MASK, "", nullptr);
    if (locale == nullptr) {
        tell(advice(
            "locale",
            {"the language settings name a locale that this machine has not",
             "LANG, LC_ALL",
             "run dpkg-reconfigure locales, or set LANG=C.UTF-8"}
        ));
        return;
    }
    const std::string charset = ::nl_langinfo_l(CODESET, locale);
    ::freelocale(locale);
    if (charset == "UTF-8") {
        tell(good("locale", charset));
        return;
    }
    tell(advice(
        "locale",
        {fmt::format("the terminal may not show umlauts, its charset is {}", charset),
         "LANG",
         "set LANG=C.UTF-8"}
    ));
}

// --- speech
// The languages in which something may have to be said: the listeners' and the vocabularies'.
std::set<std::string> needed_languages(const std::string& data) {
    std::set<std::string> languages{"en", "de"};
    const auto directories = data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (!directories) {
        return languages;
    }
    for (const ProfileFile& file : list_profiles(*directories, ProfileKind::words)) {
        const auto words =
            profiles::Document::read(file.path).and_then([](const profiles::Document& document) {
                return profiles::load_words(document);
            });
        if (words) {
            languages.insert(words->language);
        }
    }
    return languages;
}

void try_voice(speech::espeak::Engine& engine, const std::string& language, const Tell& tell) {
    const auto sound = engine.render({{.language = language, .text = "Ansage 1 2 3"}}, {});
    if (!sound) {
        tell(bad("voice", sound.error()));
    } else if (std::ranges::all_of(*sound, [](std::int16_t sample) { return sample == 0; })) {
        tell(bad(
            "voice",
            {fmt::format("{} is silent", language), {}, "install the package espeak-ng-data again"}
        ));
    } else {
        const double seconds = static_cast<double>(sound->size()) / speech::sample_rate;
        tell(good("voice", fmt::format("{}, tried, {:.1f} seconds of sound", language, seconds)));
    }
}

void check_voices(const Patient& patient, const Tell& tell) {
    const auto engine = speech::espeak::Engine::open();
    if (!engine) {
        tell(bad("voice", engine.error()));
        return;
    }
    for (const std::string& language : needed_languages(patient.data)) {
        try_voice(**engine, language, tell);
    }
}

// --- sound
bool sound_server_runs() {
    const char* const named = std::getenv("PULSE_SERVER");
    const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
    std::error_code ignored;
    return (named != nullptr && *named != '\0') ||
        (runtime != nullptr &&
         (fs::exists(fs::path{runtime} / "pulse/native", ignored) ||
          fs::exists(fs::path{runtime} / "pipewire-0", ignored)));
}

bool has_pulse_plugin() {
    std::error_code ignored;
    for (const auto& folder : fs::directory_iterator("/usr/lib", ignored)) {
        if (fs::exists(folder.path() / "alsa-lib/libasound_module_pcm_pulse.so", ignored)) {
            return true;
        }
    }
    return false;
}

Error no_device() {
    if (sound_server_runs() && !has_pulse_plugin()) {
        return {
            "a sound server runs, but no program of this kind can use it",
            {},
            "install the package libasound2-plugins"};
    }
    if (fs::exists("/dev/snd") && ::access("/dev/snd/controlC0", R_OK | W_OK) != 0 &&
        fs::exists("/dev/snd/controlC0")) {
        return {
            "you may not use the sound card",
            "/dev/snd",
            "become a member of the group audio and log in again"};
    }
    return {
        "no device that can play",
        {},
        "connect one and start the sound server; for PulseAudio or PipeWire install "
        "libasound2-plugins"};
}

// Opened, started and closed again; nothing is heard.
std::optional<Error> try_device(const std::string& name, speech::Side side) {
    const speech::portaudio::Sinks sinks{{{Audience::room, {.device = name, .side = side}}}};
    if (sinks.available(Audience::room)) {
        return std::nullopt;
    }
    const auto problems = sinks.problems();
    return Error{
        "it cannot be opened",
        name.empty() ? "the default device" : name,
        problems.empty() ? "another program may hold it: close that one" : problems.front().mend};
}

void check_audio(const Tell& tell) {
    const auto devices = speech::portaudio::list_devices();
    if (devices.empty()) {
        tell(bad("audio", no_device()));
    }
    for (const speech::portaudio::Device& device : devices) {
        if (auto error = try_device(device.name, speech::Side::both)) {
            tell(advice("audio", *std::move(error)));
        } else {
            const std::string note = device.is_default ? ", the default" : "";
            tell(good("audio", fmt::format("{}{}, tried", device.name, note)));
        }
    }
}

std::string_view side_words(speech::Side side) {
    switch (side) {
    case speech::Side::both:
        return "";
    case speech::Side::left:
        return ", left";
    case speech::Side::right:
        return ", right";
    }
    return "";
}

// All of them at once, as at a table: two names may be one device.
std::optional<Error> clash_of(const speech::Ears& ears) {
    speech::portaudio::Routes routes;
    for (const auto& [audience, ear] : ears) {
        routes[audience] = {.device = ear.device, .side = ear.side};
    }
    return speech::portaudio::Sinks{routes}.clash();
}

void check_ears_given(const Patient& patient, const Tell& tell) {
    if (patient.ears.empty()) {
        tell(good("ears", "none chosen; ansage doctor --choose-ears does it by ear"));
    }
    if (const auto checked = check_ears(patient.ears); !checked) {
        tell(bad("ears", checked.error()));
    } else if (auto clash = clash_of(patient.ears)) {
        tell(bad("ears", *std::move(clash)));
    }
    for (const auto& [audience, ear] : patient.ears) {
        const std::string name{speech::to_string(audience)};
        if (auto error = try_device(ear.device, ear.side)) {
            error->mend = "choose another with ansage doctor --choose-ears";
            tell(bad(name, *std::move(error)));
            continue;
        }
        tell(good(
            name,
            fmt::format(
                "{}{}, {} words a minute, tried",
                ear.device.empty() ? "default" : ear.device,
                side_words(ear.side),
                ear.listener.voice.words_per_minute
            )
        ));
    }
}

// --- cables
std::string group_of(const std::string& path) {
    struct stat about {};

    const group* const entry =
        ::stat(path.c_str(), &about) == 0 ? ::getgrgid(about.st_gid) : nullptr;
    return entry == nullptr ? "dialout" : entry->gr_name;
}

std::optional<Finding> port_fault(const std::string& path) {
    if (::access(path.c_str(), R_OK | W_OK) != 0) {
        return bad(
            "port",
            {"you may not use it",
             path,
             fmt::format("become a member of the group {} and log in again", group_of(path))}
        );
    }
    const auto holder = holder_of(path);
    if (holder && holder->name == "brltty") {
        return bad(
            "port",
            {"brltty has taken it for a braille display",
             path,
             "run systemctl mask --now brltty-udev.service, then plug the cable in again"}
        );
    }
    if (holder) {
        return bad(
            "port", {fmt::format("the program {} has it", holder->name), path, "end that program"}
        );
    }
    return std::nullopt;
}

// Debian's brltty takes USB adapters with common chips away before anybody sees a port.
void check_brltty_and_ports(bool has_ports, const Tell& tell) {
    if (has_ports) {
        return;
    }
    if (program_called("brltty")) {
        tell(advice(
            "ports",
            {"none, while brltty runs, which takes many USB cables for braille displays",
             {},
             "run systemctl mask --now brltty-udev.service, then plug the board in again"}
        ));
        return;
    }
    tell(good("ports", "none; boards on a cable show up here once they are plugged in"));
}

void check_ports(const Tell& tell) {
    const auto ports = devices::serial::list_ports();
    if (!ports) {
        tell(bad("ports", ports.error()));
        return;
    }
    for (const devices::serial::PortInfo& port : *ports) {
        const auto fault = port_fault(port.path);
        tell(fault ? *fault : good("port", fmt::format("{} {}", port.path, port.description)));
    }
    check_brltty_and_ports(!ports->empty(), tell);
}

// --- braille
void check_braille(const Tell& tell) {
    namespace braille = devices::braille_display;
    const char* const authentication = std::getenv("BRLAPI_AUTH");
    braille::Display display{
        {.host = {}, .authentication = authentication == nullptr ? "" : authentication}};
    pollfd wait{.fd = display.event_fd(), .events = POLLIN, .revents = 0};
    ::poll(&wait, 1, braille_limit_millis);
    for (const braille::Event& event : display.take_events()) {
        if (const auto* opened = std::get_if<braille::Opened>(&event)) {
            const std::string_view note = opened->confuses_chess
                ? ", whose table shows letters and digits of chess alike: squares get own dots"
                : "";
            tell(good("braille", fmt::format("a display of {} cells{}", opened->cells, note)));
            return;
        }
        if (const auto* lost = std::get_if<braille::Lost>(&event);
            lost != nullptr && program_called("brltty")) {
            tell(advice(
                "braille",
                {"brltty runs, but " + lost->error.what,
                 {},
                 "plug the display in, become a member of the group brlapi, or set BRLAPI_AUTH"}
            ));
            return;
        }
    }
    tell(good("braille", "no display; start brltty if you have one, and give --braille"));
}

} // namespace

std::string to_line(const Finding& finding) {
    return fmt::format(
        "{}: {}", finding.part, finding.fault ? base::to_line(*finding.fault) : finding.fact
    );
}

std::string to_json(const Finding& finding) {
    if (!finding.fault) {
        return fmt::format(
            R"({{"part":{},"good":true,"fact":{}}})",
            json_text(finding.part),
            json_text(finding.fact)
        );
    }
    return fmt::format(
        R"({{"part":{},"good":false,"grave":{},"what":{},"where":{},"mend":{}}})",
        json_text(finding.part),
        finding.is_grave,
        json_text(finding.fault->what),
        json_text(finding.fault->where),
        json_text(finding.fault->mend)
    );
}

void examine(const Patient& patient, const Tell& tell) {
    check_profiles(patient, tell);
    check_locale(tell);
    check_voices(patient, tell);
    check_audio(tell);
    check_ears_given(patient, tell);
    check_ports(tell);
    check_braille(tell);
}

} // namespace ansage::app
