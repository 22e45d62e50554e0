// SPDX-License-Identifier: GPL-3.0-or-later
// No field of an edition and no article of it is there for nothing: changed, it fails a table
// script that says what the right value leads to. Every script is played under every edition, for
// what its lines say may hold in all.
#include "laws/flips.hpp"
#include "laws/plays.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"

#include <algorithm>
#include <array>
#include <list>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ansage::laws {
namespace {

// Under the sanitizers one edition takes as long as all of them else.
const std::vector<std::string> profiles_tried = tests::are_few
    ? std::vector<std::string>{"da-2023"}
    : std::vector<std::string>{"fide-2023", "nb-2023", "da-2023", "de-2014", "sv-2014", "nl-2001"};

// Such a value keeps the arbiter from being told something, and no `>` line can expect that nothing
// is said; and citations are worded in the languages of other editions, too.
bool is_left_unsaid(const std::string& field) {
    constexpr std::array fields{
        "announcing.alternatives",
        "announcing.names",
        "appendix_d.printed",
        "article_words.",
        "draws.mate_goes_first",
        "organisation.disabled_lose_time_for_clock",
    };
    return std::ranges::any_of(fields, [&](const char* unsaid) {
        return field.starts_with(unsaid);
    });
}

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
        for (const Case& one : cases) cases_.push_back(&one);
    }

    // One of them changes what some script shows.
    bool
    is_shown(const std::string& profile, const Edition& usual, const std::vector<Flip>& flips) {
        const auto shows = [&](const Flip& flip, const auto& asked) {
            const Edition edition = edition_of(flip.text);
            return asked(flip, [&](const Play& play) {
                return may_show(*play.one, profile, usual, flip, play.table) &&
                    differs(play, profile, {usual, edition}, is_left_unsaid(flip.name));
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
        if (!flip.rules) return true;
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
        if (known != played_.end()) return known->second;
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

    struct Editions {
        const Edition& usual;
        const Edition& flipped;
    };

    // What its lines say is right in that edition, too, and wrong once the value is another; or, of
    // what no line can expect, something else is shown.
    bool differs(
        const Play& play, const std::string& profile, const Editions& editions, bool is_unsaid
    ) {
        const Plays::Played& usual = usual_of(*play.one, profile, editions.usual, play.table);
        if (!is_unsaid && !usual.is_as_written) return false;
        const Plays::Played flipped =
            plays_.played(*play.one, profile, editions.flipped, play.table);
        return is_unsaid ? flipped.shown != usual.shown : !flipped.is_as_written;
    }

    const Plays::Played& usual_of(
        const Case& one, const std::string& profile, const Edition& usual, const Setting& table
    ) {
        const std::tuple key{profile, table, &one};
        const auto known = usual_.find(key);
        if (known != usual_.end()) return known->second;
        return usual_.emplace(key, plays_.played(one, profile, usual, table)).first->second;
    }

    Plays& plays_;
    ShownBy shown_by_;
    std::vector<const Case*> cases_;
    std::map<std::tuple<std::string, Setting, const Case*>, Played> played_;
    std::map<std::tuple<std::string, Setting, const Case*>, Plays::Played> usual_;
};

} // namespace

TEST_CASE("Every value of every edition, changed alone, fails a script that says it", "[flip]") {
    const std::list<Case> cases = read_scripts();
    Plays plays;
    Looker looker{plays, cases};
    std::size_t fields = 0;
    for (const std::string& profile : profiles_tried) {
        const std::string text = text_of(profile);
        const Edition usual = edition_of(text);
        for (const auto& [name, flips] : all_flips(text)) {
            if (!tests::is_tried(fields++, 3)) continue;
            INFO(profile << ": " << name << " is read by nobody, or no script says its value");
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
    for (const Setting& table : tables)
        for (const Case& one : cases) plays.push_back({&one, table});
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
            drop_seen(missing, plays.played(*play.one, profile, marked, play.table).shown);
            return missing.size() < before;
        };
        for (const Play& play : useful) look(play);
        for (const Play& play : all)
            if (!missing.empty() && look(play)) useful.push_back(play);
        for (const std::string& mark : missing) {
            INFO(profile << ": " << mark << " is cited in no script");
            CHECK(false);
        }
    }
}

} // namespace ansage::laws
