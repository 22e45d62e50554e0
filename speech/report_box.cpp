// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/report_box.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

namespace ansage::speech {

ReportBox::ReportBox() {
    if (fd() < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

void ReportBox::put(Report report) {
    const std::scoped_lock lock(mutex_);
    reports_.push_back(report);
    waits_.set();
}

void ReportBox::put(const std::vector<Report>& reports) {
    for (const Report& report : reports) put(report);
}

void ReportBox::put(OutputChange change) {
    const std::scoped_lock lock(mutex_);
    changes_.push_back(change);
    waits_.set();
}

std::vector<Report> ReportBox::take_reports() {
    const std::scoped_lock lock(mutex_);
    std::vector<Report> taken = std::exchange(reports_, {});
    clear_if_empty();
    return taken;
}

std::vector<OutputChange> ReportBox::take_output_changes() {
    const std::scoped_lock lock(mutex_);
    std::vector<OutputChange> taken = std::exchange(changes_, {});
    clear_if_empty();
    return taken;
}

void ReportBox::clear_if_empty() const {
    if (reports_.empty() && changes_.empty()) waits_.clear();
}

} // namespace ansage::speech
