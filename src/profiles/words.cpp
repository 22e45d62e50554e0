// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/words.hpp"

#include "phonetics/lexicon.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace ansage::profiles {

using base::Error;
using base::Result;
using phonetics::Form;
using phonetics::LexiconError;
using phonetics::PieceWord;
using phonetics::Vocabulary;
using phonetics::Word;

namespace {

constexpr std::array<std::string_view, 8> file_keys{"a", "b", "c", "d", "e", "f", "g", "h"};
constexpr std::array<std::string_view, 8> rank_keys{"1", "2", "3", "4", "5", "6", "7", "8"};
// By Role.
constexpr std::array<std::string_view, 6> piece_keys{
    "pawn", "knight", "bishop", "rook", "queen", "king"};

// What is shown is spoken, unless something else is given.
Form form_of(const std::string& shown, const std::string& spoken) {
    return {.shown = shown, .spoken = spoken.empty() ? shown : spoken};
}

// One table of words; remembers the problems in any of them.
class WordTable {
public:
    explicit WordTable(const Table& table)
        : table_(table),
          fields_(table) {}

    WordTable& word(std::string_view key, Word& into) { return entry(key, into, nullptr); }

    WordTable& optional_word(std::string_view key, std::optional<Word>& into) {
        if (table_.has(key)) word(key, into.emplace());
        return *this;
    }

    WordTable& piece(std::string_view key, PieceWord& into) {
        return entry(key, into.word, &into.letter);
    }

    WordTable& list(std::string_view key, std::vector<std::string>& into) {
        fields_.optional_list(key, into);
        return *this;
    }

    std::vector<Error> problems() const { return fields_.problems(); }

private:
    // A word is a text or a table; only a piece's has a letter.
    WordTable& entry(std::string_view key, Word& into, std::optional<char>* letter) {
        fields_.note(key);
        if (const Result<Table, Error> table = table_.table(key)) {
            read_table(*table, into, letter);
            return *this;
        }
        std::string shown;
        fields_.required(key, shown);
        into.form = form_of(shown, "");
        check_shown(table_, key, shown);
        return *this;
    }

    void read_table(const Table& table, Word& into, std::optional<char>* letter) {
        std::string shown;
        std::string spoken;
        std::string distinct;
        std::string distinct_spoken;
        std::string letter_text;
        Fields fields{table};
        fields.required("shown", shown).optional("spoken", spoken);
        fields.optional("distinct", distinct).optional("distinct_spoken", distinct_spoken);
        fields.optional_list("accepts", into.accepted);
        if (letter != nullptr) {
            fields.optional("letter", letter_text);
            *letter = letter_of(table, letter_text);
        }
        for (const Error& problem : fields.problems()) fields_.fail(problem);
        check_shown(table, "shown", shown);
        into.form = form_of(shown, spoken);
        if (!distinct.empty()) into.distinct = form_of(distinct, distinct_spoken);
    }

    std::optional<char> letter_of(const Table& table, const std::string& text) {
        if (text.empty()) return std::nullopt;
        if (text.size() != 1 || text.front() < 'A' || text.front() > 'Z') {
            fields_.fail(table.error(
                "letter",
                base::phrase("\"{}\" is not the letter of a piece", text),
                base::phrase("write one of A to Z")
            ));
            return std::nullopt;
        }
        return text.front();
    }

    void check_shown(const Table& table, std::string_view key, const std::string& shown) {
        if (shown.find("[[") != std::string::npos) {
            fields_.fail(table.error(
                key,
                base::phrase("phonemes stand where a word is shown"),
                base::phrase("write the word, and the phonemes as spoken = \"[[...]]\"")
            ));
        }
    }

