// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/po_file.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <istream>
#include <regex>
#include <utility>

namespace ansage::wording {
namespace {

std::string unescaped(const std::string& text) {
    static const std::regex quote(R"(\\")");
    static const std::regex new_line(R"(\\n)");
    return std::regex_replace(std::regex_replace(text, quote, "\""), new_line, "\n");
}

class PoReader {
public:
    explicit PoReader(std::string name) { file_.name = std::move(name); }

    void read_line(const std::string& line) {
        static const std::regex pattern(R"re((msgid|msgid_plural|msgstr(?:\[\d+\])?)? ?"(.*)")re");
        ++line_;
        if (line.starts_with("#,") && line.find("fuzzy") != std::string::npos) fuzzy_ahead_ = true;
        std::smatch match;
        if (!line.starts_with('#') && std::regex_match(line, match, pattern))
            take(match[1], unescaped(match[2]));
    }

    PoFile finish() {
        static const std::regex plurals(R"(nplurals=(\d+))");
        std::smatch match;
        auto& entries = file_.entries;
        if (!entries.empty() && entries.front().id.empty()) {
            const auto& forms = entries.front().forms;
            if (!forms.empty() && std::regex_search(forms.front(), match, plurals)) {
                const std::string count = match[1];
                std::from_chars(count.data(), count.data() + count.size(), file_.plural_forms);
            }
            entries.erase(entries.begin());
        }
        return std::move(file_);
    }

private:
    // An empty keyword goes on with the text before it.
    void take(const std::string& keyword, const std::string& text) {
        if (keyword == "msgid") {
            file_.entries.push_back({.fuzzy = fuzzy_ahead_, .line = line_});
            fuzzy_ahead_ = false;
        }
        if (file_.entries.empty()) return;
        auto& entry = file_.entries.back();
        if (keyword == "msgid") current_ = &entry.id;
        else if (keyword == "msgid_plural") current_ = &entry.plural_id;
        else if (!keyword.empty()) current_ = &entry.forms.emplace_back();
        *current_ += text;
    }

    PoFile file_;
    std::string* current_ = nullptr;
    bool fuzzy_ahead_ = false;
    int line_ = 0;
};

} // namespace

const PoEntry* PoFile::find(std::string_view id) const {
    const auto found = std::ranges::find(entries, id, &PoEntry::id);
    return found == entries.end() ? nullptr : &*found;
}

PoFile read_po(std::istream& stream, std::string name) {
    PoReader reader(std::move(name));
    for (std::string line; std::getline(stream, line);) reader.read_line(line);
    return reader.finish();
}

PoFile read_po_file(const std::filesystem::path& path) {
    std::ifstream stream(path);
    return read_po(stream, path.filename().string());
}

std::set<std::string> placeholders(const PoEntry& entry) {
    static const std::regex name(R"(\{([^{}]*)\})");
    std::set<std::string> names;
    for (const auto& form : entry.forms) {
        for (std::sregex_iterator at(form.begin(), form.end(), name), end; at != end; ++at)
            names.insert((*at)[1]);
    }
    return names;
}

} // namespace ansage::wording
