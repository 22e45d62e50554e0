// SPDX-License-Identifier: GPL-3.0-or-later
// The guide, as a person follows it: every command line on a page is run, every line that is typed
// at a table or a console is typed there, in the order of the page, and does what it says: nothing
// is refused, and nothing is left undone for want of a yes.
#include "app/manual/guide.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "support/process.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <thread>

namespace {

namespace fs = std::filesystem;
using ansage::tests::Folder;
using ansage::tests::Process;
using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 2> languages{"en", "de"};
constexpr std::array<std::string_view, 3> needs_ended_game{"score", "replay", "arbiter"};

// Where a person has a console of his own.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> consoles{
    {{"player", "white"},
     {"opponent", "black"},
     {"assistant", "assistant"},
     {"arbiter", "arbiter"}}};

std::string page_of(std::string_view person, std::string_view language) {
    std::ifstream file{
        fmt::format("{}/docs/guide/{}/{}.md", ansage::tests::root(), language, person)};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// What a page has people type: a fence's language says where ("shell", "table", "console"); what
// stands in the middle of a sentence is the shell's where it begins with the program's name.
struct Typed {
    std::string where;
    std::string line;
};

void add_from_sentence(const std::string& line, std::vector<Typed>& all) {
    for (auto begin = line.find('`'); begin != line.npos; begin = line.find('`', begin)) {
        const auto end = line.find('`', begin + 1);
        const std::string code = line.substr(begin + 1, end - begin - 1);
        all.push_back({code.starts_with("ansage ") ? "sentence" : "word", code});
        begin = end + 1;
    }
}

std::vector<Typed> typed_on(const std::string& page) {
    std::vector<Typed> all;
    std::istringstream text{page};
    std::string fence;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("```")) fence = fence.empty() ? line.substr(3) : "";
        else if (!fence.empty()) all.push_back({fence, line});
        else add_from_sentence(line, all);
    }
    return all;
}

void replace(std::string& line, std::string_view what, const std::string& with) {
    if (const auto at = line.find(what); at != line.npos) line.replace(at, what.size(), with);
}

// As a shell divides a line in which only double quotes quote.
Words words_of(const std::string& line) {
    Words words{""};
    bool is_quoted = false;
    for (const char letter : line) {
        if (letter == '"') is_quoted = !is_quoted;
        else if (letter == ' ' && !is_quoted) words.emplace_back();
        else words.back() += letter;
    }
    return words;
}

// Words of a console among those in sentences: no option, no word that stands before others at the
// table's own terminal, no answer to a question. One that a move belongs to is given one.
std::vector<std::string> words_for_console(const std::string& page) {
    std::vector<std::string> words;
    for (const Typed& typed : typed_on(page)) {
        constexpr std::array others{"arbiter", "schiedsrichter", "y", "j", "time", "Zeit"};
        constexpr std::array with_move{"announces", "executes", "repeats", "wiederhole"};
        const std::string& word = typed.line;
        if (typed.where == "word" && !word.starts_with('-') &&
            std::ranges::find(others, word) == others.end()) {
            const bool has_move = std::ranges::find(with_move, word) != with_move.end();
            words.push_back(has_move ? word + " e4" : word);
        }
    }
    return words;
}

bool is_complaint(const std::string& line) {
    return line.starts_with("refused ") || line.starts_with("say arbiter: Nothing done") ||
        line.starts_with("say arbiter: Nichts getan") || line.find("Not understood") != line.npos ||
        line.find("Nicht verstanden") != line.npos;
}

// A table that is open, and what it says.
class Table {
public:
    Table(Words words, const Folder& folder)
        : process_(std::move(words), folder.path()) {
        REQUIRE(process_.await("code "));
        code_ = process_.last().substr(std::strlen("code "));
    }

    void write(const std::string& line) {
        process_.write(line);
        has_begun_ = has_begun_ || line == "arbiter starts" || line == "schiedsrichter beginne";
    }

    [[nodiscard]] bool await(const std::string& line) { return process_.await(line); }

    void begin() {
        if (!has_begun_) {
            write("arbiter starts");
            REQUIRE(await("clock white"));
        }
    }

    // Its lines from the first to the last, when it has been closed.
    const std::vector<std::string>& close() {
        process_.write("quit");
        CHECK(process_.wait() == 0);
        return process_.lines();
    }

    [[nodiscard]] const std::string& code() const { return code_; }

    [[nodiscard]] std::string errors() const { return process_.errors(); }

    // What was looked for beside the game may be missed later than it begins.
    void await_complaint() const {
        constexpr int patience = 20'000; // of 10 ms, on a busy machine
        for (int look = 0; look < patience && errors().empty(); ++look)
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }

private:
    Process process_;
    std::string code_;
    bool has_begun_ = false;
};

