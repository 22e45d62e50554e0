// SPDX-License-Identifier: GPL-3.0-or-later
// No field of an edition and no article of it is there for nothing: changed, it changes what some
// table script shows. The scripts say which profile they are for.
#include "laws/edition.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ansage::laws {
namespace {

namespace fs = std::filesystem;

const fs::path root = ANSAGE_ROOT;
const fs::path scripts = root / "tests/scripts";

std::string text_of(const fs::path& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + '\n';
    }
    return text;
}

// The profile that a script is for.
std::string profile_of(const fs::path& script) {
    for (const std::string& line : lines_of(text_of(script))) {
        if (line.starts_with("@profile")) {
            return line.substr(line.find_last_of(' ') + 1);
        }
    }
    return "fide-2023";
}

using Scripts = std::vector<std::pair<std::string, std::vector<fs::path>>>;

// By profile, the one with the fewest first, for they are the quickest to ask; those of
// tests/scripts/laws first, for they were written for it.
Scripts all_scripts() {
    std::map<std::string, std::vector<fs::path>> found;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator{scripts}) {
        if (entry.path().extension() == ".table") {
            paths.push_back(entry.path());
        }
    }
    std::ranges::sort(paths, {}, [](const fs::path& path) {
        const bool first = path.parent_path().filename() == "laws";
        return (first ? "0" : "1") + path.string();
    });
    for (const fs::path& path : paths) {
        found[profile_of(path)].push_back(path);
    }
    Scripts sorted{found.begin(), found.end()};
    std::ranges::sort(sorted, {}, [](const auto& entry) { return entry.second.size(); });
    return sorted;
}

// What the program shows of them, with the profiles of `data`.
std::string shown(const std::vector<fs::path>& paths, const std::string& data) {
    std::string command = std::string{ANSAGE_PROGRAM} + " run --json";
    command += data.empty() ? "" : " --data " + data;
    for (const fs::path& path : paths) {
        command += " '" + path.string() + "'";
    }
    command += " 2>&1";
    FILE* const pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 65536> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
        text.append(buffer.data(), count);
    }
    ::pclose(pipe);
    return text;
}

constexpr std::size_t at_once = 40;

// In parts, so that the first difference is enough.
std::vector<std::vector<fs::path>> parts_of(const std::vector<fs::path>& paths) {
    std::vector<std::vector<fs::path>> parts;
    for (std::size_t begin = 0; begin < paths.size(); begin += at_once) {
        const auto first = paths.begin() + static_cast<std::ptrdiff_t>(begin);
        const std::size_t count = std::min(at_once, paths.size() - begin);
        parts.emplace_back(first, first + static_cast<std::ptrdiff_t>(count));
    }
    return parts;
}

// Words for which others may stand.
const std::map<std::string, std::string> other_words{
    {"\"made\"", "\"completed\""},
    {"\"completed\"", "\"made\""},
    {"\"game_ends\"", "\"opponents_next_move\""},
    {"\"opponents_next_move\"", "\"game_ends\""},
    {"\"game\"", "\"last_period\""},
    {"\"touch\"", "\"move\""},
    {"\"move\"", "\"touch\""},
    {"\"illegal_when_made\"", "\"no_illegal_move\""},
    {"\"illegal_when_pressed\"", "\"illegal_when_made\""},
    {"\"no_illegal_move\"", "\"illegal_when_made\""},
    {"\"claim_or_arbiter\"", "\"claimant_with_time_left\""},
    {"\"claimant_with_time_left\"", "\"claim_or_arbiter\""},
    {"\"not_printed\"", "\"claim_or_arbiter\""},
    {"\"continue\"", "\"draw\""},
    {"\"draw\"", "\"continue\""},
    {"\"recommended\"", "\"binding\""},
    {"\"binding\"", "\"recommended\""},
    {"true", "false"},
    {"false", "true"},
};

// By the field's own name, where the kind of its value does not say it.
const std::map<std::string, std::string> other_values{
    {"fivefold", "{ times = 6, count = \"anywhere\" }"},
    {"colours_restart_below", "1"},
    {"completed_by_ending", "[]"},
    {"alternatives", "[\"another\"]"},
    {"vocabulary", "\"another\""},
    {"blitz_at_most", "\"1m\""},
    {"rapid_below", "\"11m\""},
    {"claim_below", "\"1s\""},
    {"score_relief_below", "\"1s\""},
    {"score_relief_increment", "\"0s\""},
    {"names", "\"recommended\""},
    {"ranks", "\"recommended\""},
};

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// Another value of that field that a profile may have.
std::string flipped(const std::string& key, const std::string& value) {
    if (const auto own = other_values.find(key);
        own != other_values.end() && own->second != value) {
        return own->second;
    }
    if (const auto word = other_words.find(value); word != other_words.end()) {
        return word->second;
    }
    if (is_number(value)) {
        return std::to_string(std::stoul(value) + 1);
    }
    if (value.ends_with("ms\"")) {
        return "\"990ms\"";
    }
    const bool is_time = value.starts_with('"') && value.size() > 3 &&
        value.find_first_not_of("0123456789smh\"") == std::string::npos;
    return is_time ? "\"17s\"" : std::string{};
}

