// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as an announcement: what is understood is legal, and saying it is understood as the
// same.
#include "base/check.hpp"
#include "notation.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/parse.hpp"
#include "profiles/words.hpp"
#include "support/places.hpp"

#include <filesystem>
#include <string_view>
#include <tuple>
#include <vector>

using namespace ansage;

namespace {

struct Shipped {
    phonetics::Vocabulary vocabulary;
    phonetics::Lexicon lexicon;
};

const std::vector<Shipped>& all_shipped() {
    static const std::vector<Shipped> all = [] {
        std::vector<Shipped> found;
        for (const auto& entry :
             std::filesystem::directory_iterator{ansage::tests::root() + "/profiles/words"}) {
            const phonetics::Vocabulary words =
                profiles::load_words(profiles::Document::read(entry.path()).value()).value();
            found.push_back({words, phonetics::Lexicon::from(words).value()});
        }
        return found;
    }();
    return all;
}

void check(const Shipped& words, const chess::Position& position, std::string_view text) {
    const phonetics::Heard heard = phonetics::parse(words.lexicon, position, text);
    ANSAGE_CHECK(heard.text == text);
    const phonetics::Heard shape =
        phonetics::parse(words.lexicon, position, text, phonetics::Reading::by_shape);
    ANSAGE_CHECK(!shape.move || position.is_legal(*shape.move));
    if (!heard.move) {
        std::ignore = phonetics::why_illegal(position, heard.said);
        return;
    }
    ANSAGE_CHECK(position.is_legal(*heard.move));
    ANSAGE_CHECK(heard.said.to || heard.said.castling);
    for (const phonetics::Style style : {phonetics::Style::full, phonetics::Style::short_form}) {
        const auto said = phonetics::announce(words.vocabulary, position, *heard.move, style);
        ANSAGE_CHECK(phonetics::parse(words.lexicon, position, to_text(said)).move == heard.move);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto [position, text] = fuzz::split(data, size);
    for (const Shipped& words : all_shipped()) check(words, position, text);
    return 0;
}
