// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/shipped.hpp"

#include "profiles/words.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace ansage::phonetics::test {
namespace {

Shipped load(const std::filesystem::path& path) {
    const auto words = profiles::Document::read(path).and_then([](const auto& document) {
        return profiles::load_words(document);
    });
    if (!words) throw std::runtime_error{base::to_line(words.error())};
    return {*words, Lexicon::from(*words).value()};
}

std::string_view name_of(const Shipped& shipped) { return shipped.vocabulary.name; }

} // namespace

const std::vector<Shipped>& all_shipped() {
    static const std::vector<Shipped> all = [] {
        std::vector<Shipped> found;
        for (const auto& entry :
             std::filesystem::directory_iterator{tests::root() + "/profiles/words"})
            found.push_back(load(entry.path()));
        std::ranges::sort(found, {}, name_of);
        return found;
    }();
    return all;
}

const Shipped& shipped(std::string_view name) {
    const auto found = std::ranges::find(all_shipped(), name, name_of);
    if (found == all_shipped().end())
        throw std::runtime_error{"no such vocabulary: " + std::string{name}};
    return *found;
}

} // namespace ansage::phonetics::test
