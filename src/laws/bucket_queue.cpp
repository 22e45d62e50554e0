// SPDX-License-Identifier: GPL-3.0-or-later
#include "laws/bucket_queue.hpp"

#include <algorithm>

namespace ansage::laws {
namespace {

// So many costs more find room each time there is none.
constexpr std::size_t more = 1024;

} // namespace

void BucketQueue::add(int cost, std::uint32_t index) {
    const std::size_t place = place_of(cost);
    entries_.push_back({index, firsts_[place]});
    firsts_[place] = static_cast<Link>(entries_.size() - 1);
    least_ = std::min(least_, place);
    ++size_;
}

std::uint32_t BucketQueue::take() {
    while (firsts_[least_] == none) ++least_;
    const Entry promise = entries_[firsts_[least_]];
    firsts_[least_] = promise.next;
    --size_;
    return promise.index;
}

std::size_t BucketQueue::place_of(int cost) {
    if (firsts_.empty()) {
        lowest_ = cost - static_cast<int>(more / 2);
        firsts_.assign(more, none);
        least_ = more;
    }
    if (cost < lowest_) {
        const std::size_t grown = static_cast<std::size_t>(lowest_ - cost) + firsts_.size();
        firsts_.insert(firsts_.begin(), grown, none);
        lowest_ -= static_cast<int>(grown);
        least_ += grown;
    }
    const auto place = static_cast<std::size_t>(cost - lowest_);
    if (place >= firsts_.size()) firsts_.resize(place + more, none);
    return place;
}

} // namespace ansage::laws
