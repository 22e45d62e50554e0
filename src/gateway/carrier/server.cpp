// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/server.hpp"

#include "base/text.hpp"
#include "gateway/carrier/connection.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
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

using Clock = std::chrono::steady_clock;

namespace {

// A table has some two dozen watchers at most; each has a stream, and asks for a file now and then.
constexpr std::size_t most_guests = 64;
constexpr std::size_t most_watchers = 40;
// Of those who have shown neither the secret nor the key of one who was let in; whoever comes then
// takes the place of the oldest of them, from where most of them came.
constexpr std::size_t most_strangers = 16;
constexpr std::size_t most_of_one_address = 16; // of the network
constexpr std::size_t most_sent = 8192; // bytes that a page sends at once

const std::string alive = ":\n\n"; // tells nothing

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

constexpr std::string_view cookie = "ansage=";
// A telephone that slept comes back the next morning.
constexpr std::string_view cookie_rules =
    "; Path=/; Max-Age=86400; Secure; HttpOnly; SameSite=Strict";

std::string text_of(in_addr address) {
    std::array<char, INET_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET, &address, text.data(), text.size());
    return text.data();
}

// Whoever asks without TLS is told where the page is, whatever he asks.
std::string use_tls(const std::string& host, std::uint16_t port) {
    const std::string url = network_url(host, port);
    return fmt::format(
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: {}\r\nCache-Control: no-store\r\n"
        "Content-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}\n",
        url,
        url.size() + 1,
        url
    );
}

struct Guest {
    Guest(base::Descriptor socket, in_addr_t comes_from)
        : connection(std::move(socket)),
          from(comes_from) {}

    Connection connection;
    in_addr_t from;
    std::string host{}; // our address that he came to
    bool is_known = false; // has shown the secret, or was let in
    bool is_watching = false; // follows events
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

// Empty: it has no key of ours, or more than one.
std::string key_in(const httplib::Request& request) {
    if (request.get_header_value_count("Cookie") != 1) return {};
    const std::string all = request.get_header_value("Cookie");
    std::string key;
    for (std::string_view rest = all; !rest.empty();) {
        std::string_view each = base::take_until(rest, ';');
        while (each.starts_with(' ')) each.remove_prefix(1);
        if (!each.starts_with(cookie)) continue;
        if (!key.empty()) return {};
        key = each.substr(cookie.size());
    }
    return has_letters_of_secret(key) ? key : std::string{};
}

// False: it did not come in time, or not all of it.
bool read_all(Connection& connection, std::string& body) {
    std::size_t at = 0;
    while (at < body.size()) {
        const ssize_t count = connection.read(body.data() + at, body.size() - at);
        if (count <= 0) return false;
        at += static_cast<std::size_t>(count);
    }
    return true;
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

// What a POST has to say of what it sends: all of it, and not packed. Absent: it may come.
std::optional<int> refused(const httplib::Request& request) {
    const std::string type = request.get_header_value("Content-Type");
    const auto size = base::parse_number<std::size_t>(request.get_header_value("Content-Length"));
    const bool is_json = type == "application/json" || type.starts_with("application/json;");
    if (!is_json || request.has_header("Content-Encoding")) return 415;
    if (!size || request.has_header("Transfer-Encoding")) return 411;
    if (request.get_header_value_count("Content-Length") != 1) return 400;
    return *size > most_sent ? std::optional{413} : std::nullopt;
}

// The last event that this browser has: it says so by itself when it comes back, and the page where
// it has to begin anew.
std::string last_known(const httplib::Request& request) {
    if (request.has_header("Last-Event-ID")) return request.get_header_value("Last-Event-ID");
    return request.has_param("last") ? request.get_param_value("last")
                                     : request.get_param_value("after");
}

} // namespace

class Server::Contents {
public:
    Contents(
        base::Descriptor listening, Access access, Site site, Service& service, Deadlines deadlines
    )
        : listening_(std::move(listening)),
          port_(port_of(listening_)),
          access_(std::move(access)),
          site_(std::move(site)),
          service_(service),
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

    [[nodiscard]] std::uint16_t port() const { return port_; }

    [[nodiscard]] int descriptor() const { return listening_.number(); }

    void accept() {
        sockaddr_in from{};
        socklen_t size = sizeof from;
        auto* const address = reinterpret_cast<sockaddr*>(&from);
        base::Descriptor socket{
            ::accept4(listening_.number(), address, &size, SOCK_CLOEXEC | SOCK_NONBLOCK)};
        if (!socket.is_open()) {
            // Too many descriptors: whoever waits is let in when somebody has left.
            if (errno != EAGAIN) std::this_thread::sleep_for(std::chrono::milliseconds{20});
            return;
        }
        const int yes = 1;
        ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        std::unique_lock lock{mutex_};
        if (!make_room_for(from.sin_addr.s_addr)) return;
        // On a busy machine many may come before the threads of those who were sent away have run.
        gone_.wait(lock, [this] {
            return guests_.size() < most_guests ||
                std::ranges::none_of(guests_, &Guest::is_sent_away);
        });
        if (guests_.size() >= most_guests) return;
        guests_.emplace_back(std::move(socket), from.sin_addr.s_addr);
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
        return static_cast<std::size_t>(std::ranges::count_if(guests_, [](const Guest& guest) {
            return guest.is_watching && guest.is_known;
        }));
    }

