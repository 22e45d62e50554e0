// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine.hpp"

#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <thread>

namespace ansage::tests {

namespace {

namespace fs = std::filesystem;

Words with_program(Words words) {
    words.insert(words.begin(), tests::program());
    return words;
}

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream{path} << text << '\n';
}

bool is_hid(const std::string& name) { return name.starts_with("hidraw"); }

} // namespace

Board::Board(const Words& words, const Folder& folder)
    : process_(
          [&] {
              Words line{"board", "simulate"};
              line.insert(line.end(), words.begin(), words.end());
              return with_program(std::move(line));
          }(),
          folder.path()
      ) {
    REQUIRE(process_.await("port "));
}

std::string Board::port() const { return process_.lines().front().substr(5); }

void Board::hand(std::initializer_list<std::string> acts) const {
    for (const std::string& act : acts) process_.write(act);
}

Machine::Machine(const Folder& folder)
    : folder_(folder) {
    for (const char* const path : {"sys/class/tty", "sys/class/hidraw", "dev"})
        fs::create_directories(fs::path{folder.path()} / path);
}

void Machine::plug(const UsbPort& port, const Board& board) const {
    const fs::path root{folder_.path()};
    if (is_hid(port.name)) {
        const fs::path device = root / "sys/class/hidraw" / port.name / "device";
        fs::create_directories(device);
        write_file(
            device / "uevent",
            "HID_ID=0003:0000" + port.vendor + ":0000" + port.product + "\nHID_NAME=Board"
        );
        fs::create_symlink(board.port(), root / "dev" / port.name);
        return;
    }
    // The device, its interface, and what the system makes of that; libserialport looks at the
    // device for its numbers.
    const fs::path usb = root / "sys/devices/usb" / port.name;
    const fs::path tty = usb / "interface/tty" / port.name;
    fs::create_directories(tty);
    fs::create_directory_symlink("../..", tty / "device");
    const std::pair<const char*, std::string> facts[] = {
        {"busnum", "1"},
        {"devnum", "2"},
        {"bConfigurationValue", "1"},
        {"idVendor", port.vendor},
        {"idProduct", port.product},
        {"product", "Converter"},
        {"manufacturer", "Nobody"},
        {"serial", port.serial}};
    for (const auto& [name, text] : facts) write_file(usb / name, text);
    fs::create_directory_symlink(
        "../../devices/usb/" + port.name + "/interface/tty/" + port.name,
        root / "sys/class/tty" / port.name
    );
    // Last, as a system does it: whoever finds the name finds its numbers.
    fs::create_symlink(board.port(), root / "dev" / port.name);
}

void Machine::unplug(const std::string& name) const {
    const fs::path root{folder_.path()};
    fs::remove(root / "dev" / name);
    fs::remove_all(root / "sys/class" / (is_hid(name) ? "hidraw" : "tty") / name);
    fs::remove_all(root / "sys/devices/usb" / name);
}

std::unique_ptr<Process> Machine::start(const Words& words) const {
    const char* const asan = std::getenv("ASAN_OPTIONS");
    Words line{
        "/usr/bin/env",
        "ANSAGE_PRETEND=" + folder_.path(),
        "LD_PRELOAD=" ANSAGE_PRELOAD,
        // Under the sanitizer its own library would want to be the first.
        std::string{"ASAN_OPTIONS=verify_asan_link_order=0:"} + (asan == nullptr ? "" : asan)};
    const Words program = with_program(words);
    line.insert(line.end(), program.begin(), program.end());
    return std::make_unique<Process>(line, folder_.path());
}

Ended end_of(Process& process) {
    process.close_input();
    const int code = process.wait();
    return {code, process.lines(), process.errors()};
}

void expect(Process& process, const std::string& start) {
    const bool came = process.await(start);
    INFO(
        "awaited: " << start << "\nprinted:\n"
                    << fmt::format("{}", fmt::join(process.lines(), "\n"))
    );
    REQUIRE(came);
}

void let_board_tell() { std::this_thread::sleep_for(std::chrono::seconds{5}); }

void let_time_pass() { std::this_thread::sleep_for(std::chrono::milliseconds{1500}); }

bool holds(const Words& lines, const std::string& part) {
    return std::ranges::any_of(lines, [&](const std::string& line) {
        return line.find(part) != std::string::npos;
    });
}

} // namespace ansage::tests
