// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/braille_display/driver.hpp"

#include "base/descriptor.hpp"

#include <array>
#include <brlapi.h>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <poll.h>
#include <span>
#include <thread>
#include <unistd.h>
#include <utility>

namespace ansage::devices::braille_display {
namespace {

using namespace std::chrono_literals;

constexpr auto try_again_after = 5s;
constexpr int look_millis = 1000; // how soon a silent death is noticed

// The library's own handler ends the program, for example because of a text that is too short.
void BRLAPI_STDCALL ignore_exception(
    brlapi_handle_t* /*handle*/,
    int /*error*/,
    brlapi_packetType_t /*type*/,
    const void* /*packet*/,
    size_t /*size*/
) {}

std::string reason_now() { return brlapi_strerror(&brlapi_error); }

// One connection to brltty, from opening to its loss; used by one thread.
class Line {
public:
    [[nodiscard]] static std::unique_ptr<Line> open(const Address& address) {
        std::unique_ptr<Line> line{new Line}; // the constructor is private
        return line->connect(address) ? std::move(line) : nullptr;
    }

    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    ~Line() {
        if (descriptor_ >= 0) {
            if (is_entered_ && !is_dead()) brlapi__leaveTtyMode(handle());
            brlapi__closeConnection(handle());
        }
    }

    int descriptor() const { return descriptor_; }

    Opened opened() const { return {.cells = cells_, .confuses_chess = confuses_chess_}; }

    // A dead server is not seen by writing: the socket says it.
    bool is_dead() const {
        pollfd look{.fd = descriptor_, .events = POLLRDHUP, .revents = 0};
        return ::poll(&look, 1, 0) > 0 && (look.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
    }

    bool show(const Shown& shown) {
        if (!is_entered_ && !enter()) return false;
        const std::string whole = padded(shown.text, cells_);
        // The server's dots, but for the cells that have their own.
        std::vector<unsigned char> kept(cells_, 0xff);
        std::vector<unsigned char> set(cells_, 0);
        for (const auto& [cell, dots] : shown.own) {
            if (cell < cells_) {
                kept[cell] = 0;
                set[cell] = dots;
            }
        }
        std::string charset = "UTF-8";
        brlapi_writeArguments_t arguments = BRLAPI_WRITEARGUMENTS_INITIALIZER;
        arguments.regionBegin = 1;
        arguments.regionSize = static_cast<int>(cells_);
        arguments.text = whole.data();
        arguments.textSize = static_cast<int>(whole.size());
        arguments.andMask = kept.data();
        arguments.orMask = set.data();
        arguments.cursor = BRLAPI_CURSOR_OFF;
        arguments.charset = charset.data();
        return brlapi__write(handle(), &arguments) == 0 && !is_dead();
    }

    bool rest() {
        const bool left = !is_entered_ || brlapi__leaveTtyMode(handle()) == 0;
        is_entered_ = false;
        return left;
    }

    // Keys that have come; absent: the line is dead.
    std::optional<std::vector<Key>> keys() {
        std::vector<Key> keys;
        brlapi_keyCode_t code = 0;
        int read = 1;
        while (is_entered_ && (read = brlapi__readKey(handle(), 0, &code)) == 1)
            if (const auto key = key_of(code)) keys.push_back(*key);
        if (read < 0 || is_dead()) return std::nullopt;
        return keys;
    }

private:
    Line()
        : memory_(brlapi_getHandleSize()) {}

    [[nodiscard]] brlapi_handle_t* handle() {
        return reinterpret_cast<brlapi_handle_t*>(memory_.data());
    }

    bool connect(const Address& address) {
        brlapi_connectionSettings_t wanted{
            .auth = address.authentication.empty() ? nullptr : address.authentication.c_str(),
            .host = address.host.empty() ? nullptr : address.host.c_str()};
        descriptor_ = brlapi__openConnection(handle(), &wanted, nullptr);
        if (descriptor_ < 0) return false;
        brlapi__setExceptionHandler(handle(), ignore_exception);
        unsigned width = 0;
        unsigned height = 0;
        const bool sized = brlapi__getDisplaySize(handle(), &width, &height) == 0;
        cells_ = std::size_t{width} * height;
        confuses_chess_ = look_at_table();
        return sized && cells_ > 0;
    }

    // What the user's table makes of the first 256 characters; a brltty before 6.1 does not tell.
    // A display of six dots has none to spare.
    bool look_at_table() {
        std::array<Dots, 512> row{}; // the cells, and a bit for each that is defined
        std::uint8_t size = 0;
        const auto asked = [&](brlapi_param_t what, void* into, std::size_t length) {
            return brlapi__getParameter(handle(), what, 0, BRLAPI_PARAMF_GLOBAL, into, length);
        };
        const bool has_six =
            asked(BRLAPI_PARAM_DEVICE_CELL_SIZE, &size, sizeof size) == 1 && size == 6;
        constexpr std::size_t characters = 256;
        const ssize_t got = asked(BRLAPI_PARAM_COMPUTER_BRAILLE_ROW_CELLS, row.data(), row.size());
        return !has_six && got >= static_cast<ssize_t>(characters) &&
            confuses_chess(std::span{row}.first(characters));
    }

    // There may be no virtual terminal: the path is empty, and the display ours while we have it.
    bool enter() {
        if (brlapi__enterTtyModeWithPath(handle(), nullptr, 0, nullptr) != 0) return false;
        is_entered_ = true;
        const std::vector<std::uint64_t> codes = wanted_commands();
        const brlapi_keyCode_t letters = BRLAPI_KEY_TYPE_SYM;
        return brlapi__ignoreAllKeys(handle()) == 0 &&
            brlapi__acceptKeys(
                handle(),
                brlapi_rangeType_command,
                codes.data(),
                static_cast<unsigned>(codes.size())
            ) == 0 &&
            brlapi__acceptKeys(handle(), brlapi_rangeType_type, &letters, 1) == 0;
    }

    std::vector<char> memory_;
    int descriptor_ = -1;
    std::size_t cells_ = 0;
    bool confuses_chess_ = false;
    bool is_entered_ = false;
};

} // namespace

class Display::Connection {
public:
    explicit Connection(Address address)
        : address_(std::move(address)) {}

