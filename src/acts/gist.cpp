// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/gist.hpp"

#include "acts/reader.hpp"
#include "phonetics/fold.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

namespace ansage::acts {

namespace {

using Choice = std::vector<std::vector<std::string>>;
using Choices = std::vector<Choice>;
// Of those that are kept: a line is held against a hundred meanings, and most share their lists.
using ChoiceLists = std::vector<const Choices*>;

struct Way {
    Choices asked_for{};
    Choices allowed{};
    Choices forbidden{};
    bool is_about_something = false; // "_"
};

// A word as ways have it, and as it was typed; where one that was typed becomes several, such as
// "0:10:00", the first has all of it.
struct Word {
    std::string text;
    std::string_view typed{};
};

using Words = std::vector<Word>;

struct Line {
    Words words{};
    std::string player{}; // "white"
    std::string reason{}; // with its "because"
    bool is_question = false;
    bool is_request = false; // "could you", which a question mark may end
};

// Beside those that have phrases. A claim without its reason is answered with those that there are.
constexpr std::array meant_besides{
    Spelling{"meant.claims", "? claims threefold"},
    Spelling{"meant.diagonal", "asks squares diagonal"},
    Spelling{"meant.around", "asks squares around"},
};

template <std::size_t count>
bool begins_with_any(std::string_view script, const std::array<std::string_view, count>& verbs) {
    return std::ranges::any_of(verbs, [&](auto verb) { return script.starts_with(verb); });
}

bool may_be_asked(std::string_view script) {
    return begins_with_any<6>(script, {"asks", "offers", "proposes", "takeback", "?", "compares"});
}

// Nobody asks somebody else for it.
bool is_for_oneself(std::string_view script) {
    return begins_with_any<7>(
        script, {"accepts", "declines", "rejects", "resigns", "signs", "confirms", "claims"}
    );
}

// Whether only he who asks hears of it.
bool is_answered(std::string_view script) { return begins_with_any<2>(script, {"asks", "?"}); }

bool is_move_told(std::string_view script) {
    return begins_with_any<4>(script, {"announces", "repeats", "corrects", "executes"});
}

// A wrong guess costs an answer, or a question: whoever is not sure is asked. A move is not
// guessed.
std::size_t most_unknown(std::string_view script) {
    constexpr std::size_t in_question = 4;
    constexpr std::size_t in_act = 2;
    return is_answered(script) ? in_question : is_move_told(script) ? 0 : in_act;
}

// Without accents, and the same whether a letter is written, spelt out or replaced: "zurück",
// "zurueck" and "zuruck", "på", "paa" and "pa".
std::string plain(std::string_view text) {
    std::string word = phonetics::fold(text);
    for (const std::string_view spelt : {"ae", "oe", "ue", "aa"}) {
        for (std::size_t at = 0; (at = word.find(spelt, at)) != std::string::npos; ++at)
            word.erase(at + 1, 1);
    }
    return word;
}

std::vector<std::string_view> split(std::string_view text, std::string_view at) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(at), text.size());
        if (end > 0) parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

Choice choice_of(std::string_view text) {
    Choice choice;
    for (const std::string_view each : split(text, "/")) {
        std::vector<std::string>& words = choice.emplace_back();
        for (const std::string_view word : split(each, "+")) {
            const bool is_mark = word == "?" || word == "_" || word == "@";
            words.push_back(is_mark ? std::string{word} : plain(word));
            if (word.ends_with('*')) words.back() += '*';
        }
    }
    return choice;
}

Choices choices_of(std::string_view list) {
    Choices choices;
    for (const std::string_view word : split(list, " ")) choices.push_back(choice_of(word));
    return choices;
}

std::vector<Way> ways_of(std::string_view list) {
    std::vector<Way> ways;
    for (const std::string_view each : split(list, ",")) {
        Way& way = ways.emplace_back();
        way.is_about_something = each.find('_') != std::string_view::npos;
        bool is_bracketed = false;
        for (const std::string_view word : split(each, " ")) {
            is_bracketed = is_bracketed || word.starts_with('(');
            auto& choices = word.starts_with('!') ? way.forbidden
                : is_bracketed                    ? way.allowed
                                                  : way.asked_for;
            choices.push_back(choice_of(split(word, "()!").at(0)));
            is_bracketed = is_bracketed && !word.ends_with(')');
        }
    }
    return ways;
}

const Choices& choices_at(const wording::Catalogue& in, std::string_view id) {
    return kept<Choices>(in.sentence(id), choices_of);
}

// How many words stand there that are the choice's; 0: it is another word.
std::size_t length_at(std::span<const Word> words, const Choice& choice) {
    const auto fits = [](const std::string& wanted, const Word& word) {
        const std::string_view whole{wanted};
        return whole.ends_with('*') ? word.text.starts_with(whole.substr(0, whole.size() - 1))
                                    : word.text == whole;
    };
    std::size_t longest = 0;
    for (const auto& wanted : choice) {
        if (wanted.size() <= longest || wanted.size() > words.size()) continue;
        if (std::ranges::equal(wanted, words.first(wanted.size()), fits)) longest = wanted.size();
    }
    return longest;
}

std::size_t length_at(std::span<const Word> words, const Choices& choices) {
    std::size_t longest = 0;
    for (const Choice& each : choices) longest = std::max(longest, length_at(words, each));
    return longest;
}

std::size_t length_at(std::span<const Word> words, const ChoiceLists& lists) {
    std::size_t longest = 0;
    for (const Choices* const each : lists) longest = std::max(longest, length_at(words, *each));
    return longest;
}

// Where the choice stands first, and how many words it has there.
std::pair<std::size_t, std::size_t>
find(std::span<const Word> words, const Choice& choice, const std::vector<bool>& is_taken) {
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::size_t length = is_taken[at] ? 0 : length_at(words.subspan(at), choice);
        if (length > 0) return {at, length};
    }
    return {};
}

