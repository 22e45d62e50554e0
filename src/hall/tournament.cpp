// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/tournament.hpp"

#include "base/visible.hpp"
#include "scoresheet/latin1.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <tuple>

namespace ansage::hall {

using base::Error;
using base::Result;
using chess::Color;
using record::PairedPlayer;
using record::Pairing;
using record::Pairings;

namespace {

constexpr std::size_t longest_tournament = 4U << 20U;
constexpr unsigned highest_number = 9999;
constexpr unsigned most_rounds = 100;

// Columns of a player's line, from 1 (TRF16, "Player Section").
constexpr std::size_t number_first = 5;
constexpr std::size_t title_first = 11;
constexpr std::size_t name_first = 15;
constexpr std::size_t name_last = 47;
constexpr std::size_t rating_first = 49;
constexpr std::size_t id_first = 58;
constexpr std::size_t points_first = 81;
constexpr std::size_t points_last = 84;
constexpr std::size_t rounds_first = 92;
constexpr std::size_t round_width = 10;
constexpr std::size_t color_offset = 5;
constexpr std::size_t result_offset = 7;
constexpr std::size_t longest_player_line = rounds_first + most_rounds * round_width;
constexpr std::array<std::size_t, 5> blank_columns{4, 9, 14, 48, 91};

constexpr std::string_view known_results = " 1=0WDL+-HFUZ";

std::size_t first_of(unsigned round) {
    return rounds_first + (round - 1) * round_width;
}

// A column is a letter: of UTF-8 several bytes, in files of programs that count bytes one.
enum class Unit : std::uint8_t { letters, bytes };

// Where each column of a line begins.
class Columns {
public:
    Columns(std::string_view line, Unit unit)
        : line_(line) {
        for (std::size_t at = 0; at < line.size(); ++at) {
            const bool continues =
                unit == Unit::letters && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U;
            if (!continues) {
                begins_.push_back(at);
            }
        }
    }

    [[nodiscard]] std::size_t size() const { return begins_.size(); }

    // Where that column is in the line; its end if it is shorter.
    [[nodiscard]] std::size_t place(std::size_t column) const {
        return column <= begins_.size() ? begins_[column - 1] : line_.size();
    }

    [[nodiscard]] std::string_view text(std::size_t first, std::size_t last) const {
        const std::size_t begin = place(first);
        return terminal::trim(line_.substr(begin, place(last + 1) - begin));
    }

    [[nodiscard]] char letter(std::size_t column) const {
        return column <= size() ? line_[place(column)] : ' ';
    }

    // What stands between the columns stays free.
    [[nodiscard]] bool fits() const {
        const auto is_blank = [&](std::size_t column) { return letter(column) == ' '; };
        for (std::size_t round = rounds_first; round <= size(); round += round_width) {
            if (!is_blank(round + 4) || !is_blank(round + 6) || !is_blank(round + 8)) {
                return false;
            }
        }
        return std::ranges::all_of(blank_columns, is_blank);
    }

private:
    std::string_view line_;
    std::vector<std::size_t> begins_;
};

std::optional<Columns> columns_of(std::string_view line) {
    for (const Unit unit : {Unit::letters, Unit::bytes}) {
        Columns columns{line, unit};
        if (columns.fits()) {
            return columns;
        }
    }
    return std::nullopt;
}

std::string_view without_end(std::string_view line) {
    while (line.ends_with('\n') || line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

std::string readable(std::string_view text) {
    return base::visible(scoresheet::to_utf8(std::string{terminal::trim(text)}));
}

// "Ember,Anna" is "Ember, Anna".
std::string name_of(std::string_view text) {
    std::string name;
    for (const char letter : readable(text)) {
        const bool follows_comma = !name.empty() && name.back() == ',' && letter != ' ';
        name += follows_comma ? " " : "";
        name += letter;
    }
    return name;
}

std::string digits_of(std::string_view text) {
    const bool is_number =
        std::ranges::all_of(text, [](char letter) { return letter >= '0' && letter <= '9'; });
    return is_number && text.find_first_not_of('0') != std::string_view::npos ? std::string{text}
                                                                              : std::string{};
}

// "5.5" is 55.
std::optional<unsigned> tenths_of(std::string_view text) {
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || point + 2 != text.size()) {
        return std::nullopt;
    }
    const auto whole = terminal::parse_number(text.substr(0, point));
    const auto tenth = terminal::parse_number(text.substr(point + 1));
    return whole && tenth && *whole <= most_rounds ? std::optional{*whole * 10 + *tenth}
                                                   : std::nullopt;
}

unsigned tenths_for(char result) {
    if (std::string_view{"1W+FU"}.find(result) != std::string_view::npos) {
        return 10;
    }
    return std::string_view{"=DH"}.find(result) != std::string_view::npos ? 5 : 0;
}

} // namespace

ResultLetters letters_of(const PlayedResult& result) {
    const bool is_default = result.termination == laws::Termination::default_;
    const auto letter = [&](unsigned tenths) {
        if (is_default) {
            return tenths == 10 ? '+' : '-';
        }
        const std::string_view letters = result.has_moves ? "0=1" : "LDW";
        return letters[tenths / 5];
    };
    switch (result.score) {
    case laws::Score::white_wins:
        return {letter(10), letter(0)};
    case laws::Score::black_wins:
        return {letter(0), letter(10)};
    case laws::Score::draw:
        return {letter(5), letter(5)};
    case laws::Score::both_lose:
        return {letter(0), letter(0)};
    case laws::Score::white_half:
        return {letter(5), letter(0)};
    case laws::Score::black_half:
        return {letter(0), letter(5)};
    }
    return {};
}

class Tournament::TrfReader {
public:
    explicit TrfReader(std::string file) { read_.file_ = std::move(file); }

