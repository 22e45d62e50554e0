// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/laws.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <utility>

namespace ansage::profiles {
namespace {

using base::Error;
using base::Result;
using laws::Edition;

constexpr IntegerRange counts{1, 1000};

// Fields with the two things only a profile of the Laws has: words from a closed list, and tables
// that a function reads.
class Reader {
public:
    explicit Reader(Table table)
        : table_(table),
          fields_(std::move(table)) {}

    Fields& fields() { return fields_; }

    template <class T>
    void word(std::string_view key, T& into) {
        std::string text;
        fields_.required(key, text);
        if (const auto value = base::parse_name<T>(text)) {
            into = *value;
        } else {
            fail_word(
                key, text, {base::enumerator_names<T>.begin(), base::enumerator_names<T>.end()}
            );
        }
    }

    template <class T>
    void word(std::string_view key, std::optional<T>& into) {
        std::string text;
        fields_.required(key, text);
        into = base::parse_name<T>(text);
        if (!into && text != not_printed) {
            std::vector<std::string_view> known{
                base::enumerator_names<T>.begin(), base::enumerator_names<T>.end()};
            known.push_back(not_printed);
            fail_word(key, text, known);
        }
    }

    template <class Read>
    void inside(std::string_view key, Read read_it) {
        std::optional<Table> inner;
        fields_.required(key, inner);
        if (!inner) return;
        if (auto done = read_it(*inner); !done) fields_.fail(std::move(done.error()));
    }

    // `read_it` fills `into` from the table at `key`.
    template <class T>
    void table(std::string_view key, T& into, Result<void, Error> (*read_it)(const Table&, T&)) {
        inside(key, [&](const Table& inner) { return read_it(inner, into); });
    }

    template <class T>
    void table_if_there(
        std::string_view key, std::optional<T>& into, Result<void, Error> (*read)(const Table&, T&)
    ) {
        if (table_.has(key)) table(key, into.emplace(), read);
    }

    void number_if_there(std::string_view key, std::optional<unsigned>& into) {
        if (unsigned value = 0; table_.has(key)) {
            fields_.required(key, value, counts);
            into = value;
        }
    }

    void time_if_there(std::string_view key, std::optional<base::Millis>& into) {
        if (base::Millis value{0}; table_.has(key)) {
            fields_.required(key, value);
            into = value;
        }
    }

    // Each of them read by `read`; none if the key is missing.
    template <class T>
    void tables_if_there(
        std::string_view key, std::vector<T>& into, Result<void, Error> (*read)(const Table&, T&)
    ) {
        std::vector<Table> inner;
        fields_.optional(key, inner);
        for (const Table& one : inner) {
            if (auto done = read(one, into.emplace_back()); !done)
                fields_.fail(std::move(done.error()));
        }
    }

    [[nodiscard]] Result<void, Error> finish() const { return fields_.finish(); }

private:
    void fail_word(
        std::string_view key, const std::string& text, const std::vector<std::string_view>& known
    ) {
        fields_.fail(table_.error(
            key,
            base::phrase("'{}' is none of the words for {}", text, key),
            base::phrase("write one of {}", base::listed(known))
        ));
    }

    static constexpr std::string_view not_printed = "not_printed";

    Table table_;
    Fields fields_;
};

Result<void, Error> read_illegal_move(const Table& table, laws::IllegalMoveRule& rule) {
    Reader reader{table};
    reader.time_if_there("added", rule.added);
    reader.number_if_there("loses_at", rule.loses_at);
    reader.word("moment", rule.moment);
    reader.word("until", rule.until);
    if (rule.loses_at)
        reader.fields().required("draw_if_opponent_cannot_mate", rule.draw_if_opponent_cannot_mate);
    if (rule.loses_at || rule.added) reader.word("scope", rule.scope);
    return reader.finish();
}

// Words that are part of numbers: "{point}" in "D.2 {point} 8", by language.
using ArticleWords = std::map<std::string, laws::Article>;

Result<void, Error> read_article_word(const Table& table, laws::Article& word) {
    Fields fields{table};
    fields.required("en", word.number);
    for (const std::string& language : table.keys())
        fields.required(language, word.translated[language]);
    return fields.finish();
}

Result<void, Error> read_article_words(const Table& table, ArticleWords& words) {
    Reader reader{table};
    for (const std::string& key : table.keys()) reader.table(key, words[key], read_article_word);
    return reader.finish();
}

std::string filled_in(std::string text, const std::string& mark, const std::string& word) {
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark))
        text.replace(at, mark.size(), word);
    return text;
}

