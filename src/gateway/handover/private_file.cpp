// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/handover/private_file.hpp"

#include "base/descriptor.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ansage::gateway {

base::Result<void, base::Error>
write_private(const std::filesystem::path& file, const std::string& text) {
    const std::string draft = file.string() + ".new";
    ::unlink(draft.c_str());
    const base::Descriptor out{
        ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
    const bool is_written = out.is_open() &&
        ::write(out.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
        ::rename(draft.c_str(), file.c_str()) == 0;
    if (!is_written) {
        return tl::unexpected(base::Error{
            base::phrase("this file cannot be written: {}", base::system_words(errno)),
            file.string(),
            base::phrase("look into that folder")});
    }
    return {};
}

} // namespace ansage::gateway
