#include "phonetics/lexicon.hpp"

#include "phonetics/fold.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>
#include <utility>

namespace ansage::phonetics {

using base::Result;

namespace {

// So that a part of the text is looked up without a copy.
struct Hash {
    using is_transparent = void;

    [[nodiscard]] std::size_t operator()(std::string_view text) const {
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
    std::size_t longest_phrase = 1; // in words
    std::array<std::uint8_t, 26> roles_of_letter{};
};

namespace {

// Collects the entries of a vocabulary and keeps its first mistake.
class Collector {
public:
    template <class Map>
    void add(Map& words, std::string_view text, Meaning meaning) {
        for (const Umlauts umlauts : {Umlauts::plain, Umlauts::spread}) {
            const std::string folded = fold(text, umlauts);
            if (folded.empty()) {
                fail(text, LexiconError::Kind::empty);
                return;
            }
            const auto [place, added] = words.emplace(folded, meaning);
            if (!added && place->second != meaning) {
                fail(text, LexiconError::Kind::two_meanings);
            }
            longest_phrase_ = std::max(longest_phrase_, word_count(folded));
        }
    }

    template <class Map>
    void add(Map& words, const Word& word, Meaning meaning) {
        add(words, word.form.shown, meaning);
        if (word.distinct) {
            add(words, word.distinct->shown, meaning);
        }
        for (const std::string& accepted : word.accepted) {
            add(words, accepted, meaning);
        }
    }

    // The words of a table with one word for each value: files, ranks.
    template <class Map, std::size_t Size>
    void add(Map& words, const std::array<Word, Size>& table, Meaning::Kind kind) {
        for (std::size_t i = 0; i < Size; ++i) {
            add(words, table[i], Meaning{kind, static_cast<std::uint8_t>(i)});
        }
    }

    [[nodiscard]] const std::optional<LexiconError>& error() const { return error_; }

    [[nodiscard]] std::size_t longest_phrase() const { return longest_phrase_; }

private:
    void fail(std::string_view word, LexiconError::Kind kind) {
        if (!error_) {
            error_ = LexiconError{std::string{word}, kind};
        }
    }

    std::optional<LexiconError> error_;
    std::size_t longest_phrase_ = 1;
};

template <class Map>
void add_fillers(Collector& collector, Map& words, const Vocabulary& vocabulary) {
    const Meaning filler{Meaning::Kind::filler};
    collector.add(words, vocabulary.check, filler);
    collector.add(words, vocabulary.mate, filler);
    if (vocabulary.promotion) {
        collector.add(words, *vocabulary.promotion, filler);
    }
    for (const std::string& text : vocabulary.fillers) {
        collector.add(words, text, filler);
    }
}

using RolesOfLetter = std::array<std::uint8_t, 26>;

void add_letter(RolesOfLetter& roles, char letter, std::size_t role) {
    if (letter >= 'A' && letter <= 'Z') {
        roles[static_cast<std::size_t>(letter - 'A')] |= static_cast<std::uint8_t>(1U << role);
    }
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

Result<Lexicon, LexiconError> Lexicon::from(const Vocabulary& vocabulary) {
    auto entries = std::make_shared<Entries>();
    Collector collector;
    collector.add(entries->words, vocabulary.files, Meaning::Kind::file);
    collector.add(entries->words, vocabulary.ranks, Meaning::Kind::rank);
    for (std::size_t role = 0; role < vocabulary.pieces.size(); ++role) {
        const Meaning meaning{Meaning::Kind::role, static_cast<std::uint8_t>(role)};
        collector.add(entries->words, vocabulary.pieces[role].word, meaning);
    }
    collector.add(
        entries->words, vocabulary.short_castling, Meaning{Meaning::Kind::short_castling}
    );
    collector.add(entries->words, vocabulary.long_castling, Meaning{Meaning::Kind::long_castling});
    collector.add(entries->words, vocabulary.capture, Meaning{Meaning::Kind::capture});
    add_fillers(collector, entries->words, vocabulary);
    if (collector.error()) {
        return tl::unexpected{*collector.error()};
    }
    entries->longest_phrase = collector.longest_phrase();
    entries->roles_of_letter = letters_of(vocabulary);
    return Lexicon{std::move(entries)};
}

std::optional<Lexicon::Match> Lexicon::longest_match(std::string_view folded) const {
    std::optional<Match> longest;
    std::size_t end = 0;
    for (std::size_t words = 0; words < entries_->longest_phrase && end < folded.size(); ++words) {
        end = std::min(folded.find(' ', words == 0 ? 0 : end + 1), folded.size());
        const auto found = entries_->words.find(folded.substr(0, end));
        if (found != entries_->words.end()) {
            longest = Match{found->second, end};
        }
    }
    return longest;
}

std::uint8_t Lexicon::roles_of_letter(char upper) const {
    if (upper < 'A' || upper > 'Z') {
        return 0;
    }
    return entries_->roles_of_letter[static_cast<std::size_t>(upper - 'A')];
}

} // namespace ansage::phonetics
