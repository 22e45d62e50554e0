// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/lies.hpp"

#include "files/files.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>

namespace ansage::tests {

namespace {

using LieJson = nlohmann::json;

const LieJson& message_rules() {
    static const LieJson rules =
        LieJson::parse(files::read_file(tests::root() + "/profiles/hall/messages.json").value_or("")
        );
    return rules;
}

// What fits a type: of the patterns by their name.
class Maker {
public:
    Maker(std::string table, unsigned seed)
        : table_(std::move(table)),
          random_(seed) {}

    LieJson make(const LieJson& type, const std::string& name) {
        if (type.is_string()) {
            std::string of = type.get<std::string>();
            of.resize(of.size() - (of.back() == '?' ? 1 : 0));
            const bool is_table = name == "table";
            return is_table ? LieJson(table_) : make(message_rules().at("types").at(of), of);
        }
        return type.is_array() ? of_verb(type, name) : of_object(type);
    }

private:
    LieJson of_object(const LieJson& type) {
        LieJson object = LieJson::object();
        for (const auto& [key, own] : type.items()) {
            const std::string name = key.back() == '?' ? key.substr(0, key.size() - 1) : key;
            object[name] = make(own, name);
        }
        return object;
    }

    LieJson of_verb(const LieJson& type, const std::string& name) {
        const auto& verb = type[0].get_ref<const std::string&>();
        if (verb == "flag") return random_() % 2 == 0;
        if (verb == "number")
            return std::max(type[1].get<std::int64_t>(), static_cast<std::int64_t>(random_() % 9));
        if (verb == "one") return type[1 + random_() % (type.size() - 1)];
        if (verb == "list") return of_list(type);
        if (verb == "row" || verb == "both") return of_parts(type, verb == "row");
        return verb == "text" ? (name == "data" ? "YWJj" : fmt::format("text {}", random_() % 100))
                              : of_pattern(name);
    }

    LieJson of_list(const LieJson& type) {
        LieJson list = LieJson::array();
        for (int i = 1; i <= 2; ++i) {
            list.push_back(make(type[2], ""));
            if (type.size() > 3) list.back()[type[3].get<std::string>()] = i;
        }
        return list;
    }

    LieJson of_parts(const LieJson& type, bool is_row) {
        LieJson whole = is_row ? LieJson::array() : LieJson::object();
        for (std::size_t i = 1; i < type.size(); ++i) {
            LieJson part = make(type[i], "");
            is_row ? whole.push_back(std::move(part)) : whole.update(part);
        }
        return whole;
    }

    static std::string of_pattern(const std::string& name) {
        if (name == "placement") return "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        return name == "digest" ? std::string(64, 'a') : name == "square" ? "e4" : "word";
    }

