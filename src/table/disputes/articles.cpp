// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/disputes/articles.hpp"

#include "base/overloaded.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/undone.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace ansage::table {

using base::Overloaded;
using chess::Color;
using chess::Role;

namespace {

using Keys = std::vector<std::string_view>;

// The beginnings of sentences' names, and what they rest on. A sentence that is not here rests on
// no article by itself.
struct Sentence {
    std::string_view id;
    std::array<std::string_view, 2> keys;
};

constexpr std::array sentences{
    Sentence{"announcement", {"assistant_announces"}},
    Sentence{"answer.both_times", {"assistant_informs", "clock_of_impaired"}},
    Sentence{"answer.moves", {"assistant_informs", "clock_of_impaired"}},
    Sentence{"answer.opponent_time", {"assistant_informs", "clock_of_impaired"}},
    Sentence{"answer.own_time", {"assistant_informs", "clock_of_impaired"}},
    Sentence{"console.adjourned", {"adjourned", "sealed_move"}},
    Sentence{"console.claim_right", {"claim_correct"}},
    Sentence{"console.claim_wrong", {"wrong_claim"}},
    Sentence{"console.claim_postponed", {"quickplay_postponed"}},
    Sentence{"console.clock_set", {"clock_setting"}},
    Sentence{"console.draw_offered", {"draw_offer"}},
    Sentence{"console.overridden", {"adapted"}},
    Sentence{"console.restored", {"restoring_time"}},
    Sentence{"console.restored_start", {"restoring_time"}},
    Sentence{"console.ruled_illegal", {"illegal_moves"}},
    Sentence{"console.ruled_two_hands", {"two_hands", "illegal_moves"}},
    Sentence{"console.warned", {"penalties"}},
    Sentence{"edition.appendix_d_not_printed", {"analogy"}},
    Sentence{"edition.board_stands", {"start_stands"}},
    Sentence{"edition.board_turned", {"board_turned"}},
    Sentence{"edition.both_flags_continue", {"both_flags"}},
    Sentence{"edition.both_flags_not_printed", {"both_flags"}},
    Sentence{"edition.colours_continue", {"colours_reversed"}},
    Sentence{"edition.extra_time.", {"quickplay_extra_time"}},
    Sentence{"edition.illegal_not_printed", {"illegal_moves"}},
    Sentence{"edition.no_time_for_score", {"score_assistant"}},
    Sentence{"edition.other_words", {"announcing"}},
    Sentence{"edition.quickplay.", {"quickplay_finish"}},
    Sentence{"edition.setting_stands", {"setting_stands"}},
    Sentence{"edition.start_stands", {"start_stands"}},
    Sentence{"edition.time_for_clock", {"clock_assistant"}},
    Sentence{"edition.time_for_score", {"score_assistant"}},
    Sentence{"proposal.claim_not_right", {"wrong_claim"}},
    Sentence{"proposal.colours_restart", {"colours_reversed"}},
    Sentence{"proposal.start_anew", {"initial_position"}},
    Sentence{"refused.ambiguous", {"announcing"}},
    Sentence{"refused.ambiguous_castling", {"announcing"}},
    Sentence{"refused.ambiguous_piece", {"announcing"}},
    Sentence{"refused.ambiguous_promotion", {"announcing"}},
    Sentence{"refused.claim_lost", {"claim_lost"}},
    Sentence{"refused.claim_not_rejected", {"quickplay_rejected"}},
    Sentence{"refused.correction_too_late", {"correction"}},
    Sentence{"refused.draw_too_early", {"agreement"}},
    Sentence{"refused.lacks_assistant", {"assistant_for_hearing_impaired"}},
    Sentence{"refused.lapsed", {"illegal_move_completed"}},
    Sentence{"refused.no_draw_offered", {"draw_offer"}},
    Sentence{"refused.not_a_move", {"announcing"}},
    Sentence{"refused.not_an_assistants_act", {"assistant"}},
    Sentence{"refused.not_your_part", {"assistant", "assistant_of_sighted"}},
    Sentence{"refused.nothing_to_correct", {"correction"}},
    Sentence{"refused.offered_before", {"draw_offer"}},
    Sentence{"refused.piece_not_named", {"announcing"}},
    Sentence{"refused.press_is_no_illegal_move", {"press_without_move"}},
    Sentence{"refused.protest_lost", {"protest_lost"}},
    Sentence{"refused.two_assistants", {"assistant_of_sighted"}},
    Sentence{"refused.two_hands", {"two_hands"}},
};

Keys keys_of_sentence(const Message& message) {
    const auto found = std::ranges::find_if(sentences, [&](const Sentence& one) {
        return message.id.starts_with(one.id);
    });
    if (found == sentences.end()) return {};
    Keys keys{found->keys.begin(), found->keys.end()};
    std::erase(keys, std::string_view{});
    return keys;
}

bool is_draw_claim(ClaimKind kind) {
    return kind == ClaimKind::threefold || kind == ClaimKind::fifty;
}

// --- moves
Keys keys_of_made(const Made& made, const State& state) {
    const PlyRecord& ply = state.plies[made.ply];
    Keys keys;
    if (state.seat(ply.mover).vision == Vision::impaired) keys = {"made_impaired"};
    else keys = {"made_sighted", "sighted_rules"};
    if (made.move.is_castling() && state.positions.front() != chess::Position{})
        keys.emplace_back("chess960");
    return keys;
}

// 6.2.1, and without a press 6.2.1.1 and 6.2.1.2; a press after the reply is 6.2.2.
Keys keys_of_completed(const Completed& completed, base::Instant at, const State& state) {
    const PlyRecord& ply = state.plies[completed.ply];
    if (ply.pressed_at) {
        const bool late = state.made() > completed.ply && ply.made_at &&
            state.plies[completed.ply + 1].made_at && *state.plies[completed.ply + 1].made_at < at;
        return {late ? std::string_view{"press_right"} : std::string_view{"completed"}};
    }
    if (state.result && state.made() == completed.ply) return {"completed_by_ending"};
    return {
        state.made() > completed.ply + 1 ? std::string_view{"completed_by_next_move"}
                                         : std::string_view{"completed"}};
}

// --- clocks
Keys keys_of_start(const Circumstances& circumstances) {
    if (circumstances.before.phase != Phase::not_started) return {"resumption"};
    const TableSetup& setup = *circumstances.after.setup;
    const bool supervised = is_supervised(setup);
    Keys keys{"start"};
    switch (time_class_of(setup)) {
    case clock::TimeClass::standard: break;
    case clock::TimeClass::rapid:
        keys.emplace_back(supervised ? "rapid_supervised" : "rapid_unsupervised");
        break;
    case clock::TimeClass::blitz:
        keys.emplace_back(supervised ? "blitz_supervised" : "blitz_unsupervised");
        break;
    }
    return keys;
}

Keys keys_of_press(const ClockPressed& pressed, const Circumstances& circumstances) {
    const bool impaired = circumstances.after.seat(pressed.seat).vision == Vision::impaired;
    const auto* input = std::get_if<Presses>(&circumstances.input);
    if (input != nullptr && input->by == Performer::assistant)
        return {"assistant_keeps_score", "clock_assistant"};
    return {impaired ? "opponents_clock" : "completed"};
}

// --- alerts
// 4.4: king and rook of the same side were touched, in this order.
std::string_view
castling_key(const chess::Position& position, std::span<const laws::Touch> touches, Color seat) {
    std::optional<chess::Square> king;
    std::optional<chess::Square> rook;
    bool rook_first = false;
    for (const laws::Touch& touch : touches) {
        const auto piece = position.at(touch.square);
        if (!piece || piece->color != seat) continue;
        if (piece->role == Role::king) {
            king = touch.square;
        } else if (piece->role == Role::rook && !rook) {
            rook = touch.square;
            rook_first = !king;
        }
    }
    if (!king || !rook) return {};
    if (rook_first) return "castling_rook_first";
    const bool legal = std::ranges::any_of(position.legal_moves(), [&](chess::Move move) {
        return move.is_castling() && move.to() == *rook;
    });
    return legal ? "castling_touched" : "castling_illegal";
}

Keys keys_of_touch(const Alerted& alert, const Circumstances& circumstances) {
    const State& before = circumstances.before;
    Keys keys;
    const Color seat = alert.about.value_or(Color::white);
    if (const std::string_view castling = castling_key(
            circumstances.after.positions.before(alert.ply), before.touches[seat], seat
        );
        !castling.empty()) {
        keys.push_back(castling);
    } else keys.emplace_back("touched_piece_not_moved");
    if (before.seat(seat).vision == Vision::impaired) keys.emplace_back("touched_impaired");
    return keys;
}

// What the press is, and why the move was not done. Where no press is an illegal move by itself,
// one with a move begun is no press as 7.3 of 2001 allows it.
Keys keys_of_undone(std::optional<Color> player, const Circumstances& circumstances) {
    const State& state = circumstances.before;
    const Undone way = undone_by(state, player.value_or(Color::white));
    const bool is_begun = way != Undone::none_moved && way != Undone::man_moved_back;
    const bool is_illegal = state.setup->edition.press_without_move_is_illegal;
    Keys keys{is_begun && !is_illegal ? "pressed_before_made" : "press_without_move"};
    const std::string_view why = row_of(way).article;
    if (!why.empty()) keys.push_back(why);
    keys.emplace_back("pressed_before_made");
    return keys;
}

Keys keys_of_alert(const Alerted& alert, const Circumstances& circumstances) {
    if (alert.kind == AlertKind::touched_piece_not_moved)
        return keys_of_touch(alert, circumstances);
    if (alert.kind == AlertKind::pressed_before_made)
        return keys_of_undone(alert.about, circumstances);
    Keys keys{to_string(alert.kind)};
    if (alert.kind == AlertKind::illegal_move_completed &&
        left_a_pawn(circumstances.after, alert.ply))
        keys.insert(keys.begin(), row_of(Undone::pawn_not_replaced).article);
    return keys;
}

// --- ends
// 9.6.2 prints what 5.1.1 means already: the mate that ends 75 moves goes first.
bool mates_after_all(const State& state) {
    const laws::Edition& edition = state.setup->edition;
    return edition.mate_goes_first && edition.seventyfive_moves &&
        state.position().halfmove_clock() >= 2 * *edition.seventyfive_moves;
}

Keys keys_of_ending(laws::Termination termination, const Circumstances& circumstances) {
    using laws::Termination;
    const auto* claims = std::get_if<Claims>(&circumstances.input);
    const bool intended = claims != nullptr && claims->with;
    if (termination == Termination::illegal_position) return {"illegal_position_that_stood"};
    Keys keys{laws::to_string(termination)};
    if (termination == Termination::threefold || termination == Termination::fivefold)
        keys.emplace_back("same_position");
    if (intended && termination == Termination::threefold) keys.front() = "threefold_intended";
    if (intended && termination == Termination::fifty_moves) keys.front() = "fifty_moves_intended";
    if (termination == Termination::checkmate && mates_after_all(circumstances.after))
        keys.emplace_back("seventyfive_moves");
    return keys;
}

Keys keys_of_proposal(const Proposal& proposal, const Circumstances& circumstances) {
    if (proposal.termination) return keys_of_ending(*proposal.termination, circumstances);
    Keys keys = keys_of_sentence(proposal.message);
    if (!keys.empty()) {
        const auto* claims = std::get_if<Claims>(&circumstances.input);
        if (claims != nullptr && claims->kind == ClaimKind::flag) return {"flag"};
        if (claims != nullptr && claims->kind == ClaimKind::threefold)
            keys.emplace_back("same_position");
        return keys;
    }
    if (proposal.kind == ProposalKind::none) return {};
    return {"boards_differ", "scores_differ", "restoring_time"};
}

// By which move that was made the game is over (5.1.1, 5.2).
Keys keys_of_open_ending(const Circumstances& circumstances) {
    const auto& noted = circumstances.after.end_noted;
    return noted ? keys_of_ending(noted->termination, circumstances) : Keys{};
}

// --- words
Keys keys_of_claim(const InputBody& input) {
    const auto* claims = std::get_if<Claims>(&input);
    if (claims == nullptr) return {"claim"};
    if (claims->kind == ClaimKind::quickplay) return {"quickplay_finish"};
    if (claims->kind == ClaimKind::extra_time) return {"quickplay_extra_time"};
    return is_draw_claim(claims->kind) ? Keys{"claim", "claim_is_offer"} : Keys{};
}

Keys keys_of_matter(const Raised& raised, const Circumstances& circumstances) {
    switch (raised.matter) {
    case MatterKind::boards: return {"boards_differ"};
    case MatterKind::illegal_move:
        return left_a_pawn(circumstances.after, raised.ply)
            ? Keys{row_of(Undone::pawn_not_replaced).article, "illegal_moves"}
            : Keys{"illegal_moves"};
    case MatterKind::press_without_move: return keys_of_undone(raised.about, circumstances);
    case MatterKind::touched_piece: return {"touched_piece_not_moved"};
    case MatterKind::claim: return keys_of_claim(circumstances.input);
    case MatterKind::flag: return {"flag_fallen"};
    case MatterKind::late_arrival: return {"default"};
    case MatterKind::restoration: return {"restoring_time"};
    case MatterKind::ending: return keys_of_open_ending(circumstances);
    case MatterKind::suggestion: return {};
    }
    return {};
}

// The claim that was answered now was one of the last period (III.5).
bool answers_quickplay(const Circumstances& circumstances) {
    const auto& before = circumstances.before.agenda;
    return std::ranges::any_of(before, [&](const Matter& matter) {
        const Matter* const now = circumstances.after.find_matter(matter.number);
        return matter.claim && matter.claim->kind == ClaimKind::quickplay && now != nullptr &&
            matter.state != now->state;
    });
}

Keys keys_of_said(const Said& said, const Circumstances& circumstances) {
    switch (said.cause) {
    case Cause::repair:
    case Cause::call_arbiter: return {"boards_differ"};
    case Cause::standing_request: return {"clock_of_impaired"};
    case Cause::announcement:
    case Cause::request:
    case Cause::draw_offer:
    case Cause::claim:
    case Cause::result:
    case Cause::act:
    case Cause::refusal:
    case Cause::table: break;
    }
    if (said.message.id.starts_with("console.claimed")) return keys_of_claim(circumstances.input);
    if (said.message.id == "console.claim_wrong" && answers_quickplay(circumstances))
        return {"quickplay_rejected"};
    return keys_of_sentence(said.message);
}

// 8.1.2: an entry for a move that is not played yet.
Keys keys_of_refusal(const Refused& refused, const InputBody& input) {
    const bool in_advance =
        std::holds_alternative<Writes>(input) && refused.reason == Refusal::not_allowed;
    return in_advance ? Keys{"note_in_advance"} : keys_of_sentence(refused.message);
}

} // namespace

