// SPDX-License-Identifier: GPL-3.0-or-later
// Ten thousand phrasings: every vocabulary, its own words and those of other languages, both
// styles, the orders in which people speak, noise between the words, letters and digits for names,
// capitals and missing accents. None may be taken for another move.
#include "chess/san.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/fide.hpp"
#include "phonetics/fold.hpp"
#include "phonetics/parse.hpp"
#include "phonetics/shipped.hpp"
#include "support/catch.hpp"
#include "support/thinning.hpp"

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

namespace ansage::phonetics {

using chess::Move;
using chess::Position;

namespace {

using Texts = std::vector<std::string>;

class Speaker {
public:
    Speaker(const test::Shipped& words, std::mt19937& random)
        : words_(words.vocabulary),
          lexicon_(words.lexicon),
          random_(random) {}

    // One way to say the move; the positions's other moves may need the whole origin.
    std::string phrase(const Position& position, Move move) {
        const Style style = one_in(2) ? Style::full : Style::short_form;
        const std::string said = to_text(announce(words_, position, move, style));
        said_ = parse(lexicon_, position, said).said;
        if (!said_.castling) said_.role = position.at(move.from())->role; // unsaid in figures
        if (said_.castling) return distorted(castling());
        const bool has_tail = said_.promotion || said_.capture;
        switch (has_tail ? 0 : random_() % 4) {
        case 0: return distorted(plain());
        case 1: return distorted(piece() + " " + target(true) + origin(true));
        case 2: return distorted(target(false) + " " + piece() + origin(true));
        default: return distorted(piece() + origin(true) + " " + target(true));
        }
    }

private:
    bool one_in(unsigned times) { return random_() % times == 0; }

    const std::string& any(const Texts& texts) { return texts[random_() % texts.size()]; }

    std::string one_of(const Word& word) {
        const std::size_t choice = random_() % (2 * word.accepted.size() + 3);
        return choice < word.accepted.size() ? word.accepted[choice] : word.form.shown;
    }

    std::string name(chess::File file) {
        const Texts& names = words_.letter_names[static_cast<std::size_t>(file)];
        // Nobody says half of the squares in figures, and half by letters.
        if (!words_.options.numeric && one_in(6)) return std::string{chess::to_char(file)};
        return !names.empty() && one_in(8) ? any(names) : one_of(words_.of(file));
    }

    std::string name(chess::Rank rank) {
        return one_in(4) ? std::string{chess::to_char(rank)} : one_of(words_.of(rank));
    }

    std::string pause() {
        const Texts& noise = words_.particles.noise;
        return one_in(8) ? " " + any(noise) + " " : " ";
    }

    std::string name(chess::Square square) {
        return name(square.file()) + pause() + name(square.rank());
    }

    std::string piece() {
        return said_.role == chess::Role::pawn && !one_in(4) ? "" : one_of(words_.of(*said_.role));
    }

    std::string origin(bool bound) {
        std::string text;
        if (said_.from) text = name(*said_.from);
        else if (said_.from_file) text = name(*said_.from_file);
        else if (said_.from_rank) text = name(*said_.from_rank);
        return text.empty() ? "" : " " + (bound ? any(words_.particles.from) + " " : "") + text;
    }

    std::string target(bool bound) {
        const Texts& words = one_in(2) ? words_.particles.to : words_.particles.at;
        return (bound ? any(words) + " " : "") + name(*said_.to);
    }

    std::string plain() {
        std::string text = piece() + origin(false) + " ";
        text += said_.capture ? one_of(words_.capture) + pause() : "";
        text += target(!said_.capture && one_in(3));
        if (said_.promotion) {
            text += one_in(2) ? " " + any(words_.particles.becomes) : "";
            text += " " + one_of(words_.of(*said_.promotion));
        }
        return text + (one_in(6) ? " " + words_.check.form.shown : "");
    }

    std::string castling() {
        const bool is_short = said_.castling == CastlingSide::short_side;
        const CastlingParts& parts = words_.castling_parts;
        const std::string side = any(is_short ? parts.short_side : parts.long_side);
        const std::string word = any(parts.castling);
        return one_in(2) ? side + pause() + word : word + pause() + side;
    }

    std::string distorted(std::string text) {
        switch (random_() % 5) {
        case 0:
            std::ranges::transform(text, text.begin(), [](unsigned char letter) {
                return static_cast<char>(letter < 0x80 ? std::tolower(letter) : letter);
            });
            return text;
        case 1: return fold(text);
        case 2: return fold(text, words_.spellings);
        case 3: return (one_in(2) ? any(words_.particles.noise) + " " : "") + text + ".";
        default: return text;
        }
    }

    const Vocabulary& words_;
    const Lexicon& lexicon_;
    std::mt19937& random_;
    Said said_;
};

struct Tally {
    unsigned all = 0;
    unsigned understood = 0;
    Texts wrong;
    Texts not_understood;
};

void say_one(
    Tally& tally, const test::Shipped& words, const Position& position, std::mt19937& random
) {
    const chess::MoveList moves = position.legal_moves();
    const Move move = moves[random() % moves.size()];
    const std::string text = Speaker{words, random}.phrase(position, move);
    const Heard heard = parse(words.lexicon, position, text);
    ++tally.all;
    if (heard.move == move) {
        ++tally.understood;
        return;
    }
    const std::string line =
        words.vocabulary.name + ", " + chess::to_san(position, move) + ": " + text;
    (heard.move ? tally.wrong : tally.not_understood).push_back(line);
}

} // namespace

TEST_CASE(
    "Of 10,000 phrasings none is taken for another move, and 99 of 100 are understood",
    "[phonetics]"
) {
    std::mt19937 random{1899};
    constexpr unsigned plies = 80;
    const std::vector<Position> positions = test::random_positions(60, plies);
    Tally tally;
    while (tally.all < 10'000 / tests::thinning) {
        for (const test::Shipped& words : test::all_shipped()) {
            const Position& position = positions[random() % positions.size()];
            if (position.has_legal_move()) say_one(tally, words, position, random);
        }
    }
    CHECK(tally.wrong == Texts{});
    std::string first;
    for (std::size_t i = 0; i < std::min<std::size_t>(tally.not_understood.size(), 20); ++i)
        first += "\n" + tally.not_understood[i];
    INFO(tally.understood << " of " << tally.all << " understood, not:" << first);
    CHECK(100 * tally.understood >= 99 * tally.all);
}

} // namespace ansage::phonetics
