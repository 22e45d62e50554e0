#include "profiles/laws.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <utility>

namespace ansage::profiles {
namespace {

using base::Error;
using base::Result;
using laws::Edition;

constexpr IntegerRange counts{1, 1000};

// A word of a profile that stands for a value.
template <class T>
struct Choice {
    std::string_view word;
    T value;
};

template <class T>
Choice(const char*, T) -> Choice<T>;

constexpr std::array moments{
    Choice{"made", laws::IllegalMoment::made},
    Choice{"completed", laws::IllegalMoment::completed},
};
constexpr std::array untils{
    Choice{"game_ends", laws::IllegalUntil::game_ends},
    Choice{"opponents_next_move", laws::IllegalUntil::opponents_next_move},
};
constexpr std::array raisers{
    Choice{"anyone", laws::IllegalRaisedBy::anyone},
    Choice{"arbiter_or_claim", laws::IllegalRaisedBy::arbiter_or_claim},
    Choice{"claim", laws::IllegalRaisedBy::claim},
};
constexpr std::array lost_by{
    Choice{"touch", laws::LostBy::touch},
    Choice{"move", laws::LostBy::move},
};
constexpr std::array repetition_counts{
    Choice{"anywhere", laws::RepetitionCount::anywhere},
    Choice{"consecutive", laws::RepetitionCount::consecutive},
};
constexpr std::array both_flags{
    Choice{"continue", laws::BothFlags::continue_game},
    Choice{"draw", laws::BothFlags::draw},
};
using FlagRule = std::optional<laws::FlagEstablishedBy>;
constexpr std::array flag_rules{
    Choice<FlagRule>{"claimant_with_time_left", laws::FlagEstablishedBy::claimant_with_time_left},
    Choice<FlagRule>{"claim_or_arbiter", laws::FlagEstablishedBy::claim_or_arbiter},
    Choice<FlagRule>{"not_printed", std::nullopt},
};

// Fields with the two things only a profile of the Laws has: words from a closed list, and tables
// that a function reads.
class Reader {
public:
    explicit Reader(Table table)
        : table_(table),
          fields_(std::move(table)) {}

    Fields& fields() { return fields_; }

    template <class T, std::size_t size>
    void word(std::string_view key, const std::array<Choice<T>, size>& words, T& into) {
        std::string text;
        fields_.required(key, text);
        const auto found = std::ranges::find(words, text, &Choice<T>::word);
        if (found != words.end()) {
            into = found->value;
            return;
        }
        std::vector<std::string_view> known;
        std::ranges::transform(words, std::back_inserter(known), &Choice<T>::word);
        fields_.fail(table_.error(
            key,
            fmt::format("'{}' is none of the words for {}", text, key),
            fmt::format("write one of {}", fmt::join(known, ", "))
        ));
    }

    // `read` fills `into` from the table at `key`.
    template <class T>
    void table(std::string_view key, T& into, Result<void, Error> (*read)(const Table&, T&)) {
        std::optional<Table> inner;
        fields_.required(key, inner);
        if (!inner) {
            return;
        }
        if (auto done = read(*inner, into); !done) {
            fields_.fail(std::move(done.error()));
        }
    }

