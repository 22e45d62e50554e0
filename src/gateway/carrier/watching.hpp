// SPDX-License-Identifier: GPL-3.0-or-later
// For whoever watches: all browsers are told the same lines, and say nothing.
#pragma once

#include "gateway/carrier/lines.hpp"
#include "gateway/carrier/service.hpp"

namespace ansage::gateway {

class Watching final : public Service {
public:
    // `lines` must outlive it and its streams.
    explicit Watching(const Lines& lines)
        : lines_(lines) {}

    [[nodiscard]] bool takes(std::string_view /*path*/) const override { return false; }

    // Nobody watches from the network.
    [[nodiscard]] bool knows(const std::string& /*key*/) const override { return false; }

    [[nodiscard]] Reply answer(const Request& request) override;

private:
    const Lines& lines_;
};

} // namespace ansage::gateway
