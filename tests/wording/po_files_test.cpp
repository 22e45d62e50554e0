// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogues themselves: English complete, the others like it in their placeholders, and every
// id that the program asks for is there. What another language lacks is said in English, and
// counted by "ansage profiles missing".
#include "support/catch.hpp"
#include "support/places.hpp"
#include "wording/po_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace ansage::wording {
namespace {

namespace fs = std::filesystem;

const fs::path root = tests::root();

std::vector<PoFile> shipped_catalogues() {
    std::vector<PoFile> files;
    for (const auto& entry : fs::directory_iterator(root / "profiles/messages"))
        if (entry.path().extension() == ".po") files.push_back(read_po_file(entry.path()));
    std::ranges::sort(files, {}, &PoFile::name);
    return files;
}

PoFile english_file() { return read_po_file(root / "profiles/messages/en.po"); }

std::string at(const PoFile& file, const PoEntry& entry) {
    return fmt::format("{}:{}: {}", file.name, entry.line, entry.id);
}

// What the tests say of a whole catalogue: nothing, when it is right.
using Mistakes = std::vector<std::string>;

// msgfmt leaves it out.
bool is_untranslated(const PoEntry& entry) {
    return entry.fuzzy || std::ranges::all_of(entry.forms, &std::string::empty);
}

Mistakes untranslated_entries(const PoFile& file) {
    Mistakes mistakes;
    for (const auto& entry : file.entries)
        if (is_untranslated(entry)) mistakes.push_back(at(file, entry));
    return mistakes;
}

Mistakes unfinished_entries(const PoFile& file) {
    Mistakes mistakes;
    for (const auto& entry : file.entries) {
        const auto wanted = entry.plural_id.empty() ? 1 : file.plural_forms;
        const bool complete =
            entry.forms.size() == wanted && std::ranges::none_of(entry.forms, &std::string::empty);
        if (!is_untranslated(entry) && !complete) mistakes.push_back(at(file, entry));
    }
    return mistakes;
}

Mistakes differences_from_english(const PoFile& file, const PoFile& model) {
    Mistakes mistakes;
    for (const auto& entry : file.entries) {
        const auto* const english = model.find(entry.id);
        if (english == nullptr) mistakes.push_back(at(file, entry) + ": not in English");
        else if (!is_untranslated(entry) && placeholders(entry) != placeholders(*english)) {
            mistakes.push_back(at(file, entry) + ": other placeholders than in English");
        } else if (entry.plural_id != english->plural_id)
            mistakes.push_back(at(file, entry) + ": plural in one language only");
    }
    return mistakes;
}

std::string text_of(const fs::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void add_sources_in(const fs::path& folder, std::vector<fs::path>& sources) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const auto extension = entry.path().extension();
        if (extension == ".cpp" || extension == ".hpp") sources.push_back(entry.path());
    }
}

std::vector<fs::path> product_sources() {
    std::vector<fs::path> sources;
    for (const auto* folder : {"src", "speech", "devices", "phonetics"})
        add_sources_in(root / folder, sources);
    return sources;
}

// The first parts of the ids ("alert", "demo"), as alternatives of a regular expression.
std::string families(const PoFile& file) {
    std::set<std::string> found;
    for (const auto& entry : file.entries) {
        if (const auto dot = entry.id.find('.'); dot != std::string::npos)
            found.insert(entry.id.substr(0, dot));
    }
    return fmt::format("{}", fmt::join(found, "|"));
}

// String literals in the sources that look like ids of a family the catalogue has. An id put
// together at run time ("alert." + name) ends in its dot and is left to the tests of the lists it
// comes from.
Mistakes unknown_ids_in(const fs::path& source, const PoFile& file) {
    const std::regex literal(fmt::format("\"((?:{})(?:\\.[a-z0-9_]+)+)\"", families(file)));
    const auto text = text_of(source);
    Mistakes mistakes;
    for (std::sregex_iterator one(text.begin(), text.end(), literal), end; one != end; ++one) {
        const std::string id = (*one)[1].str();
        // The beginning of a family of ids, such as "console.must_".
        const bool begins_ids = id.ends_with('_') &&
            std::ranges::any_of(file.entries,
                                [&](const PoEntry& entry) { return entry.id.starts_with(id); });
        if (!begins_ids && file.find(id) == nullptr) {
            mistakes.push_back(
                fmt::format("{}: {}", fs::relative(source, root).string(), (*one)[1].str())
            );
        }
    }
    return mistakes;
}

