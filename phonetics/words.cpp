// SPDX-License-Identifier: GPL-3.0-or-later
// Announcements in the vocabulary's words.
#include "base/utf8.hpp"
#include "phonetics/fold.hpp"
#include "phonetics/wanted.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ansage::phonetics {

using chess::File;
using chess::Rank;
using chess::Role;
using chess::Square;
using Kind = Meaning::Kind;

namespace {

enum class Bind : std::uint8_t { none, from, to, at };

// A file, a rank or a square, as they were said without a word between.
struct Place {
    std::optional<File> file;
    std::optional<Rank> rank;
    Bind bind{};

    bool is_square() const { return file && rank; }
};

struct NamedPiece {
    RoleSet roles;
    std::size_t places_before = 0;
    bool after_capture = false;
    bool moves = false; // "mit dem Turm"
    bool becomes = false; // "wird Dame"
};

// What was said, in its order, and what that asks for.
class Phrase {
public:
    // False if nothing that goes on like this is a move.
    [[nodiscard]] bool add(Meaning meaning);
    [[nodiscard]] bool add_roles(RoleSet roles);

    // None if it is no move.
    std::vector<Wanted> readings() const;

    // Whether the name of a piece comes next, and no number or letter: "becomes a", "takes a".
    bool wants_piece() const {
        return next_becomes_ || (capture_at_ == places_.size() && !place_is_open_);
    }

    bool is_empty() const {
        return places_.empty() && pieces_.empty() && !capture_at_ && !castles_;
    }

private:
    [[nodiscard]] bool add_file(File file);
    [[nodiscard]] bool add_rank(Rank rank);
    [[nodiscard]] bool add_digit(std::uint8_t digit);
    [[nodiscard]] bool open_place(Place place);
    [[nodiscard]] bool add_capture();
    [[nodiscard]] bool add_castling();
    [[nodiscard]] bool add_side(CastlingSide side);
    void bind_next(Bind bind);

    std::vector<Wanted> castling_readings() const;
    std::vector<Wanted> taking_readings() const;
    std::optional<Square> square_reached(std::size_t target) const;
    bool may_be_target(std::size_t target) const;
    // With the number of the place that is reached.
    std::vector<Wanted> readings(std::size_t target) const;
    // "Mit dem Turm auf Eva acht schlagen": the verb comes last.
    bool captures_at_the_end() const;
    bool put_places(Wanted& wanted, std::size_t target) const;
    bool put_capture(Wanted& wanted, std::size_t target) const;
    // Puts the pieces that can be one thing only; the others trail.
    bool put_pieces(Wanted& wanted, std::size_t target, std::vector<RoleSet>& trailing) const;
    bool put_piece(Wanted& wanted, std::size_t target, const NamedPiece& piece, bool& trails) const;

