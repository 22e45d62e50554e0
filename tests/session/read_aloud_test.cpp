// SPDX-License-Identifier: GPL-3.0-or-later
// Every line that a console shows of every table script, and every word that is said, in English
// and in German, read as a screen reader or a voice reads it: nothing that only eyes understand,
// and nothing long that nobody asked for. The rule: what goes to an ear, or to a line that may be
// read aloud, is words. Written moves and FENs stay where they are for eyes or for copying: in
// JSON, exports, printed reports, and the one line of the arbiter's console that is a FEN, of which
// his voice says only that it is there, and which words follow.
#include "acts/script.hpp"
#include "acts/table_setup.hpp"
#include "consoles/view.hpp"
#include "files/files.hpp"
#include "session/script_participant.hpp"
#include "session/session.hpp"
#include "speech/duration.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/places.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

namespace ansage::session {

namespace {

namespace folder = std::filesystem;
using table::ConsoleRole;

constexpr base::Millis longest_unasked{15'000};

struct ForEyes {
    std::string_view what;
    std::regex looks;
};

const std::array<ForEyes, 5>& for_eyes_only() {
    static const std::array<ForEyes, 5> list{{
        {"UCI", std::regex{R"(\b[a-h][1-8][a-h][1-8][qrbn]?\b)"}},
        {"FEN", std::regex{R"([pnbrqkPNBRQK1-8]{2,8}/[pnbrqkPNBRQK1-8]{1,8}/)"}},
        {"written move", std::regex{R"(\b[KQRBNSLTD]?[a-h]?x?[a-h][1-8](=[QRBNDTLS])?[+#]?\b)"}},
        {"castling in signs", std::regex{R"(\b[O0o]-[O0o]\b)"}},
        {"sign", std::regex{R"([A-Za-z0-9][+#]|[=_{}<>|\\]|--)"}},
    }};
    return list;
}

// What the sessions showed, by what is wrong with it.
struct Heard {
    std::map<std::string, std::set<std::string>> wrong;
    std::size_t lines = 0;
    std::size_t utterances = 0;
    std::set<table::Mode> modes;

    void read(const std::string& text, const std::string& where) {
        for (const ForEyes& each : for_eyes_only()) {
            if (std::regex_search(text, each.looks))
                wrong[std::string{each.what}].insert(text + "  (" + where + ")");
        }
    }
};

// The keys that a help names are there to be typed.
bool is_help(const table::Message& message) { return message.id.starts_with("console.help."); }

void read_said(
    const table::Said& said,
    const table::State& state,
    const telling::TableWords& words,
    const std::string& where,
    Heard& heard
) {
    if (is_help(said.message)) return;
    const std::string_view language = telling::language_of(*state.setup, said.audience);
    speech::Utterance utterance;
    utterance.segments = words.segments(said.message, language, state);
    std::string spoken;
    for (const speech::Segment& segment : utterance.segments) spoken += segment.text + ' ';
    heard.read(spoken, where);
    ++heard.utterances;
    const bool is_asked =
        said.cause == table::Cause::request || said.cause == table::Cause::refusal;
    if (!is_asked && speech::estimated_duration(utterance) > longest_unasked)
        heard.wrong["longer than 15 s"].insert(said.message.id + "  (" + where + ")");
}

void play_and_read(const acts::Script& script, acts::TableKit kit, Heard& heard) {
    std::vector<acts::LineOutcomes> outcomes(script.lines.size());
    table::State state = table::open_table(std::move(kit.setup));
    heard.modes.insert(state.setup->mode);
    const telling::TableWords words = kit.words;
    const consoles::ConsoleView view{words};
    const auto read = [&](const table::Event& event, const table::State& after) {
        const auto* const said = std::get_if<table::Said>(&event.body);
        if (said != nullptr && is_help(said->message)) return;
        const bool is_for_eyes = said != nullptr && said->message.id == "arbiter.fen";
        for (const ConsoleRole role :
             {ConsoleRole::arbiter,
              ConsoleRole::white,
              ConsoleRole::black,
              ConsoleRole::assistant,
              ConsoleRole::spectator}) {
            const auto line = view.line(event, after, {.role = role});
            if (line && !(is_for_eyes && role == ConsoleRole::arbiter)) {
                heard.read(line->text, script.file);
                ++heard.lines;
            }
        }
        if (said != nullptr) read_said(*said, after, words, script.file, heard);
    };
    std::vector<ParticipantPtr> seats;
    seats.push_back(make_telling_participant(read));
    seats.push_back(make_listener_participant());
    seats.push_back(make_script_participant(
        script, [](const consoles::Decided&) { return std::vector<telling::Outcome>{}; }, outcomes
    ));
    Session session{{
        .shell = Shell{std::move(state), std::move(kit.words), nullptr},
        .pacer = make_virtual_pacer({}),
        .participants = std::move(seats),
    }};
    REQUIRE(session.run());
}

void read_script(const folder::path& path, const std::string& language, Heard& heard) {
    INFO(path.string());
    const auto text = files::read_file(path);
    REQUIRE(text);
    auto script = acts::parse_script(*text, path.filename().string());
    REQUIRE(script);
    table::TableSetup& setup = script->header.setup;
    setup.arbiter_language = language;
    for (const chess::Color color : chess::both_colors) setup.seats[color].language = language;
    auto kit = acts::load_table(script->header, tests::share());
    REQUIRE(kit);
    play_and_read(*script, *std::move(kit), heard);
}

} // namespace

TEST_CASE("What consoles show and voices say of every script can be read aloud", "[session]") {
    Heard heard;
    std::size_t row = 0;
    for (const std::string language : {"en", "de"}) {
        for (const auto& entry :
             folder::recursive_directory_iterator(tests::root() + "/tests/scripts")) {
            const bool is_script = entry.path().extension() == ".table";
            if (is_script && tests::is_tried(row++, 5)) read_script(entry.path(), language, heard);
        }
    }
    CHECK(heard.lines > tests::at_least(10'000, 5));
    CHECK(heard.utterances > tests::at_least(10'000, 5));
    CHECK(heard.modes.size() == 3);
    for (const auto& [what, lines] : heard.wrong)
        for (const std::string& line : lines) FAIL_CHECK(what << ": " << line);
}

} // namespace ansage::session
