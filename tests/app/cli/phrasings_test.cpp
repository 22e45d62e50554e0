// SPDX-License-Identifier: GPL-3.0-or-later
// How people say moves, at the two doors where they do: `ansage parse`, which reads by the Laws,
// and a table before the press, which reads by shape and tells no player what is legal. The rows
// are in tests/data/phonetics/phrasings.tsv.
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "chess/uci.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using ansage::tests::Folder;
using ansage::tests::is_tried;
using nlohmann::json;
namespace chess = ansage::chess;

struct Phrase {
    std::string where;
    std::string text;
    std::string by_law;
    std::string at_table;
};

// By vocabulary and position, for the program is asked once for each.
using Phrases = std::map<std::pair<std::string, std::string>, std::vector<Phrase>>;

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find('\t', begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

constexpr std::array vocabularies{
    "fide",
    "da",
    "da-german",
    "nato",
    "en",
    "de-2014",
    "nb",
    "nb-german",
    "sv",
    "nl",
    "iccf-en",
    "iccf-de"};

void add(Phrases& phrases, std::vector<std::string> fields, const std::string& where) {
    fields.resize(5);
    const Phrase phrase{where, fields[2], fields[3], fields[4].empty() ? fields[3] : fields[4]};
    for (std::size_t i = 0; i < vocabularies.size(); ++i) {
        const std::string words = vocabularies.at(i);
        const bool is_of_it = fields[0] == "*" || fields[0] == words;
        if (is_of_it && is_tried(i, 4)) phrases[{words, fields[1]}].push_back(phrase);
    }
}

struct Table {
    std::map<std::string, std::string> positions;
    Phrases phrases;
};

const Table& table() {
    static const Table read = [] {
        Table into;
        std::ifstream file{ansage::tests::root() + "/tests/data/phonetics/phrasings.tsv"};
        std::string line;
        for (unsigned number = 1; std::getline(file, line); ++number) {
            if (line.empty() || line.starts_with('#')) continue;
            const std::vector<std::string> fields = split(line);
            if (line.starts_with('@')) into.positions[fields.at(0).substr(1)] = fields.at(1);
            else add(into.phrases, fields, fmt::format("phrasings.tsv:{}", number));
        }
        return into;
    }();
    return read;
}

std::vector<json> ask(const Folder& folder, const std::string& arguments) {
    const std::string line = fmt::format(
        "cd {0} && env -u ANSAGE_DATA HOME={0} XDG_CONFIG_HOME={0}/config LC_ALL=C timeout "
        "120 {1} {2} >out 2>err",
        folder.path(),
        ansage::tests::program(),
        arguments
    );
    static_cast<void>(std::system(line.c_str()));
    std::ifstream out{folder.path() + "/out"};
    std::vector<json> answers;
    for (std::string each; std::getline(out, each);) answers.push_back(json::parse(each));
    return answers;
}

// White space alone is nothing that a script can have somebody say.
bool can_be_announced(const Phrase& phrase) {
    return phrase.text.find_first_not_of(' ') != std::string::npos;
}

std::string without_check(std::string san) {
    san.erase(san.find_last_not_of("+#") + 1);
    return san;
}

// A move whose announcement cannot be taken for that of the phrase: said before it, so that the
// same move said again is told apart from nothing.
chess::Move other_than(const chess::Position& position, const std::string& uci) {
    for (const chess::Move move : position.legal_moves())
        if (!move.is_castling() && chess::parse_uci(position, uci) != move) return move;
    throw std::runtime_error{"one legal move only"};
}

std::string
script_of(const std::string& words, const std::string& fen, const std::vector<Phrase>& phrases) {
    const chess::Position position = chess::parse_position(fen).value();
    const std::string mover = position.turn() == chess::Color::white ? "white" : "black";
    std::string script = fmt::format(
        "@words {}\n@time 90m+30s\n@mode tournament\n@start {}\n"
        "@white sighted none announces=self\n@black sighted none announces=self\n"
        "0:00.0 arbiter starts\n",
        words,
        fen
    );
    for (const Phrase& phrase : phrases) {
        script += fmt::format(
            "0:01.0 {0} announces {1}\n0:01.0 {0} announces {2}\n",
            mover,
            chess::to_uci(
                position, other_than(position, phrase.by_law), chess::CastlingStyle::king_takes_rook
            ),
            phrase.text
        );
    }
    return script;
}

// What became of the line: the SAN that was made, the reason of a refusal, or "illegal" for words
// that were taken down and made nothing.
std::string outcome_at(const std::vector<json>& answers, unsigned line) {
    for (const json& each : answers) {
        if (each.value("line", 0U) != line) continue;
        if (each.at("kind") == "made") return each.at("san");
        if (each.at("kind") == "refused") return each.at("reason");
    }
    return "illegal";
}

std::string expected_at_table(const chess::Position& position, const std::string& expected) {
    const auto move = chess::parse_uci(position, expected);
    return move ? without_check(chess::to_san(position, *move)) : expected;
}

} // namespace

TEST_CASE("`ansage parse` understands moves as people say them", "[cli][phrasings]") {
    REQUIRE(table().phrases.size() > ansage::tests::at_least(100, 3));
    for (const auto& [key, phrases] : table().phrases) {
        const auto& [words, position] = key;
        const Folder folder;
        std::ofstream lines{folder.path() + "/lines"};
        for (const Phrase& phrase : phrases) lines << phrase.text << '\n';
        lines.close();
        const std::vector<json> answers = ask(
            folder,
            fmt::format(
                "parse --json --words {} --fen '{}' <lines", words, table().positions.at(position)
            )
        );
        REQUIRE(answers.size() == phrases.size());
        for (std::size_t i = 0; i < phrases.size(); ++i) {
            INFO(phrases[i].where << " " << words << ", " << position << ": " << phrases[i].text);
            CHECK(answers[i].value("uci", answers[i].value("error", "")) == phrases[i].by_law);
        }
    }
}

TEST_CASE("A table before the press understands them by shape", "[cli][phrasings]") {
    for (const auto& [key, all] : table().phrases) {
        const auto& [words, name] = key;
        std::vector<Phrase> phrases;
        std::ranges::copy_if(all, std::back_inserter(phrases), can_be_announced);
        const std::string& fen = table().positions.at(name);
        const Folder folder;
        std::ofstream{folder.path() + "/said.table"} << script_of(words, fen, phrases);
        const std::vector<json> answers = ask(folder, "run --json said.table");
        REQUIRE_FALSE(answers.empty());
        const chess::Position position = chess::parse_position(fen).value();
        // Seven lines stand before the first phrase, and two are each's.
        for (unsigned i = 0; i < phrases.size(); ++i) {
            INFO(phrases[i].where << " " << words << ", " << name << ": " << phrases[i].text);
            CHECK(
                outcome_at(answers, 9 + 2 * i) == expected_at_table(position, phrases[i].at_table)
            );
        }
    }
}