    static bool is_stranger(const Guest& guest) { return !guest.is_known && !guest.is_sent_away; }

    static void send_away(Guest& guest) {
        guest.is_sent_away = true;
        guest.connection.shut();
    }

    // False: from there no more may come now.
    [[nodiscard]] bool make_room_for(in_addr_t from) {
        if (std::ranges::count_if(guests_, is_stranger) >=
            static_cast<std::ptrdiff_t>(most_strangers))
            send_away(stranger_to_go());
        if (!access_.tls) return true;
        const auto is_of_his = [&](const Guest& guest) {
            return guest.from == from && !guest.is_sent_away;
        };
        if (std::ranges::count_if(guests_, is_of_his) <
            static_cast<std::ptrdiff_t>(most_of_one_address))
            return true;
        const auto oldest = std::ranges::find_if(guests_, [&](const Guest& guest) {
            return is_of_his(guest) && is_stranger(guest);
        });
        if (oldest == guests_.end()) return false;
        send_away(*oldest);
        return true;
    }

    // There are some. One address alone pushes out nobody who comes from another.
    [[nodiscard]] Guest& stranger_to_go() {
        const auto as_he = [this](const Guest& guest) {
            return std::ranges::count_if(guests_, [&](const Guest& other) {
                return is_stranger(guest) && is_stranger(other) && other.from == guest.from;
            });
        };
        return *std::ranges::max_element(guests_, {}, as_he);
    }

    // On a thread of his own.
    void serve(Guests::iterator guest) {
        guest->connection.allow(deadlines_.request);
        guest->host = own_address(guest->connection);
        if (!access_.tls || guest->connection.begin(*access_.tls)) exchange(*guest);
        else guest->connection.answer_plainly(use_tls(guest->host, port_));
        guest->connection.end();
        const std::lock_guard lock{mutex_};
        if (guest->is_watching && guest->is_known) last_leave_ = Clock::now();
        guests_.erase(guest);
        gone_.notify_all();
    }

    static std::string own_address(const Connection& connection) {
        sockaddr_in own{};
        socklen_t size = sizeof own;
        ::getsockname(connection.socket(), reinterpret_cast<sockaddr*>(&own), &size);
        return text_of(own.sin_addr);
    }

    void exchange(Guest& guest) {
        Exchange exchange{listening_.number()};
        exchange.set_default_headers(strict_headers);
        exchange.set_pre_routing_handler(
            [this, &guest](const httplib::Request& request, httplib::Response& response) {
                answer(guest, request, response);
                return httplib::Server::HandlerResponse::Handled;
            }
        );
        GuestStream stream{guest.connection};
        exchange.run(stream);
    }

    void answer(Guest& guest, const httplib::Request& request, httplib::Response& response) {
        const auto path = path_of(request);
        const bool is_post = request.method == "POST";
        const bool is_read = request.method == "GET" || request.method == "HEAD";
        if (!is_for_us(guest, request)) response.status = 403;
        else if (!path) response.status = 404;
        else if (!is_read && !(is_post && service_.takes(*path))) response.status = 405;
        else if (request.has_header("Range")) response.status = 416;
        else if (is_post) take(guest, *path, request, response);
        else give(guest, *path, request, response);
        if (!guest.is_watching) guest.connection.allow(deadlines_.file);
    }

    // A page of another site that a browser has open may send requests, but not under our name; and
    // whoever makes a name of his own point here has not got ours.
    [[nodiscard]] bool is_for_us(const Guest& guest, const httplib::Request& request) const {
        const std::string host = request.get_header_value("Host");
        const std::string origin = request.get_header_value("Origin");
        const char* const scheme = access_.tls ? "https" : "http";
        const bool is_our_origin =
            !request.has_header("Origin") || origin == fmt::format("{}://{}", scheme, host);
        return request.get_header_value_count("Host") == 1 && is_our_host(guest, host) &&
            is_our_origin;
    }

    [[nodiscard]] bool is_our_host(const Guest& guest, const std::string& host) const {
        const auto is_host = [&](const std::string& name) {
            return host == fmt::format("{}:{}", name, port_);
        };
        if (!access_.tls) return is_host(loopback) || is_host("localhost");
        return is_host(guest.host) || std::ranges::any_of(access_.names, is_host);
    }

