// SPDX-License-Identifier: GPL-3.0-or-later
// bluez_board BOARD ADDRESS NAME [calls]: a simulated board over Bluetooth LE, with a BlueZ of its
// own on the bus that DBUS_SYSTEM_BUS_ADDRESS names. With `calls` it gives no sockets, as older
// ones and some characteristics do, and its characteristics have numbers that nobody knows. No
// radio: what BlueZ does between this service and the program is here only as it is described.
// Hands act by the lines of the standard input, as at ansage board simulate; lost and back are the
// radio's.
#include "chess/position.hpp"
#include "devices/boards/boards.hpp"
#include "devices/transport/stream.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <concepts>
#include <iostream>
#include <map>
#include <mutex>
#include <poll.h>
#include <sdbus-c++/sdbus-c++.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace {

using namespace ansage;
using namespace ansage::devices;
using Options = std::map<std::string, sdbus::Variant>;
using Acquired = std::tuple<sdbus::UnixFd, std::uint16_t>;

const std::string adapter_path = "/org/bluez/hci0";
const std::string device_path = adapter_path + "/dev_board";
const std::string service_path = device_path + "/service0010";
constexpr std::uint16_t most = 23; // the least that the protocol allows, with three of its own
constexpr base::Millis resolved_after{300};

base::Instant now() {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<base::Millis>(time)};
}

struct Name {
    std::string text;

    template <std::derived_from<std::string> Type>
    operator Type() const {
        return Type{text};
    }
};

// One interface of one object, in the words of either version of sdbus-c++.
class Interface {
public:
    Interface(sdbus::IConnection& bus, const std::string& path, std::string name)
        : object_(sdbus::createObject(bus, Name{path})),
          name_(std::move(name)) {}

    template <class Function>
    void method(const char* method, Function function) {
#ifdef ANSAGE_SDBUS_2
        items_.push_back(sdbus::registerMethod(method).implementedAs(std::move(function)));
#else
        object_->registerMethod(method).onInterface(name_).implementedAs(std::move(function));
#endif
    }

    template <class Function>
    void property(const char* property, Function getter) {
#ifdef ANSAGE_SDBUS_2
        items_.push_back(sdbus::registerProperty(property).withGetter(std::move(getter)));
#else
        object_->registerProperty(property).onInterface(name_).withGetter(std::move(getter));
#endif
    }

    void tell_change(const char* property) {
#ifdef ANSAGE_SDBUS_2
        object_->emitPropertiesChangedSignal(
            sdbus::InterfaceName{name_}, {sdbus::PropertyName{property}}
        );
#else
        object_->emitPropertiesChangedSignal(name_, {property});
#endif
    }

    void finish() {
#ifdef ANSAGE_SDBUS_2
        object_->addVTable(std::move(items_)).forInterface(name_.c_str());
#else
        object_->finishRegistration();
#endif
    }

private:
    std::unique_ptr<sdbus::IObject> object_;
    std::string name_;
#ifdef ANSAGE_SDBUS_2
    std::vector<sdbus::VTableItem> items_;
#endif
};

// The board's end of one characteristic.
class Characteristic {
public:
    struct Kind {
        std::string_view uuid;
        std::string flag;
        bool has_sockets = true;
    };

    Characteristic(sdbus::IConnection& bus, const std::string& name, const Kind& kind)
        : interface_(bus, service_path + '/' + name, "org.bluez.GattCharacteristic1") {
        interface_.property("UUID", [text = std::string{kind.uuid}] { return text; });
        interface_.property("Service", [] { return sdbus::ObjectPath{service_path}; });
        interface_.property("Flags", [flag = kind.flag] { return std::vector<std::string>{flag}; });
        interface_.property("Value", [this] { return value_; });
        if (kind.has_sockets) {
            for (const char* const method : {"AcquireNotify", "AcquireWrite"}) {
                interface_.method(method, [this](const Options&) { return acquire(); });
            }
        }
        interface_.method("StartNotify", [this] { notifies_ = true; });
        interface_.method(
            "WriteValue",
            [this](const std::vector<std::uint8_t>& bytes, const Options&) {
                const std::lock_guard lock{mutex_};
                const auto raw = std::as_bytes(std::span{bytes});
                written_.insert(written_.end(), raw.begin(), raw.end());
            }
        );
        interface_.finish();
    }

    void write(std::span<const std::byte> bytes) {
        while (notifies_ && !bytes.empty()) {
            const auto part = bytes.first(std::min<std::size_t>(bytes.size(), most - 3));
            value_.clear();
            for (const std::byte byte : part) value_.push_back(std::to_integer<std::uint8_t>(byte));
            interface_.tell_change("Value");
            bytes = bytes.subspan(part.size());
        }
        const std::lock_guard lock{mutex_};
        while (!bytes.empty() && stream_.is_open()) {
            const std::size_t size = std::min<std::size_t>(bytes.size(), most - 3);
            std::ignore = stream_.write_now(bytes.first(size));
            bytes = bytes.subspan(size);
        }
    }

    std::vector<std::byte> read() {
        const std::lock_guard lock{mutex_};
        std::array<std::byte, most> buffer{};
        if (!stream_.is_open()) return std::exchange(written_, {});
        const auto count = stream_.read_now(buffer);
        return {buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(count.value_or(0))};
    }

