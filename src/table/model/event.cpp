// SPDX-License-Identifier: GPL-3.0-or-later
#include "table/model/event.hpp"

template class ansage::base::OneOf<ansage::table::InputAlternatives>;
template class ansage::base::OneOf<ansage::table::EventAlternatives>;
