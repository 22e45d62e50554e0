// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/page.hpp"

#include "files/files.hpp"
#include "files/profile_path.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <system_error>

namespace ansage::hall {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::array page_files{"index.html", "style.css", "script.js", "mqtt.js"};

// What the page says. It fills {text} and {number} itself.
constexpr std::array page_ids{
    "page.title",
    "page.skip",
    "page.sign_in",
    "page.name",
    "page.password",
    "page.enter",
    "page.refused",
    "page.connected",
    "page.lost",
    "page.matters",
    "page.none",
    "page.new_matter",
    "page.closed_matter",
    "page.players_wait",
    "page.lapses",
    "page.since",
    "page.proposal",
    "page.at_table",
    "page.tables",
    "page.tables_caption",
    "page.table",
    "page.players",
    "page.phase",
    "page.time",
    "page.to_move",
    "page.last_move",
    "page.open",
    "page.only_open",
    "page.signal",
    "page.signal_none",
    "page.signal_tone",
    "page.signal_vibration",
    "page.language",
    "page.details",
    "page.close",
    "page.board_of",
    "page.no_sensors",
    "page.board_lost",
    "page.agrees",
    "page.differs",
    "page.ledger",
    "page.said_of",
    "page.nothing_said",
    "page.gone",
    "page.keys",
    "page.keys_help",
    "page.news",
    "page.settings",
    "page.phase.not_started",
    "page.phase.playing",
    "page.phase.halted",
    "page.phase.adjourned",
    "page.phase.ended",
    "player.white",
    "player.black",
    "witness.mover_board",
    "witness.announcement",
    "witness.repetition",
    "witness.opponent_board",
    "witness.white_score",
    "witness.black_score",
};

Result<fs::path, Error> page_folder(const std::string& data) {
    const auto places =
        files::data_directories(data.empty() ? std::nullopt : std::optional<std::string>{data});
    if (!places) {
        return tl::unexpected(places.error());
    }
    std::error_code ignored;
    for (const fs::path& place : *places) {
        if (fs::exists(place / "hall" / page_files.front(), ignored)) {
            return place / "hall";
        }
    }
    return tl::unexpected(Error{
        "the arbiters' page is not there", "hall", "install ansage-data, or give --data"});
}

std::string words_of_page(const wording::Wording& wording, const std::string& event) {
    nlohmann::ordered_json words{{"event", event}};
    for (const std::string_view language : wording.languages()) {
        auto& own = words["languages"][std::string{language}];
        for (const char* id : page_ids) {
            own[id] = wording.in(language).sentence(
                id, {{"text", std::string_view{"{text}"}}, {"number", std::string_view{"{number}"}}}
            );
        }
    }
    return words.dump(1) + "\n";
}

} // namespace

Result<void, Error>
write_page(const Plan& plan, const std::string& data, const wording::Wording& wording) {
    const auto from = page_folder(data);
    if (!from) {
        return tl::unexpected(from.error());
    }
    for (const char* name : page_files) {
        const auto text = files::read_file(*from / name);
        const auto written = text.and_then([&](const std::string& all) {
            return files::write_file(plan.folder / "page" / name, all);
        });
        if (!written) {
            return tl::unexpected(written.error());
        }
    }
    return files::write_file(
        plan.folder / "page" / "words.json", words_of_page(wording, plan.event)
    );
}

} // namespace ansage::hall
