// SPDX-License-Identifier: GPL-3.0-or-later

#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/commands/hall_actions.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "hall/page.hpp"
#include "hall/setup.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_tables_of_demo = 200;
constexpr std::int64_t highest_port_of_demo = 65534; // the page has the next one
constexpr std::size_t games_of_demo = 12; // in profiles/games/demo.pgn
// One after the other, so that not all of them announce at once.
constexpr unsigned between_tables_ms = 300;

// Programs that end with this. Of what breaks they tell on stderr.
class Children {
public:
    Children() = default;
    Children(const Children&) = delete;
    Children& operator=(const Children&) = delete;

    ~Children() {
        for (const pid_t child : running_) ::kill(child, SIGTERM);
        for (const pid_t child : running_) ::waitpid(child, nullptr, 0);
    }

    bool start(std::vector<std::string> words) {
        std::vector<char*> line;
        std::ranges::transform(words, std::back_inserter(line), [](std::string& word) {
            return word.data();
        });
        line.push_back(nullptr);
        posix_spawn_file_actions_t files{};
        posix_spawnattr_t attributes{};
        sigset_t none{};
        ::sigemptyset(&none);
        ::posix_spawn_file_actions_init(&files);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO})
            ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
        ::posix_spawnattr_init(&attributes);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        pid_t child = 0;
        const bool is_started =
            ::posix_spawn(&child, line.front(), &files, &attributes, line.data(), ::environ) == 0;
        ::posix_spawnattr_destroy(&attributes);
        ::posix_spawn_file_actions_destroy(&files);
        if (is_started) running_.push_back(child);
        return is_started;
    }

    [[nodiscard]] static bool has_ended_one() {
        siginfo_t ended{};
        return ::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0;
    }

private:
    std::vector<pid_t> running_;
};

// Removed with everything in it.
struct OwnFolder {
    OwnFolder() = default;
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;

    ~OwnFolder() {
        std::error_code ignored;
        if (!path.empty()) fs::remove_all(path, ignored);
    }

    fs::path path;
};

Result<hall::Plan, Error> plan_of_demo(const terminal::Arguments& given, const fs::path& folder) {
    hall::Plan plan;
    const auto count = given.number("tables");
    const auto port = given.number("port");
    plan.folder = folder / "hall";
    plan.event = "demo";
    for (std::int64_t i = 1; i <= count.value_or(12); ++i)
        plan.tables.push_back(fmt::format("table-{}", i));
    plan.arbiters = {"arbiter"};
    plan.hosts = {"localhost", "127.0.0.1"};
    plan.is_for_this_machine = true;
    plan.port = static_cast<std::uint16_t>(port.value_or(plan.port));
    plan.page_port = static_cast<std::uint16_t>(plan.port + 1);
    return plan;
}

bool start_table(
    Children& children,
    const hall::Plan& plan,
    std::size_t number,
    const fs::path& folder,
    const terminal::Arguments& given
) {
    const std::string& table = plan.tables[number];
    return children.start(
        {(files::program_directory() / "ansage").string(),
         "demo",
         "--game",
         std::to_string(number % games_of_demo + 1),
         "--speech",
         "none",
         "--speed",
         given.value_or("speed", "4"),
         "--journal",
         (folder / (table + ".ansage")).string(),
         "--hall",
         fmt::format("mqtts://127.0.0.1:{}/{}/{}", plan.port, plan.event, table),
         "--hall-account",
         (plan.folder / "accounts" / (table + ".account")).string()}
    );
}

