// SPDX-License-Identifier: GPL-3.0-or-later
// The environment of one test, as it was again at the end.
#pragma once

#include <cstdlib>
#include <map>
#include <optional>
#include <string>

namespace ansage::tests {

class Surroundings {
public:
    Surroundings() = default;
    Surroundings(const Surroundings&) = delete;
    Surroundings& operator=(const Surroundings&) = delete;
    Surroundings(Surroundings&&) = delete;
    Surroundings& operator=(Surroundings&&) = delete;

    ~Surroundings() {
        for (const auto& [name, value] : before_) put(name, value);
    }

    void set(const std::string& name, const std::optional<std::string>& value) {
        const char* const now = std::getenv(name.c_str());
        before_.emplace(name, now == nullptr ? std::nullopt : std::optional<std::string>{now});
        put(name, value);
    }

private:
    static void put(const std::string& name, const std::optional<std::string>& value) {
        if (value) ::setenv(name.c_str(), value->c_str(), 1);
        else ::unsetenv(name.c_str());
    }

    std::map<std::string, std::optional<std::string>> before_;
};

} // namespace ansage::tests
