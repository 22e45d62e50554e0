// SPDX-License-Identifier: GPL-3.0-or-later
// What each of the six witnesses of a move said, and whether it fits the others.
#include "consoles/picture/board_picture.hpp"
#include "table/model/names.hpp"
#include "table/witnesses/testimony.hpp"
#include "telling/message_words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::consoles {

using chess::Color;
using chess::Ply;
using table::PlyRecord;
using table::State;
using table::Testimony;
using table::Witness;
using wording::Term;

namespace {

class Witnesses {
public:
    Witnesses(
        const State& state,
        const telling::TableWords& words,
        Ply number,
        const table::PerColor<BoardPicture>& boards
    )
        : state_(state),
          words_(words),
          number_(number),
          ply_(state.plies[number]),
          boards_(boards) {}

    WitnessPicture of(Witness witness) const {
        WitnessPicture picture = told_by(witness);
        const Color person = table::person_of(witness, ply_.mover);
        const auto& in = words_.catalogue(state_.setup->arbiter_language);
        picture.witness = witness;
        picture.name = in.sentence(
            fmt::format("witness.{}", table::to_string(witness)),
            {{"player", Term{telling::player_id(person)}}}
        );
        if (picture.standing != WitnessStanding::none)
            picture.word = in.sentence(fmt::format("watch.{}", base::to_string(picture.standing)));
        return picture;
    }

private:
    using Standing = WitnessStanding;

    WitnessPicture told_by(Witness witness) const {
        switch (witness) {
        case Witness::announcement: return announcement();
        case Witness::repetition: return repetition();
        case Witness::mover_board: return movers_board();
        case Witness::opponent_board: return opponents_board();
        case Witness::white_score: return score(Color::white);
        case Witness::black_score: return score(Color::black);
        }
        return {};
    }

    WitnessPicture announcement() const {
        const Testimony* const said = ply_.newest(Witness::announcement);
        if (said == nullptr) return silent(is_pressed(number_));
        const bool differs =
            ply_.move ? table::announcement_differs(state_, number_) : board_contradicts(*said);
        return spoken(*said, differs);
    }

    WitnessPicture repetition() const {
        const Testimony* const said = ply_.newest(Witness::repetition);
        const bool is_wanted = state_.seat(!ply_.mover).repeats != table::Repeater::none;
        if (said == nullptr) {
            return is_wanted ? silent(is_pressed(number_ + 1))
                             : WitnessPicture{.standing = Standing::none};
        }
        if (ply_.move) return spoken(*said, table::repetition_differs(state_, number_));
        const Testimony* const announced = ply_.newest(Witness::announcement);
        return spoken(
            *said, announced != nullptr && table::contradict(said->move, announced->move)
        );
    }

    WitnessPicture movers_board() const {
        const Testimony* const shown = ply_.newest(Witness::mover_board);
        if (shown != nullptr) return spoken(*shown, ply_.move && is_other(shown->move, *ply_.move));
        if (!is_watched(ply_.mover)) return {.standing = Standing::none};
        if (ply_.move) return silent(is_pressed(number_));
        const std::string seen = seen_on_movers_board();
        return seen.empty() ? silent(is_pressed(number_))
                            : WitnessPicture{.standing = Standing::agrees, .said = seen};
    }

    WitnessPicture opponents_board() const {
        const Color board = !ply_.mover;
        const Testimony* const shown = ply_.newest(Witness::opponent_board);
        if (shown != nullptr) return spoken(*shown, ply_.move && is_other(shown->move, *ply_.move));
        if (!is_watched(board)) return {.standing = Standing::none};
        const bool is_reached =
            ply_.move && (state_.boards[board].matched >= number_ || boards_[board].unfit.empty());
        if (is_reached) return {.standing = Standing::agrees, .said = made_move()};
        const chess::SquareSet wrong = boards_[board].wrong;
        if (ply_.move && !wrong.empty()) {
            return {
                .standing = Standing::differs,
                .said = words_of(
                    {"answer.squares", {.board = state_.boards[board].reading, .squares = wrong}}
                ),
                .squares = wrong};
        }
        return silent(is_pressed(number_ + 1));
    }

