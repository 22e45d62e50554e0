// SPDX-License-Identifier: GPL-3.0-or-later
// A page of a person at a table, by the lines of its socket.
#pragma once

#include "consoles/joined.hpp"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ansage::tests {

using Json = nlohmann::json;

inline std::string socket_of(const Folder& folder) { return folder / "ansage/table.sock"; }

class Page {
public:
    // `back`: the members of a join that comes back, such as `,"run":"a1","after":3`.
    Page(const Folder& folder, const std::string& role, const std::string& back = {})
        : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        socket_of(folder).copy(static_cast<char*>(address.sun_path), sizeof address.sun_path - 1);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how sockets are addressed
        REQUIRE(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
        say(fmt::format(R"({{"kind":"join","role":"{}","page":true{}}})", role, back));
    }

    Page(const Page&) = delete;
    Page& operator=(const Page&) = delete;
    Page(Page&&) = delete;
    Page& operator=(Page&&) = delete;

    ~Page() { ::close(socket_); }

    void say(const std::string& json) const {
        const std::string line = json + '\n';
        REQUIRE(::send(socket_, line.data(), line.size(), MSG_NOSIGNAL) == std::ssize(line));
    }

    void type(const std::string& text) const {
        say(Json{{"kind", "typed"}, {"text", text}}.dump());
    }

    // As a person does, who has read what he answers: an Enter that comes at once has bounced.
    void type_all(const Json& lines) const {
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
        for (const Json& line : lines) type(line.get<std::string>());
    }

    // The next line for which that is so; null: the table has hung up, or says nothing for a
    // minute.
    template <class Wanted>
    Json await(const Wanted& is_wanted) {
        for (;;) {
            const std::size_t end = incoming_.find('\n');
            if (end == std::string::npos) {
                if (!read()) return nullptr;
                continue;
            }
            Json json = Json::parse(incoming_.substr(0, end));
            incoming_.erase(0, end + 1);
            if (json["n"].is_number() && json["n"] != 0) numbers.push_back(json["n"]);
            if (is_wanted(json)) return json;
        }
    }

    Json await_kind(const std::string& kind) {
        return await([&](const Json& json) { return json["kind"] == kind; });
    }

    // How it stands once that can be answered.
    Json await_due(const std::string& id) {
        return await([&](const Json& json) { return json["kind"] == "now" && due(json, id); });
    }

    // ... or once nothing can.
    Json await_nothing_due() {
        return await([](const Json& json) { return json["kind"] == "now" && json["due"].empty(); });
    }

    static std::optional<Json> due(const Json& now, const std::string& id) {
        for (const Json& each : now["due"])
            if (each["id"] == id) return each;
        return std::nullopt;
    }

    std::vector<int> numbers; // of the role's lines, as they came

private:
    bool read() {
        pollfd wait{.fd = socket_, .events = POLLIN, .revents = 0};
        std::array<char, 4096> bytes{};
        if (::poll(&wait, 1, 60'000) <= 0) return false;
        const ssize_t count = ::read(socket_, bytes.data(), bytes.size());
        if (count > 0) incoming_.append(bytes.data(), static_cast<std::size_t>(count));
        return count > 0;
    }

    int socket_;
    std::string incoming_;
};

} // namespace ansage::tests
