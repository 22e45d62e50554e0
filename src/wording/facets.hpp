// SPDX-License-Identifier: GPL-3.0-or-later
// The Boost.Locale side of a catalogue. Included by this folder's sources only.
#pragma once

#include "wording/catalogue.hpp"

#include <boost/locale/message.hpp>

#include <locale>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ansage::wording {

// The words for 0, 1, 2, ...: making the rules for each call would take ICU half a millisecond.
// They are made when a first number is asked for, for most languages have none to say.
class ReadyNumbers {
public:
    const std::vector<std::string>& of(const std::locale& locale);

private:
    std::once_flag is_made_;
    std::vector<std::string> words_;
};

struct Catalogue::Facets {
    std::string language;
    std::locale locale;
    // Owned by `locale`.
    const boost::locale::message_format<char>* messages;
    int domain;
    std::unique_ptr<ReadyNumbers> ready_numbers = std::make_unique<ReadyNumbers>();
    Spellings spellings{};
};

// The catalogue's gettext domain: the file is ansage.mo.
inline constexpr const char* message_domain = "ansage";

// Number words by ICU's rules, without the soft hyphens (U+00AD) that it puts between their parts:
// a voice stumbles over them and a braille table has no cell for them.
std::string spell_out(const std::locale& locale, std::int64_t number);

} // namespace ansage::wording
