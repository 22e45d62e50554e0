// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/pairing.hpp"

#include "base/text.hpp"
#include "base/try.hpp"
#include "base/visible.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ansage::record {

using base::Error;
using base::Result;
using chess::Color;

namespace {

constexpr std::string_view pairing_name = "hall/pairing";
constexpr std::size_t longest_fact = 200;
constexpr unsigned most_rounds_paired = 1000;

struct PlayerFact {
    std::string_view key; // after "white-"
    std::string_view tag; // after "White"
    std::string PairedPlayer::*value;
};

constexpr std::array<PlayerFact, 3> player_facts{{
    {"title", "Title", &PairedPlayer::title},
    {"rating", "Elo", &PairedPlayer::rating},
    {"id", "FideId", &PairedPlayer::id},
}};

void add_line(std::string& text, std::string_view key, std::string_view value) {
    if (!value.empty()) text += fmt::format("{} {}\n", key, value);
}

class PairingsReader {
public:
    PairingsReader(std::string_view text, const std::string& file)
        : rest_(text),
          file_(file) {}

    Result<Pairings, Error> read() {
        while (!rest_.empty()) {
            const std::string_view line = terminal::trim(base::take_until(rest_, '\n'));
            ++number_;
            if (line.empty() || line.starts_with('#')) continue;
            ANSAGE_TRY(take(line));
        }
        return check().map([&] { return std::move(read_); });
    }

private:
    [[nodiscard]] tl::unexpected<Error> wrong(base::Phrase what, base::Phrase mend) const {
        return tl::unexpected(Error{
            std::move(what), fmt::format("{}:{}", file_, number_), std::move(mend)});
    }

    Result<void, Error> take(std::string_view line) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::string_view key = line.substr(0, blank);
        const std::string value = base::visible(terminal::trim(line.substr(blank)));
        if (value.empty() || value.size() > longest_fact) {
            return wrong(
                base::phrase("a fact has a key and at most 200 letters"),
                base::phrase("write such as: event Cup")
            );
        }
        if (key == "event" || key == "site") {
            (key == "event" ? read_.event : read_.site) = value;
            return {};
        }
        if (key == "round") {
            return take_number(value, most_rounds_paired).map([&](unsigned round) {
                read_.round = round;
            });
        }
        if (key == "table") {
            if (read_.games.size() == most_pairings || find_table(read_, value) != nullptr) {
                return wrong(
                    base::phrase("a table plays one game, and a round has at most 1000"),
                    base::phrase("name others")
                );
            }
            read_.games.push_back({.table = value, .board = 0});
            return {};
        }
        return take_of_game(key, value);
    }

    Result<void, Error> take_of_game(std::string_view key, const std::string& value) {
        if (read_.games.empty()) {
            return wrong(
                base::phrase("no table comes before this"), base::phrase("write table NAME first")
            );
        }
        Pairing& game = read_.games.back();
        if (key == "board") {
            return take_number(value, most_pairings).map([&](unsigned board) {
                game.board = board;
            });
        }
        for (const Color color : chess::both_colors) {
            const std::string_view player = chess::to_string(color);
            if (key == player) return take_player(game.players[color], value);
            const auto fact = std::ranges::find_if(player_facts, [&](const PlayerFact& known) {
                return key == fmt::format("{}-{}", player, known.key);
            });
            if (fact != std::end(player_facts)) {
                game.players[color].*fact->value = value;
                return {};
            }
        }
        return wrong(
            base::phrase("\"{}\" says nothing of a round", base::visible(key.substr(0, 40))),
            base::phrase("docs/hall.md has the keys")
        );
    }

    // "12 Ember, Anna"
    Result<void, Error> take_player(PairedPlayer& player, const std::string& value) {
        const std::size_t blank = std::min(value.find(' '), value.size());
        const auto number = terminal::parse_number(value.substr(0, blank));
        const std::string_view name = terminal::trim(std::string_view{value}.substr(blank));
        if (!number || *number == 0 || name.empty()) {
            return wrong(
                base::phrase("a player has a number and a name"),
                base::phrase("write such as: white 12 Ember, Anna")
            );
        }
        player.number = *number;
        player.name = name;
        return {};
    }

