// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/missing.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

namespace ansage::wording {
namespace {

using Entries = std::vector<std::pair<std::string, std::string>>; // key, text

std::uint32_t number_at(std::string_view file, std::size_t at) {
    std::uint32_t number = 0;
    const std::string_view bytes = file.substr(std::min(at, file.size()), sizeof number);
    std::memcpy(&number, bytes.data(), bytes.size());
    return number;
}

// A length and where the text is.
std::string_view text_at(std::string_view file, std::size_t at) {
    const std::size_t begin = number_at(file, at + 4);
    return file.substr(std::min(begin, file.size()), number_at(file, at));
}

// A gettext .mo file of this machine's byte order, as msgfmt made it: after two words the number of
// its entries, and where the tables of keys and texts are. A file that cannot be read has none.
Entries entries_of(const std::filesystem::path& path) {
    std::ifstream stream{path, std::ios::binary};
    const std::string file{std::istreambuf_iterator<char>{stream}, {}};
    Entries entries;
    const std::size_t count = std::min<std::size_t>(number_at(file, 8), file.size() / 8);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view key = text_at(file, number_at(file, 12) + i * 8);
        std::string text{text_at(file, number_at(file, 16) + i * 8)};
        for (auto end = text.find('\0'); end != text.npos; end = text.find('\0'))
            text.replace(end, 1, " / ");
        if (!key.empty()) // that of the header is
            entries.emplace_back(key.substr(0, key.find('\0')), std::move(text));
    }
    return entries;
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
    std::vector<std::string> lines;
    std::ifstream stream{path};
    for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
    return lines;
}

// An id stands in the sources as a whole, with or without the ending for a club, or is put together
// from a beginning such as "alert.".
bool stands_in(const std::vector<std::string>& sources, std::string id) {
    constexpr std::string_view in_club = ".club";
    id.resize(id.size() - (id.ends_with(in_club) ? in_club.size() : 0));
    const std::size_t dot = id.find('.');
    return std::ranges::any_of(sources, [&](const std::string& text) {
        return text == id || (dot < text.size() && id.starts_with(text));
    });
}

} // namespace

std::vector<Missing> missing_from(const Catalogue& in, const std::filesystem::path& folder) {
    const std::vector<std::string> table = lines_of(folder / "table.ids");
    std::vector<Missing> missing;
    for (auto& [id, text] : entries_of(folder / "en/LC_MESSAGES/ansage.mo"))
        if (!in.has(id)) missing.push_back({id, std::move(text), stands_in(table, id)});
    for (auto& [pattern, text] : entries_of(folder / "errors.mo")) {
        if (in.language() != "en" && !in.has(pattern))
            missing.push_back({pattern, std::move(text)});
    }
    // clang 14 cannot read the one of std::ranges.
    std::stable_partition(missing.begin(), missing.end(), std::mem_fn(&Missing::is_heard));
    return missing;
}

} // namespace ansage::wording
