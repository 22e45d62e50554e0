// ansage board list|watch|check|simulate: find, watch, check and simulate boards.
#include "app/commands/board_simulate.hpp"
#include "app/commands/commands.hpp"
#include "devices/dgt/driver.hpp"
#include "devices/peg/conformance.hpp"
#include "devices/peg/driver.hpp"
#include "devices/serial/port.hpp"
#include "session/board_port.hpp"
#include "session/boot_time.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <poll.h>

namespace ansage::app {
namespace {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using devices::Driver;
using devices::Stream;

constexpr Millis connect_limit{5000};
constexpr Millis write_limit{1000};
constexpr Millis reopen_after{1000};
// How long a board has to show that it speaks a protocol before the next one is tried.
constexpr Millis guess_for{2500};

void say_line(std::string_view line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

Instant now() {
    return {session::boot_time()};
}

// Ports.

std::string usb_text(const devices::serial::PortInfo& port) {
    if (!port.usb_vendor || !port.usb_product) {
        return "";
    }
    return fmt::format("{:04x}:{:04x}", *port.usb_vendor, *port.usb_product);
}

std::string to_text(const devices::serial::PortInfo& port) {
    std::string text = "port " + port.path;
    for (const std::string& part :
         {port.description, port.maker, port.product, usb_text(port), port.serial_number}) {
        if (!part.empty()) {
            text +=
                (text.find(": ") == std::string::npos ? ": " : ", ") + terminal::printable(part);
        }
    }
    return text;
}

std::string to_json(const devices::serial::PortInfo& port) {
    const nlohmann::ordered_json object{
        {"port", port.path},
        {"description", port.description},
        {"maker", port.maker},
        {"product", port.product},
        {"usb", usb_text(port)},
        {"serial", port.serial_number}};
    return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

int list_ports(const terminal::Arguments& arguments) {
    const auto ports = devices::serial::list_ports();
    if (!ports) {
        return terminal::unavailable(ports.error());
    }
    for (const auto& port : *ports) {
        say_line(arguments.has("json") ? to_json(port) : to_text(port));
    }
    if (ports->empty() && !arguments.has("json")) {
        say_line("no serial ports");
    }
    return terminal::to_int(terminal::ExitCode::done);
}

// Watching.

enum class Protocol : std::uint8_t { peg, dgt };

struct WatchSettings {
    std::string port;
    std::vector<Protocol> protocols; // in the order in which to try them
    devices::Orientation orientation{};
    chess::Color clock_left{};
    std::optional<Millis> duration;
    bool is_json = false;
};

int baud_of(Protocol protocol) {
    return protocol == Protocol::peg ? devices::serial::peg_line.baud
                                     : devices::serial::dgt_line.baud;
}

std::unique_ptr<Driver> make_driver(Protocol protocol, const WatchSettings& settings) {
    if (protocol == Protocol::peg) {
        return std::make_unique<devices::peg::PegDriver>(devices::peg::DriverSettings{
            .orientation = settings.orientation});
    }
    return std::make_unique<devices::dgt::DgtDriver>(devices::dgt::DriverSettings{
        .orientation = settings.orientation, .clock_left = settings.clock_left});
}

// A driver on a line: opens it, guesses the protocol, opens it again after a hang-up.
class Watch {
public:
    explicit Watch(WatchSettings settings)
        : settings_(std::move(settings)),
          began_(now()) {}

    int run() {
        if (const auto opened = open(); !opened) {
            return terminal::unavailable(opened.error());
        }
        while (!is_over()) {
            step();
        }
        const bool heard = driver_->reading().has_value();
        if (!heard) {
            return terminal::unavailable(
                {"no board answers",
                 terminal::printable(settings_.port),
                 "is it switched on, and is it the right port?"}
            );
        }
        return terminal::to_int(terminal::ExitCode::done);
    }

private:
    Result<void, Error> open() {
        opened_at_ = now();
        const Protocol protocol = settings_.protocols[guess_];
        auto stream = session::open_stream(settings_.port, baud_of(protocol), connect_limit);
        if (!stream) {
            return tl::unexpected(stream.error());
        }
        stream_ = *std::move(stream);
        if (!driver_) {
            driver_ = make_driver(protocol, settings_);
        }
        driver_->start(now());
        return {};
    }

    [[nodiscard]] bool is_over() const {
        return settings_.duration && now() - began_ >= *settings_.duration;
    }

    void step() {
        if (!stream_.is_open()) {
            ::poll(nullptr, 0, static_cast<int>(reopen_after.count()));
            std::ignore = open();
            return;
        }
        flush_output();
        read_some();
        driver_->on_time(now());
        report();
        try_next_protocol();
    }

    void flush_output() {
        const auto bytes = driver_->take_output();
        if (!bytes.empty() && !stream_.write(bytes, write_limit)) {
            hang_up();
        }
    }

    void read_some() {
        if (!stream_.is_open()) {
            return;
        }
        std::array<std::byte, 1024> buffer{};
        const auto count = stream_.read(buffer, patience());
        if (count) {
            driver_->receive(std::span{buffer}.first(*count), now());
        } else if (count.error() != devices::StreamError::timed_out) {
            hang_up();
        }
    }

    [[nodiscard]] Millis patience() const {
        constexpr Millis longest{250};
        const auto deadline = driver_->next_deadline();
        return deadline ? std::clamp(*deadline - now(), Millis{1}, longest) : longest;
    }

    void hang_up() {
        stream_.close();
        driver_->hung_up(now());
        report();
    }

    void report() {
        for (const devices::SensorEvent& event : driver_->take_events()) {
            const std::string text = devices::to_string(event);
            const auto at = (now() - began_).count();
            if (settings_.is_json) {
                say_line(nlohmann::ordered_json{{"at_ms", at}, {"event", text}}.dump());
            } else {
                say_line(
                    fmt::format("{}:{:02}.{:03} {}", at / 60000, at / 1000 % 60, at % 1000, text)
                );
            }
        }
        const auto problem = driver_->problem();
        if (problem && !has_complained_) {
            has_complained_ = true;
            terminal::print_error(*problem);
        }
    }

    // Nothing but silence or noise at this speed: perhaps it speaks another protocol.
    void try_next_protocol() {
        const bool is_patient = driver_->reading() || now() - opened_at_ < guess_for;
        if (is_patient || settings_.protocols.size() == 1) {
            return;
        }
        guess_ = (guess_ + 1) % settings_.protocols.size();
        driver_.reset();
        stream_.close();
        if (const auto opened = open(); !opened) {
            driver_ = make_driver(settings_.protocols[guess_], settings_);
        }
    }

    WatchSettings settings_;
    Instant began_;
    Instant opened_at_;
    std::size_t guess_ = 0;
    std::unique_ptr<Driver> driver_;
    Stream stream_;
    bool has_complained_ = false;
};

constexpr std::array<std::string_view, 3> protocol_names{"auto", "peg", "dgt"};
constexpr std::array<std::string_view, 3> orientation_names{"auto", "straight", "turned"};
constexpr std::array<std::string_view, 2> color_names{"white", "black"};

Result<void, Error> read_choices(const terminal::Arguments& arguments, WatchSettings& settings) {
    const auto protocol = arguments.choice("protocol", protocol_names);
    const auto orientation = arguments.choice("orientation", orientation_names);
    const auto clock_left = arguments.choice("clock-left", color_names);
    for (const auto* const choice : {&protocol, &orientation, &clock_left}) {
        if (!*choice) {
            return tl::unexpected(choice->error());
        }
    }
    settings.protocols = {Protocol::peg, Protocol::dgt};
    if (*protocol > 0) {
        settings.protocols = {*protocol == 1 ? Protocol::peg : Protocol::dgt};
    }
    settings.orientation = static_cast<devices::Orientation>(*orientation);
    settings.clock_left = chess::both_colors[*clock_left];
    return {};
}

int watch(const terminal::Arguments& arguments) {
    WatchSettings settings;
    settings.port = arguments.words()[1];
    settings.is_json = arguments.has("json");
    if (const auto read = read_choices(arguments, settings); !read) {
        return terminal::refuse(read.error());
    }
    const auto seconds = arguments.number("for", 1, 86400);
    if (!seconds) {
        return terminal::refuse(seconds.error());
    }
    if (*seconds) {
        settings.duration = Millis{**seconds * 1000};
    }
    return Watch{std::move(settings)}.run();
}

// Checking.

// Moves the bytes of the conformance test.
class Exchanger {
public:
    explicit Exchanger(Stream& stream)
        : stream_(stream) {}

    std::vector<devices::peg::HeardLine> exchange(std::string_view to_send, Millis listen_for) {
        const Instant end = now() + listen_for;
        is_broken_ = is_broken_ || !stream_.write(std::as_bytes(std::span{to_send}), write_limit);
        std::vector<devices::peg::HeardLine> heard;
        for (Instant time = now(); time < end && !is_broken_; time = now()) {
            listen(end - time, heard);
        }
        return heard;
    }

    [[nodiscard]] bool is_broken() const { return is_broken_; }

private:
    void listen(Millis limit, std::vector<devices::peg::HeardLine>& heard) {
        std::array<std::byte, 1024> buffer{};
        const auto count = stream_.read(buffer, limit);
        if (!count) {
            is_broken_ = count.error() != devices::StreamError::timed_out;
            return;
        }
        reader_.receive(std::span{buffer}.first(*count), [&](auto line) {
            heard.push_back({now(), line ? std::string{*line} : "(a line that is too long)"});
        });
    }

    Stream& stream_;
    devices::peg::LineReader reader_;
    bool is_broken_ = false;
};

void say_finding(const devices::peg::Finding& finding, bool is_json) {
    if (is_json) {
        const nlohmann::ordered_json object{
            {"question", finding.question}, {"good", finding.is_good}, {"reason", finding.reason}};
        say_line(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    } else if (finding.is_good) {
        say_line("good: " + finding.question);
    } else {
        say_line(fmt::format("bad: {}: {}", finding.question, terminal::printable(finding.reason)));
    }
}

int check(const terminal::Arguments& arguments) {
    const std::string& port = arguments.words()[1];
    auto stream = session::open_stream(port, devices::serial::peg_line.baud, connect_limit);
    if (!stream) {
        return terminal::unavailable(stream.error());
    }
    Exchanger exchanger(*stream);
    const auto findings = devices::peg::check_conformance([&](auto to_send, auto listen_for) {
        return exchanger.exchange(to_send, listen_for);
    });
    if (exchanger.is_broken()) {
        return terminal::unavailable(
            {"the board hung up", terminal::printable(port), "is its cable in?"}
        );
    }
    for (const auto& finding : findings) {
        say_finding(finding, arguments.has("json"));
    }
    const bool is_good = std::ranges::all_of(findings, &devices::peg::Finding::is_good);
    return terminal::to_int(is_good ? terminal::ExitCode::done : terminal::ExitCode::no);
}

struct Action {
    std::string_view name;
    std::size_t words; // with its own name
    std::string_view usage;
    int (*run)(const terminal::Arguments&);
};

constexpr std::array actions{
    Action{"list", 1, "write ansage board list", list_ports},
    Action{"watch", 2, "write ansage board watch PORT", watch},
    Action{"check", 2, "write ansage board check PORT", check},
    Action{"simulate", 2, "write ansage board simulate peg|dgt", simulate_board},
};

int board_command(const terminal::Arguments& arguments) {
    const std::vector<std::string>& words = arguments.words();
    const std::string name = words.empty() ? "" : words.front();
    const auto* const action = std::ranges::find(actions, name, &Action::name);
    if (action == actions.end()) {
        const std::string what = words.empty()
            ? std::string{"nothing to do"}
            : fmt::format("\"{}\" is no action", terminal::printable(name));
        return terminal::refuse(
            {what, "ansage board", "write list, watch PORT, check PORT or simulate peg|dgt"}
        );
    }
    if (words.size() != action->words) {
        return terminal::refuse(
            {fmt::format("{} needs {} after it", name, action->words == 1 ? "nothing" : "one word"),
             "ansage board",
             std::string{action->usage}}
        );
    }
    return action->run(arguments);
}

} // namespace

int run_board(std::span<const std::string> arguments) {
    terminal::Options options{
        "board",
        "list|watch PORT|check PORT|simulate peg|dgt",
        "list prints the serial ports. watch prints what a board reports, a line each. check asks "
        "a peg "
        "board whether it keeps to its protocol. simulate makes a board on a port of its own, "
        "prints "
        "the port, and moves its pieces as the lines of the standard input say: lifts e2, places "
        "e4 P, "
        "presses, button time, unsure e4, shows PLACEMENT, lost, back. PORT is a device or "
        "tcp:HOST:PORT."};
    options.flag("json", "one JSON object a line");
    options.value("protocol", "auto|peg|dgt", "watch: how the board speaks");
    options.value("orientation", "auto|straight|turned", "watch: which way round it lies");
    options.value("clock-left", "white|black", "watch: who sits at the left end of a DGT clock");
    options.value("for", "SECONDS", "watch: end after so long");
    options.value("kind", "occupancy|identity", "simulate peg: which sensors it has");
    options.fen("fen", "simulate: the pieces that stand on it");
    options.flag("turned", "simulate dgt: it lies the wrong way round");
    return terminal::run_with(options, arguments, board_command);
}

} // namespace ansage::app
