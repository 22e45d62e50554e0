// SPDX-License-Identifier: GPL-3.0-or-later
// No field of an edition and no article of it is there for nothing: changed, it changes what some
// table script shows. Every script is played under every edition, for what a script asks of one
// edition it asks of all.
#include "acts/script.hpp"
#include "acts/table_setup.hpp"
#include "files/files.hpp"
#include "laws/rules.hpp"
#include "profiles/laws.hpp"
#include "session/script_seat.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "table/decide.hpp"
#include "telling/outcome.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <list>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ansage::laws {
namespace {

namespace fs = std::filesystem;

const fs::path root = ANSAGE_ROOT;

// --- playing

struct Case {
    std::string file;
    acts::Script script;
};

std::list<Case> read_scripts() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator{root / "tests/scripts"}) {
        if (entry.path().extension() == ".table") {
            paths.push_back(entry.path());
        }
    }
    // Those written for it first, and of these the short ones, for they take less time.
    std::ranges::sort(paths, {}, [](const fs::path& path) {
        const bool first = path.parent_path().filename() == "laws";
        return std::tuple{first ? 0 : 1, fs::file_size(path), path.string()};
    });
    std::list<Case> cases;
    for (const fs::path& path : paths) {
        INFO(path.string());
        const auto text = files::read_file(path);
        REQUIRE(text);
        auto script = acts::parse_script(*text, path.filename().string());
        REQUIRE(script);
        cases.push_back({path.filename().string(), *std::move(script)});
    }
    return cases;
}

std::string text_of(const std::string& profile) {
    return files::read_file(root / "profiles/laws" / (profile + ".toml")).value();
}

Edition edition_of(const std::string& text) {
    return profiles::read_edition(profiles::Document::parse(text, "flipped.toml").value()).value();
}

// Under the sanitizers one edition takes as long as all of them else.
#ifdef ANSAGE_FEW_EDITIONS
const std::vector<std::string> profiles_tried{"da-2023"};
#else
const std::vector<std::string> profiles_tried{
    "fide-2023", "nb-2023", "da-2023", "de-2014", "sv-2014", "nl-2001"};
#endif

// Read once, for they stay the same.
class Words {
public:
    const telling::TableWords& named(const std::string& name) {
        const auto found = read_.find(name);
        if (found != read_.end()) {
            return found->second;
        }
        acts::TableHeader header = acts::default_header();
        header.words = name;
        return read_.emplace(name, acts::load_table(header, ANSAGE_SHARE).value().words)
            .first->second;
    }

private:
    std::map<std::string, telling::TableWords> read_;
};

// How a script is played otherwise than it says.
struct Setting {
    std::string language; // the arbiter's
    std::string time;
    bool supervised = true;

    friend auto operator<=>(const Setting&, const Setting&) = default;
};

class Plays {
public:
    Plays() {
        for (const fs::directory_entry& entry : fs::directory_iterator{root / "profiles/laws"}) {
            const std::string profile = entry.path().stem().string();
            shipped_.emplace(profile, edition_of(text_of(profile)));
        }
    }

    // A script of another edition keeps its words, so that it is understood.
    std::string
    shown(const Case& of, const std::string& profile, const Edition& edition, const Setting& at) {
        const acts::TableHeader& header = of.script.header;
        table::TableSetup setup = set_up(of, edition, at);
        const auto& seats = setup.seats;
        const Edition& speaks = header.profile == profile ? edition : shipped_.at(header.profile);
        const std::string& name = header.words.empty()
            ? vocabulary_for(speaks, seats.white.language, seats.black.language)
            : header.words;
        const telling::TableWords& words = words_.named(name);
        setup.vocabulary = words.vocabulary().name;
        return play(of.script, std::move(setup), words);
    }

    static table::TableSetup set_up(const Case& of, const Edition& edition, const Setting& at) {
        table::TableSetup setup = of.script.header.setup;
        setup.edition = edition;
        if (!at.language.empty()) {
            setup.arbiter_language = at.language;
        }
        if (!at.time.empty()) {
            setup.time = clock::parse_time_control(at.time).value();
            setup.supervised = at.supervised;
        }
        return setup;
    }

private:
    static std::string
    play(const acts::Script& script, table::TableSetup setup, const telling::TableWords& words) {
        std::string text;
        const auto show = [&text](const consoles::Decided& decided) {
            for (const table::Event& event : decided.events) {
                const auto outcome =
                    telling::outcome_of(event, {decided.input, decided.before, decided.after});
                text += outcome ? telling::to_json(*outcome, 0) + '\n' : std::string{};
            }
            return std::vector<telling::Outcome>{};
        };
        std::vector<acts::LineOutcomes> outcomes(script.lines.size());
        std::vector<session::Seat> seats;
        seats.push_back(session::make_listener_seat());
        seats.push_back(session::make_script_seat(script, show, outcomes));
        session::Session session{{
            .shell = session::Shell{table::open_table(std::move(setup)), words, nullptr},
            .pacer = session::make_virtual_pacer({}),
            .participants = std::move(seats),
        }};
        const bool played = session.run().has_value();
        REQUIRE(played);
        const base::Instant end = script.lines.empty() ? base::Instant{} : script.lines.back().at;
        return text + acts::summary_json(session.state(), end);
    }