    void close() {
        const std::lock_guard lock{mutex_};
        stream_.close();
    }

private:
    Acquired acquire() {
        const std::lock_guard lock{mutex_};
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
            throw sdbus::Error{Name{"org.bluez.Error.Failed"}, "no socket"};
        stream_ = Stream{Descriptor{ends[0]}};
        return {sdbus::UnixFd{ends[1], sdbus::adopt_fd}, most};
    }

    std::mutex mutex_;
    Stream stream_;
    std::atomic<bool> notifies_ = false;
    std::vector<std::uint8_t> value_;
    std::vector<std::byte> written_;
    Interface interface_;
};

class RadioBoard {
public:
    struct Device {
        std::string address;
        std::string name;
        bool has_sockets = true;
    };

    RadioBoard(sdbus::IConnection& bus, const BoardRow& row, Device about)
        : bus_(bus),
          service_(*row.gatt),
          about_(std::move(about)),
          simulator_(
              row.make_simulator({.start = chess::Position{}.reading()}, LineTime::real, ::now())
          ),
          adapter_(bus, adapter_path, "org.bluez.Adapter1") {
        adapter_.method("StartDiscovery", [this] { is_looked_for_ = true; });
        adapter_.method("StopDiscovery", [] {});
        adapter_.finish();
    }

    void step() {
        if (is_looked_for_.exchange(false) && !device_) advertise();
        if (is_asked_.exchange(false)) connected_at_ = ::now();
        if (connected_at_ && !notify_ && ::now() - *connected_at_ >= resolved_after) {
            const bool has_sockets = about_.has_sockets;
            const std::string_view unknown = "00000000-0000-0000-0000-00000000abcd";
            service_object_.emplace(bus_, service_path, "org.bluez.GattService1");
            service_object_->property("UUID", [this] { return std::string{service_.service}; });
            service_object_->finish();
            write_.emplace(
                bus_,
                "char0011",
                Characteristic::Kind{
                    has_sockets ? service_.write : unknown, "write-without-response", has_sockets}
            );
            notify_.emplace(
                bus_,
                "char0013",
                Characteristic::Kind{has_sockets ? service_.notify : unknown, "notify", has_sockets}
            );
            is_resolved_ = true;
        }
        if (write_) {
            if (const auto bytes = write_->read(); !bytes.empty())
                simulator_->receive(bytes, ::now());
        }
        simulator_->on_time(::now());
        if (const auto bytes = simulator_->take_output(); notify_ && !bytes.empty())
            notify_->write(bytes);
    }

    void hand(const std::string& line) {
        const auto act = parse_hand_act(line);
        if (!act) return;
        if (std::holds_alternative<PullCable>(*act)) disconnect();
        simulator_->do_hand(*act, ::now());
    }

private:
    void advertise() {
        device_.emplace(bus_, device_path, "org.bluez.Device1");
        device_->property("Address", [this] { return about_.address; });
        device_->property("Name", [this] { return about_.name; });
        device_->property("UUIDs", [this] {
            return std::vector<std::string>{std::string{service_.service}};
        });
        device_->property("Connected", [this] { return is_connected_.load(); });
        device_->property("ServicesResolved", [this] { return is_resolved_.load(); });
        device_->method("Connect", [this] {
            is_connected_ = true;
            is_asked_ = true;
        });
        device_->finish();
    }

    // Out of reach: what was acquired is closed.
    void disconnect() {
        is_connected_ = false;
        is_resolved_ = false;
        connected_at_.reset();
        device_->tell_change("Connected");
        for (auto* const one : {&write_, &notify_}) {
            if (*one) (*one)->close();
            one->reset();
        }
        service_object_.reset();
    }

    sdbus::IConnection& bus_;
    bluetooth::GattService service_;
    Device about_;
    std::unique_ptr<Simulator> simulator_;
    Interface adapter_;
    std::optional<Interface> device_;
    std::optional<Interface> service_object_;
    std::optional<Characteristic> write_;
    std::optional<Characteristic> notify_;
    std::optional<base::Instant> connected_at_;
    // Set by calls, which come on the bus's own thread.
    std::atomic<bool> is_looked_for_ = false;
    std::atomic<bool> is_asked_ = false;
    std::atomic<bool> is_connected_ = false;
    std::atomic<bool> is_resolved_ = false;
};

// Until the standard input ends.
void run(RadioBoard& board) {
    std::string typed;
    while (true) {
        pollfd waited{STDIN_FILENO, POLLIN, 0};
        if (::poll(&waited, 1, 2) > 0) {
            std::array<char, 256> buffer{};
            const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
            if (count <= 0) return;
            typed.append(buffer.data(), static_cast<std::size_t>(count));
        }
        for (auto end = typed.find('\n'); end != std::string::npos; end = typed.find('\n')) {
            board.hand(typed.substr(0, end));
            typed.erase(0, end + 1);
        }
        board.step();
    }
}

} // namespace

int main(int count, char** words) {
    const BoardRow* const row = count >= 4 ? find_board(words[1]) : nullptr;
    if (row == nullptr || !row->gatt) return 2;
    const auto bus = sdbus::createSystemBusConnection();
#ifdef ANSAGE_SDBUS_2
    bus->addObjectManager(Name{"/"});
#else
    bus->addObjectManager("/", sdbus::floating_slot);
#endif
    RadioBoard board{*bus, *row, {words[2], words[3], count == 4}};
    bus->requestName(Name{"org.bluez"});
    bus->enterEventLoopAsync();
    std::cout << "ready" << std::endl;
    run(board);
    bus->leaveEventLoop();
    return 0;
}
