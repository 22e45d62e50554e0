// SPDX-License-Identifier: GPL-3.0-or-later
#include "acts/spoken_commands.hpp"

#include "chess/types.hpp"
#include "phonetics/announcement.hpp"
#include "phonetics/fold.hpp"
#include "table/disputes/arbiter_acts.hpp"
#include "telling/position_words.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace ansage::acts {

namespace {

using namespace std::chrono_literals;
using namespace std::string_view_literals;
using WordList = std::vector<std::string>;

// Beside those of the arbiter's that have a row in the table's own list.
constexpr std::array list_of_commands{
    SpokenCommand{"command.announces", "announces"},
    SpokenCommand{"command.repeats", "repeats"},
    SpokenCommand{"command.corrects", "corrects"},
    SpokenCommand{"command.executes", "executes"},
    SpokenCommand{"command.confirms", "confirms"},
    SpokenCommand{"command.takeback", "proposes takeback"},
    SpokenCommand{"command.proposes", "proposes"},
    SpokenCommand{"command.compares", "compares boards"},
    SpokenCommand{"command.answers", "answers"},
    SpokenCommand{"command.acknowledges", "acknowledges"},
    SpokenCommand{"command.presses", "presses"},
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
    SpokenCommand{"command.rejects", "rejects"},
    SpokenCommand{"command.accepts_alarms", "accepts alarms"},
    SpokenCommand{"command.rejects_alarms", "rejects alarms"},
    SpokenCommand{"command.last", "asks last"},
    SpokenCommand{"command.again", "asks repeat"},
    SpokenCommand{"command.clocks", "asks both"},
    SpokenCommand{"command.time", "asks time"},
    SpokenCommand{"command.opponent", "asks opponent"},
    SpokenCommand{"command.moves", "asks moves"},
    SpokenCommand{"command.score", "asks score"},
    SpokenCommand{"command.since", "asks since"},
    SpokenCommand{"command.board", "asks position"},
    SpokenCommand{"command.evidence", "asks evidence"},
    SpokenCommand{"command.agenda", "asks agenda"},
    SpokenCommand{"command.sets", "sets"},
    SpokenCommand{"command.adds", "adds"},
    SpokenCommand{"command.warns", "warns"},
    SpokenCommand{"command.restores", "restores ply"},
    SpokenCommand{"command.ends", "ends"},
    SpokenCommand{"command.override", "override"},
    SpokenCommand{"command.enter_presses", "enter presses"},
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

constexpr SpokenCommand because_word{"command.because", "because"};
constexpr SpokenCommand for_word{"command.for", "for"};

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

std::string folded(std::string_view text) { return phonetics::fold(text); }

// What stands for a letter that a keyboard lacks: "ä=ae".
std::vector<phonetics::Spelling> letters_instead(const wording::Catalogue& in) {
    std::vector<phonetics::Spelling> spellings;
    for (const auto& [letter, instead] : wording::read_spellings(in.sentence("command.letters")))
        spellings.push_back({.letter = letter, .instead = instead});
    return spellings;
}

// "announces, announce": each phrase as its words, without accents and as people write it without
// its letters.
std::vector<WordList> phrases_of(std::string_view id, const wording::Catalogue& in) {
    const std::vector<phonetics::Spelling> spellings = letters_instead(in);
    std::vector<WordList> phrases;
    const std::string all = in.sentence(id) + ',';
    for (std::size_t begin = 0, end = all.find(','); end != std::string::npos;
         begin = end + 1, end = all.find(',', begin)) {
        WordList plain = terminal::split_words(all.substr(begin, end - begin));
        WordList spelt{plain};
        std::ranges::transform(plain, plain.begin(), folded);
        std::ranges::transform(spelt, spelt.begin(), [&](const std::string& word) {
            return phonetics::fold(word, spellings);
        });
        phrases.push_back(std::move(plain));
        phrases.push_back(std::move(spelt));
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
    for (const WordList& phrase : phrases)
        longest = stands_at(phrase, words, at) ? std::max(longest, phrase.size()) : longest;
    return longest;
}

// Questions that nothing follows: "moves 24" sets a counter, and "clock presses" is no question.
bool is_whole_line(std::string_view act) {
    constexpr std::array<std::string_view, 7> acts{
        "asks last",
        "asks repeat",
        "asks both",
        "asks time",
        "asks opponent",
        "asks moves",
        "asks since"};
    return std::ranges::find(acts, act) != acts.end();
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
        const std::size_t length = longest_at(phrases_of(command.id, in), words, at);
        if (length > (best ? best->length : 0) &&
            (!is_whole_line(command.act) || at + length == words.size()))
            best = PhraseMatch{command.act, length};
    }
    return best;
}

// "nehme vorschlag 2 an": a number of the agenda stands within the phrase, and is put behind it.
// Elsewhere the words stay as they are.
WordList with_number_behind(WordList words, std::size_t at, const wording::Catalogue& in) {
    const auto number = std::find_if(
        words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size())),
        words.end(),
        [](const std::string& word) { return terminal::parse_number(word).has_value(); }
    );
    if (number == words.end()) return words;
    const auto before = static_cast<std::size_t>(number - words.begin()) - at;
    WordList without{words};
    without.erase(without.begin() + (number - words.begin()));
    const auto whole = match_at(spoken_commands(), without, at, in);
    if (!whole || whole->length <= before) return words;
    without.insert(without.begin() + static_cast<std::ptrdiff_t>(at + whole->length), *number);
    return without;
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

struct TimeMatch {
    base::Millis time{0};
    std::size_t length = 0; // in words
};

// "2 Minuten 30 Sekunden".
TimeMatch time_at(const WordList& words, std::size_t at, const wording::Catalogue& in) {
    TimeMatch time;
    const auto is_left = [&] { return at + time.length + 1 < words.size(); };
    for (const TimeUnit& unit : time_units) {
        const auto number =
            is_left() ? terminal::parse_number(words[at + time.length]) : std::nullopt;
        const bool is_it = number && *number <= most_of_a_unit &&
            longest_at(phrases_of(unit.id, in), words, at + time.length + 1) == 1;
        if (is_it) {
            time.time += *number * unit.time;
            time.length += 2;
        }
    }
    return time;
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
        if (match_at(std::span{&because_word, 1}, words, at, in)) {
            append(text, because_word.act);
            append(text, terminal::join_words(words, at + 1));
            return;
        }
        const TimeMatch time = time_at(words, at, in);
        append(text, time.length > 0 ? terminal::to_clock_time(time.time) : words[at]);
        at += time.length > 0 ? time.length - 1 : 0;
    }
}

