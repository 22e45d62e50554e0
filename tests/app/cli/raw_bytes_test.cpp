// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever people type or name, no control character, mark of direction or byte that is no UTF-8
// leaves as it is: not to a terminal, not to another console, not into what is written of a game.
// The places are those of the grammar and of --help.
#include "acts/samples.hpp"
#include "base/visible.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using ansage::acts::Doer;
using ansage::acts::Element;
using ansage::acts::Row;
using ansage::tests::Folder;
using ansage::tests::Process;
using Words = std::vector<std::string>;

// A cursor key, a title, a bell, a colour in C1, two directions, bytes of no letter.
const std::string hostile = "x\x01\x08\x1b[A\x1b]0;t\x07\x7f\xc2\x9b"
                            "1m\xe2\x80\xae\xe2\x81\xa6\xff\xc3y";

std::string line_of(const Row& row) {
    std::string line;
    for (const Element& element : ansage::acts::elements_of(row.form)) {
        line += line.empty() ? "" : " ";
        if (element.part == nullptr) line += element.word;
        else if (ansage::acts::is_own_words(element.word)) line += hostile;
        else line += ansage::acts::samples().at(element.word);
    }
    return line;
}

bool has_own_words(const Row& row) {
    const auto elements = ansage::acts::elements_of(row.form);
    return std::ranges::any_of(elements, [](const Element& element) {
        return element.part != nullptr && ansage::acts::is_own_words(element.word);
    });
}

// Those that people fill with words of their own; what ends a game comes last.
Words lines_of(Doer who) {
    Words lines;
    for (const Row& row : ansage::acts::rows())
        if (meet(row.who, who) && has_own_words(row)) lines.push_back(line_of(row));
    std::ranges::stable_partition(lines, [](const std::string& line) {
        return !line.starts_with("ends");
    });
    return lines;
}

void check_shown(const std::string& what, const Words& lines, const std::string& kept = {}) {
    for (const std::string& line : lines) {
        INFO(what << ": " << ansage::base::visible(line));
        CHECK(ansage::base::visible(line, kept) == line);
    }
}

Words split(const std::string& text) {
    std::istringstream stream{text};
    Words lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

// Its lines, for whoever wants to know more of them.
Words check_run(const Words& words, const Folder& folder, const std::string& kept = {}) {
    Words command{ansage::tests::program()};
    command.insert(command.end(), words.begin(), words.end());
    Process process{command, folder.path()};
    process.close_input();
    const int code = process.wait();
    const std::string what = fmt::format("{}", fmt::join(words, " "));
    INFO(what << " " << process.errors());
    CHECK(code >= 0);
    CHECK(code <= 1);
    check_shown(what, process.lines(), kept);
    check_shown(what + ", errors", split(process.errors()));
    return process.lines();
}

// "text", "html" ... of "--format text|html".
Words formats_of(const std::string& command, const Folder& folder) {
    const std::string help =
        fmt::format("{}", fmt::join(check_run({"help", command}, folder), "\n"));
    Words formats;
    const std::regex option{"--format ([a-z|]+)"};
    for (std::sregex_iterator each{help.begin(), help.end(), option}, end; each != end; ++each) {
        std::istringstream words{(*each)[1].str()};
        for (std::string word; std::getline(words, word, '|');) {
            if (word != "audio" && std::ranges::find(formats, word) == formats.end())
                formats.push_back(word);
        }
    }
    return formats;
}

// Everybody types all that he may, in words of his own; each console is told of it. Gives the
// journal.
std::string play(const Folder& folder) {
    const std::string journal = folder.path() + "/game.ansage";
    Process table{
        {ansage::tests::program(),
         "play",
         "--white=impaired none",
         "--black=sighted none",
         "--white-name=" + hostile,
         "--black-name=" + hostile,
         "--speech=none",
         "--journal=" + journal},
        folder.path()};
    REQUIRE(table.await("code "));
    const std::string code = table.last().substr(std::string{"code "}.size());
    const std::array<Words, 5> consoles{
        Words{"white"},
        Words{"black"},
        Words{"assistant"},
        Words{"arbiter", "--code", code},
        Words{"spectator"}};
    std::vector<std::unique_ptr<Process>> joined;
    for (const Words& role : consoles) {
        Words command{ansage::tests::program(), "join"};
        command.insert(command.end(), role.begin(), role.end());
        joined.push_back(std::make_unique<Process>(command, folder.path()));
        REQUIRE(joined.back()->await("")); // the welcome
    }
    table.write("arbiter starts");
    REQUIRE(table.await("clock white"));
    table.write("white announces Eva zwei Eva vier");
    for (const std::string& line : lines_of(Doer::player)) table.write("white " + line);
    for (const std::string& line : lines_of(Doer::recorder)) table.write("recorder " + line);
    for (std::size_t i = 0; i < consoles.size(); ++i) {
        const Doer who = consoles[i][0] == "arbiter" ? Doer::arbiter : Doer::player | Doer::sheet;
        if (who != Doer::arbiter) joined[i]->write(hostile);
        for (const std::string& line : lines_of(who))
            if (!line.starts_with("ends")) joined[i]->write(line);
        joined[i]->write("what is this");
    }
    for (const std::string& line : lines_of(Doer::arbiter)) table.write("arbiter " + line);
    table.write(hostile);
    for (std::size_t i = 0; i < consoles.size(); ++i) joined[i]->write("quit");
    for (std::size_t i = 0; i < consoles.size(); ++i) {
        CHECK(joined[i]->wait() == 0);
        CHECK(joined[i]->lines().size() > 1);
        check_shown("join " + consoles[i][0], joined[i]->lines());
        check_shown("join, errors", split(joined[i]->errors()));
    }
    table.write("quit");
    table.close_input();
    CHECK(table.wait() == 0);
    check_shown("play", table.lines());
    check_shown("play, errors", split(table.errors()));
    return journal;
}

} // namespace