// Words of which a line may have a few besides those of its meaning, and those that it may not.
struct Besides {
    ChoiceLists fillers{};
    ChoiceLists barred{};
    std::size_t most_unknown = 0;
};

struct Fit {
    std::size_t asked_for = 0; // how many words of the line the way asks for
    std::size_t unknown = 0;
};

// Absent: they say something else, or more.
std::optional<Fit> fit(const Way& way, std::span<const Word> words, const Besides& besides) {
    std::vector<bool> is_taken(words.size());
    for (const Choice& choice : way.asked_for) {
        const auto [at, length] = find(words, choice, is_taken);
        if (length == 0) return std::nullopt;
        std::fill_n(is_taken.begin() + static_cast<std::ptrdiff_t>(at), length, true);
    }
    Fit found;
    for (std::size_t at = 0, length = 1; at < words.size();
         at += std::max<std::size_t>(length, 1)) {
        const auto here = words.subspan(at);
        length = is_taken[at] ? 1
                              : std::max(
                                    {length_at(here, way.allowed),
                                     length_at(here, besides.fillers),
                                     length_at(here, way.asked_for)}
                                );
        if (length > 0) continue;
        const bool is_number = here.front().text.find_first_of("0123456789") != std::string::npos;
        const bool is_barred = is_number || length_at(here, besides.barred) > 0;
        if (is_barred || ++found.unknown > besides.most_unknown) return std::nullopt;
    }
    for (std::size_t at = 0; at < words.size(); ++at)
        if (is_taken[at] && words[at].text != "_") ++found.asked_for;
    if (found.unknown > found.asked_for) return std::nullopt;
    return found;
}

bool is_player(std::string_view word, std::string_view id, const wording::Catalogue& in) {
    constexpr std::size_t longest_ending = 3; // "weißen", "whites"
    const std::string phrases = in.sentence(id);
    return std::ranges::any_of(split(phrases, ", "), [&](std::string_view phrase) {
        const std::string name = plain(phrase);
        return word.starts_with(name) && word.size() <= name.size() + longest_ending;
    });
}

