// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/page.hpp"

#include "files/files.hpp"
#include "files/profile_path.hpp"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

namespace ansage::hall {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

// What the page says. It fills {text}, {number} and {piece} itself.
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
    "page.take",
    "page.give_back",
    "page.owner",
    "page.take_over",
    "page.taken_over",
    "page.filter",
    "page.filter_all",
    "page.filter_urgent",
    "page.filter_free",
    "page.filter_mine",
    "page.ruling",
    "page.statement",
    "page.rule_yes",
    "page.rule_no",
    "page.if_yes",
    "page.if_no",
    "page.say_first",
    "page.sent",
    "page.ruling_waits",
    "hall.answer.asked",
    "hall.answer.confirmed",
    "hall.answer.declined",
    "hall.answer.outdated",
    "hall.answer.not_allowed",
    "hall.answer.no_statement",
    "hall.answer.no_such_matter",
    "hall.answer.answered",
    "hall.answer.changed",
    "hall.answer.nothing_offered",
    "hall.answer.game_over",
    "hall.answer.another_waits",
    "hall.answer.of_another",
    "hall.answer.old",
    "hall.answer.not_understood",
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
    "page.invalid",
    "hall.invalid",
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
    "piece.white",
    "piece.white_queen",
    "piece.black",
    "piece.black_queen",
    "piece.unknown",
    "html.pawn",
    "html.knight",
    "html.bishop",
    "html.rook",
    "html.queen",
    "html.king",
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
    if (!places) return tl::unexpected(places.error());
    std::vector<fs::path> candidates = *places;
    candidates.push_back(files::program_directory() / "share" / "ansage"); // of a build folder
    std::error_code ignored;
    for (const fs::path& place : candidates)
        if (fs::exists(place / "hall" / "bundle.js", ignored)) return place / "hall";
    return tl::unexpected(Error{
        base::phrase("the arbiters' page is not there"),
        "hall",
        base::phrase("install ansage-data, or give --data")});
}

// "</" would end the element that it stands in.
std::string words_of_page(const wording::Wording& wording, const Plan& plan) {
    nlohmann::ordered_json words{
        {"event", plan.event},
        {"line", fmt::format("wss://{}:{}/mqtt", plan.hosts.front(), plan.page_port)}};
    for (const std::string_view language : wording.languages()) {
        auto& own = words["languages"][std::string{language}];
        for (const char* id : page_ids) {
            own[id] = wording.in(language).sentence(
                id,
                {{"text", std::string_view{"{text}"}},
                 {"number", std::string_view{"{number}"}},
                 {"piece", std::string_view{"{piece}"}}}
            );
        }
    }
    std::string text = words.dump();
    for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at))
        text.insert(at + 1, "\\");
    return text;
}

void fill(std::string& page, std::string_view mark, const std::string& text) {
    if (const std::size_t at = page.find(mark); at != std::string::npos)
        page.replace(at, mark.size(), text);
}

} // namespace

// One file, so that no browser runs the script of one version with the words of another.
Result<void, Error>
write_page(const Plan& plan, const std::string& data, const wording::Wording& wording) {
    const auto from = page_folder(data);
    if (!from) return tl::unexpected(from.error());
    std::array<std::string, 3> parts;
    constexpr std::array names{"index.html", "style.css", "bundle.js"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto text = files::read_file(*from / names.at(i));
        if (!text) return tl::unexpected(text.error());
        parts.at(i) = *std::move(text);
    }
    auto& [page, style, script] = parts;
    fill(page, "{style}", style);
    fill(page, "{script}", script);
    fill(page, "{words}", words_of_page(wording, plan));
    return files::write_file(plan.folder / "page" / "index.html", page);
}

} // namespace ansage::hall