    // Lag is normal (8.1.3): the own move's entry is due at the own next move, the other's at the
    // next but one.
    WitnessPicture score(Color color) const {
        const Testimony* const written = table::score_entry(state_, ply_, color);
        const unsigned patience = ply_.mover == color ? 2 : 3;
        if (written == nullptr) {
            return is_kept(color) ? silent(state_.made() >= number_ + patience)
                                  : WitnessPicture{.standing = Standing::none};
        }
        WitnessPicture picture = spoken(*written, ply_.move && is_other(written->move, *ply_.move));
        if (!written->move.text.empty()) picture.said = written->move.text;
        return picture;
    }

    // --- what it comes to
    static WitnessPicture silent(bool is_late) {
        return {.standing = is_late ? Standing::missing : Standing::due};
    }

    WitnessPicture spoken(const Testimony& testimony, bool differs) const {
        return {
            .standing = differs ? Standing::differs : Standing::agrees,
            .said = words_of(testimony.move),
            .at = testimony.at,
            .is_derived = testimony.derived_from.has_value()};
    }

    bool is_pressed(Ply number) const {
        if (!state_.plies.has(number)) return false;
        const PlyRecord& ply = state_.plies[number];
        return ply.pressed_at || ply.state == table::PlyState::completed;
    }

    bool is_watched(Color board) const {
        return state_.seat(board).board != table::BoardKind::none;
    }

    bool is_kept(Color color) const {
        return std::ranges::any_of(state_.plies, [color](const PlyRecord& ply) {
            return ply.newest(table::score_of(color)) != nullptr;
        });
    }

    // What is ambiguous means no other move.
    static bool is_other(const table::HeardMove& heard, chess::Move move) {
        return heard.move && *heard.move != move;
    }

    // Of a move that is not made yet.
    table::Shown shown_now() const {
        return state_.has_sensors(ply_.mover) ? table::shown_by_mover(state_, ply_.mover)
                                              : table::Shown{};
    }

    bool board_contradicts(const Testimony& said) const {
        const table::Shown shown = shown_now();
        if (shown.kind == table::ShownKind::move)
            return said.move.move && *said.move.move != *shown.move;
        return shown.kind == table::ShownKind::illegal &&
            !table::words_fit(said.move.said, shown.seen);
    }

    std::string seen_on_movers_board() const {
        const table::Shown shown = shown_now();
        if (shown.kind == table::ShownKind::move)
            return words_.announcement(state_.position(), *shown.move);
        if (shown.kind == table::ShownKind::illegal) return words_of({.said = shown.seen});
        return {};
    }

    // --- words
    std::string words_of(const table::Message& message) const {
        return words_.words_of(message, state_.setup->arbiter_language, state_);
    }

    std::string words_of(const table::HeardMove& heard) const {
        const bool is_sensors = heard.text.empty() && heard.move &&
            state_.positions.has_before(number_) &&
            state_.positions.before(number_).at(heard.move->from());
        if (is_sensors) return words_.announcement(state_.positions.before(number_), *heard.move);
        return words_of(table::Message{
            "announcement", {.ply = number_, .said = heard.said, .name = heard.text}});
    }

    std::string made_move() const {
        return words_of(table::HeardMove{.text = {}, .move = ply_.move, .error = {}, .said = {}});
    }

    const State& state_;
    const telling::TableWords& words_;
    Ply number_;
    const PlyRecord& ply_;
    const table::PerColor<BoardPicture>& boards_;
};

} // namespace

std::vector<WitnessPicture> witness_pictures(
    const State& state,
    const telling::TableWords& words,
    Ply ply,
    const table::PerColor<BoardPicture>& boards
) {
    const Witnesses witnesses{state, words, ply, boards};
    std::vector<WitnessPicture> pictures;
    for (const Witness witness :
         {Witness::announcement,
          Witness::repetition,
          Witness::mover_board,
          Witness::opponent_board,
          Witness::white_score,
          Witness::black_score})
        pictures.push_back(witnesses.of(witness));
    return pictures;
}

} // namespace ansage::consoles