struct Field {
    std::string name; // "classes.rapid.supervised.illegal_move.added"
    std::size_t line = 0;
    std::string key;
    std::string value;
    std::string rest; // a comment
};

// Not fields: what an edition is called, where things stand, and for whom set-up proposes it.
bool is_field(const std::string& section, const std::string& key) {
    return !section.empty() && !section.ends_with("articles") && section != "article_words" &&
        key != "shared";
}

std::vector<Field> fields_of(const std::vector<std::string>& lines) {
    std::vector<Field> fields;
    std::string section;
    for (std::size_t number = 0; number < lines.size(); ++number) {
        const std::string& line = lines[number];
        if (line.starts_with('[')) {
            section = line.substr(1, line.find(']') - 1);
            continue;
        }
        const std::size_t equals = line.find(" = ");
        if (line.starts_with('#') || equals == std::string::npos) {
            continue;
        }
        const std::string key = line.substr(0, equals);
        const std::size_t comment = std::min(line.find(" #", equals), line.size());
        if (is_field(section, key)) {
            fields.push_back(
                {section + "." + key,
                 number,
                 key,
                 line.substr(equals + 3, comment - equals - 3),
                 line.substr(comment)}
            );
        }
    }
    return fields;
}

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream{path} << text;
}

// One shipped edition, and the scripts that show it as it is.
class Shipped {
public:
    Shipped(std::string name, const std::vector<fs::path>& paths)
        : name_(std::move(name)),
          lines_(lines_of(text_of(root / "profiles/laws" / (name_ + ".toml")))),
          parts_(parts_of(paths)),
          usual_(parts_.size()) {}

    [[nodiscard]] std::vector<Field> fields() const { return fields_of(lines_); }

    // Some script shows it if that field is another.
    bool is_shown(const Field& field) {
        std::vector<std::string> changed = lines_;
        const std::string value = flipped(field.key, field.value);
        INFO(name_ << ": " << field.name << " = " << field.value);
        REQUIRE(!value.empty());
        changed[field.line] = field.key + " = " + value;
        return differs(joined(changed));
    }

    // The text shown with each number replaced by a mark of its own.
    std::string shown_with_marks() {
        std::vector<std::string> changed = lines_;
        bool articles = false;
        for (std::string& line : changed) {
            articles = line.starts_with('[') ? line == "[articles]" : articles;
            const std::size_t equals = line.find(" = \"");
            if (articles && equals != std::string::npos && !line.ends_with("\"\"")) {
                line = line.substr(0, equals) + " = \"<" + line.substr(0, equals) + ">\"";
            }
        }
        write(data_ / "laws" / (name_ + ".toml"), joined(changed));
        std::string text;
        for (const auto& part : parts_) {
            text += shown(part, folder_.path());
        }
        return text;
    }

private:
    bool differs(const std::string& text) {
        write(data_ / "laws" / (name_ + ".toml"), text);
        for (std::size_t part = 0; part < parts_.size(); ++part) {
            if (usual_[part].empty()) {
                usual_[part] = shown(parts_[part], "");
            }
            const std::string now = shown(parts_[part], folder_.path());
            INFO(now.substr(0, 300));
            REQUIRE(now.find("\"kind\":\"summary\"") != std::string::npos);
            if (now != usual_[part]) {
                return true;
            }
        }
        return false;
    }

    std::string name_;
    std::vector<std::string> lines_;
    std::vector<std::vector<fs::path>> parts_;
    std::vector<std::string> usual_;
    tests::Folder folder_;
    fs::path data_ = folder_.path();
};

} // namespace

TEST_CASE("Every field of an edition changes what some script shows", "[.][flip]") {
    std::map<std::string, bool> known;
    for (const auto& [name, paths] : all_scripts()) {
        Shipped edition{name, paths};
        for (const Field& field : edition.fields()) {
            bool& is_known = known[field.name];
            is_known = is_known || edition.is_shown(field);
        }
    }
    for (const auto& [name, is_known] : known) {
        INFO(name << " is read by nobody, or no script shows it");
        CHECK(is_known);
    }
    CHECK(known.size() > 80);
}

TEST_CASE("Every article of an edition is cited in some script", "[.][flip]") {
    std::set<std::string> missing;
    for (const std::string_view key : article_keys()) {
        missing.emplace(key);
    }
    for (const auto& [name, paths] : all_scripts()) {
        const std::string text = Shipped{name, paths}.shown_with_marks();
        std::erase_if(missing, [&](const std::string& key) {
            return text.find("<" + key + ">") != std::string::npos;
        });
    }
    for (const std::string& key : missing) {
        INFO(key << " is cited in no script");
        CHECK(false);
    }
}

} // namespace ansage::laws
