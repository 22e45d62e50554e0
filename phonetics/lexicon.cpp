// SPDX-License-Identifier: GPL-3.0-or-later
#include "phonetics/lexicon.hpp"

#include "phonetics/fold.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

namespace ansage::phonetics {

using base::Result;
using Kind = Meaning::Kind;

namespace {

// So that a part of the text is looked up without a copy.
struct Hash {
    using is_transparent = void;

    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};

std::size_t word_count(std::string_view folded) {
    return static_cast<std::size_t>(std::ranges::count(folded, ' ')) + 1;
}

// The letters of SAN, which are read whatever the nation's are.
constexpr std::string_view english_letters = "-NBRQK"; // by Role; a pawn has none

} // namespace

struct Lexicon::Entries {
    std::unordered_map<std::string, Meaning, Hash, std::equal_to<>> words;
    std::vector<std::string> articles;
    std::vector<std::string> single; // every word of every entry that means something, sorted
    std::vector<std::string> fillers; // of the others
    std::vector<std::string> corrections;
    std::unordered_multimap<std::string, std::string> sounds; // to the words that are meant
    std::size_t longest_phrase = 1; // in words
    std::array<std::uint8_t, 26> roles_of_letter{};
    bool is_numeric = false;
};

namespace {

// Collects the entries of a vocabulary and its mistakes.
template <class Map>
class Collector {
public:
    Collector(Map& words, const Vocabulary& vocabulary)
        : words_(words),
          spellings_(vocabulary.spellings) {}

    void add(std::string_view text, Meaning meaning) {
        for (const std::string& folded : {fold(text), fold(text, spellings_)}) {
            if (folded.empty()) {
                mistakes_.push_back({std::string{text}, LexiconError::Kind::empty, {}});
                return;
            }
            const auto [place, added] = words_.emplace(folded, meaning);
            const auto [written, is_first] = written_.emplace(folded, text);
            if (!added && place->second != meaning) {
                mistakes_.push_back(
                    {std::string{text}, LexiconError::Kind::two_meanings, written->second}
                );
                return;
            }
        }
    }

    void add(const Word& word, Meaning meaning) {
        add(word.form.shown, meaning);
        if (word.distinct) add(word.distinct->shown, meaning);
        add(word.accepted, meaning);
    }

    void add(const std::optional<Word>& word, Meaning meaning) {
        if (word) add(*word, meaning);
    }

    void add(const std::vector<std::string>& texts, Meaning meaning) {
        for (const std::string& text : texts) add(text, meaning);
    }

    // The words of a table with one entry for each value: files, ranks.
    template <class Entry>
    void add(const std::array<Entry, 8>& table, Meaning::Kind kind) {
        for (std::size_t i = 0; i < table.size(); ++i)
            add(table[i], Meaning{kind, static_cast<std::uint8_t>(i)});
    }

