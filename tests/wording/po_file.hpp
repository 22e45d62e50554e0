// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a gettext .po file, as much of one as the tests over the catalogues need.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::wording {

struct PoEntry {
    std::string id{};
    // Empty unless the message has plural forms.
    std::string plural_id{};
    // One form, or one for each plural form in order.
    std::vector<std::string> forms{};
    bool fuzzy = false;
    // Where `id` stands, counted from 1.
    int line = 0;
};

struct PoFile {
    std::string name;
    // Without the header.
    std::vector<PoEntry> entries;
    // nplurals of the header.
    std::size_t plural_forms = 0;

    [[nodiscard]] const PoEntry* find(std::string_view id) const;
};

// Entries in the order of the file. Lines that are no gettext are left out: msgfmt refuses those.
[[nodiscard]] PoFile read_po(std::istream& stream, std::string name);
[[nodiscard]] PoFile read_po_file(const std::filesystem::path& path);

// The names in {braces} in any of the forms.
[[nodiscard]] std::set<std::string> placeholders(const PoEntry& entry);

} // namespace ansage::wording
