// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/keeper.hpp"

#include "base/descriptor.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern "C" { // glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

extern char** environ; // NOLINT(*-redundant-declaration)

namespace ansage::gateway {

using base::Descriptor;
using Clock = std::chrono::steady_clock;

namespace {

// A guard: a gateway that cannot start says so at once.
constexpr std::chrono::seconds start_time{60};
// One that dies as soon as it is started is not started without a rest.
constexpr std::chrono::milliseconds rest{200};

struct Child {
    pid_t process = -1;
    Descriptor ended; // readable when it has
    std::string said; // its first line, without its end
};

// What a program is started with: nothing of ours is open in it but where it says its first line,
// and a signal from the terminal is not for it.
class Start {
public:
    explicit Start(int says) {
        ::posix_spawn_file_actions_init(&files_);
        ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDWR, 0);
        ::posix_spawn_file_actions_adddup2(&files_, says, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&files_, says, STDERR_FILENO);
        ::posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
        ::posix_spawnattr_init(&attributes_);
        sigset_t none;
        ::sigemptyset(&none);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
    }

    Start(const Start&) = delete;
    Start& operator=(const Start&) = delete;
    Start(Start&&) = delete;
    Start& operator=(Start&&) = delete;

    ~Start() {
        ::posix_spawn_file_actions_destroy(&files_);
        ::posix_spawnattr_destroy(&attributes_);
    }

    [[nodiscard]] pid_t run(std::vector<std::string> words) const {
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        pid_t process = -1;
        const int failed = ::posix_spawn(
            &process, "/proc/self/exe", &files_, &attributes_, arguments.data(), environ
        );
        return failed == 0 ? process : -1;
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

std::string first_line(int descriptor) {
    const auto until = Clock::now() + start_time;
    std::string line;
    while (line.find('\n') == std::string::npos && Clock::now() < until) {
        pollfd waited{descriptor, POLLIN, 0};
        if (::poll(&waited, 1, 100) <= 0) continue;
        std::array<char, 512> buffer{};
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count <= 0) break;
        line.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return line.substr(0, line.find('\n'));
}

// Absent: no program can be started.
std::optional<Child> start_child(const std::vector<std::string>& words) {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return std::nullopt;
    const Descriptor hears{pipe[0]};
    Descriptor says{pipe[1]};
    const pid_t process = Start{says.number()}.run(words);
    says.close();
    if (process < 0) return std::nullopt;
    return Child{process, Descriptor{::pidfd_open(process, 0)}, first_line(hears.number())};
}

void reap(const Child& child) {
    while (::waitpid(child.process, nullptr, 0) < 0 && errno == EINTR) {
    }
}

bool is_address(const std::string& line) {
    return line.starts_with("http://") || line.starts_with("https://");
}

} // namespace

class Keeper::Contents {
public:
    Contents(std::vector<std::string> words, Child child, Tell tell)
        : words_(std::move(words)),
          url_(child.said),
          tell_(std::move(tell)),
          thread_([this, first = std::move(child)]() mutable { keep(std::move(first)); }) {}

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    Contents(Contents&&) = delete;
    Contents& operator=(Contents&&) = delete;

    ~Contents() {
        closing_.set();
        thread_.join();
    }

    [[nodiscard]] const std::string& url() const { return url_; }

private:
    void keep(Child child) {
        while (awaits_end(child)) {
            if (is_closing_within(std::chrono::milliseconds{0})) return;
            reap(child);
            tell_if_changed(false);
            if (is_closing_within(rest)) return;
            if (auto next = start_child(words_)) child = *std::move(next);
            else child = {};
            tell_if_changed(is_address(child.said));
        }
    }

    void tell_if_changed(bool is_there) {
        if (tell_ && std::exchange(was_there_, is_there) != is_there) tell_(is_there);
    }

    // False: the table closes.
    [[nodiscard]] bool awaits_end(const Child& child) const {
        std::array<pollfd, 2> waited{
            {{closing_.descriptor(), POLLIN, 0}, {child.ended.number(), POLLIN, 0}}};
        while (::poll(waited.data(), waited.size(), child.ended.is_open() ? -1 : 1000) < 0 &&
               errno == EINTR) {
        }
        return waited[0].revents == 0;
    }

    [[nodiscard]] bool is_closing_within(std::chrono::milliseconds time) const {
        pollfd waited{closing_.descriptor(), POLLIN, 0};
        return ::poll(&waited, 1, static_cast<int>(time.count())) > 0;
    }

    std::vector<std::string> words_;
    std::string url_;
    Tell tell_;
    bool was_there_ = true; // as it was told last
    base::Wakeup closing_;
    std::thread thread_; // last: it uses all the others
};

Keeper::Keeper(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

Keeper::~Keeper() = default;

base::Result<std::unique_ptr<Keeper>, std::string>
Keeper::start(std::vector<std::string> options, Tell tell) {
    options.insert(options.begin(), {"ansage", "page"});
    auto child = start_child(options);
    if (!child) return tl::unexpected(std::string{});
    if (!is_address(child->said)) {
        reap(*child);
        return tl::unexpected(child->said);
    }
    return std::unique_ptr<Keeper>{new Keeper{
        std::make_unique<Contents>(std::move(options), *std::move(child), std::move(tell))}};
}

const std::string& Keeper::url() const { return contents_->url(); }

} // namespace ansage::gateway
