// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the persons at a table. Each has a session, whose token its browser alone knows, and
// a console's connection to the table as long as its events are followed:
//   POST join {"role":"black","code":""}: 200 {"session":"S"}; 429, there is no room. On the
//   network
//     a browser without a key gets one, and a session is known only together with its key.
//   GET events?session=S[&last=RUN.N]: the table's lines as they are, with the ids RUN.N, and
//     "standing": {"standing":"open|lost|over","text":"..."}; 404, it is not known, or not any more
//   GET setup: 200 {"setup":true} as long as the table is being set up, which is what its page is
//   for POST say {"session":"S","lines":[{"kind":"typed","text":"w"}]}: 204, handed to the table;
//   404;
//     409, there is no line to it now
// 400: no JSON of that shape.
#pragma once

#include "gateway/carrier/person_events.hpp"
#include "gateway/carrier/service.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::gateway {

class Persons final : public Service {
public:
    struct Limits {
        // Beyond that, the one goes that nobody has followed for longest; on the network a
        // stranger's before any that the table has welcomed.
        std::size_t sessions = 64;
        // A reload, or a browser that lost us, comes back sooner.
        std::chrono::milliseconds away{10'000};
    };

    explicit Persons(PersonsTable table)
        : Persons(std::move(table), Limits{}) {}

    // Streams must end before it.
    Persons(PersonsTable table, Limits limits)
        : table_(std::move(table)),
          limits_(limits) {}

    [[nodiscard]] bool takes(std::string_view path) const override;

    // The table has welcomed that browser.
    [[nodiscard]] bool knows(const std::string& key) const override { return welcomed_.has(key); }

    [[nodiscard]] Reply answer(const Request& request) override;

    // Whoever is away for too long leaves the table.
    void on_time(std::chrono::steady_clock::time_point now);

    [[nodiscard]] std::size_t sessions() const;

private:
    using Session = std::shared_ptr<PageSession>;

    [[nodiscard]] Reply join(const Request& request);
    [[nodiscard]] Reply follow(const Request& request);
    [[nodiscard]] Reply say(const Request& request);
    // Null: it is not known to the browser with that key.
    [[nodiscard]] Session find(const std::string& token, const std::string& key) const;
    [[nodiscard]] bool make_room();
    void forget(const Session& session);

    PersonsTable table_;
    Limits limits_;
    Welcomed welcomed_;
    mutable std::mutex mutex_;
    std::vector<Session> sessions_;
};

} // namespace ansage::gateway