    std::map<std::string, Edition> shipped_;
    Words words_;
};

// --- flipping

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
    for (const std::string& line : lines) {
        text += line + '\n';
    }
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
    if (key == "fivefold") {
        return other_repetitions(value);
    }
    if (const auto own = other_values.find(key); own != other_values.end()) {
        std::vector<std::string> others = own->second;
        std::erase(others, value);
        return others;
    }
    if (const auto word = other_words.find(value); word != other_words.end()) {
        return word->second;
    }
    if (is_number(value)) {
        return {std::to_string(std::stoul(value) + 1)};
    }
    if (value.starts_with('[')) {
        return shorter_lists(value);
    }
    return {value.ends_with("ms\"") ? "\"990ms\"" : "\"17s\""};
}

// Whose rules a field holds: "classes.rapid.supervised" and what is in it.
struct RulesOf {
    TimeClass time_class{};
    std::optional<Supervision> supervision; // absent: both, as in standard play
};

struct Flip {
    std::string name; // "classes.rapid.supervised.illegal_move.added = ..."
    std::optional<RulesOf> rules; // absent: of every class
    std::vector<Setting> tables; // at which it may show, one after the other
    std::string text; // of the whole profile
};

// `line` cut at its comment, which no value of ours holds.
std::pair<std::string, std::string> split(const std::string& line) {
    const std::size_t equals = line.find(" = ");
    if (line.starts_with('#') || equals == std::string::npos) {
        return {};
    }
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
    if (section.starts_with("classes.standard")) {
        return RulesOf{TimeClass::standard, {}};
    }
    if (section.starts_with("classes.rapid")) {
        return RulesOf{TimeClass::rapid, supervision};
    }
    return section.starts_with("classes.blitz")
        ? std::optional{RulesOf{TimeClass::blitz, supervision}}
        : std::nullopt;
}

std::vector<Flip> flips_of(const std::string& section, const std::string& line) {
    const auto [key, value] = split(line);
    std::vector<Flip> flips;
    // The firmest of `names` and `ranks` counts: they are changed together.
    if (key.empty() || section.empty() || section.ends_with("articles") || key == "ranks") {
        return flips;
    }
    if (section == "article_words") {
        flips = flips_of_word(key, value);
    } else {
        for (const std::string& other : flipped(key, value)) {
            const std::string name = section + "." + key + " = " + other;
            flips.push_back({name, rules_of(section), tables_of(section), other});
        }
    }
    for (Flip& flip : flips) {
        flip.text = key + " = " + flip.text;
    }
    return flips;
}

// By field; each word of a list is one.
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
            if (flip.text.starts_with("names")) {
                changed[number + 1] = "ranks" + flip.text.substr(5);
            }
            flip.text = joined(changed);
            const bool is_list = flip.name.find(" = [") != std::string::npos;
            const std::string field = flip.name.substr(0, flip.name.find(" = "));
            all[is_list ? flip.name : field].push_back(std::move(flip));
        }
    }
    return all;
}

// --- looking

// A script, and how it is played.
struct Play {
    const Case* one = nullptr;
    Setting table;
};

// By field, what showed it in an edition before: it is asked first.
using ShownBy = std::map<std::string, std::vector<Play>>;

// Scripts in the order in which they are asked.
class Looker {
public:
    Looker(Plays& plays, const std::list<Case>& cases)
        : plays_(plays) {
        for (const Case& one : cases) {
            cases_.push_back(&one);
        }
    }

    // One of them changes what some script shows.
    bool
    is_shown(const std::string& profile, const Edition& usual, const std::vector<Flip>& flips) {
        const auto shows = [&](const Flip& flip, const auto& asked) {
            const Edition edition = edition_of(flip.text);
            return asked(flip, [&](const Play& play) {
                return may_show(*play.one, profile, usual, flip, play.table) &&
                    plays_.shown(*play.one, profile, edition, play.table) !=
                    usual_of(*play.one, profile, usual, play.table);
            });
        };
        const auto is_known = [&](const Flip& flip, const auto& differs) {
            return std::ranges::any_of(shown_by_[flip.name], differs);
        };
        const auto is_found = [&](const Flip& flip, const auto& differs) {
            return find(flip, differs);
        };
        return std::ranges::any_of(
                   flips, [&](const Flip& flip) { return shows(flip, is_known); }
               ) ||
            std::ranges::any_of(flips, [&](const Flip& flip) { return shows(flip, is_found); });
    }

private:
    // Who is named after the field is asked first.
    template <class Differs>
    bool find(const Flip& flip, Differs differs) {
        std::vector<const Case*> order = cases_;
        std::stable_partition(order.begin(), order.end(), [&](const Case* one) {
            return is_after(*one, flip.name);
        });
        for (const Setting& table : flip.tables) {
            const auto found = std::ranges::find_if(order, [&](const Case* one) {
                return differs({one, table});
            });
            if (found != order.end()) {
                shown_by_[flip.name].push_back({*found, table});
                return true;
            }
        }
        return false;
    }

