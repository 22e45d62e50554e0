// SPDX-License-Identifier: GPL-3.0-or-later
// Every message of every language goes once through its voice, filled as at a table.
#include "speech/espeak/engine.hpp"
#include "speech/synthesiser.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "wording/po_file.hpp"
#include "wording/wording.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::speech::espeak {
namespace {

using wording::Argument;
using wording::Term;

// A long move and a long time; whatever is called otherwise is some name.
constexpr std::string_view move = "Springer Gustav eins schlägt Felix drei";
constexpr base::Millis time =
    std::chrono::hours{1} + std::chrono::minutes{29} + std::chrono::seconds{57};

Argument sample(const std::string& name) {
    static const std::map<std::string, wording::Value, std::less<>> known{
        {"player", Term{"player.white"}},
        {"opponent", Term{"player.black"}},
        {"score", Term{"player.black"}},
        {"result", Term{"outcome.white_wins"}},
        {"reason", Term{"result.flag_cannot_mate"}},
        {"kind", Term{"kind.boards_differ"}},
        {"role", Term{"role.arbiter"}},
        {"mode", Term{"mode.tournament"}},
        {"claim", Term{"claim.threefold"}},
        {"source", Term{"arbiter.source.journal"}},
        {"move", move},
        {"words", move},
        {"square", std::string_view{"Felix drei"}},
        {"from", std::string_view{"Gustav eins"}},
        {"to", std::string_view{"Felix drei"}},
        {"piece", std::string_view{"Springer"}},
        {"count", std::int64_t{57}},
        {"number", std::int64_t{57}},
        {"time", time},
        {"opponent_time", time},
        {"white_time", time},
        {"black_time", time},
        {"seconds", base::Millis{std::chrono::seconds{57}}},
    };
    const auto found = known.find(name);
    return {name, found == known.end() ? wording::Value{std::string_view{"Anna"}} : found->second};
}

std::string filled(const wording::Catalogue& in, const wording::PoEntry& entry) {
    const std::set<std::string> names = wording::placeholders(entry);
    std::vector<Argument> arguments;
    std::ranges::transform(names, std::back_inserter(arguments), sample);
    return in.spoken(in.sentence(entry.id, arguments));
}

// What is said in one breath.
std::vector<std::string> sentences_of(std::string_view text) {
    std::vector<std::string> sentences(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        sentences.back() += text[i];
        const bool ends = text.substr(i + 1).starts_with(' ') &&
            std::string_view{".?!;"}.find(text[i]) != std::string_view::npos;
        if (ends) sentences.emplace_back();
    }
    return sentences;
}

bool has_words(std::string_view text) {
    return std::ranges::any_of(text, [](char letter) {
        return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    });
}

const wording::Wording& shipped() {
    static const auto wording = wording::Wording::open(tests::locale());
    REQUIRE(wording);
    return *wording;
}

TEST_CASE("Every message of every language is spoken, and no sentence takes twelve seconds") {
    const auto engine = Engine::open();
    REQUIRE(engine);
    const wording::PoFile model = wording::read_po_file(tests::root() + "/profiles/messages/en.po");
    for (const std::string_view language : shipped().languages()) {
        const wording::Catalogue& in = shipped().in(language);
        double longest = 0;
        std::string longest_text;
        for (const wording::PoEntry& entry : model.entries) {
            if (!in.has(entry.id)) continue; // said in English
            for (const std::string& text : sentences_of(filled(in, entry))) {
                const auto sound = (*engine)->render({{std::string{language}, text}}, {});
                INFO(language << " " << entry.id << ": " << text);
                REQUIRE(sound);
                CHECK((!has_words(text) || !sound->empty()));
                const double seconds = static_cast<double>(sound->size()) / sample_rate;
                // Lists of phrases to type, help and what is printed are read, and never said.
                const bool is_said = !entry.id.starts_with("command.") &&
                    !entry.id.starts_with("meant.") && !entry.id.starts_with("voice.") &&
                    !entry.id.starts_with("help.") && !entry.id.starts_with("card.");
                if (is_said && seconds > longest) {
                    longest = seconds;
                    longest_text = entry.id + ": " + text;
                }
            }
        }
        INFO(language << ", " << longest << " s, " << longest_text);
        CHECK(longest < 12);
    }
}

TEST_CASE("A draw is said as people say it, not as it is written") {
    struct Row {
        std::string_view language;
        std::string word;
        std::string phonemes;
    };

    const auto engine = Engine::open();
    REQUIRE(engine);
    const auto row = GENERATE(values<Row>({
        {"de", "Remis", "re:m'i:"},
        {"nb", "Remis", "rem'i:"},
        {"sv", "Remi", "rEm'i:"},
        {"nl", "Remise", "r@m'iz@"},
        {"da", "Remis", "R?Em'?i"},
    }));
    const std::string fed = shipped().in(row.language).spoken(row.word);
    CHECK((*engine)->phonemes(std::string{row.language}, fed) == row.phonemes);
}

// The whole sentence, as the table says it.
TEST_CASE("Remis is said re-MIE in the sentence of a draw offer") {
    const auto engine = Engine::open();
    REQUIRE(engine);
    const wording::Catalogue& german = shipped().in("de");
    const std::string sentence =
        german.sentence("console.draw_offered", {{"player", Term{"player.white"}}});
    const auto phonemes = (*engine)->phonemes("de", german.spoken(sentence));
    REQUIRE(phonemes);
    INFO(sentence << ": " << *phonemes);
    CHECK(phonemes->find("r'e:mIs") == std::string::npos);
    CHECK(phonemes->find("re:m'i:") != std::string::npos);
}

} // namespace
} // namespace ansage::speech::espeak
