// SPDX-License-Identifier: GPL-3.0-or-later
// A page is a console: in every table script, each role's page gets the very lines that its console
// gets. Both sit at sockets of their own and are told of the same game side by side.
#include "acts/script.hpp"
#include "consoles/place.hpp"
#include "consoles/server.hpp"
#include "consoles/shares.hpp"
#include "consoles/watcher/scripts.hpp"
#include "consoles/wire.hpp"
#include "journal/codec.hpp"
#include "support/few.hpp"
#include "support/folder.hpp"
#include "support/surroundings.hpp"
#include "table/model/names.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace {

namespace asio = boost::asio;
namespace consoles = ansage::consoles;
namespace journal = ansage::journal;
namespace session = ansage::session;
namespace table = ansage::table;
using ansage::consoles::all_roles;
using ansage::tests::LoadedScript;

const std::string code = "4711 0815";

// Whoever sits at one socket, in one role.
class Guest {
public:
    Guest(asio::io_context& context, const std::string& socket, std::string_view joining)
        : socket_(context) {
        socket_.connect(asio::local::stream_protocol::endpoint{socket});
        socket_.non_blocking(true);
        say(joining);
    }

    void say(std::string_view line) {
        boost::system::error_code gone;
        asio::write(socket_, asio::buffer(fmt::format("{}\n", line)), gone);
    }

    void type(std::string_view text) {
        say(nlohmann::json{{"kind", "typed"}, {"text", text}}.dump());
    }

    // True: something had come.
    bool read() {
        std::array<char, 65536> bytes{};
        boost::system::error_code error;
        const std::size_t count = socket_.read_some(asio::buffer(bytes), error);
        is_over_ = is_over_ || (error && error != asio::error::would_block);
        text_.append(bytes.data(), count);
        for (std::size_t end = text_.find('\n'); end != std::string::npos; end = text_.find('\n')) {
            take(text_.substr(0, end));
            text_.erase(0, end + 1);
        }
        return count > 0;
    }

    [[nodiscard]] bool is_over() const { return is_over_; }

    // As they came; of a page without what only pages have.
    std::vector<std::string> lines;
    std::size_t nows = 0; // how it stands, so many times

private:
    void take(std::string line) {
        if (line.find(R"("kind":"now")") != std::string::npos) { // a text has its quotes escaped
            ++nows;
            return;
        }
        nlohmann::ordered_json json = nlohmann::ordered_json::parse(line);
        if (json["kind"] == "welcome") {
            for (const char* key :
                 {"run", "role", "mode", "language", "said_language", "names", "vision", "keys"})
                json.erase(key);
            line = json.dump();
        }
        if (const std::uint64_t number = json.value("n", 0U)) // else it is given up after 200
            say(fmt::format(R"({{"kind":"seen","n":{}}})", number));
        lines.push_back(std::move(line));
    }

    asio::local::stream_protocol::socket socket_;
    std::string text_;
    bool is_over_ = false;
};

// A table's consoles, one of each role. What they submit is counted and decided by nobody: it is
// the script that plays.
class Consoles {
public:
    Consoles(asio::io_context& context, const LoadedScript& loaded, bool are_pages)
        : state_(table::open_table(loaded.kit.setup)) {
        auto opened = consoles::ConsoleServer::open(
            context, loaded.kit.words, loaded.kit.setup, {.code = code, .pages = table::Pages::on}
        );
        REQUIRE(opened);
        server_ = *std::move(opened);
        server_->start(
            {.submit = [this](const table::InputBody& body
                       ) { submitted.push_back(journal::encode(body)); },
             .state = [this]() -> const table::State& { return newest_ ? *newest_ : state_; },
             .now = [this] { return now_; },
             .woken = [] {},
             .hush = {}}
        );
        const auto socket = consoles::find_table(server_->table_name());
        REQUIRE(socket);
        for (const table::ConsoleRole role : all_roles) {
            const std::string joining = fmt::format(
                R"({{"kind":"join","role":"{}","code":"{}","{}":true}})",
                table::to_string(role),
                code,
                are_pages ? "page" : "keyboard"
            );
            guests.push_back(std::make_unique<Guest>(context, socket->string(), joining));
        }
    }

    void note(const session::Happened& happened) {
        newest_ = &happened.after;
        now_ = happened.now;
        for (const table::Event& event : happened.events) server_->tell(event, happened.after);
    }

    // The table is gone; how it stood last stays true.
    void keep(const table::State& last) {
        state_ = last;
        newest_ = nullptr;
    }

    // True: something went on.
    bool serve() {
        bool is_busy = false;
        while (server_->take_turn()) is_busy = true;
        for (const auto& guest : guests)
            while (guest->read()) is_busy = true;
        return is_busy;
    }

    void close() { server_->close(); }

