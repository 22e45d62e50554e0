// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/flips.hpp"

#include <algorithm>
#include <utility>

namespace ansage::laws {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
}

// Words for which others may stand.
const std::map<std::string, std::vector<std::string>> other_words{
    {"\"made\"", {"\"completed\""}},
    {"\"completed\"", {"\"made\""}},
    {"\"game_ends\"", {"\"opponents_next_move\""}},
    {"\"opponents_next_move\"", {"\"game_ends\""}},
    {"\"game\"", {"\"last_period\""}},
    {"\"last_period\"", {"\"game\""}},
    {"\"touch\"", {"\"move\""}},
    {"\"move\"", {"\"touch\""}},
    {"\"illegal_when_made\"", {"\"no_illegal_move\"", "\"illegal_when_pressed\""}},
    {"\"illegal_when_pressed\"", {"\"no_illegal_move\"", "\"illegal_when_made\""}},
    {"\"no_illegal_move\"", {"\"illegal_when_made\"", "\"illegal_when_pressed\""}},
    {"\"claim_or_arbiter\"", {"\"claimant_with_time_left\""}},
    {"\"claimant_with_time_left\"", {"\"claim_or_arbiter\""}},
    {"\"continue\"", {"\"draw\""}},
    {"\"draw\"", {"\"continue\""}},
    {"\"recommended\"", {"\"binding\""}},
    {"\"binding\"", {"\"recommended\""}},
    {"true", {"false"}},
    {"false", {"true"}},
};

// By the field's own name, where the kind of its value does not say it.
const std::map<std::string, std::vector<std::string>> other_values{
    {"flag_unsupervised", {"\"claim_or_arbiter\"", "\"claimant_with_time_left\""}},
    {"vocabulary", {"\"fide\"", "\"nl\""}},
    {"names", {"\"not_printed\"", "\"recommended\"", "\"binding\""}},
    {"blitz_at_most", {"\"1m\""}},
    {"rapid_below", {"\"11m\""}},
    {"colours_restart_below", {"1"}},
};

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// The list without each of its words; of several in one another, the innermost.
std::vector<std::string> shorter_lists(const std::string& list) {
    std::vector<std::string> shorter;
    for (std::size_t from = list.find('"', list.rfind('[')); from != std::string::npos;) {
        const std::size_t to = list.find('"', from + 1) + 1;
        const std::size_t next = list.find('"', to);
        std::string rest = list;
        rest.erase(from, (next == std::string::npos ? to : next) - from);
        shorter.push_back(rest);
        from = next;
    }
    return shorter;
}

// A repetition that ends the game has two values.
std::vector<std::string> other_repetitions(const std::string& value) {
    const bool anywhere = value.find("anywhere") != std::string::npos;
    return {
        std::string{"{ times = 6, count = \""} + (anywhere ? "anywhere" : "consecutive") + "\" }",
        std::string{"{ times = 5, count = \""} + (anywhere ? "consecutive" : "anywhere") + "\" }"};
}

// All other values that stand for the kinds of difference there can be.
std::vector<std::string> flipped(const std::string& key, const std::string& value) {
    if (key == "fivefold") return other_repetitions(value);
    if (const auto own = other_values.find(key); own != other_values.end()) {
        std::vector<std::string> others = own->second;
        std::erase(others, value);
        return others;
    }
    if (const auto word = other_words.find(value); word != other_words.end()) return word->second;
    if (is_number(value)) return {std::to_string(std::stoul(value) + 1)};
    if (value.starts_with('[')) return shorter_lists(value);
    return {value.ends_with("ms\"") ? "\"990ms\"" : "\"17s\""};
}

// `line` cut at its comment, which no value of ours holds.
std::pair<std::string, std::string> split(const std::string& line) {
    const std::size_t equals = line.find(" = ");
    if (line.starts_with('#') || equals == std::string::npos) return {};
    const std::size_t end = std::min(line.find(" #", equals), line.size());
    return {line.substr(0, equals), line.substr(equals + 3, end - equals - 3)};
}

