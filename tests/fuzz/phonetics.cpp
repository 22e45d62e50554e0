// Any bytes as an announcement: what is understood is legal, and saying it is understood as the
// same.
#include "base/check.hpp"
#include "notation.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/parse.hpp"
#include "profiles/words.hpp"

using namespace ansage;

namespace {

const phonetics::Vocabulary& vocabulary() {
    static const phonetics::Vocabulary words =
        profiles::load_words(
            profiles::Document::read(ANSAGE_ROOT "/profiles/words/fide.toml").value()
        )
            .value();
    return words;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const phonetics::Lexicon lexicon = phonetics::Lexicon::from(vocabulary()).value();
    const auto [position, text] = fuzz::split(data, size);
    const phonetics::Heard heard = phonetics::parse(lexicon, position, text);
    ANSAGE_CHECK(heard.text == text);
    if (!heard.move) {
        return 0;
    }
    ANSAGE_CHECK(position.is_legal(*heard.move));
    ANSAGE_CHECK(heard.said.to || heard.said.castling);
    for (const phonetics::Style style : {phonetics::Style::full, phonetics::Style::short_form}) {
        const auto words = phonetics::announce(vocabulary(), position, *heard.move, style);
        ANSAGE_CHECK(phonetics::parse(lexicon, position, to_text(words)).move == heard.move);
    }
    return 0;
}
