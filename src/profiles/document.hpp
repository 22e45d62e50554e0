// SPDX-License-Identifier: GPL-3.0-or-later
// A profile as it was written: TOML text to typed values. What a key means is for the loader of
// that kind of profile (words, laws ...); here every value is asked for by key and type, and every
// failure is a line that says what is wrong, in which file and line, and how to mend it.
#pragma once

#include "base/instant.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::profiles {

namespace detail {

struct Source;
struct View;

} // namespace detail

// Both ends belong to it.
struct IntegerRange {
    std::int64_t least = INT64_MIN;
    std::int64_t most = INT64_MAX;
};

// One table of a document. A cheap view that keeps the document alive.
class Table {
public:
    bool has(std::string_view key) const;

    // In the order of the file.
    std::vector<std::string> keys() const;

    // "file:line", of the key if there is such a key, else of the table.
    std::string where() const;
    std::string where(std::string_view key) const;

    // "[parent.child]", empty for the root: how the table is called in messages.
    const std::string& name() const;

    // Each of these fails if the key is missing or its value is of another type.
    [[nodiscard]] base::Result<std::string, base::Error> string(std::string_view key) const;
    [[nodiscard]] base::Result<std::int64_t, base::Error>
    integer(std::string_view key, IntegerRange range = {}) const;
    [[nodiscard]] base::Result<bool, base::Error> boolean(std::string_view key) const;

    // Written with its units: "300ms", "3s", "2m", "1h30m", "1.5s"; never negative.
    [[nodiscard]] base::Result<base::Millis, base::Error> milliseconds(std::string_view key) const;

    [[nodiscard]] base::Result<std::vector<std::string>, base::Error> strings(std::string_view key
    ) const;

    [[nodiscard]] base::Result<Table, base::Error> table(std::string_view key) const;
    // [[key]] repeated, or a list of { ... }.
    [[nodiscard]] base::Result<std::vector<Table>, base::Error> tables(std::string_view key) const;

    // Fails at the first key that is none of `known`: a misspelt key is never silently ignored.
    [[nodiscard]] base::Result<void, base::Error> only(const std::vector<std::string_view>& known
    ) const;

    // For loaders: an error that stands at this key.
    base::Error error(std::string_view key, base::Phrase what, base::Phrase mend) const;

private:
    friend class Document;
    explicit Table(std::shared_ptr<const detail::View> view);

    std::shared_ptr<const detail::View> view_;
};

class Document {
public:
    // `file` is only a name for messages. Of a text that a journal holds, keys that are not known
    // any more are passed over: an older program knew them.
    enum class Origin : std::uint8_t { file, journal };

    [[nodiscard]] static base::Result<Document, base::Error>
    parse(std::string text, std::string file, Origin origin = Origin::file);

    [[nodiscard]] static base::Result<Document, base::Error> read(const std::filesystem::path& path
    );

    Table root() const;

    // The whole text, as the journal stores it.
    const std::string& text() const;
    const std::string& file() const;

    // What to tell of a file that is no UTF-8.
    const std::optional<base::Error>& remark() const { return remark_; }

private:
    explicit Document(std::shared_ptr<const detail::Source> source);

    std::shared_ptr<const detail::Source> source_;
    std::optional<base::Error> remark_;
};

// A text as TOML has it, for files that the program writes; what cannot stand in one line becomes a
// space.
std::string toml_text(const std::string& text);

// Reads the keys of one table into variables, keeps the problems, and knows in the end which
// keys nobody asked for:
//
//   Fields fields{table};
//   fields.required("name", words.name).optional("zwo", words.zwo);
//   return fields.finish();
class Fields {
public:
    explicit Fields(Table table);

    Fields& required(std::string_view key, std::string& into);
    Fields& required(std::string_view key, bool& into);
    Fields& required(std::string_view key, std::int64_t& into, IntegerRange range = {});
    Fields& required(std::string_view key, unsigned& into, IntegerRange range = {0, UINT32_MAX});
    Fields& required(std::string_view key, base::Millis& into);
    Fields& required(std::string_view key, std::vector<std::string>& into);
    Fields& required(std::string_view key, std::optional<Table>& into);
    Fields& required(std::string_view key, std::vector<Table>& into);

    // A key that may be missing leaves `into` as it is.
    template <class T, class... More>
    Fields& optional(std::string_view key, T& into, More... more) {
        return table_.has(key) ? required(key, into, more...) : note(key);
    }

    // Several words, or one: `accepts = "zwo"` is `accepts = ["zwo"]`.
    Fields& optional_list(std::string_view key, std::vector<std::string>& into);

    // A key that the loader reads by itself.
    Fields& note(std::string_view key);
    // A problem that the loader found by itself.
    Fields& fail(base::Error error);

    // The first problem, or the first key that nobody asked for.
    [[nodiscard]] base::Result<void, base::Error> finish() const;

    // All of them, in the order in which they were found.
    std::vector<base::Error> problems() const;

private:
    template <class T>
    Fields& take(std::string_view key, base::Result<T, base::Error> result, T& into);

    Table table_;
    std::vector<std::string> known_;
    std::vector<base::Error> problems_;
};

} // namespace ansage::profiles
