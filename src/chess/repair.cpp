// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/repair.hpp"

#include "base/overloaded.hpp"
#include "chess/ways.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::chess {
namespace {

// A square that is wrong: what stands there and what should. Two wrong squares are linked when the
// piece that stands on the second is the one that goes to the first. Links make chains, which begin
// with a square to be filled and end with one whose piece goes off the board or nowhere; a closed
// chain costs one movement more, for its first piece has to wait beside the board.
struct Wrong {
    Square square;
    SquareReading stands;
    SquareReading wanted;
    std::optional<std::size_t> source; // the wrong square whose piece comes here
    bool is_taken = false; // the piece here goes to another wrong square
    std::size_t chain = 0;
    bool is_in_circle = false;
};

using Wrongs = std::vector<Wrong>;

bool knows_occupancy_only(const Reading& reading) {
    return std::ranges::find(reading.squares, SquareReading::occupied()) != reading.squares.end();
}

bool is_wrong(SquareReading stands, SquareReading wanted) {
    return !stands.is_unsure() && !wanted.is_unsure() && stands != wanted;
}

Wrongs wrong_squares(const Reading& from, const Reading& to) {
    Wrongs wrongs;
    for (const Square square : all_squares) {
        if (is_wrong(from[square], to[square]))
            wrongs.push_back({square, from[square], to[square], {}, false, 0, false});
    }
    return wrongs;
}

struct Pair {
    std::size_t target = 0;
    std::size_t source = 0;
    int distance = 0;
};

void add_pairs_for(const Wrongs& wrongs, std::size_t target, std::vector<Pair>& pairs) {
    const Wrong& to = wrongs[target];
    for (std::size_t source = 0; source < wrongs.size(); ++source) {
        const Wrong& from = wrongs[source];
        if (to.wanted.is_occupied() && from.stands == to.wanted)
            pairs.push_back({target, source, distance(to.square, from.square)});
    }
}

std::vector<Pair> possible_pairs(const Wrongs& wrongs) {
    std::vector<Pair> pairs;
    for (std::size_t target = 0; target < wrongs.size(); ++target)
        add_pairs_for(wrongs, target, pairs);
    return pairs;
}

// Every piece that is wanted somewhere and stands wrong somewhere is moved, the nearest ones first.
// As many movements are saved as there are links, whichever they are.
void link_nearest(Wrongs& wrongs) {
    std::vector<Pair> pairs = possible_pairs(wrongs);
    std::ranges::stable_sort(pairs, {}, &Pair::distance);
    for (const Pair& pair : pairs) {
        Wrong& target = wrongs[pair.target];
        Wrong& source = wrongs[pair.source];
        if (!target.source && !source.is_taken) {
            target.source = pair.source;
            source.is_taken = true;
        }
    }
}

// Follows the links from `start` to the end of the chain, or round to `start`.
void mark_chain(Wrongs& wrongs, std::size_t start, std::size_t chain) {
    std::size_t last = start;
    wrongs[start].chain = chain;
    while (wrongs[last].source && *wrongs[last].source != start) {
        last = *wrongs[last].source;
        wrongs[last].chain = chain;
    }
    const bool is_circle = wrongs[last].source.has_value();
    for (Wrong& wrong : wrongs)
        if (wrong.chain == chain) wrong.is_in_circle = is_circle;
}

void mark_chains(Wrongs& wrongs) {
    for (Wrong& wrong : wrongs) wrong.chain = 0;
    std::size_t chain = 0;
    for (std::size_t index = 0; index < wrongs.size(); ++index)
        if (!wrongs[index].is_taken) mark_chain(wrongs, index, ++chain);
    for (std::size_t index = 0; index < wrongs.size(); ++index)
        if (wrongs[index].chain == 0) mark_chain(wrongs, index, ++chain);
}

// A circle and another chain that want the same piece somewhere can exchange their sources: the two
// become one chain, and nothing has to wait beside the board.
bool join_at_target(Wrongs& wrongs, Wrong& in_circle) {
    for (Wrong& other : wrongs) {
        if (other.chain != in_circle.chain && other.wanted == in_circle.wanted) {
            std::swap(other.source, in_circle.source);
            return true;
        }
    }
    return false;
}

// A spare piece of the kind that the circle moves: the circle takes the spare one, and the piece it
// moved before becomes the spare one.
bool join_at_spare(Wrongs& wrongs, Wrong& in_circle) {
    for (std::size_t index = 0; index < wrongs.size(); ++index) {
        Wrong& spare = wrongs[index];
        if (!spare.is_taken && spare.stands == in_circle.wanted) {
            wrongs[*in_circle.source].is_taken = false;
            spare.is_taken = true;
            in_circle.source = index;
            return true;
        }
    }
    return false;
}

bool join_one_circle(Wrongs& wrongs) {
    for (Wrong& wrong : wrongs) {
        if (wrong.is_in_circle && (join_at_target(wrongs, wrong) || join_at_spare(wrongs, wrong)))
            return true;
    }
    return false;
}

// Each joining lowers the number of chains by one, so that it ends.
void join_circles(Wrongs& wrongs) {
    mark_chains(wrongs);
    while (join_one_circle(wrongs)) mark_chains(wrongs);
}

// Carries one chain out. `start` is the square that is filled first.
class Plan {
public:
    Plan(const Wrongs& wrongs, const Reading& names)
        : wrongs_(wrongs),
          names_(names) {}

