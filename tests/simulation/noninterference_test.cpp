// SPDX-License-Identifier: GPL-3.0-or-later
// First principle 3: up to the press, everything that leaves the program depends only on what was
// lifted, placed, said and typed. tests/scripts/non-interference holds pairs NAME.one.table and
// NAME.other.table: a legal and an illegal move of the same shape, or two moves that the Laws tell
// apart otherwise. Their outcomes are equal but for the squares.
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(std::istream& stream) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<std::string> read_lines(const fs::path& path) {
    std::ifstream file{path};
    return lines_of(file);
}

// What each script printed, all of them run by one program, which starts but once.
std::vector<std::vector<std::string>>
outputs_of(const std::string& options, const std::vector<fs::path>& scripts) {
    std::string command =
        fmt::format("timeout 120 {} run --json {}", ansage::tests::program(), options);
    for (const fs::path& script : scripts) command += fmt::format(" '{}'", script.string());
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe{popen(command.c_str(), "r"), &pclose};
    std::vector<std::vector<std::string>> outputs;
    std::array<char, 8192> buffer{};
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) {
        const std::string line{buffer.data()};
        if (line.find(R"("kind":"script")") != std::string::npos) outputs.emplace_back();
        else outputs.back().push_back(line);
    }
    REQUIRE(outputs.size() == scripts.size());
    return outputs;
}

unsigned line_of_press(const fs::path& script) {
    const std::vector<std::string> lines = read_lines(script);
    const auto press = std::ranges::find_if(lines, [](const std::string& line) {
        return line.ends_with(" presses");
    });
    return static_cast<unsigned>(press - lines.begin()) + 1;
}

// A line of JSON has its script line as "line":N; the summary has none.
unsigned script_line(const std::string& json) {
    constexpr std::string_view key = "\"line\":";
    const std::size_t at = json.find(key);
    return at == std::string::npos
        ? ~0U
        : static_cast<unsigned>(std::stoul(json.substr(at + key.size())));
}

std::string without(std::string_view text, std::string_view word) {
    std::string result;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word)) {
        result += text.substr(0, at);
        result += '*';
        text.remove_prefix(at + word.size());
    }
    result += text;
    return result;
}

std::string without_squares(std::string text) {
    for (const std::string_view word :
         {"Anna",
          "Bella",
          "Cesar",
          "David",
          "Eva",
          "Felix",
          "Gustav",
          "Hector",
          "eins",
          "zwei",
          "drei",
          "vier",
          "fünf",
          "sechs",
          "sieben",
          "acht"})
        text = without(text, word);
    return text;
}

// What anyone but the journal could have noticed before the press. That a move was made is the
// record's: no one is told of it.
std::vector<std::string>
noticed_before_press(const fs::path& script, const std::vector<std::string>& outcomes) {
    const unsigned press = line_of_press(script);
    std::vector<std::string> noticed;
    for (const std::string& outcome : outcomes) {
        const bool of_record = outcome.find(R"("kind":"made")") != std::string::npos;
        if (script_line(outcome) < press && !of_record) noticed.push_back(without_squares(outcome));
    }
    return noticed;
}

std::vector<fs::path> first_scripts() {
    std::vector<fs::path> paths;
    for (const auto& entry :
         fs::directory_iterator{ansage::tests::root() + "/tests/scripts/non-interference"})
        if (entry.path().string().ends_with(".one.table")) paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

std::vector<fs::path> other_scripts() {
    std::vector<fs::path> paths = first_scripts();
    for (fs::path& path : paths) {
        const std::string text = path.string();
        path = text.substr(0, text.size() - std::string_view{"one.table"}.size()) + "other.table";
        REQUIRE(fs::exists(path));
    }
    return paths;
}

std::vector<fs::path> all_scripts() {
    std::vector<fs::path> paths;
    for (const auto& entry :
         fs::recursive_directory_iterator{ansage::tests::root() + "/tests/scripts"})
        if (entry.path().extension() == ".table") paths.push_back(entry.path());
    return paths;
}

} // namespace

TEST_CASE("Nothing that leaves the program before the press tells a legal move from an illegal one"
) {
    const std::vector<fs::path> ones = first_scripts();
    const std::vector<fs::path> others = other_scripts();
    REQUIRE(ones.size() >= 36);
    const auto outcomes = outputs_of("", ones);
    const auto other_outcomes = outputs_of("", others);
    for (std::size_t i = 0; i < ones.size(); ++i) {
        INFO(ones[i].string());
        const auto noticed = noticed_before_press(ones[i], outcomes[i]);
        CHECK_FALSE(noticed.empty());
        CHECK(noticed == noticed_before_press(others[i], other_outcomes[i]));
        // The Laws do tell the two apart, after the press.
        CHECK(outcomes[i] != other_outcomes[i]);
    }
}

// The press switches the clock and calls the arbiter alone: neither player, nor an assistant, nor a
// spectator ever sees at a console what the Laws make of the move.
TEST_CASE("No console but the arbiter's tells a legal move from an illegal one, ever") {
    const std::vector<fs::path> ones = first_scripts();
    for (const std::string role : {"white", "black", "assistant", "spectator"}) {
        auto shown = outputs_of("--as " + role, ones);
        auto other = outputs_of("--as " + role, other_scripts());
        for (std::size_t i = 0; i < ones.size(); ++i) {
            INFO(role << " " << ones[i].string());
            std::ranges::transform(shown[i], shown[i].begin(), without_squares);
            std::ranges::transform(other[i], other[i].begin(), without_squares);
            CHECK(shown[i] == other[i]);
        }
    }
}

TEST_CASE("A player's console shows what was announced, whose clock runs, and that is seen here") {
    const std::vector<fs::path> scripts = first_scripts();
    const auto player = outputs_of("--as black", scripts);
    CHECK_FALSE(player.front().empty());
    CHECK(outputs_of("--as arbiter", scripts).front() != player.front());
}

TEST_CASE("Every word to an ear has an allowed cause, in every script") {
    const std::vector<fs::path> scripts = all_scripts();
    const auto outputs = outputs_of("--ears", scripts);
    unsigned said = 0;
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        for (const std::string& line : outputs[i]) {
            INFO(scripts[i].string() << ": " << line);
            CHECK(line.find(R"("allowed":false)") == std::string::npos);
            said += line.find(R"("audience":"ear-)") != std::string::npos ? 1U : 0U;
        }
    }
    CHECK(said > 60);
}

// The words to one ear in one second; what is asked again is answered again.
TEST_CASE("No hand is told twice in a second to do the same, in any script") {
    const std::vector<fs::path> scripts = all_scripts();
    const auto outputs = outputs_of("--ears", scripts);
    unsigned told = 0;
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        std::map<std::string, std::int64_t> when; // by ear and words
        for (const std::string& line : outputs[i]) {
            const auto word = nlohmann::json::parse(line);
            if (word.value("cause", "") != "repair") continue;
            const auto at = word.at("at_ms").get<std::int64_t>();
            const auto [last, is_new] = when.try_emplace(
                word.at("audience").get<std::string>() + word.at("words").get<std::string>(), at
            );
            INFO(scripts[i].string() << ": " << line);
            CHECK((is_new || at - last->second > 1'000));
            last->second = at;
            ++told;
        }
    }
    CHECK(told > 10);
}
