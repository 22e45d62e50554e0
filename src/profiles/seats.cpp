// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/seats.hpp"

#include <fmt/format.h>

namespace ansage::profiles {

using base::Error;
using base::Result;

namespace {

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
    read(fields, root, "braille", seat.braille);
    read(fields, root, "tones", seat.tones);
    read(fields, root, "words", seat.words);
    read(fields, root, "time", seat.time);
    read(fields, root, "mode", seat.mode);
    if (auto finished = fields.finish(); !finished) {
        return tl::unexpected(finished.error());
    }
    return seat;
}

std::string to_toml(const SeatProfile& seat) {
    std::string text = fmt::format("seat = {}\n", toml_text(seat.seat));
    const auto add = [&](std::string_view key, const std::optional<std::string>& value) {
        text += value ? fmt::format("{} = {}\n", key, toml_text(*value)) : std::string{};
    };
    add("name", seat.name);
    add("language", seat.language);
    add("board", seat.board);
    add("braille", seat.braille);
    add("tones", seat.tones);
    add("words", seat.words);
    add("time", seat.time);
    add("mode", seat.mode);
    return text;
}

} // namespace ansage::profiles
