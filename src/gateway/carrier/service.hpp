// SPDX-License-Identifier: GPL-3.0-or-later
// What a browser may ask for besides files.
#pragma once

#include "base/interface.hpp"
#include "gateway/carrier/connection.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ansage::gateway {

struct Request {
    bool is_post = false;
    std::string_view path; // without what comes before a file's name
    std::string session; // ?session=
    std::string last; // the id of the last event that this browser has; empty: it has none
    std::string body; // JSON, as far as its sender says so
    std::string key; // of this browser, on the network; empty: it has none
};

// Server-sent events, for one browser, on the thread that writes them to it.
class Events : public base::Interface {
public:
    // What is to be sent next; empty: nothing until then. Absent: this stream ends.
    [[nodiscard]] virtual std::optional<std::string>
    next(const Connection& browser, std::chrono::steady_clock::time_point until) = 0;
};

struct Reply {
    int status = 404;
    std::string json; // empty: no words
    std::string key; // for this browser to keep; empty: none
    std::unique_ptr<Events> events; // the answer never ends
};

class Service : public base::Interface {
public:
    // Something may be sent to that path; else it is only read.
    [[nodiscard]] virtual bool takes(std::string_view path) const = 0;
    // Whether the browser with that key was let in, so that no stranger takes its place.
    [[nodiscard]] virtual bool knows(const std::string& key) const = 0;
    // From the thread of any browser.
    [[nodiscard]] virtual Reply answer(const Request& request) = 0;
};

} // namespace ansage::gateway
