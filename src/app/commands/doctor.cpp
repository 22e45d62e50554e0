// ansage doctor: what works on this machine, and how to mend what does not.
#include "app/cli/options.hpp"
#include "app/cli/profile_path.hpp"
#include "app/commands/commands.hpp"
#include "app/shell/table_setup.hpp"
#include "devices/serial/port.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/portaudio/sinks.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;

namespace {

// One fact a line, the key word first; true if all is well.
class Report {
public:
    void good(std::string_view part, const std::string& fact) const {
        fmt::print("{}: {}\n", part, fact);
    }

    void bad(std::string_view part, const Error& error) {
        fmt::print("{}: {}\n", part, base::to_line(error));
        sound_ = false;
    }

    [[nodiscard]] bool is_sound() const { return sound_; }

private:
    bool sound_ = true;
};

void check_voices(Report& report) {
    auto engine = speech::espeak::Engine::open();
    if (!engine) {
        report.bad("voices", engine.error());
        return;
    }
    const std::vector<std::string> languages = (*engine)->languages();
    constexpr std::array<std::string_view, 2> needed{"de", "en"};
    for (const std::string_view language : needed) {
        const bool there = std::ranges::any_of(languages, [&](const std::string& known) {
            return known == language || known.starts_with(std::string{language} + "-");
        });
        if (there) {
            report.good("voice", std::string{language});
        } else {
            report.bad(
                "voice",
                {fmt::format("{} is missing", language), {}, "install the package espeak-ng-data"}
            );
        }
    }
}

void check_audio(Report& report) {
    const std::vector<speech::portaudio::Device> devices = speech::portaudio::list_devices();
    if (devices.empty()) {
        report.bad(
            "audio",
            {"no device that can play",
             {},
             "connect one; for PulseAudio or PipeWire install libasound2-plugins"}
        );
    }
    for (const speech::portaudio::Device& device : devices) {
        report.good("audio", device.name + (device.is_default ? ", the default" : ""));
    }
}

void check_ports(Report& report) {
    const auto ports = devices::serial::list_ports();
    if (!ports) {
        report.bad("ports", ports.error());
        return;
    }
    if (ports->empty()) {
        report.good("ports", "none; boards on a cable show up here once they are plugged in");
    }
    for (const devices::serial::PortInfo& port : *ports) {
        if (::access(port.path.c_str(), R_OK | W_OK) == 0) {
            report.good("port", fmt::format("{} {}", port.path, port.description));
        } else {
            report.bad(
                "port",
                {"you may not use it",
                 port.path,
                 "become a member of the group dialout and log in again"}
            );
        }
    }
}

void check_profiles(Report& report, const std::string& data) {
    const auto kit = load_table(default_header(), data);
    if (kit) {
        report.good(
            "profiles",
            fmt::format("{}, words {}", kit->setup.edition.name, kit->words.vocabulary().name)
        );
    } else {
        report.bad("profiles", kit.error());
    }
}

int examine(const Arguments& given) {
    Report report;
    report.good("version", ANSAGE_VERSION);
    check_profiles(report, given.value_or("data", ""));
    check_voices(report);
    check_audio(report);
    check_ports(report);
    return to_int(report.is_sound() ? ExitCode::done : ExitCode::unavailable);
}

} // namespace

int run_doctor(std::span<const std::string> arguments) {
    Options options{"doctor", "", "what works on this machine, and how to mend what does not"};
    options.value("data", "FOLDER", "where profiles are looked for first");
    return run_with(options, arguments, examine);
}

} // namespace ansage::app
