// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files, read and written at once, and the folders in which a user's own lie.
#pragma once

#include "base/encoding.hpp"
#include "base/result.hpp"

#include <cstddef>
#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::files {

// No text that a person gives is longer, in bytes; neither is a line of it.
inline constexpr std::size_t longest_text = 32U << 20U;
inline constexpr std::size_t longest_line = 1U << 20U;

// Both ends of a text: a device that never ends is refused, and so is a line without an end. `name`
// is for the error.
[[nodiscard]] base::Result<std::string, base::Error>
read_all(std::istream& stream, const std::string& name);
[[nodiscard]] base::Result<std::string, base::Error> read_file(const std::filesystem::path& path);

// A whole text, whatever program saved it (base::decode), with what to tell of it.
struct Text {
    std::string text;
    std::optional<base::Error> remark;
};

Text to_text(std::string_view bytes, const std::string& name);
[[nodiscard]] base::Result<Text, base::Error>
read_text(std::istream& stream, const std::string& name);
[[nodiscard]] base::Result<Text, base::Error> read_text(const std::filesystem::path& path);

// The lines of a text, each as soon as it is there.
class TextLines {
public:
    TextLines(std::istream& stream, std::string name);

    // The next one, without its end; nothing after the last. One that is too long is an error.
    [[nodiscard]] base::Result<std::optional<std::string>, base::Error> next();

    // What to tell of what was read so far, once.
    std::optional<base::Error> take_remark();

private:
    [[nodiscard]] base::Result<std::optional<std::string>, base::Error> read_line();
    // UTF-16 has no lines before it is text.
    [[nodiscard]] base::Result<void, base::Error> begin();
    void note(base::Encoding taken_for);

    std::istream& stream_;
    std::string name_;
    std::string begun_; // read before anybody asked
    std::optional<std::string> whole_; // what is left of it, where it was read at once
    std::optional<base::Error> remark_;
    bool is_begun_ = false;
    bool follows_return_ = false;
    bool is_remarked_ = false;
};

// Whole or not at all: the file is replaced only when everything was written. A pipe or a device is
// not replaced but written to.
[[nodiscard]] base::Result<void, base::Error>
write_file(const std::filesystem::path& path, const std::string& text);

// Where what lives as long as the program lies: $XDG_RUNTIME_DIR/ansage, else /run/user/UID/ansage,
// else /tmp/ansage-UID (TMPDIR). It need not be there yet.
std::filesystem::path runtime_directory();

// The same, made if it is not there, 0700; an error if it is not ours or others may enter.
[[nodiscard]] base::Result<std::filesystem::path, base::Error> private_runtime_directory();

// ... else /tmp/ansage-UID: the session's folder goes when its user logs out, and a table may go
// on.
[[nodiscard]] base::Result<std::filesystem::path, base::Error> lasting_runtime_directory();

// Where what runs may have a place now: those of the two that are there and ours alone.
std::vector<std::filesystem::path> runtime_directories();

} // namespace ansage::files
