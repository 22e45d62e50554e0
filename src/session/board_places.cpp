// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/board_places.hpp"

#include "devices/transport/hid.hpp"

namespace ansage::session {

namespace {

std::vector<const devices::BoardRow*> boards_over_radio(const devices::bluetooth::Device& device) {
    std::vector<const devices::BoardRow*> boards;
    for (const devices::BoardRow& row : devices::boards())
        if (row.gatt && devices::bluetooth::is_of(*row.gatt, device)) boards.push_back(&row);
    return boards;
}

} // namespace

base::Result<std::vector<BoardPlace>, base::Error> list_board_places() {
    const auto ports = devices::serial::list_ports();
    if (!ports) return tl::unexpected(ports.error());
    std::vector<BoardPlace> places;
    for (const devices::serial::PortInfo& port : *ports) {
        places.push_back(
            {.path = port.path,
             .description = port.description,
             .maker = port.maker,
             .product = port.product,
             .serial_number = port.serial_number,
             .usb_vendor = port.usb_vendor,
             .usb_product = port.usb_product}
        );
        if (port.usb_vendor && port.usb_product)
            places.back().boards = devices::boards_of(*port.usb_vendor, *port.usb_product);
    }
    // Keyboards and mice are none of ours, and neither is what else there is over Bluetooth LE.
    for (const devices::HidInfo& device : devices::list_hid()) {
        BoardPlace place{.path = device.path, .product = device.name};
        place.usb_vendor = device.vendor;
        place.usb_product = device.product;
        place.boards = devices::boards_of(device.vendor, device.product);
        if (!place.boards.empty()) places.push_back(std::move(place));
    }
    for (const devices::bluetooth::Device& device : devices::bluetooth::list_devices()) {
        BoardPlace place{.path = "ble:" + device.address, .product = device.name};
        place.boards = boards_over_radio(device);
        if (!place.boards.empty()) places.push_back(std::move(place));
    }
    return places;
}

} // namespace ansage::session
