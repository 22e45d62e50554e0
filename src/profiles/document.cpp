// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/document.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <variant>

// toml++ 3.3 asserts what bad input can reach ("[ä]"): an assertion about input must never end the
// program, and without NDEBUG its "assume" is its assert and promises nothing to the optimiser
// either.
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace ansage::profiles {

using base::Error;
using base::Millis;
using base::Result;

namespace detail {

// A date, a time or a number with a decimal point: no profile uses them.
struct Unsupported {};

using List = std::vector<Value>;

struct Value {
    std::variant<std::string, std::int64_t, bool, List, std::unique_ptr<TableValue>, Unsupported>
        data;
    unsigned line = 0;
};

struct Entry {
    std::string key;
    Value value;
};

struct TableValue {
    std::string name;
    std::vector<Entry> entries;
    unsigned line = 0;
};

struct Source {
    std::string text;
    std::string file;
    TableValue root;
    Document::Origin origin = Document::Origin::file;
};

} // namespace detail

namespace {

using detail::Entry;
using detail::List;
using detail::Source;
using detail::TableValue;
using detail::Unsupported;
using detail::Value;

Value to_value(const toml::node& node, const std::string& name);

TableValue to_table(const toml::table& table, const std::string& name) {
    TableValue result{.name = name, .entries = {}, .line = table.source().begin.line};
    for (const auto& [key, node] : table) {
        const std::string inner =
            name.empty() ? std::string{key.str()} : fmt::format("{}.{}", name, key.str());
        result.entries.push_back({std::string{key.str()}, to_value(node, inner)});
        result.entries.back().value.line = key.source().begin.line;
    }
    std::ranges::stable_sort(result.entries, {}, [](const Entry& entry) {
        return entry.value.line;
    });
    return result;
}

List to_list(const toml::array& array, const std::string& name) {
    List result;
    result.reserve(array.size());
    for (const toml::node& node : array) {
        result.push_back(to_value(node, name));
    }
    return result;
}

Value to_value(const toml::node& node, const std::string& name) {
    Value result{.data = Unsupported{}, .line = node.source().begin.line};
    if (const toml::table* const table = node.as_table()) {
        result.data = std::make_unique<TableValue>(to_table(*table, name));
    } else if (const toml::array* const array = node.as_array()) {
        result.data = to_list(*array, name);
    } else if (const toml::value<std::string>* const text = node.as_string()) {
        result.data = text->get();
    } else if (const toml::value<std::int64_t>* const integer = node.as_integer()) {
        result.data = integer->get();
    } else if (const toml::value<bool>* const boolean = node.as_boolean()) {
        result.data = boolean->get();
    }
    return result;
}

std::string at_line(const Source& source, unsigned line) {
    return line == 0 ? source.file : fmt::format("{}:{}", source.file, line);
}

const Entry* find_entry(const TableValue& table, std::string_view key) {
    const auto found = std::ranges::find(table.entries, key, &Entry::key);
    return found == table.entries.end() ? nullptr : &*found;
}

// The whole of "1h30m", "1.5s", "300ms"; nothing else.
class DurationReader {
public:
    explicit DurationReader(std::string_view text)
        : rest_(text) {}

    [[nodiscard]] std::optional<Millis> read() {
        if (rest_.empty()) {
            return std::nullopt;
        }
        Millis total{0};
        while (!rest_.empty()) {
            const std::optional<Millis> part = read_part();
            if (!part) {
                return std::nullopt;
            }
            total += *part;
        }
        return total;
    }

private:
    // Thousandths, so that "1.5s" needs no floating point; at most nine digits.
    [[nodiscard]] std::optional<std::int64_t> read_thousandths() {
        constexpr std::size_t most_digits = 9;
        const std::string_view whole = take_digits();
        if (whole.empty() || whole.size() > most_digits) {
            return std::nullopt;
        }
        std::string digits{whole};
        if (rest_.starts_with('.')) {
            rest_.remove_prefix(1);
            const std::string_view decimals = take_digits();
            if (decimals.empty() || decimals.size() > 3) {
                return std::nullopt;
            }
            digits += decimals;
            digits.append(3 - decimals.size(), '0');
        } else {
            digits += "000";
        }
        return std::stoll(digits);
    }

    [[nodiscard]] std::string_view take_digits() {
        const std::size_t size = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        const std::string_view digits = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return digits;
    }

    [[nodiscard]] std::optional<Millis> read_part() {
        const std::optional<std::int64_t> thousandths = read_thousandths();
        if (!thousandths) {
            return std::nullopt;
        }
        const std::size_t size = std::min(rest_.find_first_of("0123456789"), rest_.size());
        const std::string_view unit = rest_.substr(0, size);
        rest_.remove_prefix(size);
        if (unit == "ms") {
            return Millis{*thousandths / 1000};
        }
        if (unit == "s") {
            return Millis{*thousandths};
        }
        if (unit == "m") {
            return Millis{*thousandths * 60};
        }
        return unit == "h" ? std::optional{Millis{*thousandths * 3600}} : std::nullopt;
    }

    std::string_view rest_;
};

} // namespace

Table::Table(std::shared_ptr<const Source> source, const TableValue& table)
    : source_(std::move(source)),
      table_(&table) {}

bool Table::has(std::string_view key) const {
    return find_entry(*table_, key) != nullptr;
}

std::vector<std::string> Table::keys() const {
    std::vector<std::string> keys;
    for (const Entry& entry : table_->entries) {
        keys.push_back(entry.key);
    }
    return keys;
}

std::string Table::where() const {
    return at_line(*source_, table_->line);
}

std::string Table::where(std::string_view key) const {
    const Entry* const entry = find_entry(*table_, key);
    return entry == nullptr ? where() : at_line(*source_, entry->value.line);
}

const std::string& Table::name() const {
    return table_->name;
}

Error Table::error(std::string_view key, std::string what, std::string mend) const {
    return {std::move(what), where(key), std::move(mend)};
}

Result<const Value*, Error> Table::find(std::string_view key) const {
    if (const Entry* const entry = find_entry(*table_, key)) {
        return &entry->value;
    }
    const std::string of = table_->name.empty() ? "" : fmt::format(" in [{}]", table_->name);
    return tl::unexpected{Error{
        fmt::format("\"{}\" is missing{}", key, of), where(), fmt::format("add {} = ...", key)}};
}

namespace {

// The value as a T, or the error that says what to write instead.
template <class T>
Result<T, Error>
as(const Table& table, std::string_view key, const Value& value, std::string_view kind) {
    if (const T* const found = std::get_if<T>(&value.data)) {
        return *found;
    }
    return tl::unexpected{table.error(
        key,
        fmt::format("\"{}\" is not {}", key, kind),
        fmt::format(
            "write {} = {}",
            key,
            [&] {
                if (kind == "a text") {
                    return "\"...\"";
                }
                return kind == "a whole number" ? "0" : "true or false";
            }()
        )
    )};
}

Result<std::int64_t, Error>
in_range(const Table& table, std::string_view key, std::int64_t value, IntegerRange range) {
    if (value >= range.least && value <= range.most) {
        return value;
    }
    return tl::unexpected{table.error(
        key,
        fmt::format("\"{}\" is {}", key, value),
        fmt::format("write a whole number from {} to {}", range.least, range.most)
    )};
}

} // namespace

Result<std::string, Error> Table::string(std::string_view key) const {
    return find(key).and_then([&](const Value* value) {
        return as<std::string>(*this, key, *value, "a text");
    });
}

Result<std::int64_t, Error> Table::integer(std::string_view key, IntegerRange range) const {
    return find(key)
        .and_then([&](const Value* value) {
            return as<std::int64_t>(*this, key, *value, "a whole number");
        })
        .and_then([&](std::int64_t value) { return in_range(*this, key, value, range); });
}

Result<bool, Error> Table::boolean(std::string_view key) const {
    return find(key).and_then([&](const Value* value) {
        return as<bool>(*this, key, *value, "a yes or no");
    });
}

Result<Millis, Error> Table::milliseconds(std::string_view key) const {
    const Result<const Value*, Error> value = find(key);
    if (!value) {
        return tl::unexpected{value.error()};
    }
    if (const std::string* const text = std::get_if<std::string>(&(*value)->data)) {
        if (const std::optional<Millis> duration = DurationReader{*text}.read()) {
            return *duration;
        }
    }
    return tl::unexpected{error(
        key,
        fmt::format("\"{}\" is not a length of time", key),
        fmt::format(R"(write it with units, as {} = "300ms", "3s", "2m" or "1h30m")", key)
    )};
}

Result<std::vector<std::string>, Error> Table::strings(std::string_view key) const {
    const Result<const Value*, Error> value = find(key);
    if (!value) {
        return tl::unexpected{value.error()};
    }
    const List* const list = std::get_if<List>(&(*value)->data);
    std::vector<std::string> texts;
    for (std::size_t index = 0; list != nullptr && index < list->size(); ++index) {
        if (const auto* const text = std::get_if<std::string>(&(*list)[index].data)) {
            texts.push_back(*text);
        }
    }
    if (list == nullptr || texts.size() != list->size()) {
        return tl::unexpected{error(
            key,
            fmt::format("\"{}\" is not a list of texts", key),
            fmt::format("write {} = [..., ...]", key)
        )};
    }
    return texts;
}

Result<Table, Error> Table::table(std::string_view key) const {
    const Result<const Value*, Error> value = find(key);
    if (!value) {
        return tl::unexpected{value.error()};
    }
    if (const auto* const found = std::get_if<std::unique_ptr<TableValue>>(&(*value)->data)) {
        return Table{source_, **found};
    }
    return tl::unexpected{error(
        key,
        fmt::format("\"{}\" is not a table", key),
        fmt::format("write [{}] and its keys below", key)
    )};
}

Result<std::vector<Table>, Error> Table::tables(std::string_view key) const {
    const Result<const Value*, Error> value = find(key);
    if (!value) {
        return tl::unexpected{value.error()};
    }
    const Error refusal = error(
        key,
        fmt::format("\"{}\" is not a list of tables", key),
        fmt::format("write [[{}]] and its keys below, once for each", key)
    );
    const List* const list = std::get_if<List>(&(*value)->data);
    if (list == nullptr) {
        return tl::unexpected{refusal};
    }
    std::vector<Table> result;
    for (const Value& item : *list) {
        const auto* const found = std::get_if<std::unique_ptr<TableValue>>(&item.data);
        if (found == nullptr) {
            return tl::unexpected{refusal};
        }
        result.push_back(Table{source_, **found});
    }
    return result;
}

Result<void, Error> Table::only(const std::vector<std::string_view>& known) const {
    if (source_->origin == Document::Origin::journal) {
        return {};
    }
    for (const Entry& entry : table_->entries) {
        if (std::ranges::find(known, entry.key) == known.end()) {
            // A key may be asked for twice, as a word and as a table of its words.
            std::vector<std::string_view> names;
            std::ranges::copy_if(known, std::back_inserter(names), [&](std::string_view name) {
                return std::ranges::find(names, name) == names.end();
            });
            return tl::unexpected{error(
                entry.key,
                fmt::format("\"{}\" is not a key of this table", entry.key),
                fmt::format("remove it, or write one of: {}", fmt::join(names, ", "))
            )};
        }
    }
    return {};
}

Document::Document(std::shared_ptr<const Source> source)
    : source_(std::move(source)) {}

Result<Document, Error> Document::parse(std::string text, std::string file, Origin origin) {
    const toml::parse_result parsed = toml::parse(text, file);
    if (!parsed) {
        const toml::parse_error& problem = parsed.error();
        return tl::unexpected{Error{
            fmt::format("this is no TOML: {}", problem.description()),
            fmt::format("{}:{}", file, problem.source().begin.line),
            "mend that line (https://toml.io shows how values are written)"}};
    }
    auto source = std::make_shared<Source>();
    source->text = std::move(text);
    source->file = std::move(file);
    source->origin = origin;
    source->root = to_table(parsed.table(), "");
    return Document{std::move(source)};
}

constexpr std::size_t longest_profile = 4U << 20U;

Result<Document, Error> Document::read(const std::filesystem::path& path) {
    const Error refusal{
        "the file cannot be read", path.string(), "check that it is there and may be read"};
    std::error_code problem;
    if (std::filesystem::is_directory(path, problem)) {
        return tl::unexpected{refusal};
    }
    std::ifstream stream{path, std::ios::binary};
    std::string text(longest_profile + 1, '\0'); // one that never ends is refused, not read
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (!stream.is_open() || stream.bad()) {
        return tl::unexpected{refusal};
    }
    if (text.size() > longest_profile) {
        return tl::unexpected{Error{
            "the file is longer than any profile",
            path.string(),
            "give a file that somebody wrote"}};
    }
    return parse(std::move(text), path.string());
}

Table Document::root() const {
    return Table{source_, source_->root};
}

const std::string& Document::text() const {
    return source_->text;
}

const std::string& Document::file() const {
    return source_->file;
}

std::string toml_text(const std::string& text) {
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            result += '\\';
        }
        const bool is_control =
            static_cast<unsigned char>(letter) < static_cast<unsigned char>(' ');
        result += is_control || letter == '\x7f' ? ' ' : letter;
    }
    return result + '"';
}

} // namespace ansage::profiles
