// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/document.hpp"

#include <utility>

namespace ansage::profiles {

using base::Error;
using base::Millis;
using base::Result;

Fields::Fields(Table table)
    : table_(std::move(table)) {}

template <class T>
Fields& Fields::take(std::string_view key, Result<T, Error> result, T& into) {
    note(key);
    if (!result) return fail(std::move(result.error()));
    into = *std::move(result);
    return *this;
}

Fields& Fields::required(std::string_view key, std::string& into) {
    return take(key, table_.string(key), into);
}

Fields& Fields::required(std::string_view key, bool& into) {
    return take(key, table_.boolean(key), into);
}

Fields& Fields::required(std::string_view key, std::int64_t& into, IntegerRange range) {
    return take(key, table_.integer(key, range), into);
}

Fields& Fields::required(std::string_view key, unsigned& into, IntegerRange range) {
    std::int64_t wide = into;
    required(key, wide, range);
    into = static_cast<unsigned>(wide);
    return *this;
}

Fields& Fields::required(std::string_view key, Millis& into) {
    return take(key, table_.milliseconds(key), into);
}

Fields& Fields::required(std::string_view key, std::vector<std::string>& into) {
    return take(key, table_.strings(key), into);
}

Fields& Fields::required(std::string_view key, std::optional<Table>& into) {
    note(key);
    Result<Table, Error> found = table_.table(key);
    if (!found) return fail(std::move(found.error()));
    into = *std::move(found);
    return *this;
}

Fields& Fields::required(std::string_view key, std::vector<Table>& into) {
    return take(key, table_.tables(key), into);
}

Fields& Fields::optional_list(std::string_view key, std::vector<std::string>& into) {
    note(key);
    if (!table_.has(key)) return *this;
    if (const Result<std::string, Error> one = table_.string(key)) {
        into = {*one};
        return *this;
    }
    return required(key, into);
}

Fields& Fields::note(std::string_view key) {
    known_.emplace_back(key);
    return *this;
}

Fields& Fields::fail(Error error) {
    problems_.push_back(std::move(error));
    return *this;
}

Result<void, Error> Fields::finish() const {
    if (!problems_.empty()) return tl::unexpected{problems_.front()};
    return table_.only({known_.begin(), known_.end()});
}

std::vector<Error> Fields::problems() const {
    std::vector<Error> all = problems_;
    if (Result<void, Error> only = table_.only({known_.begin(), known_.end()}); !only)
        all.push_back(std::move(only.error()));
    return all;
}

} // namespace ansage::profiles
