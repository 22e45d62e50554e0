#include "app/shell/language.hpp"

#include "app/shell/table_header.hpp"
#include "app/shell/table_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ansage::app {

using base::Error;
using base::Result;

Result<void, Error>
check_language(const wording::Wording& wording, std::string_view language, std::string where) {
    if (wording.has(language)) {
        return {};
    }
    return tl::unexpected(Error{
        fmt::format("there are no sentences in the language \"{}\"", printable(language)),
        std::move(where),
        fmt::format("write one of: {}", fmt::join(wording.languages(), ", "))});
}

Result<std::string, Error> language_given(
    const Arguments& given, const wording::Wording& wording, std::string_view otherwise
) {
    const auto language = given.value("language");
    if (!language) {
        return std::string{otherwise};
    }
    return check_language(wording, *language, "--language").map([&] { return *language; });
}

void print_problem(
    std::string_view id,
    const Error& problem,
    const wording::Catalogue& in,
    std::optional<chess::Color> player
) {
    const std::string reported = base::to_line(problem);
    const std::string_view whose = player ? player_id(*player) : "player.unknown";
    print_notice(
        in.sentence(id, {{"player", wording::Term{whose}}, {"text", std::string_view{reported}}})
    );
}

void print_not_understood(
    std::string_view typed, unsigned line, Error error, const wording::Catalogue& in
) {
    if (in.language() != "en") {
        print_notice(in.sentence("play.not_understood", {{"text", typed}}));
        return;
    }
    error.where = fmt::format("line {}", line);
    print_error(error);
}

std::string listeners_languages(const std::string& given) {
    if (given.find('=') == std::string::npos) {
        return fmt::format("white={0} black={0} arbiter={0}", given);
    }
    TableHeader header = default_header();
    const auto& seats = header.setup.seats;
    const bool is_readable = read_header_line(header, "@language " + given).has_value();
    const bool is_common = is_readable && seats.white.language == seats.black.language;
    if (!is_common || given.find("arbiter=") != std::string::npos) {
        return given; // what is wrong with it is told where it is read
    }
    return fmt::format("{} arbiter={}", given, seats.white.language);
}

Result<std::string, Error>
arbiters_language_given(const Arguments& given, const wording::Wording& wording) {
    TableHeader header = default_header();
    const auto language = given.value("language");
    const std::string line = "@language " + listeners_languages(language.value_or("en"));
    if (auto read = read_header_line(header, line); !read) {
        read.error().where = "--language";
        return tl::unexpected(read.error());
    }
    std::string arbiters = header.setup.arbiter_language;
    return check_language(wording, arbiters, "--language").map([&] { return arbiters; });
}

} // namespace ansage::app