Line line_of(std::string_view text, const wording::Catalogue& in) {
    constexpr std::string_view ends = ".,;:!?";
    Line line;
    const std::string because = in.sentence("command.because");
    for (const std::string_view typed : split(text, " \t")) {
        const std::string folded = plain(typed);
        if (!line.words.empty() && plain(because) == folded) {
            const auto reason = static_cast<std::size_t>(typed.end() - text.begin());
            line.reason = " because" + std::string{text.substr(reason)};
            break;
        }
        const std::size_t length = typed.find_last_not_of(ends) + 1;
        std::string_view left = typed.substr(0, length);
        for (const std::string_view word : split(folded, " "))
            line.words.push_back({std::string{word}, std::exchange(left, {})});
    }
    for (Word& word : line.words) {
        const bool is_white = is_player(word.text, "command.white", in);
        if (!is_white && !is_player(word.text, "command.black", in)) continue;
        line.player = is_white ? " white" : " black";
        word.text = "@";
    }
    const Choices& requests = choices_at(in, "meant.could_you");
    for (std::size_t at = 0; at < line.words.size(); ++at) {
        line.is_request =
            line.is_request || length_at(std::span{line.words}.subspan(at), requests) > 0;
    }
    line.is_question = text.ends_with('?') ||
        length_at(std::span{line.words}, choices_at(in, "meant.questions")) > 0;
    if (text.ends_with('?')) line.words.push_back({"?"});
    return line;
}

// What the words are about, as typed; and with figures, without fillers: "noch zwei Minuten".
std::vector<std::string>
texts_of(std::span<const Word> words, const ChoiceLists& fillers, const wording::Catalogue& in) {
    constexpr int most_minutes = 60;
    const auto figure_of = [&](const Word& word) {
        const Choices& numbers = choices_at(in, "meant.numbers");
        const auto found = std::ranges::find_if(numbers, [&](const Choice& each) {
            return length_at({&word, 1}, each) > 0;
        });
        if (found != numbers.end()) return std::to_string(found - numbers.begin() + 1);
        for (int number = 1; number <= most_minutes; ++number)
            if (plain(in.number(number)) == word.text) return std::to_string(number);
        return std::string{word.typed};
    };
    const std::string_view last =
        std::ranges::find_if(words.rbegin(), words.rend(), [](const Word& word) {
            return !word.typed.empty();
        })->typed;
    std::vector<std::string> texts{
        ' ' + std::string{words.front().typed.begin(), last.end()}, std::string{}};
    for (const Word& word : words) {
        if (!word.typed.empty() && length_at({&word, 1}, fillers) == 0)
            texts.back() += ' ' + figure_of(word);
    }
    return texts;
}

// Every stretch of words that a way may leave open, each of whole words as typed.
template <class Take>
void for_each_stretch(const Words& words, Take take) {
    const auto ends_word = [&](std::size_t at) {
        return at == words.size() || !words[at].typed.empty() || words[at].text == "?";
    };
    for (std::size_t begin = 0; begin < words.size(); ++begin) {
        for (std::size_t end = begin + 1; end <= words.size(); ++end)
            if (!words[begin].typed.empty() && ends_word(end)) take(begin, end);
    }
}

class GistsOf {
public:
    GistsOf(std::string_view text, const wording::Catalogue& in)
        : in_(in),
          line_(line_of(terminal::trim(text), in)) {}

