// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/boards/boards.hpp"

#include "base/try.hpp"
#include "devices/certabo/driver.hpp"
#include "devices/certabo/simulator.hpp"
#include "devices/chesslink/driver.hpp"
#include "devices/chesslink/simulator.hpp"
#include "devices/chessnut/driver.hpp"
#include "devices/chessnut/simulator.hpp"
#include "devices/dgt/driver.hpp"
#include "devices/dgt/simulator.hpp"
#include "devices/ichessone/driver.hpp"
#include "devices/ichessone/simulator.hpp"
#include "devices/peg/driver.hpp"
#include "devices/peg/simulator.hpp"
#include "devices/pegasus/driver.hpp"
#include "devices/pegasus/simulator.hpp"
#include "devices/sentio/driver.hpp"
#include "devices/sentio/simulator.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <vector>

namespace ansage::devices {
namespace {

using base::Error;
using base::Instant;
using base::Result;

// --- options

constexpr std::array<std::string_view, 3> orientations{"auto", "straight", "turned"};
constexpr std::array<std::string_view, 3> clock_lefts{"auto", "white", "black"};

void set_orientation(BoardOptions& options, std::size_t value) {
    options.orientation = static_cast<Orientation>(value);
}

void set_clock_left(BoardOptions& options, std::size_t value) {
    options.clock_left = value == 0 ? std::nullopt : std::optional{chess::both_colors[value - 1]};
}

// Hexadecimal digits, two a byte.
bool read_key(BoardOptions& options, const std::string& contents) {
    const std::size_t end = contents.find_last_not_of(" \r\n") + 1; // none: 0
    options.key.clear();
    for (std::size_t at = 0; at + 1 < end; at += 2) {
        const char* const digits = contents.data() + at;
        unsigned value = 0;
        const auto [rest, error] = std::from_chars(digits, digits + 2, value, 16);
        if (error != std::errc{} || rest != digits + 2) return false;
        options.key.push_back(static_cast<std::byte>(value));
    }
    constexpr std::size_t longest = 32;
    return end % 2 == 0 && !options.key.empty() && options.key.size() <= longest;
}

constexpr std::array all_options{
    BoardOption{"key", {}, nullptr, read_key},
    BoardOption{"orientation", orientations, set_orientation, nullptr},
    BoardOption{"clock-left", clock_lefts, set_clock_left, nullptr}};

constexpr std::span<const BoardOption> options_of_all{all_options};
constexpr std::span<const BoardOption> with_key = options_of_all.first(2);
constexpr std::span<const BoardOption> with_orientation = options_of_all.subspan(1, 1);
constexpr std::span<const BoardOption> with_clock = options_of_all.subspan(1);

// --- the peg board

std::unique_ptr<Driver> make_peg(const BoardOptions& options, LineTime time) {
    peg::DriverSettings settings;
    settings.orientation = options.orientation;
    if (time == LineTime::virtual_time) {
        settings.lost_after = never;
        settings.greet_every = never;
    }
    return std::make_unique<peg::PegDriver>(settings);
}

std::unique_ptr<Simulator> simulate_peg(const SimulatedBoard& board, LineTime time, Instant now) {
    peg::SimulatorSettings settings{.kind = board.kind, .start = board.start};
    if (time == LineTime::virtual_time) settings.state_every.reset();
    return std::make_unique<peg::PegSimulator>(settings, now);
}

// --- the DGT board

std::unique_ptr<Driver> make_dgt(const BoardOptions& options, LineTime time) {
    dgt::DriverSettings settings{
        .orientation = options.orientation, .clock_left = options.clock_left};
    if (time == LineTime::virtual_time) {
        settings.poll_every = never;
        settings.lost_after = never;
        settings.verify_after.reset();
        settings.verify_every.reset();
    }
    return std::make_unique<dgt::DgtDriver>(settings);
}

std::unique_ptr<Simulator> simulate_dgt(const SimulatedBoard& board, LineTime time, Instant now) {
    return std::make_unique<dgt::DgtSimulator>(
        dgt::SimulatorSettings{
            .start = board.start,
            .is_turned = board.is_turned,
            .clock_ticks = time == LineTime::real},
        now
    );
}

// --- the boards that are scanned

template <class Made>
std::unique_ptr<Driver> make(const BoardOptions& options, LineTime time) {
    return std::make_unique<Made>(options, time);
}

template <class Made>
std::unique_ptr<Simulator> simulate(const SimulatedBoard& board, LineTime time, Instant now) {
    return std::make_unique<Made>(board, time, now);
}

// --- how boards are found

// Nordic's: a serial line over Bluetooth LE, which many makers use.
constexpr bluetooth::GattService nordic_uart{
    .service = "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
    .write = "6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    .notify = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"};

constexpr std::array<std::string_view, 2> nordic_names{"iChessOne", "DGT_PEGASUS"};
constexpr std::span<const std::string_view> ichessone_names = std::span{nordic_names}.first(1);
constexpr std::span<const std::string_view> pegasus_names = std::span{nordic_names}.last(1);
constexpr std::array<std::string_view, 2> chessnut_names{"Chessnut", "Smart Chess"};
constexpr std::array<std::string_view, 1> chesslink_names{"MILLENNIUM"};

constexpr bluetooth::GattService named_nordic_uart(
    std::span<const std::string_view> names, std::span<const std::string_view> others
) {
    bluetooth::GattService service = nordic_uart;
    service.names = names;
    service.others = others;
    return service;
}

// A serial line of Microchip's. Sources disagree on its characteristics.
constexpr bluetooth::GattService chesslink_gatt{
    .service = "49535343-fe7d-4ae5-8fa9-9fafd205e455",
    .write = "49535343-8841-43f4-a8d4-ecbe34729bb3",
    .notify = "49535343-1e4d-4bd9-ba61-23c647249616",
    .names = chesslink_names,
    .others = {}};

// The battery is told in a third place, which is not listened to.
constexpr bluetooth::GattService chessnut_gatt{
    .service = "1b7e8261-2877-41c3-b46e-cf057c562023",
    .write = "1b7e8272-2877-41c3-b46e-cf057c562023",
    .notify = "1b7e8262-2877-41c3-b46e-cf057c562023",
    .names = chessnut_names,
    .others = {}};

// Of the ChessLink's seven bits the parity is the protocol's. DTR is a reset of Tabutronic's
// boards.
constexpr serial::LineSettings low_line{.baud = 38400, .is_dtr_low = true};

// Converters and microcontrollers that any maker may buy: who has one is asked what it is.
constexpr UsbId ftdi{.vendor = 0x0403, .product = 0x6001};
constexpr UsbId cp210x{.vendor = 0x10c4, .product = 0xea60};
constexpr UsbId ch340{.vendor = 0x1a86, .product = 0x7523};
constexpr UsbId arduino{.vendor = 0x2341};
constexpr UsbId chessnut_own{.vendor = 0x2d80, .product = {}, .is_own = true};

constexpr std::array peg_usb{ch340, ftdi, arduino};
constexpr std::array dgt_usb{ftdi};
constexpr std::array chesslink_usb{ftdi, cp210x};
constexpr std::array tabutronic_usb{cp210x};
constexpr std::array chessnut_usb{chessnut_own};

constexpr std::array rows{
    BoardRow{
        .name = "peg",
        .title = "Ansage peg board",
        .seat = "impaired occupancy",
        .line = serial::peg_line,
        .usb = peg_usb,
        .options = with_orientation,
        .make_driver = make_peg,
        .make_simulator = simulate_peg},
    BoardRow{
        .name = "dgt",
        .title = "DGT board",
        .kind = BoardKind::identity,
        .seat = "sighted identity",
        .line = serial::dgt_line,
        .usb = dgt_usb,
        .options = with_clock,
        .make_driver = make_dgt,
        .make_simulator = simulate_dgt},
    BoardRow{
        .name = "chesslink",
        .title = "Millennium ChessLink",
        .kind = BoardKind::identity,
        .seat = "sighted identity",
        .line = low_line,
        .gatt = chesslink_gatt,
        .usb = chesslink_usb,
        .options = with_orientation,
        .make_driver = make<chesslink::ChessLinkDriver>,
        .make_simulator = simulate<chesslink::ChessLinkSimulator>},
    BoardRow{
        .name = "sentio",
        .title = "Tabutronic Sentio",
        .kind = BoardKind::occupancy,
        .seat = "sighted occupancy",
        .line = low_line,
        .usb = tabutronic_usb,
        .options = with_orientation,
        .make_driver = make<sentio::SentioDriver>,
        .make_simulator = simulate<sentio::SentioSimulator>},
    BoardRow{
        .name = "certabo",
        .title = "Certabo board",
        .kind = BoardKind::identity,
        .seat = "sighted identity",
        .line = low_line,
        .usb = tabutronic_usb,
        .options = with_orientation,
        .make_driver = make<certabo::CertaboDriver>,
        .make_simulator = simulate<certabo::CertaboSimulator>},
    BoardRow{
        .name = "chessnut",
        .title = "Chessnut board",
        .kind = BoardKind::identity,
        .seat = "sighted identity",
        .line = {}, // a device of the USB, a bridge, or Bluetooth LE
        .gatt = chessnut_gatt,
        .usb = chessnut_usb,
        .options = with_orientation,
        .make_driver = make<chessnut::ChessnutDriver>,
        .make_simulator = simulate<chessnut::ChessnutSimulator>},
    BoardRow{
        .name = "ichessone",
        .title = "iChessOne board",
        .kind = BoardKind::identity,
        .seat = "sighted identity",
        .line = {}, // Bluetooth LE, or a bridge
        .gatt = named_nordic_uart(ichessone_names, pegasus_names),
        .options = with_orientation,
        .make_driver = make<ichessone::IChessOneDriver>,
        .make_simulator = simulate<ichessone::IChessOneSimulator>},
    BoardRow{
        .name = "pegasus",
        .title = "DGT Pegasus",
        .kind = BoardKind::occupancy,
        .seat = "sighted occupancy",
        .line = {}, // Bluetooth LE, or a bridge
        .gatt = named_nordic_uart(pegasus_names, ichessone_names),
        .options = with_key,
        .make_driver = make<pegasus::PegasusDriver>,
        .make_simulator = simulate<pegasus::PegasusSimulator>}};

// --- names

Error no_option(std::string_view text, base::Phrase mend) {
    return {base::phrase("\"{}\" is no option of this board", text), "", std::move(mend)};
}

Error no_board(std::string_view name, std::string_view text) {
    return {
        base::phrase("\"{}\" is no board that is known", name),
        std::string{text},
        base::phrase("write one of {}", board_names())};
}

base::Phrase option_help(std::span<const BoardOption> options) {
    std::vector<std::string> help;
    for (const BoardOption& option : options) {
        help.push_back(
            option.values.empty() ? fmt::format("{}=FILE", option.name)
                                  : fmt::format("{}={}", option.name, fmt::join(option.values, "|"))
        );
    }
    return base::phrase("write after a comma: {}", base::listed(help));
}

// A file, so that what is in it comes into no journal.
Result<void, Error>
read_option_file(const BoardOption& option, const std::string& path, BoardOptions& into) {
    std::ifstream file{path};
    const std::string contents{std::istreambuf_iterator<char>{file}, {}};
    if (!file || !option.read(into, contents)) {
        return tl::unexpected(Error{
            base::phrase("this is no file with a {}", option.name),
            path,
            base::phrase("write its hexadecimal digits into a file that you can read")});
    }
    return {};
}

// "clock-left=black"
Result<void, Error>
read_option(std::string_view text, std::span<const BoardOption> options, BoardOptions& into) {
    const std::size_t sign = std::min(text.find('='), text.size());
    const auto option = std::ranges::find(options, text.substr(0, sign), &BoardOption::name);
    if (option == options.end() || sign == text.size())
        return tl::unexpected(no_option(text, option_help(options)));
    if (option->values.empty())
        return read_option_file(*option, std::string{text.substr(sign + 1)}, into);
    const auto value = std::ranges::find(option->values, text.substr(sign + 1));
    if (value == option->values.end()) return tl::unexpected(no_option(text, option_help(options)));
    option->set(into, static_cast<std::size_t>(value - option->values.begin()));
    return {};
}

} // namespace

std::span<const BoardRow> boards() { return rows; }

const BoardRow* find_board(std::string_view name) {
    const auto* const row = std::ranges::find(rows, name, &BoardRow::name);
    return row == rows.end() ? nullptr : &*row;
}

std::string board_names() {
    std::vector<std::string_view> names;
    std::ranges::transform(rows, std::back_inserter(names), &BoardRow::name);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<const BoardRow*> boards_of(std::uint16_t vendor, std::uint16_t product) {
    std::vector<const BoardRow*> found;
    bool is_own = false;
    for (const BoardRow& row : rows) {
        const auto id = std::ranges::find_if(row.usb, [&](const UsbId& usb) {
            return usb.vendor == vendor && usb.product.value_or(product) == product;
        });
        if (id != row.usb.end()) {
            found.push_back(&row);
            is_own = is_own || id->is_own;
        }
    }
    if (is_own) {
        std::erase_if(found, [](const BoardRow* row) {
            return std::ranges::none_of(row->usb, &UsbId::is_own);
        });
    }
    return found;
}

std::span<const BoardOption> board_options() { return all_options; }

Result<NamedBoard, Error> parse_board(std::string_view text) {
    NamedBoard named;
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos) {
        const std::string_view name = text.substr(0, colon);
        named.row = find_board(name);
        const bool is_port = name == "tcp" || name == "ble" || name.find('/') != name.npos;
        if (named.row == nullptr && !is_port) return tl::unexpected(no_board(name, text));
        text.remove_prefix(named.row != nullptr ? colon + 1 : 0);
    }
    const auto options = named.row != nullptr ? named.row->options : board_options();
    const std::size_t end = std::min(text.find(','), text.size());
    named.port = text.substr(0, end);
    for (text.remove_prefix(end); !text.empty();) {
        text.remove_prefix(1);
        const std::size_t comma = std::min(text.find(','), text.size());
        ANSAGE_TRY(read_option(text.substr(0, comma), options, named.options));
        text.remove_prefix(comma);
    }
    return named;
}

} // namespace ansage::devices
