// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/live_table.hpp"

#include "consoles/place.hpp"
#include "session/window.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <csignal>
#include <utility>

namespace ansage::session {

using base::Error;
using base::Millis;
using base::Result;
using chess::Color;

namespace {

// How exactly the clocks can be set after a crash.
constexpr Millis note_every{1000};

} // namespace

struct LiveTable::Contents {
    explicit Contents(Parts parts)
        : voice(std::move(parts.voice)) {
        if (parts.console_code) open_consoles(parts);
        if (server) server->let_enter_press(parts.enter_presses);
        const base::Instant begin = parts.shell.now();
        auto participants = seat_everybody(parts);
        session.emplace(Session::Parts{
            .shell = std::move(parts.shell),
            .journal = parts.journal,
            .pacer = make_real_pacer(context, begin),
            .participants = std::move(participants),
            .resumed = parts.resumed,
            .note_every = note_every});
    }

    // A table plays without them rather than not at all.
    void open_consoles(Parts& parts) {
        auto opened = consoles::ConsoleServer::open(
            context,
            parts.shell.words(),
            *parts.shell.state().setup,
            {.code = *parts.console_code,
             .pages = parts.pages,
             .on_code = parts.on_role_code,
             .seated = std::move(parts.seated)},
            std::exchange(parts.place, std::nullopt)
        );
        if (opened) server = *std::move(opened);
        else no_consoles = opened.error();
    }

    std::vector<ParticipantPtr> seat_everybody(Parts& parts) {
        std::vector<ParticipantPtr> seats;
        seats.push_back(make_telling_participant(std::move(parts.told)));
        if (server) seats.push_back(make_consoles_participant(*server, voice));
        for (const Color color : chess::both_colors) {
            if (auto& board = parts.boards[color])
                seats.push_back(make_board_participant(context, color, std::move(*board)));
        }
        if (parts.overrides) seats.push_back(make_opening_participant({*parts.overrides}));
        for (ParticipantPtr& other : parts.others) seats.push_back(std::move(other));
        if (parts.braille) seats.push_back(make_braille_participant(std::move(parts.braille)));
        seats.push_back(make_voice_participant(voice));
        seats.push_back(
            make_recording_participant(std::move(parts.recording), std::move(parts.recovered))
        );
        if (parts.ear) seats.push_back(make_listening_participant(std::move(parts.ear)));
        seats.push_back(terminal_participant(parts));
        return seats;
    }

    void hush() {
        for (const table::Audience audience :
             {table::Audience::room,
              table::Audience::ear_white,
              table::Audience::ear_black,
              table::Audience::assistant,
              table::Audience::arbiter})
            voice.stop_text(audience);
    }

    [[nodiscard]] ParticipantPtr terminal_participant(Parts& parts) {
        if (parts.window && server) {
            if (auto socket = consoles::find_table(server->table_name())) {
                parts.window->socket = *std::move(socket);
                return make_window_participant(*std::move(parts.window));
            }
        }
        return make_terminal_participant(
            standard_input(), std::move(parts.help), parts.confirms, [this] { hush(); }
        );
    }

    boost::asio::io_context context;
    telling::Voice voice;
    std::unique_ptr<consoles::ConsoleServer> server;
    Error no_consoles;
    std::optional<Session> session; // last: its participants use all the others
};

LiveTable::LiveTable(Parts parts)
    : contents_(std::make_unique<Contents>(std::move(parts))) {}

LiveTable::~LiveTable() = default;

Result<void, Error> LiveTable::play() {
    // The console may go away; the game does not.
    std::signal(SIGPIPE, SIG_IGN);
    // A recording that must not get longer stops by itself.
    std::signal(SIGXFSZ, SIG_IGN);
    return contents_->session->run().map([](End) {});
}

const table::State& LiveTable::state() const { return contents_->session->state(); }

base::Instant LiveTable::now() const { return contents_->session->now(); }

const std::optional<Error>& LiveTable::sound_fault() const { return contents_->voice.fault(); }

std::string LiveTable::code_of(table::ConsoleRole role) const {
    return contents_->server ? contents_->server->code_of(role) : std::string{};
}

void LiveTable::note_page(bool is_there) {
    if (!contents_->server) return;
    boost::asio::post(contents_->context, [this, is_there] {
        contents_->server->note_page(is_there);
    });
}

Result<std::string, Error> LiveTable::console_table() const {
    return contents_->server ? Result<std::string, Error>{contents_->server->table_name()}
                             : tl::unexpected(contents_->no_consoles);
}

} // namespace ansage::session