Mistakes unspeakable_forms(const PoFile& file) {
    static const std::regex unspeakable(R"(\d:\d|\b[KQRBNDTLS]?[a-h][1-8]\b|O-O|0-0)");
    const auto is_unspeakable = [](const std::string& form) {
        return std::regex_search(form, unspeakable);
    };
    Mistakes mistakes;
    for (const auto& entry : file.entries) {
        // Help of the command line is printed, and shows what to type.
        const bool is_spoken = !entry.id.starts_with("help.");
        if (is_spoken && std::ranges::any_of(entry.forms, is_unspeakable))
            mistakes.push_back(at(file, entry));
    }
    return mistakes;
}

} // namespace

TEST_CASE("English is complete, and no catalogue is short of a plural form") {
    const auto files = shipped_catalogues();
    CHECK(files.size() >= 6);
    CHECK(english_file().entries.size() > 1000);
    CHECK(untranslated_entries(english_file()) == Mistakes{});
    for (const auto& file : files) {
        INFO(file.name);
        CHECK(!file.entries.empty());
        CHECK(file.plural_forms > 0);
        CHECK(unfinished_entries(file) == Mistakes{});
    }
}

TEST_CASE("no id stands twice in a catalogue") {
    for (const auto& file : shipped_catalogues()) {
        std::set<std::string> seen;
        for (const auto& entry : file.entries) {
            INFO(at(file, entry));
            CHECK(seen.insert(entry.id).second);
        }
    }
}

TEST_CASE("what a language says has the same placeholders as in English") {
    const auto model = english_file();
    for (const auto& file : shipped_catalogues())
        CHECK(differences_from_english(file, model) == Mistakes{});
}

TEST_CASE("every id in a closed list of the program has its sentence") {
    const auto model = english_file();
    for (const auto* name : {"tests/data/wording/message-ids.txt", "profiles/hall/sentences.txt"}) {
        std::ifstream stream(root / name);
        REQUIRE(stream);
        int number = 0;
        for (std::string line; std::getline(stream, line);) {
            ++number;
            if (line.empty() || line.starts_with('#')) continue;
            INFO(name << ":" << number << ": " << line);
            CHECK(model.find(line) != nullptr);
        }
        CHECK(number > 40);
    }
}

TEST_CASE("every id written in the sources has its sentence") {
    const auto model = english_file();
    Mistakes mistakes;
    for (const auto& source : product_sources())
        std::ranges::copy(unknown_ids_in(source, model), std::back_inserter(mistakes));
    CHECK(mistakes == Mistakes{});
}

TEST_CASE("no sentence hands a synthesiser figures with a colon or a move in letters") {
    for (const auto& file : shipped_catalogues()) CHECK(unspeakable_forms(file) == Mistakes{});
}

TEST_CASE("the checks over catalogues find what they are for") {
    const auto good = read_po_file(root / "tests/data/wording/good.po");
    const auto bad = read_po_file(root / "tests/data/wording/bad.po");
    CHECK(unfinished_entries(good) == Mistakes{});
    CHECK(untranslated_entries(bad) == Mistakes{"bad.po:7: alert.empty", "bad.po:11: alert.fuzzy"});
    CHECK(unfinished_entries(bad) == Mistakes{"bad.po:14: alert.plural"});
    CHECK(
        differences_from_english(bad, good) ==
        Mistakes{
            "bad.po:18: alert.words: other placeholders than in English",
            "bad.po:21: alert.surplus: not in English",
        }
    );
    CHECK(
        unknown_ids_in(root / "tests/data/wording/source.txt", good) ==
        Mistakes{"tests/data/wording/source.txt: alert.nowhere"}
    );
    CHECK(unspeakable_forms(bad) == Mistakes{"bad.po:21: alert.surplus"});
    CHECK(unspeakable_forms(good) == Mistakes{});
}

} // namespace ansage::wording
