// SPDX-License-Identifier: GPL-3.0-or-later
// JSON to moves: this program's own, and what other programs write like it.
#include "base/text.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "scoresheet/spelling.hpp"
#include "scoresheet/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ansage::scoresheet {

using base::Result;
using chess::MoveError;
using nlohmann::ordered_json;

namespace {

base::Phrase to_text(MoveError error) {
    switch (error) {
    case MoveError::not_a_move: return base::phrase("is no move");
    case MoveError::ambiguous: return base::phrase("fits two legal moves");
    case MoveError::illegal: return base::phrase("is not legal here");
    }
    return {};
}

std::string text_of(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string()
        ? with_single_spaces(found->get<std::string>())
        : std::string{};
}

// One game.
class GameOfJson {
public:
    GameOfJson(const Notation& notation, std::string where)
        : notation_(notation),
          where_(std::move(where)) {}

    [[nodiscard]] PgnGame read(const ordered_json& json) {
        if (!json.is_object() || !json.contains("moves") || !json["moves"].is_array()) {
            complain(
                base::phrase("there are no moves"),
                // Translators find it by its quote.
                // NOLINTNEXTLINE(modernize-raw-string-literal)
                base::phrase("write {{\"moves\": [\"e4\", \"e5\"]}}")
            );
            return std::move(game_);
        }
        read_tags(json);
        if (!read_start(json)) return std::move(game_);
        game_.comment = text_of(json, "comment");
        const std::string result =
            json.contains("result") ? text_of(json, "result") : std::string{"*"};
        for (const ordered_json& move : json["moves"])
            if (!read_move_of(move)) return std::move(game_);
        if (const auto known = parse_result(result)) {
            game_.result = *known;
            if (auto problem = result_problem(game_, where_))
                game_.problems.push_back(*std::move(problem));
        } else {
            complain(
                base::phrase("\"{}\" is no result", result),
                base::phrase("write 1-0, 0-1, 1/2-1/2 or *")
            );
        }
        return std::move(game_);
    }

private:
    void read_tags(const ordered_json& json) {
        const auto tags = json.find("tags");
        if (tags == json.end() || !tags->is_object()) return;
        for (const auto& [name, value] : tags->items()) {
            if (value.is_string())
                game_.tags.emplace_back(name, with_single_spaces(value.get<std::string>()));
        }
    }

    [[nodiscard]] bool read_start(const ordered_json& json) {
        const std::string fen = text_of(json, "fen");
        if (fen.empty()) return true;
        const auto start = chess::parse_position(fen);
        if (!start) {
            complain(base::phrase("FEN: {}", start.error().what), start.error().mend);
            return false;
        }
        game_.start = *start;
        position_ = *start;
        return true;
    }

    [[nodiscard]] bool read_move_of(const ordered_json& json) {
        const std::string uci = json.is_object() ? text_of(json, "uci") : "";
        const std::string san =
            json.is_string() ? with_single_spaces(json.get<std::string>()) : san_of(json);
        const auto move = uci.empty() ? parse(san) : chess::parse_uci(position_, uci);
        if (!move) {
            complain(
                base::phrase(
                    "move {} of the list, \"{}\", {}",
                    game_.moves.size() + 1,
                    uci.empty() ? san : uci,
                    to_text(move.error())
                ),
                base::phrase("check this move and those before it")
            );
            return false;
        }
        PgnNote note;
        if (json.is_object()) {
            note.comment = text_of(json, "comment");
            if (const auto clock = json.find("clock_ms");
                clock != json.end() && clock->is_number_integer())
                note.clock = base::Millis{clock->get<std::int64_t>()};
        }
        game_.moves.push_back(*move);
        game_.notes.push_back(std::move(note));
        position_.play(*move);
        return true;
    }

    static std::string san_of(const ordered_json& json) {
        return json.is_object() ? text_of(json, "san") : std::string{};
    }

