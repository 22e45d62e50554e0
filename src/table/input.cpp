// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/input.hpp"

namespace ansage::table {

InputBody::InputBody() = default;
InputBody::InputBody(const InputBody& other) = default;
InputBody::InputBody(InputBody&& other) noexcept = default;
InputBody& InputBody::operator=(const InputBody& other) = default;
InputBody& InputBody::operator=(InputBody&& other) noexcept = default;
InputBody::~InputBody() = default;

} // namespace ansage::table
