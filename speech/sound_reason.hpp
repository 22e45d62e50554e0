// SPDX-License-Identifier: GPL-3.0-or-later
// Why libsndfile did not do it, in words of ours where the system refused. Included by what
// includes libsndfile only.
#pragma once

#include "base/result.hpp"

#include <cerrno>
#include <sndfile.h>
#include <string>

namespace ansage::speech {

// To be asked at once; null for a file that was not opened.
[[nodiscard]] inline base::Phrase sound_reason(SNDFILE* file) {
    return sf_error(file) == SF_ERR_SYSTEM ? base::system_words(errno)
                                           : base::as_it_is(std::string{sf_strerror(file)});
}

} // namespace ansage::speech
