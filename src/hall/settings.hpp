// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the folder of a hall beside its certificate and its accounts: who may read and
// write what, how the broker and the page are served.
#pragma once

#include "hall/setup.hpp"

namespace ansage::hall {

inline constexpr std::string_view spectator = "spectator"; // the user who sees what is public

// As this version has it, in place of what is there.
[[nodiscard]] base::Result<void, base::Error> write_settings(const Plan& plan);

// Of a folder that set_up() made, in this version or one before it; an error if it is none.
[[nodiscard]] base::Result<Plan, base::Error> plan_of(const std::filesystem::path& folder);

} // namespace ansage::hall