class Reader {
public:
    Reader(const Folder& folder, std::string person, std::string language)
        : folder_(folder),
          person_(std::move(person)),
          language_(std::move(language)) {
        // Both scores that the arbiter's page compares.
        std::ofstream{folder / "white.pgn"} << "1. e4 e5 *\n";
        std::ofstream{folder / "black.txt"} << "1. e4 e5\n";
    }

    void follow(const Typed& typed) {
        if (typed.where == "word" || (typed.line == "ansage play" && typed.where == "sentence"))
            return; // a line's beginning, or the table that somebody else has opened
        if (typed.where == "shell" || typed.where == "sentence") {
            close_console();
            run(typed.line);
        } else if (typed.where == "table") {
            REQUIRE(table_);
            table_->write(typed.line);
        } else {
            REQUIRE(typed.where == "console");
            REQUIRE(console_);
            console_->write(typed.line);
        }
    }

    void close() {
        close_console();
        close_table();
        if (simulator_) {
            simulator_->close_input();
            CHECK(simulator_->wait() == 0);
        }
    }

private:
    void run(std::string line) {
        // No test opens a device of the machine, or somebody's terminal.
        const bool is_absent =
            line.find("-board ") != line.npos || line.find("--braille ") != line.npos;
        replace(line, "/dev/ttyACM0", folder_ / "no-port");
        replace(line, "/dev/ttyUSB0", folder_ / "no-port");
        replace(line, "/dev/pts/4", port_);
        Words words = words_of(line);
        REQUIRE(words.size() > 1);
        REQUIRE(words.front() == "ansage");
        words.front() = ansage::tests::program();
        const std::string command = words[1];
        if (command == "play") {
            play(std::move(words), is_absent);
        } else if (command == "join") {
            join(std::move(words));
        } else if (line == "ansage board simulate peg") {
            simulator_ = std::make_unique<Process>(words, folder_.path());
            REQUIRE(simulator_->await("port "));
            port_ = simulator_->last().substr(std::strlen("port "));
        } else {
            if (std::ranges::find(needs_ended_game, command) != needs_ended_game.end())
                close_table();
            if (command == "demo") words.insert(words.end(), {"--speed", "max", "--audio", "none"});
            finish(words);
        }
    }

    // 3: a device is not there. 2 would say that the line cannot be.
    void finish(const Words& words) const {
        Process process{words, folder_.path()};
        process.close_input();
        int code = -1;
        for (int more = 0; code == -1 && more < 30; ++more)
            code = process.wait(); // a whole game may take longer than one wait
        INFO(process.errors());
        CHECK((code == 0 || code == 3));
    }

    void play(Words words, bool is_absent = false) {
        close_table();
        words.insert(words.end(), {"--audio", "none"});
        if (std::ranges::find(words, "--adjourn") != words.end()) {
            finish(words);
        } else {
            table_ = std::make_unique<Table>(std::move(words), folder_);
            is_absent_ = is_absent;
        }
    }

    // Where the page's person did not open the table, somebody else did.
    void open_for_console() {
        Words words{
            ansage::tests::program(), "play", "--language", language_, "--black", "sighted none"};
        const bool with_assistant = person_ == "assistant";
        words.insert(
            words.end(),
            {"--white",
             with_assistant
                 ? "impaired none announces=assistant repeats=assistant assistant=1,2,3,4,5,6"
                 : "impaired none"}
        );
        play(std::move(words));
        table_->begin();
        if (person_ == "opponent") {
            table_->write("white announces Eva zwei Eva vier");
            table_->write("white executes e4");
            table_->write("white presses");
            REQUIRE(table_->await("completed 1. e4"));
        }
    }

    void join(Words words) {
        if (!table_) open_for_console();
        table_->begin();
        std::ranges::replace(words, "CODE", table_->code());
        console_ = std::make_unique<Process>(words, folder_.path());
        REQUIRE(console_->await("")); // it shows something
    }

    void close_console() {
        if (console_) {
            console_->close_input();
            CHECK(console_->wait() == 0);
            CHECK(console_->errors().empty());
            console_.reset();
        }
    }

    void close_table() {
        if (table_) {
            if (is_absent_) table_->await_complaint();
            for (const std::string& line : table_->close()) {
                INFO(line);
                CHECK_FALSE(is_complaint(line));
            }
            // What is not there is told, and nothing else.
            CHECK(table_->errors().empty() != is_absent_);
            table_.reset();
        }
    }

    const Folder& folder_;
    std::string person_;
    std::string language_;
    std::string port_ = "/nowhere";
    bool is_absent_ = false;
    std::unique_ptr<Table> table_;
    std::unique_ptr<Process> console_;
    std::unique_ptr<Process> simulator_;
};

template <class Check>
void on_every_page(Check check) {
    for (const std::string_view person : ansage::app::guide_persons) {
        for (const std::string_view language : languages) {
            DYNAMIC_SECTION(person << " " << language) { check(person, language); }
        }
    }
}

} // namespace

