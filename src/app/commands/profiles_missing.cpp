// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/profiles_missing.hpp"

#include "acts/table_setup.hpp"
#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "telling/language.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::app {

namespace {

using wording::Missing;
using wording::Wording;

// "de: 3 sentences are missing; heard at a table: 2."
void count_in_words(
    const std::vector<Missing>& missing, std::string_view language, const Wording& wording
) {
    const wording::Catalogue& in = wording.in(telling::language_of_locale(wording));
    terminal::print_data(in.sentence(
        missing.empty() ? "profiles.complete" : "profiles.missing",
        {{"text", language},
         {"count", missing.size()},
         {"number", std::ranges::count(missing, true, &Missing::is_heard)}}
    ));
}

// An error is its own English.
void list_in_words(const std::vector<Missing>& missing) {
    for (const Missing& each : missing) {
        const std::string id = each.id == each.english ? std::string{} : each.id + ": ";
        terminal::print_data(
            fmt::format("{} {}{}", each.is_heard ? "heard" : "read", id, each.english)
        );
    }
}

void tell_as_json(const std::vector<Missing>& missing, std::string_view language, bool lists) {
    using Object = nlohmann::ordered_json;
    const auto heard = std::ranges::count(missing, true, &Missing::is_heard);
    const Object counts{{"language", language}, {"missing", missing.size()}, {"heard", heard}};
    terminal::print_json(counts.dump());
    if (!lists) return;
    for (const Missing& each : missing) {
        const Object object{{"id", each.id}, {"english", each.english}, {"heard", each.is_heard}};
        terminal::print_json(object.dump());
    }
}

} // namespace

terminal::Answer tell_missing(const terminal::Arguments& arguments) {
    const auto wording = ANSAGE_TRY(acts::load_wording(data_given(arguments)));
    const bool is_json = arguments.has("json");
    const bool lists = arguments.words().size() > 1;
    std::vector<std::string_view> languages = wording->languages();
    if (lists) {
        languages = {arguments.words()[1]};
        ANSAGE_TRY(telling::check_language(*wording, languages.front(), "ansage profiles"));
    }
    bool lacks = false;
    for (const std::string_view language : languages) {
        const std::vector<Missing> missing = wording->missing(language);
        lacks = lacks || !missing.empty();
        if (is_json) {
            tell_as_json(missing, language, lists);
        } else {
            count_in_words(missing, language, *wording);
            if (lists) list_in_words(missing);
        }
    }
    return terminal::done_or_no(!lacks);
}

} // namespace ansage::app
