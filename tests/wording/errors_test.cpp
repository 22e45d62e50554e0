// SPDX-License-Identifier: GPL-3.0-or-later
// Every error that a language says is one that the sources hold, and each of those is said:
// xgettext collects them as a translator would, from the calls of base::phrase().
#include "base/result.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "wording/po_file.hpp"
#include "wording/wording.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <regex>

namespace ansage::wording {
namespace {

const std::filesystem::path tree = tests::root();

// One path a line.
void list_sources(const std::string& into) {
    std::ofstream list{into};
    for (const char* const folder : {"src", "devices", "speech", "phonetics"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(tree / folder)) {
            const auto extension = entry.path().extension();
            if (extension == ".cpp" || extension == ".hpp") list << entry.path().string() << '\n';
        }
    }
}

PoFile patterns_in_sources() {
    const tests::Folder folder;
    list_sources(folder / "sources");
    const std::string collect = fmt::format(
        "xgettext --language=C++ --from-code=UTF-8 --keyword=phrase --files-from='{}' "
        "--output='{}' 2>/dev/null",
        folder / "sources",
        folder / "errors.pot"
    );
    REQUIRE(std::system(collect.c_str()) == 0);
    return read_po_file(folder / "errors.pot");
}

// "{}" counted on, and "{1}" as it says; "{{" is no hole.
std::multiset<std::string> holes(const std::string& pattern) {
    static const std::regex hole(R"(\{\{|\{(\d?)\})");
    std::multiset<std::string> found;
    int next = 0;
    for (std::sregex_iterator one(pattern.begin(), pattern.end(), hole), end; one != end; ++one) {
        if (one->str() != "{{")
            found.insert((*one)[1].length() > 0 ? (*one)[1].str() : std::to_string(next++));
    }
    return found;
}

// "{}, {}" has none to be translated.
bool has_words(const std::string& pattern) {
    return std::ranges::any_of(pattern, [](unsigned char each) { return std::isalpha(each) != 0; });
}

std::vector<std::string> faults_of(const PoFile& file, const PoFile& sources) {
    std::vector<std::string> faults;
    const auto tell = [&](const PoEntry& entry, std::string_view what) {
        faults.push_back(fmt::format("{}: {}: {}", file.name, what, entry.id));
    };
    for (const PoEntry& entry : sources.entries) {
        // What a language leaves out is told in English.
        const PoEntry* const said = file.find(entry.id);
        const bool is_said = said != nullptr && !said->fuzzy && !said->forms.front().empty();
        if (!is_said && has_words(entry.id)) tell(entry, "left out");
        if (is_said && holes(said->forms.front()) != holes(entry.id)) tell(entry, "other holes");
    }
    for (const PoEntry& entry : file.entries)
        if (sources.find(entry.id) == nullptr) tell(entry, "nobody says it");
    return faults;
}

} // namespace

TEST_CASE("every language says every error of the sources, with the same holes, and no other") {
    const PoFile sources = patterns_in_sources();
    REQUIRE(sources.entries.size() > 500);
    for (const auto& entry : std::filesystem::directory_iterator(tree / "profiles/errors"))
        CHECK(faults_of(read_po_file(entry.path()), sources) == std::vector<std::string>{});
}

TEST_CASE("the check of errors finds what is left out, left over and filled otherwise") {
    const PoFile sources{
        .name = "sources",
        .entries = {
            {.id = "no board"},
            {.id = "{}, {}"},
            {.id = "not yet"},
            {.id = "{} of {}"},
            {.id = "only {}"},
            {.id = "{} before {}"}}};
    const PoFile file{
        .name = "xx.po",
        .entries = {
            {.id = "not yet", .forms = {""}},
            {.id = "{} of {}", .forms = {"{} von {1}"}},
            {.id = "only {}", .forms = {"nur"}},
            {.id = "{} before {}", .forms = {"{1} nach {0}"}},
            {.id = "gone", .forms = {"weg"}}}};
    CHECK(
        faults_of(file, sources) ==
        std::vector<std::string>{
            "xx.po: left out: no board",
            "xx.po: left out: not yet",
            "xx.po: other holes: only {}",
            "xx.po: nobody says it: gone"}
    );
}

TEST_CASE("an error is one line in the language of its reader, English where it is stored") {
    const base::Error error{
        base::phrase("\"{}\" is missing in [{}]", std::string{"rook"}, std::string{"words"}),
        base::phrase("line {}", 3),
        base::phrase("add {} = ...", std::string{"rook"})};
    CHECK(base::to_line(error) == "line 3: \"rook\" is missing in [words]; add rook = ...");
    const auto wording = Wording::open(tests::locale());
    REQUIRE(wording);
    CHECK(
        wording->in("de").line(error) ==
        "Zeile 3: „rook“ fehlt in [words]; rook = ... dazuschreiben"
    );
    CHECK(wording->in("en").line(error) == base::to_line(error));
    // What fills a hole is never read as a pattern, or as a key.
    const base::Phrase quoted = base::phrase("\"{}\" is no move", std::string{"{} no command"});
    CHECK(quoted.text() == "\"{} no command\" is no move");
    CHECK(wording->in("de").words(quoted) == "„{} no command“ ist kein Zug");
    CHECK(
        base::phrase("write {{\"moves\": [\"e4\", \"e5\"]}}").text() ==
        "write {\"moves\": [\"e4\", \"e5\"]}"
    );
}

} // namespace ansage::wording
