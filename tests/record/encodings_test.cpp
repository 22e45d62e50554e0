// SPDX-License-Identifier: GPL-3.0-or-later
// Files as programs save them: each encoding, with each end of lines, with each oddity, is read
// whole or told in one line that is right; none is silently shorter.
#include "base/encoding.hpp"
#include "chess/san.hpp"
#include "record/game_file.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <random>
#include <string>
#include <unicode/unistr.h>
#include <vector>

namespace ansage::record {
namespace {

struct Saving {
    std::string_view name;
    std::string_view character_set; // ICU's name
    std::string_view mark;
};

using namespace std::string_view_literals;

constexpr std::array<Saving, 7> savings{{
    {"UTF-8", "UTF-8", ""},
    {"UTF-8 with a mark", "UTF-8", "\xEF\xBB\xBF"},
    {"Windows-1252", "windows-1252", ""},
    {"UTF-16 of Windows", "UTF-16LE", "\xFF\xFE"},
    {"UTF-16, the other way round", "UTF-16BE", "\xFE\xFF"},
    {"UTF-16 without a mark", "UTF-16LE", ""},
    {"UTF-32", "UTF-32LE", "\xFF\xFE\0\0"sv},
}};

constexpr std::array<std::string_view, 3> line_ends{"\n", "\r\n", "\r"};

std::string saved(const Saving& saving, std::string_view line_end, const std::string& text) {
    std::string lines;
    for (const char letter : text) {
        if (letter == '\n') lines += line_end;
        else lines += letter;
    }
    const icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(lines);
    const std::string set{saving.character_set};
    std::string bytes(static_cast<std::size_t>(unicode.length()) * 4 + 4, '\0');
    const auto size = unicode.extract(
        0, unicode.length(), bytes.data(), static_cast<std::uint32_t>(bytes.size()), set.c_str()
    );
    bytes.resize(static_cast<std::size_t>(size));
    return std::string{saving.mark} + bytes;
}

struct Odd {
    std::string_view name;
    std::string_view file;
    std::string text;
    std::string read; // moves of each game and its result, then the lines of its problems
};

const std::vector<Odd> odd_files{
    {"names, dashes, quotes and money",
     "a.pgn",
     "[White \"Müller – „Weiß“ 5 €\"]\n[Result \"1-0\"]\n\n1. e4 e5 {schön}\n2. Nf3 Nc6 1-0\n",
     "e4 e5 Nf3 Nc6 1-0"},
    {"a comment to the end of the line",
     "a.pgn",
     "[White \"Ö\"]\n\n1. e4 e5\n2. Nf3 ; nach Nc6\nNc6 1-0\n",
     "e4 e5 Nf3 Nc6 1-0"},
    {"a line that is passed over",
     "a.pgn",
     "[White \"Ö\"]\n\n1. e4 e5\n% 2. d4 ä\n2. Nf3 Nc6 1-0\n",
     "e4 e5 Nf3 Nc6 1-0"},
    {"a tag inside a comment",
     "a.pgn",
     "[White \"Ö\"]\n\n1. e4 {ä\n[White \"x\"]\n} e5 1-0\n",
     "e4 e5 1-0"},
    {"a result that differs",
     "a.pgn",
     "[White \"Ö\"]\n[Result \"1-0\"]\n\n1. e4 e5 0-1\n",
     "e4 e5 0-1 4"},
    {"moves behind a result, and another game",
     "a.pgn",
     "[White \"Ö\"]\n\n1. e4 e5 1-0\n2. Nf3 1-0\n\n[White \"Ä\"]\n\n1. d4 0-1\n",
     "e4 e5 1-0 4 | d4 0-1"},
    {"numbers that jump",
     "a.pgn",
     "[White \"Ö\"]\n\n1. e4 e5\n3. Nf3 Nc6 1-0\n",
     "e4 e5 Nf3 Nc6 1-0 4"},
    {"a move that cannot be read",
     "a.pgn",
     "[White \"Ö\"]\n\n1. e4 e5\n2. Qx9 Nc6 1-0\n\n[White \"Ä\"]\n\n1. d4 0-1\n",
     "e4 e5 1-0 4 | d4 0-1"},
    {"typed text", "a.txt", "Weiß: Müller\n\n1. e4 e5\n2. Sf3 Sc6 1-0\n", "e4 e5 Nf3 Nc6 1-0"},
    {"typed text, and moves behind its result",
     "a.txt",
     "1. e4 e5\n2. Sf3 Sc6 1-0\n3. Lb5 a6 1-0 „ä“\n",
     "e4 e5 Nf3 Nc6 1-0 3"},
    {"JSON",
     "a.json",
     "{\"tags\":{\"White\":\"Müller\"},\n\"moves\":[\"e4\",\"e5\"],\"result\":\"1-0\"}\n",
     "e4 e5 1-0"},
    {"JSON with two results",
     "a.json",
     "{\"tags\":{\"Result\":\"0-1\",\"White\":\"Ö\"},\n\"moves\":[\"e4\"],\"result\":\"1-0\"}\n",
     "e4 1-0 1"},
    {"braille",
     "a.brf",
     "#A   E#D          E#E\n#B   ,SF#C        ,SC#F\n#A-#J\n\f",
     "e4 e5 Nf3 Nc6 1-0"},
};

std::string summary(const std::vector<scoresheet::PgnGame>& games) {
    std::string text;
    for (const scoresheet::PgnGame& game : games) {
        text += text.empty() ? "" : " | ";
        for (const scoresheet::SheetMove& move : game.all_moves())
            text += chess::to_san(*move.before, *move.move) + ' ';
        text += game.result;
        for (const base::Error& problem : game.problems) {
            const std::string where = problem.where.text();
            text += ' ' + where.substr(where.rfind(':') + 1);
        }
    }
    return text;
}

// Words of a generated file, and what must become of them.
struct Written {
    std::string text;
    std::size_t moves = 0; // of the game
    std::size_t skipped = 0; // in comments and variations
    std::size_t named = 0; // behind the result
};

class Writer {
public:
    explicit Writer(unsigned seed)
        : random_(seed) {}

