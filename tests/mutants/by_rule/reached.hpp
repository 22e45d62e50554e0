// SPDX-License-Identifier: GPL-3.0-or-later
// Included by the main() of the test programs: writes a line of JSON for each test case to the file
// ANSAGE_MUTANTS_CASES, with its name, its seconds, and the mutants that it or a program it started
// came to. The first line has what was reached before any case.
#pragma once

#include "mutant.hpp"

#include <chrono>
#include <fstream>
#include <string>

namespace mutant {

class Reached : public Catch::TestEventListenerBase {
public:
    using TestEventListenerBase::TestEventListenerBase;

    void testRunStarting(const Catch::TestRunInfo& run) override {
        TestEventListenerBase::testRunStarting(run);
        write("", true);
    }

    void testCaseStarting(const Catch::TestCaseInfo& info) override {
        TestEventListenerBase::testCaseStarting(info);
        for (std::size_t i = 0; i < choice().size; ++i) choice().marks[i] = 0;
        began_ = std::chrono::steady_clock::now();
    }

    void testCaseEnded(const Catch::TestCaseStats& stats) override {
        write(stats.testInfo.name, stats.totals.assertions.allOk());
        TestEventListenerBase::testCaseEnded(stats);
    }

private:
    static std::string quoted(const std::string& text) {
        std::string out = "\"";
        for (const char c : text)
            out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
        return out + '"';
    }

    void write(const std::string& name, bool passed) const {
        const char* path = std::getenv("ANSAGE_MUTANTS_CASES");
        if (path == nullptr) return;
        std::ofstream out{path, std::ios::app};
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began_;
        out << "{\"case\": " << quoted(name) << ", \"seconds\": " << took.count()
            << ", \"passed\": " << (passed ? "true" : "false") << ", \"reached\": [";
        const char* comma = "";
        for (std::size_t i = 0; i < choice().size; ++i)
            if (choice().marks[i] != 0) out << comma << i, comma = ", ";
        out << "]}\n";
    }

    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

CATCH_REGISTER_LISTENER(Reached)

} // namespace mutant