    void carry_out(std::size_t start) {
        const Wrong& first = wrongs_[start];
        if (first.stands.is_occupied())
            steps_.emplace_back(TakeOff{first.square, first.stands.piece()});
        std::size_t at = start;
        while (wrongs_[at].source && *wrongs_[at].source != start) {
            const std::size_t source = *wrongs_[at].source;
            const Square to = wrongs_[at].square;
            steps_.emplace_back(MovePiece{wrongs_[source].square, to, name_at(to)});
            at = source;
        }
        if (wrongs_[at].wanted.is_occupied())
            steps_.emplace_back(PutOn{wrongs_[at].square, name_at(wrongs_[at].square)});
    }

    [[nodiscard]] std::vector<Repair> take() { return std::move(steps_); }

private:
    std::optional<Piece> name_at(Square square) const { return names_[square].piece(); }

    const Wrongs& wrongs_;
    const Reading& names_;
    std::vector<Repair> steps_;
};

} // namespace

std::vector<Repair> repairs(const Reading& from, const Reading& to) {
    const bool is_anonymous = knows_occupancy_only(from) || knows_occupancy_only(to);
    Wrongs wrongs = is_anonymous ? wrong_squares(occupancy_of(from), occupancy_of(to))
                                 : wrong_squares(from, to);
    link_nearest(wrongs);
    join_circles(wrongs);
    Plan plan(wrongs, to);
    std::vector<bool> is_done(wrongs.size() + 1, false);
    for (std::size_t index = 0; index < wrongs.size(); ++index) {
        const bool is_head = wrongs[index].is_in_circle || !wrongs[index].is_taken;
        if (is_head && !is_done[wrongs[index].chain]) {
            is_done[wrongs[index].chain] = true;
            plan.carry_out(index);
        }
    }
    return plan.take();
}

std::string to_string(const Repair& repair) {
    const auto named = [](std::string text, std::optional<Piece> piece) {
        return piece ? fmt::format("{} {}", text, to_char(*piece)) : text;
    };
    return std::visit(
        base::Overloaded{
            [&](const MovePiece& r) {
                const auto from = to_string(r.from);
                return named(fmt::format("move {} {}", from, to_string(r.to)), r.piece);
            },
            [&](const TakeOff& r) { return named("take off " + to_string(r.square), r.piece); },
            [&](const PutOn& r) { return named("put on " + to_string(r.square), r.piece); },
        },
        repair
    );
}

} // namespace ansage::chess
