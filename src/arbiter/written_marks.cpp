// SPDX-License-Identifier: GPL-3.0-or-later
// From a text to the marks of its games: words are cut out, and mended where they were torn apart.
#include "arbiter/written_score.hpp"
#include "chess/fen.hpp"
#include "scoresheet/text.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::arbiter {

using base::Error;
using base::Result;
using Kind = ScoreMark::Kind;

namespace {

bool is_digit(char letter) { return '0' <= letter && letter <= '9'; }

bool is_blank(char letter) { return static_cast<unsigned char>(letter) <= ' ' || letter == '\x7f'; }

bool is_file(char letter) { return 'a' <= letter && letter <= 'h'; }

bool is_upper(char letter) { return 'A' <= letter && letter <= 'Z'; }

bool consists_of(std::string_view word, std::string_view letters) {
    return !word.empty() && word.find_first_not_of(letters) == std::string_view::npos;
}

template <std::size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
    return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 8> results{
    "1-0", "0-1", "1/2-1/2", "1/2", "½-½", "½", "*", "1:0"};
constexpr std::array<std::string_view, 5> capture_signs{"x", "X", ":", "×", "takes"};
constexpr std::array<std::string_view, 10> en_passant_signs{
    "e.p.", "e.p", "ep", "ep.", "EP", "(=)", "+/-", "±", "∓", "N.B."};
constexpr std::array<std::string_view, 3> number_signs{".", ")", ":"};
// Dashes as people and word processors write them.
constexpr std::array<std::string_view, 3> dashes{"–", "—", "−"};

bool is_dash(std::string_view word) {
    return consists_of(word, "-") || consists_of(word, "_") || is_one_of(word, dashes);
}

// Praise, doubt, check and mate, standing by themselves.
bool says_nothing(std::string_view word) {
    return consists_of(word, "!?+-#=/~") || is_one_of(word, en_passant_signs);
}

bool is_gap(std::string_view word) {
    const bool question = consists_of(word, "?") && word != "??";
    return question || is_dash(word);
}

bool is_zero(std::string_view word) { return word == "0" || word == "O" || word == "o"; }

// "0:05", "1:29:30": players note times behind their moves.
bool is_time(std::string_view word) {
    return word.size() > 3 && is_digit(word.front()) && is_digit(word.back()) &&
        word.find(':') != std::string_view::npos && consists_of(word, "0123456789:");
}

struct RawWord {
    std::string text;
    std::size_t line = 0;
};

// Cuts a text into words and tags, and leaves out what is no part of the moves.
class Scanner {
public:
    Scanner(std::string_view text, const std::string& name)
        : rest_(text),
          name_(name) {
        if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
    }

    Result<std::vector<WrittenScore>, Error> read() {
        begin_game();
        while (!rest_.empty()) {
            if (!at_line_start_ || !is_tag()) take_element();
            else if (auto used = use_tag(take_line()); !used) return tl::unexpected{used.error()};
        }
        finish_words();
        return std::move(games_);
    }

private:
    void begin_game() {
        WrittenScore game;
        game.name = name_;
        game.line = line_;
        games_.push_back(std::move(game));
        over_ = false;
    }

    char take() {
        const char letter = rest_.front();
        rest_.remove_prefix(1);
        line_ += letter == '\n' ? 1U : 0U;
        at_line_start_ = letter == '\n' || (at_line_start_ && is_blank(letter));
        return letter;
    }

    std::string_view line() const { return rest_.substr(0, rest_.find('\n')); }

    std::string_view take_line() {
        const std::string_view taken = line();
        rest_.remove_prefix(taken.size());
        return taken;
    }

    bool is_tag() const {
        return rest_.front() == '[' && line().find('"') != std::string_view::npos;
    }

    // "# ...", or a heading of a sheet: "Weiß: Müller".
    bool is_remark() const {
        if (rest_.front() == '#' || rest_.front() == '%') return true;
        const std::string_view head = line().substr(0, line().find(':'));
        return head.size() > 2 && head.size() < line().size() &&
            head.find_first_of("0123456789") == std::string_view::npos;
    }

    Result<void, Error> use_tag(std::string_view tag) {
        finish_words();
        if (!games_.back().marks.empty() || over_) begin_game();
        games_.back().english = true;
        if (!tag.starts_with("[FEN ")) return {};
        const std::size_t begin = tag.find('"') + 1;
        const auto start = chess::parse_position(tag.substr(begin, tag.find('"', begin) - begin));
        if (!start) {
            return tl::unexpected{
                Error{start.error().what, fmt::format("{}:{}", name_, line_), start.error().mend}};
        }
        games_.back().start = *start;
        return {};
    }

    void take_element() {
        const char letter = rest_.front();
        if (is_divider(letter)) take();
        else if (letter == ';' || (at_line_start_ && is_remark())) take_line();
        else if (letter == '{') take_comment();
        else if (letter == '(' && !is_short_bracket()) skip_variation();
        else take_word();
    }

    // A spreadsheet's and a table's, too. A semicolon begins a comment in PGN, and elsewhere before
    // what can be no move.
    bool is_divider(char letter) const {
        const bool divides = letter == ';' && !games_.back().english &&
            line().find_first_of("0123456789") != std::string_view::npos;
        return is_blank(letter) || letter == ',' || letter == '|' || divides;
    }

    // "(D)" of a promotion, "(=)" of a draw offer.
    bool is_short_bracket() const { return rest_.size() > 2 && rest_[2] == ')'; }

