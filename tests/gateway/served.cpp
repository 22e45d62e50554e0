// SPDX-License-Identifier: GPL-3.0-or-later
#include "served.hpp"

#include "browser.hpp"
#include "support/catch.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <utility>

namespace ansage::tests {

const std::string secret = "abcdefghijklmnopqrstuvwxyz012345";

namespace {

gateway::Reach reach_of(const gateway::Access& access) {
    return access.tls ? gateway::Reach::network : gateway::Reach::this_machine;
}

} // namespace

Served::Served(
    gateway::Service& service,
    gateway::Deadlines deadlines,
    std::function<void()> look,
    gateway::Access access
)
    : server_(
          *gateway::listen_at(0, reach_of(access)),
          std::move(access),
          {{"", "text/html", "the page"}, {"bundle.js", "text/javascript", "the script"}},
          service,
          deadlines
      ),
      look_(std::move(look)),
      port(server_.port()),
      loop_([this] { run(); }) {}

Served::~Served() {
    is_ending_ = true;
    loop_.join();
}

void Served::run() {
    while (!is_ending_) {
        pollfd waited{server_.descriptor(), POLLIN, 0};
        if (::poll(&waited, 1, 20) > 0) server_.accept();
        look_();
    }
}

std::string Served::host() const { return fmt::format("127.0.0.1:{}", port); }

std::string
Served::get(const std::string& path, const std::string& more, const std::string& host) const {
    return fmt::format(
        "GET {} HTTP/1.1\r\nHost: {}\r\n{}\r\n", path, host.empty() ? this->host() : host, more
    );
}

std::string Served::post(const std::string& name, const std::string& body) const {
    return fmt::format(
        "POST /{}/{} HTTP/1.1\r\nHost: {}\r\nOrigin: http://{}\r\n"
        "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
        secret,
        name,
        host(),
        host(),
        body.size(),
        body
    );
}

std::string Served::answer(const std::string& request) const {
    Browser browser{port};
    browser.send(request);
    CHECK(browser.await_end());
    return browser.received();
}

bool is_status(const std::string& answer, int code) {
    return answer.starts_with(fmt::format("HTTP/1.1 {} ", code));
}

std::string status_of(const std::string& answer) { return answer.substr(0, answer.find("\r\n")); }

} // namespace ansage::tests
