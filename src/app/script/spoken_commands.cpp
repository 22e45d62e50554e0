#include "app/script/spoken_commands.hpp"

#include "app/cli/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace ansage::app {

namespace {

using WordList = std::vector<std::string>;

constexpr std::array list_of_commands{
    SpokenCommand{"command.announces", "announces"},
    SpokenCommand{"command.repeats", "repeats"},
    SpokenCommand{"command.corrects", "corrects"},
    SpokenCommand{"command.executes", "executes"},
    SpokenCommand{"command.confirms", "confirms"},
    SpokenCommand{"command.presses", "presses"},
    SpokenCommand{"command.pauses", "pauses"},
    SpokenCommand{"command.adjusts", "adjusts"},
    SpokenCommand{"command.adjusted", "adjusted"},
    SpokenCommand{"command.writes", "writes"},
    SpokenCommand{"command.records_from", "records from"},
    SpokenCommand{"command.offers_draw", "offers draw"},
    SpokenCommand{"command.accepts", "accepts"},
    SpokenCommand{"command.declines", "declines"},
    SpokenCommand{"command.claims_threefold", "claims threefold"},
    SpokenCommand{"command.claims_fifty", "claims fifty"},
    SpokenCommand{"command.claims_flag", "claims flag"},
    SpokenCommand{"command.claims_illegal", "claims illegal"},
    SpokenCommand{"command.claims_touch", "claims touch"},
    SpokenCommand{"command.claims_quickplay", "claims quickplay"},
    SpokenCommand{"command.resigns", "resigns"},
    SpokenCommand{"command.signs", "signs"},
    SpokenCommand{"command.alarms_words", "requests alarms words"},
    SpokenCommand{"command.alarms_tones", "requests alarms tones"},
    SpokenCommand{"command.alarms_none", "requests alarms none"},
    SpokenCommand{"command.accepts_proposal", "accepts proposal"},
    SpokenCommand{"command.rejects_proposal", "rejects proposal"},
    SpokenCommand{"command.accepts_alarms", "accepts alarms"},
    SpokenCommand{"command.rejects_alarms", "rejects alarms"},
    SpokenCommand{"command.evidence", "asks evidence"},
    SpokenCommand{"command.starts", "starts"},
    SpokenCommand{"command.resumes", "resumes"},
    SpokenCommand{"command.sets", "sets"},
    SpokenCommand{"command.adds", "adds"},
    SpokenCommand{"command.warns", "warns"},
    SpokenCommand{"command.rules_illegal", "rules illegal"},
    SpokenCommand{"command.rules_stands", "rules stands"},
    SpokenCommand{"command.rules_correct", "rules correct"},
    SpokenCommand{"command.rules_incorrect", "rules incorrect"},
    SpokenCommand{"command.restores", "restores ply"},
    SpokenCommand{"command.ends", "ends"},
    SpokenCommand{"command.adjourns", "adjourns"},
    SpokenCommand{"command.override", "override"},
    SpokenCommand{"command.help", "?"},
    SpokenCommand{"command.quit", "quit"},
};

constexpr std::array actor_words{
    SpokenCommand{"command.white", "white"},
    SpokenCommand{"command.black", "black"},
    SpokenCommand{"command.assistant", "assistant"},
    SpokenCommand{"command.arbiter", "arbiter"},
};

// What may follow a command or a name: a player, the move of a claim, the counter of moves, alarms.
constexpr std::array follower_words{
    SpokenCommand{"command.alarms", "alarms"},
    SpokenCommand{"command.in_words", "words"},
    SpokenCommand{"command.by_tones", "tones"},
    SpokenCommand{"command.none", "none"},
    SpokenCommand{"command.white", "white"},
    SpokenCommand{"command.black", "black"},
    SpokenCommand{"command.with", "with"},
    SpokenCommand{"command.counter", "moves"},
};

constexpr SpokenCommand because_word{"command.because", "because"};

// Small letters, and umlauts as two letters: "Drücke" and "druecke" are one word.
std::string folded(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> letters{{
        {"ä", "ae"},
        {"Ä", "ae"},
        {"ö", "oe"},
        {"Ö", "oe"},
        {"ü", "ue"},
        {"Ü", "ue"},
        {"ß", "ss"},
    }};
    std::string result{text};
    for (const auto& [letter, plain] : letters) {
        for (std::size_t at = result.find(letter); at != std::string::npos;
             at = result.find(letter)) {
            result.replace(at, letter.size(), plain);
        }
    }
    std::ranges::transform(result, result.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return result;
}

// "announces, announce": each phrase as its words.
std::vector<WordList> phrases_of(const SpokenCommand& command, const wording::Catalogue& in) {
    std::vector<WordList> phrases;
    const std::string all = folded(in.sentence(command.id)) + ',';
    for (std::size_t begin = 0, end = all.find(','); end != std::string::npos;
         begin = end + 1, end = all.find(',', begin)) {
        phrases.push_back(split_words(all.substr(begin, end - begin)));
    }
    return phrases;
}

bool stands_at(const WordList& phrase, const WordList& words, std::size_t at) {
    return !phrase.empty() && at + phrase.size() <= words.size() &&
        std::ranges::equal(phrase, std::span{words}.subspan(at, phrase.size()), {}, {}, folded);
}

// In words: 0 if none of them stands there.
std::size_t
longest_at(const std::vector<WordList>& phrases, const WordList& words, std::size_t at) {
    std::size_t longest = 0;
    for (const WordList& phrase : phrases) {
        longest = stands_at(phrase, words, at) ? std::max(longest, phrase.size()) : longest;
    }
    return longest;
}

struct PhraseMatch {
    std::string_view act;
    std::size_t length = 0; // in words
};

// The longest phrase: "nehme vorschlag an" before "nehme an".
std::optional<PhraseMatch> match_at(
    std::span<const SpokenCommand> list,
    const WordList& words,
    std::size_t at,
    const wording::Catalogue& in
) {
    std::optional<PhraseMatch> best;
    for (const SpokenCommand& command : list) {
        const std::size_t length = longest_at(phrases_of(command, in), words, at);
        if (length > (best ? best->length : 0)) {
            best = PhraseMatch{command.act, length};
        }
    }
    return best;
}

// Moves and reasons are people's own words.
bool is_followed_by_speech(std::string_view act) {
    constexpr std::array<std::string_view, 6> acts{
        "announces", "repeats", "corrects", "executes", "writes", "records from"};
    return std::ranges::find(acts, act) != acts.end();
}

void append(std::string& text, std::string_view words) {
    text += text.empty() ? "" : " ";
    text += words;
}

// What is left of an act: names, then whatever it is.
void append_rest(
    std::string& text, const WordList& words, std::size_t at, const wording::Catalogue& in
) {
    for (auto next = match_at(follower_words, words, at, in); next;
         next = match_at(follower_words, words, at, in)) {
        append(text, next->act);
        at += next->length;
    }
    for (; at < words.size(); ++at) {
        const auto because = match_at(std::span{&because_word, 1}, words, at, in);
        append(text, because ? because->act : std::string_view{words[at]});
    }
}

} // namespace

std::span<const SpokenCommand> spoken_commands() {
    return list_of_commands;
}

std::string
in_script_words(std::string_view line, const wording::Catalogue& in, NamesActor names_actor) {
    const WordList words = split_words(line);
    std::string text;
    std::size_t at = 0;
    if (names_actor == NamesActor::yes) {
        if (const auto actor = match_at(actor_words, words, 0, in)) {
            text = actor->act;
            at = actor->length;
        }
    }
    const auto command = match_at(list_of_commands, words, at, in);
    if (!command && at == 0) {
        return std::string{line};
    }
    if (!command) { // at the clock a line may set something without a verb
        append_rest(text, words, at, in);
        return text;
    }
    append(text, command->act);
    at += command->length;
    if (is_followed_by_speech(command->act)) {
        append(text, join_words(words, at));
    } else {
        append_rest(text, words, at, in);
    }
    return std::string{trim(text)};
}

} // namespace ansage::app
