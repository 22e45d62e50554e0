// SPDX-License-Identifier: GPL-3.0-or-later
// What a search is to look at, by what it hopes for. Of use inside laws/ only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ansage::laws {

// Least cost first; of equal ones the latest. A list for each cost, for costs are small numbers.
class BucketQueue {
public:
    bool empty() const { return size_ == 0; }

    void add(int cost, std::uint32_t index);

    // It must not be empty.
    std::uint32_t take();

private:
    using Link = std::uint32_t;
    static constexpr Link none = ~0U;

    struct Entry {
        std::uint32_t index;
        Link next;
    };

    [[nodiscard]] std::size_t place_of(int cost);

    std::vector<Entry> entries_;
    std::vector<Link> firsts_; // by cost, from lowest_ on
    std::size_t least_ = 0; // below it all lists are empty
    std::size_t size_ = 0;
    int lowest_ = 0;
};

} // namespace ansage::laws
