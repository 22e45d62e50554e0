// SPDX-License-Identifier: GPL-3.0-or-later
// Where what is carried comes from, and when it is over.
#pragma once

#include "base/interface.hpp"
#include "gateway/carrier/service.hpp"
#include "gateway/handover/handover.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace ansage::gateway {

class Source : public base::Interface {
public:
    [[nodiscard]] virtual Service& service() = 0;

    // To be watched for what can be read; -1: there is nothing now.
    [[nodiscard]] virtual int descriptor() const { return -1; }

    virtual void read() {}

    // Every now and then.
    virtual void look(std::chrono::steady_clock::time_point /*now*/) {}

    // Nothing more will come, and whoever is there keeps what he has. `is_visited`: somebody came.
    [[nodiscard]] virtual bool is_over(bool is_visited) const = 0;

    // Nobody was let in, so that there is nothing to keep.
    [[nodiscard]] virtual bool is_refused() const { return false; }

    // Why, in the words of the table; empty: it said nothing.
    [[nodiscard]] virtual std::string refused() const { return {}; }

    // All streams are to end.
    virtual void close() {}
};

// Null: the table does not answer.
[[nodiscard]] std::unique_ptr<Source> open_source(const Handover& handover);

} // namespace ansage::gateway
