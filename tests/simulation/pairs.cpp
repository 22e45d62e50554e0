// SPDX-License-Identifier: GPL-3.0-or-later
#include "pairs.hpp"

#include "support/places.hpp"
#include "table/model/names.hpp"
#include "terminal/text.hpp"

#include <fmt/format.h>
#include <fstream>
#include <string_view>

namespace ansage::session {
namespace {

Words split_at(const std::string& text, const std::string& between) {
    Words parts;
    std::size_t begin = 0;
    for (auto end = text.find(between); end != text.npos; end = text.find(between, begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + between.size();
    }
    parts.push_back(text.substr(begin));
    return parts;
}

// The blocks of a file, each begun by a line with that key; and the lines of a block by their keys.
using Lines = std::vector<std::pair<std::string, std::string>>;

std::vector<Lines> blocks_of(const std::string& file, const std::string& key) {
    std::vector<Lines> blocks;
    std::ifstream stream{tests::root() + "/tests/data/alike/" + file};
    for (std::string line; std::getline(stream, line);) {
        if (line.empty() || line.front() == '#') continue;
        const std::size_t blank = line.find(' ');
        const std::string first = line.substr(0, blank);
        if (first == key) blocks.emplace_back();
        blocks.back().emplace_back(first, blank == line.npos ? "" : line.substr(blank + 1));
    }
    return blocks;
}

Contrast contrast_of(const Lines& lines) {
    Contrast contrast;
    for (const auto& [key, text] : lines) {
        if (key == "move") contrast.name = text;
        if (key == "one") contrast.positions[0] = text;
        if (key == "other") contrast.positions[1] = text;
        if (key == "ends") contrast.ends_game = true;
        if (key == "full") contrast.move.words = text;
        if (key == "short") contrast.short_words = text;
        if (key == "reply") contrast.reply.words = text;
        if (key == "hands") contrast.move.hands = split_at(text, ", ");
        if (key == "answer") contrast.reply.hands = split_at(text, ", ");
        if (key == "before") {
            const Words parts = split_at(text, ": ");
            contrast.before.push_back({split_at(parts[0], ", "), parts[1]});
        }
    }
    return contrast;
}

// One table of a pair, as a script.
class Writer {
public:
    Writer(const Contrast& contrast, const Seats& seats, std::size_t which)
        : contrast_(contrast),
          seats_(seats),
          mover_(contrast.before.size() % 2 == 0 ? "white" : "black"),
          opponent_(mover_ == "white" ? "black" : "white") {
        text_ = fmt::format(
            "@{} {}\n@{} {}\n@start {}\n@heard both\n",
            mover_,
            seats[0],
            opponent_,
            seats[1],
            contrast.positions.at(which)
        );
    }

    std::string script(const Way& way, table::Mode mode) {
        text_ += fmt::format("@mode {}\n\n", table::to_string(mode));
        add("arbiter starts");
        std::string player = "white";
        for (const ShownPly& ply : contrast_.before) {
            const std::string other = player == "white" ? "black" : "white";
            play_before(ply, player, other);
            player = other;
        }
        for (const auto& [actor, act] : way)
            if (actor != "way") add_act(actor, act);
        at_ += 4000;
        add("passes");
        return text_;
    }

private:
    void add(const std::string& act) {
        text_ +=
            fmt::format("{}:{:02}.{:03}  {}\n", at_ / 60'000, at_ / 1000 % 60, at_ % 1000, act);
        at_ += 1000;
    }

    [[nodiscard]] bool has_sensors(const std::string& player) const {
        return seats_[player == mover_ ? 0 : 1].find(" none") == std::string::npos;
    }

    void handle(const std::string& player, const Words& hands) {
        const bool is_identity =
            seats_[player == mover_ ? 0 : 1].find("identity") != std::string::npos;
        if (!has_sensors(player)) return;
        for (const std::string& hand : hands) {
            const Words words = terminal::split_words(hand);
            add(fmt::format(
                "{} {} {}{}",
                player,
                words[0],
                words[1],
                is_identity && words.size() > 2 ? ' ' + words[2] : ""
            ));
            at_ -= 500;
        }
        at_ += 1000;
    }

    void play_before(const ShownPly& ply, const std::string& player, const std::string& other) {
        handle(player, ply.hands);
        add(player + " announces " + ply.words);
        add(player + " presses");
        handle(other, ply.hands);
    }

    void add_act(const std::string& actor, const std::string& act) {
        const std::string player = actor == "M" ? mover_ : actor == "O" ? opponent_ : actor;
        if (act == "hands") {
            if (actor == "M") handle(player, contrast_.move.hands);
            else handle(player, contrast_.move.hands), handle(player, contrast_.reply.hands);
        } else if (act == "asks all") {
            for (const std::string_view question :
                 {"time",
                  "opponent-time",
                  "both",
                  "moves",
                  "last",
                  "score",
                  "square h6",
                  "position",
                  "running",
                  "period",
                  "repeat",
                  "opponent",
                  "pieces K",
                  "squares h",
                  "since",
                  "since 0:00:05",
                  "agenda"})
                if (!tells_board(question)) add(fmt::format("{} asks {}", player, question));
        } else {
            const bool is_button = act.starts_with("button");
            if (!is_button || has_sensors(player)) add(player + ' ' + filled(act));
        }
    }

    // What somebody may ask of the board there tells the position, which is no secret of the move.
    [[nodiscard]] bool tells_board(std::string_view question) const {
        const bool is_of_board = question.starts_with("squares") || question == "position" ||
            question.starts_with("pieces") || question.starts_with("square ");
        return is_of_board &&
            (text_.find("squares=yes") != text_.npos || text_.find("@mode tournament") == text_.npos
            );
    }

    [[nodiscard]] std::string filled(std::string act) const {
        const std::array<std::pair<std::string, std::string>, 6> words{
            {{"PLAYER", mover_},
             {"MOVE", contrast_.move.words},
             {"SHORT", contrast_.short_words},
             {"REPLY", contrast_.reply.words},
             {"PLY", std::to_string(contrast_.before.size() + 1)},
             {"sets M", "sets " + mover_}}};
        for (const auto& [name, text] : words)
            if (const auto at = act.find(name); at != act.npos) act.replace(at, name.size(), text);
        return act;
    }

    const Contrast& contrast_;
    const Seats& seats_;
    std::string mover_;
    std::string opponent_;
    std::string text_;
    long at_ = 0;
};

} // namespace

std::vector<Contrast> contrasts() {
    std::vector<Contrast> all;
    for (const Lines& lines : blocks_of("moves.txt", "move")) all.push_back(contrast_of(lines));
    return all;
}

std::vector<Way> ways() { return blocks_of("ways.txt", "way"); }

std::vector<Seats> seats() {
    std::vector<Seats> all;
    std::ifstream stream{tests::root() + "/tests/data/alike/seats.txt"};
    for (std::string line; std::getline(stream, line);) {
        if (line.front() == '#') continue;
        const Words both = split_at(line, " | ");
        all.push_back({both[0], both[1]});
    }
    return all;
}

std::string script_of(
    const Contrast& contrast,
    std::size_t position,
    const Seats& seats,
    const Way& way,
    table::Mode mode
) {
    return Writer{contrast, seats, position}.script(way, mode);
}

} // namespace ansage::session
