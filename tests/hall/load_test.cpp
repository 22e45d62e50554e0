// SPDX-License-Identifier: GPL-3.0-or-later
// A hall of the size of an Olympiad, in which everything breaks; minutes long, so not with the
// others (tests/long/hall-load.sh).
#include "hall/broker.hpp"
#include "hall/chronicle.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <thread>

namespace {

using namespace ansage;
using namespace std::chrono_literals;
using tests::Broker;
using tests::Ear;
using tests::Folder;
using tests::Process;

constexpr int brokers_killed = 20;
constexpr std::size_t tables_killed_each_time = 5;

// The people of the demo at a table that reports; what they say is not read.
class DemoTable {
public:
    DemoTable(const Folder& folder, const Broker& broker, std::string name)
        : folder_(folder),
          broker_(broker),
          name_(std::move(name)) {
        run("--journal");
    }

    void kill_and_resume() {
        process_->kill();
        run("--resume");
    }

    // What was not told in time at the end is told from the journal.
    [[nodiscard]] bool close() {
        ::kill(process_->process(), SIGTERM);
        std::ignore = process_->wait();
        Process rest{
            {ansage::tests::program(),
             "hall",
             "catch-up",
             journal(),
             "--hall",
             broker_.address(name_),
             "--hall-account",
             broker_.account(name_)},
            folder_.path()};
        return rest.wait() == 0;
    }

    [[nodiscard]] const std::string& name() const { return name_; }

    [[nodiscard]] std::string journal() const { return folder_ / (name_ + ".ansage"); }

private:
    void run(const std::string& option) {
        process_ = std::make_unique<Process>(
            std::vector<std::string>{
                "/bin/sh",
                "-c",
                fmt::format(
                    "exec {} demo --speech none --speed 1 {} {} --hall {} --hall-account {} "
                    ">/dev/null",
                    ansage::tests::program(),
                    option,
                    journal(),
                    broker_.address(name_),
                    broker_.account(name_)
                )},
            folder_.path()
        );
    }

    const Folder& folder_;
    const Broker& broker_;
    std::string name_;
    std::unique_ptr<Process> process_;
};

std::size_t table_count() {
    const char* const wanted = std::getenv("TABLES");
    return wanted != nullptr ? std::stoul(wanted) : 200;
}

std::vector<std::string> table_names() {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= table_count(); ++i) names.push_back(fmt::format("table-{}", i));
    return names;
}

} // namespace

TEST_CASE(
    "200 tables, 20 killed brokers, 100 killed tables: all is heard once, in order", "[.load]"
) {
    const Folder folder;
    Broker broker{folder, table_names()};
    Ear arbiter{broker, "anna", {"ansage/cup/+/public/log", "ansage/cup/+/arbiter/log"}};
    std::vector<std::unique_ptr<DemoTable>> tables;
    for (const std::string& name : broker.plan().tables) {
        tables.push_back(std::make_unique<DemoTable>(folder, broker, name));
        arbiter.listen(100ms);
    }
    std::size_t next = 0;
    for (int round = 0; round < brokers_killed; ++round) {
        broker.kill();
        for (std::size_t i = 0; i < tables_killed_each_time; ++i)
            tables[next++ % tables.size()]->kill_and_resume();
        broker.start();
        arbiter.listen(5s);
    }
    std::size_t lines = 0;
    for (const auto& table : tables) {
        INFO(table->name());
        CHECK(table->close());
        arbiter.listen(50ms); // who does not read loses the line
    }
    for (const auto& table : tables) {
        INFO(table->name());
        const auto told = tests::told_by(table->journal());
        CHECK_FALSE(told[hall::index(hall::Audience::arbiter)].empty());
        for (const hall::Audience audience : hall::both_audiences) {
            const auto& expected = told[hall::index(audience)];
            static_cast<void>(arbiter.await([&] {
                return arbiter.lines(audience, table->name()).size() >= expected.size();
            }));
            CHECK(arbiter.lines(audience, table->name()) == expected);
            lines += expected.size();
        }
    }
    WARN(fmt::format("{} tables, {} lines, each heard once and in order", tables.size(), lines));
}
