// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/ears.hpp"

#include "base/try.hpp"
#include "files/files.hpp"
#include "files/user_folders.hpp"
#include "profiles/ears.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace ansage::telling {

using base::Error;
using base::Result;
using speech::Ear;
using speech::Ears;
using speech::Side;

namespace {

using Status = Result<void, Error>;

Status read_number(int& into, std::string_view key, std::string_view value, int least, int most) {
    const std::optional<unsigned> number = terminal::parse_number(value);
    if (!number || *number < static_cast<unsigned>(least) ||
        *number > static_cast<unsigned>(most)) {
        return terminal::refused(
            base::phrase("\"{}\" is no {}", value, key),
            base::phrase("write {}= and a number from {} to {}", key, least, most)
        );
    }
    into = static_cast<int>(*number);
    return {};
}

Status read_side(Side& side, std::string_view value) {
    constexpr std::array<std::string_view, 3> names{"both", "left", "right"};
    const auto* const found = std::ranges::find(names, value);
    if (found == names.end()) {
        return terminal::refused(
            base::phrase("\"{}\" is no side", value), base::phrase("write side=left, right or both")
        );
    }
    side = static_cast<Side>(found - names.begin());
    return {};
}

Status read_verbosity(speech::Verbosity& verbosity, std::string_view value) {
    if (value != "all" && value != "few") {
        return terminal::refused(
            base::phrase("\"say={}\" is unknown", value), base::phrase("write say=all or say=few")
        );
    }
    verbosity = value == "few" ? speech::Verbosity::few : speech::Verbosity::all;
    return {};
}

Status read_setting(Ear& ear, std::string_view key, std::string_view value) {
    speech::VoiceSettings& voice = ear.listener.voice;
    if (key == "side") return read_side(ear.side, value);
    if (key == "rate") return read_number(voice.words_per_minute, key, value, 80, 450);
    if (key == "pitch") return read_number(voice.pitch, key, value, 0, 100);
    if (key == "volume") return read_number(voice.volume, key, value, 0, 200);
    return read_verbosity(ear.listener.verbosity, value);
}

bool is_setting(std::string_view word) {
    constexpr std::array<std::string_view, 5> keys{"side=", "rate=", "pitch=", "volume=", "say="};
    return std::ranges::any_of(keys, [&](std::string_view key) { return word.starts_with(key); });
}

bool overlap(const Ear& one, const Ear& other) {
    const bool sides = one.side == other.side || one.side == Side::both || other.side == Side::both;
    return sides && one.device == other.device;
}

Status take_option(Ears& ears, const EarOption& option, const std::string& text) {
    if (text == "none") {
        ears.erase(option.audience);
        return {};
    }
    const auto known = ears.find(option.audience);
    auto ear = parse_ear(text, known == ears.end() ? Ear{} : known->second);
    if (!ear) {
        ear.error().where = fmt::format("--{}", option.name);
        return tl::unexpected(ear.error());
    }
    ears[option.audience] = *std::move(ear);
    return {};
}

Result<Ears, Error> read_ears(const std::filesystem::path& path) {
    return profiles::Document::read(path).and_then([](const profiles::Document& document) {
        return profiles::load_ears(document);
    });
}

} // namespace

terminal::Options& add_ear_options(terminal::Options& options) {
    const std::string_view help =
        "through what it is heard: a device, then side=left, rate=300, pitch=, volume=, say=few";
    for (const EarOption& option : ear_options)
        options.value(std::string{option.name}, "EAR|none", std::string{help});
    return options.value("ears", "FILE|none", "who hears through what, as doctor writes it");
}

std::filesystem::path ears_file() {
    return files::config_folder() / "ansage" / "devices" / "ears.toml";
}

Result<Ears, Error> kept_ears() {
    std::error_code ignored;
    const std::filesystem::path file = ears_file();
    return std::filesystem::exists(file, ignored) ? read_ears(file) : Ears{};
}

Result<void, Error> keep_ears(const Ears& ears, const std::filesystem::path& file) {
    ANSAGE_TRY(files::make_user_folder(file.parent_path()));
    return files::write_file(file, profiles::to_toml(ears));
}

Result<Ear, Error> parse_ear(std::string_view text, const Ear& before) {
    Ear ear = before;
    std::string device;
    for (const std::string& word : terminal::split_words(text)) {
        if (!is_setting(word)) {
            device += (device.empty() ? "" : " ") + word;
            continue;
        }
        const std::size_t equals = word.find('=');
        ANSAGE_TRY(read_setting(ear, word.substr(0, equals), word.substr(equals + 1)));
    }
    if (!device.empty()) ear.device = device == "default" ? std::string{} : device;
    return ear;
}

Result<Ears, Error> ears_given(const terminal::Arguments& given) {
    const std::string file = given.value_or("ears", "");
    std::error_code ignored;
    const std::filesystem::path path = file.empty() ? ears_file() : std::filesystem::path{file};
    const bool reads = file != "none" && (!file.empty() || std::filesystem::exists(path, ignored));
    Result<Ears, Error> ears = reads ? read_ears(path) : Ears{};
    for (const EarOption& option : ear_options) {
        const auto text = given.value(option.name);
        if (!ears || !text || given.goes_before("ears", option.name)) continue;
        ANSAGE_TRY(take_option(*ears, option, *text));
    }
    return ears;
}

Status check_ears(const Ears& ears) {
    for (auto one = ears.begin(); one != ears.end(); ++one) {
        const auto same = std::find_if(std::next(one), ears.end(), [&](const auto& other) {
            return overlap(one->second, other.second);
        });
        if (same != ears.end()) {
            return terminal::refused(
                base::phrase(
                    "{} and {} would hear the same device",
                    speech::to_string(one->first),
                    speech::to_string(same->first)
                ),
                base::phrase("give each a device of its own, or side=left and side=right of one")
            );
        }
    }
    return {};
}

} // namespace ansage::telling