    Result<Tournament, Error> read(std::string_view text) {
        if (text.size() > longest_tournament) {
            return wrong("this is longer than a tournament can be", "give a TRF file");
        }
        while (!text.empty()) {
            std::string line{take_line(text)};
            if (auto taken = take(line); !taken) {
                return tl::unexpected(taken.error());
            }
            read_.lines_.push_back(std::move(line));
        }
        if (read_.entrants_.empty()) {
            return wrong(
                "no player is in it", "give a TRF file; its players' lines begin with 001"
            );
        }
        std::ranges::sort(read_.entrants_, {}, [](const Entrant& entrant) {
            return entrant.player.number;
        });
        return check_numbers().map([&] { return std::move(read_); });
    }

private:
    // With its end: LF, CR LF, or CR alone.
    static std::string_view take_line(std::string_view& text) {
        std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        end += text.substr(end).starts_with("\r\n") ? std::size_t{2} : end < text.size() ? 1U : 0U;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        return line;
    }

    [[nodiscard]] tl::unexpected<Error> wrong(std::string what, std::string mend) const {
        return tl::unexpected(Error{
            std::move(what),
            fmt::format("{}:{}", read_.file_, read_.lines_.size() + 1),
            std::move(mend)});
    }

    Result<void, Error> take(std::string_view line) {
        line = without_end(line);
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (read_.lines_.empty() && line.starts_with(byte_order_mark)) {
            line.remove_prefix(byte_order_mark.size());
        }
        const std::string_view code = line.substr(0, 3);
        if (code == "001") {
            return take_player(line);
        }
        constexpr std::size_t longest_fact = 200; // of a pairing file, too
        if (code == "012" || code == "022") {
            const std::string text = readable(line.substr(3));
            if (text.size() > longest_fact) {
                return wrong("this name is longer than 200 letters", "shorten it");
            }
            (code == "012" ? read_.name_ : read_.site_) = text;
        }
        return {};
    }

    Result<void, Error> take_player(std::string_view line) {
        while (line.ends_with(' ')) {
            line.remove_suffix(1);
        }
        if (line.size() > 2 * longest_player_line) {
            return wrong("a player has at most 100 rounds", "shorten it");
        }
        const auto columns = columns_of(line);
        if (!columns || columns->size() > longest_player_line) {
            return wrong(
                "the columns are not those of TRF16", "write it again with the pairing program"
            );
        }
        Entrant entrant;
        entrant.line = read_.lines_.size();
        const auto number = terminal::parse_number(columns->text(number_first, number_first + 3));
        if (!number || *number == 0 || *number > highest_number) {
            return wrong("a player's number is 1 to 9999", "it stands in columns 5 to 8");
        }
        entrant.player.number = *number;
        entrant.player.name = name_of(columns->text(name_first, name_last));
        constexpr std::size_t longest_name = 160; // 33 letters, each of them any
        if (entrant.player.name.empty() || entrant.player.name.size() > longest_name) {
            return wrong(
                entrant.player.name.empty() ? "a player has no name"
                                            : "a player's name is longer than 33 letters",
                "it stands in columns 15 to 47"
            );
        }
        entrant.player.title = title_of(columns->text(title_first, title_first + 2));
        entrant.player.rating = digits_of(columns->text(rating_first, rating_first + 3));
        entrant.player.id = digits_of(columns->text(id_first, id_first + 10));
        entrant.tenths = tenths_of(columns->text(points_first, points_last));
        return take_rounds(*columns, entrant).map([&] {
            read_.entrants_.push_back(std::move(entrant));
        });
    }

