// SPDX-License-Identifier: GPL-3.0-or-later
// A real brltty for tests: no configuration, no screen, no speech, BrlAPI on a loopback port.
#pragma once

#include "devices/braille_display/driver.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ansage::devices::braille_display {

inline std::filesystem::path make_brltty_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "ansage-brltty-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("cannot make a folder for the test's brltty");
    return name;
}

// One brltty of our own: no configuration, no screen, no speech, BrlAPI on a loopback port.
class Brltty {
public:
    explicit Brltty(std::uint16_t display_port, std::string table = "de")
        : Brltty(
              {"-b", "vr", "-d", fmt::format("client:127.0.0.1:{}", display_port)}, std::move(table)
          ) {}

    // `driver` is what brltty is told of its display.
    explicit Brltty(std::vector<std::string> driver, std::string table = "de")
        : folder_(make_brltty_folder()),
          number_(static_cast<unsigned>(::getpid() % 20'000) + 1000),
          driver_(std::move(driver)),
          table_(std::move(table)) {
        start();
    }

    Brltty(const Brltty&) = delete;
    Brltty& operator=(const Brltty&) = delete;
    Brltty(Brltty&&) = delete;
    Brltty& operator=(Brltty&&) = delete;

    ~Brltty() {
        kill();
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    void start() {
        const std::string folder = folder_.string();
        std::vector<std::string> command{
            "brltty",
            "-n",
            "-e",
            "-f",
            "/dev/null",
            "-A",
            fmt::format("auth=none,host=127.0.0.1:{}", number_),
            "-x",
            "no",
            "-s",
            "no",
            "-t",
            table_,
            "-q",
            "-U",
            folder,
            "-W",
            folder,
            "-P",
            folder + "/pid"};
        command.insert(command.end(), driver_.begin(), driver_.end());
        pid_ = ::fork();
        if (pid_ == 0) become(command);
    }

    void kill() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
            pid_ = 0;
        }
    }

    void signal(int number) const { ::kill(pid_, number); }

    [[nodiscard]] Address address() const {
        return {.host = fmt::format("127.0.0.1:{}", number_), .authentication = "none"};
    }

private:
    [[noreturn]] static void become(const std::vector<std::string>& command) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that is killed leaves no brltty behind
        ::setenv("LC_ALL", "C.UTF-8", 1); // the terminal driver's letters
        const int nowhere = ::open("/dev/null", O_RDWR);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::dup2(nowhere, stream);
        std::vector<char*> words;
        for (const std::string& word : command)
            words.push_back(const_cast<char*>(word.c_str())); // execvp changes nothing
        words.push_back(nullptr);
        ::execvp(words.front(), words.data());
        ::_exit(127);
    }

    std::filesystem::path folder_;
    unsigned number_;
    std::vector<std::string> driver_;
    std::string table_;
    pid_t pid_ = 0;
};

} // namespace ansage::devices::braille_display
