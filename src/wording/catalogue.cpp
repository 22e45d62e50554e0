// SPDX-License-Identifier: GPL-3.0-or-later
#include "wording/catalogue.hpp"

#include "base/overloaded.hpp"
#include "wording/facets.hpp"
#include "wording/fill.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>

namespace ansage::wording {
namespace {

constexpr std::string_view spellings_id = "voice.spellings";

// A sentence in a sentence in a sentence is enough; a term that contains itself ends here.
constexpr int deepest_term = 3;

std::optional<std::int64_t> plural_count(Arguments arguments) {
    const auto count = std::ranges::find(arguments, "count", &Argument::name);
    if (count == arguments.end()) return std::nullopt;
    const auto* number = std::get_if<std::int64_t>(&count->value);
    return number == nullptr ? std::nullopt : std::optional(*number);
}

// Boost.Locale chooses a plural form by an int. No rule looks further than the last digits and
// whether there are more before them.
int plural_selector(std::int64_t count) {
    constexpr std::int64_t many = 1'000'000'000;
    return static_cast<int>(count < many ? count : count % many + many);
}

} // namespace

Catalogue::Catalogue(const std::shared_ptr<Facets>& facets, const Catalogue* fallback)
    : facets_(facets),
      fallback_(fallback) {
    if (has(spellings_id)) facets->spellings = read_spellings(sentence(spellings_id));
}

Catalogue::Catalogue(const Catalogue& whole, bool& lacks)
    : facets_(whole.facets_),
      fallback_(whole.fallback_),
      lacks_(&lacks) {}

Catalogue::~Catalogue() = default;

std::string_view Catalogue::language() const noexcept { return facets_->language; }

bool Catalogue::has(std::string_view id) const {
    return facets_->messages->get(facets_->domain, nullptr, std::string(id).c_str()) != nullptr;
}

std::string Catalogue::pattern(const std::string& id, Arguments arguments) const {
    const auto count = plural_count(arguments);
    const auto& messages = *facets_->messages;
    const char* found = count
        ? messages.get(facets_->domain, nullptr, id.c_str(), plural_selector(*count))
        : nullptr;
    if (found == nullptr) {
        // Without a count, or where the message has one form only.
        found = messages.get(facets_->domain, nullptr, id.c_str());
    }
    if (found != nullptr) return found;
    if (lacks_ != nullptr) *lacks_ = true;
    return id;
}

Sentence Catalogue::compose(const Text& text) const {
    const bool is_part = lacks_ != nullptr; // whoever composes the whole asks again in English
    if (is_part || fallback_ == nullptr) return {text(*this), facets_->language};
    bool lacks = false;
    std::string own = text(Catalogue{*this, lacks});
    return lacks ? fallback_->compose(text) : Sentence{std::move(own), facets_->language};
}

std::string Catalogue::filled(std::string_view id, Arguments arguments, int depth) const {
    return fill(pattern(std::string(id), arguments), [&](std::string_view name) {
        const auto argument = std::ranges::find(arguments, name, &Argument::name);
        return argument == arguments.end() || depth == deepest_term
            ? std::string(name)
            : words(argument->value, arguments, depth);
    });
}

std::string Catalogue::sentence(std::string_view id, Arguments arguments) const {
    return compose([&](const Catalogue& in) { return in.filled(id, arguments, 0); }).text;
}

std::string
Catalogue::sentence(std::string_view id, std::initializer_list<Argument> arguments) const {
    return sentence(id, Arguments(arguments.begin(), arguments.size()));
}

Sentence Catalogue::worded(std::string_view id, std::initializer_list<Argument> arguments) const {
    return compose([&](const Catalogue& in) { return in.sentence(id, arguments); });
}

std::string Catalogue::words(const Value& value, Arguments arguments, int depth) const {
    return std::visit(
        base::Overloaded{
            [](std::string_view text) { return std::string(text); },
            [](std::int64_t number) { return std::to_string(number); },
            [this](base::Millis time) { return duration(time); },
            [&](Term term) { return filled(term.id, arguments, depth + 1); },
        },
        value
    );
}

std::string Catalogue::part(const char* unit, std::int64_t count, Figures figures) const {
    const std::array arguments{Argument{"count", count}};
    return fill(pattern(unit, arguments), [&](std::string_view) {
        return figures == Figures::words ? number(count) : std::to_string(count);
    });
}

std::string Catalogue::duration(base::Millis duration, Figures figures) const {
    return compose([&](const Catalogue& in) { return in.duration_words(duration, figures); }).text;
}

std::string Catalogue::duration_words(base::Millis duration, Figures figures) const {
    using namespace std::chrono;
    const auto left = ceil<seconds>(duration);
    if (left <= seconds(0)) return sentence("time.none");
    const hh_mm_ss parts(left);
    std::string text;
    const auto add = [&](const char* unit, std::int64_t count) {
        if (count == 0) return;
        if (!text.empty()) text += ' ';
        text += part(unit, count, figures);
    };
    add("time.hours", parts.hours().count());
    add("time.minutes", parts.minutes().count());
    add("time.seconds", parts.seconds().count());
    return text;
}

base::Translator Catalogue::translator() const {
    return [this](const std::string& pattern) {
        const char* const found = facets_->messages->get(facets_->domain, nullptr, pattern.c_str());
        if (found == nullptr && lacks_ != nullptr) *lacks_ = true;
        return found;
    };
}

std::string Catalogue::words(const base::Phrase& phrase) const {
    return compose([&](const Catalogue& in) { return phrase.in(in.translator()); }).text;
}

std::string Catalogue::line(const base::Error& error) const {
    return compose([&](const Catalogue& in) { return base::to_line(error, in.translator()); }).text;
}

bool Catalogue::means(std::string_view id, std::string_view text) const {
    return is_phrase_of(sentence(id), text);
}

std::string Catalogue::spoken(std::string_view sentence) const {
    return respelled(sentence, facets_->spellings);
}

std::string Catalogue::spoken(const Sentence& sentence) const {
    const bool is_own = fallback_ == nullptr || sentence.language == language();
    return (is_own ? *this : *fallback_).spoken(sentence.text);
}

std::string Catalogue::number(std::int64_t number) const {
    const auto& known = facets_->ready_numbers->of(facets_->locale);
    if (std::in_range<std::size_t>(number) && static_cast<std::size_t>(number) < known.size())
        return known[static_cast<std::size_t>(number)];
    return spell_out(facets_->locale, number);
}

} // namespace ansage::wording
