// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/language.hpp"

#include "telling/table_words.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/ranges.h>
#include <optional>

namespace ansage::telling {

using base::Error;
using base::Result;

Result<void, Error>
check_language(const wording::Wording& wording, std::string_view language, std::string where) {
    if (wording.has(language)) return {};
    return tl::unexpected(Error{
        base::phrase(
            "there are no sentences in the language \"{}\"", terminal::printable(language)
        ),
        std::move(where),
        base::phrase("write one of: {}", base::listed(wording.languages()))});
}

std::string locale() {
    for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* const value = std::getenv(name);
        if (value != nullptr && *value != '\0') return value;
    }
    return {};
}

namespace {

// As GNU gettext has it: "sv:de" is Swedish or else German, but for a locale without a language.
std::optional<std::string> first_known(std::string_view names, const wording::Wording& wording) {
    while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(':'));
        if (!name.empty() && wording.has(name)) return std::string{wording.in(name).language()};
        names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
    return std::nullopt;
}

} // namespace

std::string language_of_locale(const wording::Wording& wording) {
    const std::string name = locale();
    const char* const preferred = std::getenv("LANGUAGE");
    const bool has_language = name != "C" && name != "POSIX";
    if (preferred != nullptr && has_language)
        if (auto known = first_known(preferred, wording)) return *std::move(known);
    return name.empty() ? "en" : std::string{wording.in(name).language()};
}

Result<std::string, Error> language_given(
    const terminal::Arguments& given, const wording::Wording& wording, std::string_view otherwise
) {
    const auto language = given.value("language");
    if (!language) return std::string{otherwise};
    return check_language(wording, *language, "--language").map([&] { return *language; });
}

void print_problem(
    std::string_view id,
    const Error& problem,
    const wording::Catalogue& in,
    std::optional<chess::Color> player
) {
    const std::string_view whose = player ? player_id(*player) : "player.unknown";
    terminal::print_notice(
        in.sentence(id, {{"player", wording::Term{whose}}, {"text", in.line(problem)}})
    );
}

void print_not_understood(
    std::string_view typed, unsigned line, Error error, const wording::Catalogue& in
) {
    if (in.language() != "en" || error.mend.empty()) {
        terminal::print_notice(in.sentence("play.not_understood", {{"text", typed}}));
        return;
    }
    error.where = base::phrase("line {}", line);
    terminal::print_error(error);
}

} // namespace ansage::telling
