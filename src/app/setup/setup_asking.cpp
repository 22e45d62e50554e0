// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_asking.hpp"

#include "app/setup/setup_question.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ansage::app {

using wording::Catalogue;
using wording::Text;

namespace {

Text numbered(std::size_t number, const Text& text) {
    return [number, text](const Catalogue& in) { return fmt::format("{}: {}.", number, text(in)); };
}

std::string question(
    const Catalogue& in,
    std::string text,
    const std::vector<Choice>& choices,
    const std::string& taken
) {
    for (std::size_t i = 0; i < choices.size(); ++i)
        text += ' ' + numbered(i + 1, choices[i].text)(in);
    const auto kept = std::ranges::find(choices, taken, &Choice::value);
    return text + ' ' + enter_takes(kept->text)(in);
}

} // namespace

Text as_it_is(std::string text) {
    return [text = std::move(text)](const Catalogue&) { return text; };
}

Text enter_takes(Text taken) {
    return [taken = std::move(taken)](const Catalogue& in) {
        const std::string text = taken(in);
        const std::string words = text.empty() ? in.sentence("setup.nothing") : text;
        return in.sentence("setup.default", {{"text", words}});
    };
}

Next SetupAsking::choose(
    const Text& sentence, const std::vector<Choice>& choices, std::string& into, const Check& good
) const {
    const auto kept = std::ranges::find(choices, into, &Choice::value);
    if (kept == choices.end()) into = choices.front().value;
    while (true) {
        tell([&](const Catalogue& in) { return question(in, sentence(in), choices, into); });
        offer(sentence, choices, into);
        const auto heard = talk_.hear();
        if (const auto next = way_out(heard)) return *next;
        const std::string answer{terminal::trim(*heard)};
        const auto number = terminal::parse_number(answer);
        if (answer.empty()) return Next::on;
        if (number && *number >= 1 && *number <= choices.size()) {
            into = choices[*number - 1].value;
            return Next::on;
        }
        if (good && good(answer)) {
            into = answer;
            return Next::on;
        }
        tell_again(answer, says("setup.not_understood"));
    }
}

Next SetupAsking::write(
    std::string_view id, std::string& into, const Text& taken, const Check& good, bool has_list
) const {
    while (true) {
        tell([&](const Catalogue& in) { return in.sentence(id) + ' ' + taken(in); });
        offer(id, taken, has_list);
        const auto heard = talk_.hear();
        if (const auto next = way_out(heard)) return *next;
        const std::string answer{terminal::trim(*heard)};
        if (answer.empty()) return Next::on;
        const bool is_key = means("key.repeat", answer) || answer == "?";
        if (!is_key && (!good || good(answer))) {
            into = answer;
            return Next::on;
        }
        tell_again(answer, [&](const Catalogue& in) {
            return in.sentence("setup.not_written", {{"text", answer}});
        });
    }
}

// What is proposed first; the others by the numbers that they are told with.
void SetupAsking::offer(
    const Text& sentence, const std::vector<Choice>& choices, const std::string& taken
) const {
    if (!talk_.offer) return;
    std::vector<OfferedText> offered;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const bool is_proposed = choices[i].value == taken;
        if (is_proposed) offered.insert(offered.begin(), {enter_takes(choices[i].text), ""});
        else offered.push_back({numbered(i + 1, choices[i].text), std::to_string(i + 1)});
    }
    talk_.offer(setup_question(listeners_(), sentence, offered, Ways::back));
}

void SetupAsking::offer(std::string_view id, const Text& taken, bool has_list) const {
    if (!talk_.offer) return;
    std::vector<OfferedText> offered{{taken, ""}};
    if (has_list)
        offered.push_back({says("setup.answer_list"), first_key(listeners_(), "key.list")});
    talk_.offer(setup_question(listeners_(), says(id), offered, Ways::back));
}

// Absent: the answer is one. Who says nothing any more has left.
std::optional<Next> SetupAsking::way_out(const std::optional<std::string>& answer) const {
    if (!answer || means("key.leave", *answer)) return Next::leave;
    return means("key.back", *answer) ? std::optional{Next::back} : std::nullopt;
}

bool SetupAsking::means(std::string_view id, std::string_view answer) const {
    return listeners_().means(id, answer);
}

// Before the question comes again: one key only repeats it, "?" tells the keys.
void SetupAsking::tell_again(const std::string& answer, const Text& not_understood) const {
    if (!means("key.repeat", answer)) tell(answer == "?" ? says("setup.welcome") : not_understood);
}

void SetupAsking::tell(const Text& text) const { talk_.tell(listeners_().compose(text)); }

} // namespace ansage::app
