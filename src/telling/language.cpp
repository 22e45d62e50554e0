// SPDX-License-Identifier: GPL-3.0-or-later
#include "telling/language.hpp"

#include "telling/table_words.hpp"
#include "terminal/output.hpp"

#include <cstdlib>
#include <fmt/ranges.h>

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

std::string language_of_locale(const wording::Wording& wording) {
    const std::string name = locale();
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
