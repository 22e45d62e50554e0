#include "app/setup/setup_terminal.hpp"

#include "app/cli/profile_path.hpp"
#include "app/clock/presets.hpp"
#include "devices/serial/port.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace ansage::app {

namespace {

// One byte at a time: what comes after the line is for the table.
std::optional<std::string> read_line() {
    std::string line;
    char letter = 0;
    while (true) {
        const ssize_t count = ::read(STDIN_FILENO, &letter, 1);
        if (count <= 0) {
            return line.empty() ? std::nullopt : std::optional{line};
        }
        if (letter == '\n') {
            return line;
        }
        line += letter;
    }
}

} // namespace

SetupTalk talk_at_terminal(Voice& voice, const TableWords& words) {
    return {
        .tell =
            [&voice](const std::string& sentence, const std::string& language) {
                fmt::print("{}\n", sentence);
                std::fflush(stdout);
                voice.speak_to(table::Audience::room, {{.language = language, .text = sentence}});
            },
        .hear =
            [&voice] {
                auto line = read_line();
                voice.stop_text(table::Audience::room);
                return line;
            },
        .catalogue = [&words](const std::string& language) -> const wording::Catalogue& {
            return words.catalogue(language);
        }};
}

SetupOffers offers_of_machine(const TableWords& words, const std::string& data) {
    SetupOffers offers;
    offers.languages = words.languages();
    if (const auto ports = devices::serial::list_ports()) {
        for (const devices::serial::PortInfo& port : *ports) {
            offers.ports.push_back(port.path);
        }
    }
    const auto directories = data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (directories) {
        for (const ProfileFile& file : list_profiles(*directories, ProfileKind::words)) {
            offers.words.push_back(file.name);
        }
    }
    if (auto presets = load_presets(data)) {
        offers.presets = *std::move(presets);
    }
    return offers;
}

std::string language_of_terminal(const TableWords& words) {
    for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* const value = std::getenv(name);
        if (value != nullptr && *value != '\0') {
            return std::string{words.catalogue(value).language()};
        }
    }
    return "en";
}

} // namespace ansage::app
