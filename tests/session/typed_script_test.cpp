// SPDX-License-Identifier: GPL-3.0-or-later
// Every table script, typed line by line at the terminal of a table instead of being handed to it,
// and its sensors as bytes of a peg board on a pty: what the scripts prove, people get who type and
// whose boards have sensors.
#include "acts/script.hpp"
#include "acts/script_check.hpp"
#include "acts/table_setup.hpp"
#include "files/files.hpp"
#include "session/script_participant.hpp"
#include "session/script_table.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/model/state.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>

namespace ansage::session {

namespace {

namespace fs = std::filesystem;

// A person who types what the script has for him.
class Typist {
public:
    class Lines final : public LineSource {
    public:
        explicit Lines(std::deque<std::string>& typed)
            : typed_(typed) {}

        std::optional<Line> take() override {
            if (typed_.empty()) return std::nullopt;
            Line line{.text = std::move(typed_.front())};
            typed_.pop_front();
            return line;
        }

        int event_fd() const override { return -1; }

    private:
        std::deque<std::string>& typed_;
    };

    std::unique_ptr<LineSource> lines() { return std::make_unique<Lines>(typed_); }

    // What ends a game or changes a clock is asked again, and meant.
    void told(const table::Event& event) {
        const auto* said = std::get_if<table::Said>(&event.body);
        if (said != nullptr && said->message.id.starts_with("console.confirm_act")) {
            typed_.emplace_front(last_word_of(said->message.words));
            ++confirmed;
        }
    }

    std::size_t confirmed = 0;

    bool type(const acts::ScriptLine& line) {
        const std::size_t blank = line.text.find_first_of(" \t");
        typed_.push_back(line.text.substr(blank + 1));
        return true;
    }

private:
    std::deque<std::string> typed_;
};

std::vector<std::string>
problems_when_typed(const acts::Script& script, acts::TableKit kit, Ways& ways) {
    std::vector<acts::LineOutcomes> outcomes(script.lines.size());
    Typist typist;
    table::State state = table::open_table(std::move(kit.setup));
    WiredBoards boards{state, ways};
    std::vector<ParticipantPtr> seats;
    seats.push_back(make_telling_participant(
        [&](const table::Event& event, const table::State& /*state*/) { typist.told(event); }
    ));
    seats.push_back(make_listener_participant());
    seats.push_back(make_terminal_participant(typist.lines(), {}, Confirms::yes));
    seats.push_back(make_script_participant(
        script,
        outcomes_of,
        outcomes,
        [&](const acts::ScriptLine& line, Table& table) {
            return boards.act(line, table) || typist.type(line);
        }
    ));
    Session session{{
        .shell = Shell{std::move(state), std::move(kit.words), nullptr},
        .pacer = make_virtual_pacer({}),
        .participants = std::move(seats),
    }};
    REQUIRE(session.run());
    ways.confirmed += typist.confirmed;
    return check_script(script, outcomes);
}

} // namespace

TEST_CASE("Every table script also passes when its lines are typed at the table", "[session]") {
    Ways ways;
    std::size_t row = 0;
    for (const fs::path& path : all_scripts()) {
        if (!tests::is_tried(row++, 3)) continue;
        INFO(path.string());
        const auto text = files::read_file(path);
        REQUIRE(text);
        const auto script = acts::parse_script(*text, path.filename().string());
        REQUIRE(script);
        auto kit = acts::load_table(script->header, tests::share());
        REQUIRE(kit);
        CHECK(problems_when_typed(*script, *std::move(kit), ways) == std::vector<std::string>{});
        ++ways.typed;
    }
    CHECK(ways.typed >= tests::at_least(622, 3));
    CHECK(ways.confirmed >= tests::at_least(100, 3));
    CHECK(ways.as_bytes >= tests::at_least(2000, 3));
    // A cable and a slip of a sensor are nobody's hand; of hands few say what no board says.
    std::erase_if(ways.not_as_bytes, [](const std::string& line) {
        return line.find(" lifts ") == std::string::npos &&
            line.find(" places ") == std::string::npos;
    });
    CAPTURE(ways.not_as_bytes);
    CHECK(ways.not_as_bytes.size() <= 3);
}

} // namespace ansage::session
