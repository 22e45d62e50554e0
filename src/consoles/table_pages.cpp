// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/table_pages.hpp"

#include "base/names.hpp"
#include "consoles/place.hpp"
#include "files/files.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <tuple>

namespace ansage::consoles {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view network = "network";
constexpr std::string_view no_network = "no_network";

} // namespace

// "persons de", and words behind it; "network" or "no_network", and words; a code a line.
void write_pages(const fs::path& socket, const TablePages& pages) {
    const fs::path file = pages_file(socket);
    const fs::path draft = file.string() + ".new";
    std::ofstream out{draft};
    ::chmod(draft.c_str(), 0600);
    out << base::to_string(pages.kind) << ' ' << pages.language << '\n' << pages.text << '\n';
    out << (pages.may_network ? network : no_network) << '\n' << pages.network_text << '\n';
    for (const std::string& code : pages.codes) out << code << '\n';
    out.close();
    if (out) std::ignore = std::rename(draft.c_str(), file.c_str());
}

Result<TablePages, Error> read_pages(const fs::path& socket) {
    std::ifstream in{pages_file(socket)};
    std::string line;
    std::getline(in, line);
    const std::size_t blank = line.find(' ');
    const auto kind = base::parse_name<PageKind>(line.substr(0, blank));
    if (!kind || blank == std::string::npos) {
        return tl::unexpected(Error{
            base::phrase("this table does not answer"),
            socket.string(),
            base::phrase("start one with ansage play")});
    }
    TablePages pages{.kind = *kind, .language = line.substr(blank + 1), .text = {}};
    std::getline(in, pages.text);
    std::getline(in, line);
    pages.may_network = line == network;
    std::getline(in, pages.network_text);
    while (std::getline(in, line)) pages.codes.push_back(line);
    return pages;
}

} // namespace ansage::consoles