    [[nodiscard]] Result<unsigned, Error>
    take_number(const std::string& value, std::size_t most) const {
        const auto number = terminal::parse_number(value);
        if (!number || *number == 0 || *number > most) {
            return wrong(
                base::phrase("a number from 1 to {} is wanted", most), base::phrase("write one")
            );
        }
        return *number;
    }

    [[nodiscard]] Result<void, Error> check() const {
        const auto lacks_player = [](const Pairing& game) {
            return game.players.white.number == 0 || game.players.black.number == 0;
        };
        if (read_.round == 0 || read_.games.empty()) {
            return wrong(
                base::phrase("no round with a table"), base::phrase("make it with ansage hall pair")
            );
        }
        if (const auto game = std::ranges::find_if(read_.games, lacks_player);
            game != read_.games.end()) {
            return wrong(
                base::phrase("{} lacks a player", game->table),
                base::phrase("write white NUMBER NAME, and black")
            );
        }
        return {};
    }

    std::string_view rest_;
    const std::string& file_;
    std::size_t number_ = 0;
    Pairings read_;
};

void add_player(std::string& text, std::string_view key, const PairedPlayer& player) {
    text += fmt::format("{} {} {}\n", key, player.number, player.name);
    for (const PlayerFact& fact : player_facts)
        add_line(text, fmt::format("{}-{}", key, fact.key), player.*fact.value);
}

} // namespace

std::string to_text(const Pairings& pairings) {
    std::string text;
    add_line(text, "event", pairings.event);
    add_line(text, "site", pairings.site);
    text += fmt::format("round {}\n", pairings.round);
    for (const Pairing& game : pairings.games) {
        text += fmt::format("\ntable {}\n", game.table);
        add_line(text, "board", game.board > 0 ? std::to_string(game.board) : "");
        for (const Color color : chess::both_colors)
            add_player(text, chess::to_string(color), game.players[color]);
    }
    return text;
}

Result<Pairings, Error> read_pairings(std::string_view text, const std::string& file) {
    return PairingsReader{text, file}.read();
}

const Pairing* find_table(const Pairings& pairings, std::string_view table) {
    const auto found = std::ranges::find(pairings.games, table, &Pairing::table);
    return found == pairings.games.end() ? nullptr : &*found;
}

journal::Profile profile_of(const Pairings& pairings, const Pairing& game) {
    Pairings own = pairings;
    own.games = {game};
    return {std::string{pairing_name}, to_text(own)};
}

std::optional<Pairings> pairing_of(const journal::Header& header) {
    const auto stored = std::ranges::find(header.profiles, pairing_name, &journal::Profile::name);
    if (stored == header.profiles.end()) return std::nullopt;
    auto read = read_pairings(stored->text, std::string{pairing_name});
    return read ? std::optional{*std::move(read)} : std::nullopt;
}

void set_tags(scoresheet::PgnGame& game, const Pairings& pairings, const Pairing& pairing) {
    const auto set = [&](std::string name, const std::string& value) {
        const auto found =
            std::ranges::find(game.tags, name, &std::pair<std::string, std::string>::first);
        if (value.empty()) return;
        if (found == game.tags.end()) game.tags.emplace_back(std::move(name), value);
        else found->second = value;
    };
    set("Event", pairings.event);
    set("Site", pairings.site);
    set("Round", std::to_string(pairings.round));
    set("Board", pairing.board > 0 ? std::to_string(pairing.board) : "");
    for (const Color color : chess::both_colors) {
        const std::string player = color == Color::white ? "White" : "Black";
        for (const PlayerFact& fact : player_facts)
            set(player + std::string{fact.tag}, pairing.players[color].*fact.value);
    }
}

} // namespace ansage::record
