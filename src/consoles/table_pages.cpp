// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/table_pages.hpp"

#include "base/names.hpp"
#include "consoles/place.hpp"
#include "files/files.hpp"

#include <fstream>
#include <tuple>

namespace ansage::consoles {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

// "persons de", and words behind it.
void write_pages(const fs::path& socket, const TablePages& pages) {
    std::ofstream out{pages_file(socket)};
    out << base::to_string(pages.kind) << ' ' << pages.language << '\n' << pages.text << '\n';
}

Result<TablePages, Error> read_pages(const fs::path& socket) {
    std::ifstream in{pages_file(socket)};
    std::string name;
    TablePages pages;
    in >> name >> pages.language >> std::ws;
    std::getline(in, pages.text);
    const auto kind = base::parse_name<PageKind>(name);
    if (!kind) {
        return tl::unexpected(Error{
            base::phrase("this table does not answer"),
            socket.string(),
            base::phrase("start one with ansage play")});
    }
    pages.kind = *kind;
    return pages;
}

} // namespace ansage::consoles
