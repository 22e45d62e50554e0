// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ansage::base {

// What is used through its base class: neither copied nor moved.
class Interface {
public:
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    virtual ~Interface() = default;

protected:
    Interface() = default;
};

} // namespace ansage::base
