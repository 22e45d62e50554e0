// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogues that lack sentences, as a translator's do.
#pragma once

#include "support/catch.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <string>

namespace ansage::tests {

// A data folder of the catalogues in `locale`; that of `language` lacks the message.
inline void lay_out_without(
    const std::string& id,
    const std::string& language,
    const std::string& locale,
    const std::string& data
) {
    const std::string command = fmt::format(
        "mkdir -p '{0}' && cp -r '{1}' '{0}/locale' && cd '{0}/locale/{2}/LC_MESSAGES' && "
        "msgunfmt ansage.mo | msggrep -v -K -e '^{3}$' | msgfmt -o without.mo - && "
        "mv without.mo ansage.mo",
        data,
        locale,
        language,
        id
    );
    REQUIRE(std::system(command.c_str()) == 0);
}

// Another language beside them, with nothing but these lines of a .po file.
inline void lay_out_new(
    const std::string& entries,
    const std::string& language,
    const std::string& locale,
    const std::string& data
) {
    const std::string command = fmt::format(
        "mkdir -p '{0}' && cp -r '{1}' '{0}/locale' && mkdir -p '{0}/locale/{2}/LC_MESSAGES' && "
        "printf 'msgid \"\"\\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\\\n\"\\n{3}' | "
        "msgfmt -o '{0}/locale/{2}/LC_MESSAGES/ansage.mo' -",
        data,
        locale,
        language,
        entries
    );
    REQUIRE(std::system(command.c_str()) == 0);
}

} // namespace ansage::tests
