// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/server.hpp"

#include "gateway/connection.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <charconv>
#include <condition_variable>
#include <fmt/format.h>
#include <httplib.h>
#include <list>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <utility>

namespace ansage::gateway {

using base::Error;
using base::Result;
using Clock = std::chrono::steady_clock;

namespace {

// A table has some two dozen watchers at most; each has a stream, and asks for a file now and then.
constexpr std::size_t most_guests = 64;
constexpr std::size_t most_watchers = 40;
// Of those who have not shown the secret; whoever comes then takes the place of the oldest.
constexpr std::size_t most_strangers = 16;
constexpr std::chrono::milliseconds look_every{500};

const httplib::Headers strict_headers{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"}};

struct Guest {
    explicit Guest(base::Descriptor socket)
        : connection(std::move(socket)) {}

    Connection connection;
    bool is_known = false; // has shown the secret
    bool is_watching = false; // follows the lines
    bool is_sent_away = false; // and his thread ends as soon as it runs
};

// What httplib reads from and writes to.
class GuestStream final : public httplib::Stream {
public:
    explicit GuestStream(Connection& connection)
        : connection_(connection) {}

    [[nodiscard]] bool is_readable() const override { return true; }

    [[nodiscard]] bool is_writable() const override { return !connection_.is_left(); }

    ssize_t read(char* into, std::size_t size) override { return connection_.read(into, size); }

    ssize_t write(const char* from, std::size_t size) override {
        return connection_.write(from, size);
    }

    void get_remote_ip_and_port(std::string& ip, int& port) const override {
        ip = loopback;
        port = 0;
    }

    void get_local_ip_and_port(std::string& ip, int& port) const override {
        ip = loopback;
        port = 0;
    }

    [[nodiscard]] socket_t socket() const override { return connection_.socket(); }

private:
    Connection& connection_;
};

// One request and its answer, as httplib reads and writes them; who is served, and for how long, is
// decided here.
class Exchange final : public httplib::Server {
public:
    explicit Exchange(socket_t listening) { svr_sock_ = listening; }

    void run(httplib::Stream& stream) {
        bool is_closed = false;
        process(*this, stream, is_closed);
    }

private:
    // Debian 13's has more arguments than Debian 12's.
    template <class Self>
    static void process(Self& self, httplib::Stream& stream, bool& is_closed) {
        if constexpr (requires { self.process_request(stream, true, is_closed, nullptr); }) {
            self.process_request(stream, true, is_closed, nullptr);
        } else self.process_request(stream, loopback, 0, loopback, 0, true, is_closed, nullptr);
    }
};

// A page of another site that a browser here has open may send requests, but not under our name.
bool is_for_us(const httplib::Request& request, std::uint16_t port) {
    const std::array<std::string, 2> hosts{
        fmt::format("{}:{}", loopback, port), fmt::format("localhost:{}", port)};
    const std::string host = request.get_header_value("Host");
    const std::string origin = request.get_header_value("Origin");
    const bool is_our_origin =
        !request.has_header("Origin") || origin == fmt::format("http://{}", host);
    return request.get_header_value_count("Host") == 1 &&
        std::ranges::find(hosts, host) != hosts.end() && is_our_origin;
}

// Absent: the secret is not in it.
std::optional<std::string_view> path_within(std::string_view path, const std::string& secret) {
    if (!path.starts_with('/')) return std::nullopt;
    path.remove_prefix(1);
    const std::size_t end = path.find('/');
    if (end == std::string_view::npos || !is_secret(path.substr(0, end), secret))
        return std::nullopt;
    return path.substr(end + 1);
}

// The last line that this browser has: it says so by itself when it comes back, and the page where
// it has to begin anew.
std::uint64_t line_known(const httplib::Request& request) {
    const std::string given = request.has_header("Last-Event-ID")
        ? request.get_header_value("Last-Event-ID")
        : request.get_param_value("after");
    std::uint64_t number = 0;
    std::from_chars(given.data(), given.data() + given.size(), number);
    return number;
}

Error no_port(int reason) {
    return {
        base::phrase("no port of this machine can be used: {}", base::system_words(reason)),
        loopback,
        base::phrase("look at what uses the ports of 127.0.0.1")};
}

Result<base::Descriptor, Error> listen_at(std::uint16_t port) {
    base::Descriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    const int yes = 1;
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool listens = socket.is_open() &&
        // Connections of the gateway before may still be ending.
        ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        ::bind(socket.number(), reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 &&
        ::listen(socket.number(), static_cast<int>(most_guests)) == 0;
    if (!listens) return tl::unexpected(no_port(errno));
    return socket;
}

std::uint16_t port_of(const base::Descriptor& socket) {
    sockaddr_in place{};
    socklen_t size = sizeof place;
    ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&place), &size);
    return ntohs(place.sin_port);
}

} // namespace

class Server::Contents {
public:
    Contents(
        base::Descriptor listening,
        std::string secret,
        Site site,
        const Lines& lines,
        Deadlines deadlines
    )
        : listening_(std::move(listening)),
          address_{port_of(listening_), std::move(secret)},
          site_(std::move(site)),
          lines_(lines),
          deadlines_(deadlines) {}

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    Contents(Contents&&) = delete;
    Contents& operator=(Contents&&) = delete;

