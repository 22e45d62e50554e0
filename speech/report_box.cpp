// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/report_box.hpp"

#include <cerrno>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ansage::speech {

ReportBox::ReportBox()
    : fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (fd_ < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

ReportBox::~ReportBox() { close(fd_); }

void ReportBox::put(Report report) {
    const std::scoped_lock lock(mutex_);
    reports_.push_back(report);
    signal();
}

void ReportBox::put(const std::vector<Report>& reports) {
    for (const Report& report : reports) put(report);
}

void ReportBox::put(OutputChange change) {
    const std::scoped_lock lock(mutex_);
    changes_.push_back(change);
    signal();
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

void ReportBox::signal() const {
    // Fails only when the counter is full, and then the descriptor is readable already.
    static_cast<void>(eventfd_write(fd_, 1));
}

void ReportBox::clear_if_empty() const {
    if (reports_.empty() && changes_.empty()) {
        eventfd_t count = 0;
        static_cast<void>(eventfd_read(fd_, &count));
    }
}

} // namespace ansage::speech
