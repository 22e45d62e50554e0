// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phrase.hpp"

#include <cerrno>
#include <system_error>

namespace ansage::base {
namespace {

// The hole that begins at `at`: "{}" or "{1}". Its length; none where there is no hole.
std::size_t length_of_hole(std::string_view pattern, std::size_t at) {
    const std::string_view rest = pattern.substr(at);
    if (rest.starts_with("{}")) return 2;
    return rest.size() > 2 && rest[0] == '{' && rest[1] >= '0' && rest[1] <= '9' && rest[2] == '}'
        ? 3
        : 0;
}

std::string filled(std::string_view pattern, const std::vector<std::string>& parts) {
    std::string text;
    std::size_t next = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const std::string_view rest = pattern.substr(i);
        const std::size_t length = length_of_hole(pattern, i);
        if (length == 0) {
            text += pattern[i];
            i += rest.starts_with("{{") || rest.starts_with("}}") ? std::size_t{1} : std::size_t{0};
            continue;
        }
        const std::size_t which = length == 2 ? next++ : static_cast<std::size_t>(rest[1] - '0');
        text += which < parts.size() ? std::string_view{parts[which]} : rest.substr(0, length);
        i += length - 1;
    }
    return text;
}

} // namespace

Phrase Phrase::as_it_is(std::string text) {
    Phrase phrase;
    phrase.text_ = std::move(text);
    return phrase;
}

std::string Phrase::text() const {
    return in([](const std::string&) -> const char* { return nullptr; });
}

std::string Phrase::in(const Translator& language) const {
    if (!is_words_) return text_;
    std::vector<std::string> parts;
    for (const Phrase& part : parts_) parts.push_back(part.in(language));
    const char* const translated = language(text_);
    return filled(translated != nullptr ? translated : text_, parts);
}

Phrase system_words(int number) {
    switch (number) {
    case ENOENT: return phrase("No such file or directory");
    case EACCES: return phrase("Permission denied");
    case EPERM: return phrase("Operation not permitted");
    case EEXIST: return phrase("File exists");
    case ENOTDIR: return phrase("Not a directory");
    case EISDIR: return phrase("Is a directory");
    case ENOSPC: return phrase("No space left on device");
    case EROFS: return phrase("Read-only file system");
    case EIO: return phrase("Input/output error");
    case EBUSY: return phrase("Device or resource busy");
    case ENODEV: return phrase("No such device");
    case ENOTTY: return phrase("Inappropriate ioctl for device");
    case ENAMETOOLONG: return phrase("File name too long");
    case EADDRINUSE: return phrase("Address already in use");
    case ECONNREFUSED: return phrase("Connection refused");
    case ECONNRESET: return phrase("Connection reset by peer");
    case ETIMEDOUT: return phrase("Connection timed out");
    case EHOSTUNREACH: return phrase("No route to host");
    case EDQUOT: return phrase("Disk quota exceeded");
    case ENXIO: return phrase("No such device or address");
    case EPIPE: return phrase("Broken pipe");
    case ENETUNREACH: return phrase("Network is unreachable");
    default: return as_it_is(std::generic_category().message(number));
    }
}

} // namespace ansage::base