TEST_CASE("What people write in their own words leaves no table as it is", "[raw]") {
    const Folder folder;
    REQUIRE(lines_of(Doer::arbiter).size() > 10);
    REQUIRE(lines_of(Doer::player).size() > 5);
    const std::string journal = play(folder);
    const Words told = check_run({"replay", journal}, folder);
    CHECK(std::ranges::any_of(told, [](const std::string& line) {
        return line.find("\u241B[A") != std::string::npos;
    }));
    check_run({"replay", journal, "--json"}, folder);
    check_run({"replay", journal, "--ears"}, folder);
    check_run({"replay", journal, "--verify"}, folder);
    for (const std::string& format : formats_of("score", folder))
        check_run({"score", journal, "--format", format}, folder, format == "brf" ? "\r\f" : "");
    for (const std::string& format : formats_of("arbiter", folder)) {
        for (const std::string option : {"--all", "--private"}) {
            check_run(
                {"arbiter", "report", journal, "--format", format, option},
                folder,
                format == "brf" ? "\r\f" : ""
            );
        }
    }
    check_run({"arbiter", "compare", journal + ":white", journal + ":black"}, folder);
    check_run({"arbiter", "compare", journal + ":white", journal + ":black", "--json"}, folder);
}

// Whoever prints past it has to show here that nothing of what people typed or named is in it.
TEST_CASE("Lines leave through one door", "[raw]") {
    namespace fs = std::filesystem;
    const std::set<std::string> own_words{
        "src/app/clock/display.cpp", // digits, and names that were made visible
        "src/app/commands/arbiter.cpp", // a report, which is visible as it is written
        "src/app/commands/board_simulate.cpp", // printable()
        "src/app/commands/help.cpp",
        "src/app/commands/profiles.cpp", // a profile, made visible
        "src/app/commands/score.cpp", // a sheet, which is visible as it is written
        "src/app/main.cpp",
        "src/terminal/options.cpp", // --help
    };
    std::set<std::string> printing;
    for (const auto& entry :
         fs::recursive_directory_iterator{fs::path{ansage::tests::root()} / "src"}) {
        if (entry.path().extension() != ".cpp") continue;
        std::ifstream file{entry.path()};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        for (const char* const prints : {"fmt::print(", "std::cout", "std::puts", "std::printf"}) {
            if (text.find(prints) != std::string::npos)
                printing.insert(fs::relative(entry.path(), ansage::tests::root()).string());
        }
    }
    CHECK(printing == own_words);
}

TEST_CASE("What a table script says in people's own words is printed visibly", "[raw]") {
    const Folder folder;
    const std::string script = folder.path() + "/own.table";
    {
        std::ofstream file{script};
        file << "@white impaired none\n@black sighted none\n@white-name " << hostile << '\n';
        unsigned tenths = 0;
        const auto write = [&](const std::string& line) {
            file << fmt::format("0:{:02}.{} {}\n", tenths / 10, tenths % 10, line);
            ++tenths;
        };
        write("arbiter starts");
        file << "# " << hostile << '\n';
        for (const std::string& line : lines_of(Doer::player)) write("white " + line);
        for (const std::string& line : lines_of(Doer::recorder)) write("recorder " + line);
        for (const std::string& line : lines_of(Doer::arbiter)) write("arbiter " + line);
    }
    check_run({"run", script}, folder);
    for (const std::string option : {"--json", "--ears", "--check"})
        check_run({"run", script, option}, folder);
    for (const std::string role : {"white", "black", "assistant", "arbiter", "spectator"})
        check_run({"run", script, "--as", role}, folder);
}
