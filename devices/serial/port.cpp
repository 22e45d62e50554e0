// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/serial/port.hpp"

#include <libserialport.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace ansage::devices::serial {
namespace {

struct FreePort {
    void operator()(sp_port* port) const {
        sp_close(port); // refuses a port that is not open, and that is well
        sp_free_port(port);
    }
};

using Port = std::unique_ptr<sp_port, FreePort>;

std::string text_of(const char* text) {
    return text == nullptr ? std::string{} : std::string{text};
}

base::Phrase reason_of(sp_return status) {
    if (status != SP_ERR_FAIL) {
        return status == SP_ERR_ARG ? base::phrase("not a serial port")
                                    : base::phrase("not supported");
    }
    return base::system_words(sp_last_error_code());
}

base::Phrase reason_of(sp_return status, const std::string& path) {
    const bool is_there = status != SP_ERR_ARG || ::access(path.c_str(), F_OK) == 0;
    return is_there ? reason_of(status) : base::system_words(errno);
}

base::Error cannot(base::Phrase what, const std::string& path, sp_return status) {
    const bool is_forbidden = status == SP_ERR_FAIL && sp_last_error_code() == EACCES;
    return {
        base::phrase("{} ({})", std::move(what), reason_of(status, path)),
        path,
        is_forbidden ? base::phrase("your user must be in the group that owns it, often dialout")
                     : base::phrase("'ansage board list' shows the ports that are there")};
}

std::optional<PortInfo> describe(const sp_port* port) {
    const char* const name = sp_get_port_name(port);
    if (name == nullptr) return std::nullopt;
    PortInfo info;
    info.path = name;
    info.description = text_of(sp_get_port_description(port));
    if (sp_get_port_transport(port) != SP_TRANSPORT_USB) return info;
    info.maker = text_of(sp_get_port_usb_manufacturer(port));
    info.product = text_of(sp_get_port_usb_product(port));
    info.serial_number = text_of(sp_get_port_usb_serial(port));
    int vendor = 0;
    int product = 0;
    if (sp_get_port_usb_vid_pid(port, &vendor, &product) == SP_OK) {
        info.usb_vendor = static_cast<std::uint16_t>(vendor);
        info.usb_product = static_cast<std::uint16_t>(product);
    }
    return info;
}

sp_return configure(sp_port* port, const LineSettings& settings) {
    sp_return status = sp_set_baudrate(port, settings.baud);
    status = status == SP_OK ? sp_set_bits(port, 8) : status;
    status = status == SP_OK ? sp_set_parity(port, SP_PARITY_NONE) : status;
    status = status == SP_OK ? sp_set_stopbits(port, 1) : status;
    status = status == SP_OK ? sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE) : status;
    if (settings.is_dtr_low) status = status == SP_OK ? sp_set_dtr(port, SP_DTR_OFF) : status;
    return status == SP_OK ? sp_flush(port, SP_BUF_BOTH) : status;
}

// sp_open leaves VMIN 0, with which every read of nothing looks like a hang-up.
bool make_reads_wait(int number) {
    termios settings{};
    if (tcgetattr(number, &settings) != 0) return false;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return tcsetattr(number, TCSANOW, &settings) == 0;
}

// A handle of our own: libserialport closes its own when the port object goes.
base::Result<Stream, base::Error> take_handle(const sp_port* port, const std::string& path) {
    int number = 0;
    const sp_return status = sp_get_port_handle(port, &number);
    if (status != SP_OK)
        return tl::unexpected(cannot(base::phrase("cannot use the port"), path, status));
    Descriptor own(fcntl(number, F_DUPFD_CLOEXEC, 0));
    const bool is_ours = own.is_open() && ioctl(own.number(), TIOCEXCL) == 0;
    if (!is_ours || !make_reads_wait(own.number()))
        return tl::unexpected(cannot(base::phrase("cannot use the port"), path, SP_ERR_FAIL));
    return Stream{std::move(own)};
}

} // namespace

base::Result<std::vector<PortInfo>, base::Error> list_ports() {
    sp_port** ports = nullptr;
    const sp_return status = sp_list_ports(&ports);
    if (status != SP_OK) {
        return tl::unexpected(base::Error{
            base::phrase("cannot list serial ports ({})", reason_of(status)), "", {}});
    }
    const std::unique_ptr<sp_port*, decltype(&sp_free_port_list)> owner(ports, sp_free_port_list);
    std::vector<PortInfo> infos;
    for (sp_port** port = ports; *port != nullptr; ++port)
        if (auto info = describe(*port)) infos.push_back(*std::move(info));
    std::ranges::sort(infos, {}, &PortInfo::path);
    return infos;
}

std::optional<std::string> find_again(const PortInfo& before, std::span<const PortInfo> now) {
    const auto is_same = [&](const PortInfo& port) {
        return port.usb_vendor && port.usb_vendor == before.usb_vendor &&
            port.usb_product == before.usb_product && port.serial_number == before.serial_number;
    };
    const auto is_old_name = [&](const PortInfo& port) {
        return is_same(port) && port.path == before.path;
    };
    if (std::ranges::any_of(now, is_old_name)) return before.path;
    const auto found = std::ranges::find_if(now, is_same);
    const bool is_only = std::ranges::count_if(now, is_same) == 1;
    return found != now.end() && is_only ? std::optional{found->path} : std::nullopt;
}

base::Result<Stream, base::Error> open_port(const std::string& path, const LineSettings& settings) {
    sp_port* found = nullptr;
    if (const sp_return status = sp_get_port_by_name(path.c_str(), &found); status != SP_OK)
        return tl::unexpected(cannot(base::phrase("cannot find the port"), path, status));
    const Port port(found);
    if (const sp_return status = sp_open(port.get(), SP_MODE_READ_WRITE); status != SP_OK)
        return tl::unexpected(cannot(base::phrase("cannot open the port"), path, status));
    if (const sp_return status = configure(port.get(), settings); status != SP_OK)
        return tl::unexpected(cannot(base::phrase("cannot set up the port"), path, status));
    return take_handle(port.get(), path);
}

} // namespace ansage::devices::serial