    // Rules of another class than is played there are not looked at. What makes play supervised is
    // asked of the rules of supervised play, whatever came of it.
    bool may_show(
        const Case& one,
        const std::string& profile,
        const Edition& usual,
        const Flip& flip,
        const Setting& table
    ) {
        if (!flip.rules) {
            return true;
        }
        const Played& played = played_at(one, profile, usual, table);
        const auto& supervision = flip.rules->supervision;
        return played.time_class == flip.rules->time_class &&
            (!supervision || *supervision == played.declared || *supervision == played.watched);
    }

    // Which rules of a class a table is played under.
    struct Played {
        TimeClass time_class{};
        Supervision declared{};
        Supervision watched{};
    };

    const Played& played_at(
        const Case& one, const std::string& profile, const Edition& usual, const Setting& table
    ) {
        const std::tuple key{profile, table, &one};
        const auto known = played_.find(key);
        if (known != played_.end()) {
            return known->second;
        }
        const table::TableSetup setup = Plays::set_up(one, usual, table);
        const Played played{
            .time_class = table::time_class_of(setup),
            .declared = setup.supervised ? Supervision::supervised : Supervision::unsupervised,
            .watched = table::supervision_of(setup)};
        return played_.emplace(key, played).first->second;
    }

    static bool is_after(const Case& one, const std::string& name) {
        std::string dashed = name;
        std::ranges::replace(dashed, '_', '-');
        const std::string kind = one.file.substr(0, one.file.find_first_of(".-"));
        return dashed.find(kind) != std::string::npos;
    }

    const std::string& usual_of(
        const Case& one, const std::string& profile, const Edition& usual, const Setting& table
    ) {
        std::string& text = usual_[{profile, table, one.file}];
        if (text.empty()) {
            text = plays_.shown(one, profile, usual, table);
        }
        return text;
    }

    Plays& plays_;
    ShownBy shown_by_;
    std::vector<const Case*> cases_;
    std::map<std::tuple<std::string, Setting, const Case*>, Played> played_;
    std::map<std::tuple<std::string, Setting, std::string>, std::string> usual_;
};

// The profile with each article's number replaced by a mark of its own, `sections` too.
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

} // namespace

TEST_CASE("Every field of every edition changes what some script shows", "[flip]") {
    const std::list<Case> cases = read_scripts();
    Plays plays;
    Looker looker{plays, cases};
    std::size_t fields = 0;
    for (const std::string& profile : profiles_tried) {
        const std::string text = text_of(profile);
        const Edition usual = edition_of(text);
        for (const auto& [name, flips] : all_flips(text)) {
            ++fields;
            INFO(profile << ": " << name << " is read by nobody, or no script shows it");
            CHECK(looker.is_shown(profile, usual, flips));
        }
    }
    CHECK(fields > 70 * profiles_tried.size());
}

namespace {

// Each script as it says, then in the classes that it may not be of.
std::vector<Play> all_plays(const std::list<Case>& cases) {
    std::vector<Setting> tables{{}};
    for (const char* time : {"15m", "5m"}) {
        tables.push_back({.language = {}, .time = time, .supervised = true});
        tables.push_back({.language = {}, .time = time, .supervised = false});
    }
    std::vector<Play> plays;
    for (const Setting& table : tables) {
        for (const Case& one : cases) {
            plays.push_back({&one, table});
        }
    }
    return plays;
}

} // namespace

TEST_CASE("Every article of every edition is cited in some script", "[flip]") {
    const std::list<Case> cases = read_scripts();
    Plays plays;
    const std::vector<Play> all = all_plays(cases);
    std::vector<Play> useful;
    for (const std::string& profile : profiles_tried) {
        std::set<std::string> missing;
        const Edition marked = edition_of(with_marks(text_of(profile), missing));
        CHECK(missing.size() > 60);
        const auto look = [&](const Play& play) {
            const std::size_t before = missing.size();
            drop_seen(missing, plays.shown(*play.one, profile, marked, play.table));
            return missing.size() < before;
        };
        for (const Play& play : useful) {
            look(play);
        }
        for (const Play& play : all) {
            if (!missing.empty() && look(play)) {
                useful.push_back(play);
            }
        }
        for (const std::string& mark : missing) {
            INFO(profile << ": " << mark << " is cited in no script");
            CHECK(false);
        }
    }
}

} // namespace ansage::laws
