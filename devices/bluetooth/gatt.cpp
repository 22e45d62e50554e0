// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/bluetooth/gatt.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sdbus-c++/sdbus-c++.h>
#include <sys/socket.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace ansage::devices::bluetooth {
namespace {

using base::Error;
using base::Millis;
using base::Result;

using Properties = std::map<std::string, sdbus::Variant>;
using Objects = std::map<sdbus::ObjectPath, std::map<std::string, Properties>>;

constexpr const char* adapter_interface = "org.bluez.Adapter1";
constexpr const char* device_interface = "org.bluez.Device1";
constexpr const char* service_interface = "org.bluez.GattService1";
constexpr const char* characteristic_interface = "org.bluez.GattCharacteristic1";
// Three bytes of each message are the protocol's own.
constexpr std::size_t message_head = 3;
constexpr std::size_t least_message = 23;
constexpr std::chrono::seconds answers_within{2};
constexpr Millis look_every{100};

char small(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_same(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, small, small);
}

// What names a service or an object: text, or, from version 2 of sdbus-c++ on, a type of its own.
struct Name {
    std::string text;

    template <std::derived_from<std::string> Type>
    operator Type() const { // NOLINT(google-explicit-constructor)
        return Type{text};
    }
};

template <class Value>
Value value_or(const Properties& properties, const std::string& name, Value fallback) {
    const auto found = properties.find(name);
    return found == properties.end() ? fallback : found->second.template get<Value>();
}

// BlueZ, as this process asks it. What it refuses is thrown as an sdbus::Error.
class BlueZ {
public:
    BlueZ()
        : bus_(sdbus::createSystemBusConnection()) {}

    [[nodiscard]] Objects objects() {
        Objects objects;
        proxy("/")
            ->callMethod("GetManagedObjects")
            .onInterface("org.freedesktop.DBus.ObjectManager")
            .withTimeout(answers_within)
            .storeResultsTo(objects);
        return objects;
    }

    void call(const std::string& path, const char* interface, const char* method, Millis limit) {
        proxy(path)->callMethod(method).onInterface(interface).withTimeout(limit);
    }

    // A socket of its own for one characteristic, and how long one message may be.
    [[nodiscard]] std::pair<Descriptor, std::size_t>
    acquire(const std::string& path, const char* method) {
        sdbus::UnixFd socket;
        std::uint16_t most = 0;
        proxy(path)
            ->callMethod(method)
            .onInterface(characteristic_interface)
            .withTimeout(answers_within)
            .withArguments(Properties{})
            .storeResultsTo(socket, most);
        return {Descriptor{socket.release()}, most};
    }

    void write(const std::string& path, const std::vector<std::uint8_t>& bytes) {
        proxy(path)
            ->callMethod("WriteValue")
            .onInterface(characteristic_interface)
            .withTimeout(answers_within)
            .withArguments(bytes, Properties{});
    }

    // Calls on_change with every property of that object that changes, on a thread of its own.
    [[nodiscard]] std::unique_ptr<sdbus::IProxy>
    watch(const std::string& path, std::function<void(const Properties&)> on_change) {
        auto watched = proxy(path);
        watched->uponSignal("PropertiesChanged")
            .onInterface("org.freedesktop.DBus.Properties")
            .call([on_change = std::move(on_change
                   )](const std::string&,
                      const Properties& changed,
                      const std::vector<std::string>&) { on_change(changed); });
        const auto finish = [](auto& one) { // with version 1 of sdbus-c++
            if constexpr (requires { one.finishRegistration(); }) one.finishRegistration();
        };
        finish(*watched);
        return watched;
    }

    sdbus::IConnection& bus() { return *bus_; }

private:
    std::unique_ptr<sdbus::IProxy> proxy(const std::string& path) {
        return sdbus::createProxy(*bus_, Name{"org.bluez"}, Name{path});
    }

    std::shared_ptr<sdbus::IConnection>
        bus_; // BlueZ takes sockets back from a client that has gone
};

// The two ways of a board's bytes. Where BlueZ gives no socket, as it need not, a socket of ours
// stands in: what is written to it is written in calls, and what signals bring is read from it.
class Relay {
public:
    Relay(BlueZ bluez, std::string device)
        : bluez_(std::move(bluez)),
          device_(std::move(device)) {}

    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    ~Relay() {
        end_lines();
        if (writer_.joinable()) writer_.join();
        if (device_watch_) bluez_.bus().leaveEventLoop();
    }

    [[nodiscard]] Descriptor reads(const std::string& path) {
        try {
            return bluez_.acquire(path, "AcquireNotify").first;
        } catch (const sdbus::Error&) {
            return notified(path);
        }
    }