    [[nodiscard]] std::vector<LexiconError> take_mistakes() { return std::move(mistakes_); }

private:
    Map& words_;
    std::span<const Spelling> spellings_;
    std::unordered_map<std::string, std::string> written_; // as it stands in the vocabulary
    std::vector<LexiconError> mistakes_;
};

template <class Words>
void add_particles(Words& words, const Vocabulary& vocabulary) {
    const Particles& particles = vocabulary.particles;
    words.add(particles.from, {Kind::from});
    words.add(particles.to, {Kind::to});
    words.add(particles.at, {Kind::at});
    words.add(particles.with, {Kind::with});
    words.add(particles.becomes, {Kind::becomes});
    words.add(vocabulary.promotion, {Kind::becomes});
    for (const Word& sign : {vocabulary.check, vocabulary.mate}) words.add(sign, {Kind::filler});
    words.add(vocabulary.en_passant, {Kind::filler});
    words.add(particles.fillers, {Kind::filler});
    words.add(particles.noise, {Kind::filler});
}

template <class Words>
void add_castling(Words& words, const Vocabulary& vocabulary) {
    words.add(vocabulary.short_castling, {Kind::short_castling});
    words.add(vocabulary.long_castling, {Kind::long_castling});
    words.add(vocabulary.castling_parts.castling, {Kind::castling});
    words.add(vocabulary.castling_parts.short_side, {Kind::short_side});
    words.add(vocabulary.castling_parts.long_side, {Kind::long_side});
}

template <class Map>
std::vector<LexiconError> add_all(Map& map, const Vocabulary& vocabulary) {
    Collector<Map> words{map, vocabulary};
    const bool numeric = vocabulary.options.numeric;
    if (!numeric) words.add(vocabulary.files, Kind::file);
    words.add(vocabulary.letter_names, Kind::file);
    words.add(vocabulary.ranks, numeric ? Kind::digit : Kind::rank);
    for (std::size_t role = 0; role < vocabulary.pieces.size(); ++role) {
        const Meaning meaning{Kind::role, static_cast<std::uint8_t>(role)};
        words.add(vocabulary.pieces[role].word, meaning);
    }
    add_castling(words, vocabulary);
    words.add(vocabulary.capture, {Kind::capture});
    add_particles(words, vocabulary);
    return words.take_mistakes();
}

template <class Map>
std::vector<std::string> single_words(const Map& entries, bool fillers) {
    std::vector<std::string> words;
    for (const auto& [phrase, meaning] : entries) {
        if ((meaning.kind == Kind::filler) != fillers) continue;
        for (std::size_t begin = 0; begin < phrase.size();) {
            const std::size_t end = std::min(phrase.find(' ', begin), phrase.size());
            words.push_back(phrase.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

using RolesOfLetter = std::array<std::uint8_t, 26>;

void add_letter(RolesOfLetter& roles, char letter, std::size_t role) {
    if (letter >= 'A' && letter <= 'Z')
        roles[static_cast<std::size_t>(letter - 'A')] |= static_cast<std::uint8_t>(1U << role);
}

RolesOfLetter letters_of(const Vocabulary& vocabulary) {
    RolesOfLetter roles{};
    for (std::size_t role = 0; role < vocabulary.pieces.size(); ++role) {
        add_letter(roles, english_letters[role], role);
        add_letter(roles, vocabulary.pieces[role].letter.value_or('-'), role);
    }
    return roles;
}

} // namespace

Lexicon::Lexicon(std::shared_ptr<const Entries> entries)
    : entries_(std::move(entries)) {}

std::vector<LexiconError> Lexicon::mistakes(const Vocabulary& vocabulary) {
    Entries entries;
    return add_all(entries.words, vocabulary);
}

Result<Lexicon, LexiconError> Lexicon::from(const Vocabulary& vocabulary) {
    auto entries = std::make_shared<Entries>();
    const std::vector<LexiconError> mistakes = add_all(entries->words, vocabulary);
    if (!mistakes.empty()) return tl::unexpected{mistakes.front()};
    for (const auto& [phrase, meaning] : entries->words)
        entries->longest_phrase = std::max(entries->longest_phrase, word_count(phrase));
    for (const std::string& article : vocabulary.particles.articles)
        entries->articles.push_back(fold(article) + " ");
    entries->single = single_words(entries->words, false);
    entries->fillers = single_words(entries->words, true);
    for (const std::string& correction : vocabulary.particles.corrections)
        entries->corrections.push_back(fold(correction));
    for (const Sound& sound : vocabulary.sounds) {
        for (const std::string& heard : sound.heard)
            entries->sounds.emplace(fold(heard), fold(sound.meant));
    }
    entries->roles_of_letter = letters_of(vocabulary);
    entries->is_numeric = vocabulary.options.numeric;
    return Lexicon{std::move(entries)};
}

Lexicon Lexicon::with_letters_of(const Vocabulary& other) const {
    auto entries = std::make_shared<Entries>(*entries_);
    for (std::size_t role = 0; role < other.pieces.size(); ++role)
        add_letter(entries->roles_of_letter, other.pieces[role].letter.value_or('-'), role);
    return Lexicon{std::move(entries)};
}

std::optional<Lexicon::Match> Lexicon::longest_match(std::string_view folded) const {
    std::optional<Match> longest;
    std::size_t end = 0;
    for (std::size_t words = 0; words < entries_->longest_phrase && end < folded.size(); ++words) {
        end = std::min(folded.find(' ', words == 0 ? 0 : end + 1), folded.size());
        const auto found = entries_->words.find(folded.substr(0, end));
        if (found != entries_->words.end()) longest = Match{found->second, end};
    }
    return longest;
}

std::size_t Lexicon::article_before_piece(std::string_view folded) const {
    const auto stands_before_piece = [&](const std::string& article) {
        const auto piece = folded.starts_with(article)
            ? longest_match(folded.substr(article.size()))
            : std::nullopt;
        return piece && piece->meaning.kind == Kind::role;
    };
    const auto found = std::ranges::find_if(entries_->articles, stands_before_piece);
    return found == entries_->articles.end() ? 0 : found->size();
}

std::uint8_t Lexicon::roles_of_letter(char upper) const {
    if (upper < 'A' || upper > 'Z') return 0;
    return entries_->roles_of_letter[static_cast<std::size_t>(upper - 'A')];
}

namespace {

constexpr std::size_t shortest_with_slip = 4;

// Equal but for one letter of the longer word.
bool is_without_one(std::string_view longer, std::string_view shorter) {
    const auto [in_longer, in_shorter] = std::ranges::mismatch(longer, shorter);
    const auto at = static_cast<std::size_t>(in_longer - longer.begin());
    return longer.substr(at + 1) == shorter.substr(at);
}

// Of the same length: one letter changed, or two neighbours exchanged.
bool is_changed_once(std::string_view one, std::string_view other) {
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
    if (one.substr(at + 1) == other.substr(at + 1)) return true;
    return at + 1 < one.size() && one[at] == other[at + 1] && one[at + 1] == other[at] &&
        one.substr(at + 2) == other.substr(at + 2);
}

// A word that is part of a phrase only, such as "side", is understood and no slip of itself.
bool is_slip(std::string_view word, std::string_view meant) {
    if (word == meant) return false;
    if (word.size() == meant.size()) return is_changed_once(word, meant);
    if (word.size() + 1 == meant.size()) return is_without_one(meant, word);
    return word.size() == meant.size() + 1 && is_without_one(word, meant);
}

} // namespace

std::vector<std::string> Lexicon::meant_by(std::string_view word) const {
    std::vector<std::string> meant;
    const auto add_from = [&](const std::vector<std::string>& words) {
        std::ranges::copy_if(words, std::back_inserter(meant), [&](const std::string& each) {
            return each.size() >= shortest_with_slip && is_slip(word, each);
        });
    };
    add_from(entries_->single);
    // Never a word without meaning: "kein" is no slip of "ein", nor "nein" or "geen".
    return meant;
}

std::vector<std::string> Lexicon::mistaken_for(std::string_view word) const {
    std::vector<std::string> meant;
    const auto [begin, end] = entries_->sounds.equal_range(std::string{word});
    std::transform(begin, end, std::back_inserter(meant), [](const auto& each) {
        return each.second;
    });
    if (!longest_match(word)) std::ranges::move(meant_by(word), std::back_inserter(meant));
    return meant;
}

bool Lexicon::is_numeric() const { return entries_->is_numeric; }

bool Lexicon::corrects(std::string_view word) const {
    return std::ranges::find(entries_->corrections, fold(word)) != entries_->corrections.end();
}

} // namespace ansage::phonetics
