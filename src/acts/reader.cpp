// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/reader.hpp"

#include "base/utf8.hpp"
#include "phonetics/fold.hpp"
#include "table/asking/questions.hpp"
#include "table/disputes/arbiter_acts.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <fmt/format.h>
#include <utility>

namespace ansage::acts {

namespace {

using namespace std::chrono_literals;
using WordList = std::vector<std::string>;

// Those whose message is called as the words of a script, "command.offers_draw". The rows of
// questions and of an arbiter's acts say what theirs is called.
constexpr std::string_view called_alike =
    "corrects,announces,repeats,executes,confirms,proposes,answers,acknowledges,presses,adjusts,"
    "adjusted,writes,records from,offers draw,accepts,declines,claims threefold,claims fifty,"
    "claims flag,claims illegal,claims touch,claims quickplay,resigns,signs,rejects,accepts alarms,"
    "rejects alarms,withdraws,read-back on,read-back "
    "off,unheard,sets,adds,takes,warns,ends,override,frees,enter "
    "presses,quit,hush";

constexpr std::array called_otherwise{
    Spelling{"command.takeback", "proposes takeback"},
    Spelling{"command.takeback", "takeback"},
    Spelling{"command.compares", "compares boards"},
    Spelling{"command.alarms_words", "requests alarms words"},
    Spelling{"command.alarms_tones", "requests alarms tones"},
    Spelling{"command.alarms_none", "requests alarms none"},
    Spelling{"command.restores", "restores ply"},
    Spelling{"command.help", "?"},
};

// Beside those of questions, which come first: "k 12" asks for a move of the player's own score,
// "k Sc6" corrects (D.2.8). "u" as in Unterschrift, underskrift, ondertekenen.
constexpr std::array other_keys{
    Spelling{"k", "corrects"},
    Spelling{"v r", "records repetition"},
    Spelling{"v", "records"},
    Spelling{"u", "signs"},
    Spelling{"d", "asks squares diagonal"},
    Spelling{"a", "asks squares around"},
    Spelling{"w", "repeats"},
    Spelling{"n", "executes"},
    Spelling{"x", "withdraws"},
    Spelling{".", "presses"},
};

constexpr std::array list_of_words{
    Spelling{"command.alarms", "alarms"},
    Spelling{"command.in_words", "words"},
    Spelling{"command.by_tones", "tones"},
    Spelling{"command.none", "none"},
    Spelling{"command.both", "both"},
    Spelling{"command.white", "white"},
    Spelling{"command.black", "black"},
    Spelling{"command.assistant", "assistant"},
    Spelling{"command.arbiter", "arbiter"},
    Spelling{"command.for", "for"},
    Spelling{"command.with", "with"},
    Spelling{"command.counter", "moves"},
    Spelling{"command.because", "because"},
};

struct TimeUnit {
    std::string_view id; // of the catalogue
    std::chrono::seconds time;
};

constexpr std::array time_units{
    TimeUnit{"command.hours", 1h},
    TimeUnit{"command.minutes", 1min},
    TimeUnit{"command.seconds", 1s},
};

// No clock is given more of anything.
constexpr unsigned most_of_a_unit = 9999;

constexpr std::string_view white_space = " \t\r\n\v\f";

// Of the space that a text begins with, also one that does not break or has a width of its own; 0:
// there is none.
std::size_t length_of_space(std::string_view text) {
    const base::CodePoint first = base::first_code_point(text);
    const bool is_space = white_space.find(text.front()) != std::string_view::npos ||
        first.value == 0xA0 || (first.value >= 0x2000 && first.value <= 0x200A) ||
        first.value == 0x202F || first.value == 0x3000;
    return is_space ? first.size : 0;
}

template <class Take>
void for_each_word(std::string_view text, Take take) {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t space = length_of_space(text.substr(at));
        if (space > 0 && at > begin) take(text.substr(begin, at - begin), begin);
        at += space > 0 ? space : base::first_code_point(text.substr(at)).size;
        begin = space > 0 ? at : begin;
    }
    if (begin < text.size()) take(text.substr(begin), begin);
}

// A word as a keyboard writes it: letters, digits and signs of the usual width, without what a
// dictation puts behind it. Of signs alone nothing is taken away.
std::string as_on_a_keyboard(std::string_view word) {
    std::string plain;
    for (std::string_view rest = word; !rest.empty();) {
        const base::CodePoint first = base::first_code_point(rest);
        const bool is_wide = first.value >= 0xFF01 && first.value <= 0xFF5E;
        plain += is_wide ? std::string{static_cast<char>(first.value - 0xFEE0)}
                         : std::string{rest.substr(0, first.size)};
        rest.remove_prefix(first.size);
    }
    const std::size_t last = plain.find_last_not_of(".,;!");
    return last == std::string::npos ? plain : plain.substr(0, last + 1);
}

// What stands between commas.
template <class Take>
void for_each_item(std::string_view list, Take take) {
    for (std::size_t end = 0; !list.empty(); list.remove_prefix(std::min(end + 1, list.size()))) {
        end = std::min(list.find(','), list.size());
        take(list.substr(0, end));
    }
}

// Each question that has such a phrase or key, and how a script asks it.
std::vector<Spelling> questions_by(std::string_view table::QuestionRow::*phrase) {
    static std::deque<std::string> scripts;
    std::vector<Spelling> spellings;
    for (const table::QuestionRow& row : table::questions()) {
        if ((row.*phrase).empty()) continue;
        scripts.push_back(fmt::format("asks {}", row.written));
        spellings.push_back({row.*phrase, scripts.back()});
    }
    return spellings;
}

std::vector<Spelling> all_phrases() {
    std::vector<Spelling> phrases{called_otherwise.begin(), called_otherwise.end()};
    static std::deque<std::string> ids;
    for_each_item(called_alike, [&](std::string_view words) {
        std::string& id = ids.emplace_back("command.");
        id += words;
        std::ranges::replace_if(
            id, [](char letter) { return letter == ' ' || letter == '-'; }, '_'
        );
        phrases.push_back({id, words});
    });
    const auto asked = questions_by(&table::QuestionRow::phrase);
    phrases.insert(phrases.end(), asked.begin(), asked.end());
    for (const table::ArbiterActRow& row : table::arbiter_acts())
        if (!row.phrase.empty()) phrases.push_back({row.phrase, row.written});
    return phrases;
}

// Each phrase twice: plain, and with `letters` for those that a keyboard may lack.
std::vector<WordList> read_phrases(std::string_view list, const std::string& letters) {
    std::vector<phonetics::Spelling> spellings;
    for (const auto& [letter, instead] : wording::read_spellings(letters))
        spellings.push_back({.letter = letter, .instead = instead});
    std::vector<WordList> phrases;
    for_each_item(list, [&](std::string_view phrase) {
        WordList& plain = phrases.emplace_back();
        WordList spelt;
        for_each_word(phrase, [&](std::string_view word, std::size_t /*place*/) {
            plain.push_back(phonetics::fold(word));
            spelt.push_back(phonetics::fold(word, spellings));
        });
        phrases.push_back(std::move(spelt));
    });
    return phrases;
}

char in_lower_case(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

} // namespace

std::span<const Spelling> verb_phrases() {
    static const std::vector<Spelling> phrases = all_phrases();
    return phrases;
}

std::span<const Spelling> meant_questions() {
    static const std::vector<Spelling> phrases = questions_by(&table::QuestionRow::meant);
    return phrases;
}

// The letters that blind players know from lichess, with or without Caps Lock. A key of two acts is
// the first that fits what follows.
std::span<const Spelling> console_keys() {
    static const std::vector<Spelling> keys = [] {
        std::vector<Spelling> all = questions_by(&table::QuestionRow::key);
        all.insert(all.end(), other_keys.begin(), other_keys.end());
        return all;
    }();
    return keys;
}

std::span<const Spelling> word_phrases() { return list_of_words; }

Tongue tongue_of(const telling::TableWords& words, std::string_view language) {
    return {&words.catalogue(language), &words};
}

const std::vector<WordList>& phrases_in(std::string_view list, const wording::Catalogue& in) {
    const std::string letters = in.sentence("command.letters");
    const auto read = [&](std::string_view /*key*/) { return read_phrases(list, letters); };
    return kept<std::vector<WordList>>(letters + '\n' + std::string{list}, read);
}

void Misfit::move_to(std::size_t place) {
    if (place_ && *place_ >= place) return;
    place_ = place;
    wanted_.clear();
}

void Misfit::note(std::size_t place, base::Phrase wanted) {
    move_to(place);
    if (place == place_ && std::ranges::find(wanted_, wanted) == wanted_.end())
        wanted_.push_back(std::move(wanted));
}

std::optional<base::Error> Misfit::error(std::string_view line) const {
    if (!place_) return std::nullopt;
    base::Phrase wanted;
    for (const base::Phrase& each : wanted_)
        wanted = wanted.empty() ? each : base::phrase("{}, or {}", wanted, each);
    const std::string_view before = terminal::trim(line.substr(0, *place_));
    const std::string_view rest = line.substr(*place_);
    if (rest.empty()) {
        return base::Error{
            base::phrase("{} is missing", wanted),
            {},
            base::phrase("write it after \"{}\"", before)};
    }
    if (wanted_.empty()) {
        return base::Error{
            base::phrase("\"{}\" is too much", rest), {}, base::phrase("end the line before it")};
    }
    const std::string_view word = rest.substr(0, rest.find_first_of(white_space));
    return base::Error{
        base::phrase(R"("{}" does not fit after "{}")", word, before),
        {},
        base::phrase("write {}", wanted)};
}

Reader::Reader(std::string_view line, Tongue tongue)
    : line_(terminal::trim(line)),
      tongue_(tongue) {
    for_each_word(line_, [&](std::string_view word, std::size_t begin) {
        const bool is_typed = tongue_.in != nullptr;
        words_.push_back(
            {is_typed ? as_on_a_keyboard(word) : std::string{word},
             begin,
             is_typed ? phonetics::fold(word) : ""}
        );
    });
}

std::string_view Reader::word() const {
    return is_at_end() ? std::string_view{} : words_[next_].text;
}

std::size_t Reader::place() const { return is_at_end() ? line_.size() : words_[next_].begin; }

std::optional<Reader::Span> Reader::span_of(const WordList& phrase) const {
    Span span;
    std::size_t at = next_;
    for (const std::string& wanted : phrase) {
        const auto is_here = [&] { return at < words_.size() && words_[at].folded == wanted; };
        const bool is_between = at > next_ && at < words_.size() && !span.number;
        if (!is_here() && is_between && terminal::parse_number(words_[at].text)) span.number = at++;
        if (!is_here()) return std::nullopt;
        ++at;
    }
    span.length = at - next_;
    return span.length > 0 ? std::optional{span} : std::nullopt;
}

std::optional<Reader::Span> Reader::longest_of(std::string_view id) const {
    std::optional<Span> longest;
    if (tongue_.in == nullptr || is_at_end()) return longest;
    for (const WordList& phrase : phrases_in(tongue_.in->sentence(id), *tongue_.in)) {
        const auto span = span_of(phrase);
        if (span && (!longest || span->length > longest->length)) longest = span;
    }
    return longest;
}

std::optional<Reader::Span> Reader::key_at(std::string_view key) const {
    const bool is_key = word().size() == 1 && in_lower_case(word().front()) == key.front();
    if (!is_key || key.size() == 1) return is_key ? std::optional{Span{.length = 1}} : std::nullopt;
    const bool is_all = words_.size() == next_ + 2 && words_.back().text == key.substr(2);
    return is_all ? std::optional{Span{.length = 2}} : std::nullopt;
}

Reader Reader::with(const Span& span, std::string_view words) const {
    Reader reader{*this};
    reader.words_.resize(next_);
    for_each_word(words, [&](std::string_view word, std::size_t /*place*/) {
        reader.words_.push_back({std::string{word}, place()});
    });
    if (span.number) reader.words_.push_back(words_[*span.number]);
    const auto behind = static_cast<std::ptrdiff_t>(next_ + span.length);
    reader.words_.insert(reader.words_.end(), words_.begin() + behind, words_.end());
    return reader;
}

std::vector<Reader> Reader::readings(bool with_keys) const {
    std::vector<std::pair<Span, std::string_view>> found;
    for (const Spelling& phrase : verb_phrases()) {
        const auto span = longest_of(phrase.phrase);
        if (!span || (!found.empty() && span->length < found.front().first.length)) continue;
        if (!found.empty() && span->length > found.front().first.length) found.clear();
        found.emplace_back(*span, phrase.words);
    }
    if (with_keys) {
        for (const Spelling& key : console_keys())
            if (const auto span = key_at(key.phrase)) found.emplace_back(*span, key.words);
    }
    std::vector<Reader> readings;
    readings.reserve(found.size() + 1);
    for (const auto& [span, words] : found) readings.push_back(with(span, words));
    readings.push_back(*this);
    return readings;
}

bool Reader::take(std::string_view word) {
    std::size_t length = this->word() == word && !is_at_end() ? 1 : 0;
    const auto* const phrase = std::ranges::find(list_of_words, word, &Spelling::words);
    if (length == 0 && phrase != list_of_words.end()) {
        const auto span = longest_of(phrase->phrase);
        length = span && !span->number ? span->length : 0;
    }
    next_ += length;
    return length > 0;
}

bool Reader::take_hyphenated(std::string_view first, std::string_view second) {
    std::string halves{word()};
    const std::size_t hyphen = halves.find('-');
    if (hyphen == std::string::npos) return false;
    halves[hyphen] = ' ';
    Reader both{halves, tongue_};
    const bool is_it = both.take(first) && both.take(second) && both.is_at_end();
    next_ += is_it ? std::size_t{1} : 0;
    return is_it;
}

std::string_view Reader::take_word() {
    const std::string_view taken = word();
    next_ += is_at_end() ? 0 : std::size_t{1};
    return taken;
}

std::optional<unsigned> Reader::take_number() {
    const auto number = terminal::parse_number(word());
    next_ += number ? std::size_t{1} : 0;
    return number;
}

std::optional<base::Millis> Reader::take_time() {
    std::optional<base::Millis> time = terminal::parse_clock_time(word());
    if (time) {
        ++next_;
        return time;
    }
    for (const TimeUnit& unit : time_units) {
        Reader ahead{*this};
        const auto number = ahead.take_number();
        const auto span =
            number && *number <= most_of_a_unit ? ahead.longest_of(unit.id) : std::nullopt;
        if (!span || span->length != 1) continue;
        time = time.value_or(base::Millis{0}) + *number * unit.time;
        next_ += 2;
    }
    return time;
}

std::string Reader::take_rest() {
    std::string text{rest()};
    next_ = words_.size();
    return text;
}

} // namespace ansage::acts
