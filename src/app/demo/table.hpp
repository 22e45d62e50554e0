// One game of the demo: the scripted people, their simulated boards, and the table they sit at.
#pragma once

#include "app/demo/boards.hpp"
#include "app/demo/players.hpp"
#include "session/pacer.hpp"
#include "session/shell.hpp"
#include "telling/voice.hpp"

#include <functional>
#include <string>

namespace ansage::app {

enum class DemoEnd : std::uint8_t {
    over, // the table has a result, or the record has none and is at its end
    stopped, // the user stopped it
};

class DemoTable {
public:
    // Called after everything that a line tells has been committed.
    struct Told {
        std::function<void(const table::InputBody&)> input;
        std::function<void(const table::Event&, const table::State&)> event;
    };

    struct Parts {
        session::Shell shell;
        DemoBoards boards;
        std::unique_ptr<session::Pacer> pacer;
        telling::Voice* voice = nullptr; // may be null
        Told told;
        // While a clock runs, TimeNoted is stored so often; absent in virtual time, which does not
        // run on when the program dies.
        std::optional<base::Millis> note_every{};
    };

    DemoTable(const scoresheet::PgnGame& game, DemoPlot plot, Parts parts)
        : game_(&game),
          plot_(plot),
          parts_(std::move(parts)),
          now_(parts_.shell.now()),
          since_(now_),
          noted_(now_) {}

    // After a crash: the clocks stand, and the arbiter is told.
    [[nodiscard]] base::Result<void, base::Error> resume(std::optional<base::Millis> gap);

    [[nodiscard]] base::Result<DemoEnd, base::Error> play();

    [[nodiscard]] const table::State& state() const { return parts_.shell.state(); }

    [[nodiscard]] base::Instant now() const { return now_; }

private:
    [[nodiscard]] std::optional<base::Instant> next_instant(const std::optional<DemoAct>& act
    ) const;
    [[nodiscard]] bool is_moving() const;
    [[nodiscard]] std::optional<base::Instant> next_note() const;
    [[nodiscard]] base::Result<void, base::Error> pass_time();
    [[nodiscard]] base::Result<void, base::Error> perform(const DemoAct& act);
    [[nodiscard]] base::Result<void, base::Error> submit(const table::InputBody& body);
    [[nodiscard]] base::Result<void, base::Error> submit_sensors();
    void tell(const std::vector<table::Event>& events, const table::InputBody& cause);
    void speak(const table::InputBody& body, const table::State& before);

    const scoresheet::PgnGame* game_;
    DemoPlot plot_;
    Parts parts_;
    base::Instant now_;
    base::Instant since_; // what happened last
    base::Instant noted_; // when TimeNoted was stored last
    bool changed_ = false;
};

} // namespace ansage::app