// `{ en = "point", de = "Punkt" }` with each word replaced by another.
std::vector<Flip> flips_of_word(const std::string& key, const std::string& value) {
    std::vector<Flip> flips;
    for (std::size_t from = value.find('"'); from != std::string::npos;) {
        const std::size_t to = value.find('"', from + 1);
        const std::string language = value.substr(from - 5, 2);
        std::string other = value;
        other.replace(from + 1, to - from - 1, "another");
        flips.push_back(
            {"article_words." + key + "." + language, {}, {{.language = language}}, other}
        );
        from = value.find('"', to + 1);
    }
    return flips;
}

// A rule of a class shows where that class is played, also in a period that is not the last.
std::vector<Setting> tables_of(const std::string& section) {
    std::vector<Setting> tables{{}};
    const auto add = [&](std::string_view name, const char* time, const char* periods) {
        if (section.find(name) != std::string::npos) {
            const bool supervised = section.find("unsupervised") == std::string::npos;
            tables.push_back({.language = {}, .time = time, .supervised = supervised});
            tables.push_back({.language = {}, .time = periods, .supervised = supervised});
        }
    };
    add("classes.standard", "60m", "40/60m,30m");
    add("classes.rapid", "15m", "40/15m,5m");
    add("classes.blitz", "5m", "40/3m,2m");
    return tables;
}

std::optional<RulesOf> rules_of(const std::string& section) {
    const bool alone = section.find("unsupervised") != std::string::npos;
    const auto supervision = alone ? Supervision::unsupervised : Supervision::supervised;
    if (section.starts_with("classes.standard")) return RulesOf{TimeClass::standard, {}};
    if (section.starts_with("classes.rapid")) return RulesOf{TimeClass::rapid, supervision};
    return section.starts_with("classes.blitz")
        ? std::optional{RulesOf{TimeClass::blitz, supervision}}
        : std::nullopt;
}

std::vector<Flip> flips_of(const std::string& section, const std::string& line) {
    const auto [key, value] = split(line);
    std::vector<Flip> flips;
    // The firmest of `names` and `ranks` counts: they are changed together.
    if (key.empty() || section.empty() || section.ends_with("articles") || key == "ranks")
        return flips;
    if (section == "article_words") {
        flips = flips_of_word(key, value);
    } else {
        for (const std::string& other : flipped(key, value)) {
            const std::string name = section + "." + key + " = " + other;
            flips.push_back({name, rules_of(section), tables_of(section), other});
        }
    }
    for (Flip& flip : flips) flip.text = key + " = " + flip.text;
    return flips;
}

} // namespace

std::map<std::string, std::vector<Flip>> all_flips(const std::string& text) {
    const std::vector<std::string> lines = lines_of(text);
    std::map<std::string, std::vector<Flip>> all;
    std::string section;
    for (std::size_t number = 0; number < lines.size(); ++number) {
        if (lines[number].starts_with('[')) {
            const std::size_t begin = lines[number].find_first_not_of('[');
            section = lines[number].substr(begin, lines[number].find(']') - begin);
        }
        for (Flip& flip : flips_of(section, lines[number])) {
            std::vector<std::string> changed = lines;
            changed[number] = flip.text;
            if (flip.text.starts_with("names")) changed[number + 1] = "ranks" + flip.text.substr(5);
            flip.text = joined(changed);
            const bool is_list = flip.name.find(" = [") != std::string::npos;
            const std::string field = flip.name.substr(0, flip.name.find(" = "));
            all[is_list ? flip.name : field].push_back(std::move(flip));
        }
    }
    return all;
}

std::string with_marks(const std::string& text, std::set<std::string>& marks) {
    std::vector<std::string> lines = lines_of(text);
    std::string section;
    for (std::string& line : lines) {
        section = line.starts_with('[') ? line.substr(1, line.find(']') - 1) : section;
        const auto [key, value] = split(line);
        if (section.ends_with("articles") && value.size() > 2) {
            marks.insert("<" + section + "." + key + ">");
            line = key + " = \"<" + section + "." + key + ">\"";
        }
    }
    return joined(lines);
}

void drop_seen(std::set<std::string>& marks, const std::string& text) {
    for (std::size_t from = text.find('<'); from != std::string::npos;) {
        const std::size_t to = text.find('>', from);
        marks.erase(text.substr(from, to - from + 1));
        from = text.find('<', from + 1);
    }
}

} // namespace ansage::laws
