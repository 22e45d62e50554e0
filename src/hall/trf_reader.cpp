// SPDX-License-Identifier: GPL-3.0-or-later
// A tournament file is read: its players, and what each did in each round.
#include "base/encoding.hpp"
#include "base/try.hpp"
#include "base/visible.hpp"
#include "hall/tournament.hpp"
#include "hall/trf.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace ansage::hall {

using base::Error;
using base::Result;

namespace {

constexpr std::size_t longest_tournament = 4U << 20U;
constexpr std::string_view known_results = " 1=0WDL+-HFUZ";

std::string readable(std::string_view text) {
    return base::visible(base::decode_line(terminal::trim(text)));
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
    if (point == std::string_view::npos || point + 2 != text.size()) return std::nullopt;
    const auto whole = terminal::parse_number(text.substr(0, point));
    const auto tenth = terminal::parse_number(text.substr(point + 1));
    return whole && tenth && *whole <= trf::most_rounds ? std::optional{*whole * 10 + *tenth}
                                                        : std::nullopt;
}

} // namespace

class Tournament::TrfReader {
public:
    explicit TrfReader(std::string file) { read_.file_ = std::move(file); }

    Result<Tournament, Error> read(std::string_view text) {
        if (text.size() > longest_tournament) {
            return wrong(
                base::phrase("this is longer than a tournament can be"),
                base::phrase("give a TRF file")
            );
        }
        while (!text.empty()) {
            std::string line{take_line(text)};
            ANSAGE_TRY(take(line));
            read_.lines_.push_back(std::move(line));
        }
        if (read_.entrants_.empty()) {
            return wrong(
                base::phrase("no player is in it"),
                base::phrase("give a TRF file; its players' lines begin with 001")
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

    [[nodiscard]] tl::unexpected<Error> wrong(base::Phrase what, base::Phrase mend) const {
        return tl::unexpected(Error{
            std::move(what),
            fmt::format("{}:{}", read_.file_, read_.lines_.size() + 1),
            std::move(mend)});
    }

    Result<void, Error> take(std::string_view line) {
        line = trf::without_end(line);
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (read_.lines_.empty() && line.starts_with(byte_order_mark))
            line.remove_prefix(byte_order_mark.size());
        const std::string_view code = line.substr(0, 3);
        if (code == "001") return take_player(line);
        constexpr std::size_t longest_fact = 200; // of a pairing file, too
        if (code == "012" || code == "022") {
            const std::string text = readable(line.substr(3));
            if (text.size() > longest_fact) {
                return wrong(
                    base::phrase("this name is longer than 200 letters"), base::phrase("shorten it")
                );
            }
            (code == "012" ? read_.name_ : read_.site_) = text;
        }
        return {};
    }

    Result<void, Error> take_player(std::string_view line) {
        while (line.ends_with(' ')) line.remove_suffix(1);
        if (line.size() > 2 * trf::longest_player_line) {
            return wrong(
                base::phrase("a player has at most 100 rounds"), base::phrase("shorten it")
            );
        }
        const auto columns = trf::columns_of(line);
        if (!columns || columns->size() > trf::longest_player_line) {
            return wrong(
                base::phrase("the columns are not those of TRF16"),
                base::phrase("write it again with the pairing program")
            );
        }
        Entrant entrant;
        entrant.line = read_.lines_.size();
        const auto number =
            terminal::parse_number(columns->text(trf::number_first, trf::number_first + 3));
        if (!number || *number == 0 || *number > trf::highest_number) {
            return wrong(
                base::phrase("a player's number is 1 to 9999"),
                base::phrase("it stands in columns 5 to 8")
            );
        }
        entrant.player.number = *number;
        entrant.player.name = name_of(columns->text(trf::name_first, trf::name_last));
        constexpr std::size_t longest_name = 160; // 33 letters, each of them any
        if (entrant.player.name.empty() || entrant.player.name.size() > longest_name) {
            return wrong(
                entrant.player.name.empty()
                    ? base::phrase("a player has no name")
                    : base::phrase("a player's name is longer than 33 letters"),
                base::phrase("it stands in columns 15 to 47")
            );
        }
        entrant.player.title = title_of(columns->text(trf::title_first, trf::title_first + 2));
        entrant.player.rating = digits_of(columns->text(trf::rating_first, trf::rating_first + 3));
        entrant.player.id = digits_of(columns->text(trf::id_first, trf::id_first + 10));
        entrant.tenths = tenths_of(columns->text(trf::points_first, trf::points_last));
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
        for (const auto& [letter, whole] : titles)
            if (title == letter || title == whole) return std::string{whole};
        return {};
    }

    Result<void, Error> take_rounds(const trf::Columns& columns, Entrant& entrant) {
        for (std::size_t at = trf::rounds_first; at <= columns.size(); at += trf::round_width) {
            const std::string_view opponent = columns.text(at, at + 3);
            const auto number =
                opponent.empty() ? std::optional{0U} : terminal::parse_number(opponent);
            const auto lower = [](char letter) {
                return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
            };
            Paired paired;
            paired.color = lower(columns.letter(at + trf::color_offset));
            paired.result = static_cast<char>(
                std::toupper(static_cast<unsigned char>(columns.letter(at + trf::result_offset)))
            );
            const bool is_color = std::string_view{"wb- "}.find(paired.color) != std::string::npos;
            if (!number || *number > trf::highest_number || !is_color ||
                known_results.find(paired.result) == std::string_view::npos) {
                return wrong(
                    base::phrase("round {} cannot be read", entrant.rounds.size() + 1),
                    base::phrase("it has an opponent's number, w, b or -, and a result of TRF16")
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
        if (twice == read_.entrants_.end()) return {};
        return tl::unexpected(Error{
            base::phrase("two players have the number {}", twice->player.number),
            fmt::format("{}:{}", read_.file_, (twice + 1)->line + 1),
            base::phrase("give each one of his own")});
    }

    Tournament read_;
};

Result<Tournament, Error> Tournament::read(const std::string& text, const std::string& file) {
    return TrfReader{file}.read(text);
}

} // namespace ansage::hall
