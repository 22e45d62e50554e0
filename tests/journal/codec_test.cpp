// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/codec.hpp"
#include "journal/json_text.hpp"
#include "journal/sample.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <fmt/format.h>
#include <fstream>
#include <set>
#include <string>
#include <string_view>

namespace ansage::journal {
namespace {

constexpr std::uint64_t samples = 200;

table::InputBody decoded(std::string_view json, const table::InputBody& /*type*/) {
    return decode_input(json).value();
}

table::EventBody decoded(std::string_view json, const table::EventBody& /*type*/) {
    return decode_event_body(json).value();
}

template <class Body>
void check_round_trip(const Body& body) {
    const std::string json = encode(body);
    INFO(json);
    const Body back = decoded(json, body);
    CHECK(tests::same(body, back));
    CHECK(encode(back) == json);
}

template <class Body, std::size_t Index>
void check_round_trip() {
    tests::Sample sample{Index};
    for (std::uint64_t round = 0; round < samples; ++round) {
        check_round_trip(Body{
            sample.value<std::variant_alternative_t<Index, typename Body::Alternatives>>()});
    }
}

template <class Body, std::size_t... Index>
void check_round_trips(std::index_sequence<Index...> /*all*/) {
    (check_round_trip<Body, Index>(), ...);
}

template <class Body>
void check_round_trips() {
    check_round_trips<Body>(
        std::make_index_sequence<std::variant_size_v<typename Body::Alternatives>>{}
    );
}

template <class... T>
std::set<std::string_view> kinds_of(const std::variant<T...>& /*type*/) {
    return {kind_of<T>...};
}

// "ansage::table::ClockHalted" gives "clock_halted".
template <class T>
std::string snake_case_name() {
    const std::string_view signature = static_cast<const char*>(__PRETTY_FUNCTION__);
    const std::string_view head =
        signature.substr(0, signature.find_first_of(";]", signature.find("T = ")));
    std::string name;
    for (const char letter : head.substr(head.rfind(':') + 1)) {
        const bool is_upper = 'A' <= letter && letter <= 'Z';
        if (is_upper && !name.empty()) name.push_back('_');
        name.push_back(is_upper ? static_cast<char>(letter - 'A' + 'a') : letter);
    }
    return name;
}

// A type that was renamed keeps its first name on disk.
template <class T>
void check_kind() {
    constexpr bool is_renamed = std::is_same_v<T, table::AlertClosed>;
    CHECK(kind_of<T> == (is_renamed ? "alert_settled" : snake_case_name<T>()));
}

template <class... T>
void check_kinds(const std::variant<T...>& /*type*/) {
    (check_kind<T>(), ...);
}

struct Line {
    std::string place;
    std::string text;
};

std::vector<Line> lines_of(const std::string& name) {
    const std::string path = fmt::format("{}/tests/data/journal/{}", tests::root(), name);
    std::ifstream file{path};
    std::vector<Line> lines;
    std::string text;
    for (unsigned number = 1; std::getline(file, text); ++number) {
        if (!text.empty() && text[0] != '#')
            lines.push_back({fmt::format("{}:{}", path, number), text});
    }
    REQUIRE(!lines.empty());
    return lines;
}

std::string kind_in(std::string_view json) {
    constexpr std::string_view mark = R"("kind":")";
    const std::size_t start = json.find(mark) + mark.size();
    return std::string{json.substr(start, json.find('"', start) - start)};
}

template <class Body>
void check_line(const Line& line, const Body& type) {
    INFO(line.place);
    CHECK(encode(decoded(line.text, type)) == line.text);
}

template <class Body>
void check_file(const std::string& name) {
    const Body type;
    std::set<std::string_view> missing = kinds_of(type);
    for (const Line& line : lines_of(name)) {
        check_line(line, type);
        missing.erase(kind_in(line.text));
    }
    CHECK(fmt::format("{}", fmt::join(missing, " ")) == "");
}

} // namespace

TEST_CASE("Every input and every event comes back from its JSON as it was") {
    check_round_trips<table::InputBody>();
    check_round_trips<table::EventBody>();
}

TEST_CASE("A kind is its type's name in snake_case") {
    check_kinds(table::InputBody{});
    check_kinds(table::EventBody{});
}

TEST_CASE("The JSON of each kind stays as the data files have it") {
    check_file<table::InputBody>("inputs.jsonl");
    check_file<table::EventBody>("events.jsonl");
}

TEST_CASE("An event carries its instant in front") {
    const table::Event event{.at = {base::Millis{1500}}, .body = table::ClockHalted{}};
    CHECK(encode(event) == R"({"at_ms":1500,"kind":"clock_halted"})");
    const auto back = decode_event(encode(event));
    REQUIRE(back.has_value());
    CHECK(back->at == event.at);
    const auto list = decode_events(fmt::format("[{0},{0}]", encode(event)));
    REQUIRE(list.has_value());
    CHECK(list->size() == 2);
}

TEST_CASE("JSON that is no input is refused with the place and what had been expected") {
    for (const auto& [place, text] : lines_of("wrong_inputs.txt")) {
        INFO(place);
        const std::size_t first = text.find(" | ");
        const std::size_t second = text.find(" | ", first + 3);
        REQUIRE(second != std::string::npos);
        const auto read = decode_input(std::string_view{text}.substr(second + 3));
        REQUIRE(!read.has_value());
        CHECK(read.error().where == text.substr(0, first));
        CHECK(read.error().what == text.substr(first + 3, second - first - 3));
    }
}

TEST_CASE("A list of events is a JSON array of events and nothing else") {
    CHECK(decode_events("[]").has_value());
    CHECK(!decode_events("{}").has_value());
    CHECK(!decode_events(R"({"at_ms":0,"kind":"clock_halted"})").has_value());
    CHECK(!decode_events(R"([{"kind":"clock_halted"}])").has_value());
    CHECK(!decode_events(R"([{"at_ms":0,"kind":"clock_halted","more":1}])").has_value());
}

TEST_CASE("A deep pile of brackets is an error and no crash") {
    CHECK(!decode_input(std::string(100'000, '[')).has_value());
    CHECK(!decode_input(std::string(100'000, '[') + std::string(100'000, ']')).has_value());
}

TEST_CASE("Bytes that are not UTF-8 are written as the replacement character") {
    struct Case {
        std::string text;
        std::string expected;
    };

    const std::vector<Case> cases{
        {"a\xFFz", R"("a�z")"},
        {"\xC3\xA4", R"("ä")"},
        {"\xC3", R"("�")"}, // cut short
        {"\xE2\x99", R"("�")"},
        {"\xC0\xAF", R"("��")"}, // overlong
        {"\xED\xA0\x80", R"("���")"}, // a surrogate
        {"\xF4\x90\x80\x80", R"("����")"}, // above U+10FFFF
        {"\xF0\x9F\x82\xA1", R"("🂡")"},
        {std::string{"\0", 1}, R"("\u0000")"},
        {"\"\\\n\x1f", R"("\"\\\n\u001f")"},
    };
    for (const auto& [text, expected] : cases) {
        std::string out;
        append_json_text(out, text);
        CHECK(out == expected);
        const std::string json =
            fmt::format(R"({{"kind":"arbiter_overrides","clause":"D.1","reason":{}}})", out);
        CHECK(decode_input(json).has_value());
    }
}

} // namespace ansage::journal
