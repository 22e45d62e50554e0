// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/head.hpp"

#include "base/text.hpp"
#include "journal/rows.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ansage::journal {
namespace {

constexpr std::string_view mark = "ansage head 1";
constexpr std::size_t longest = 512;

// One line, always of the same length: number, time, digest, game, and the digest of all that.
std::string text_of(const Head& head, const Digest& game) {
    const std::string text = fmt::format(
        "{} {:020} {:020} {} {}",
        mark,
        head.records,
        head.at.since_open.count(),
        to_string(head.digest),
        to_string(game)
    );
    return fmt::format("{} {}\n", text, to_string(chained({}, {text})));
}

std::string contents_of(const std::string& name) {
    const base::Descriptor file{
        ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    std::array<char, longest> bytes{};
    const ssize_t count = ::read(file.number(), bytes.data(), bytes.size());
    return count > 0 ? std::string(bytes.data(), static_cast<std::size_t>(count)) : std::string{};
}

} // namespace

std::string head_file_of(const std::string& file) { return file + "-head"; }

Result<HeadFile> HeadFile::create(const std::string& file, const Digest& game, const Head& head) {
    const std::string name = head_file_of(file);
    // Whoever is killed meanwhile must not leave half a head, nor lose the one that is there.
    const std::string draft = name + ".new";
    const int descriptor =
        ::open(draft.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (descriptor < 0) {
        return tl::unexpected(base::Error{
            base::phrase("this file cannot be written: {}", base::system_words(errno)),
            name,
            base::phrase("make room there, and check that you may write there")});
    }
    HeadFile made{base::Descriptor{descriptor}, game};
    const bool is_ours = ::fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 &&
        ::ftruncate(descriptor, 0) == 0 && made.write(head) && ::fsync(descriptor) == 0 &&
        ::rename(draft.c_str(), name.c_str()) == 0;
    if (!is_ours) {
        return tl::unexpected(base::Error{
            base::phrase("the disk takes no more"),
            name,
            base::phrase("make room there or check it")});
    }
    return made;
}

bool HeadFile::write(const Head& head) const {
    const std::string text = text_of(head, game_);
    const ssize_t written = ::pwrite(descriptor_.number(), text.data(), text.size(), 0);
    return written == static_cast<ssize_t>(text.size());
}

std::optional<Head> read_head_file(const std::string& file, const Digest& game) {
    const std::string text = contents_of(head_file_of(file));
    constexpr std::size_t digits = 20;
    constexpr std::size_t hexadecimal = 2 * Digest{}.size();
    constexpr std::size_t numbers = mark.size() + 1;
    constexpr std::size_t digest_at = numbers + 2 * (digits + 1);
    if (text.size() < digest_at + hexadecimal) return std::nullopt;
    const std::string_view view = text;
    const auto records = base::parse_number<std::uint64_t>(view.substr(numbers, digits));
    const auto at = base::parse_number<std::int64_t>(view.substr(numbers + digits + 1, digits));
    const auto digest = parse_digest(view.substr(digest_at, hexadecimal));
    if (!records || !at || !digest) return std::nullopt;
    const Head head{*records, instant(*at), *digest};
    return text_of(head, game) == text ? std::optional{head} : std::nullopt;
}

Result<std::optional<Head>> read_head_row(Database& database) {
    auto rows = database.prepare("SELECT records, at_ms, digest FROM head WHERE number = 1");
    if (!rows) return tl::unexpected(std::move(rows).error());
    return rows->next().map([&](bool is_row) {
        return is_row ? std::optional{Head{
                            unsigned_of(rows->number(0)),
                            instant(rows->number(1)),
                            digest_of(rows->bytes(2))}}
                      : std::nullopt;
    });
}

Result<void> store_head_row(Database& database, const Head& head) {
    return database.prepare("INSERT OR REPLACE INTO head VALUES(1, ?, ?, ?)")
        .and_then([&](Statement insert) {
            return insert.bind(1, signed_of(head.records))
                .bind(2, head.at.since_open.count())
                .bind(3, head.digest)
                .run();
        });
}

} // namespace ansage::journal
