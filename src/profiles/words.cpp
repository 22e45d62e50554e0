#include "profiles/words.hpp"

#include "phonetics/lexicon.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>

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

// One table of words; remembers the first problem in any of them.
class WordTable {
public:
    explicit WordTable(const Table& table)
        : table_(table),
          fields_(table) {}

    WordTable& word(std::string_view key, Word& into) { return entry(key, into, nullptr); }

    WordTable& optional_word(std::string_view key, std::optional<Word>& into) {
        if (table_.has(key)) {
            word(key, into.emplace());
        }
        return *this;
    }

    WordTable& piece(std::string_view key, PieceWord& into) {
        return entry(key, into.word, &into.letter);
    }

    [[nodiscard]] Result<void, Error> finish() const { return fields_.finish(); }

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
        if (const Result<void, Error> read = fields.finish(); !read) {
            fields_.fail(read.error());
        }
        check_shown(table, "shown", shown);
        into.form = form_of(shown, spoken);
        if (!distinct.empty()) {
            into.distinct = form_of(distinct, distinct_spoken);
        }
    }

    std::optional<char> letter_of(const Table& table, const std::string& text) {
        if (text.empty()) {
            return std::nullopt;
        }
        if (text.size() != 1 || text.front() < 'A' || text.front() > 'Z') {
            fields_.fail(table.error(
                "letter",
                fmt::format("\"{}\" is not the letter of a piece", text),
                "write one of A to Z"
            ));
            return std::nullopt;
        }
        return text.front();
    }

    void check_shown(const Table& table, std::string_view key, const std::string& shown) {
        if (shown.find("[[") != std::string::npos) {
            fields_.fail(table.error(
                key,
                "phonemes stand where a word is shown",
                "write the word, and the phonemes as spoken = \"[[...]]\""
            ));
        }
    }

    Table table_;
    Fields fields_;
};

template <std::size_t Size>
Result<void, Error> read_words(
    const Table& table, const std::array<std::string_view, Size>& keys, std::array<Word, Size>& into
) {
    WordTable words{table};
    for (std::size_t i = 0; i < Size; ++i) {
        words.word(keys[i], into[i]);
    }
    return words.finish();
}

Result<void, Error> read_pieces(const Table& table, Vocabulary& vocabulary) {
    WordTable words{table};
    for (std::size_t role = 0; role < piece_keys.size(); ++role) {
        words.piece(piece_keys[role], vocabulary.pieces[role]);
    }
    return words.finish();
}

Result<void, Error> read_castling(const Table& table, Vocabulary& vocabulary) {
    return WordTable{table}
        .word("short", vocabulary.short_castling)
        .word("long", vocabulary.long_castling)
        .finish();
}

Result<void, Error> read_signs(const Table& table, Vocabulary& vocabulary) {
    return WordTable{table}
        .word("capture", vocabulary.capture)
        .word("check", vocabulary.check)
        .word("mate", vocabulary.mate)
        .optional_word("promotion", vocabulary.promotion)
        .finish();
}

Result<void, Error> read_options(const Table& table, Vocabulary& vocabulary) {
    return Fields{table}
        .optional("distinct", vocabulary.options.distinct)
        .optional("say_check", vocabulary.options.say_check)
        .finish();
}

// The tables of the root and who reads each.
Result<void, Error> read_table(std::string_view key, const Table& table, Vocabulary& vocabulary) {
    if (key == "files") {
        return read_words(table, file_keys, vocabulary.files);
    }
    if (key == "ranks") {
        return read_words(table, rank_keys, vocabulary.ranks);
    }
    if (key == "pieces") {
        return read_pieces(table, vocabulary);
    }
    if (key == "castling") {
        return read_castling(table, vocabulary);
    }
    return key == "signs" ? read_signs(table, vocabulary) : read_options(table, vocabulary);
}

void read_tables(const Table& root, Fields& fields, Vocabulary& vocabulary) {
    for (const std::string_view key :
         {"files", "ranks", "pieces", "castling", "signs", "options"}) {
        if (key == "options" && !root.has(key)) {
            continue;
        }
        std::optional<Table> table;
        fields.required(key, table);
        if (!table) {
            return;
        }
        if (const Result<void, Error> read = read_table(key, *table, vocabulary); !read) {
            fields.fail(read.error());
        }
    }
}

// The line of a word that the lexicon refuses, if it stands in the text as it is.
std::string where_is(const Document& document, std::string_view word) {
    const std::size_t at = document.text().find(fmt::format("\"{}\"", word));
    if (at == std::string::npos) {
        return document.file();
    }
    const auto before = std::string_view{document.text()}.substr(0, at);
    return fmt::format("{}:{}", document.file(), std::ranges::count(before, '\n') + 1);
}

Error to_error(const Document& document, const LexiconError& error) {
    switch (error.kind) {
    case LexiconError::Kind::two_meanings:
        return {
            fmt::format("\"{}\" means two things", error.word),
            where_is(document, error.word),
            "let every word, also without its accents, stand in one place only"};
    case LexiconError::Kind::empty:
        return {
            fmt::format("\"{}\" is no word", error.word),
            where_is(document, error.word),
            "write letters or digits"};
    }
    return {};
}

} // namespace

Result<Vocabulary, Error> load_words(const Document& document) {
    Vocabulary vocabulary;
    const Table root = document.root();
    Fields fields{root};
    fields.required("name", vocabulary.name).required("language", vocabulary.language);
    fields.optional_list("fillers", vocabulary.fillers).note("options");
    read_tables(root, fields, vocabulary);
    if (const Result<void, Error> read = fields.finish(); !read) {
        return tl::unexpected{read.error()};
    }
    if (const auto lexicon = phonetics::Lexicon::from(vocabulary); !lexicon) {
        return tl::unexpected{to_error(document, lexicon.error())};
    }
    return vocabulary;
}

} // namespace ansage::profiles
