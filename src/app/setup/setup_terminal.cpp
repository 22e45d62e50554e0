// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_terminal.hpp"

#include "app/clock/presets.hpp"
#include "app/setup/setup_page.hpp"
#include "base/try.hpp"
#include "files/profile_path.hpp"
#include "profiles/laws.hpp"
#include "record/game_file.hpp"
#include "session/board_places.hpp"
#include "speech/portaudio/sinks.hpp"
#include "telling/asker.hpp"
#include "telling/ears.hpp"
#include "telling/language.hpp"

#include <fmt/format.h>
#include <memory>

namespace ansage::app {

SetupTalk talk_at_terminal(
    telling::Voice& voice, const telling::TableWords& words, consoles::SetupServer* page
) {
    return talk_with(std::make_shared<telling::Asker>(voice), page, words);
}

namespace {

std::vector<std::string>
names_of(const std::vector<std::filesystem::path>& directories, files::ProfileKind kind) {
    std::vector<std::string> names;
    for (const files::ProfileFile& file : files::list_profiles(directories, kind))
        names.push_back(file.name);
    return names;
}

std::optional<table::BoardKind> kind_of(const devices::BoardRow& row) {
    return !row.kind                                 ? std::nullopt
        : *row.kind == devices::BoardKind::occupancy ? std::optional{table::BoardKind::occupancy}
                                                     : std::optional{table::BoardKind::identity};
}

// Each board that may be there; where no number tells, the port alone.
void add_boards(const session::BoardPlace& place, std::vector<SetupBoard>& boards) {
    if (place.boards.empty()) boards.push_back({place.path, place.path, {}});
    for (const devices::BoardRow* row : place.boards) {
        boards.push_back(
            {fmt::format("{}:{}", row->name, place.path),
             fmt::format("{}, {}", row->title, place.path),
             kind_of(*row)}
        );
    }
}

std::optional<SetupBoard> board_on(const std::string& text) {
    const auto named = devices::parse_board(text);
    const bool is_port = named &&
        (named->port.starts_with('/') || named->port.starts_with("tcp:") ||
         named->port.starts_with("ble:"));
    if (!is_port) return std::nullopt;
    return SetupBoard{text, text, named->row == nullptr ? std::nullopt : kind_of(*named->row)};
}

void add_editions(const std::vector<std::filesystem::path>& directories, SetupOffers& offers) {
    for (const files::ProfileFile& file :
         files::list_profiles(directories, files::ProfileKind::laws)) {
        const auto edition = profiles::Document::read(file.path).and_then(profiles::read_edition);
        if (!edition) continue;
        for (const std::string& language : edition->languages) {
            offers.editions.try_emplace(
                language,
                SetupEdition{
                    file.name,
                    edition->announcing.vocabulary,
                    edition->class_limits,
                    edition->appendix_d.assistant_for_hearing_impaired,
                    edition->arbiter_accepts_devices}
            );
        }
    }
}

} // namespace

SetupOffers offers_of_machine(const telling::TableWords& words, const std::string& data) {
    SetupOffers offers;
    offers.languages = words.languages();
    if (const auto places = session::list_board_places())
        for (const session::BoardPlace& place : *places) add_boards(place, offers.boards);
    offers.board_on = board_on;
    const auto directories =
        files::data_directories(data.empty() ? std::nullopt : std::optional{data});
    if (directories) {
        offers.words = names_of(*directories, files::ProfileKind::words);
        offers.laws = names_of(*directories, files::ProfileKind::laws);
        offers.codes = names_of(*directories, files::ProfileKind::braille);
    }
    if (directories) add_editions(*directories, offers);
    const std::string locale = telling::locale();
    for (const std::string& language : offers.languages) {
        const bool is_locales = locale.starts_with(language);
        offers.braille[language] = record::code_of_language(is_locales ? locale : language, data);
    }
    if (auto presets = load_presets(data)) offers.presets = *std::move(presets);
    return offers;
}

SetupSound find_sound(const speech::Ears& ears) {
    SetupSound sound;
    for (const speech::portaudio::Device& device : speech::portaudio::list_devices())
        sound.devices.push_back(device.name);
    sound.has_ear.white = ears.contains(speech::Audience::ear_white);
    sound.has_ear.black = ears.contains(speech::Audience::ear_black);
    return sound;
}

base::Result<void, base::Error> remember_ear(const SetupAnswers& answers) {
    if (answers.own.ear.empty() || answers.own.ear == "none") return {};
    const auto own = answers.color == chess::Color::white ? speech::Audience::ear_white
                                                          : speech::Audience::ear_black;
    const auto ear = ANSAGE_TRY(telling::parse_ear(answers.own.ear, {}));
    const auto before = ANSAGE_TRY(telling::kept_ears());
    speech::Ears kept{{own, ear}};
    for (const auto& [audience, other] : before) {
        speech::Ears both{{own, ear}, {audience, other}};
        if (audience != own && telling::check_ears(both)) kept[audience] = other;
    }
    return telling::keep_ears(kept);
}

} // namespace ansage::app
