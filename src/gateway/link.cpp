// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/link.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <sys/un.h>

namespace ansage::gateway {

using Json = nlohmann::json;

namespace {

constexpr std::chrono::milliseconds try_again_after{500};
// As a console keeps trying.
constexpr std::chrono::seconds give_up_after{20};

std::string text_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::uint64_t number_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

} // namespace

bool Link::open() {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    const std::string path = path_.string();
    if (path.size() >= sizeof place.sun_path) return false;
    std::memcpy(place.sun_path, path.c_str(), path.size() + 1);
    socket_ = base::Descriptor{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    const std::string join =
        fmt::format("{{\"kind\":\"join\",\"role\":\"watcher\",\"after\":{}}}\n", lines_.last());
    const auto size = static_cast<ssize_t>(join.size());
    // Short lines into an empty buffer.
    const bool is_joined = socket_.is_open() &&
        ::connect(socket_.number(), reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0 &&
        ::send(socket_.number(), join.data(), join.size(), MSG_NOSIGNAL | MSG_DONTWAIT) == size;
    if (!is_joined) socket_.close();
    incoming_.clear();
    return is_joined;
}

void Link::read() {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        on_hang_up();
        return;
    }
    incoming_.append(buffer.data(), static_cast<std::size_t>(count));
    std::size_t from = 0;
    for (std::size_t end = incoming_.find('\n'); end != std::string::npos;
         end = incoming_.find('\n', from)) {
        take(incoming_.substr(from, end - from));
        from = end + 1;
    }
    incoming_.erase(0, from);
}

// What is no line of a table was torn apart when a table was killed.
void Link::take(const std::string& line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return;
    const std::string kind = text_at(json, "kind");
    if (kind == "welcome") {
        was_welcome_ = true;
        when_lost_ = text_at(json, "when_lost");
        lines_.welcome(line);
    } else if (kind == "state") {
        lines_.state(line);
        lines_.stand(Standing::open); // the log so far comes before it
    } else if (kind == "bye") {
        if (!was_welcome_) refused_ = text_at(json, "text");
        const auto again = json.find("again");
        if (again == json.end() || *again != true) end(text_at(json, "text"));
    } else if (const std::uint64_t number = number_at(json, "n"); number > 0) {
        lines_.add(number, line);
    }
}

void Link::on_hang_up() {
    socket_.close();
    if (is_over_) return;
    if (!was_welcome_) {
        end({});
        return;
    }
    lines_.stand(Standing::lost, when_lost_);
    try_at_ = std::chrono::steady_clock::now();
    give_up_at_ = try_at_ + give_up_after;
}

void Link::on_time(std::chrono::steady_clock::time_point now) {
    if (is_over_ || socket_.is_open() || now < try_at_) return;
    try_at_ = now + try_again_after;
    if (!open() && now >= give_up_at_) end(when_lost_);
}

void Link::give_up() {
    if (!is_over_) end(when_lost_);
}

void Link::end(const std::string& words) {
    is_over_ = true;
    lines_.stand(Standing::over, words);
}

} // namespace ansage::gateway
