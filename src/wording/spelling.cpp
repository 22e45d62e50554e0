// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/facets.hpp"

#include <boost/locale/formatting.hpp>

#include <sstream>

namespace ansage::wording {
namespace {

std::string without_soft_hyphens(std::string text) {
    constexpr std::string_view soft_hyphen = "\xc2\xad";
    for (auto at = text.find(soft_hyphen); at != std::string::npos; at = text.find(soft_hyphen, at))
        text.erase(at, soft_hyphen.size());
    return text;
}

std::ostringstream spelling_stream(const std::locale& locale) {
    std::ostringstream stream;
    stream.imbue(locale);
    stream << boost::locale::as::spellout;
    return stream;
}

} // namespace

std::string spell_out(const std::locale& locale, std::int64_t number) {
    auto stream = spelling_stream(locale);
    stream << number;
    return without_soft_hyphens(stream.str());
}

const std::vector<std::string>& ReadyNumbers::of(const std::locale& locale) {
    constexpr int last = 200; // minutes, seconds, moves of a long game: what is said often
    std::call_once(is_made_, [&] {
        // One stream for all: it keeps ICU's rules once it has made them.
        auto stream = spelling_stream(locale);
        for (int number = 0; number <= last; ++number) {
            stream.str("");
            stream << number;
            words_.push_back(without_soft_hyphens(stream.str()));
        }
    });
    return words_;
}

} // namespace ansage::wording
