// SPDX-License-Identifier: GPL-3.0-or-later
// The names of the table's closed lists, as scripts, the journal and JSON write them: those of
// their enumerators.
#pragma once

#include "base/names.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "table/model/ledger.hpp"
#include "table/model/seat.hpp"

namespace ansage::table {

using base::parse_name;
using base::to_string;

} // namespace ansage::table