    void take_comment() {
        std::string comment;
        while (!rest_.empty() && rest_.front() != '}') comment += take();
        if (!rest_.empty()) take();
        constexpr std::string_view clock = "[%clk ";
        const std::size_t found = comment.find(clock);
        if (found == std::string::npos) return;
        const std::string_view value = std::string_view{comment}.substr(found + clock.size());
        finish_words();
        std::vector<ScoreMark>& marks = games_.back().marks;
        if (!marks.empty())
            marks.back().clock = terminal::parse_clock_time(value.substr(0, value.find(']')));
    }

    void skip_variation() {
        unsigned depth = 0;
        do {
            const char letter = take();
            depth += letter == '(' ? 1U : 0U;
            depth -= letter == ')' ? 1U : 0U;
        } while (depth > 0 && !rest_.empty());
    }

    void take_word() {
        RawWord word{{}, line_};
        const bool bracket = rest_.front() == '(';
        do {
            word.text += take();
        } while (!rest_.empty() && !is_divider(rest_.front()) && rest_.front() != '{' &&
                 rest_.front() != ';' && (bracket || rest_.front() != '('));
        if (word.text.front() != '$' && !over_) words_.push_back(std::move(word));
    }

    void finish_words();

    std::string_view rest_;
    const std::string& name_;
    std::size_t line_ = 1;
    bool at_line_start_ = true;
    bool over_ = false;
    std::vector<RawWord> words_;
    std::vector<WrittenScore> games_;
};

// Words to marks: mends what was torn apart ("S f3", "e8 D", "0 - 0").
class Marker {
public:
    Marker(std::vector<RawWord> words, std::vector<ScoreMark>& marks)
        : words_(std::move(words)),
          marks_(marks) {}

    // True if a result ended the game.
    bool run() {
        for (; next_ < words_.size(); ++next_) {
            if (is_one_of(words_[next_].text, results)) return true;
            if (!take_castling()) add(words_[next_].text);
        }
        return false;
    }

private:
    std::string_view word(std::size_t ahead) const {
        return next_ + ahead < words_.size() ? std::string_view{words_[next_ + ahead].text}
                                             : std::string_view{};
    }

    bool take_castling() {
        if (!is_zero(word(0)) || !is_dash(word(1)) || !is_zero(word(2))) return false;
        const bool is_long = is_dash(word(3)) && is_zero(word(4));
        push(Kind::move, is_long ? "O-O-O" : "O-O");
        next_ += is_long ? 4U : 2U;
        return true;
    }

    void add(std::string_view text) {
        if (completes_last(text)) last()->text += text;
        else if (is_gap(text)) push(Kind::dash, text);
        else if (text == ".") return; // of the number before it
        else if (consists_of(text, ".") || text == "…") push(Kind::dots, text);
        else if (!says_nothing(text) && !is_time(text)) add_number_or_move(text);
    }

    ScoreMark* last() const {
        const bool move = !marks_.empty() && marks_.back().kind == Kind::move;
        return move ? &marks_.back() : nullptr;
    }

    // "e 4", "S f3", "S x f3", "e8 D", "e8 =D", "e8 (D)".
    bool completes_last(std::string_view text) const {
        const ScoreMark* before = last();
        if (before == nullptr) return false;
        const char end = before->text.back();
        const bool begun = before->text.size() == 1 || end == 'x' || end == ':' || end == '-';
        const bool to_last_rank =
            before->text.size() > 1 && is_file(before->text.front()) && (end == '8' || end == '1');
        const bool promotes = text.front() == '=' || text.front() == '(';
        return begun || is_one_of(text, capture_signs) ||
            (promotes && text.size() > 1 && is_upper(text[1])) ||
            (to_last_rank && text.size() == 1 && is_upper(text.front()));
    }

    // "12", "12.", "12:", "12.-", "12.e4", "12...Sf6"; castling with zeros is no number.
    void add_number_or_move(std::string_view text) {
        if (text == "00" || text == "000") {
            push(Kind::move, text.size() == 2 ? "O-O" : "O-O-O");
            return;
        }
        std::size_t digits = 0;
        while (digits < text.size() && digits < 4 && is_digit(text[digits])) ++digits;
        const std::string_view after = text.substr(digits);
        const bool ends_number = after.empty() || is_one_of(after.substr(0, 1), number_signs);
        if (digits == 0 || !ends_number) {
            push(Kind::move, text);
            return;
        }
        push(Kind::number, text.substr(0, digits));
        marks_.back().number = terminal::parse_number<chess::MoveNumber>(text.substr(0, digits))
                                   .value_or(chess::MoveNumber{});
        const std::size_t dots = std::min(after.find_first_not_of(".):"), after.size());
        if (dots > 1) push(Kind::dots, after.substr(0, dots));
        if (dots < after.size() && after != ".-") add(after.substr(dots));
    }

    void push(Kind kind, std::string_view text) {
        while (kind == Kind::move && text.size() > 1 && (text.back() == ',' || text.back() == '.'))
            text.remove_suffix(1);
        ScoreMark mark;
        mark.kind = kind;
        mark.text = text;
        mark.line = words_[next_].line;
        marks_.push_back(std::move(mark));
    }

    std::vector<RawWord> words_;
    std::vector<ScoreMark>& marks_;
    std::size_t next_ = 0;
};

void Scanner::finish_words() {
    if (!over_) over_ = Marker{std::move(words_), games_.back().marks}.run();
    words_.clear();
}

} // namespace

Result<std::vector<WrittenScore>, Error>
read_written_scores(std::string_view text, const std::string& name) {
    const std::string plain = scoresheet::in_plain_signs({}, text); // English, as anybody may write
    return Scanner{plain, name}.read();
}

} // namespace ansage::arbiter