laws::Article article_of(const std::string& text, const ArticleWords& words) {
    laws::Article article{.number = text};
    for (const auto& [key, word] : words) {
        const std::string mark = "{" + key + "}";
        if (text.find(mark) == std::string::npos) continue;
        for (const auto& [language, translation] : word.translated) {
            auto& translated = article.translated.try_emplace(language, text).first->second;
            translated = filled_in(translated, mark, translation);
        }
        article.number = filled_in(article.number, mark, word.number);
    }
    return article;
}

// A mark that is no word of this profile stays in the number, and is a mistake.
void read_article(
    Fields& fields,
    const Table& table,
    std::string_view key,
    const ArticleWords& words,
    laws::Articles& into
) {
    std::string text;
    fields.required(key, text);
    laws::Article article = article_of(text, words);
    if (article.number.find('{') != std::string::npos) {
        fields.fail(table.error(
            key,
            base::phrase("\"{}\" holds a word that is none", text),
            base::phrase("write it in [article_words]")
        ));
    }
    into.insert_or_assign(std::string{key}, std::move(article));
}

// Those that stand elsewhere in a class; their numbers hold no words.
Result<void, Error> read_own_articles(const Table& table, laws::Articles& articles) {
    Fields fields{table};
    const auto known = laws::article_keys();
    for (const std::string& key : table.keys()) {
        if (std::ranges::binary_search(known, std::string_view{key}))
            read_article(fields, table, key, {}, articles);
    }
    return fields.finish();
}

Result<void, Error> read_class(const Table& table, laws::ClassRules& rules) {
    Reader reader{table};
    reader.fields().required("score_must_be_kept", rules.score_must_be_kept);
    reader.time_if_there("wrong_claim_added", rules.wrong_claim_added);
    reader.number_if_there("games_at_most", rules.games_at_most);
    reader.number_if_there("start_stands_after", rules.start_stands_after);
    if (table.has("must_be_recorded"))
        reader.fields().required("must_be_recorded", rules.must_be_recorded);
    reader.table("illegal_move", rules.illegal_move, read_illegal_move);
    if (table.has("articles")) reader.table("articles", rules.articles, read_own_articles);
    return reader.finish();
}

using BothWays = std::array<laws::ClassRules, 2>;

// In the order of laws::Supervision.
Result<void, Error> read_both_ways(const Table& table, BothWays& rules) {
    Reader reader{table};
    reader.table("supervised", rules[0], read_class);
    reader.table("unsupervised", rules[1], read_class);
    return reader.finish();
}

Result<void, Error> read_limits(const Table& table, clock::ClassLimits& limits) {
    Reader reader{table};
    reader.fields().required("rapid_below", limits.rapid_below);
    if (table.has("blitz_at_most")) reader.fields().required("blitz_at_most", limits.blitz_at_most);
    return reader.finish();
}

// An edition that prints no blitz has no games of that class.
bool has_blitz(const clock::ClassLimits& limits) { return limits.blitz_at_most > base::Millis{0}; }

// Standard play is always supervised, so its rules are written once.
Result<void, Error> read_classes(const Table& table, Edition& edition) {
    Reader reader{table};
    auto& [standard, rapid, blitz] = edition.class_rules;
    reader.table("limits", edition.class_limits, read_limits);
    reader.table("standard", standard[0], read_class);
    standard[1] = standard[0];
    reader.table("rapid", rapid, read_both_ways);
    if (has_blitz(edition.class_limits)) reader.table("blitz", blitz, read_both_ways);
    return reader.finish();
}