    // "g", "WFM"; programs of old write one letter.
    static std::string title_of(std::string_view text) {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 8> titles{
            {{"G", "GM"},
             {"M", "IM"},
             {"F", "FM"},
             {"C", "CM"},
             {"WG", "WGM"},
             {"WM", "WIM"},
             {"WF", "WFM"},
             {"WC", "WCM"}}};
        std::string title{text};
        std::ranges::transform(title, title.begin(), [](unsigned char letter) {
            return static_cast<char>(std::toupper(letter));
        });
        for (const auto& [letter, whole] : titles) {
            if (title == letter || title == whole) {
                return std::string{whole};
            }
        }
        return {};
    }

    Result<void, Error> take_rounds(const Columns& columns, Entrant& entrant) {
        for (std::size_t at = rounds_first; at <= columns.size(); at += round_width) {
            const std::string_view opponent = columns.text(at, at + 3);
            const auto number =
                opponent.empty() ? std::optional{0U} : terminal::parse_number(opponent);
            const auto lower = [](char letter) {
                return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
            };
            Paired paired;
            paired.color = lower(columns.letter(at + color_offset));
            paired.result = static_cast<char>(
                std::toupper(static_cast<unsigned char>(columns.letter(at + result_offset)))
            );
            const bool is_color = std::string_view{"wb- "}.find(paired.color) != std::string::npos;
            if (!number || *number > highest_number || !is_color ||
                known_results.find(paired.result) == std::string_view::npos) {
                return wrong(
                    fmt::format("round {} cannot be read", entrant.rounds.size() + 1),
                    "it has an opponent's number, w, b or -, and a result of TRF16"
                );
            }
            paired.opponent = *number;
            entrant.rounds.push_back(paired);
        }
        return {};
    }

    [[nodiscard]] Result<void, Error> check_numbers() const {
        const auto twice =
            std::ranges::adjacent_find(read_.entrants_, {}, [](const Entrant& entrant) {
                return entrant.player.number;
            });
        if (twice == read_.entrants_.end()) {
            return {};
        }
        return tl::unexpected(Error{
            fmt::format("two players have the number {}", twice->player.number),
            fmt::format("{}:{}", read_.file_, (twice + 1)->line + 1),
            "give each one of his own"});
    }