bool is_player(std::string_view act) { return act == "white" || act == "black"; }

// "weiß-assistenz": two names in one word. Absent if it is no such pair.
std::optional<std::string>
hyphenated_assistant(std::string_view word, const wording::Catalogue& in) {
    const std::size_t hyphen = word.find('-');
    if (hyphen == std::string_view::npos) return std::nullopt;
    const WordList halves{
        std::string{word.substr(0, hyphen)}, std::string{word.substr(hyphen + 1)}};
    const auto player = match_at(actor_words, halves, 0, in);
    const auto assistant = match_at(actor_words, halves, 1, in);
    const bool is_pair =
        player && is_player(player->act) && assistant && assistant->act == "assistant";
    return is_pair ? std::optional{std::string{player->act} + "-assistant"} : std::nullopt;
}

// Who acts, as a table script names them.
struct ActorMatch {
    std::string text;
    std::size_t length = 0; // in words
};

// "für weiß", where it stands.
std::optional<ActorMatch>
for_player_at(const WordList& words, std::size_t at, const wording::Catalogue& in) {
    const auto preposition = match_at(std::span{&for_word, 1}, words, at, in);
    const auto player =
        preposition ? match_at(actor_words, words, at + preposition->length, in) : std::nullopt;
    if (!player || !is_player(player->act)) return std::nullopt;
    return ActorMatch{"for " + std::string{player->act}, preposition->length + player->length};
}