    template <class T>
    void table_if_there(
        std::string_view key, std::optional<T>& into, Result<void, Error> (*read)(const Table&, T&)
    ) {
        if (table_.has(key)) {
            table(key, into.emplace(), read);
        }
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

    [[nodiscard]] Result<void, Error> finish() const { return fields_.finish(); }

private:
    Table table_;
    Fields fields_;
};

Result<void, Error> read_illegal_move(const Table& table, laws::IllegalMoveRule& rule) {
    Reader reader{table};
    reader.fields()
        .required("added", rule.added)
        .required("loses_at", rule.loses_at, counts)
        .required("draw_if_opponent_cannot_mate", rule.draw_if_opponent_cannot_mate)
        .required("article", rule.article);
    reader.word("moment", moments, rule.moment);
    reader.word("until", untils, rule.until);
    reader.word("raised_by", raisers, rule.raised_by);
    return reader.finish();
}

Result<void, Error> read_class(const Table& table, laws::ClassRules& rules) {
    Reader reader{table};
    reader.fields()
        .required("wrong_claim_added", rules.wrong_claim_added)
        .required("score_must_be_kept", rules.score_must_be_kept);
    reader.table("illegal_move", rules.illegal_move, read_illegal_move);
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
    reader.fields()
        .required("blitz_at_most", limits.blitz_at_most)
        .required("rapid_below", limits.rapid_below);
    return reader.finish();
}

// Standard play is always supervised, so its rules are written once.
Result<void, Error> read_classes(const Table& table, Edition& edition) {
    Reader reader{table};
    auto& [standard, rapid, blitz] = edition.class_rules;
    reader.table("limits", edition.class_limits, read_limits);
    reader.table("standard", standard[0], read_class);
    standard[1] = standard[0];
    reader.table("rapid", rapid, read_both_ways);
    reader.table("blitz", blitz, read_both_ways);
    return reader.finish();
}

Result<void, Error> read_moves(const Table& table, Edition& edition) {
    Reader reader{table};
    reader.fields()
        .required("press_without_move_is_illegal", edition.press_without_move_is_illegal)
        .required("unpromoted_pawn_becomes_queen", edition.unpromoted_pawn_becomes_queen)
        .required("two_hands_is_illegal", edition.two_hands_is_illegal)
        .required("completed_by_own_next_move", edition.completed_by_own_next_move)
        .required("completed_when_game_ends", edition.completed_when_game_ends)
        .required("illegal_position_that_stood_draws", edition.illegal_position_that_stood_draws);
    reader.word("protest_lost_by", lost_by, edition.protest_lost_by);
    return reader.finish();
}

Result<void, Error> read_fivefold(const Table& table, laws::AutomaticRepetition& rule) {
    Reader reader{table};
    reader.fields().required("times", rule.times, counts);
    reader.word("count", repetition_counts, rule.count);
    return reader.finish();
}

Result<void, Error> read_draws(const Table& table, Edition& edition) {
    Reader reader{table};
    reader.fields()
        .required("threefold_claim", edition.threefold_claim, counts)
        .required("fifty_moves_claim", edition.fifty_moves_claim, counts)
        .required("moves_before_agreement", edition.moves_before_agreement, {0, 1000})
        .required("quickplay_finish", edition.quickplay_finish);
    reader.table_if_there("fivefold", edition.fivefold, read_fivefold);
    reader.number_if_there("seventyfive_moves", edition.seventyfive_moves);
    reader.word("draw_offer_declined_by", lost_by, edition.draw_offer_declined_by);
    reader.word("claim_lost_by", lost_by, edition.claim_lost_by);
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
    reader.word("flag_unsupervised", flag_rules, edition.flag_unsupervised);
    return reader.finish();
}

Result<void, Error> read_both_flags(const Table& table, laws::BothFlagsRule& rule) {
    Reader reader{table};
    reader.fields()
        .required("only_if_announced", rule.only_if_announced)
        .required("only_without_increment", rule.only_without_increment);
    reader.word("before_last_period", both_flags, rule.before_last_period);
    reader.word("in_last_period", both_flags, rule.in_last_period);
    return reader.finish();
}

Result<void, Error> read_organisation(const Table& table, Edition& edition) {
    Reader reader{table};
    reader.fields()
        .required("disabled_lose_time", edition.disabled_lose_time)
        .required("score_relief_below", edition.score_relief_below)
        .required("score_relief_increment", edition.score_relief_increment);
    reader.number_if_there("colours_restart_below", edition.colours_restart_below);
    reader.time_if_there("late_after", edition.late_after);
    reader.table("both_flags", edition.both_flags, read_both_flags);
    return reader.finish();
}

Result<void, Error> read_appendix_d(const Table& table, laws::AppendixD& appendix) {
    Reader reader{table};
    reader.fields()
        .required("printed", appendix.printed)
        .required("names_are_binding", appendix.names_are_binding)
        .required("assistant_for_hearing_impaired", appendix.assistant_for_hearing_impaired)
        .required("announcement_due", appendix.announcement_due)
        .required("repetition_mending", appendix.repetition_mending)
        .required("settle_occupancy", appendix.settle_occupancy)
        .required("settle_identity", appendix.settle_identity)
        .required("touch_debounce", appendix.touch_debounce)
        .required("correction_immediate", appendix.correction_immediate);
    return reader.finish();
}

Result<void, Error> read_articles(const Table& table, Edition& edition) {
    Fields fields{table};
    for (const std::string_view key : laws::article_keys()) {
        fields.required(key, edition.articles[std::string{key}]);
    }
    return fields.finish();
}

Result<void, Error> read_whole(const Table& root, Edition& edition) {
    Reader reader{root};
    reader.fields()
        .required("name", edition.name)
        .required("title", edition.title)
        .required("language", edition.language)
        .required("source", edition.source)
        .required("year", edition.year, {1900, 2200});
    reader.table("classes", edition, read_classes);
    reader.table("moves", edition, read_moves);
    reader.table("draws", edition, read_draws);
    reader.table("losses", edition, read_losses);
    reader.table("organisation", edition, read_organisation);
    reader.table("appendix_d", edition.appendix_d, read_appendix_d);
    reader.table("articles", edition, read_articles);
    return reader.finish();
}

} // namespace

Result<Edition, Error> read_edition(const Document& document) {
    Edition edition;
    if (auto read = read_whole(document.root(), edition); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    return edition;
}

} // namespace ansage::profiles
