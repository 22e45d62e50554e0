// SPDX-License-Identifier: GPL-3.0-or-later
// A file of libsndfile's that closes itself, and why the library did not do something, in words of
// ours where the system refused. Included by what includes libsndfile only.
#pragma once

#include "base/result.hpp"

#include <cerrno>
#include <memory>
#include <sndfile.h>
#include <string>

namespace ansage::speech {

struct CloseSound {
    void operator()(SNDFILE* file) const { sf_close(file); }
};

using SoundHandle = std::unique_ptr<SNDFILE, CloseSound>;

// To be asked at once; null for a file that was not opened.
[[nodiscard]] inline base::Phrase sound_reason(SNDFILE* file) {
    return sf_error(file) == SF_ERR_SYSTEM ? base::system_words(errno)
                                           : base::as_it_is(std::string{sf_strerror(file)});
}

} // namespace ansage::speech
