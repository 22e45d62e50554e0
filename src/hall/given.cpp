// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/given.hpp"

#include "base/try.hpp"
#include "files/profile_path.hpp"

#include <filesystem>

namespace ansage::hall {

using base::Error;
using base::Result;

Result<std::optional<Reports>, Error> reports_given(const terminal::Arguments& given) {
    const auto text = given.value("hall");
    if (!text) return std::optional<Reports>{};
    const auto address = ANSAGE_TRY(read_address(*text, "--hall"));
    if (address.table.empty()) {
        return tl::unexpected(Error{
            base::phrase("this names no table"),
            "--hall",
            base::phrase("write mqtts://HOST/EVENT/TABLE")});
    }
    const std::filesystem::path usual =
        files::user_directory() / "hall" / address.event / (address.table + ".account");
    return read_account(given.value_or("hall-account", usual.string())).map([&](Account account) {
        return std::optional{Reports{address, std::move(account)}};
    });
}

} // namespace ansage::hall
