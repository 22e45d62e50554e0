// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_question.hpp"

namespace ansage::app {

using wording::Catalogue;
using wording::Text;

namespace {

std::string text_of(const Catalogue& in, const Text& text) {
    return text ? in.compose(text).text : std::string{};
}

} // namespace

Text says(std::string_view id) {
    return [id](const Catalogue& in) { return in.sentence(id); };
}

std::string first_key(const Catalogue& in, std::string_view id) {
    const std::string keys = in.sentence(id);
    return keys.substr(0, keys.find(','));
}

SetupQuestion setup_question(
    const Catalogue& in, const Text& about, const std::vector<OfferedText>& choices, Ways ways
) {
    SetupQuestion question{
        .about = text_of(in, about),
        .choices = {},
        .menu = {},
        .language = std::string{in.language()}};
    for (const OfferedText& choice : choices)
        question.choices.push_back({text_of(in, choice.text), choice.typed});
    const auto add = [&](std::string_view text, std::string_view key) {
        question.menu.push_back({in.sentence(text), first_key(in, key)});
    };
    if (ways == Ways::back) add("setup.menu_back", "key.back");
    add("setup.menu_repeat", "key.repeat");
    add("setup.menu_leave", "key.leave");
    return question;
}

} // namespace ansage::app
