// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/table_pages.hpp"

#include "base/names.hpp"
#include "consoles/place.hpp"
#include "files/files.hpp"

#include <fstream>
#include <string_view>
#include <tuple>

namespace ansage::consoles {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

// What a third line begins with, before words: whether other machines may come.
constexpr std::string_view network_open = "network";
constexpr std::string_view network_closed = "closed";

// "persons de", a line of words, and "closed" with words.
void write_pages(const fs::path& socket, const TablePages& pages) {
    std::ofstream out{pages_file(socket)};
    out << base::to_string(pages.kind) << ' ' << pages.language << '\n'
        << pages.text << '\n'
        << (pages.may_network ? network_open : network_closed) << ' ' << pages.network_text << '\n';
}

Result<TablePages, Error> read_pages(const fs::path& socket) {
    std::ifstream in{pages_file(socket)};
    std::string name;
    TablePages pages;
    std::string network;
    in >> name >> pages.language;
    std::getline(in, network); // the end of the first line
    std::getline(in, pages.text);
    in >> network >> std::ws;
    std::getline(in, pages.network_text);
    pages.may_network = network == network_open;
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
