// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/listeners.hpp"

#include "acts/settings.hpp"
#include "acts/table_setup.hpp"
#include "telling/language.hpp"

#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;

std::string listeners_languages(const std::string& given) {
    if (given.find('=') == std::string::npos)
        return fmt::format("white={0} black={0} arbiter={0}", given);
    TableHeader header = default_header();
    const auto& seats = header.setup.seats;
    const bool is_readable = read_header_line(header, "@language " + given).has_value();
    const bool is_common = is_readable && seats.white.language == seats.black.language;
    if (!is_common || given.find("arbiter=") != std::string::npos)
        return given; // what is wrong with it is told where it is read
    return fmt::format("{} arbiter={}", given, seats.white.language);
}

Result<std::string, Error>
arbiters_language_given(const terminal::Arguments& given, const wording::Wording& wording) {
    TableHeader header = default_header();
    const auto language = given.value("language");
    const std::string listeners =
        listeners_languages(language.value_or(telling::language_of_locale(wording)));
    if (auto read = set(header, "language", listeners); !read) return tl::unexpected(read.error());
    std::string arbiters = header.setup.arbiter_language;
    return telling::check_language(wording, arbiters, "--language").map([&] { return arbiters; });
}

std::string language_or_locale(const terminal::Arguments& given) {
    const auto wording = load_wording(given.value_or("data", ""));
    return given.value_or("language", wording ? telling::language_of_locale(**wording) : "en");
}

} // namespace ansage::acts