    Written write() {
        written_ = {.text = "[Event \"e\"]\n[Result \"" + std::string{result} + "\"]\n\n"};
        chess::Position position;
        const std::size_t plies = 2 + below(30);
        for (std::size_t ply = 0; ply < plies && position.has_legal_move(); ++ply) {
            const auto legal = position.legal_moves();
            const chess::Move move = legal[below(legal.size())];
            if (ply % 2 == 0 && below(8) > 0)
                add(to_string(position.place()) + (below(3) == 0 ? "" : " "));
            add(chess::to_san(position, move) + space());
            ++written_.moves;
            position.play(move);
            decorate();
        }
        add(std::string{result} + space());
        if (below(2) == 0) add("{Qh5 won}\n");
        if (written_.text.find("won}") != std::string::npos) ++written_.skipped;
        leave_behind();
        return std::move(written_);
    }

    std::size_t below(std::size_t end) { return random_() % end; }

private:
    static constexpr std::string_view result = "1-0";

    void add(const std::string& more) { written_.text += more; }

    std::string space() { return below(6) == 0 ? "\n" : " "; }

    void decorate() {
        switch (below(12)) {
        case 0:
            add("{better Nf3 or e4} ");
            written_.skipped += 2;
            break;
        case 1:
            add("(Qh5 {not Ke2}) ");
            written_.skipped += 2;
            break;
        case 2:
            add("; d4 was played\n");
            written_.skipped += 1;
            break;
        case 3:
            add("{\n[Event \"Bb5\"]\n} ");
            written_.skipped += 1;
            break;
        case 4: add("± $14 ∞ "); break;
        default: break;
        }
    }

    // Its first word never stands for move 1.
    void leave_behind() {
        for (std::size_t count = below(4); count > 0; --count) {
            add(fmt::format("{}. Nf3 ", 60 + count));
            ++written_.named;
        }
        add("\n\n");
    }

    std::mt19937 random_;
    Written written_;
};

// "behind the result 1-0 stand 2 words": 2.
std::size_t named_in(const scoresheet::PgnGame& game) {
    std::size_t count = 0;
    for (const base::Error& problem : game.problems) {
        const std::string what = problem.what.text();
        const std::size_t many = what.find("stand ");
        if (what.starts_with("behind the result"))
            count += many == std::string::npos ? 1 : std::stoul(what.substr(many + 6));
    }
    return count;
}

// Words of a text that begin like a move.
std::size_t moves_in(const std::string& text) {
    std::size_t count = 0;
    std::string word;
    for (const char letter : text + ' ') {
        const bool is_part = letter != ' ' && letter != '"';
        if (is_part) word += letter;
        const bool is_move = word.size() > 1 && '1' <= word.back() && word.back() <= '8';
        if (!is_part && is_move) ++count;
        if (!is_part) word.clear();
    }
    return count;
}

} // namespace

TEST_CASE("Every way of saving, end of lines and oddity is read or told in one line") {
    std::size_t files = 0;
    for (const Saving& saving : savings) {
        for (const std::string_view line_end : line_ends) {
            for (const Odd& odd : odd_files) {
                INFO(saving.name << ", " << odd.name << ", " << line_end.size());
                const base::Decoded decoded = base::decode(saved(saving, line_end, odd.text));
                CHECK(decoded.text == odd.text);
                const auto games = read_sheets(decoded.text, std::string{odd.file}, {});
                REQUIRE(games);
                CHECK(summary(*games) == odd.read);
                ++files;
            }
        }
    }
    CHECK(files > 60);
}

TEST_CASE("The moves that are read, skipped in comments or named are together those of the file") {
    for (unsigned seed = 1; seed <= 500; ++seed) {
        Writer writer{seed};
        std::vector<Written> wanted;
        std::string text;
        for (std::size_t game = 1 + writer.below(3); game > 0; --game) {
            wanted.push_back(writer.write());
            text += wanted.back().text;
        }
        INFO(seed << "\n" << text);
        const Saving& saving = savings.at(seed % savings.size());
        // Windows-1252 has no sign for an advantage.
        const bool has_signs = saving.character_set.starts_with("UTF");
        const std::string_view line_end = line_ends.at(seed % line_ends.size());
        const std::string file =
            has_signs ? base::decode(saved(saving, line_end, text)).text : text;
        const auto games = read_sheets(file, "a.pgn", {});
        REQUIRE(games);
        REQUIRE(games->size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const scoresheet::PgnGame& game = games->at(i);
            CHECK(game.moves.size() == wanted[i].moves);
            CHECK(named_in(game) == wanted[i].named);
            CHECK(game.problems.empty() == (wanted[i].named == 0));
            std::string comments = game.comment;
            for (const scoresheet::PgnNote& note : game.notes) comments += ' ' + note.comment;
            CHECK(moves_in(comments) <= wanted[i].skipped); // those of variations are not kept
        }
    }
}

} // namespace ansage::record
