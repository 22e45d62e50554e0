// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/wire.hpp"

#include "journal/codec.hpp"
#include "table/model/names.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::consoles::wire {

using base::Error;
using base::Result;
using Json = nlohmann::json;

namespace {

tl::unexpected<Error> bad(base::Phrase what) {
    return tl::unexpected(Error{std::move(what), {}, base::phrase("see docs/consoles.md")});
}

std::string text_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::uint64_t number_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

bool truth_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

Json parse(std::string_view line) { return Json::parse(line, nullptr, false); }

// How a watcher joins, who is none of the table's roles.
constexpr std::string_view watcher = "watcher";
// How one joins who sets the table up.
constexpr std::string_view setup = "setup";

Result<FromConsole, Error> read_join(const Json& json) {
    if (text_at(json, "role") == watcher) return Watch{number_at(json, "after")};
    if (text_at(json, "role") == setup) {
        return SetUp{
            .code = text_at(json, "code"),
            .is_on_network = truth_at(json, "network"),
            .key = text_at(json, "key"),
            .run = text_at(json, "run"),
            .after = number_at(json, "after")};
    }
    const auto role = table::parse_name<table::ConsoleRole>(text_at(json, "role"));
    if (!role) return bad(base::phrase("this joins no role of a table"));
    return Join{
        .role = *role,
        .code = text_at(json, "code"),
        .is_window = truth_at(json, "window"),
        .is_shared = truth_at(json, "shared"),
        .enter_presses = truth_at(json, "enter"),
        .is_keyboard = truth_at(json, "keyboard"),
        .is_page = truth_at(json, "page") || truth_at(json, "network"),
        .is_on_network = truth_at(json, "network"),
        .key = text_at(json, "key"),
        .run = text_at(json, "run"),
        .after = number_at(json, "after")};
}

} // namespace

std::string to_text(const Join& join) {
    return fmt::format(
        "{{\"kind\":\"join\",\"role\":\"{}\",\"code\":{},\"window\":{},\"shared\":{},"
        "\"enter\":{},\"keyboard\":{}}}\n",
        table::to_string(join.role),
        telling::json_text(join.code),
        join.is_window,
        join.is_shared,
        join.enter_presses,
        join.is_keyboard
    );
}

std::string to_text(const Watch& watch) {
    return fmt::format(
        "{{\"kind\":\"join\",\"role\":\"{}\",\"after\":{}}}\n", watcher, watch.after
    );
}

std::string to_text(const Typed& typed) {
    return fmt::format(
        "{{\"kind\":\"typed\",\"text\":{},\"named\":{}}}\n",
        telling::json_text(typed.text),
        typed.is_named
    );
}

std::string to_text(const LineAck& seen) {
    return fmt::format("{{\"kind\":\"seen\",\"n\":{}}}\n", seen.number);
}

std::string to_text(const Leave& /*leave*/) { return "{\"kind\":\"leave\"}\n"; }

std::string to_text(const Hush& /*hush*/) { return "{\"kind\":\"hush\"}\n"; }

std::string to_text(const Back& /*back*/) { return "{\"kind\":\"back\"}\n"; }

bool is_line_ack(std::string_view line) {
    constexpr std::size_t longest_seen = 64;
    if (line.size() > longest_seen) return false;
    const Json json = parse(line);
    return json.is_object() && text_at(json, "kind") == "seen";
}

Result<FromConsole, Error> read_from_console(std::string_view line) {
    const Json json = parse(line);
    const std::string kind = json.is_object() ? text_at(json, "kind") : std::string{};
    if (kind == "join") return read_join(json);
    if (kind == "typed") return Typed{text_at(json, "text"), truth_at(json, "named")};
    if (kind == "seen") return LineAck{number_at(json, "n")};
    if (kind == "leave") return Leave{};
    if (kind == "hush") return Hush{};
    if (kind == "back") return Back{};
    return journal::decode_input(line).map([](table::InputBody body) -> FromConsole {
        return Act{std::move(body)};
    });
}

std::string to_text(std::uint64_t number, const ConsoleLine& line) {
    telling::Outcome outcome = line.outcome;
    const bool is_important = line.priority == table::Priority::important;
    outcome.json.emplace_back("n", std::to_string(number));
    outcome.json.emplace_back("text", telling::json_text(line.text));
    outcome.json.emplace_back("important", is_important ? "true" : "false");
    return telling::to_json(outcome, 0) + '\n';
}

std::string to_text(const Bye& bye) {
    const std::string seat =
        bye.seat.empty() ? std::string{} : ",\"seat\":" + telling::json_text(bye.seat);
    return fmt::format(
        "{{\"kind\":\"bye\",\"text\":{},\"again\":{}{}}}\n",
        telling::json_text(bye.text),
        bye.again,
        seat
    );
}

Result<FromTable, Error> read_from_table(std::string_view line) {
    const Json json = parse(line);
    if (!json.is_object()) return bad(base::phrase("this is no line of a table"));
    if (text_at(json, "kind") == "bye")
        return Bye{.text = text_at(json, "text"), .again = truth_at(json, "again")};
    return Line{
        .number = number_at(json, "n"),
        .text = text_at(json, "text"),
        .is_important = truth_at(json, "important"),
        .prompt = text_at(json, "prompt"),
        .when_lost = text_at(json, "when_lost"),
        .json = std::string{line},
        .at_ms = number_at(json, "at_ms"),
        .audience = text_at(json, "audience"),
        .asks = truth_at(json, "asks")};
}

} // namespace ansage::consoles::wire
