// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/watch.hpp"

#include "base/descriptor.hpp"
#include "journal/head.hpp"

#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ansage::journal {
namespace {

std::optional<Trace> trace_of(const std::string& file) {
    struct stat found {};

    if (::stat(file.c_str(), &found) != 0) return std::nullopt;
    return Trace{
        found.st_dev,
        found.st_ino,
        found.st_size,
        found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec};
}

// The same file, and nothing of it is gone.
bool goes_on(const std::optional<Trace>& before, const std::optional<Trace>& now) {
    return before && now && before->device == now->device && before->number == now->number &&
        before->size <= now->size;
}

// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
constexpr std::size_t wal_header = 32;
constexpr std::size_t frame_header = 24;
constexpr std::size_t size_at = 8; // of a page, big-endian
constexpr std::size_t salt_at = 16; // in the header; at 8 in a frame's
constexpr std::size_t salt_at_in_frame = 8;
using Salt = std::array<std::uint8_t, 8>;

template <std::size_t size>
bool read_at(int descriptor, std::size_t place, std::array<std::uint8_t, size>& bytes) {
    return ::pread(descriptor, bytes.data(), size, static_cast<off_t>(place)) ==
        static_cast<ssize_t>(size);
}

// A frame that was cut away, and behind which this program went on to write, is a hole.
bool has_frames(int descriptor, int frames) {
    Salt salt{};
    std::array<std::uint8_t, 4> size{};
    if (!read_at(descriptor, salt_at, salt) || !read_at(descriptor, size_at, size)) return false;
    std::size_t page = 0;
    for (const std::uint8_t byte : size) page = page << 8U | byte;
    if (page == 0) return false; // the header itself was cut away
    std::size_t place = wal_header + salt_at_in_frame;
    for (int frame = 0; frame < frames; ++frame, place += frame_header + page)
        if (Salt its{}; !read_at(descriptor, place, its) || its != salt) return false;
    return true;
}

} // namespace

Watch::Watch(std::string file)
    : file_(std::move(file)) {
    note_checkpoint(0);
}

void Watch::note_commit(int frames) {
    // What somebody cut while the program wrote stays to be found.
    if (const auto now = trace_of(file_ + "-wal"); !wal_ || goes_on(wal_, now)) wal_ = now;
    head_ = trace_of(head_file_of(file_));
    frames_ = frames;
}

void Watch::note_checkpoint(int frames) {
    journal_ = trace_of(file_);
    wal_ = trace_of(file_ + "-wal");
    head_ = trace_of(head_file_of(file_));
    frames_ = frames;
}

Watch::Condition Watch::look() const {
    const auto journal = trace_of(file_);
    const auto wal = trace_of(file_ + "-wal");
    // The first commit makes the -wal.
    const bool has_wal = !wal_ || goes_on(wal_, wal);
    if (!goes_on(journal_, journal) || !has_wal || !has_all_frames()) return Condition::cut;
    const bool is_as_left =
        journal == journal_ && wal == wal_ && head_ && trace_of(head_file_of(file_)) == head_;
    return is_as_left ? Condition::as_left : Condition::touched;
}

bool Watch::has_all_frames() const {
    if (frames_ == 0) return true;
    const base::Descriptor wal{
        ::open((file_ + "-wal").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
    return !wal.is_open() || has_frames(wal.number(), frames_); // its name was there just now
}

} // namespace ansage::journal