// From now on they are waited for.
sigset_t wait_for_signals(const std::vector<int>& awaited = {SIGINT, SIGTERM, SIGHUP}) {
    sigset_t signals{};
    ::sigemptyset(&signals);
    for (const int signal : awaited) ::sigaddset(&signals, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return signals;
}

Result<void, Error> serve(Children& children, const fs::path& folder) {
    for (std::vector<std::string>& program : hall::programs_of(folder)) {
        if (program.front().empty() || !children.start(std::move(program))) {
            return tl::unexpected(Error{
                base::phrase("a program is missing"),
                {},
                base::phrase("apt install mosquitto openssl lighttpd lighttpd-mod-openssl")});
        }
    }
    return {};
}

terminal::Answer show_hall(const terminal::Arguments& given, const fs::path& folder) {
    const sigset_t signals = wait_for_signals();
    const auto plan = ANSAGE_TRY(plan_of_demo(given, folder));
    const auto people = ANSAGE_TRY(hall::set_up(plan));
    const auto wording = ANSAGE_TRY(acts::load_wording(""));
    ANSAGE_TRY(hall::write_page(plan, "", *wording));
    Children children;
    ANSAGE_TRY(serve(children, plan.folder));
    terminal::print_line(fmt::format("page https://localhost:{}/", plan.page_port));
    terminal::print_line("name arbiter");
    terminal::print_line("password " + people.front().password);
    terminal::print_line(fmt::format(
        "watch ansage hall watch mqtts://127.0.0.1:{}/demo --account {}/accounts/arbiter.account",
        plan.port,
        plan.folder.string()
    ));
    timespec pause{.tv_sec = 0, .tv_nsec = between_tables_ms * 1'000'000L};
    int signal = -1;
    for (std::size_t i = 0; i < plan.tables.size() && signal < 0; ++i) {
        if (!start_table(children, plan, i, folder, given)) {
            return tl::unexpected(Error{
                base::phrase("a table cannot be started"), plan.tables[i], {}});
        }
        signal = ::sigtimedwait(&signals, nullptr, &pause);
    }
    terminal::print_line(fmt::format("tables {}, until interrupted", plan.tables.size()));
    while (signal < 0) signal = ::sigwaitinfo(&signals, nullptr);
    return terminal::ExitCode::done;
}

terminal::Options hall_serve_options() {
    return {
        "hall serve",
        "FOLDER",
        "serves the hall of a folder that hall setup made, until interrupted"};
}

terminal::Answer run_hall_serve(const terminal::Arguments& given) {
    std::error_code ignored;
    const fs::path folder = given.words().size() == 1 ? fs::path{given.words().front()} : "";
    if (!fs::exists(folder / "mosquitto.conf", ignored)) {
        return tl::unexpected(Error{
            base::phrase("no hall is there"),
            folder.string(),
            base::phrase("name a folder that ansage hall setup made")});
    }
    const sigset_t signals = wait_for_signals({SIGINT, SIGTERM, SIGHUP, SIGCHLD});
    Children children;
    ANSAGE_TRY(serve(children, folder));
    terminal::print_line("serving, until interrupted");
    int signal = SIGCHLD;
    while (signal == SIGCHLD && !Children::has_ended_one())
        signal = ::sigwaitinfo(&signals, nullptr);
    if (signal == SIGCHLD) {
        return tl::unexpected(Error{
            base::phrase("a program that serves this hall has ended"),
            folder.string(),
            base::phrase("mend what it says above, then serve it again")});
    }
    return terminal::ExitCode::done;
}

terminal::Options hall_demo_options() {
    return terminal::Options{
        "hall demo",
        "",
        "a broker on this machine and tables of demo people, until interrupted; prints where their "
        "arbiter's page is"}
        .number("tables", "N", "how many; 12 if not given", {1, most_tables_of_demo})
        .value("speed", "X", "times as fast as a real game; 4 if not given")
        .number(
            "port",
            "N",
            "of the broker, and the next one of the page; 8883 if not given",
            {1, highest_port_of_demo}
        );
}

terminal::Answer run_hall_demo(const terminal::Arguments& given) {
    // Before the broker begins, for the tables are programs of their own.
    ANSAGE_TRY(parse_speed(given.value_or("speed", "4")));
    OwnFolder folder;
    folder.path =
        ANSAGE_TRY(files::private_runtime_directory()) / fmt::format("hall-{}", ::getpid());
    std::error_code ignored;
    fs::create_directories(folder.path, ignored);
    return show_hall(given, folder.path);
}

} // namespace

const terminal::Action hall_demo{hall_demo_options, run_hall_demo};
const terminal::Action hall_serve{hall_serve_options, run_hall_serve};

} // namespace ansage::app
