// SPDX-License-Identifier: GPL-3.0-or-later
// A line of an act, read once, word by word, where the words stand. The words of a table script are
// always understood; of a language its phrases for them (`command.` in profiles/messages) are, too.
// Capitals and accents do not matter in those, and "ue" is as good as an umlaut.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"
#include "telling/table_words.hpp"
#include "wording/catalogue.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ansage::acts {

// What a line may be written in besides the words of a table script.
struct Tongue {
    const wording::Catalogue* in = nullptr;
    const telling::TableWords* words = nullptr; // the names of squares and pieces
};

[[nodiscard]] Tongue tongue_of(const telling::TableWords& words, std::string_view language);

// A phrase of the catalogues, or a key, and the words of a table script that it stands for.
struct Spelling {
    std::string_view phrase;
    std::string_view words;
};

// The phrases that begin an act, and the keys of a console, the same in every language.
[[nodiscard]] std::span<const Spelling> verb_phrases();
// How people put a question that has no phrase.
[[nodiscard]] std::span<const Spelling> meant_questions();
[[nodiscard]] std::span<const Spelling> console_keys();
// Those within an act: who, a unit of time, a word between two parts.
[[nodiscard]] std::span<const Spelling> word_phrases();

// What was missing, or stood in the place of something else, at the furthest point that any rule
// reached.
class Misfit {
public:
    void note(std::size_t place, base::Phrase wanted);

    // Nothing may follow.
    void note_end(std::size_t place) { move_to(place); }

    // Absent where no rule got beyond its first word.
    [[nodiscard]] std::optional<base::Error> error(std::string_view line) const;

private:
    void move_to(std::size_t place);

    std::optional<std::size_t> place_;
    std::vector<base::Phrase> wanted_;
};

class Reader {
public:
    // The line must outlive it.
    Reader(std::string_view line, Tongue tongue);

    [[nodiscard]] bool is_at_end() const { return next_ == words_.size(); }

    // The next word as it stands, empty at the end; and where, in bytes.
    [[nodiscard]] std::string_view word() const;
    [[nodiscard]] std::size_t place() const;

    // The same line from the longest phrase that begins an act here, in each of its meanings, and
    // at last as it stands. A number within a phrase comes behind it: "nehme vorschlag 2 an".
    [[nodiscard]] std::vector<Reader> readings(bool with_keys) const;

    // Whether that word of a table script comes next; if so, it is taken.
    [[nodiscard]] bool take(std::string_view word);
    // Both of them in one word, as in "weiß-assistenz".
    [[nodiscard]] bool take_hyphenated(std::string_view first, std::string_view second);
    [[nodiscard]] std::string_view take_word();
    [[nodiscard]] std::optional<unsigned> take_number();
    // "0:02:30", "2 Minuten 30 Sekunden"
    [[nodiscard]] std::optional<base::Millis> take_time();

    // To the end of the line, byte for byte.
    [[nodiscard]] std::string_view rest() const { return line_.substr(place()); }

    [[nodiscard]] std::string take_rest();

    [[nodiscard]] std::string_view line() const { return line_; }

    [[nodiscard]] const Tongue& tongue() const { return tongue_; }

private:
    struct Word {
        std::string text; // of what is typed, as a keyboard writes it
        std::size_t begin = 0;
        std::string folded{}; // as phrases are compared; empty where a phrase stands already
    };

    struct Span {
        std::size_t length = 0; // in words
        std::optional<std::size_t> number; // which of them
    };

    [[nodiscard]] std::optional<Span> span_of(const std::vector<std::string>& phrase) const;
    [[nodiscard]] std::optional<Span> longest_of(std::string_view id) const;
    [[nodiscard]] std::optional<Span> key_at(std::string_view key) const;
    [[nodiscard]] Reader with(const Span& span, std::string_view words) const;

    std::string_view line_;
    Tongue tongue_;
    std::vector<Word> words_;
    std::size_t next_ = 0;
};

// What `take_apart` makes of a list of a catalogue: made once, for a line is held against each list
// of its language, and these do not change. A kind of value is made by one `take_apart`.
template <class Value, class TakeApart>
const Value& kept(const std::string& list, TakeApart take_apart) {
    static thread_local std::unordered_map<std::string, Value> all;
    const auto found = all.find(list);
    return found != all.end() ? found->second : all.emplace(list, take_apart(list)).first->second;
}

// The phrases between the commas of a list, each as its words: without accents, and as they are
// written on a keyboard without that language's letters.
[[nodiscard]] const std::vector<std::vector<std::string>>&
phrases_in(std::string_view list, const wording::Catalogue& in);

} // namespace ansage::acts