    std::vector<Place> places_;
    std::vector<NamedPiece> pieces_;
    bool place_is_open_ = false; // a rank may still come to its file
    std::size_t in_figures_ = 0; // places of which the file was said as a digit
    Bind next_{};
    bool next_moves_ = false;
    bool next_becomes_ = false;
    std::optional<std::size_t> capture_at_; // the number of places before it
    bool castles_ = false;
    std::optional<CastlingSide> side_;
};

bool put(RoleSet& into, RoleSet roles) {
    const bool is_first = into.empty();
    into = roles;
    return is_first;
}

bool Phrase::add(Meaning meaning) {
    switch (meaning.kind) {
    case Kind::filler: return true;
    case Kind::role: return add_roles(RoleSet{static_cast<Role>(meaning.value)});
    case Kind::file: return add_file(static_cast<File>(meaning.value));
    case Kind::rank: return add_rank(static_cast<Rank>(meaning.value));
    case Kind::digit: return add_digit(meaning.value);
    case Kind::capture: return add_capture();
    case Kind::short_castling: return add_castling() && add_side(CastlingSide::short_side);
    case Kind::long_castling: return add_castling() && add_side(CastlingSide::long_side);
    case Kind::castling: return add_castling();
    case Kind::short_side: return add_side(CastlingSide::short_side);
    case Kind::long_side: return add_side(CastlingSide::long_side);
    case Kind::from: bind_next(Bind::from); return true;
    case Kind::to: bind_next(Bind::to); return true;
    case Kind::at: bind_next(Bind::at); return true;
    case Kind::with: next_moves_ = true; return true;
    case Kind::becomes: next_becomes_ = true; return true;
    }
    return false;
}

bool Phrase::add_roles(RoleSet roles) {
    pieces_.push_back(
        {.roles = roles,
         .places_before = places_.size(),
         .after_capture = capture_at_.has_value(),
         .moves = std::exchange(next_moves_, false),
         .becomes = std::exchange(next_becomes_, false)}
    );
    place_is_open_ = false;
    // "promotes to queen"
    next_ = next_ == Bind::from ? next_ : Bind::none;
    return pieces_.size() <= 3;
}

bool Phrase::open_place(Place place) {
    place.bind = std::exchange(next_, Bind::none);
    places_.push_back(place);
    return places_.size() <= 2;
}

bool Phrase::add_file(File file) {
    place_is_open_ = true;
    return open_place({.file = file, .rank = {}, .bind = {}});
}

bool Phrase::add_rank(Rank rank) {
    if (std::exchange(place_is_open_, false)) {
        places_.back().rank = rank;
        return true;
    }
    return open_place({.file = {}, .rank = rank, .bind = {}});
}

// A file and its rank in turn, and behind two squares what a pawn becomes.
bool Phrase::add_digit(std::uint8_t digit) {
    if (next_becomes_ || (places_.size() == 2 && !place_is_open_)) {
        next_becomes_ = true;
        return digit < promotions_by_digit.size() && add_roles(RoleSet{promotions_by_digit[digit]});
    }
    if (place_is_open_) return add_rank(static_cast<Rank>(digit));
    ++in_figures_;
    return add_file(static_cast<File>(digit));
}

bool Phrase::add_capture() {
    const bool is_first = !capture_at_;
    capture_at_ = places_.size();
    place_is_open_ = false;
    return is_first;
}

bool Phrase::add_castling() { return !std::exchange(castles_, true); }

bool Phrase::add_side(CastlingSide side) {
    const bool is_first = !side_;
    side_ = side;
    return is_first;
}

void Phrase::bind_next(Bind bind) {
    next_ = bind;
    place_is_open_ = false;
}

// Castling is said alone, or as the king's, perhaps with the square that he reaches.
std::vector<Wanted> Phrase::castling_readings() const {
    const bool is_kings =
        pieces_.empty() || (pieces_.size() == 1 && pieces_.front().roles == RoleSet{Role::king});
    if (!is_kings || places_.size() > 1 || capture_at_) return {};
    Wanted wanted;
    wanted.castles = true;
    wanted.castling = side_;
    if (!places_.empty()) {
        const Place& place = places_.front();
        const bool is_kings_square = place.file == File::c || place.file == File::g;
        if (!place.is_square() || !is_kings_square || place.bind == Bind::from) return {};
        wanted.to = Square{*place.file, *place.rank};
        wanted.castling = side_.value_or(
            place.file == File::g ? CastlingSide::short_side : CastlingSide::long_side
        );
    }
    return {wanted};
}

bool put_piece_of_taking(Wanted& wanted, const NamedPiece& piece) {
    if (piece.becomes) return put(wanted.promotions, piece.roles.preferably_without(Role::pawn));
    return put(piece.after_capture ? wanted.victims : wanted.roles, piece.roles);
}

// Without a square: "Turm schlägt Turm", "der Turm auf Anna eins schlägt den Läufer", "e schlägt
// d".
std::vector<Wanted> Phrase::taking_readings() const {
    const std::size_t before = capture_at_.value_or(places_.size());
    const bool is_bound = next_ != Bind::none ||
        std::ranges::any_of(places_, [](const Place& each) { return each.bind == Bind::to; });
    if (!capture_at_ || before > 1 || places_.size() > before + 1 || is_bound) return {};
    Wanted wanted;
    wanted.capture = true;
    wanted.capture_matters = true;
    if (before == 1) {
        wanted.from_file = places_.front().file;
        wanted.from_rank = places_.front().rank;
    }
    if (places_.size() > before) {
        wanted.to_file = places_.back().file;
        if (places_.back().rank) return {};
    }
    const bool all_put = std::ranges::all_of(pieces_, [&](const NamedPiece& each) {
        return put_piece_of_taking(wanted, each);
    });
    const bool tells_who = !wanted.roles.empty() || wanted.from_file;
    const bool tells_whom = !wanted.victims.empty() || wanted.to_file;
    return all_put && tells_who && tells_whom ? std::vector{wanted} : std::vector<Wanted>{};
}

// "Eva zwei nach vier": the file goes without saying.
std::optional<Square> Phrase::square_reached(std::size_t target) const {
    const Place& reached = places_[target];
    const bool is_on_the_file = places_.size() == 2 && !reached.file && reached.bind == Bind::to;
    const std::optional<File> file = is_on_the_file ? places_[1 - target].file : reached.file;
    return file && reached.rank ? std::optional{Square{*file, *reached.rank}} : std::nullopt;
}

bool Phrase::may_be_target(std::size_t target) const {
    const Place& reached = places_[target];
    if (!square_reached(target) || reached.bind == Bind::from) return false;
    if (places_.size() == 1) return true;
    const Place& left = places_[1 - target];
    if (left.bind == Bind::to || target == 1) return left.bind != Bind::to;
    // What is reached comes first only where a word says so.
    const bool stands_there =
        left.bind == Bind::at && std::ranges::any_of(pieces_, [](const NamedPiece& each) {
            return each.places_before == 1 && !each.after_capture;
        });
    return left.bind == Bind::from || reached.bind == Bind::to || stands_there ||
        (reached.bind == Bind::at && left.bind == Bind::none);
}

bool Phrase::put_places(Wanted& wanted, std::size_t target) const {
    wanted.to = square_reached(target);
    if (places_.size() == 2) {
        wanted.from_file = places_[1 - target].file;
        wanted.from_rank = places_[1 - target].rank;
    }
    return next_ == Bind::none;
}

bool Phrase::captures_at_the_end() const {
    return capture_at_ == places_.size() &&
        std::ranges::any_of(pieces_, [](const NamedPiece& each) { return each.moves; });
}

// A capture stands between who takes and where; an origin may follow it if a word binds it.
bool Phrase::put_capture(Wanted& wanted, std::size_t target) const {
    wanted.capture = capture_at_.has_value();
    wanted.capture_matters = true;
    if (captures_at_the_end()) return true;
    if (!capture_at_ || places_.size() == 1) return !capture_at_ || *capture_at_ == 0;
    const std::size_t origin = 1 - target;
    const bool origin_in_place = places_[origin].bind == Bind::from || origin < *capture_at_;
    return *capture_at_ <= target && origin_in_place;
}

bool Phrase::put_piece(Wanted& wanted, std::size_t target, const NamedPiece& piece, bool& trails)
    const {
    if (piece.becomes) return put(wanted.promotions, piece.roles.preferably_without(Role::pawn));
    if (piece.moves) return put(wanted.roles, piece.roles);
    if (piece.after_capture && piece.places_before <= target)
        return put(wanted.victims, piece.roles);
    if (piece.places_before == 0) return put(wanted.roles, piece.roles);
    if (piece.places_before <= target) {
        // "Von Gustav eins Springer nach Felix drei" and "der g-Springer nach Felix drei", but not
        // "Eva vier Dame Eva fünf".
        const bool is_bound = places_[0].bind != Bind::none || places_[1].bind != Bind::none ||
            !places_[0].is_square();
        return is_bound && put(wanted.roles, piece.roles);
    }
    trails = true;
    return true;
}

bool Phrase::put_pieces(Wanted& wanted, std::size_t target, std::vector<RoleSet>& trailing) const {
    for (const NamedPiece& piece : pieces_) {
        bool trails = false;
        if (!put_piece(wanted, target, piece, trails)) return false;
        if (trails) trailing.push_back(piece.roles);
    }
    return true;
}

// A pawn of one side or the other.
bool can_be_promoted_on(Rank rank) { return rank == Rank::first || rank == Rank::eighth; }

// After the squares comes the piece that a pawn becomes (D.2.1), or, as people say it, the piece
// that moves: "Felix drei Springer".
std::vector<Wanted> with_trailing(Wanted wanted, const std::vector<RoleSet>& trailing) {
    if (trailing.empty()) return {wanted};
    if (trailing.size() == 2) {
        const bool is_pawn = wanted.roles.empty() && trailing[0] == RoleSet{Role::pawn};
        if (!is_pawn || !wanted.promotions.empty()) return {};
        wanted.roles = trailing[0];
        wanted.promotions = trailing[1];
        return {wanted};
    }
    if (trailing.size() > 2 || (!wanted.roles.empty() && !wanted.promotions.empty())) return {};
    std::vector<Wanted> readings;
    if (wanted.roles.empty()) {
        readings.push_back(wanted);
        readings.back().roles = trailing[0];
    }
    const bool may_promote = wanted.promotions.empty() && can_be_promoted_on(wanted.to->rank());
    if (may_promote || readings.empty()) {
        readings.push_back(wanted);
        readings.back().promotions = trailing[0].preferably_without(Role::pawn);
    }
    return readings;
}

std::vector<Wanted> Phrase::readings(std::size_t target) const {
    Wanted wanted;
    std::vector<RoleSet> trailing;
    if (!put_places(wanted, target) || !put_capture(wanted, target) ||
        !put_pieces(wanted, target, trailing))
        return {};
    return with_trailing(wanted, trailing);
}

// Half of a move in figures is none: "six three" is no pawn's; nor is a result, "1/2-1/2".
bool is_in_figures(const Wanted& wanted) {
    const bool stays =
        wanted.to && wanted.from_file == wanted.to->file() && wanted.from_rank == wanted.to->rank();
    return !stays && (!wanted.roles.empty() || has_whole_origin(wanted));
}

std::vector<Wanted> Phrase::readings() const {
    if (castles_) return castling_readings();
    std::vector<Wanted> all;
    // "66b5" is a wrong key, and no move of two notations.
    const bool is_mixed = in_figures_ != 0 && in_figures_ != places_.size();
    if (side_ || is_mixed) return all;
    for (std::size_t target = places_.size(); target-- > 0;)
        if (may_be_target(target)) std::ranges::move(readings(target), std::back_inserter(all));
    if (all.empty()) all = taking_readings();
    std::erase_if(all, [&](const Wanted& each) {
        return in_figures_ != 0 && !is_in_figures(each);
    });
    return all;
}

// "e8 = Dame" (C.11)
constexpr std::string_view promotes = "=";

class WordsReader {
public:
    WordsReader(const Lexicon& lexicon, std::string_view folded)
        : lexicon_(lexicon),
          rest_(folded) {}

