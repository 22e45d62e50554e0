// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/wording.hpp"

#include "wording/facets.hpp"

#include <boost/locale/generator.hpp>
#include <boost/locale/localization_backend.hpp>
#include <boost/version.hpp>

#include <algorithm>
#include <exception>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

namespace ansage::wording {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view english = "en";

// Boost 1.81 gave these names a scope; Debian 13 has it, Debian 12 has not.
#if BOOST_VERSION >= 108100
constexpr auto needed_facets =
    boost::locale::category_t::message | boost::locale::category_t::formatting;
constexpr auto narrow_characters = boost::locale::char_facet_t::char_f;
#else
constexpr auto needed_facets = boost::locale::message_facet | boost::locale::formatting_facet;
constexpr auto narrow_characters = boost::locale::char_facet;
#endif

fs::path catalogue_file(const fs::path& folder, std::string_view language) {
    return folder / language / "LC_MESSAGES" / (std::string(message_domain) + ".mo");
}

// Every language with a catalogue, English first, for the others fall back to it.
std::vector<std::string> languages_in(const fs::path& folder) {
    std::vector<std::string> found;
    std::error_code unreadable;
    for (const auto& entry : fs::directory_iterator(folder, unreadable)) {
        auto language = entry.path().filename().string();
        if (fs::exists(catalogue_file(folder, language), unreadable))
            found.push_back(std::move(language));
    }
    std::ranges::sort(found, {}, [](const auto& name) { return std::pair(name != english, name); });
    return found;
}

boost::locale::localization_backend_manager icu_backend() {
    auto backends = boost::locale::localization_backend_manager::global();
    backends.select("icu");
    return backends;
}

void look_in(const fs::path& folder, boost::locale::generator& generator) {
    generator.categories(needed_facets);
    // Else everything is read a second time, for wide characters.
    generator.characters(narrow_characters);
    generator.add_messages_path(folder.string());
    generator.add_messages_domain(message_domain);
}

std::unique_ptr<Catalogue::Facets>
make_facets(const boost::locale::generator& generator, const std::string& language) {
    using Messages = boost::locale::message_format<char>;
    // ".UTF-8" matters: without it Boost.Locale converts the messages to US-ASCII.
    auto locale = generator(language + ".UTF-8");
    const auto& messages = std::use_facet<Messages>(locale);
    return std::make_unique<Catalogue::Facets>(Catalogue::Facets{
        .language = language,
        .locale = locale,
        .messages = &messages,
        .domain = messages.domain(message_domain),
    });
}

char lower_case(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

base::Error unusable(const fs::path& file, base::Phrase what) {
    return {
        .what = std::move(what),
        .where = file.string(),
        .mend = base::phrase("build or install Ansage again, or name its data folder with --data"),
    };
}

} // namespace

std::string language_code(std::string_view language) {
    std::string code(language.substr(0, language.find_first_of("-_.@")));
    std::ranges::transform(code, code.begin(), lower_case);
    return code == "no" || code == "nn" ? "nb" : code;
}

base::Result<Wording, base::Error> Wording::open(const fs::path& folder) {
    const auto languages = languages_in(folder);
    if (languages.empty() || languages.front() != english) {
        return tl::unexpected(unusable(
            catalogue_file(folder, english), base::phrase("there is no English message catalogue")
        ));
    }
    boost::locale::generator generator(icu_backend());
    look_in(folder, generator);
    Wording wording;
    wording.folder_ = folder;
    for (const auto& language : languages) {
        try {
            wording.add(make_facets(generator, language));
        } catch (const std::exception& problem) {
            // Boost.Locale throws for a file that is no catalogue or names no charset.
            return tl::unexpected(unusable(
                catalogue_file(folder, language), base::as_it_is(std::string{problem.what()})
            ));
        }
    }
    return wording;
}

void Wording::add(std::unique_ptr<Catalogue::Facets> facets) {
    catalogues_.push_back(std::make_unique<Catalogue>(std::move(facets), english_));
    english_ = catalogues_.front().get();
}

const Catalogue& Wording::in(std::string_view language) const {
    const auto code = language_code(language);
    const auto found =
        std::ranges::find_if(catalogues_, [&](const auto& one) { return one->language() == code; });
    return found == catalogues_.end() ? *english_ : **found;
}

bool Wording::has(std::string_view language) const {
    return in(language).language() == language_code(language);
}

std::vector<Missing> Wording::missing(std::string_view language) const {
    return missing_from(in(language), folder_);
}

const Catalogue& Wording::whole(const Catalogue& in, std::string_view beginning) const {
    const bool lacks = std::ranges::any_of(missing(in.language()), [&](const Missing& each) {
        return each.id.starts_with(beginning);
    });
    return lacks ? *english_ : in;
}

std::vector<std::string_view> Wording::languages() const {
    std::vector<std::string_view> codes;
    std::ranges::transform(catalogues_, std::back_inserter(codes), [](const auto& catalogue) {
        return catalogue->language();
    });
    std::ranges::sort(codes);
    return codes;
}

} // namespace ansage::wording
