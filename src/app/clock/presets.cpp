// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clock/presets.hpp"

#include "base/try.hpp"
#include "files/profile_path.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Result;
using clock::IncrementKind;
using profiles::TimePreset;

namespace {

std::string increment_id(IncrementKind kind) {
    return kind == IncrementKind::none ? "time_control.plain"
                                       : fmt::format("time_control.{}", base::to_string(kind));
}

std::string words_of_period(const clock::Period& period, const wording::Catalogue& catalogue) {
    std::string base = catalogue.duration(period.base);
    if (period.moves) {
        base = catalogue.sentence(
            "time_control.moves", {{"count", *period.moves}, {"time", period.base}}
        );
    }
    return catalogue.sentence(
        increment_id(period.kind), {{"text", base}, {"seconds", period.increment}}
    );
}

} // namespace

Result<std::vector<TimePreset>, Error> load_presets(const std::string& data) {
    const auto directories =
        ANSAGE_TRY(files::data_directories(data.empty() ? std::nullopt : std::optional{data}));
    std::vector<TimePreset> presets;
    for (const files::ProfileFile& file :
         files::list_profiles(directories, files::ProfileKind::time)) {
        auto preset = ANSAGE_TRY(profiles::Document::read(file.path).and_then(profiles::load_time));
        presets.push_back(std::move(preset));
    }
    std::ranges::stable_sort(presets, {}, &TimePreset::number);
    return presets;
}

const TimePreset* find_preset(const std::vector<TimePreset>& presets, unsigned number) {
    const auto found = std::ranges::find(presets, number, &TimePreset::number);
    return found == presets.end() ? nullptr : &*found;
}

std::string words_of(const clock::TimeControl& control, const wording::Catalogue& catalogue) {
    if (control.hourglass) {
        return catalogue.sentence(
            "time_control.hourglass", {{"time", control.periods.front().base}}
        );
    }
    std::string text = words_of_period(control.periods.front(), catalogue);
    for (std::size_t i = 1; i < control.periods.size(); ++i) {
        text = catalogue.sentence(
            "time_control.then",
            {{"first", text}, {"second", words_of_period(control.periods[i], catalogue)}}
        );
    }
    return text;
}

std::string words_of(const TimePreset& preset, const wording::Catalogue& catalogue) {
    return catalogue.sentence(
        "clock.preset", {{"number", preset.number}, {"text", words_of(preset.control, catalogue)}}
    );
}

} // namespace ansage::app
