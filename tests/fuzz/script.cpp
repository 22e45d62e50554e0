// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a table script: it is read, or refused at a line and with a way to mend it.
#include "acts/script.hpp"

#include "base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace ansage;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto script = acts::parse_script(text, "fuzz.table");
    if (!script) {
        ANSAGE_CHECK(script.error().where.text().starts_with("fuzz.table"));
        ANSAGE_CHECK(!script.error().what.empty());
        return 0;
    }
    base::Instant before;
    for (const acts::ScriptLine& line : script->lines) {
        ANSAGE_CHECK(line.at >= before);
        ANSAGE_CHECK(line.number > 0);
        before = line.at;
    }
    return 0;
}