    void run() {
        while (!is_stopping()) {
            const std::unique_ptr<Line> line = Line::open(address_);
            if (line) {
                put(line->opened());
                serve(*line);
            }
            if (!is_stopping()) {
                tell_lost();
                wait_to_try_again();
            }
        }
    }

    void stop() {
        {
            const std::scoped_lock lock(mutex_);
            stopping_ = true;
        }
        stopped_.notify_all();
        orders_.set();
    }

    void show(Shown shown) {
        {
            const std::scoped_lock lock(mutex_);
            shown_ = std::move(shown);
            is_new_ = true;
            rests_ = false;
        }
        orders_.set();
    }

    void rest() {
        {
            const std::scoped_lock lock(mutex_);
            rests_ = true;
            is_new_ = false;
        }
        orders_.set();
    }

    std::vector<Event> take_events() {
        const std::scoped_lock lock(mutex_);
        news_.clear();
        return std::exchange(events_, {});
    }

    int event_fd() const { return news_.descriptor(); }

private:
    bool is_stopping() {
        const std::scoped_lock lock(mutex_);
        return stopping_;
    }

    void put(Event event) {
        const std::scoped_lock lock(mutex_);
        is_lost_ = is_lost_ && !std::holds_alternative<Opened>(event);
        events_.push_back(std::move(event));
        news_.set();
    }

    void tell_lost() {
        const std::string reason = reason_now();
        const std::scoped_lock lock(mutex_);
        // What was on the display is shown again when it is back.
        is_new_ = shown_.has_value() && !rests_;
        if (std::exchange(is_lost_, true)) return;
        events_.emplace_back(Lost{
            {.what = base::phrase("there is no braille display ({})", reason),
             .where = "--braille",
             .mend = base::phrase("start brltty; everything goes on without it")}});
        news_.set();
    }

    void wait_to_try_again() {
        std::unique_lock lock(mutex_);
        stopped_.wait_for(lock, try_again_after, [this] { return stopping_; });
    }

    // Until the line is dead or the program wants no more.
    void serve(Line& line) {
        bool alive = true;
        while (alive && !is_stopping()) alive = obey(line) && wait(line) && hear(line);
    }

    bool obey(Line& line) {
        orders_.clear();
        std::optional<Shown> shown;
        bool rests = false;
        {
            const std::scoped_lock lock(mutex_);
            if (std::exchange(is_new_, false)) shown = shown_;
            rests = rests_;
        }
        if (rests) return line.rest();
        return !shown || line.show(*shown);
    }

    bool wait(const Line& line) const {
        std::array<pollfd, 2> waits{
            pollfd{.fd = line.descriptor(), .events = POLLIN | POLLRDHUP, .revents = 0},
            pollfd{.fd = orders_.descriptor(), .events = POLLIN, .revents = 0}};
        ::poll(waits.data(), waits.size(), look_millis);
        return !line.is_dead();
    }

    bool hear(Line& line) {
        const auto keys = line.keys();
        if (!keys) return false;
        for (const Key& key : *keys) put(key);
        return true;
    }

    Address address_;
    base::Wakeup orders_;
    base::Wakeup news_;
    std::mutex mutex_;
    std::condition_variable stopped_;
    bool stopping_ = false;
    bool is_new_ = false;
    bool rests_ = false;
    bool is_lost_ = false;
    std::optional<Shown> shown_;
    std::vector<Event> events_;
};

// The thread owns what it uses: brltty may let it wait longer than the program lives.
Display::Display(Address address)
    : connection_(std::make_shared<Connection>(std::move(address))) {
    std::thread([connection = connection_] { connection->run(); }).detach();
}

Display::~Display() { connection_->stop(); }

void Display::show(Shown shown) { connection_->show(std::move(shown)); }

void Display::rest() { connection_->rest(); }

std::vector<Event> Display::take_events() { return connection_->take_events(); }

int Display::event_fd() const { return connection_->event_fd(); }

} // namespace ansage::devices::braille_display
