// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes to text, whatever program saved them.
#include "base/encoding.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace ansage::base {
namespace {

using namespace std::string_literals;

struct Saved {
    std::string bytes;
    std::string text;
    Encoding taken_for;
};

} // namespace

TEST_CASE("A text is read whatever it was saved in, and with whatever ends of lines") {
    const std::vector<Saved> rows{
        {"", "", Encoding::utf8},
        {"a\nb", "a\nb", Encoding::utf8},
        {"a\r\nb\r\n", "a\nb\n", Encoding::utf8},
        {"a\rb\r", "a\nb\n", Encoding::utf8},
        {"a\r\r\nb\n\rc", "a\n\nb\n\nc", Encoding::utf8},
        {"Müller – Weiß", "Müller – Weiß", Encoding::utf8},
        {"\xEF\xBB\xBFM\xC3\xBCller", "Müller", Encoding::utf8},
        {"\xEF\xBB\xBF[a]\n\xEF\xBB\xBF[b]", "[a]\n[b]", Encoding::utf8}, // put together
        {"M\xFCller", "Müller", Encoding::windows_1252},
        {"\x84Wei\xDF\x93 \x96 5 \x80", "„Weiß“ – 5 €", Encoding::windows_1252},
        {"M\xC3\xBCller\nM\xFCller\n", "Müller\nMüller\n", Encoding::utf8_and_windows_1252},
        {"\xFF\xFE"
         "a\0\xFC\0\r\0\n\0"s,
         "aü\n",
         Encoding::utf16},
        {"\xFE\xFF\0a\0\xFC\0\r\0b"s, "aü\nb", Encoding::utf16},
        {"a\0b\0c\0d\0"s, "abcd", Encoding::utf16},
        {"\0a\0b\0c\0d"s, "abcd", Encoding::utf16},
        {"\xFF\xFE\0\0a\0\0\0\xFC\0\0\0"s, "aü", Encoding::utf32},
    };
    for (const Saved& row : rows) {
        INFO(row.text);
        const Decoded decoded = decode(row.bytes);
        CHECK(decoded.text == row.text);
        CHECK(decoded.taken_for == row.taken_for);
        CHECK(encoding_remark(row.taken_for, {}).has_value() == (row.taken_for != Encoding::utf8));
    }
}

TEST_CASE("What a file is taken for is told with its name") {
    CHECK(
        to_line(encoding_remark(Encoding::windows_1252, as_it_is(std::string{"a.pgn"})).value()) ==
        "a.pgn: this is taken for Windows-1252; where letters are wrong, save it as UTF-8"
    );
}

} // namespace ansage::base
