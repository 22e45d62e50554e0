// SPDX-License-Identifier: GPL-3.0-or-later
#include "pictures/made.hpp"

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <regex>

namespace ansage::pictures {
namespace {

// What it prints. A machine that has other things to do may take minutes for a whole game.
std::vector<std::string>
lines_of(const tests::Folder& folder, const std::vector<std::string>& arguments) {
    const std::string printed = folder / "printed";
    std::string command = fmt::format(
        "cd '{0}' && HOME='{0}' XDG_RUNTIME_DIR='{0}' TMPDIR='{0}' XDG_DATA_HOME= XDG_CONFIG_HOME= "
        "TZ=UTC "
        "timeout "
        "600 '{1}'",
        folder.path(),
        tests::program()
    );
    for (const std::string& argument : arguments) command += " '" + argument + "'";
    REQUIRE(std::system((command + " </dev/null >" + printed).c_str()) == 0);
    std::ifstream file{printed};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

std::string without_elements(const std::string& html) {
    static const std::regex element{"<[^>]*>"};
    return std::regex_replace(html, element, "");
}

Made make(const std::string& language) {
    const tests::Folder folder;
    const std::string game = folder / "demo.ansage";
    const auto told = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--language", language});
        return lines_of(folder, std::move(arguments));
    };
    Made all;
    all.terminal = told({"demo", "--speed", "max", "--audio", "none", "--journal", game});
    const std::string letters = language == "en" ? "en-ueb" : language;
    all.sheet = joined(told({"score", game, "--format", "html", "--letters", letters}));
    std::smatch day;
    REQUIRE(
        std::regex_search(all.sheet, day, std::regex{"<dd>([0-9]{4}[.][0-9]{2}[.][0-9]{2})</dd>"})
    );
    all.day = day[1];
    all.report = joined(told({"arbiter", "report", game, "--format", "html"}));
    all.report_json = joined(told({"arbiter", "report", game, "--format", "json"}));
    return all;
}

} // namespace

const Made& made(const std::string& language) {
    static std::map<std::string, Made> all;
    const auto found = all.find(language);
    return found != all.end() ? found->second : all.emplace(language, make(language)).first->second;
}

std::string
between(const std::string& text, std::string_view begin, std::string_view end, std::size_t from) {
    const std::size_t start = text.find(begin, from);
    REQUIRE(start != std::string::npos);
    const std::size_t stop = text.find(end, start + begin.size());
    REQUIRE(stop != std::string::npos);
    return text.substr(start + begin.size(), stop - start - begin.size());
}

std::vector<std::string> each(const std::string& html, const std::string& element) {
    std::vector<std::string> all;
    const std::regex pattern{"<" + element + "(?: [^>]*)?>([^]*?)</" + element + ">"};
    for (std::sregex_iterator it{html.begin(), html.end(), pattern}, end; it != end; ++it)
        all.push_back(without_elements((*it)[1]));
    return all;
}

std::vector<Cells> rows_of(const std::string& html) {
    std::vector<Cells> rows;
    static const std::regex row{"<tr>([^]*?)</tr>"};
    static const std::regex cell{"<t[hd](?: [^>]*)?>([^]*?)</t[hd]>"};
    for (std::sregex_iterator it{html.begin(), html.end(), row}, end; it != end; ++it) {
        const std::string inside = (*it)[1];
        Cells cells;
        for (std::sregex_iterator one{inside.begin(), inside.end(), cell}; one != end; ++one)
            cells.push_back(without_elements((*one)[1]));
        rows.push_back(std::move(cells));
    }
    return rows;
}

std::string svg_around(const std::string& html, const std::string& mark) {
    const std::size_t at = html.find(mark);
    REQUIRE(at != std::string::npos);
    const std::size_t start = html.rfind("<svg ", at);
    const std::size_t stop = html.find("</svg>", at);
    REQUIRE(stop != std::string::npos);
    return html.substr(start, stop + 7 - start); // with the end of its line
}

} // namespace ansage::pictures
