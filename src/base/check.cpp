// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/check.hpp"

#include "base/result.hpp"
#include "base/visible.hpp"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace ansage::base {
namespace {

FailureHandler failure_handler = nullptr;

} // namespace

void set_failure_handler(FailureHandler handler) noexcept { failure_handler = handler; }

void fail_check(std::string_view what, std::string_view file, int line) noexcept {
    std::fprintf(
        stderr,
        "ansage: a check of its own failed: %.*s (%.*s:%d); the game is in its journal, go on with "
        "\"ansage play --resume last\"\n",
        static_cast<int>(what.size()),
        what.data(),
        static_cast<int>(file.size()),
        file.data(),
        line
    );
    if (failure_handler != nullptr) failure_handler(what);
    std::abort();
}

std::string to_line(const Error& error, const Translator& language) {
    std::string line = error.what.in(language);
    if (!error.where.empty()) line = fmt::format("{}: {}", error.where.in(language), line);
    if (!error.mend.empty()) line += "; " + error.mend.in(language);
    return visible(line);
}

std::string to_line(const Error& error) {
    return to_line(error, [](const std::string&) -> const char* { return nullptr; });
}

} // namespace ansage::base
