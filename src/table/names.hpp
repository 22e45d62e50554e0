// SPDX-License-Identifier: GPL-3.0-or-later
// The names of the table's closed lists, as scripts, the journal and JSON write them: those of
// their enumerators.
#pragma once

#include "base/names.hpp"
#include "table/event.hpp"
#include "table/input.hpp"
#include "table/ledger.hpp"
#include "table/seat.hpp"

namespace ansage::table {

using base::parse_name;
using base::to_string;

} // namespace ansage::table
