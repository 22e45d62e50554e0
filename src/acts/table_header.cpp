// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/table_header.hpp"

#include "acts/settings.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ansage::acts {

using base::Error;
using base::Result;

Result<void, Error> read_header_line(TableHeader& header, std::string_view line) {
    const std::string_view body = terminal::trim(line).substr(1);
    const std::size_t space = std::min(body.find_first_of(" \t"), body.size());
    const std::string_view name = body.substr(0, space);
    const auto rows = table_settings();
    const auto row = std::ranges::find(rows, name, &TableSetting::name);
    if (row == rows.end() || row->access.read == nullptr) {
        return terminal::refused(
            base::phrase("\"@{}\" is no setting of a table", name),
            base::phrase("see the header in docs/table-script.md")
        );
    }
    const std::string_view value = terminal::trim(body.substr(space));
    if (value.empty()) {
        return terminal::refused(
            base::phrase("\"@{}\" has no value", name), base::phrase("write it after the name")
        );
    }
    header.text += std::string{terminal::trim(line)} + '\n';
    return row->access.read(header, value);
}

Result<TableHeader, Error> read_header(std::string_view text, std::string_view file) {
    TableHeader header = default_header();
    unsigned number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = terminal::trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty()) continue;
        Result<void, Error> status = line.front() == '@'
            ? read_header_line(header, line)
            : terminal::refused(
                  base::phrase("this is no header line"), base::phrase("begin it with @")
              );
        if (!status) {
            status.error().where = fmt::format("{}:{}", file, number);
            return tl::unexpected(status.error());
        }
    }
    return header;
}

TableHeader default_header() {
    TableHeader header;
    header.setup.time = *clock::parse_time_control("90m+30s");
    header.setup.seats.white = {
        .vision = table::Vision::impaired, .board = table::BoardKind::occupancy};
    header.setup.seats.black = {
        .vision = table::Vision::sighted, .board = table::BoardKind::identity};
    return header;
}

} // namespace ansage::acts