    // What of it names a file. Absent: the secret is not in it.
    [[nodiscard]] std::optional<std::string_view> path_of(const httplib::Request& request) const {
        const std::string_view path = request.path;
        if (!access_.tls) return path_within(path, access_.secret);
        return path.starts_with('/') ? std::optional{path.substr(1)} : std::nullopt;
    }

    // Of a page of this machine he has none.
    [[nodiscard]] std::string key_of(const httplib::Request& request) const {
        return access_.tls ? key_in(request) : std::string{};
    }

    // True: he is none of the strangers any more.
    bool know(Guest& guest, const std::string& key) {
        const bool is_known = !access_.tls || service_.knows(key);
        const std::lock_guard lock{mutex_};
        guest.is_known = guest.is_known || is_known;
        return guest.is_known;
    }

    void note_visit() {
        const std::lock_guard lock{mutex_};
        last_visit_ = Clock::now();
    }

    void give(
        Guest& guest,
        std::string_view path,
        const httplib::Request& request,
        httplib::Response& response
    ) {
        const std::string key = key_of(request);
        if (know(guest, key)) note_visit();
        const auto file = std::ranges::find(site_, path, &File::name);
        if (file != site_.end()) {
            response.status = 200;
            response.set_content(file->content, file->type);
        } else if (request.method != "GET") {
            response.status = 404;
        } else {
            const Request asked{
                .path = path,
                .session = request.get_param_value("session"),
                .last = last_known(request),
                .key = key};
            reply(guest, asked, response);
        }
    }

    // Until it has come it is a stranger's, whom another may send away.
    void take(
        Guest& guest,
        std::string_view path,
        const httplib::Request& request,
        httplib::Response& response
    ) {
        if (const auto why = refused(request)) {
            response.status = *why;
            return;
        }
        Request sent{.is_post = true, .path = path, .key = key_of(request)};
        sent.body.resize(request.get_header_value<std::size_t>("Content-Length"));
        if (!read_all(guest.connection, sent.body)) {
            response.status = 408;
            return;
        }
        know(guest, sent.key);
        reply(guest, sent, response);
    }

    void reply(Guest& guest, const Request& request, httplib::Response& response) {
        Reply reply = service_.answer(request);
        response.status = reply.status;
        if (!reply.json.empty()) response.set_content(reply.json, "application/json");
        if (!reply.key.empty()) {
            response.set_header(
                "Set-Cookie", fmt::format("{}{}{}", cookie, reply.key, cookie_rules)
            );
        }
        if (!reply.events) return;
        if (may_watch(guest)) tell(guest, request.key, std::move(reply.events), response);
        else response.status = 503;
    }

    // Strangers are few anyway, and take no place of one who was let in.
    [[nodiscard]] bool may_watch(Guest& guest) {
        const std::lock_guard lock{mutex_};
        guest.is_watching = !guest.is_known || watchers_now() < most_watchers;
        return guest.is_watching;
    }

    void tell(
        Guest& guest,
        const std::string& key,
        std::shared_ptr<Events> events,
        httplib::Response& response
    ) {
        guest.connection.allow(deadlines_.part);
        response.set_chunked_content_provider(
            "text/event-stream",
            [this, &guest, key, events = std::move(events), is_begun = false](
                std::size_t /*offset*/, httplib::DataSink& sink
            ) mutable {
                know(guest, key); // the table may have let him in meanwhile
                // Whoever loses us comes back soon.
                const auto text = std::exchange(is_begun, true)
                    ? events->next(guest.connection, Clock::now() + deadlines_.heartbeat)
                    : "retry: 500\n\n";
                guest.connection.allow(deadlines_.part);
                const std::string& sent = text && text->empty() ? alive : text.value_or("");
                return text && sink.write(sent.data(), sent.size());
            }
        );
    }

    base::Descriptor listening_;
    std::uint16_t port_;
    Access access_;
    Site site_;
    Service& service_;
    Deadlines deadlines_;
    mutable std::mutex mutex_;
    std::condition_variable gone_;
    Guests guests_; // the oldest first
    std::optional<Clock::time_point> last_visit_;
    std::optional<Clock::time_point> last_leave_;
};

Server::Server(
    base::Descriptor listening, Access access, Site site, Service& service, Deadlines deadlines
)
    : contents_(std::make_unique<Contents>(
          std::move(listening), std::move(access), std::move(site), service, deadlines
      )) {}

Server::~Server() = default;

std::uint16_t Server::port() const { return contents_->port(); }

int Server::descriptor() const { return contents_->descriptor(); }

void Server::accept() { contents_->accept(); }

std::size_t Server::watchers() const { return contents_->watchers(); }

std::optional<Clock::time_point> Server::last_visit() const { return contents_->last_visit(); }

std::optional<Clock::time_point> Server::last_leave() const { return contents_->last_leave(); }

} // namespace ansage::gateway