    [[nodiscard]] WordReadings read() {
        while (!rest_.empty()) {
            if (!take_word()) return std::move(result_);
            skip_space();
        }
        result_.readings.first = phrase_.readings();
        return std::move(result_);
    }

private:
    void skip_space() {
        if (rest_.starts_with(' ')) rest_.remove_prefix(1);
    }

    [[nodiscard]] bool take_word() {
        if (phrase_.wants_piece()) rest_.remove_prefix(lexicon_.article_before_piece(rest_));
        if (const std::optional<Lexicon::Match> match = lexicon_.longest_match(rest_)) {
            rest_.remove_prefix(match->length);
            result_.has_words = result_.has_words || match->meaning.kind != Kind::filler;
            return phrase_.add(match->meaning);
        }
        const std::string_view word = rest_.substr(0, rest_.find(' '));
        rest_.remove_prefix(word.size());
        return word == promotes ? phrase_.add({Kind::becomes}) : take_letters(word);
    }

    // Coordinates written as such between the words: "Springer f3", "Bauer exd6", "S Felix drei".
    [[nodiscard]] bool take_letters(std::string_view word) {
        const base::CodePoint first = base::first_code_point(word);
        const std::optional<Role> figure = figurine(first.value);
        const RoleSet roles = figure ? RoleSet{*figure} : roles_of(word.front());
        const std::string_view letters = roles.empty() ? word : word.substr(first.size);
        const bool are_coordinates = std::ranges::all_of(letters, [](char letter) {
            return (letter >= 'a' && letter <= 'h') || (letter >= '1' && letter <= '8') ||
                letter == 'x';
        });
        if (!are_coordinates) {
            result_.unknown = word;
            return false;
        }
        if (!roles.empty() && !phrase_.add_roles(roles)) return false;
        return std::ranges::all_of(letters, [&](char letter) { return take_letter(letter); });
    }

