// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/from_browser.hpp"

#include "base/text.hpp"
#include "gateway/carrier/table_line.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace ansage::gateway {

using Json = nlohmann::json;

namespace {

constexpr std::size_t longest_text = 1000; // characters
constexpr std::size_t longest_code = 64; // bytes
constexpr std::array<std::string_view, 6> roles{
    "white", "black", "assistant", "arbiter", "spectator", "setup"};
constexpr std::array<std::string_view, 3> wordless_kinds{"hush", "back", "leave"};

// Of valid UTF-8, which the parser sees to.
std::size_t characters_in(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

bool is_typed(std::string_view text) {
    return characters_in(text) <= longest_text && std::ranges::none_of(text, [](char byte) {
               const auto number = static_cast<unsigned char>(byte);
               return number < 0x20 || number == 0x7F;
           });
}

// Null: there is none of that name, or it is no text.
const std::string* text_in(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found == json.end() ? nullptr : found->get_ptr<const std::string*>();
}

// Null: it may not be said.
Json line_of(const Json& given) {
    const std::string* const kind = given.is_object() ? text_in(given, "kind") : nullptr;
    if (kind == nullptr) return {};
    if (*kind == "typed") {
        const std::string* const text = text_in(given, "text");
        const bool may_be = text != nullptr && is_typed(*text);
        return may_be ? Json{{"kind", "typed"}, {"text", *text}} : Json{};
    }
    if (*kind == "seen") {
        const auto number = given.find("n");
        const bool may_be = number != given.end() && number->is_number_unsigned();
        return may_be ? Json{{"kind", "seen"}, {"n", number->get<std::uint64_t>()}} : Json{};
    }
    const bool is_known = std::ranges::find(wordless_kinds, *kind) != wordless_kinds.end();
    return is_known ? Json{{"kind", *kind}} : Json{};
}

} // namespace

std::optional<Person> read_person(const std::string& body) {
    const Json json = Json::parse(body, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    const std::string* const role = text_in(json, "role");
    const std::string* const code = text_in(json, "code");
    if (role == nullptr || std::ranges::find(roles, *role) == roles.end()) return std::nullopt;
    if (json.contains("code") && (code == nullptr || code->size() > longest_code))
        return std::nullopt;
    return Person{.role = *role, .code = code == nullptr ? std::string{} : *code};
}

std::optional<Said> read_said(const std::string& body) {
    const Json json = Json::parse(body, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    const std::string* const session = text_in(json, "session");
    const auto lines = json.find("lines");
    if (session == nullptr || lines == json.end() || !lines->is_array()) return std::nullopt;
    Said said{.session = *session};
    for (const Json& each : *lines) {
        const Json line = line_of(each);
        if (line.is_null()) return std::nullopt;
        said.leaves = said.leaves || line.at("kind") == "leave";
        said.lines += line.dump() + '\n';
    }
    return said;
}

LastLine read_last_line(const std::string& id) {
    std::string_view rest = id;
    const std::string_view run = base::take_until(rest, '.');
    const auto number = base::parse_number<std::uint64_t>(rest);
    return is_run(run) && number ? LastLine{std::string{run}, *number} : LastLine{};
}

} // namespace ansage::gateway
