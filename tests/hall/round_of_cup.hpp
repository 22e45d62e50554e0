// SPDX-License-Identifier: GPL-3.0-or-later
// A round of two tables with its broker: Ember against Østergård at t1, Dijkstra against Brandt at
// t2.
#pragma once

#include "files/files.hpp"
#include "hall/broker.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ansage::tests {

inline const std::string cup_file = tests::root() + "/tests/data/hall/cup.trf";

class RoundOfCup {
public:
    explicit RoundOfCup(const Folder& folder)
        : folder_(folder),
          broker_(folder) {
        auto pair = start(
            {"pair",
             cup_file,
             "--players",
             "1,4",
             "--tables",
             "t1,t2",
             "--out",
             file("round-3.pairings")}
        );
        REQUIRE(pair->wait() == 0);
    }

    [[nodiscard]] Broker& broker() { return broker_; }

    [[nodiscard]] const Broker& broker() const { return broker_; }

    [[nodiscard]] std::unique_ptr<Process> start(std::vector<std::string> words) const {
        words.insert(words.begin(), {tests::program(), "hall"});
        return std::make_unique<Process>(words, folder_.path());
    }

    // A command of the organiser, as the arbiter anna.
    [[nodiscard]] std::unique_ptr<Process>
    organise(const std::string& command, const std::vector<std::string>& more) const {
        std::vector<std::string> words{
            command,
            broker_.address(""),
            "--account",
            broker_.account("anna"),
            "--pairings",
            file("round-3.pairings")};
        words.insert(words.end(), more.begin(), more.end());
        return start(words);
    }

    [[nodiscard]] std::unique_ptr<Process> results(std::vector<std::string> more) const {
        more.insert(more.end(), {"--trf", cup_file, "--out", file("out")});
        return organise("results", more);
    }

    [[nodiscard]] std::unique_ptr<Process>
    table(const std::string& name, const std::string& journal = {}) const {
        return std::make_unique<Process>(
            std::vector<std::string>{
                tests::program(),
                "play",
                "--speech",
                "none",
                "--language",
                "en",
                "--white",
                "impaired none",
                "--black",
                "sighted none",
                "--hall",
                broker_.address(name),
                "--hall-account",
                broker_.account(name),
                "--pairings",
                file("round-3.pairings"),
                "--journal",
                file(journal.empty() ? name + ".ansage" : journal)},
            folder_.path()
        );
    }

    [[nodiscard]] std::string file(const std::string& name) const { return folder_ / name; }

    [[nodiscard]] std::string text(const std::string& name) const {
        return files::read_file(file(name)).value_or("");
    }

private:
    const Folder& folder_;
    Broker broker_;
};

inline bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace ansage::tests
