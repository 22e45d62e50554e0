// SPDX-License-Identifier: GPL-3.0-or-later
// Every table script at consoles that joined: each role types its own lines at its own socket, what
// it is asked to confirm it confirms, and sensors come as bytes of a peg board on a pty.
#include "acts/script.hpp"
#include "acts/script_check.hpp"
#include "acts/table_setup.hpp"
#include "base/overloaded.hpp"
#include "consoles/place.hpp"
#include "consoles/server.hpp"
#include "consoles/wire.hpp"
#include "files/files.hpp"
#include "session/script_participant.hpp"
#include "session/script_table.hpp"
#include "session/session.hpp"
#include "speech/null_speaker.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "support/places.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"
#include "table/model/state.hpp"
#include "telling/voice.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <thread>

namespace ansage::session {

namespace {

namespace asio = boost::asio;
using Socket = asio::local::stream_protocol::socket;
using table::ConsoleRole;

constexpr std::string_view code = "24681357";
constexpr std::array joining{
    ConsoleRole::white, ConsoleRole::black, ConsoleRole::assistant, ConsoleRole::arbiter};

// Looks for an answer, a thousandth of a second apart.
constexpr std::size_t patience = 60'000;

// What of all scripts was typed at consoles, and what nobody at a console may do: by verb, how
// often.
struct AtConsoles {
    std::size_t scripts = 0;
    std::size_t typed = 0;
    std::size_t confirmed = 0;
    std::map<std::string, std::size_t> in_the_open;
};

// Words that are typed, and that no device says anyhow.
bool is_typed(const table::InputBody& input, const table::State& state) {
    return std::visit(
        [&](const auto& body) {
            if constexpr (requires { body.move, body.through; }) {
                return body.through == table::Medium::keys &&
                    state.seat(body.seat).announces != table::Announcer::device;
            }
            return false;
        },
        input
    );
}

// The people at the consoles of a table: a socket each.
class Joined final : public Participant {
public:
    Joined(asio::io_context& context, const std::string& table_name, AtConsoles& count)
        : context_(context),
          path_(consoles::find_table(table_name).value()),
          count_(count) {}

    [[nodiscard]] bool is_complete() const { return joined_ == joining.size(); }

    // What a player types nobody at the board has heard, so that the device says it; the script's
    // player spoke, and a device that does not announce for him said nothing.
    [[nodiscard]] bool
    is_said_for_who_typed(const consoles::Decided& decided, const telling::Outcome& outcome) const {
        return is_spoken_in_script_ && outcome.kind == "say" &&
            is_typed(decided.input, decided.before);
    }

    // False: nobody at a console may do that; it is done in the open.
    bool type(const acts::ScriptLine& line, const table::State& state) {
        const std::vector<std::string> words = terminal::split_words(line.text);
        const table::InputBody body = acts::input_of(line.act, state);
        const std::string& actor = words.at(1);
        const auto role = role_of(actor);
        // What an assistant has no duty for he types, too, and oversteps. On a scoresheet people
        // count moves and scripts half-moves.
        const bool is_theirs = role &&
            (table::may(state, *role, body) || std::holds_alternative<table::Oversteps>(body));
        if (!is_theirs || std::holds_alternative<table::Writes>(body)) {
            ++count_.in_the_open[actor + ' ' + (words.size() > 2 ? words[2] : "")];
            return false;
        }
        std::string text = terminal::join_words(words, 2);
        if (role == ConsoleRole::assistant)
            text = actor == "assistant" ? terminal::join_words(words, 1) : with_player(actor, text);
        is_spoken_in_script_ = !is_typed(body, state);
        write(*role, consoles::wire::to_text(consoles::wire::Typed{text}));
        ++count_.typed;
        return true;
    }

    bool take_turn(Table& /*table*/) override {
        if (sockets_.empty())
            for (const ConsoleRole role : joining) join(role);
        context_.poll();
        for (auto& [role, socket] : sockets_) listen(socket);
        const bool waits = !is_complete() || answered_ < written_;
        // Whoever has typed more than his share waits for it, by the clock on the wall.
        constexpr std::size_t looks_at_once = 10;
        if (waits && ++idle_ > looks_at_once)
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        if (idle_ > patience) FAIL("a console waits for an answer to what it typed");
        return waits;
    }

    void note(const Happened& happened) override {
        std::visit(
            base::Overloaded{
                [&](const table::ConsoleReports& report) {
                    joined_ += report.change == table::ConsoleChange::joined ? 1 : 0;
                },
                [&](const table::Replies& replies) {
                    answered_ = written_;
                    if (asks_again(replies.reply)) {
                        write(
                            replies.console,
                            consoles::wire::to_text(consoles::wire::Typed{
                                replies.word ? word_in(happened) : "yes"})
                        );
                        ++count_.confirmed;
                    }
                },
                [&](const auto&) {
                    if (happened.source != nullptr) answered_ = written_;
                }},
            happened.input
        );
        idle_ = 0;
    }

private:
    static std::optional<ConsoleRole> role_of(const std::string& actor) {
        if (actor == "assistant" || actor == "white-assistant" || actor == "black-assistant")
            return ConsoleRole::assistant;
        return table::parse_name<ConsoleRole>(actor);
    }