    // With `script`, a meaning of `id`.
    void add(const std::string& id, std::string_view script) {
        const bool is_asking = may_be_asked(script);
        const bool is_own = is_for_oneself(script);
        if (line_.is_question && !is_asking && (is_own || !line_.is_request)) return;
        // Behind these stands what people say in words of their own, "because" and all.
        const bool is_said = script == "signs" || script == "ends";
        if (line_.words.empty() || !in_.has(id) || (is_said && !line_.reason.empty())) return;
        id_ = id;
        static const Choices question_mark{{{"?"}}};
        besides_ = {
            .fillers = {&choices_at(in_, "meant.fillers"), &question_mark},
            .most_unknown = most_unknown(script)};
        if (!is_own) besides_.fillers.push_back(&choices_at(in_, "meant.could_you"));
        if (is_asking) besides_.fillers.push_back(&choices_at(in_, "meant.may_i"));
        if (!is_answered(script)) besides_.barred = {&choices_at(in_, "meant.barred")};
        for (const Way& way : kept<std::vector<Way>>(in_.sentence(id), ways_of))
            try_way(way, script);
    }

    [[nodiscard]] std::vector<Gist> take() {
        std::ranges::stable_sort(gists_, [](const Gist& one, const Gist& other) {
            const auto rank = [](const Gist& gist, const Gist& than) {
                return std::tuple{gist.unknown, than.asked_for, gist.is_answered(), gist.about};
            };
            return rank(one, other) < rank(other, one);
        });
        return std::move(gists_);
    }

private:
    void try_way(const Way& way, std::string_view script) {
        const std::vector<bool> none_taken(line_.words.size());
        for (const Choice& choice : way.forbidden)
            if (find(line_.words, choice, none_taken).second > 0) return;
        if (const auto found = fit(way, line_.words, besides_)) keep(*found, 0, script, "");
        const auto stands = [&](const Choice& choice) {
            return choice.front().front() == "_" ||
                find(line_.words, choice, none_taken).second > 0;
        };
        if (!way.is_about_something || !std::ranges::all_of(way.asked_for, stands)) return;
        for_each_stretch(line_.words, [&](std::size_t begin, std::size_t end) {
            const std::span all{line_.words};
            Words rest{all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin)};
            rest.push_back({"_"});
            rest.insert(rest.end(), all.begin() + static_cast<std::ptrdiff_t>(end), all.end());
            const auto found = fit(way, rest, besides_);
            if (!found) return;
            ChoiceLists left_out = besides_.fillers;
            left_out.push_back(&way.allowed);
            const auto texts = texts_of(all.subspan(begin, end - begin), left_out, in_);
            keep(*found, end - begin, script, texts.front());
            if (!is_move_told(script) && !texts.back().empty())
                keep(*found, end - begin, script, texts.back());
        });
    }

    void
    keep(const Fit& found, std::size_t about, std::string_view script, const std::string& text) {
        const std::string act{script};
        const auto add = [&](const std::string& player) {
            gists_.push_back(
                {found.unknown, found.asked_for, about, act + player + text + line_.reason, id_}
            );
        };
        if (!line_.player.empty()) add(line_.player);
        add("");
    }

    const wording::Catalogue& in_;
    Line line_;
    std::string id_;
    Besides besides_;
    std::vector<Gist> gists_;
};

} // namespace

std::vector<Gist> gists_of(std::string_view line, const wording::Catalogue& in) {
    GistsOf gists{line, in};
    const auto add = [&](const Spelling& phrase) {
        gists.add(
            "meant" + std::string{phrase.phrase.substr(phrase.phrase.find('.'))}, phrase.words
        );
    };
    std::ranges::for_each(verb_phrases(), add);
    std::ranges::for_each(meant_questions(), add);
    std::ranges::for_each(meant_besides, add);
    return gists.take();
}

bool Gist::is_answered() const { return ansage::acts::is_answered(script); }

bool is_meant(std::string_view meaning, std::string_view line, const wording::Catalogue& in) {
    GistsOf gists{line, in};
    gists.add("meant." + std::string{meaning}, "confirms");
    const std::vector<Gist> found = gists.take();
    return !found.empty() && found.front().unknown == 0;
}

bool is_mere_question(std::string_view line, std::string_view script) {
    return line.ends_with('?') && !may_be_asked(script);
}

} // namespace ansage::acts
