// Announcements in the vocabulary's words.
#include "phonetics/fold.hpp"
#include "phonetics/wanted.hpp"

#include <algorithm>

namespace ansage::phonetics {

using chess::Role;
using Kind = Meaning::Kind;

namespace {

// Nobody says more in one move; what is longer is not read at all.
constexpr std::size_t longest_text = 256;

class WordsReader {
public:
    WordsReader(const Lexicon& lexicon, std::string_view folded)
        : lexicon_(lexicon),
          rest_(folded) {}

    [[nodiscard]] std::optional<Wanted> read() {
        while (!rest_.empty()) {
            if (!take_word()) {
                return std::nullopt;
            }
            skip_space();
        }
        return finish() ? std::optional{wanted_} : std::nullopt;
    }

private:
    void skip_space() {
        if (rest_.starts_with(' ')) {
            rest_.remove_prefix(1);
        }
    }

    [[nodiscard]] bool take_word() {
        if (const std::optional<Lexicon::Match> match = lexicon_.longest_match(rest_)) {
            rest_.remove_prefix(match->length);
            return accept(match->meaning);
        }
        const std::string_view word = rest_.substr(0, rest_.find(' '));
        rest_.remove_prefix(word.size());
        return std::ranges::all_of(word, [&](char letter) { return accept_letter(letter); });
    }

    // Coordinates written as such between the words: "Springer f3", "Bauer exd6".
    [[nodiscard]] bool accept_letter(char letter) {
        if (letter >= 'a' && letter <= 'h') {
            return accept({Kind::file, static_cast<std::uint8_t>(letter - 'a')});
        }
        if (letter >= '1' && letter <= '8') {
            return accept({Kind::rank, static_cast<std::uint8_t>(letter - '1')});
        }
        return letter == 'x' && accept({Kind::capture});
    }

    [[nodiscard]] bool accept(Meaning meaning) {
        switch (meaning.kind) {
        case Kind::filler:
            return true;
        case Kind::role:
            return accept_role(static_cast<Role>(meaning.value));
        case Kind::file:
        case Kind::rank:
        case Kind::capture:
            any_coordinate_ = true;
            return wanted_.promotions.empty() && coordinates_.push(meaning);
        case Kind::short_castling:
            return accept_castling(CastlingSide::short_side);
        case Kind::long_castling:
            return accept_castling(CastlingSide::long_side);
        }
        return false;
    }

    // Before the squares the piece that moves, after them the piece that a pawn becomes.
    [[nodiscard]] bool accept_role(Role role) {
        RoleSet& roles = any_coordinate_ ? wanted_.promotions : wanted_.roles;
        const bool first = roles.empty();
        roles = RoleSet{role};
        return first;
    }

    [[nodiscard]] bool accept_castling(CastlingSide side) {
        const bool first = !wanted_.castling;
        wanted_.castling = side;
        return first;
    }

    // Castling is said alone; everything else needs a target.
    [[nodiscard]] bool finish() {
        if (wanted_.castling) {
            return !any_coordinate_ && wanted_.roles.empty();
        }
        wanted_.capture_matters = true;
        return coordinates_.put_into(wanted_);
    }

    const Lexicon& lexicon_;
    std::string_view rest_;
    Coordinates coordinates_;
    bool any_coordinate_ = false;
    Wanted wanted_;
};

} // namespace

std::optional<Wanted> read_words(const Lexicon& lexicon, std::string_view text) {
    if (text.size() > longest_text) {
        return std::nullopt;
    }
    return WordsReader{lexicon, fold(text)}.read();
}

} // namespace ansage::phonetics