// "weiß", "weiß-assistenz", "weiß assistenz", "assistenz für weiß", and at an assistant's own
// console "für weiß".
std::optional<ActorMatch> actor_at_front(const WordList& words, const wording::Catalogue& in) {
    if (words.empty()) return std::nullopt;
    if (auto assistant = hyphenated_assistant(words.front(), in))
        return ActorMatch{*std::move(assistant), 1};
    const auto actor = match_at(actor_words, words, 0, in);
    if (!actor) return for_player_at(words, 0, in);
    if (actor->act == "assistant") {
        const auto player = for_player_at(words, actor->length, in);
        return player ? ActorMatch{"assistant " + player->text, actor->length + player->length}
                      : ActorMatch{"assistant", actor->length};
    }
    const auto second = match_at(actor_words, words, actor->length, in);
    if (is_player(actor->act) && second && second->act == "assistant")
        return ActorMatch{std::string{actor->act} + "-assistant", actor->length + second->length};
    return ActorMatch{std::string{actor->act}, actor->length};
}

// Where a question about pieces names them: after "p", and after "asks pieces".
std::optional<std::size_t> place_of_piece(const WordList& words) {
    if (words.size() > 1 && words.front() == "p") return 1;
    for (std::size_t at = 2; at < words.size(); ++at)
        if (words[at - 2] == "asks" && words[at - 1] == "pieces") return at;
    return std::nullopt;
}

// Where a question about squares names them: after "s", "d", "a", and after "asks square".
std::optional<std::size_t> place_of_square(const WordList& words) {
    constexpr std::array<std::string_view, 6> keys{"s", "S", "d", "D", "a", "A"};
    if (words.size() > 1 && std::ranges::find(keys, words.front()) != keys.end()) return 1;
    for (std::size_t at = 2; at < words.size(); ++at)
        if (words[at - 2] == "asks" && (words[at - 1] == "square" || words[at - 1] == "squares"))
            return at;
    return std::nullopt;
}

std::optional<chess::Role> piece_called(const WordList& name, const wording::Catalogue& in) {
    const auto* const piece = std::ranges::find_if(piece_names, [&](const PieceName& each) {
        return longest_at(phrases_of(each.id, in), name, 0) == name.size();
    });
    return piece == piece_names.end() ? std::nullopt : std::optional{piece->role};
}

// "weißer Bauer" in the words of the catalogue, with every name that the piece has there.
bool is_colored_piece(
    const WordList& said, chess::Piece piece, const wording::Catalogue& in, const WordList& names
) {
    const bool is_white = piece.color == chess::Color::white;
    std::string id = is_white ? "piece.white" : "piece.black";
    id += piece.role == chess::Role::queen ? "_queen" : "";
    const std::vector<WordList> colors =
        phrases_of(is_white ? "command.white" : "command.black", in);
    const std::vector<phonetics::Spelling> spellings = letters_instead(in);
    return std::ranges::any_of(names, [&](const std::string& name) {
        const std::string whole = in.sentence(id, {{"piece", std::string_view{name}}});
        const std::string text = folded(terminal::join_words(said, 0));
        const auto is_it = [&](const std::string& other) {
            return text == folded(other) || text == phonetics::fold(other, spellings);
        };
        return is_it(whole) || std::ranges::any_of(colors, [&](const WordList& color) {
                   const std::string word = terminal::join_words(color, 0);
                   return is_it(word + ' ' + name) || is_it(name + ' ' + word);
               });
    });
}

std::vector<SpokenCommand> all_commands() {
    std::vector<SpokenCommand> commands{list_of_commands.begin(), list_of_commands.end()};
    for (const table::ArbiterActRow& row : table::arbiter_acts())
        if (!row.phrase.empty()) commands.push_back({row.phrase, row.written});
    return commands;
}

} // namespace

std::span<const SpokenCommand> spoken_commands() {
    static const std::vector<SpokenCommand> commands = all_commands();
    return commands;
}

