// SPDX-License-Identifier: GPL-3.0-or-later
#include "codes.hpp"

#include "profiles/braille.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>

namespace ansage::scoresheet {
namespace {

const std::filesystem::path folder{tests::root() + "/profiles/braille"};

} // namespace

std::vector<std::string> code_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
        names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

Braille open_code(const std::string& name) {
    auto code = profiles::Document::read(folder / (name + ".toml"))
                    .and_then([](const profiles::Document& document) {
                        return profiles::load_braille(document);
                    })
                    .and_then([](BrailleCode read) { return Braille::open(std::move(read)); });
    INFO(name << (code ? "" : ": " + base::to_line(code.error())));
    REQUIRE(code.has_value());
    CHECK(code->code().name == name);
    return *std::move(code);
}

} // namespace ansage::scoresheet
