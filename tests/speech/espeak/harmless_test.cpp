// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/espeak/harmless.hpp"
#include "support/catch.hpp"

#include <string>

namespace ansage::speech::espeak {
namespace {

TEST_CASE("Words written as their language writes them come back as they are") {
    for (const auto& [language, text] : std::initializer_list<std::pair<const char*, const char*>>{
             {"de", "Läufer schlägt Felix fünf, Ärger, Weiß – „ja“ …"},
             {"de", "Kurze [[rOx'A:d@]]"},
             {"nb-NO", "Hvit slår på åtte"},
             {"pl", "Goniec bije więc źle; ŁÓDŹ"},
             {"ru", "Слон берёт"},
             {"el", "αξιωματικός"}})
        CHECK(harmless(text, language) == text);
}

TEST_CASE("Letters that a voice does not have come to it as Latin ones") {
    CHECK(harmless("Карпов gegen Čeplītis", "de") == "Karpov gegen Ceplitis");
    CHECK(harmless("Καραπάνος", "nl") == "Karapanos");
    CHECK(harmless("Karpov", "ru") == "Karpov");
    CHECK(harmless("Đorđe", "hr") == "Đorđe");
}

TEST_CASE("What is no text comes as spaces, and a word without an end in parts") {
    CHECK(
        harmless(
            "a\xff"
            "b\x07"
            "c\xc3",
            "de"
        ) == "a b c "
    );
    CHECK(harmless("\U000f0000.", "de") == " .");
    const std::string parts = harmless(std::string(150, 'a'), "de");
    CHECK(parts == std::string(60, 'a') + ' ' + std::string(60, 'a') + ' ' + std::string(30, 'a'));
    CHECK(harmless("", "de").empty());
    CHECK(harmless("Eva", "no such language") == "Eva");
}

} // namespace
} // namespace ansage::speech::espeak
