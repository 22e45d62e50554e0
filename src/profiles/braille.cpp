// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/braille.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ansage::profiles {

using base::Error;
using base::Result;
using scoresheet::BrailleCode;
using scoresheet::Notation;
using scoresheet::SheetLabels;

namespace {

// By Role; the pawn has no letter (C.5).
constexpr std::array<std::string_view, 5> officer_keys{"knight", "bishop", "rook", "queen", "king"};

Result<void, Error> read_pieces(const Table& table, Notation& notation) {
    Fields fields{table};
    std::set<char> seen;
    for (std::size_t i = 0; i < officer_keys.size(); ++i) {
        std::string letter;
        fields.required(officer_keys[i], letter);
        const bool is_letter = letter.size() == 1 && letter[0] >= 'A' && letter[0] <= 'Z';
        if (!is_letter || !seen.insert(letter[0]).second) {
            fields.fail(table.error(
                officer_keys[i],
                base::phrase("\"{}\" cannot be the letter of a piece", letter),
                base::phrase("write one of A to Z, and another for each piece")
            ));
            break;
        }
        notation.letters[i + 1] = letter[0];
    }
    return fields.finish();
}

// Signs stand beside squares: letters or digits there would be read as part of these.
bool is_sign(const std::string& text) {
    return std::ranges::all_of(text, [](char letter) {
        return '!' <= letter && letter <= '~' &&
            std::isalnum(static_cast<unsigned char>(letter)) == 0;
    });
}

Result<void, Error> read_signs(const Table& table, Notation& notation) {
    Fields fields{table};
    fields.optional("promotion", notation.promotion);
    fields.optional("check", notation.check).optional("mate", notation.mate);
    for (const std::string_view key : {"promotion", "check", "mate"}) {
        if (const auto text = table.string(key); text && !is_sign(*text)) {
            fields.fail(table.error(
                key,
                base::phrase("\"{}\" is no sign", *text),
                base::phrase("write signs like + # = or nothing")
            ));
        }
    }
    return fields.finish();
}

Result<void, Error> read_cells(const Table& table, std::map<char, scoresheet::Cells>& cells_of) {
    for (const std::string& key : table.keys()) {
        const auto text = table.string(key);
        const auto cells = text ? scoresheet::from_unicode(*text) : std::nullopt;
        if (key.size() != 1 || !cells || cells->empty()) {
            return tl::unexpected{table.error(
                key,
                base::phrase("\"{}\" has no cells", key),
                base::phrase(
                    "write one character and its cells in Unicode patterns, \"e\" = \"\u2811\""
                )
            )};
        }
        cells_of.emplace(key.front(), *cells);
    }
    return {};
}

Result<void, Error> read_labels(const Table& table, SheetLabels& labels) {
    return Fields{table}
        .required("white", labels.white)
        .required("black", labels.black)
        .required("event", labels.event)
        .required("site", labels.site)
        .required("date", labels.date)
        .required("round", labels.round)
        .required("result", labels.result)
        .optional("score", labels.score)
        .finish();
}

Result<void, Error> read_table(std::string_view key, const Table& table, BrailleCode& code) {
    if (key == "pieces") return read_pieces(table, code.notation);
    if (key == "signs") return read_signs(table, code.notation);
    if (key == "cells" || key == "instead")
        return read_cells(table, key == "cells" ? code.cells : code.instead);
    return read_labels(table, code.labels);
}

void read_tables(const Table& root, Fields& fields, BrailleCode& code) {
    for (const std::string_view key : {"pieces", "signs", "labels", "cells", "instead"}) {
        if ((key == "cells" || key == "instead") && !root.has(key)) {
            fields.note(key);
            continue;
        }
        std::optional<Table> table;
        fields.required(key, table);
        if (!table) return;
        if (const Result<void, Error> read = read_table(key, *table, code); !read)
            fields.fail(read.error());
    }
}

} // namespace

Result<BrailleCode, Error> load_braille(const Document& document) {
    BrailleCode code;
    std::vector<std::string> verified;
    std::vector<std::string> unverified;
    Fields fields{document.root()};
    fields.required("name", code.name).required("language", code.language);
    fields.optional("places", code.places);
    fields.required("table", code.table).optional("print_only", code.print_only);
    fields.optional("display", code.display);
    fields.required("verified", verified).required("unverified", unverified);
    read_tables(document.root(), fields, code);
    ANSAGE_TRY(fields.finish());
    return code;
}

} // namespace ansage::profiles
