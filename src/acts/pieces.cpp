// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/pieces.hpp"

#include "phonetics/announcement.hpp"
#include "phonetics/fold.hpp"

#include <algorithm>
#include <array>

namespace ansage::acts {

namespace {

struct PieceName {
    std::string_view id; // of the catalogue
    chess::Role role{};
};

constexpr std::array piece_names{
    PieceName{"command.king", chess::Role::king},
    PieceName{"command.queen", chess::Role::queen},
    PieceName{"command.rook", chess::Role::rook},
    PieceName{"command.bishop", chess::Role::bishop},
    PieceName{"command.knight", chess::Role::knight},
    PieceName{"command.pawn", chess::Role::pawn},
};

using Names = std::vector<std::string>;

// The phrases of a list, each as one text.
Names names_in(std::string_view list, const wording::Catalogue& in) {
    Names names;
    for (const auto& words : phrases_in(list, in)) {
        std::string& name = names.emplace_back();
        for (const std::string& word : words) name.append(name.empty() ? "" : " ").append(word);
    }
    return names;
}

bool is_called(std::string_view folded, std::string_view id, const wording::Catalogue& in) {
    return !folded.empty() && std::ranges::count(names_in(in.sentence(id), in), folded) > 0;
}

// As the language names it, and as the vocabulary says it.
Names names_of_piece(const PieceName& piece, const Tongue& tongue) {
    std::string names = tongue.in->sentence(piece.id);
    if (tongue.words != nullptr) {
        names += ',';
        names += phonetics::to_text(phonetics::announce(tongue.words->vocabulary(), piece.role));
    }
    return names_in(names, *tongue.in);
}

// "weißer Bauer", "Bauer weiß", in the words of the catalogue.
bool is_colored(
    std::string_view folded, chess::Piece piece, const std::string& name, const Tongue& tongue
) {
    const bool is_white = piece.color == chess::Color::white;
    std::string id = is_white ? "piece.white" : "piece.black";
    id += piece.role == chess::Role::queen ? "_queen" : "";
    const wording::Catalogue& in = *tongue.in;
    const Names whole = names_in(in.sentence(id, {{"piece", std::string_view{name}}}), in);
    const Names colors = names_in(in.sentence(is_white ? "command.white" : "command.black"), in);
    return std::ranges::count(whole, folded) > 0 ||
        std::ranges::any_of(colors, [&](const std::string& color) {
               return folded == color + ' ' + name || folded == name + ' ' + color;
           });
}

} // namespace

std::optional<chess::Role> piece_called(std::string_view name, const Tongue& tongue) {
    if (tongue.words != nullptr)
        if (const auto role = tongue.words->hearing().piece_called(name)) return role;
    if (tongue.in == nullptr) return std::nullopt;
    const auto* const piece = std::ranges::find_if(piece_names, [&](const PieceName& each) {
        return is_called(phonetics::fold(name), each.id, *tongue.in);
    });
    return piece == piece_names.end() ? std::nullopt : std::optional{piece->role};
}

// NOLINTNEXTLINE(readability-function-size): one question within two loops
std::optional<Content> content_called(std::string_view said, const Tongue& tongue) {
    if (tongue.in == nullptr) return std::nullopt;
    const std::string folded = phonetics::fold(said);
    if (is_called(folded, "square.free", *tongue.in) ||
        is_called(folded, "command.empty", *tongue.in))
        return Content{};
    for (const PieceName& piece : piece_names) {
        for (const std::string& name : names_of_piece(piece, tongue)) {
            const auto* const color =
                std::ranges::find_if(chess::both_colors, [&](chess::Color each) {
                    return is_colored(folded, {each, piece.role}, name, tongue);
                });
            if (color != chess::both_colors.end()) return Content{chess::Piece{*color, piece.role}};
        }
    }
    return std::nullopt;
}

} // namespace ansage::acts