    ~Contents() {
        std::unique_lock lock{mutex_};
        for (const Guest& guest : guests_) guest.connection.shut();
        gone_.wait(lock, [this] { return guests_.empty(); });
    }

    [[nodiscard]] const Address& address() const { return address_; }

    [[nodiscard]] int descriptor() const { return listening_.number(); }

    void accept() {
        base::Descriptor socket{
            ::accept4(listening_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)};
        if (!socket.is_open()) {
            // Too many descriptors: whoever waits is let in when somebody has left.
            if (errno != EAGAIN) std::this_thread::sleep_for(std::chrono::milliseconds{20});
            return;
        }
        const int yes = 1;
        ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        std::unique_lock lock{mutex_};
        send_oldest_stranger_away();
        // On a busy machine many may come before the threads of those who were sent away have run.
        gone_.wait(lock, [this] {
            return guests_.size() < most_guests ||
                std::ranges::none_of(guests_, &Guest::is_sent_away);
        });
        if (guests_.size() >= most_guests) return;
        guests_.emplace_back(std::move(socket));
        const auto guest = std::prev(guests_.end());
        try {
            std::thread{[this, guest] { serve(guest); }}.detach();
        } catch (const std::system_error&) {
            guests_.erase(guest); // there is no thread for him
        }
    }

    [[nodiscard]] std::size_t watchers() const {
        const std::lock_guard lock{mutex_};
        return watchers_now();
    }

    [[nodiscard]] std::optional<Clock::time_point> last_visit() const {
        const std::lock_guard lock{mutex_};
        return last_visit_;
    }

    [[nodiscard]] std::optional<Clock::time_point> last_leave() const {
        const std::lock_guard lock{mutex_};
        return last_leave_;
    }

private:
    using Guests = std::list<Guest>;

    [[nodiscard]] std::size_t watchers_now() const {
        return static_cast<std::size_t>(std::ranges::count_if(guests_, &Guest::is_watching));
    }

    void send_oldest_stranger_away() {
        const auto is_stranger = [](const Guest& guest) {
            return !guest.is_known && !guest.is_sent_away;
        };
        const auto strangers = std::ranges::count_if(guests_, is_stranger);
        if (strangers < static_cast<std::ptrdiff_t>(most_strangers)) return;
        Guest& oldest = *std::ranges::find_if(guests_, is_stranger);
        oldest.is_sent_away = true;
        oldest.connection.shut();
    }

    // On a thread of his own.
    void serve(Guests::iterator guest) {
        guest->connection.allow(deadlines_.request);
        {
            Exchange exchange{listening_.number()};
            exchange.set_default_headers(strict_headers);
            exchange.set_pre_routing_handler(
                [this, guest](const httplib::Request& request, httplib::Response& response) {
                    answer(*guest, request, response);
                    return httplib::Server::HandlerResponse::Handled;
                }
            );
            GuestStream stream{guest->connection};
            exchange.run(stream);
        }
        guest->connection.shut();
        const std::lock_guard lock{mutex_};
        if (guest->is_watching) last_leave_ = Clock::now();
        guests_.erase(guest);
        gone_.notify_all();
    }

