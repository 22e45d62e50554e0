// SPDX-License-Identifier: GPL-3.0-or-later
// The gateway of a table that is played in this program: another program, started again when it
// dies, at the same address. The table goes on whatever becomes of it.
#pragma once

#include "base/result.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ansage::gateway {

class Keeper {
public:
    // Whether the gateway is there, whenever that has changed; on a thread of its own.
    using Tell = std::function<void(bool is_there)>;

    // `options` are of `ansage page`. Waits until browsers may come. An error is in the words of
    // that program. `tell` may be empty, and is not called any more once the keeper is gone.
    [[nodiscard]] static base::Result<std::unique_ptr<Keeper>, std::string>
    start(std::vector<std::string> options, Tell tell = {});

    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;
    Keeper(Keeper&&) = delete;
    Keeper& operator=(Keeper&&) = delete;
    // The gateway stays for its browsers, and is not started again.
    ~Keeper();

    [[nodiscard]] const std::string& url() const;

private:
    class Contents;
    explicit Keeper(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::gateway
