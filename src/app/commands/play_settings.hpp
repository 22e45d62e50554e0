// What `ansage play` was given: its options, the seat files that they name, and the header lines of
// the table that they make.
#pragma once

#include "app/cli/options.hpp"
#include "app/shell/table_header.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ansage::app {

using Ports = table::PerColor<std::optional<std::string>>; // as they were given

struct PlaySettings {
    TableHeader header;
    Ports ports;
};

[[nodiscard]] Options play_options();
[[nodiscard]] std::string board_option(chess::Color color);
[[nodiscard]] Ports ports_given(const Arguments& given);
[[nodiscard]] base::Result<PlaySettings, base::Error> play_settings(const Arguments& given);

// Nothing of the table was given, and somebody is at the terminal.
[[nodiscard]] bool is_set_up_by_ear(const Arguments& given);
// What was given besides, such as --speech none, with the answers of a set-up.
[[nodiscard]] base::Result<Arguments, base::Error>
with_answers(const Arguments& given, std::vector<std::string> answers);

} // namespace ansage::app
