// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/time.hpp"

#include "base/try.hpp"

namespace ansage::profiles {

using base::Error;
using base::Result;

namespace {

constexpr std::int64_t last_number = 999;

} // namespace

Result<TimePreset, Error> load_time(const Document& document) {
    const Table root = document.root();
    TimePreset preset;
    Fields fields{root};
    fields.required("number", preset.number, IntegerRange{1, last_number});
    fields.required("time", preset.spec);
    ANSAGE_TRY(fields.finish());
    auto control = clock::parse_time_control(preset.spec);
    if (!control)
        return tl::unexpected(root.error("time", control.error().what, control.error().mend));
    preset.control = *std::move(control);
    return preset;
}

} // namespace ansage::profiles
