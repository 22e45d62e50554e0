// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/table_line.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace ansage::gateway {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

namespace {

std::string text_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::uint64_t number_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// A table takes what is sent to it in milliseconds.
constexpr std::chrono::seconds sending_time{1};
constexpr std::size_t longest_run = 64;

bool await_room(int socket, Clock::time_point until) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    pollfd waited{socket, POLLOUT, 0};
    return left.count() > 0 && ::poll(&waited, 1, static_cast<int>(left.count())) > 0;
}

} // namespace

bool is_run(std::string_view text) {
    const auto is_plain = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z');
    };
    return !text.empty() && text.size() <= longest_run && std::ranges::all_of(text, is_plain);
}

std::optional<TableWords> read_table_line(const std::string& line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    return TableWords{
        .kind = text_at(json, "kind"),
        .number = number_at(json, "n"),
        .run = text_at(json, "run"),
        .text = text_at(json, "text"),
        .when_lost = text_at(json, "when_lost"),
        .again = json.contains("again") && json.at("again") == true,
    };
}

base::Descriptor connect_to(const std::filesystem::path& socket) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    const std::string path = socket.string();
    if (path.size() >= sizeof place.sun_path) return {};
    std::memcpy(place.sun_path, path.c_str(), path.size() + 1);
    base::Descriptor guest{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    const auto* const address = reinterpret_cast<const sockaddr*>(&place);
    const bool is_open = guest.is_open() && ::connect(guest.number(), address, sizeof place) == 0;
    return is_open ? std::move(guest) : base::Descriptor{};
}

std::shared_ptr<TableLine>
TableLine::open(const std::filesystem::path& socket, const std::string& join) {
    base::Descriptor guest = connect_to(socket);
    if (!guest.is_open()) return nullptr;
    auto line = std::make_shared<TableLine>(std::move(guest));
    return line->send(join + '\n') ? line : nullptr;
}

std::vector<std::string> TableLine::read() {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return {};
    is_closed_ = count <= 0;
    if (is_closed_) return {};
    incoming_.append(buffer.data(), static_cast<std::size_t>(count));
    std::vector<std::string> lines;
    std::size_t from = 0;
    for (std::size_t end = incoming_.find('\n'); end != std::string::npos;
         end = incoming_.find('\n', from)) {
        lines.push_back(incoming_.substr(from, end - from));
        from = end + 1;
    }
    incoming_.erase(0, from);
    return lines;
}

bool TableLine::send(std::string_view lines) {
    const std::lock_guard lock{sending_};
    const auto until = Clock::now() + sending_time;
    while (!lines.empty()) {
        const ssize_t count =
            ::send(socket_.number(), lines.data(), lines.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) lines.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EINTR && (errno != EAGAIN || !await_room(socket_.number(), until))) break;
    }
    // Half a line would spoil the next one.
    if (!lines.empty()) ::shutdown(socket_.number(), SHUT_RDWR);
    return lines.empty();
}

} // namespace ansage::gateway
