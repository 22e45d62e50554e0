// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/window.hpp"

#include "base/descriptor.hpp"
#include "terminal/options.hpp"

#include <atomic>
#include <thread>
#include <utility>

namespace ansage::session {

namespace {

class WindowSeat final : public Participant {
public:
    explicit WindowSeat(consoles::ConsoleChoice choice)
        : choice_(std::move(choice)) {}

    WindowSeat(const WindowSeat&) = delete;
    WindowSeat& operator=(const WindowSeat&) = delete;

    ~WindowSeat() override { end(); }

    // The table takes its console in when it has turns.
    void start(Table& /*table*/) override {
        console_ = std::thread{[this] {
            const auto done = consoles::run_console(choice_);
            if (!done && !is_closing_) terminal::print_error(done.error());
            has_ended_ = true;
            ended_.set();
        }};
    }

    bool take_turn(Table& table) override {
        if (has_ended_) table.stop();
        return false;
    }

    int wake_descriptor() const override { return ended_.descriptor(); }

    // The table has told its consoles that it closes.
    void close(Table& /*table*/) override {
        is_closing_ = true;
        end();
    }

private:
    void end() {
        if (console_.joinable()) console_.join();
    }

    consoles::ConsoleChoice choice_;
    base::Wakeup ended_;
    std::atomic<bool> has_ended_ = false;
    std::atomic<bool> is_closing_ = false;
    std::thread console_;
};

} // namespace

std::unique_ptr<Participant> make_window_participant(consoles::ConsoleChoice choice) {
    return std::make_unique<WindowSeat>(std::move(choice));
}

} // namespace ansage::session
