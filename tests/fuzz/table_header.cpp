// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the lines that set up a table, as a journal or an argument brings them, and as the
// key that signs a game: read, or refused with a way to mend it.
#include "acts/table_header.hpp"

#include "base/check.hpp"
#include "journal/signature.hpp"

#include <cstdint>
#include <string>
#include <string_view>

using namespace ansage;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto header = acts::read_header(text, "fuzz");
    if (!header) {
        ANSAGE_CHECK(header.error().where.text().starts_with("fuzz"));
        ANSAGE_CHECK(!header.error().what.empty() && !header.error().mend.empty());
    } else {
        const auto again = acts::read_header(header->text, "again");
        ANSAGE_CHECK(again.has_value() && again->text == header->text);
    }
    static_cast<void>(acts::read_seat(text));
    if (const auto key = journal::parse_key(text)) {
        const auto same = journal::parse_key(journal::to_text(*key));
        ANSAGE_CHECK(same.has_value() && same->secret == key->secret);
    }
    return 0;
}
