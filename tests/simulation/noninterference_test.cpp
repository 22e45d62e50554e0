// First principle 3: up to the press, everything that leaves the program depends only on what was
// lifted, placed, said and typed. tests/scripts/non-interference holds pairs NAME.one.table and
// NAME.other.table: a legal and an illegal move of the same shape, or two moves that the Laws tell
// apart otherwise. Their outcomes are equal but for the squares.
#include "support/catch.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(std::istream& stream) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::vector<std::string> read_lines(const fs::path& path) {
    std::ifstream file{path};
    return lines_of(file);
}

std::vector<std::string> output_of(const std::string& options, const fs::path& script) {
    const std::string command =
        fmt::format("timeout 30 {} run {} '{}'", ANSAGE_PROGRAM, options, script.string());
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe{popen(command.c_str(), "r"), &pclose};
    std::vector<std::string> lines;
    std::array<char, 8192> buffer{};
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr) {
        lines.emplace_back(buffer.data());
    }
    return lines;
}

std::vector<std::string> outcomes_of(const fs::path& script) {
    return output_of("--json", script);
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
          "acht"}) {
        text = without(text, word);
    }
    return text;
}

// What anyone but the journal could have noticed before the press. That a move was made is the
// record's: no one is told of it.
std::vector<std::string> noticed_before_press(const fs::path& script) {
    const unsigned press = line_of_press(script);
    std::vector<std::string> noticed;
    for (const std::string& outcome : outcomes_of(script)) {
        const bool of_record = outcome.find(R"("kind":"made")") != std::string::npos;
        if (script_line(outcome) < press && !of_record) {
            noticed.push_back(without_squares(outcome));
        }
    }
    return noticed;
}

std::vector<fs::path> first_scripts() {
    std::vector<fs::path> paths;
    for (const auto& entry :
         fs::directory_iterator{ANSAGE_ROOT "/tests/scripts/non-interference"}) {
        if (entry.path().string().ends_with(".one.table")) {
            paths.push_back(entry.path());
        }
    }
    std::ranges::sort(paths);
    return paths;
}

fs::path other_of(const fs::path& one) {
    const std::string text = one.string();
    return text.substr(0, text.size() - std::string_view{"one.table"}.size()) + "other.table";
}

bool tells_of_completed(const std::string& line) {
    return line.find(R"("kind":"completed")") != std::string::npos;
}

// A spectator sees completed moves only; what no board can name a move waits for the arbiter.
bool is_completed(const fs::path& script) {
    return std::ranges::any_of(outcomes_of(script), tells_of_completed);
}

} // namespace

TEST_CASE("Nothing that leaves the program before the press tells a legal move from an illegal one"
) {
    REQUIRE(first_scripts().size() >= 26);
    for (const fs::path& one : first_scripts()) {
        INFO(one.string());
        REQUIRE(fs::exists(other_of(one)));
        const std::vector<std::string> noticed = noticed_before_press(one);
        CHECK_FALSE(noticed.empty());
        CHECK(noticed == noticed_before_press(other_of(one)));
    }
}

TEST_CASE("The Laws do tell the two scripts of a pair apart, after the press") {
    for (const fs::path& one : first_scripts()) {
        INFO(one.string());
        CHECK(outcomes_of(one) != outcomes_of(other_of(one)));
    }
}

// The press switches the clock and calls the arbiter alone: neither player, nor an assistant, nor a
// spectator ever sees at a console what the Laws make of the move.
TEST_CASE("No console but the arbiter's tells a legal move from an illegal one, ever") {
    for (const std::string role : {"white", "black", "assistant", "spectator"}) {
        for (const fs::path& one : first_scripts()) {
            INFO(role << " " << one.string());
            std::vector<std::string> shown = output_of("--json --as " + role, one);
            std::vector<std::string> other = output_of("--json --as " + role, other_of(one));
            if (role == "spectator" && !is_completed(other_of(one))) {
                std::erase_if(shown, tells_of_completed);
            }
            std::ranges::transform(shown, shown.begin(), without_squares);
            std::ranges::transform(other, other.begin(), without_squares);
            CHECK(shown == other);
        }
    }
}

TEST_CASE("A player's console shows what was announced, whose clock runs, and that is seen here") {
    const fs::path script = first_scripts().front();
    CHECK_FALSE(output_of("--json --as black", script).empty());
    CHECK(output_of("--json --as arbiter", script) != output_of("--json --as black", script));
}

TEST_CASE("Every word to an ear has an allowed cause, in every script") {
    unsigned said = 0;
    for (const auto& entry : fs::recursive_directory_iterator{ANSAGE_ROOT "/tests/scripts"}) {
        if (entry.path().extension() != ".table") {
            continue;
        }
        for (const std::string& line : output_of("--ears", entry.path())) {
            INFO(entry.path().string() << ": " << line);
            CHECK(line.find("> unallowed") == std::string::npos);
            said += line.starts_with("> ear-") ? 1U : 0U;
        }
    }
    CHECK(said > 60);
}
