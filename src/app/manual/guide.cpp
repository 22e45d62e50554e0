// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/guide.hpp"

#include "base/try.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>

namespace ansage::app {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view fence = "```";

// "[the clock](../clock.md)" is "the clock", a picture its words; ` and ** are for eyes.
std::string without_marks(std::string_view line) {
    std::string text;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const std::string_view rest = line.substr(at);
        if (rest.starts_with("](")) at += std::min(rest.find(')'), rest.size() - 1);
        else if (rest.starts_with("**") || rest.starts_with("![")) ++at;
        else if (line[at] != '`' && line[at] != '[') text += line[at];
    }
    return text;
}

std::string_view without_beginning(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with('#')) {
        line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    } else if (line.starts_with("- ")) line.remove_prefix(2);
    return line;
}

std::vector<fs::path> guide_folders(const std::vector<fs::path>& data) {
    std::vector<fs::path> folders;
    for (const fs::path& place : data) {
        folders.push_back(place / "guide");
        folders.push_back(place.parent_path() / "docs" / "guide");
    }
    return folders;
}

// Empty: it is in none of them.
fs::path page_in(const std::vector<fs::path>& folders, const fs::path& relative) {
    for (const fs::path& folder : folders) {
        std::error_code ignored;
        if (fs::exists(folder / relative, ignored)) return folder / relative;
    }
    return {};
}

} // namespace

bool has_guide(std::string_view person) {
    return std::ranges::find(guide_persons, person) != guide_persons.end();
}

std::vector<GuideLine> in_plain_lines(std::string_view markdown) {
    std::vector<GuideLine> lines;
    std::istringstream text{std::string{markdown}};
    bool is_typed = false;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with(fence)) is_typed = !is_typed;
        else if (is_typed) lines.push_back({line, true});
        else if (!line.empty() && !line.starts_with("<!--"))
            lines.push_back({without_marks(without_beginning(line)), false});
    }
    return lines;
}

Result<GuidePage, Error> read_guide(
    std::string_view person, const std::string& language, const std::optional<std::string>& data
) {
    const auto directories = ANSAGE_TRY(files::data_directories(data));
    for (const std::string& in : {language, std::string{"en"}}) {
        const fs::path file =
            page_in(guide_folders(directories), fs::path{in} / fmt::format("{}.md", person));
        if (file.empty()) continue;
        const auto text = ANSAGE_TRY(files::read_file(file));
        return GuidePage{in, in_plain_lines(text)};
    }
    return tl::unexpected{Error{
        base::phrase("the guide's page for \"{}\" is not there", person),
        "ansage help",
        base::phrase(
            "install the package ansage-data, or give the folder that holds guide as --data FOLDER"
        )}};
}

} // namespace ansage::app