TEST_CASE("Every line that a page of the guide has people type does what it says", "[guide]") {
    on_every_page([](std::string_view person, std::string_view language) {
        const fs::path before = fs::current_path();
        const Folder folder;
        fs::current_path(folder.path());
        const std::vector<Typed> lines = typed_on(page_of(person, language));
        CHECK(lines.size() > 4);
        Reader reader{folder, std::string{person}, std::string{language}};
        for (const Typed& typed : lines) {
            INFO(typed.where << ": " << typed.line);
            reader.follow(typed);
        }
        reader.close();
        fs::current_path(before);
    });
}

// It may be the wrong moment for them, or a move may be missing; the words are those of this
// person at a table of this language.
TEST_CASE("Every word of a console that a page names is understood there", "[guide]") {
    on_every_page([](std::string_view person, std::string_view language) {
        const auto* const place =
            std::ranges::find(consoles, person, &decltype(consoles)::value_type::first);
        if (place == consoles.end()) return;
        const Folder folder;
        const std::string white = person == "assistant"
            ? "impaired none announces=assistant repeats=assistant assistant=1,2,3,4,5,6"
            : "impaired none";
        Table table{
            {ansage::tests::program(),
             "play",
             "--language",
             std::string{language},
             "--white",
             white,
             "--black",
             "sighted none",
             "--audio",
             "none"},
            folder};
        table.begin();
        Words join{ansage::tests::program(), "join", std::string{place->second}};
        if (person == "arbiter") join.push_back("--code=" + table.code());
        Process console{join, folder.path()};
        REQUIRE(console.await(""));
        for (const std::string& word : words_for_console(page_of(person, language)))
            console.write(word);
        console.close_input();
        CHECK(console.wait() == 0);
        for (std::size_t i = 1; i < console.lines().size(); ++i) {
            INFO(console.lines()[i]);
            CHECK(console.lines()[i].find("Question mark, and Enter") == std::string::npos);
            CHECK(console.lines()[i].find("Fragezeichen, und Enter") == std::string::npos);
        }
        table.close();
    });
}

TEST_CASE(
    "Every page begins with what to type first, and has the same commands in each language",
    "[guide]"
) {
    for (const std::string_view person : ansage::app::guide_persons) {
        INFO(person);
        const std::string english = page_of(person, "en");
        const auto lines = ansage::app::in_plain_lines(english);
        REQUIRE(lines.size() > 4);
        const auto german = ansage::app::in_plain_lines(page_of(person, "de"));
        REQUIRE(german.size() > 4);
        // But for what has to be known before anybody comes to the board (11.3.2.2).
        const bool is_warned = person == "opponent";
        if (is_warned) {
            CHECK(lines[1].text.starts_with("In a tournament, do not bring a telephone"));
            CHECK(german[1].text.starts_with("Bringen Sie in einem Turnier kein Telefon"));
        }
        const std::size_t first = is_warned ? 2 : 1;
        CHECK(lines[first].text.starts_with("Type this first"));
        CHECK(lines[first + 1].is_typed);
        CHECK(german[first].text.starts_with("Tippen Sie zuerst dies"));
        CHECK(german[first + 1].is_typed);
        const auto commands = [](const std::string& page) {
            std::vector<std::string> all;
            for (const Typed& typed : typed_on(page)) {
                const Words words = words_of(typed.line);
                all.push_back(typed.where + (typed.where == "shell" ? " " + words.at(1) : ""));
            }
            std::erase(all, "word");
            return all;
        };
        CHECK(commands(english) == commands(page_of(person, "de")));
    }
}

TEST_CASE("A page is read in words, in the language that is asked for", "[guide]") {
    const Folder folder;
    for (const std::string_view person : ansage::app::guide_persons) {
        for (const std::string_view language : languages) {
            INFO(person << " " << language);
            Process help{
                {ansage::tests::program(),
                 "help",
                 std::string{person},
                 "--language",
                 std::string{language}},
                folder.path()};
            REQUIRE(help.wait() == 0);
            const auto expected = ansage::app::in_plain_lines(page_of(person, language));
            REQUIRE(help.lines().size() >= expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                CHECK(help.lines()[i] == expected[i].text);
                CHECK(help.lines()[i].find_first_of("`#[]*") == std::string::npos);
            }
        }
    }
}

TEST_CASE("A page is heard, too", "[guide]") {
    const Folder folder;
    const std::string wav = folder / "page.wav";
    Process help{{ansage::tests::program(), "help", "builder", "--wav", wav}, folder.path()};
    REQUIRE(help.wait() == 0);
    CHECK(fs::file_size(wav) > 100'000);
}

TEST_CASE("A language without a guide reads it in English", "[guide]") {
    const Folder folder;
    Process help{{ansage::tests::program(), "help", "player", "--language", "nl"}, folder.path()};
    REQUIRE(help.wait() == 0);
    CHECK(help.lines().front() == "The player who does not see the board");
}