    // English letters, the country's, squares alone; blanks mean nothing.
    [[nodiscard]] Result<chess::Move, MoveError> parse(const std::string& san) const {
        std::string text = spelled(san);
        std::erase(text, ' ');
        auto move = read_move(notation_, position_, text);
        if (!move) {
            const auto english = chess::parse_san(position_, text);
            const bool is_better = english || move.error() == MoveError::not_a_move;
            move = is_better ? english : move;
        }
        if (!move) {
            const auto squares = chess::parse_uci(position_, text);
            move = squares ? squares : move;
        }
        return move;
    }

    void complain(base::Phrase what, base::Phrase mend) {
        game_.problems.push_back({std::move(what), where_, std::move(mend)});
    }

    const Notation& notation_;
    std::string where_;
    PgnGame game_;
    chess::Position position_;
};

std::size_t line_of(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

// Takes everything, and knows where it could not: at what is no JSON, or a number that none holds.
struct FaultFinder : nlohmann::detail::json_sax_acceptor<ordered_json> {
    bool parse_error(
        std::size_t position,
        const std::string& /*token*/,
        const nlohmann::detail::exception& /*error*/
    ) {
        byte = position;
        return false;
    }

    std::size_t byte = 0;
};

class JsonReader {
public:
    JsonReader(const Notation& notation, const std::string& file)
        : notation_(notation),
          file_(file) {}

    [[nodiscard]] std::vector<PgnGame> read(std::string_view text) {
        whole_ = text;
        const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
        ordered_json whole = ordered_json::parse(text, nullptr, false);
        if (is_list_of_moves(whole)) {
            add(ordered_json{{"moves", std::move(whole)}}, line_of(text, start));
        } else if (whole.is_array()) {
            for (const ordered_json& game : whole) add(game, line_of(text, start));
        } else if (!whole.is_discarded()) add(whole, line_of(text, start));
        else read_lines(text);
        return std::move(games_);
    }

private:
    // ["e4", "e5"]
    static bool is_list_of_moves(const ordered_json& json) {
        return json.is_array() && !json.empty() &&
            std::ranges::all_of(json, [](const ordered_json& each) { return each.is_string(); });
    }

    void read_lines(std::string_view text) {
        for (std::size_t line = 1; !text.empty(); ++line) {
            const std::string_view object = base::take_until(text, '\n');
            if (object.find_first_not_of(" \t\r") != std::string_view::npos &&
                !read_line(object, line))
                return;
        }
    }

    // False for what is not JSON: then the file is not what it seemed.
    [[nodiscard]] bool read_line(std::string_view text, std::size_t line) {
        const ordered_json json = ordered_json::parse(text, nullptr, false);
        if (json.is_discarded()) {
            // One value over several lines is wrong where it cannot go on.
            refuse(games_.empty() ? line_of_fault() : line);
            return false;
        }
        add(json, line);
        return true;
    }

    void refuse(std::size_t line) {
        PgnGame game;
        game.line = line;
        game.problems.push_back(
            {base::phrase("this is not JSON"),
             fmt::format("{}:{}", file_, line),
             base::phrase("write one object, or one a line")}
        );
        games_.push_back(std::move(game));
    }

    std::size_t line_of_fault() const {
        FaultFinder finder;
        static_cast<void>(ordered_json::sax_parse(whole_, &finder));
        return line_of(whole_, std::min(finder.byte, whole_.size()));
    }

    void add(const ordered_json& json, std::size_t line) {
        games_.push_back(GameOfJson{notation_, fmt::format("{}:{}", file_, line)}.read(json));
        games_.back().line = line;
    }

    const Notation& notation_;
    const std::string& file_;
    std::string_view whole_;
    std::vector<PgnGame> games_;
};

} // namespace

std::vector<PgnGame>
read_json_sheets(const Notation& notation, std::string_view text, const std::string& file) {
    return JsonReader{notation, file}.read(text);
}

} // namespace ansage::scoresheet