    Tournament read_;
};

Result<Tournament, Error> Tournament::read(std::string text, const std::string& file) {
    return TrfReader{file}.read(text);
}

unsigned Tournament::rounds() const {
    std::size_t most = 0;
    for (const Entrant& entrant : entrants_) {
        most = std::max(most, entrant.rounds.size());
    }
    return static_cast<unsigned>(most);
}

std::optional<unsigned> Tournament::open_round() const {
    const auto is_open = [](const Entrant& entrant, unsigned round) {
        return entrant.rounds.size() >= round && entrant.rounds[round - 1].opponent != 0 &&
            entrant.rounds[round - 1].result == ' ';
    };
    for (unsigned round = rounds(); round > 0; --round) {
        if (std::ranges::any_of(entrants_, [&](const Entrant& one) {
                return is_open(one, round);
            })) {
            return round;
        }
    }
    return std::nullopt;
}

const Tournament::Entrant* Tournament::find(unsigned number) const {
    const auto found = std::ranges::lower_bound(entrants_, number, {}, [](const Entrant& entrant) {
        return entrant.player.number;
    });
    return found == entrants_.end() || found->player.number != number ? nullptr : &*found;
}

unsigned Tournament::tenths_before(const Entrant& entrant, unsigned round) const {
    unsigned tenths = 0;
    for (std::size_t i = 0; i < entrant.rounds.size() && i + 1 < round; ++i) {
        tenths += tenths_for(entrant.rounds[i].result);
    }
    return tenths;
}

// Both lines name the same game.
Result<void, Error> Tournament::check_opponent(const Entrant& entrant, unsigned round) const {
    const Paired& own = entrant.rounds[round - 1];
    const Entrant* const other = find(own.opponent);
    const bool agrees = other != nullptr && other != &entrant && other->rounds.size() >= round &&
        other->rounds[round - 1].opponent == entrant.player.number &&
        other->rounds[round - 1].result == ' ' && (own.color == 'w' || own.color == 'b') &&
        other->rounds[round - 1].color == (own.color == 'w' ? 'b' : 'w');
    if (agrees) {
        return {};
    }
    return tl::unexpected(Error{
        fmt::format(
            "{} and {} do not agree on their game of round {}",
            entrant.player.number,
            own.opponent,
            round
        ),
        fmt::format("{}:{}", file_, entrant.line + 1),
        "write it again with the pairing program"});
}

Result<Pairings, Error> Tournament::pairings(unsigned round) const {
    struct Game {
        std::array<unsigned, 3> order{}; // C.04.2, order of publication: the higher comes first
        Pairing pairing;
    };

    std::vector<Game> games;
    for (const Entrant& entrant : entrants_) {
        const bool is_paired = entrant.rounds.size() >= round &&
            entrant.rounds[round - 1].opponent != 0 && entrant.rounds[round - 1].result == ' ';
        if (!is_paired) {
            continue;
        }
        if (auto checked = check_opponent(entrant, round); !checked) {
            return tl::unexpected(checked.error());
        }
        if (entrant.rounds[round - 1].color != 'w') {
            continue;
        }
        const Entrant& black = *find(entrant.rounds[round - 1].opponent);
        const unsigned own = tenths_before(entrant, round);
        const unsigned other = tenths_before(black, round);
        const Entrant& higher =
            own > other || (own == other && entrant.player.number < black.player.number) ? entrant
                                                                                         : black;
        games.push_back(
            {{std::max(own, other), own + other, highest_number - higher.player.number},
             {.table = {}, .board = 0, .players = {entrant.player, black.player}}}
        );
    }
    std::ranges::stable_sort(games, std::ranges::greater{}, &Game::order);
    Pairings pairings{.event = name_, .site = site_, .round = round, .games = {}};
    for (Game& game : games) {
        game.pairing.board = static_cast<unsigned>(pairings.games.size() + 1);
        pairings.games.push_back(std::move(game.pairing));
    }
    return pairings;
}

void Tournament::write(Entrant& entrant, unsigned round, char result) {
    std::string& line = lines_[entrant.line];
    const std::string end = line.substr(without_end(line).size());
    line.resize(line.size() - end.size());
    const std::size_t before = entrant.tenths.value_or(0);
    const bool is_sum = entrant.tenths == tenths_before(entrant, rounds() + 1);
    const auto replace = [&](std::size_t first, const std::string& text) {
        const Columns columns = columns_of(line).value_or(Columns{line, Unit::bytes});
        line.replace(columns.place(first), text.size(), text);
    };
    line.append(round_width, ' '); // the result is within them, or before
    replace(first_of(round) + result_offset, std::string{result});
    entrant.rounds[round - 1].result = result;
    if (is_sum) {
        entrant.tenths = static_cast<unsigned>(before) + tenths_for(result);
        replace(points_first, fmt::format("{:>4.1f}", *entrant.tenths / 10.0));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    line += end;
}

Result<void, Error>
Tournament::set_result(unsigned round, const Pairing& game, ResultLetters letters) {
    const Entrant* const white = find(game.players.white.number);
    const bool is_paired = white != nullptr && white->rounds.size() >= round && round > 0 &&
        white->rounds[round - 1].opponent == game.players.black.number &&
        white->rounds[round - 1].color == 'w';
    if (!is_paired) {
        return tl::unexpected(Error{
            fmt::format("{} has another game than {}", file_, game.table),
            fmt::format("round {}", round),
            "give the file from which the round was paired"});
    }
    const Entrant* const black = find(game.players.black.number);
    if (const char has = white->rounds[round - 1].result; has != ' ') {
        const bool is_same = has == letters.white && black != nullptr &&
            black->rounds.size() >= round && black->rounds[round - 1].result == letters.black;
        return is_same ? Result<void, Error>{}
                       : tl::unexpected(Error{
                             fmt::format("{} has another result there", game.table),
                             fmt::format("{}:{}", file_, white->line + 1),
                             "ask the arbiter which one is right"});
    }
    if (auto checked = check_opponent(*white, round); !checked) {
        return checked;
    }
    const auto index_of = [&](const Entrant* entrant) {
        return static_cast<std::size_t>(entrant - entrants_.data());
    };
    write(entrants_[index_of(white)], round, letters.white);
    write(entrants_[index_of(black)], round, letters.black);
    return {};
}

std::string Tournament::text() const {
    std::string text;
    for (const std::string& line : lines_) {
        text += line;
    }
    return text;
}

} // namespace ansage::hall