    // The letter of a piece, where it is no file.
    RoleSet roles_of(char letter) const {
        const bool may_be = letter > 'h' && letter <= 'z' && letter != 'x';
        return may_be ? RoleSet{lexicon_.roles_of_letter(static_cast<char>(letter - 'a' + 'A'))}
                      : RoleSet{};
    }

    [[nodiscard]] bool take_letter(char letter) {
        if (letter == 'x') return !phrase_.is_empty() && phrase_.add({Kind::capture});
        if (letter >= 'a')
            return phrase_.add({Kind::file, static_cast<std::uint8_t>(letter - 'a')});
        const Kind kind = lexicon_.is_numeric() ? Kind::digit : Kind::rank;
        return phrase_.add({kind, static_cast<std::uint8_t>(letter - '1')});
    }

    const Lexicon& lexicon_;
    std::string_view rest_;
    Phrase phrase_;
    WordReadings result_;
};

constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// "eva4" is two words.
std::string with_digits_apart(std::string_view folded) {
    std::string apart;
    apart.reserve(folded.size() + 8);
    for (const char letter : folded) {
        const char before = apart.empty() ? ' ' : apart.back();
        if (before != ' ' && letter != ' ' && is_digit(before) != is_digit(letter)) apart += ' ';
        apart += letter;
    }
    return apart;
}

} // namespace