    static std::string word_in(const Happened& happened) {
        for (const table::Event& event : happened.events) {
            if (const auto* const said = std::get_if<table::Said>(&event.body))
                return last_word_of(said->message.words);
        }
        return {};
    }

    static bool asks_again(table::Reply reply) {
        return reply == table::Reply::confirm_act || reply == table::Reply::confirm_resignation ||
            reply == table::Reply::confirm_draw || reply == table::Reply::confirm_signature;
    }

    static std::string with_player(const std::string& actor, const std::string& text) {
        return actor.substr(0, actor.find('-')) + ' ' + text;
    }

    void join(ConsoleRole role) {
        Socket socket{context_};
        socket.connect(asio::local::stream_protocol::endpoint{path_.string()});
        socket.non_blocking(true);
        const auto [at, is_new] = sockets_.emplace(role, std::move(socket));
        REQUIRE(is_new);
        const consoles::wire::Join join{.role = role, .code = std::string{code}};
        asio::write(at->second, asio::buffer(consoles::wire::to_text(join)));
    }

    void write(ConsoleRole role, const std::string& text) {
        asio::write(sockets_.at(role), asio::buffer(text));
        ++written_;
    }

    // What it is shown is other tests' business.
    static void listen(Socket& socket) {
        std::array<char, 4096> buffer{};
        boost::system::error_code error;
        while (socket.read_some(asio::buffer(buffer), error) > 0 && !error) {
        }
    }

    asio::io_context& context_;
    std::filesystem::path path_;
    AtConsoles& count_;
    std::map<ConsoleRole, Socket> sockets_;
    bool is_spoken_in_script_ = true; // what was typed last
    std::size_t joined_ = 0;
    std::size_t written_ = 0;
    std::size_t answered_ = 0; // of these
    std::size_t idle_ = 0;
};

std::vector<std::string> problems_when_joined(
    const acts::Script& script, acts::TableKit kit, Ways& ways, AtConsoles& count
) {
    std::vector<acts::LineOutcomes> outcomes(script.lines.size());
    table::State state = table::open_table(std::move(kit.setup));
    WiredBoards boards{state, ways};
    asio::io_context context;
    auto server = consoles::ConsoleServer::open(
        context, kit.words, kit.setup, {.code = std::string{code}, .pages = table::Pages::none}
    );
    REQUIRE(server);
    auto voice = telling::Voice::open(std::make_unique<speech::NullSpeaker>(), {});
    auto joined = std::make_unique<Joined>(context, (*server)->table_name(), count);
    Joined& people = *joined;
    std::vector<ParticipantPtr> seats;
    seats.push_back(make_listener_participant());
    seats.push_back(make_consoles_participant(**server, voice));
    seats.push_back(std::move(joined));
    seats.push_back(make_script_participant(
        script,
        // Who comes is nothing that a script tells.
        [&](const consoles::Decided& decided) {
            const bool is_of_consoles = !people.is_complete() ||
                std::holds_alternative<table::ConsoleReports>(decided.input);
            if (is_of_consoles) return std::vector<telling::Outcome>{};
            std::vector<telling::Outcome> shown = outcomes_of(decided);
            std::erase_if(shown, [&](const telling::Outcome& outcome) {
                return people.is_said_for_who_typed(decided, outcome);
            });
            return shown;
        },
        outcomes,
        [&](const acts::ScriptLine& line, Table& table) {
            return boards.act(line, table) || people.type(line, table.state());
        }
    ));
    Session session{{
        .shell = Shell{std::move(state), std::move(kit.words), nullptr},
        .pacer = make_virtual_pacer({}),
        .participants = std::move(seats),
    }};
    REQUIRE(session.run());
    return check_script(script, outcomes);
}

} // namespace

TEST_CASE("Every table script also passes when each role types at its own console", "[session]") {
    const tests::Folder folder;
    REQUIRE(::setenv("XDG_RUNTIME_DIR", folder.path().c_str(), 1) == 0);
    REQUIRE(::setenv("TMPDIR", folder.path().c_str(), 1) == 0);
    Ways ways;
    AtConsoles count;
    std::size_t row = 0;
    for (const std::filesystem::path& path : all_scripts()) {
        if (!tests::is_tried(++row, 3)) continue;
        // What Black hears there again was, at a console, never said by a voice.
        if (path.filename() == "D.2.1-device-says-the-announcement-again.table") continue;
        INFO(path.string());
        const auto text = files::read_file(path);
        REQUIRE(text);
        const auto script = acts::parse_script(*text, path.filename().string());
        REQUIRE(script);
        auto kit = acts::load_table(script->header, tests::share());
        REQUIRE(kit);
        CHECK(
            problems_when_joined(*script, *std::move(kit), ways, count) ==
            std::vector<std::string>{}
        );
        ++count.scripts;
    }
    // Sensors that no peg board has so, a recorder's reports, written entries, and what no console
    // of a player takes. Who listens is no person.
    std::size_t in_the_open = 0;
    for (const auto& [act, times] : count.in_the_open) {
        UNSCOPED_INFO(fmt::format("in the open: {}, {} times", act, times));
        if (!act.starts_with("listener ")) in_the_open += times;
    }
    CHECK(count.scripts >= tests::at_least(777, 3));
    CHECK(count.typed >= tests::at_least(4300, 3));
    CHECK(count.confirmed >= tests::at_least(300, 3));
    CHECK(in_the_open <= 130);
}

} // namespace ansage::session
