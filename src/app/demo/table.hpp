// SPDX-License-Identifier: GPL-3.0-or-later
// One game of the demo: the scripted people and their simulated boards, as participants of a
// session.
#pragma once

#include "app/demo/boards.hpp"
#include "app/demo/pacing.hpp"
#include "app/demo/players.hpp"
#include "session/session.hpp"
#include "telling/voice.hpp"

#include <filesystem>
#include <functional>
#include <memory>

namespace ansage::app {

// Called after everything that a line tells has been committed.
struct DemoListener {
    std::function<void(const table::InputBody&)> input = [](const auto&) {};
    std::function<void(const table::Event&, const table::State&)> event = [](const auto&,
                                                                             const auto&) {};
    // A quiet stretch begins, of which little is told. Empty: everything is told.
    std::function<void(const Pacing::Stretch&, const table::State&)> quiet{};
};

struct DemoParts {
    session::Shell shell;
    journal::Journal* journal = nullptr; // the shell's
    DemoBoards boards;
    telling::Voice* voice = nullptr; // null: everything said is heard at once
    DemoListener told;
    std::optional<double> speed; // times as fast as a real game; absent: time is virtual
    std::optional<Pacing> pacing{}; // present: only the quiet stretches pass faster than `speed`
    std::optional<session::Session::Resumed> resumed;
    // Who takes part besides; may be null.
    std::unique_ptr<session::Participant> other{};
    // It has a door for those who only watch (docs/consoles.md).
    bool is_watched = false;
    // Instead of the one that `speed` asks for, for tests; may be null.
    std::unique_ptr<session::Pacer> pacer{};
};

// The session of one game, which must outlive it.
class DemoSession {
public:
    DemoSession(const scoresheet::PgnGame& game, const DemoPlot& plot, DemoParts parts);
    DemoSession(const DemoSession&) = delete;
    DemoSession& operator=(const DemoSession&) = delete;
    ~DemoSession();

    [[nodiscard]] base::Result<session::End, base::Error> play();

    // Where watchers join, or why none can: the game is played all the same.
    [[nodiscard]] base::Result<std::filesystem::path, base::Error> watch_socket() const;
    // Somebody is on the way who is to see the end too, however soon that comes.
    void expect_watcher();

    const table::State& state() const;
    base::Instant now() const;

private:
    struct Contents;

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::app