void read_endings(Reader& reader, const Table& table, std::set<laws::Termination>& into) {
    std::vector<std::string> names;
    reader.fields().required("completed_by_ending", names);
    for (const std::string& name : names) {
        if (const auto termination = laws::parse_name<laws::Termination>(name)) {
            into.insert(*termination);
            continue;
        }
        reader.fields().fail(table.error(
            "completed_by_ending",
            base::phrase("\"{}\" is no end of a game", name),
            base::phrase("write terminations such as checkmate or stalemate")
        ));
    }
}

Result<void, Error> read_moves(const Table& table, Edition& edition) {
    Reader reader{table};
    reader.fields()
        .required("press_without_move_is_illegal", edition.press_without_move_is_illegal)
        .required("unpromoted_pawn_becomes_queen", edition.unpromoted_pawn_becomes_queen)
        .required("completed_by_own_next_move", edition.completed_by_own_next_move)
        .required("illegal_position_that_stood_draws", edition.illegal_position_that_stood_draws);
    reader.word("two_hands", edition.two_hands);
    reader.word("protest_lost_by", edition.protest_lost_by);
    read_endings(reader, table, edition.completed_by_ending);
    return reader.finish();
}

Result<void, Error> read_fivefold(const Table& table, laws::AutomaticRepetition& rule) {
    Reader reader{table};
    reader.fields().required("times", rule.times, counts);
    reader.word("count", rule.count);
    return reader.finish();
}

Result<void, Error> read_draws(const Table& table, Edition& edition) {
    Reader reader{table};
    reader.fields()
        .required("threefold_claim", edition.threefold_claim, counts)
        .required("fifty_moves_claim", edition.fifty_moves_claim, counts)
        .required("moves_before_agreement", edition.moves_before_agreement, {0, 1000});
    reader.table_if_there("fivefold", edition.fivefold, read_fivefold);
    reader.number_if_there("seventyfive_moves", edition.seventyfive_moves);
    if (edition.seventyfive_moves) {
        reader.fields().required("mate_goes_first", edition.mate_goes_first);
        reader.word("seventyfive_counts", edition.seventyfive_counts);
    }
    reader.word("draw_offer_declined_by", edition.draw_offer_declined_by);
    reader.word("claim_lost_by", edition.claim_lost_by);
    return reader.finish();
}

Result<void, Error> read_losses(const Table& table, Edition& edition) {
    Reader reader{table};
    reader.fields()
        .required(
            "resigning_draws_if_opponent_cannot_mate",
            edition.resigning_draws_if_opponent_cannot_mate
        )
        .required("flag_draws_if_opponent_cannot_mate", edition.flag_draws_if_opponent_cannot_mate);
    reader.word("flag_unsupervised", edition.flag_unsupervised);
    return reader.finish();
}

void read_scope(Reader& reader, const Table& table, laws::LastPeriodScope& scope) {
    reader.fields()
        .required("only_if_announced", scope.only_if_announced)
        .required("only_without_increment", scope.only_without_increment);
    if (table.has("in_blitz")) reader.fields().required("in_blitz", scope.in_blitz);
}

Result<void, Error> read_both_flags(const Table& table, laws::BothFlagsRule& rule) {
    Reader reader{table};
    read_scope(reader, table, rule.scope);
    reader.word("before_last_period", rule.before_last_period);
    reader.word("in_last_period", rule.in_last_period);
    return reader.finish();
}

Result<void, Error> read_quickplay(const Table& table, laws::QuickplayFinish& rule) {
    Reader reader{table};
    read_scope(reader, table, rule.scope);
    reader.fields()
        .required("claim_below", rule.claim_below)
        .required("only_on_move", rule.only_on_move)
        .required("ends_without_arbiter", rule.ends_without_arbiter);
    reader.time_if_there("rejected_added", rule.rejected_added);
    reader.time_if_there("postponed_added", rule.postponed_added);
    reader.time_if_there("extra_time", rule.extra_time);
    if (rule.extra_time) {
        reader.fields().required("extra_time_offers_draw", rule.extra_time_offers_draw);
        reader.time_if_there("extra_time_added", rule.extra_time_added);
    }
    return reader.finish();
}