    [[nodiscard]] std::pair<Descriptor, std::size_t> writes(const std::string& path) {
        try {
            return bluez_.acquire(path, "AcquireWrite");
        } catch (const sdbus::Error&) {
            Descriptor end = make_pair(to_board_);
            writer_ = std::thread{[this, path] { write_all(path); }};
            return {std::move(end), least_message};
        }
    }

private:
    [[nodiscard]] static Descriptor make_pair(Descriptor& ours) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
            throw sdbus::Error{Name{"org.bluez.Error.Failed"}, "no socket"};
        ours = Descriptor{ends[0]};
        return Descriptor{ends[1]};
    }

    [[nodiscard]] Descriptor notified(const std::string& path) {
        Descriptor end = make_pair(from_board_);
        value_watch_ = bluez_.watch(path, [this](const Properties& changed) {
            const auto value = value_or<std::vector<std::uint8_t>>(changed, "Value", {});
            if (!value.empty()) {
                std::ignore = ::send(
                    from_board_.number(), value.data(), value.size(), MSG_NOSIGNAL | MSG_DONTWAIT
                );
            }
        });
        device_watch_ = bluez_.watch(device_, [this](const Properties& changed) {
            if (!value_or(changed, "Connected", true)) end_lines();
        });
        bluez_.bus().enterEventLoopAsync();
        bluez_.call(path, characteristic_interface, "StartNotify", Millis{answers_within});
        return end;
    }

    void write_all(const std::string& path) {
        std::array<std::uint8_t, least_message> buffer{};
        try {
            for (ssize_t count = 0;
                 (count = ::read(to_board_.number(), buffer.data(), buffer.size())) > 0;)
                bluez_.write(path, {buffer.begin(), buffer.begin() + count});
        } catch (const sdbus::Error&) { // out of reach
        }
        end_lines();
    }

    // A hang-up, for whoever has the other ends.
    void end_lines() const {
        for (const Descriptor* const line : {&from_board_, &to_board_})
            if (line->is_open()) ::shutdown(line->number(), SHUT_RDWR);
    }

    BlueZ bluez_;
    std::string device_;
    Descriptor from_board_;
    Descriptor to_board_;
    std::unique_ptr<sdbus::IProxy> value_watch_;
    std::unique_ptr<sdbus::IProxy> device_watch_;
    std::thread writer_;
};

struct KnownDevice {
    std::string path;
    Device device;
    bool is_connected = false;
    bool is_resolved = false; // its services are known
};

std::vector<KnownDevice> devices_in(const Objects& objects) {
    std::vector<KnownDevice> found;
    for (const auto& [path, interfaces] : objects) {
        const auto device = interfaces.find(device_interface);
        if (device == interfaces.end()) continue;
        const Properties& properties = device->second;
        const auto alias = value_or<std::string>(properties, "Alias", "");
        found.push_back(
            {.path = path,
             .device =
                 {.address = value_or<std::string>(properties, "Address", ""),
                  .name = value_or<std::string>(properties, "Name", alias),
                  .services = value_or<std::vector<std::string>>(properties, "UUIDs", {})},
             .is_connected = value_or(properties, "Connected", false),
             .is_resolved = value_or(properties, "ServicesResolved", false)}
        );
    }
    return found;
}

std::string where(const std::string& address) { return "ble:" + address; }

Error not_found(const std::string& address) {
    return {
        base::phrase("no such board is heard"),
        where(address),
        base::phrase("is it switched on, near, and connected to nothing else?")};
}

// What was asked for: absent, nothing of it is known yet.
Result<std::optional<KnownDevice>, Error>
find(const Objects& objects, const std::string& address, const GattService& service) {
    std::vector<KnownDevice> found = devices_in(objects);
    std::erase_if(found, [&](const KnownDevice& one) {
        return address.empty() ? !is_of(service, one.device)
                               : !is_same(one.device.address, address);
    });
    if (found.size() > 1) {
        return tl::unexpected(Error{
            base::phrase("several boards of that kind are known"),
            where(address),
            base::phrase("write the address of one after ble:, as ansage board list prints it")});
    }
    return found.empty() ? std::optional<KnownDevice>{} : std::optional{found.front()};
}

// Calls look() until it is happy, at most `limit`.
template <class Look>
auto wait_for(Look look, Millis limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    auto seen = look();
    while (seen && !*seen && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(look_every);
        seen = look();
    }
    return seen;
}

std::vector<std::string> adapters_in(const Objects& objects) {
    std::vector<std::string> adapters;
    for (const auto& [path, interfaces] : objects)
        if (interfaces.contains(adapter_interface)) adapters.push_back(path);
    return adapters;
}