std::string
in_script_words(std::string_view line, const wording::Catalogue& in, NamesActor names_actor) {
    if (terminal::trim(line).starts_with('?')) { // "? drücke" asks what that does
        const std::string topic =
            in_script_words(terminal::trim(terminal::trim(line).substr(1)), in, NamesActor::no);
        return std::string{terminal::trim("? " + topic)};
    }
    WordList words = terminal::split_words(line);
    std::string text;
    std::size_t at = 0;
    if (names_actor == NamesActor::yes) {
        if (const auto actor = actor_at_front(words, in)) {
            text = actor->text;
            at = actor->length;
        }
    }
    words = with_number_behind(std::move(words), at, in);
    const auto command = match_at(spoken_commands(), words, at, in);
    if (!command && at == 0) return std::string{line};
    if (!command) { // at the clock a line may set something without a verb
        append_rest(text, words, at, in);
        return text;
    }
    append(text, command->act);
    at += command->length;
    if (command->act == "proposes") { // and then what an arbiter would do
        const std::string what =
            in_script_words(terminal::join_words(words, at), in, NamesActor::no);
        append(text, what.starts_with("proposes ") ? what.substr("proposes "sv.size()) : what);
        return std::string{terminal::trim(text)};
    }
    if (is_followed_by_speech(command->act)) append(text, terminal::join_words(words, at));
    else append_rest(text, words, at, in);
    return std::string{terminal::trim(text)};
}

std::string in_script_words(
    std::string_view line, std::string_view language, const telling::TableWords& words
) {
    const wording::Catalogue& in = words.catalogue(language);
    std::string text = in_script_words(line, in, NamesActor::yes);
    const WordList list = terminal::split_words(text);
    if (const auto square_at = place_of_square(list)) {
        const std::string square =
            telling::square_called(words.vocabulary(), terminal::join_words(list, *square_at));
        const WordList before{list.begin(), list.begin() + static_cast<std::ptrdiff_t>(*square_at)};
        return square.empty() ? text : terminal::join_words(before, 0) + ' ' + square;
    }
    constexpr std::string_view answers = "answers";
    if (const auto verb = std::ranges::find(list, answers); verb != list.end()) {
        const auto said = verb + 1;
        const std::string piece =
            piece_on_square(terminal::join_words({said, list.end()}, 0), language, words);
        return piece.empty() ? text : terminal::join_words({list.begin(), said}, 0) + ' ' + piece;
    }
    const std::optional<std::size_t> at = place_of_piece(list);
    if (!at) return text;
    const auto name_begins = list.begin() + static_cast<std::ptrdiff_t>(*at);
    auto role = words.hearing().piece_called(terminal::join_words(list, *at));
    if (!role) role = piece_called({name_begins, list.end()}, in);
    if (!role) return text;
    return terminal::join_words({list.begin(), name_begins}, 0) + ' ' + chess::to_char(*role);
}

namespace {

// As the language names it, and as the vocabulary says it.
std::vector<std::string> names_of_piece(
    const PieceName& piece, const wording::Catalogue& in, const telling::TableWords& words
) {
    std::vector<std::string> names;
    for (const WordList& phrase : phrases_of(piece.id, in))
        names.push_back(terminal::join_words(phrase, 0));
    names.push_back(phonetics::to_text(phonetics::announce(words.vocabulary(), piece.role)));
    return names;
}

} // namespace

std::string piece_on_square(
    std::string_view said, std::string_view language, const telling::TableWords& words
) {
    const wording::Catalogue& in = words.catalogue(language);
    const WordList list = terminal::split_words(said);
    if (longest_at(phrases_of("square.free", in), list, 0) == list.size() ||
        longest_at(phrases_of("command.empty", in), list, 0) == list.size())
        return list.empty() ? std::string{} : "empty";
    for (const PieceName& piece : piece_names) {
        const WordList names = names_of_piece(piece, in, words);
        const auto* const color = std::ranges::find_if(chess::both_colors, [&](chess::Color each) {
            return is_colored_piece(list, {each, piece.role}, in, names);
        });
        if (color != chess::both_colors.end())
            return std::string{chess::to_char(chess::Piece{*color, piece.role})};
    }
    return {};
}

} // namespace ansage::acts