    std::vector<std::unique_ptr<Guest>> guests; // as the roles
    std::vector<std::string> submitted; // as a journal would have it

private:
    table::State state_;
    const table::State* newest_ = nullptr;
    ansage::base::Instant now_;
    std::unique_ptr<consoles::ConsoleServer> server_;
};

// One script, told to pages and to consoles.
class Pair {
public:
    explicit Pair(const LoadedScript& loaded)
        : view_(loaded.kit.words),
          pages(context_, loaded, true),
          terminals(context_, loaded, false) {
        await([](const Guest& guest) { return !guest.lines.empty(); });
    }

    void note(const session::Happened& happened) {
        for (const table::Event& event : happened.events)
            for (const table::ConsoleRole role : all_roles)
                expect(role, view_.line(event, happened.after, {.role = role}));
        pages.note(happened);
        terminals.note(happened);
        serve();
        last_ = happened.after;
    }

    // What people do without a word of the script, and the last line.
    void end() {
        if (last_) {
            pages.keep(*last_);
            terminals.keep(*last_);
        }
        for (const std::string_view text : {"?", "xyz", "? c", "l", "b"}) {
            for (std::size_t i = 0; i < all_roles.size(); ++i) {
                pages.guests[i]->type(text);
                terminals.guests[i]->type(text);
            }
        }
        serve();
        pages.close();
        terminals.close();
        await([](const Guest& guest) { return guest.is_over(); });
    }

    // Those of the game, in their order, as the view has them for that role.
    [[nodiscard]] const std::vector<std::string>& expected(std::size_t role) const {
        return expected_[role];
    }

private:
    void expect(table::ConsoleRole role, const std::optional<consoles::ConsoleLine>& line) {
        if (!line) return;
        std::vector<std::string>& lines = expected_[static_cast<std::size_t>(role)];
        std::string text = consoles::wire::to_text(lines.size() + 1, *line);
        while (text.ends_with('\n')) text.pop_back();
        lines.push_back(std::move(text));
    }

    // Until nothing goes on.
    void serve() {
        bool is_busy = true;
        while (is_busy) {
            context_.restart();
            is_busy = context_.poll() > 0;
            is_busy = pages.serve() || is_busy;
            is_busy = terminals.serve() || is_busy;
        }
    }

    template <class IsThere>
    void await(const IsThere& is_there) {
        constexpr int most_looks = 60'000;
        const auto are_there = [&] {
            return std::ranges::all_of(
                       pages.guests, [&](const auto& it) { return is_there(*it); }
                   ) &&
                std::ranges::all_of(terminals.guests, [&](const auto& it) {
                       return is_there(*it);
                   });
        };
        for (int look = 0; look < most_looks && !are_there(); ++look) {
            serve();
            if (!are_there()) std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        REQUIRE(are_there());
    }

    asio::io_context context_;
    consoles::ConsoleView view_;
    std::optional<table::State> last_;
    std::array<std::vector<std::string>, all_roles.size()> expected_;

public:
    Consoles pages;
    Consoles terminals;
};

bool is_of_game(const std::string& line) { return nlohmann::json::parse(line).value("n", 0) > 0; }

} // namespace

TEST_CASE("In every script each role's page gets the lines of its console") {
    const ansage::tests::Folder folder;
    ansage::tests::Surroundings surroundings;
    surroundings.set("XDG_RUNTIME_DIR", folder.path());
    surroundings.set("TMPDIR", folder.path());
    surroundings.set("TMPDIR", folder.path());
    std::array<std::size_t, all_roles.size()> told{};
    std::size_t row = 0;
    for (const auto& path : ansage::tests::table_scripts()) {
        if (!ansage::tests::is_tried(row++, 8)) continue;
        INFO(path.string());
        LoadedScript loaded = ansage::tests::load(path);
        Pair both{loaded};
        ansage::tests::play(std::move(loaded), [&](const session::Happened& happened) {
            both.note(happened);
        });
        both.end();
        CHECK(both.pages.submitted == both.terminals.submitted);
        CHECK(both.pages.submitted.size() > all_roles.size());
        for (std::size_t role = 0; role < all_roles.size(); ++role) {
            INFO(table::to_string(all_roles[role]));
            const std::vector<std::string>& lines = both.pages.guests[role]->lines;
            CHECK(lines == both.terminals.guests[role]->lines);
            std::vector<std::string> of_game;
            std::ranges::copy_if(lines, std::back_inserter(of_game), is_of_game);
            CHECK(of_game == both.expected(role));
            CHECK(lines.size() >= of_game.size() + 2); // the welcome and the bye
            CHECK(both.pages.guests[role]->nows > 0);
            CHECK(both.terminals.guests[role]->nows == 0);
            told[role] += of_game.size();
        }
    }
    for (std::size_t role = 0; role < all_roles.size(); ++role) {
        CAPTURE(table::to_string(all_roles[role]), told[role]);
        CHECK(told[role] > ansage::tests::at_least(300, 8));
    }
}
