// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/model/input.hpp"

template class ansage::base::OneOf<ansage::table::InputAlternatives>;
