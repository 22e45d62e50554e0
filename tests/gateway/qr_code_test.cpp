// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of an address, as a camera sees it.
#include "gateway/qr_code.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace ansage;
using namespace ansage::gateway;

using Row = std::vector<bool>; // dark

// The rows of the picture that its lines draw.
std::vector<Row> rows_of(const std::vector<std::string>& lines) {
    std::vector<Row> rows;
    for (const std::string& line : lines) {
        Row upper;
        Row lower;
        for (std::size_t at = 0; at < line.size(); at += line[at] == ' ' ? 1U : 3U) {
            const std::string block = line.substr(at, line[at] == ' ' ? 1U : 3U);
            const bool is_known =
                block == " " || block == "\u2580" || block == "\u2584" || block == "\u2588";
            CHECK(is_known);
            upper.push_back(block == "\u2580" || block == "\u2588");
            lower.push_back(block == "\u2584" || block == "\u2588");
        }
        rows.push_back(upper);
        rows.push_back(lower);
    }
    return rows;
}

// What zbarimg reads in it; absent: it is not there.
std::optional<std::string> read_picture(const std::vector<Row>& rows, const std::string& file) {
    constexpr int scale = 6;
    std::ofstream out{file};
    out << "P1\n" << rows.front().size() * scale << ' ' << rows.size() * scale << '\n';
    for (const Row& row : rows)
        for (int i = 0; i < scale; ++i) {
            for (const bool is_dark : row)
                for (int j = 0; j < scale; ++j) out << (is_dark ? "1 " : "0 ");
            out << '\n';
        }
    out.close();
    if (std::system("command -v zbarimg >/dev/null") != 0) return std::nullopt;
    const std::string command = "zbarimg --quiet --raw " + file;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> read{
        ::popen(command.c_str(), "r"), &::pclose};
    std::array<char, 256> buffer{};
    std::string text;
    while (std::fgets(buffer.data(), buffer.size(), read.get()) != nullptr) text += buffer.data();
    return text;
}

} // namespace

TEST_CASE("A camera reads an address from its picture", "[gateway]") {
    const tests::Folder folder;
    for (const std::string& url :
         {std::string{"https://10.0.0.1:1024/"},
          std::string{"https://192.168.178.123:65535/"},
          std::string{"https://ein-recht-langer-name.local:43211/"}}) {
        CAPTURE(url);
        const auto rows = rows_of(qr_code(url));
        REQUIRE_FALSE(rows.empty());
        for (const Row& row : rows) REQUIRE(row.size() == rows.front().size());
        // Four light modules around it, and the three marks by which it is found.
        const std::size_t width = rows.front().size();
        for (std::size_t i = 0; i < width; ++i)
            for (std::size_t edge = 0; edge < 4; ++edge) {
                CHECK_FALSE(rows[edge][i]);
                CHECK_FALSE(rows[i][edge]);
                CHECK_FALSE(rows[width - 1 - edge][i]);
                CHECK_FALSE(rows[i][width - 1 - edge]);
            }
        for (std::size_t i = 4; i < 11; ++i) {
            CHECK(rows[4][i]);
            CHECK(rows[i][4]);
            CHECK(rows[4][width - 1 - i]);
            CHECK(rows[width - 1 - i][4]);
        }
        const auto read = read_picture(rows, folder / "picture.pbm");
        if (read) CHECK(*read == url + "\n");
        else WARN("not tried: no zbarimg reads the picture");
    }
}

TEST_CASE("What is too long for a picture has none", "[gateway]") {
    CHECK(qr_code(std::string(5000, 'a')).empty());
    CHECK(black_on_white("a") == "\x1b[0;30;107ma\x1b[0m");
}
