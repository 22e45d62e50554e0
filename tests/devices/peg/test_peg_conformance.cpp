// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/peg/conformance.hpp"
#include "devices/peg/simulator.hpp"
#include "devices/support/faults.hpp"
#include "support/catch.hpp"

using namespace ansage;
using namespace ansage::devices;
using namespace ansage::devices::peg;

namespace {

using ansage::devices::testing::Bytes;
using Change = std::function<std::string(std::string)>;

// Talks to a simulated board in virtual time; `change` is applied to each line from the board.
class Bench {
public:
    Bench(SimulatorSettings settings, Change change)
        : simulator_(std::move(settings)),
          change_(std::move(change)) {}

    std::vector<HeardLine> exchange(std::string_view to_send, base::Millis listen_for) {
        const base::Instant end = now_ + listen_for;
        simulator_.receive(std::as_bytes(std::span{to_send}), now_);
        collect();
        while (simulator_.next_deadline().value_or(end) < end) {
            now_ = *simulator_.next_deadline();
            simulator_.on_time(now_);
            collect();
        }
        now_ = end;
        return std::exchange(heard_, {});
    }

private:
    void collect() {
        const Bytes bytes = simulator_.take_output();
        reader_.receive(bytes, [&](base::Result<std::string_view, LineError> line) {
            const std::string changed = change_(std::string{line.value_or("")});
            if (!changed.empty()) heard_.push_back({now_, changed});
        });
    }

    PegSimulator simulator_;
    Change change_;
    LineReader reader_;
    base::Instant now_;
    std::vector<HeardLine> heard_;
};

std::vector<Finding> examine(SimulatorSettings settings, Change change) {
    Bench bench(std::move(settings), std::move(change));
    return check_conformance([&](std::string_view to_send, base::Millis listen_for) {
        return bench.exchange(to_send, listen_for);
    });
}

std::string bad_ones(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) {
        text += finding.is_good ? "" : finding.question + "; ";
        // Each is a message for a person, too.
        CHECK(finding.id.starts_with("board_check."));
        CHECK(finding.told.id.starts_with("board_check.") != finding.is_good);
        CHECK(finding.told.text == finding.reason);
    }
    return text;
}

std::string unchanged(std::string line) { return line; }

// Changes the fields of a line and seals it again.
Change rewriting(std::function<void(BoardLine&)> rewrite) {
    return [rewrite = std::move(rewrite)](const std::string& text) {
        BoardLine line = parse_board_line(text).value();
        rewrite(line);
        std::string changed = to_wire(line);
        changed.pop_back();
        return changed;
    };
}

} // namespace

TEST_CASE("the simulated board conforms, with and without its parts") {
    for (const Features& features : {Features{}, Features{true, true, true, true}}) {
        const auto findings = examine({.start = {}, .features = features}, unchanged);
        CHECK(bad_ones(findings).empty());
        CHECK(findings.size() == 16);
    }
}

TEST_CASE("each way to break the protocol is found and named") {
    SECTION("a board that is mute") {
        const auto findings =
            examine({.start = {}}, [](const std::string&) { return std::string{}; });
        CHECK(findings.front().reason == "nothing was heard");
        CHECK(bad_ones(findings).find("the board answers a greeting") != std::string::npos);
    }
    SECTION("a board without its state every second") {
        const auto findings = examine({.start = {}, .state_every = std::nullopt}, unchanged);
        CHECK(
            bad_ones(findings) ==
            "it tells its state every second by itself; its time runs in milliseconds; "
        );
    }
    SECTION("a board that tells its state too rarely") {
        const auto findings = examine({.start = {}, .state_every = base::Millis{1400}}, unchanged);
        CHECK(bad_ones(findings) == "it tells its state every second by itself; ");
    }
    SECTION("a board that speaks a version that nobody knows") {
        const auto findings = examine({.start = {}}, rewriting([](BoardLine& line) {
                                          if (auto* hello = std::get_if<Hello>(&line.message))
                                              hello->version = 200;
                                      }));
        CHECK(
            bad_ones(findings) == "it speaks version 1; to a newer host it names its own version; "
        );
    }
    SECTION("a board that counts seconds") {
        const auto findings =
            examine({.start = {}}, rewriting([](BoardLine& line) { line.board_ms /= 1000; }));
        CHECK(bad_ones(findings) == "its time runs in milliseconds; ");
    }
    SECTION("a board whose sequence stands still") {
        const auto findings =
            examine({.start = {}}, rewriting([](BoardLine& line) { line.sequence = 7; }));
        CHECK(bad_ones(findings) == "the sequence has no gaps; ");
        CHECK(findings[14].reason == "7 came after 7");
        CHECK(findings[14].told.id == "board_check.came_after");
        CHECK(findings[14].told.values == std::array<std::string, 2>{"7", "7"});
    }
    SECTION("a board whose time goes back") {
        const auto findings = examine({.start = {}}, rewriting([](BoardLine& line) {
                                          line.board_ms = 100'000 - line.board_ms;
                                      }));
        CHECK(bad_ones(findings) == "its time runs in milliseconds; the time never goes back; ");
    }
    SECTION("a board that promises a beeper and has none") {
        const auto findings = examine({.start = {}, .features = {}}, rewriting([](BoardLine& line) {
                                          if (auto* hello = std::get_if<Hello>(&line.message))
                                              hello->features.beeper = true;
                                      }));
        CHECK(bad_ones(findings) == "it does 'beep', as its features say; ");
    }
    SECTION("a board whose checksums are sometimes wrong") {
        int number = 0;
        const auto findings = examine({.start = {}}, [&](std::string line) {
            line.back() = ++number == 14 ? '_' : line.back();
            return line;
        });
        CHECK(bad_ones(findings) == "every line is well formed and has its checksum; ");
    }
}