Keys article_keys_of(const Event& event, const Circumstances& circumstances) {
    const State& after = circumstances.after;
    return std::visit(
        Overloaded{
            [&](const Made& made) { return keys_of_made(made, after); },
            [&](const Completed& done) { return keys_of_completed(done, event.at, after); },
            [&](const RecordCorrected&) { return Keys{"boards_differ"}; },
            [&](const ClockStarted&) { return keys_of_start(circumstances); },
            [&](const ClockPressed& pressed) { return keys_of_press(pressed, circumstances); },
            [&](const ClockHalted&) {
                const bool by_player = std::holds_alternative<Pauses>(circumstances.input);
                return Keys{by_player ? "player_stops_clocks" : "interruption"};
            },
            [&](const Alerted& alert) { return keys_of_alert(alert, circumstances); },
            [&](const Proposed& it) { return keys_of_proposal(it.proposal, circumstances); },
            [&](const Refused& it) { return keys_of_refusal(it, circumstances.input); },
            [&](const Ended& ended) { return keys_of_ending(ended.termination, circumstances); },
            [](const Adjourned&) {
                return Keys{"adjourned", "sealed_move"};
            },
            [&](const Raised& raised) { return keys_of_matter(raised, circumstances); },
            [&](const Said& said) { return keys_of_said(said, circumstances); },
            [](const auto&) { return Keys{}; },
        },
        event.body
    );
}

std::string article_of(const TableSetup& setup, std::string_view key, std::string_view language) {
    return std::string{setup.edition.article(key, class_rules(setup), language)};
}

std::vector<std::string>
articles_of(const Event& event, const Circumstances& circumstances, std::string_view language) {
    std::vector<std::string> articles;
    for (const std::string_view key : article_keys_of(event, circumstances)) {
        std::string article = article_of(*circumstances.after.setup, key, language);
        if (!article.empty() && std::ranges::count(articles, article) == 0)
            articles.push_back(std::move(article));
    }
    return articles;
}

} // namespace ansage::table
