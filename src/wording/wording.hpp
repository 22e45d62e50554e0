// SPDX-License-Identifier: GPL-3.0-or-later
// Every sentence for people at the table: gettext catalogues, one for each language.
#pragma once

#include "base/result.hpp"
#include "wording/catalogue.hpp"
#include "wording/missing.hpp"

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace ansage::wording {

// "de-AT" and "de_DE.UTF-8" are "de"; both written forms of Norwegian are "nb", for who reads one
// reads the other.
std::string language_code(std::string_view language);

// All languages found. Nothing here sets the process's locale or depends on it: a machine that only
// has the C locale speaks German all the same.
class Wording {
public:
    // Loads <folder>/<language>/LC_MESSAGES/ansage.mo for every language there: in a build folder
    // or an installation, share/ansage/locale. English must be among them, for it is what the
    // others fall back to. Takes about 40 ms, most of it ICU's first use.
    [[nodiscard]] static base::Result<Wording, base::Error> open(const std::filesystem::path& folder
    );

    // The catalogue for a listener's language ("de", "de-AT", "de_DE.UTF-8", any case; "no" is
    // "nb"). English where the language is not there. The reference lives as long as this Wording,
    // also when that is moved.
    const Catalogue& in(std::string_view language) const;

    // Whether that listener's language has a catalogue of its own.
    bool has(std::string_view language) const;

    // The languages that have a catalogue, sorted: what a listener can choose from.
    std::vector<std::string_view> languages() const;

    // What that language lacks.
    std::vector<Missing> missing(std::string_view language) const;

    // The same catalogue; the English one where it lacks a message whose id begins so, for a text
    // of many of them that is told line by line.
    const Catalogue& whole(const Catalogue& in, std::string_view beginning) const;

private:
    Wording() = default;
    // English is the first to be added.
    void add(std::unique_ptr<Catalogue::Facets> facets);

    std::vector<std::unique_ptr<const Catalogue>> catalogues_;
    const Catalogue* english_ = nullptr;
    std::filesystem::path folder_;
};

} // namespace ansage::wording
