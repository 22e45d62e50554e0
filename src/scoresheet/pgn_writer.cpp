// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/visible.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "scoresheet/pgn.hpp"
#include "scoresheet/pgn_cursor.hpp"
#include "scoresheet/spelling.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/chrono.h>
#include <fmt/format.h>

namespace ansage::scoresheet {
namespace {

using Tag = std::pair<std::string, std::string>;

// The export format wants less than 80 letters a line.
constexpr std::size_t widest_line = 79;

// Movetext in lines.
class Lines {
public:
    // A word that begins like an escape or a tag must not begin a line.
    void add(std::string_view word) {
        const bool may_begin = !word.starts_with('%') && !word.starts_with('[');
        const bool fits = column_ + 1 + word.size() <= widest_line;
        if (column_ > 0) {
            text_ += fits || !may_begin ? ' ' : '\n';
            column_ = fits || !may_begin ? column_ + 1 : 0;
        }
        text_ += word;
        column_ += word.size();
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    std::string text_;
    std::size_t column_ = 0;
};

std::string escaped(std::string_view value) {
    std::string text;
    for (const char letter : base::visible(value)) {
        if (letter == '"' || letter == '\\') text += '\\';
        text += letter;
    }
    return text;
}

std::string clock_command(base::Millis given) {
    const base::Millis left = std::max(given, base::Millis{0}); // where a passed clock stands
    const auto hours = std::chrono::floor<std::chrono::hours>(left);
    const auto minutes = std::chrono::floor<std::chrono::minutes>(left - hours);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left - hours - minutes);
    const auto millis = left - hours - minutes - seconds;
    const std::string fraction = millis.count() == 0 ? "" : fmt::format(".{:03}", millis.count());
    return fmt::format(
        "[%clk {}:{:02}:{:02}{}]", hours.count(), minutes.count(), seconds.count(), fraction
    );
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const auto* const end = std::find_if(text.begin(), text.end(), is_space);
        const auto length = static_cast<std::size_t>(end - text.begin());
        if (length > 0) words.emplace_back(text.substr(0, length));
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return words;
}

// Whether there was a comment to write, after which Black's move needs its number again.
bool add_comment(Lines& lines, const std::optional<base::Millis>& clock, std::string_view comment) {
    std::vector<std::string> words = words_of(comment);
    for (std::string& word : words) word = base::visible(word);
    if (clock) words.insert(words.begin(), clock_command(*clock));
    if (words.empty()) return false;
    for (std::string& word : words) std::replace(word.begin(), word.end(), '}', ')');
    words.front().insert(0, 1, '{');
    words.back() += '}';
    for (const std::string& word : words) lines.add(word);
    return true;
}

// Every ply with its number: nobody has to count in a comment.
std::string rest_in_words(const std::vector<SheetMove>& rest) {
    std::string words;
    for (const SheetMove& each : rest) {
        words += words.empty() ? "" : " ";
        words += to_string(each.place) + ' ' +
            write_sheet_move(Notation{}, each, NotationLength::short_form);
        if (each.note.clock) words += fmt::format(" ({})", clock_text(*each.note.clock));
        for (const std::string& more : {each.remark, each.note.comment})
            if (!more.empty()) words += fmt::format(" ({})", more);
    }
    return words;
}

std::string movetext(const PgnGame& game) {
    Lines lines;
    chess::Position position = game.start;
    bool needs_number = true;
    add_comment(lines, std::nullopt, game.comment);
    for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
        const bool is_white = position.turn() == chess::Color::white;
        if (is_white || needs_number) lines.add(to_string(position.place()));
        lines.add(chess::to_san(position, game.moves[ply]));
        const PgnNote note = ply < game.notes.size() ? game.notes[ply] : PgnNote{};
        needs_number = add_comment(lines, note.clock, note.comment);
        position.play(game.moves[ply]);
    }
    add_comment(lines, std::nullopt, rest_in_words(game.rest));
    lines.add(game.result);
    return lines.take();
}

bool is_chess960(const chess::Position& start) {
    const chess::Setup standard = chess::Position{}.setup();
    const auto plays_standard = [&](chess::Color color) {
        const auto rooks = start.castling_rooks() & start.of(color);
        return rooks.empty() ||
            ((rooks & ~standard.castling_rooks).empty() &&
             start.king(color) == chess::Position{}.king(color));
    };
    return !plays_standard(chess::Color::white) || !plays_standard(chess::Color::black);
}

std::vector<Tag>::iterator find_tag(std::vector<Tag>& tags, std::string_view name) {
    return std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) {
        return tag.first == name;
    });
}

void add_if_missing(std::vector<Tag>& tags, std::string_view name, std::string value) {
    if (find_tag(tags, name) == tags.end()) tags.emplace_back(name, std::move(value));
}

// The start position, in the words of the tag that is there if these are right.
void say_start(std::vector<Tag>& tags, const chess::Position& start) {
    const std::string fen = chess::to_fen(start);
    if (const auto said = find_tag(tags, "FEN"); said != tags.end()) {
        const auto position = chess::parse_position(said->second);
        if (!position || chess::to_fen(*position) != fen) said->second = fen;
    }
    if (start != chess::Position{}) {
        if (is_chess960(start)) add_if_missing(tags, "Variant", "Chess960");
        add_if_missing(tags, "SetUp", "1");
        add_if_missing(tags, "FEN", fen);
    }
}

std::vector<Tag> all_tags(const PgnGame& game) {
    std::vector<Tag> tags{
        {"Event", "?"},
        {"Site", "?"},
        {"Date", "????.??.??"},
        {"Round", "?"},
        {"White", "?"},
        {"Black", "?"},
        {"Result", game.result}};
    for (Tag& tag : tags) {
        if (const auto value = game.tag(tag.first); value && tag.first != "Result")
            tag.second = *value;
    }
    for (const auto& [name, value] : game.tags) add_if_missing(tags, name, value);
    say_start(tags, game.start);
    return tags;
}

} // namespace

std::string to_pgn(const PgnGame& game) {
    std::string text;
    for (const auto& [name, value] : all_tags(game))
        text += fmt::format("[{} \"{}\"]\n", name, escaped(value));
    return text + "\n" + movetext(game) + "\n\n";
}

} // namespace ansage::scoresheet