Result<KnownDevice, Error>
discover(BlueZ& bluez, const std::string& address, const GattService& service, Millis limit) {
    const auto look = [&] { return find(bluez.objects(), address, service); };
    auto found = look();
    if (found && !*found) {
        const auto adapters = adapters_in(bluez.objects());
        if (adapters.empty()) {
            return tl::unexpected(Error{
                base::phrase("this machine has no Bluetooth"),
                where(address),
                base::phrase("plug an adapter in")});
        }
        for (const std::string& path : adapters)
            bluez.call(path, adapter_interface, "StartDiscovery", limit);
        found = wait_for(look, limit);
        for (const std::string& path : adapters)
            bluez.call(path, adapter_interface, "StopDiscovery", limit);
    }
    if (!found) return tl::unexpected(found.error());
    return *found ? Result<KnownDevice, Error>{**found} : tl::unexpected(not_found(address));
}

// The paths of both characteristics, once BlueZ has found out the board's services.
struct Characteristics {
    std::string notify;
    std::string write;
};

bool can(const Properties& characteristic, std::string_view what) {
    const auto flags = value_or<std::vector<std::string>>(characteristic, "Flags", {});
    return std::ranges::any_of(flags, [&](std::string_view flag) {
        return flag.starts_with(what);
    });
}

// Sources may disagree on a characteristic's number; what it can do, it says itself.
void take_by_flags(const Objects& objects, const GattService& service, Characteristics& both) {
    for (const auto& [path, interfaces] : objects) {
        const auto one = interfaces.find(characteristic_interface);
        if (one == interfaces.end()) continue;
        const auto of = objects.find(value_or(one->second, "Service", sdbus::ObjectPath{}));
        const bool is_listed = of != objects.end() && of->second.contains(service_interface);
        if (!is_listed ||
            !is_same(
                value_or<std::string>(of->second.at(service_interface), "UUID", ""), service.service
            ))
            continue;
        if (both.notify.empty() && can(one->second, "notify")) both.notify = path;
        if (both.write.empty() && can(one->second, "write")) both.write = path;
    }
}

Result<std::optional<Characteristics>, Error>
characteristics_of(const Objects& objects, const KnownDevice& board, const GattService& service) {
    const auto devices = devices_in(objects);
    const auto now = std::ranges::find(devices, board.path, &KnownDevice::path);
    if (now == devices.end() || !now->is_resolved) return std::nullopt;
    Characteristics both;
    for (const auto& [path, interfaces] : objects) {
        const auto one = interfaces.find(characteristic_interface);
        if (one == interfaces.end() || !path.starts_with(board.path + '/')) continue;
        const auto uuid = value_or<std::string>(one->second, "UUID", "");
        if (is_same(uuid, service.notify)) both.notify = path;
        if (is_same(uuid, service.write)) both.write = path;
    }
    take_by_flags(objects, service, both);
    if (both.notify.empty() || both.write.empty()) {
        return tl::unexpected(Error{
            base::phrase("this device is no board of that kind"),
            where(board.device.address),
            base::phrase("name another board before ble:")});
    }
    return both;
}

Result<Stream, Error>
connect(BlueZ& bluez, const KnownDevice& board, const GattService& service, Millis limit) {
    if (!board.is_connected) bluez.call(board.path, device_interface, "Connect", limit);
    const auto both =
        wait_for([&] { return characteristics_of(bluez.objects(), board, service); }, limit);
    if (!both || !*both)
        return tl::unexpected(both ? not_found(board.device.address) : both.error());
    auto relay = std::make_shared<Relay>(bluez, board.path);
    auto reads = relay->reads((*both)->notify);
    auto [writes, most] = relay->writes((*both)->write);
    return Stream{
        std::move(reads),
        std::move(writes),
        std::max(most, message_head + 1) - message_head,
        std::move(relay)};
}

} // namespace

bool is_of(const GattService& service, const Device& device) {
    const auto is_named = [&](std::span<const std::string_view> names) {
        return std::ranges::any_of(names, [&](std::string_view name) {
            return is_same(std::string_view{device.name}.substr(0, name.size()), name);
        });
    };
    const bool has_service = std::ranges::any_of(device.services, [&](const std::string& uuid) {
        return is_same(uuid, service.service);
    });
    if (is_named(service.names)) return has_service || device.services.empty();
    return has_service && !is_named(service.others);
}

std::vector<Device> list_devices() {
    std::vector<Device> devices;
    try {
        BlueZ bluez;
        for (KnownDevice& found : devices_in(bluez.objects()))
            devices.push_back(std::move(found.device));
    } catch (const sdbus::Error&) {
        return {}; // no bus, or no BlueZ on it
    }
    return devices;
}

Result<Stream, Error>
open_gatt(const std::string& address, const GattService& service, Millis limit) {
    try {
        BlueZ bluez;
        return discover(bluez, address, service, limit).and_then([&](const KnownDevice& board) {
            return connect(bluez, board, service, limit);
        });
    } catch (const sdbus::Error& error) {
        return tl::unexpected(Error{
            base::phrase("Bluetooth refuses ({})", error.getMessage()),
            where(address),
            base::phrase("is the service bluetooth running, and the board switched on and paired?")}
        );
    }
}

} // namespace ansage::devices::bluetooth