std::string fold_words(std::string_view text) {
    std::string folded;
    while (true) {
        const std::size_t sign = text.find(promotes);
        const std::string part = fold(text.substr(0, sign));
        folded += !folded.empty() && !part.empty() ? " " + part : part;
        if (sign == std::string_view::npos) break;
        folded += folded.empty() ? promotes : " =";
        text.remove_prefix(sign + 1);
    }
    return std::ranges::any_of(folded, is_digit) ? with_digits_apart(folded) : folded;
}

std::optional<Role> promotion_in_figures(const Lexicon& lexicon, std::string_view text) {
    const std::string folded = fold(text);
    const auto match = lexicon.longest_match(folded);
    const bool is_word =
        match && match->length == folded.size() && match->meaning.kind == Kind::digit;
    const bool is_digit = lexicon.is_numeric() && folded.size() == 1 && folded[0] >= '1';
    const std::size_t digit = is_word ? match->meaning.value
        : is_digit                    ? static_cast<std::size_t>(folded[0] - '1')
                                      : promotions_by_digit.size();
    return digit < promotions_by_digit.size() ? std::optional{promotions_by_digit[digit]}
                                              : std::nullopt;
}

WordReadings read_words(const Lexicon& lexicon, std::string_view folded) {
    return WordsReader{lexicon, folded}.read();
}

std::string without_fillers(const Lexicon& lexicon, std::string_view text) {
    constexpr std::string_view spaces = " \t\n\r\v\f";
    std::string kept;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find_first_of(spaces));
        const std::string folded = fold(word);
        const auto match = lexicon.longest_match(folded);
        const bool is_filler =
            match && match->length == folded.size() && match->meaning.kind == Kind::filler;
        if (!is_filler) {
            kept += kept.empty() ? "" : " ";
            kept += word.substr(0, word.find_last_not_of(",;:") + 1);
        }
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return kept;
}

} // namespace ansage::phonetics
