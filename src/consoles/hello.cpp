// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/hello.hpp"

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
void tell_pages(const fs::path& socket, const Hello& hello) {
    std::ofstream out{pages_file(socket)};
    out << base::to_string(hello.page) << ' ' << hello.language << '\n' << hello.text << '\n';
}

Result<Hello, Error> ask_table(const fs::path& socket) {
    std::ifstream in{pages_file(socket)};
    std::string kind;
    Hello hello;
    in >> kind >> hello.language >> std::ws;
    std::getline(in, hello.text);
    const auto page = base::parse_name<PageKind>(kind);
    if (!page) {
        return tl::unexpected(Error{
            base::phrase("this table does not answer"),
            socket.string(),
            base::phrase("start one with ansage play")});
    }
    hello.page = *page;
    return hello;
}

} // namespace ansage::consoles
