// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/page.hpp"

#include "base/text.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::hall {

using base::Error;
using base::Result;

namespace {

// What the page says, by the ids of its sentences, a line each. It fills {text}, {number},
// {piece} and {player} itself. "</" would end the element that it stands in.
std::string words_of_page(std::string_view ids, const wording::Wording& wording, const Plan& plan) {
    nlohmann::ordered_json words{
        {"event", plan.event},
        {"line", fmt::format("wss://{}:{}/mqtt", plan.hosts.front(), plan.page_port)}};
    for (const std::string_view language : wording.languages()) {
        auto& own = words["languages"][std::string{language}];
        for (std::string_view rest = ids; !rest.empty();) {
            const std::string_view id = base::take_until(rest, '\n');
            own[std::string{id}] = wording.in(language).sentence(
                id,
                {{"text", std::string_view{"{text}"}},
                 {"number", std::string_view{"{number}"}},
                 {"piece", std::string_view{"{piece}"}},
                 {"player", std::string_view{"{player}"}}}
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
    const auto from =
        ANSAGE_TRY(files::find_page("hall", data, base::phrase("the arbiters' page is not there")));
    std::array<std::string, 5> parts;
    constexpr std::array names{
        "index.html", "style.css", "board.svg", "bundle.js", "sentences.txt"};
    for (std::size_t i = 0; i < names.size(); ++i)
        parts.at(i) = ANSAGE_TRY(files::read_file(from / names.at(i)));
    auto& [page, style, board, script, ids] = parts;
    fill(page, "{style}", style);
    fill(page, "{board}", board);
    fill(page, "{script}", script);
    fill(page, "{words}", words_of_page(ids, wording, plan));
    return files::write_file(plan.folder / "page" / "index.html", page);
}

} // namespace ansage::hall
