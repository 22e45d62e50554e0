// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/grammar.hpp"

#include "acts/gist.hpp"
#include "base/check.hpp"
#include "table/model/input_parts.hpp"

namespace ansage::acts {

namespace {

struct Rule {
    const Row& row;
    std::vector<Element> elements;
};

const std::vector<Rule>& rules() {
    static const std::vector<Rule> all = [] {
        std::vector<Rule> rules;
        for (const Row& row : rows()) rules.push_back({row, elements_of(row.form)});
        return rules;
    }();
    return all;
}

bool takes(const Element& element, Reader& reader, Parts& parts) {
    if (element.part != nullptr) return element.part->read(reader, parts);
    const bool is_there = reader.take(element.word);
    parts.has_option = parts.has_option || (is_there && element.left_out > 0);
    return is_there;
}

base::Phrase called(const Element& element) {
    return element.part != nullptr ? element.part->called
                                   : base::as_it_is(std::string{element.word});
}

std::optional<table::InputBody>
match_rule(const Rule& rule, Parts parts, Reader reader, Misfit& misfit) {
    for (std::size_t i = 0; i < rule.elements.size(); ++i) {
        const Element& element = rule.elements[i];
        const std::size_t place = reader.place();
        if (takes(element, reader, parts)) continue;
        misfit.note(place, called(element));
        if (element.left_out == 0) return std::nullopt;
        i += element.left_out - 1;
    }
    if (!reader.is_at_end()) {
        misfit.note_end(reader.place());
        return std::nullopt;
    }
    parts.act = rule.row.act;
    if (rule.row.question) parts.question = rule.row.question;
    return rule.row.act_of(parts);
}

} // namespace

const std::string* words_of_move(const table::InputBody& body) {
    const table::HeardMove* const move = table::move_in(body);
    return move == nullptr ? nullptr : &move->text;
}

std::vector<Element> elements_of(std::string_view form) {
    std::vector<Element> elements;
    std::optional<std::size_t> opened;
    while (!form.empty()) {
        const std::size_t end = std::min(form.find(' '), form.size());
        std::string_view word = form.substr(0, end);
        form.remove_prefix(std::min(end + 1, form.size()));
        if (word.starts_with('[')) opened = elements.size();
        word.remove_prefix(word.starts_with('[') ? 1 : 0);
        const bool closes = word.ends_with(']');
        word.remove_suffix(closes ? 1 : 0);
        elements.push_back({word, find_part(word)});
        if (!opened || !closes) continue;
        elements[*opened].left_out = elements.size() - *opened;
        opened.reset();
    }
    return elements;
}

std::optional<table::InputBody>
match_script(const Parts& actor, const Reader& reading, Misfit& misfit) {
    for (const Rule& rule : rules()) {
        const bool is_its_verb = reading.word() == rule.elements.front().word;
        if (!is_its_verb || !meet(rule.row.who, actor.doer)) continue;
        if (auto body = match_rule(rule, actor, reading, misfit)) return body;
    }
    return std::nullopt;
}

std::optional<table::InputBody> match(const Parts& actor, const Reader& reader, Misfit& misfit) {
    const bool with_keys = actor.state != nullptr;
    for (const Reader& reading : reader.readings(with_keys)) {
        const bool is_asked = with_keys && is_mere_question(reader.line(), reading.word());
        if (auto body = is_asked ? std::nullopt : match_script(actor, reading, misfit)) return body;
    }
    return std::nullopt;
}

} // namespace ansage::acts