    Table table_;
    Fields fields_;
};

using Problems = std::vector<Error>;

Problems read_words(
    const Table& table, const std::array<std::string_view, 8>& keys, std::array<Word, 8>& into
) {
    WordTable words{table};
    for (std::size_t i = 0; i < keys.size(); ++i) words.word(keys[i], into[i]);
    return words.problems();
}

Problems read_letter_names(const Table& table, Vocabulary& vocabulary) {
    WordTable words{table};
    for (std::size_t i = 0; i < file_keys.size(); ++i)
        words.list(file_keys[i], vocabulary.letter_names[i]);
    return words.problems();
}

Problems read_pieces(const Table& table, Vocabulary& vocabulary) {
    WordTable words{table};
    for (std::size_t role = 0; role < piece_keys.size(); ++role)
        words.piece(piece_keys[role], vocabulary.pieces[role]);
    return words.problems();
}

Problems read_castling(const Table& table, Vocabulary& vocabulary) {
    return WordTable{table}
        .word("short", vocabulary.short_castling)
        .word("long", vocabulary.long_castling)
        .list("words", vocabulary.castling_parts.castling)
        .list("short_side", vocabulary.castling_parts.short_side)
        .list("long_side", vocabulary.castling_parts.long_side)
        .problems();
}

Problems read_signs(const Table& table, Vocabulary& vocabulary) {
    return WordTable{table}
        .word("capture", vocabulary.capture)
        .word("check", vocabulary.check)
        .word("mate", vocabulary.mate)
        .optional_word("promotion", vocabulary.promotion)
        .optional_word("en_passant", vocabulary.en_passant)
        .problems();
}

Problems read_particles(const Table& table, Vocabulary& vocabulary) {
    phonetics::Particles& particles = vocabulary.particles;
    return WordTable{table}
        .list("from", particles.from)
        .list("to", particles.to)
        .list("at", particles.at)
        .list("with", particles.with)
        .list("becomes", particles.becomes)
        .list("articles", particles.articles)
        .list("fillers", particles.fillers)
        .list("noise", particles.noise)
        .list("corrections", particles.corrections)
        .problems();
}

Problems read_spellings(const Table& table, Vocabulary& vocabulary) {
    Fields fields{table};
    for (const std::string& letter : table.keys()) {
        std::string instead;
        fields.required(letter, instead);
        vocabulary.spellings.push_back({letter, instead});
    }
    return fields.problems();
}

Problems read_sounds(const Table& table, Vocabulary& vocabulary) {
    WordTable words{table};
    for (const std::string& meant : table.keys())
        words.list(meant, vocabulary.sounds.emplace_back(phonetics::Sound{meant, {}}).heard);
    return words.problems();
}

Problems read_options(const Table& table, Vocabulary& vocabulary) {
    return Fields{table}
        .optional("distinct", vocabulary.options.distinct)
        .optional("say_check", vocabulary.options.say_check)
        .optional("say_en_passant", vocabulary.options.say_en_passant)
        .optional("numeric", vocabulary.options.numeric)
        .problems();
}

Problems read_files(const Table& table, Vocabulary& vocabulary) {
    return read_words(table, file_keys, vocabulary.files);
}

Problems read_ranks(const Table& table, Vocabulary& vocabulary) {
    return read_words(table, rank_keys, vocabulary.ranks);
}

// The tables of the root and who reads each.
struct Part {
    std::string_view key;
    Problems (*read)(const Table&, Vocabulary&);
    bool may_be_missing = false;
};

constexpr std::array parts{
    Part{"spellings", read_spellings, true},
    Part{"files", read_files},
    Part{"letters", read_letter_names, true},
    Part{"ranks", read_ranks},
    Part{"pieces", read_pieces},
    Part{"castling", read_castling},
    Part{"signs", read_signs},
    Part{"particles", read_particles, true},
    Part{"sounds", read_sounds, true},
    Part{"options", read_options, true},
};

void read_parts(const Table& root, Fields& fields, Vocabulary& vocabulary) {
    for (const Part& part : parts) {
        if (part.may_be_missing && !root.has(part.key)) continue;
        std::optional<Table> table;
        fields.required(part.key, table);
        if (!table) continue;
        for (const Error& problem : part.read(*table, vocabulary)) fields.fail(problem);
    }
}

// What a file accepts besides is understood only where its rank accepts it.
bool is_said_alike(const Word& file, const Word& rank) {
    return file.form == rank.form && file.distinct == rank.distinct &&
        std::ranges::all_of(file.accepted, [&](const std::string& text) {
               return std::ranges::find(rank.accepted, text) != rank.accepted.end();
           });
}

// In figures a digit is heard before its place tells whether it is a file or a rank.
void check_figures(const Table& root, Fields& fields, const Vocabulary& vocabulary) {
    const auto files = root.table("files");
    if (!files || !vocabulary.options.numeric) return;
    for (std::size_t i = 0; i < file_keys.size(); ++i) {
        const Word& file = vocabulary.files[i];
        const Word& rank = vocabulary.ranks[i];
        const bool is_missing = file.form.shown.empty() || rank.form.shown.empty(); // told already
        if (is_missing || is_said_alike(file, rank)) continue;
        fields.fail(files->error(
            file_keys[i],
            base::phrase("file {} and rank {} have different words", file_keys[i], rank_keys[i]),
            base::phrase("write the same words for both, or numeric = false")
        ));
    }
}

Problems read_all(const Document& document, Vocabulary& vocabulary) {
    const Table root = document.root();
    Fields fields{root};
    fields.required("name", vocabulary.name).required("language", vocabulary.language);
    read_parts(root, fields, vocabulary);
    check_figures(root, fields, vocabulary);
    return fields.problems();
}

Error to_error(const Document& document, const LexiconError& error) {
    switch (error.kind) {
    case LexiconError::Kind::two_meanings: {
        const bool is_twice = error.other == error.word;
        return {
            base::phrase("\"{}\" means two things", error.word),
            place_of_word(document, error.word, is_twice ? 2 : 1),
            base::phrase(
                "let every word, also without its accents, stand in one place only: \"{}\" stands "
                "in {}",
                error.other,
                place_of_word(document, error.other)
            )};
    }
    case LexiconError::Kind::empty:
        return {
            base::phrase("\"{}\" is no word", error.word),
            place_of_word(document, error.word),
            base::phrase("write letters or digits")};
    }
    return {};
}

} // namespace

std::string place_of_word(const Document& document, std::string_view word, unsigned occurrence) {
    const std::string quoted = fmt::format("\"{}\"", word);
    std::size_t at = document.text().find(quoted);
    for (unsigned count = 1; count < occurrence && at != std::string::npos; ++count)
        at = document.text().find(quoted, at + quoted.size());
    if (at == std::string::npos) return document.file();
    const auto before = std::string_view{document.text()}.substr(0, at);
    return fmt::format("{}:{}", document.file(), std::ranges::count(before, '\n') + 1);
}

Result<Vocabulary, Error> load_words(const Document& document) {
    Vocabulary vocabulary;
    if (const Problems problems = read_all(document, vocabulary); !problems.empty())
        return tl::unexpected{problems.front()};
    if (const auto lexicon = phonetics::Lexicon::from(vocabulary); !lexicon)
        return tl::unexpected{to_error(document, lexicon.error())};
    return vocabulary;
}

std::vector<Error> check_words(const Document& document) {
    Vocabulary vocabulary;
    Problems problems = read_all(document, vocabulary);
    const bool may_lack_words = !problems.empty();
    for (const LexiconError& mistake : phonetics::Lexicon::mistakes(vocabulary)) {
        // A word that is missing is empty, and told already.
        if (!may_lack_words || !mistake.word.empty())
            problems.push_back(to_error(document, mistake));
    }
    return problems;
}

} // namespace ansage::profiles