Result<void, Error> read_shared(const Table& table, laws::SharedVocabulary& shared) {
    std::vector<std::string> languages;
    Fields fields{table};
    fields.required("vocabulary", shared.vocabulary).required("languages", languages);
    shared.languages = {languages.begin(), languages.end()};
    return fields.finish();
}

Result<void, Error> read_announcing(const Table& table, laws::Announcing& announcing) {
    Reader reader{table};
    reader.fields()
        .required("vocabulary", announcing.vocabulary)
        .required("alternatives", announcing.alternatives);
    reader.tables_if_there("shared", announcing.shared, read_shared);
    reader.word("names", announcing.names);
    reader.word("ranks", announcing.ranks);
    return reader.finish();
}

Result<void, Error> read_organisation(const Table& table, Edition& edition) {
    Reader reader{table};
    reader.fields()
        .required("disabled_lose_time_for_score", edition.disabled_lose_time.for_score)
        .required("disabled_lose_time_for_clock", edition.disabled_lose_time.for_clock)
        .required("score_relief_below", edition.score_relief_below)
        .required("score_relief_increment", edition.score_relief_increment);
    reader.number_if_there("colours_restart_below", edition.colours_restart_below);
    reader.time_if_there("late_after", edition.late_after);
    if (table.has("arbiter_accepts_devices"))
        reader.fields().required("arbiter_accepts_devices", edition.arbiter_accepts_devices);
    reader.table("both_flags", edition.both_flags, read_both_flags);
    return reader.finish();
}

Result<void, Error> read_appendix_d(const Table& table, laws::AppendixD& appendix) {
    Reader reader{table};
    reader.fields()
        .required("printed", appendix.printed)
        .required("assistant_for_hearing_impaired", appendix.assistant_for_hearing_impaired)
        .required("announcement_due", appendix.announcement_due)
        .required("repetition_mending", appendix.repetition_mending)
        .required("settle_occupancy", appendix.settle_occupancy)
        .required("settle_identity", appendix.settle_identity)
        .required("touch_debounce", appendix.touch_debounce)
        .required("correction_immediate", appendix.correction_immediate);
    return reader.finish();
}

Result<void, Error>
read_articles(const Table& table, const ArticleWords& words, laws::Articles& articles) {
    // A game of version 0.2 is kept with an edition that has none of these.
    constexpr std::array<std::string_view, 5> added{
        "board_turned",
        "initial_position",
        "quickplay_postponed",
        "setting_stands",
        "start_stands"};
    Fields fields{table};
    for (const std::string_view key : laws::article_keys()) {
        if (table.has(key) || std::ranges::count(added, key) == 0)
            read_article(fields, table, key, words, articles);
    }
    return fields.finish();
}

Result<void, Error> read_whole(const Table& root, Edition& edition) {
    Reader reader{root};
    reader.fields()
        .required("name", edition.name)
        .required("title", edition.title)
        .required("languages", edition.languages);
    reader.table("classes", edition, read_classes);
    reader.table("moves", edition, read_moves);
    reader.table("draws", edition, read_draws);
    reader.table("losses", edition, read_losses);
    reader.table("organisation", edition, read_organisation);
    reader.table_if_there("quickplay_finish", edition.quickplay_finish, read_quickplay);
    reader.table("announcing", edition.announcing, read_announcing);
    reader.table("appendix_d", edition.appendix_d, read_appendix_d);
    ArticleWords words;
    reader.table("article_words", words, read_article_words);
    reader.inside("articles", [&](const Table& table) {
        return read_articles(table, words, edition.articles);
    });
    return reader.finish();
}

} // namespace

Result<Edition, Error> read_edition(const Document& document) {
    Edition edition;
    ANSAGE_TRY(read_whole(document.root(), edition));
    return edition;
}

} // namespace ansage::profiles
