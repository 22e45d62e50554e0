#include "profiles/seats.hpp"

#include <fmt/format.h>

namespace ansage::profiles {

using base::Error;
using base::Result;

namespace {

// A text as TOML has it; what cannot stand in one line is left out.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            result += '\\';
        }
        const bool is_control =
            static_cast<unsigned char>(letter) < static_cast<unsigned char>(' ');
        result += is_control || letter == '\x7f' ? ' ' : letter;
    }
    return result + '"';
}

void read(Fields& fields, const Table& root, const char* key, std::optional<std::string>& into) {
    std::string text;
    fields.optional(key, text);
    if (root.has(key)) {
        into = std::move(text);
    }
}

} // namespace

Result<SeatProfile, Error> load_seat(const Document& document) {
    const Table root = document.root();
    SeatProfile seat;
    Fields fields{root};
    fields.required("seat", seat.seat);
    read(fields, root, "name", seat.name);
    read(fields, root, "language", seat.language);
    read(fields, root, "board", seat.board);
    read(fields, root, "words", seat.words);
    read(fields, root, "time", seat.time);
    read(fields, root, "mode", seat.mode);
    if (auto finished = fields.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return seat;
}

std::string to_toml(const SeatProfile& seat) {
    std::string text = fmt::format("seat = {}\n", quoted(seat.seat));
    const auto add = [&](std::string_view key, const std::optional<std::string>& value) {
        text += value ? fmt::format("{} = {}\n", key, quoted(*value)) : std::string{};
    };
    add("name", seat.name);
    add("language", seat.language);
    add("board", seat.board);
    add("words", seat.words);
    add("time", seat.time);
    add("mode", seat.mode);
    return text;
}

} // namespace ansage::profiles
