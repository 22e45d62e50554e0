// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped words, loaded once.
#pragma once

#include "acts/table_setup.hpp"
#include "arbiter/written_score.hpp"
#include "support/places.hpp"

#include <stdexcept>

namespace ansage::arbiter {

inline const acts::TableKit& shipped_kit() {
    static const auto kit = acts::load_table(acts::default_header(), tests::share());
    if (!kit) throw std::runtime_error{base::to_line(kit.error())};
    return *kit;
}

inline table::ScoreReader reader_of(const std::string& text, const std::string& name) {
    auto scores = read_written_scores(text, name);
    if (!scores) throw std::runtime_error{base::to_line(scores.error())};
    return reader_of(std::move(scores->front()), shipped_kit().words);
}

} // namespace ansage::arbiter