    std::string table_;
    std::mt19937 random_;
};

LieJson valid_json(const std::string& what, const std::string& table, unsigned seed) {
    return Maker{table, seed}.make(message_rules().at("messages").at(what).at("holds"), "");
}

// Where a field is, and what there is instead, as it is written.
struct Fault {
    std::string name;
    std::function<std::string(const LieJson& before)> instead;
};

std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string repeated(const std::string& text, std::size_t times) {
    std::string whole;
    for (std::size_t i = 0; i < times; ++i) whole += text;
    return whole;
}

std::vector<Fault> faults(const std::string& other) {
    const auto always = [](std::string text) {
        return [text = std::move(text)](const LieJson&) { return text; };
    };
    // Of what is there, but no message becomes so long that it is not read at all.
    const auto list_of = [](std::size_t times) {
        return [times](const LieJson& before) {
            const std::string one = before.is_array() && !before.empty() ? before[0].dump() : "1";
            constexpr std::size_t longest = 450'000;
            return '[' + repeated(one + ',', std::min(times, longest / (one.size() + 1))) + one +
                ']';
        };
    };
    return {
        {"null", always("null")},
        {"a number", always("7")},
        {"a text", always(quoted("seven"))},
        {"an object", always(R"({"length":1,"__proto__":{"open":1},"constructor":null})")},
        {"a list", always(R"([null,[],{}])")},
        {"a flag", always("true")},
        {"too long", always(quoted(std::string(9000, 'a')))},
        {"much too long", always(quoted(std::string(120'000, 'a')))},
        {"too deep", always(std::string(20'000, '[') + std::string(20'000, ']'))},
        {"too many", list_of(300)},
        {"far too many",
         [list_of](const LieJson& before) {
             const bool is_score = before.is_array() && !before.empty() && before[0].is_array();
             return list_of(is_score ? 20'001 : 1'000)(before);
         }},
        {"doubled", list_of(1)},
        {"negative", always("-9223372036854775808")},
        {"beyond 64 bits", always("18446744073709551616000")},
        {"infinite", always("1e999")},
        {"broken", always("1.5")},
        {"not UTF-8", always(quoted("a\xFF\xC0\xAF\xED\xA0\x80"))},
        {"half a pair", always(quoted("\\ud800"))},
        {"directions", always(quoted("\u202E\u2066a\u200F\u061C</li><script>"))},
        {"controls", always(quoted("\\u0000\\u001b[2J\\n\\u009b"))},
        {"no width",
         always(quoted("\u200B\u2060\uFEFF" + repeated("e\u0301\u0301\u0301\u0301", 200)))},
        {"another table", always(quoted(other))},
        {"another's number", always("1")},
        {"nothing", always("")},
    };
}

std::vector<std::string> paths_of(const LieJson& json) {
    std::vector<std::string> paths{""};
    const LieJson flat = json.flatten();
    for (const auto& [path, value] : flat.items()) {
        for (std::size_t at = path.find('/', 1); at != std::string::npos;
             at = path.find('/', at + 1))
            paths.push_back(path.substr(0, at));
        paths.push_back(path);
    }
    std::ranges::sort(paths);
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

std::string with(LieJson json, const std::string& path, const Fault& fault) {
    const std::string mark = "HERE";
    LieJson& place = json[LieJson::json_pointer{path}];
    const std::string instead = fault.instead(place);
    place = mark;
    std::string text = json.dump();
    return text.replace(text.find(quoted(mark)), mark.size() + 2, instead);
}

std::string without(LieJson json, const std::string& path) {
    const LieJson::json_pointer place{path};
    LieJson& parent = json[place.parent_pointer()];
    if (parent.is_array()) parent.erase(std::stoul(place.back()));
    else parent.erase(place.back());
    return json.dump();
}

} // namespace

std::vector<std::string> kinds_of_message() {
    std::vector<std::string> kinds;
    for (const auto& [what, rule] : message_rules().at("messages").items()) {
        if (what != "care") // which is no JSON, and no table says it
            kinds.push_back(what);
    }
    return kinds;
}

std::string valid_message(const std::string& what, const std::string& table, unsigned seed) {
    return valid_json(what, table, seed).dump();
}

std::vector<Lie> lies_of(const std::string& table, const std::string& other, std::size_t count) {
    std::vector<Lie> all;
    const std::vector<Fault> ways = faults(other);
    for (unsigned seed = 0; all.size() < count; ++seed) {
        for (const std::string& what : kinds_of_message()) {
            const LieJson json = valid_json(what, table, seed);
            for (const std::string& path : paths_of(json)) {
                for (const Fault& fault : ways)
                    all.push_back({what, with(json, path, fault), path + " is " + fault.name});
                if (!path.empty()) all.push_back({what, without(json, path), path + " is absent"});
            }
            const std::string text = json.dump();
            all.push_back({what, text.substr(0, text.size() / 2), "half of it"});
            all.push_back({what, std::string(900'000, '['), "as long as a broker lets through"});
            all.push_back({what, "", "empty"});
            all.push_back({what, valid_message(what, other, seed), "another table's"});
        }
    }
    // Those that are left over are of all kinds, too.
    std::mt19937 random{1};
    std::shuffle(all.begin(), all.end(), random);
    all.resize(count);
    return all;
}

} // namespace ansage::tests
