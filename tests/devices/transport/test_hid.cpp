// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/transport/hid.hpp"
#include "support/catch.hpp"

#include <fstream>
#include <unistd.h>

using namespace ansage;
using namespace ansage::devices;

namespace {

namespace fs = std::filesystem;

// What the system says of its devices, as files.
struct PretendedDevices {
    PretendedDevices() { fs::create_directories(root); }

    PretendedDevices(const PretendedDevices&) = delete;
    PretendedDevices& operator=(const PretendedDevices&) = delete;

    ~PretendedDevices() { fs::remove_all(root); }

    void add(const std::string& name, const std::string& description) const {
        fs::create_directories(root / name / "device");
        std::ofstream{root / name / "device" / "uevent"} << description;
    }

    fs::path root = fs::temp_directory_path() / ("ansage-hid-" + std::to_string(::getpid()));
};

} // namespace

TEST_CASE("human interface devices are named by number, and what is described otherwise is not") {
    const PretendedDevices devices;
    devices.add(
        "hidraw1",
        "DRIVER=hid-generic\nHID_ID=0003:00002D80:00008003\nHID_NAME=Chessnut Chessnut Air\n"
    );
    devices.add("hidraw0", "HID_ID=0005:0000046D:0000B023\n");
    devices.add("hidraw2", "HID_ID=soon\nHID_NAME=nothing\n");
    devices.add("hidraw3", "");
    CHECK(
        list_hid(devices.root) ==
        std::vector<HidInfo>{
            {.path = "/dev/hidraw0", .name = "", .vendor = 0x046D, .product = 0xB023},
            {.path = "/dev/hidraw1",
             .name = "Chessnut Chessnut Air",
             .vendor = 0x2D80,
             .product = 0x8003}}
    );
    CHECK(list_hid(devices.root / "nowhere").empty());
}

TEST_CASE("a device that is not there cannot be opened, and why is said") {
    const auto opened = open_hid("/dev/hidraw-nowhere");
    REQUIRE(!opened);
    CHECK(opened.error().where == "/dev/hidraw-nowhere");
    CHECK(opened.error().mend.text().find("board list") != std::string::npos);
}
