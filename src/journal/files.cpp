// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/files.hpp"

#include "base/descriptor.hpp"
#include "base/try.hpp"
#include "journal/head.hpp"
#include "journal/schema.hpp"
#include "journal/taken_name.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ansage::journal {
namespace {

namespace fs = std::filesystem;

// Of a game of a day, some megabytes; what is longer would be read for seconds.
constexpr std::uintmax_t longest_file = 256U << 20U;
constexpr mode_t for_its_owner = S_IRUSR | S_IWUSR;

std::array<std::string, 4> files_of(const std::string& file) {
    return {file, file + "-wal", file + "-journal", head_file_of(file)};
}

std::string folder_of(const std::string& file) { return fs::absolute(file).parent_path().string(); }

// A new name is on the disk when its folder is.
class Folder {
public:
    explicit Folder(const std::string& file)
        : descriptor_(::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

    void sync() const { static_cast<void>(::fsync(descriptor_.number())); }

private:
    base::Descriptor descriptor_;
};

// A file without a name until it is whole. Where the file system has no such files, one with a name
// of its own.
class Draft {
public:
    explicit Draft(const std::string& file)
        : file_(file),
          descriptor_(
              ::open(folder_of(file).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, for_its_owner)
          ) {
        if (!is_open()) {
            name_ = file + ".new";
            ::unlink(name_.c_str()); // left behind by one that was killed
            descriptor_ = base::Descriptor{
                ::open(name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, for_its_owner)};
        }
    }

    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    ~Draft() {
        if (is_open() && !name_.empty()) ::unlink(name_.c_str());
    }

    bool is_open() const { return descriptor_.is_open(); }

    bool write(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t count = ::write(descriptor_.number(), bytes.data(), bytes.size());
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return ::fsync(descriptor_.number()) == 0;
    }

    // Fails where the name is taken.
    [[nodiscard]] bool take_name() const {
        if (name_.empty()) {
            const std::string self = fmt::format("/proc/self/fd/{}", descriptor_.number());
            return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, file_.c_str(), AT_SYMLINK_FOLLOW) ==
                0;
        }
        return ::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, file_.c_str(), RENAME_NOREPLACE) == 0;
    }

    // In place of the empty file that keeps the name, which is free at no moment.
    bool take_own_name() const {
        const std::string beside = file_ + ".new";
        if (name_.empty()) {
            const std::string self = fmt::format("/proc/self/fd/{}", descriptor_.number());
            ::unlink(beside.c_str());
            if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, beside.c_str(), AT_SYMLINK_FOLLOW) != 0)
                return false;
        }
        return ::rename(beside.c_str(), file_.c_str()) == 0;
    }

private:
    const std::string& file_;
    std::string name_;
    base::Descriptor descriptor_;
};

// One that was killed while it began a game, before files were made at once, left it.
bool remove_empty(const std::string& file) {
    struct stat status {};

    const bool is_empty = ::lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size == 0 && ::unlink(file.c_str()) == 0;
    if (!is_empty) errno = EEXIST;
    return is_empty;
}

base::Error cannot_be_created(const std::string& file, int reason) {
    if (reason == EEXIST) {
        return {
            base::phrase("this file exists already"),
            file,
            base::phrase("choose another name, or go on with it by --resume")};
    }
    return {
        base::phrase("the journal cannot be created: {}", base::system_words(reason)),
        file,
        base::phrase("name a file in a folder that exists and may be written")};
}

base::Error disk_refuses(const std::string& file, int reason) {
    return {
        reason == ENOSPC ? base::phrase("the disk is full")
                         : base::phrase("the disk takes no more"),
        file,
        base::phrase("make room there or check it; what was stored before is safe")};
}

bool may_write(const std::string& path) {
    return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

// What a game leaves that was cut off.
bool is_beside(const std::string& file) {
    std::error_code ignored;
    return fs::exists(file + "-wal", ignored) || fs::exists(head_file_of(file), ignored);
}

// What was cut off is mended with what lies beside it, and for that both must be written.
bool is_cut_off_and_read_only(const std::string& file) {
    const std::string beside = file + "-wal";
    std::error_code ignored;
    return fs::exists(beside, ignored) &&
        !(may_write(file) && may_write(beside) && may_write(folder_of(file)));
}

// Neither a device without an end, nor what nobody could have played.
Result<void> check_file(const std::string& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error) && !fs::is_directory(file, error)) {
        return tl::unexpected(base::Error{
            base::phrase("this is no journal of Ansage"),
            file,
            base::phrase("name a file that Ansage wrote")});
    }
    for (const std::string& each : {file, file + "-wal"}) {
        if (const std::uintmax_t size = fs::file_size(each, error); !error && size > longest_file) {
            return tl::unexpected(base::Error{
                base::phrase("this file is longer than any game"),
                each,
                base::phrase("do not trust it; ask for a copy that nobody has changed")});
        }
    }
    return {};
}

// For the handler of a signal, which can ask nobody.
struct LastTaken {
    std::array<char, 4096> name{};
    std::atomic<bool> is_there{false};
};

static_assert(std::atomic<bool>::is_always_lock_free);
LastTaken last_taken;

// Taken by this program, and empty so far.
class TakenNames {
public:
    TakenNames() = default;
    TakenNames(const TakenNames&) = delete;
    TakenNames& operator=(const TakenNames&) = delete;

