// SPDX-License-Identifier: GPL-3.0-or-later
// A speaker for tests: keeps what it was asked, in order, and reports what the test tells it to.
#pragma once

#include "speech/report_box.hpp"
#include "speech/speaker.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ansage::speech {

class SpySpeaker : public Speaker {
public:
    void say(Utterance utterance) override {
        lines_.push_back(line_of(utterance));
        said_.push_back(std::move(utterance));
    }

    void stop_text(Audience audience) override {
        lines_.push_back(std::string(to_string(audience)) + " stop text");
    }

    [[nodiscard]] std::vector<Report> take_reports() override { return box_.take_reports(); }

    [[nodiscard]] std::vector<OutputChange> take_output_changes() override {
        return box_.take_output_changes();
    }

    [[nodiscard]] int report_fd() const override { return box_.fd(); }

    // Every utterance, in the order in which it came.
    [[nodiscard]] const std::vector<Utterance>& said() const { return said_; }

    // Every call as one line: "ear-white message: Eva vier", "ear-white stop text".
    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

    void report(Report report) { box_.put(report); }

    void report(OutputChange change) { box_.put(change); }

private:
    static std::string line_of(const Utterance& utterance) {
        return std::string(to_string(utterance.audience)) + ' ' +
            std::string(to_string(utterance.priority)) + ": " + words(utterance);
    }

    std::vector<Utterance> said_;
    std::vector<std::string> lines_;
    ReportBox box_;
};

} // namespace ansage::speech
