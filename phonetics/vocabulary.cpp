// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/vocabulary.hpp"

#include <string_view>

namespace ansage::phonetics {
namespace {

constexpr std::array<std::string_view, 6> roles{
    "pawn", "knight", "bishop", "rook", "queen", "king"};

void add(std::vector<KeyWord>& words, const std::string& key, const Word& word) {
    words.push_back({key, word.form});
    if (word.distinct) words.push_back({key + " distinct", *word.distinct});
}

void add(std::vector<KeyWord>& words, const std::string& key, const std::optional<Word>& word) {
    if (word) add(words, key, *word);
}

} // namespace

std::vector<KeyWord> words_said(const Vocabulary& vocabulary) {
    std::vector<KeyWord> words;
    const bool numeric = vocabulary.options.numeric;
    for (std::size_t i = 0; i < vocabulary.files.size() && !numeric; ++i)
        add(words, std::string{"files "} + "abcdefgh"[i], vocabulary.files[i]);
    for (std::size_t i = 0; i < vocabulary.ranks.size(); ++i)
        add(words, std::string{"ranks "} + "12345678"[i], vocabulary.ranks[i]);
    for (std::size_t role = roles.size(); role-- > 0;)
        add(words, "pieces " + std::string{roles[role]}, vocabulary.pieces[role].word);
    add(words, "castling short", vocabulary.short_castling);
    add(words, "castling long", vocabulary.long_castling);
    if (numeric) return words;
    add(words, "signs capture", vocabulary.capture);
    add(words, "signs check", vocabulary.check);
    add(words, "signs mate", vocabulary.mate);
    add(words, "signs promotion", vocabulary.promotion);
    add(words, "signs en_passant", vocabulary.en_passant);
    return words;
}

} // namespace ansage::phonetics