    ~TakenNames() {
        std::error_code ignored;
        for (const std::string& file : files_) std::filesystem::remove(file, ignored);
    }

    void add(const std::string& file) {
        files_.insert(file);
        if (file.size() < last_taken.name.size()) {
            last_taken.is_there = false;
            last_taken.name[file.copy(last_taken.name.data(), file.size())] = '\0';
            last_taken.is_there = true;
        }
    }

    bool has(const std::string& file) const { return files_.contains(file); }

    // It is filled.
    void hand_over(const std::string& file) {
        last_taken.is_there = last_taken.is_there && file != last_taken.name.data();
        files_.erase(file);
    }

private:
    std::set<std::string> files_;
};

TakenNames& taken_names() {
    static TakenNames names;
    return names;
}

// False with errno.
bool make_empty_file(const std::string& file) {
    std::FILE* const created = std::fopen(file.c_str(), "wbx");
    return created != nullptr && std::fclose(created) == 0;
}

// A signal waits until the name is noted for its handler.
class SignalsWait {
public:
    SignalsWait() {
        sigset_t all{};
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before_);
    }

    SignalsWait(const SignalsWait&) = delete;
    SignalsWait& operator=(const SignalsWait&) = delete;

    ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

} // namespace

Taking take_name(const std::filesystem::path& path) {
    const SignalsWait meanwhile;
    if (make_empty_file(path.string())) {
        taken_names().add(path.string());
        return Taking::taken;
    }
    return errno == EEXIST ? Taking::is_anothers : Taking::impossible;
}

void drop_taken_name() noexcept {
    struct stat found {};

    if (last_taken.is_there && ::lstat(last_taken.name.data(), &found) == 0 && found.st_size == 0)
        ::unlink(last_taken.name.data());
}

Result<void> create_file(const std::string& file, const std::string& bytes) {
    const Folder folder{file};
    Draft draft{file};
    if (!draft.is_open()) return tl::unexpected(cannot_be_created(file, errno));
    if (!draft.write(bytes)) return tl::unexpected(disk_refuses(file, errno));
    // Until then the handler of a signal removes it, and afterwards it is not empty.
    const bool is_own = taken_names().has(file) && draft.take_own_name();
    taken_names().hand_over(file);
    if (!is_own && !draft.take_name() &&
        !(errno == EEXIST && remove_empty(file) && draft.take_name()))
        return tl::unexpected(cannot_be_created(file, errno));
    folder.sync();
    return {};
}

void remove_files(const std::string& file) {
    std::error_code ignored;
    for (const std::string& each : files_of(file)) fs::remove(each, ignored);
}

Result<std::string> keep_copies(const std::string& file) {
    std::string copy = file + ".damaged";
    std::error_code error;
    for (int number = 2; fs::exists(copy, error); ++number)
        copy = fmt::format("{}.damaged-{}", file, number);
    const auto from = files_of(file);
    const auto to = files_of(copy);
    for (std::size_t index = 0; index < from.size() && !error; ++index) {
        if (fs::exists(from[index], error)) {
            fs::copy_file(from[index], to[index], error);
            fs::permissions(to[index], fs::perms::owner_read | fs::perms::owner_write, error);
        }
    }
    if (error) {
        return tl::unexpected(base::Error{
            base::phrase(
                "the damaged journal cannot be kept: {}", base::system_words(error.value())
            ),
            copy,
            base::phrase("make room there, and check that you may write there")});
    }
    return copy;
}

bool is_free(const std::string& file) {
    std::error_code ignored;
    return std::ranges::none_of(files_of(file), [&](const std::string& each) {
        return fs::exists(fs::symlink_status(each, ignored));
    });
}

fs::path temporary_folder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "ansage-XXXXXX").string();
    return error || ::mkdtemp(name.data()) == nullptr ? fs::path{} : fs::path{name};
}

std::string file_meant_by(const fs::path& name) {
    std::error_code error;
    const fs::path file =
        fs::is_symlink(fs::symlink_status(name, error)) ? fs::canonical(name, error) : name;
    return error ? name.string() : file.string();
}

// The lock is kept from the first access on, so that no -shm file is needed.
Result<void> lock(Database& database) { return database.run("PRAGMA locking_mode=EXCLUSIVE"); }

Result<OpenedDatabase> open_database(const std::string& file) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        return tl::unexpected(base::Error{
            base::phrase("there is no such journal"), file, base::phrase("check the name")});
    }
    ANSAGE_TRY(check_file(file));
    auto database = Database::open(file);
    if (!database) return tl::unexpected(std::move(database).error());
    const bool had_wal = fs::exists(file + "-wal", ignored);
    const bool was_cut_off = is_beside(file);
    const auto version = lock(*database).and_then([&] { return check_format(*database, file); });
    if (!version && is_cut_off_and_read_only(file)) {
        return tl::unexpected(base::Error{
            base::phrase("this game was cut off, and nothing may be written here to mend it"),
            file,
            base::phrase("copy it and its -wal to a place where they may be written")});
    }
    return version.map([&](int number) {
        return OpenedDatabase{std::move(*database), number, had_wal, was_cut_off};
    });
}

} // namespace ansage::journal