    void answer(Guest& guest, const httplib::Request& request, httplib::Response& response) {
        guest.connection.allow(deadlines_.file);
        const auto path = path_within(request.path, address_.secret);
        if (!is_for_us(request, address_.port)) response.status = 403;
        else if (!path) response.status = 404;
        else if (request.method != "GET" && request.method != "HEAD") response.status = 405;
        else if (request.has_header("Range")) response.status = 416;
        else answer_friend(guest, *path, request, response);
    }

    void answer_friend(
        Guest& guest,
        std::string_view path,
        const httplib::Request& request,
        httplib::Response& response
    ) {
        {
            const std::lock_guard lock{mutex_};
            guest.is_known = true;
            last_visit_ = Clock::now();
        }
        const auto file = std::ranges::find(site_, path, &File::name);
        if (file != site_.end()) {
            response.status = 200;
            response.set_content(file->content, std::string{file->type});
        } else if (path != "events" || request.method != "GET") {
            response.status = 404;
        } else if (!may_watch(guest)) {
            response.status = 503;
        } else {
            tell(guest, line_known(request), response);
        }
    }

    [[nodiscard]] bool may_watch(Guest& guest) {
        const std::lock_guard lock{mutex_};
        guest.is_watching = watchers_now() < most_watchers;
        return guest.is_watching;
    }

    void tell(Guest& guest, std::uint64_t known, httplib::Response& response) {
        response.status = 200;
        Lines::Place place;
        place.line = known;
        response.set_chunked_content_provider(
            "text/event-stream",
            [this, &guest, place, is_begun = false](
                std::size_t /*offset*/, httplib::DataSink& sink
            ) mutable {
                // Whoever loses us comes back soon.
                const std::string begin = std::exchange(is_begun, true) ? "" : "retry: 500\n\n";
                const auto events = next_events(guest.connection, place);
                guest.connection.allow(deadlines_.part);
                const std::string text = begin + events.value_or("");
                return events && sink.write(text.data(), text.size());
            }
        );
    }

    // Absent: this browser has left, or all are to leave.
    [[nodiscard]] std::optional<std::string>
    next_events(const Connection& connection, Lines::Place& place) const {
        const auto until = Clock::now() + deadlines_.heartbeat;
        while (Clock::now() < until) {
            Lines::News news = lines_.after(place, look_every);
            if (news.is_closed || connection.is_left()) return std::nullopt;
            place = news.place;
            if (!news.events.empty()) return std::move(news.events);
        }
        return ":\n\n";
    }

    base::Descriptor listening_;
    Address address_;
    Site site_;
    const Lines& lines_;
    Deadlines deadlines_;
    mutable std::mutex mutex_;
    std::condition_variable gone_;
    Guests guests_; // the oldest first
    std::optional<Clock::time_point> last_visit_;
    std::optional<Clock::time_point> last_leave_;
};

Server::Server(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

Server::~Server() = default;

Result<std::unique_ptr<Server>, Error>
Server::open(const Address& wanted, Site site, const Lines& lines, Deadlines deadlines) {
    auto listening = listen_at(wanted.port);
    if (!listening) return tl::unexpected(listening.error());
    std::string secret = wanted.secret.empty() ? new_secret() : wanted.secret;
    return std::unique_ptr<Server>{new Server{std::make_unique<Contents>(
        *std::move(listening), std::move(secret), std::move(site), lines, deadlines
    )}};
}

const Address& Server::address() const { return contents_->address(); }

int Server::descriptor() const { return contents_->descriptor(); }

void Server::accept() { contents_->accept(); }

std::size_t Server::watchers() const { return contents_->watchers(); }

std::optional<Clock::time_point> Server::last_visit() const { return contents_->last_visit(); }

std::optional<Clock::time_point> Server::last_leave() const { return contents_->last_leave(); }

} // namespace ansage::gateway
