// SPDX-License-Identifier: GPL-3.0-or-later
// Where a speaker leaves its reports for the event loop: filled from any thread, emptied by one.
#pragma once

#include "base/descriptor.hpp"
#include "speech/speaker.hpp"
#include "speech/utterance.hpp"

#include <mutex>
#include <vector>

namespace ansage::speech {

class ReportBox {
public:
    // Ends the program with a failed check if the system has no file descriptor left for an
    // eventfd.
    ReportBox();

    void put(Report report);
    void put(const std::vector<Report>& reports);
    void put(OutputChange change);

    [[nodiscard]] std::vector<Report> take_reports();
    [[nodiscard]] std::vector<OutputChange> take_output_changes();

    // Readable while something waits.
    int fd() const { return waits_.descriptor(); }

private:
    void clear_if_empty() const;

    mutable std::mutex mutex_;
    std::vector<Report> reports_;
    std::vector<OutputChange> changes_;
    base::Wakeup waits_;
};

} // namespace ansage::speech
