// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/commands/board_line.hpp"
#include "base/try.hpp"
#include "chess/fen.hpp"
#include "devices/boards/boards.hpp"
#include "devices/transport/pty.hpp"
#include "terminal/command.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <poll.h>
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Millis;
using base::Result;
using devices::Simulator;

namespace {

// A simulated board on a pty, played by the lines of the standard input.
class Simulation {
public:
    Simulation(std::unique_ptr<Simulator> simulator, devices::Pty pty)
        : simulator_(std::move(simulator)),
          pty_(std::move(pty)) {
        fmt::print("port {}\n", pty_.path);
        std::fflush(stdout);
    }

    terminal::Answer run() {
        while (!is_over_) {
            wait();
            simulator_->on_time(board_now());
            flush_output();
        }
        return has_bad_lines_ ? terminal::ExitCode::bad_input : terminal::ExitCode::done;
    }

private:
    void wait() {
        std::array<pollfd, 2> waited{
            pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{pty_.board.number(), POLLIN, 0}};
        ::poll(waited.data(), waited.size(), static_cast<int>(patience().count()));
        if (waited[1].revents != 0) read_host();
        if (waited[0].revents != 0) read_hands();
    }

    Millis patience() const {
        constexpr Millis longest{1000};
        const auto deadline = simulator_->next_deadline();
        return deadline ? std::clamp(*deadline - board_now(), Millis{0}, longest) : longest;
    }

    void read_host() {
        std::array<std::byte, 1024> buffer{};
        const auto count = pty_.board.read_now(buffer);
        if (count) simulator_->receive(std::span{buffer}.first(*count), board_now());
    }

    // What nobody reads is lost, as on a real line.
    void flush_output() {
        const auto bytes = simulator_->take_output();
        if (!bytes.empty()) std::ignore = pty_.board.write_now(bytes);
        for (const std::string& line : simulator_->take_shown()) {
            fmt::print("{}\n", terminal::printable(line));
            std::fflush(stdout);
        }
    }

    void read_hands() {
        std::array<char, 1024> buffer{};
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count <= 0) {
            is_over_ = true;
            return;
        }
        typed_.append(buffer.data(), static_cast<std::size_t>(count));
        for (std::size_t end = typed_.find('\n'); end != std::string::npos;
             end = typed_.find('\n')) {
            do_line(typed_.substr(0, end));
            typed_.erase(0, end + 1);
        }
    }

    void do_line(const std::string& line) {
        ++line_number_;
        const bool is_comment = line.empty() || line.front() == '#';
        if (is_comment) return;
        if (line == "presses") {
            simulator_->do_hand(devices::PressLever{next_press_}, board_now());
            next_press_ = !next_press_;
        } else {
            do_act(line);
        }
        flush_output();
    }

    void do_act(const std::string& line) {
        const auto act = devices::parse_hand_act(line);
        if (!act) {
            has_bad_lines_ = true;
            const Error& error = act.error();
            terminal::print_error({error.what, base::phrase("line {}", line_number_), error.mend});
            return;
        }
        if (const auto* press = std::get_if<devices::PressLever>(&*act)) next_press_ = !press->side;
        simulator_->do_hand(*act, board_now());
    }

    std::unique_ptr<Simulator> simulator_;
    devices::Pty pty_;
    std::string typed_;
    std::size_t line_number_ = 0;
    chess::Color next_press_ = chess::Color::white;
    bool has_bad_lines_ = false;
    bool is_over_ = false;
};

Result<chess::Reading, Error> start_reading(const terminal::Arguments& arguments) {
    const auto fen = arguments.value("fen");
    if (!fen) return chess::Position{}.reading();
    const auto placement = chess::parse_placement(fen->substr(0, fen->find(' ')));
    if (!placement) {
        return tl::unexpected(Error{
            base::phrase("this is no placement"),
            "--fen",
            base::phrase("write the pieces as in a FEN")});
    }
    return *placement;
}

Result<std::unique_ptr<Simulator>, Error> make_simulator(const terminal::Arguments& arguments) {
    const auto start = ANSAGE_TRY(start_reading(arguments));
    const std::string& name = arguments.words()[1];
    const devices::BoardRow* row = devices::find_board(name);
    if (row == nullptr) {
        return tl::unexpected(Error{
            base::phrase("\"{}\" is no board that can be simulated", terminal::printable(name)),
            "ansage board simulate",
            base::phrase("write one of: {}", devices::board_names())});
    }
    return row->make_simulator(
        {.kind = arguments.value("kind") == "identity" ? devices::BoardKind::identity
                                                       : devices::BoardKind::occupancy,
         .start = start,
         .is_turned = arguments.has("turned")},
        devices::LineTime::real,
        board_now()
    );
}

} // namespace

terminal::Answer simulate_board(const terminal::Arguments& arguments) {
    auto simulator = ANSAGE_TRY(make_simulator(arguments));
    auto pty = ANSAGE_TRY(devices::open_pty().map_error(terminal::unavailable));
    return Simulation{std::move(simulator), std::move(pty)}.run();
}

} // namespace ansage::app
