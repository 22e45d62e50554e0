// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in a journal does not move when a name in the program does. tests/data/journal keeps
// the names, names.txt, and rows in which each of them stands, inputs.jsonl and events.jsonl:
//
//   claims                      a kind
//   claims.with                 a key of it, or of the object that is called so
//   claims.claim threefold      a text that may be its value
#include "journal/codec.hpp"
#include "journal/sample.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace ansage::journal {
namespace {

using Json = nlohmann::json;
using Names = std::set<std::string>;

// `owner` is the key at which the object stands, none for a whole row. Rows and acts have a kind.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the codec writes
void add_names(Names& names, std::string owner, const Json& object) {
    if (owner.empty() || owner == "act") {
        owner = object["kind"];
        names.insert(owner);
    }
    for (const auto& [key, value] : object.items()) {
        if (key == "kind" && owner == object["kind"]) continue;
        const std::string name = fmt::format("{}.{}", owner, key);
        names.insert(name);
        for (const Json& each : value.is_array() ? value : Json::array({value})) {
            if (each.is_string()) names.insert(fmt::format("{} {}", name, each.get<std::string>()));
            else if (each.is_object()) add_names(names, key, each);
        }
    }
}

Names names_in(const std::string& row) {
    Names names;
    add_names(names, "", Json::parse(row));
    return names;
}

std::vector<std::string> kept_lines(const std::string& name) {
    std::ifstream file{fmt::format("{}/tests/data/journal/{}", tests::root(), name)};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#') lines.push_back(line);
    REQUIRE(!lines.empty());
    return lines;
}

Names kept_names() {
    const std::vector<std::string> lines = kept_lines("names.txt");
    CHECK(std::ranges::is_sorted(lines));
    return {lines.begin(), lines.end()};
}

template <class Body, std::size_t Index>
void add_rows(std::vector<std::string>& rows) {
    using Alternative = std::variant_alternative_t<Index, typename Body::Alternatives>;
    for (std::uint64_t turn = 0; turn < tests::Sample::turns; ++turn)
        rows.push_back(encode(Body{tests::Sample::whole(turn).value<Alternative>()}));
}

// Of what the program writes: each name of it stands in one of these rows.
template <class Body>
std::vector<std::string> rows_of_the_program() {
    std::vector<std::string> rows;
    [&]<std::size_t... Index>(std::index_sequence<Index...> /*all*/) {
        (add_rows<Body, Index>(rows), ...);
    }
    (std::make_index_sequence<std::variant_size_v<typename Body::Alternatives>>{});
    return rows;
}

std::string missing(const Names& names, const Names& from) {
    Names rest;
    std::ranges::set_difference(names, from, std::inserter(rest, rest.end()));
    return fmt::format("{}", fmt::join(rest, "\n"));
}

// The rows that a file lacks, each with a name that stands in no row before it.
std::string rows_to_add(Names& names, const std::vector<std::string>& rows) {
    std::string lacking;
    for (const std::string& row : rows) {
        const Names in_row = names_in(row);
        if (!std::ranges::includes(names, in_row)) {
            lacking += row + '\n';
            names.insert(in_row.begin(), in_row.end());
        }
    }
    return lacking;
}

template <class Body>
std::string rows_to_add(const std::string& file) {
    Names names;
    for (const std::string& row : kept_lines(file)) names.merge(names_in(row));
    std::string lacking = rows_to_add(names, rows_of_the_program<Body>());
    fmt::print(stderr, "{}", lacking); // whole lines, as the file takes them
    return lacking;
}

} // namespace

TEST_CASE("A kind, key or enumerator of a journal stays as names.txt has it") {
    Names names;
    rows_to_add(names, rows_of_the_program<table::InputBody>());
    rows_to_add(names, rows_of_the_program<table::EventBody>());
    const Names kept = kept_names();
    // Gone: give the new type or member its old name on disk.
    CHECK(missing(kept, names) == "");
    // New: add them to names.txt.
    CHECK(missing(names, kept) == "");
}

TEST_CASE("Each kind, key and enumerator stands in a row that is kept") {
    CHECK(rows_to_add<table::InputBody>("inputs.jsonl").empty());
    CHECK(rows_to_add<table::EventBody>("events.jsonl").empty());
}

} // namespace ansage::journal
