// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_dialog.hpp"

#include "acts/table_header.hpp"
#include "app/clock/presets.hpp"
#include "clock/time_control.hpp"
#include "telling/names_by_ear.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace ansage::app {

namespace {

enum class Next : std::uint8_t { on, back, leave };

using wording::Catalogue;
using wording::Text;

struct Choice {
    std::string value;
    Text text; // as it is told
};

Text as_it_is(std::string text) {
    return [text = std::move(text)](const Catalogue&) { return text; };
}

Text say(std::string_view id) {
    return [id](const Catalogue& in) { return in.sentence(id); };
}

// The questions of one table, in their order.
class Dialog {
public:
    Dialog(const SetupTalk& talk, const SetupOffers& offers, SetupAnswers answers)
        : talk_(talk),
          offers_(offers),
          answers_(std::move(answers)) {}

    std::optional<SetupAnswers> run() {
        tell(say("setup.welcome"));
        for (std::size_t i = 0; i < questions.size();) {
            switch (applies(i) ? (this->*questions.at(i).ask)() : Next::on) {
            case Next::on:
                ++i;
                break;
            case Next::back:
                i = before(i);
                break;
            case Next::leave:
                tell(say("setup.left"));
                return std::nullopt;
            }
        }
        return answers_;
    }

private:
    struct Question {
        Next (Dialog::*ask)() = nullptr;
        bool (Dialog::*is_wanted)() const = nullptr; // always, if there is none
    };

    static const std::array<Question, 19> questions;

    [[nodiscard]] bool applies(std::size_t i) const {
        const auto is_wanted = questions.at(i).is_wanted;
        return is_wanted == nullptr || (this->*is_wanted)();
    }

    // The question before that one that was asked.
    [[nodiscard]] std::size_t before(std::size_t i) const {
        do {
            i -= i == 0 ? 0 : 1;
        } while (!applies(i));
        return i;
    }

    // A sighted player looks at clock and board (D.2.6).
    [[nodiscard]] bool is_impaired() const { return answers_.vision == "impaired"; }

    [[nodiscard]] bool has_identity_board() const {
        return is_impaired() && !answers_.port.empty() && answers_.board == "identity";
    }

    // What is for one ear is heard there and nowhere else (D.2.10.4).
    [[nodiscard]] bool needs_ear() const {
        const bool white = answers_.color == "white";
        return is_impaired() && !offers_.sound.devices.empty() &&
            !(white ? offers_.sound.has_ear.white : offers_.sound.has_ear.black);
    }

    Next ask_ear() {
        std::vector<Choice> choices{{"default", say("setup.ear_default")}};
        for (const std::string& device : offers_.sound.devices) {
            choices.push_back({device, as_it_is(device)});
        }
        choices.push_back({"none", say("setup.ear_none")});
        return choose(say("setup.ear"), choices, answers_.ear);
    }

    // Two who do not see at one machine: each has an ear of his own, if it is only a side.
    [[nodiscard]] bool needs_opponents_ear() const {
        const bool white = answers_.color == "white";
        const bool has_ear = white ? offers_.sound.has_ear.black : offers_.sound.has_ear.white;
        return answers_.opponent == "impaired" && !offers_.sound.devices.empty() && !has_ear;
    }

    Next ask_opponents_ear() {
        std::vector<Choice> choices;
        if (!answers_.ear.empty() && answers_.ear != "none") {
            choices.push_back({"split", say("setup.ear_split")});
        }
        choices.push_back({"none", say("setup.ear_none")});
        for (const std::string& device : offers_.sound.devices) {
            choices.push_back({device, as_it_is(device)});
        }
        return choose(say("setup.opponent_ear"), choices, answers_.opponent_ear);
    }

    // The standing request, which the arbiter accepts together with the rest.
    Next ask_alarms() {
        return choose(
            say("setup.alarms"),
            terms(
                {{"none", "setup.alarms_none"},
                 {"words", "setup.alarms_words"},
                 {"tones", "setup.alarms_tones"}}
            ),
            answers_.alarms
        );
    }

    Next ask_squares() {
        return choose(
            say("setup.squares"),
            terms({{"no", "setup.no"}, {"yes", "setup.yes"}}),
            answers_.squares
        );
    }

    // D.2.11: where one who does not see meets one who does not hear, and nobody assists yet.
    [[nodiscard]] bool should_have_assistant() const {
        return is_impaired() && answers_.opponent == "deaf" && answers_.announces != "assistant";
    }

    // Without one, the arbiter has to set the article aside when all is accepted together.
    Next ask_opponents_assistant() {
        return choose(
            say("setup.opponent_assistant"),
            terms({{"yes", "setup.with_assistant"}, {"no", "setup.without_assistant"}}),
            answers_.opponent_assistant
        );
    }

    Next ask_opponent_name() {
        return write(
            "setup.opponent_name",
            answers_.opponent_name,
            enter_takes(answers_.opponent_name),
            nullptr
        );
    }

    Next ask_language() {
        std::vector<Choice> choices;
        for (const std::string& language : offers_.languages) {
            choices.push_back({language, as_it_is(name_of_language(language))});
        }
        if (!offers_.laws.empty() || offers_.words.size() > 1) {
            choices.push_back({"", say("setup.others")});
        }
        propose_edition();
        std::string chosen = answers_.language;
        const Next next = choose(proposal("setup.language"), choices, chosen);
        if (next != Next::on) {
            return next;
        }
        if (chosen.empty()) {
            return ask_others() == Next::leave ? Next::leave : ask_language();
        }
        if (std::exchange(answers_.language, chosen) != chosen) {
            propose_edition();
            tell(proposal("setup.proposed"));
        }
        return next;
    }

    // Other Laws, words or cells than those that come with the language.
    Next ask_others() {
        const std::string before = answers_.profile;
        Next next = offers_.laws.empty()
            ? Next::on
            : choose(say("setup.laws"), names("laws", offers_.laws), answers_.profile);
        if (next == Next::on && answers_.profile != before) {
            const auto found = std::ranges::find_if(offers_.editions, [this](const auto& each) {
                return each.second.profile == answers_.profile;
            });
            answers_.words =
                found == offers_.editions.end() ? answers_.words : found->second.vocabulary;
        }
        if (next == Next::on) {
            next = ask_words();
        }
        if (next == Next::on && !offers_.codes.empty()) {
            next = choose(say("setup.braille"), names("braille", offers_.codes), answers_.braille);
        }
        return next == Next::on ? ask_tones() : next;
    }

    // What somebody chose by name stays as it is.
    Next ask_tones() {
        std::vector<Choice> choices =
            terms({{"", "setup.alarms_words"}, {"all", "setup.alarms_tones"}});
        if (!answers_.tones.empty() && answers_.tones != "all") {
            choices.push_back({answers_.tones, as_it_is(answers_.tones)});
        }
        return choose(say("setup.tones"), choices, answers_.tones);
    }

    // What comes together with a language.
    [[nodiscard]] Text proposal(std::string_view id) const {
        return [this, id](const Catalogue& in) {
            const std::string name = name_of_language(answers_.language);
            const std::string laws = telling::name_by_ear(
                in,
                "laws",
                answers_.profile.empty() ? acts::default_header().profile : answers_.profile
            );
            const std::string words = telling::name_by_ear(in, "words", answers_.words);
            const std::string braille = answers_.braille.empty()
                ? in.sentence("setup.nothing")
                : telling::name_by_ear(in, "braille", answers_.braille);
            return in.sentence(
                id,
                {{"text", std::string_view{name}},
                 {"where", std::string_view{laws}},
                 {"words", std::string_view{words}},
                 {"list", std::string_view{braille}}}
            );
        };
    }

    // As its speakers call it; by its code, if they do not say.
    [[nodiscard]] std::string name_of_language(const std::string& language) const {
        constexpr std::string_view name = "setup.language_name";
        const Catalogue& in = talk_.catalogue(language);
        return in.has(name) ? in.sentence(name) : language;
    }

    // Its Laws, words and cells, unless the player has chosen others before.
    void propose_edition() {
        const auto edition = offers_.editions.find(answers_.language);
        if (edition != offers_.editions.end()) {
            propose(edition->second.profile, proposed_.profile, answers_.profile);
            propose(edition->second.vocabulary, proposed_.words, answers_.words);
        }
        const auto code = offers_.braille.find(answers_.language);
        if (code != offers_.braille.end()) {
            propose(code->second, proposed_.braille, answers_.braille);
        }
    }

    static void propose(const std::string& name, std::string& before, std::string& into) {
        if (into.empty() || into == before) {
            into = name;
        }
        before = name;
    }

    Next ask_name() {
        return write("setup.name", answers_.name, enter_takes(answers_.name), nullptr);
    }

    Next ask_color() {
        return choose(
            say("setup.color"),
            terms({{"white", "player.white"}, {"black", "player.black"}}),
            answers_.color
        );
    }

    Next ask_vision() {
        return choose(
            say("setup.vision"),
            terms({{"impaired", "setup.impaired"}, {"sighted", "setup.sighted"}}),
            answers_.vision
        );
    }

    Next ask_board() { return ask_port("setup.board", answers_.port, answers_.board); }

    Next ask_announcer() {
        return choose(
            say("setup.announces"),
            terms(
                {{"self", "setup.by_player"},
                 {"assistant", "setup.by_assistant"},
                 {"device", "setup.by_device"}}
            ),
            answers_.announces
        );
    }

    Next ask_opponent() {
        return choose(
            say("setup.opponent"),
            terms(
                {{"sighted", "setup.sighted"},
                 {"impaired", "setup.impaired"},
                 {"deaf", "setup.deaf"}}
            ),
            answers_.opponent
        );
    }

    Next ask_opponent_board() {
        return ask_port("setup.opponent_board", answers_.opponent_port, answers_.opponent_board);
    }

    // A time control as it is written, or the number of a preset; a key has them all told.
    Next ask_time() {
        const Next next =
            write("setup.time", answers_.time, enter_takes(time_words()), [this](const auto& text) {
                return means("key.list", text) || time_of(text).has_value();
            });
        if (next == Next::on && means("key.list", answers_.time)) {
            answers_.time = SetupAnswers{}.time;
            tell_presets();
            return ask_time();
        }
        answers_.time = time_of(answers_.time).value_or(answers_.time);
        return next;
    }

    void tell_presets() {
        for (const profiles::TimePreset& preset : offers_.presets) {
            tell([&preset](const Catalogue& in) { return words_of(preset, in); });
        }
    }

    [[nodiscard]] std::optional<std::string> time_of(const std::string& text) const {
        const auto number = terminal::parse_number(text);
        const auto* const preset = number ? find_preset(offers_.presets, *number) : nullptr;
        if (preset != nullptr) {
            return preset->spec;
        }
        return clock::parse_time_control(text) ? std::optional{text} : std::nullopt;
    }

    [[nodiscard]] Text time_words() const {
        return [time = answers_.time](const Catalogue& in) {
            const auto control = clock::parse_time_control(time);
            return control ? words_of(*control, in) : time;
        };
    }

    Next ask_words() {
        return choose(say("setup.words"), names("words", offers_.words), answers_.words);
    }

    Next ask_mode() {
        return choose(
            say("setup.mode"),
            terms(
                {{"tournament", "setup.mode_tournament"},
                 {"club", "setup.mode_club"},
                 {"training", "setup.mode_training"}}
            ),
            answers_.mode
        );
    }

    // A.4, B.2: in rapid and blitz the number of games that an arbiter watches, and whether they
    // are written down, decide which rules apply.
    [[nodiscard]] bool is_watched() const {
        const auto edition = std::ranges::find_if(offers_.editions, [this](const auto& each) {
            return each.second.profile == answers_.profile;
        });
        const auto control = clock::parse_time_control(answers_.time);
        return answers_.mode == "tournament" && edition != offers_.editions.end() && control &&
            clock::time_class(*control, edition->second.class_limits) != clock::TimeClass::standard;
    }

    Next ask_arbiter_games() {
        return write(
            "setup.arbiter_games",
            answers_.arbiter_games,
            enter_takes(answers_.arbiter_games),
            [](const std::string& text) { return terminal::parse_number(text).value_or(0) > 0; }
        );
    }

    Next ask_arbiter_records() {
        return choose(
            say("setup.arbiter_records"),
            terms({{"yes", "setup.yes"}, {"no", "setup.no"}}),
            answers_.arbiter_records
        );
    }

    // Each ruling is confirmed by the arbiter at the table.
    [[nodiscard]] bool may_be_ruled_from_hall() const {
        return offers_.reports_to_hall && answers_.mode == "tournament";
    }

    Next ask_hall_rulings() {
        return choose(
            say("setup.hall_rulings"),
            terms({{"no", "setup.no"}, {"yes", "setup.yes"}}),
            answers_.hall_rulings
        );
    }

    // Which of the boards found, and, if it is one, what it knows of its pieces.
    Next ask_port(std::string_view id, std::string& port, std::string& board) {
        std::vector<Choice> choices{{"", say("setup.no_board")}};
        for (const SetupBoard& found : offers_.boards) {
            choices.push_back({found.port, as_it_is(found.title)});
        }
        // It was plugged in last time, or remembered without its name.
        const auto known = std::ranges::find_if(choices, [&](const Choice& choice) {
            return choice.value == port || choice.value.ends_with(':' + port);
        });
        port = known == choices.end() ? "" : known->value;
        const Next next = choose(say(id), choices, port);
        if (next != Next::on || port.empty()) {
            return next;
        }
        const auto chosen = std::ranges::find(offers_.boards, port, &SetupBoard::port);
        if (!chosen->kind.empty()) {
            board = chosen->kind;
            return next;
        }
        return choose(
            say("setup.kind"),
            terms({{"occupancy", "setup.occupancy"}, {"identity", "setup.identity"}}),
            board
        );
    }

    [[nodiscard]] std::vector<Choice>
    names(std::string_view kind, const std::vector<std::string>& profiles) const {
        std::vector<Choice> choices;
        choices.reserve(profiles.size());
        for (const std::string& name : profiles) {
            choices.push_back({name, [kind, name](const Catalogue& in) {
                                   return telling::name_by_ear(in, kind, name);
                               }});
        }
        return choices;
    }

    // --- how one is asked
    Next choose(const Text& sentence, const std::vector<Choice>& choices, std::string& into) {
        const auto kept = std::ranges::find(choices, into, &Choice::value);
        if (kept == choices.end()) {
            into = choices.front().value;
        }
        while (true) {
            tell([&](const Catalogue& in) { return question(in, sentence(in), choices, into); });
            const auto heard = talk_.hear();
            if (const auto next = way_out(heard)) {
                return *next;
            }
            const std::string answer{terminal::trim(*heard)};
            const auto number = terminal::parse_number(answer);
            if (answer.empty()) {
                return Next::on;
            }
            if (number && *number >= 1 && *number <= choices.size()) {
                into = choices[*number - 1].value;
                return Next::on;
            }
            tell_again(answer, say("setup.not_understood"));
        }
    }

    using Check = std::function<bool(const std::string&)>;

    // `taken` tells the default.
    Next write(std::string_view id, std::string& into, const Text& taken, const Check& good) {
        while (true) {
            tell([&](const Catalogue& in) { return in.sentence(id) + ' ' + taken(in); });
            const auto heard = talk_.hear();
            if (const auto next = way_out(heard)) {
                return *next;
            }
            const std::string answer{terminal::trim(*heard)};
            if (answer.empty()) {
                return Next::on;
            }
            const bool is_key = means("key.repeat", answer) || answer == "?";
            if (!is_key && (!good || good(answer))) {
                into = answer;
                return Next::on;
            }
            tell_again(answer, [&](const Catalogue& in) {
                return in.sentence("setup.not_written", {{"text", std::string_view{answer}}});
            });
        }
    }

    // Absent: the answer is one. Who says nothing any more has left.
    [[nodiscard]] std::optional<Next> way_out(const std::optional<std::string>& answer) const {
        if (!answer || means("key.leave", *answer)) {
            return Next::leave;
        }
        return means("key.back", *answer) ? std::optional{Next::back} : std::nullopt;
    }

    [[nodiscard]] bool means(std::string_view id, std::string_view answer) const {
        return talk_.catalogue(answers_.language).means(id, answer);
    }

    // Before the question comes again: one key only repeats it, "?" tells the keys.
    void tell_again(const std::string& answer, const Text& not_understood) {
        if (!means("key.repeat", answer)) {
            tell(answer == "?" ? say("setup.welcome") : not_understood);
        }
    }

    [[nodiscard]] static std::string question(
        const Catalogue& in,
        std::string text,
        const std::vector<Choice>& choices,
        const std::string& taken
    ) {
        for (std::size_t i = 0; i < choices.size(); ++i) {
            text += fmt::format(" {}: {}.", i + 1, choices[i].text(in));
        }
        const auto kept = std::ranges::find(choices, taken, &Choice::value);
        return text + ' ' + enter_takes(kept->text)(in);
    }

    [[nodiscard]] static Text enter_takes(Text taken) {
        return [taken = std::move(taken)](const Catalogue& in) {
            const std::string text = taken(in);
            const std::string words = text.empty() ? in.sentence("setup.nothing") : text;
            return in.sentence("setup.default", {{"text", std::string_view{words}}});
        };
    }

    [[nodiscard]] static Text enter_takes(const std::string& taken) {
        return enter_takes(as_it_is(taken));
    }

    [[nodiscard]] static std::vector<Choice>
    terms(std::initializer_list<std::pair<std::string_view, std::string_view>> list) {
        std::vector<Choice> choices;
        for (const auto& [value, id] : list) {
            choices.push_back({std::string{value}, say(id)});
        }
        return choices;
    }

    void tell(const Text& text) const {
        talk_.tell(talk_.catalogue(answers_.language).compose(text));
    }

    const SetupTalk& talk_;
    const SetupOffers& offers_;
    SetupAnswers answers_;
    SetupAnswers proposed_; // with the language before
};

const std::array<Dialog::Question, 19> Dialog::questions{{
    {&Dialog::ask_language},
    {&Dialog::ask_name},
    {&Dialog::ask_color},
    {&Dialog::ask_vision},
    {&Dialog::ask_board},
    {&Dialog::ask_announcer},
    {&Dialog::ask_ear, &Dialog::needs_ear},
    {&Dialog::ask_alarms, &Dialog::is_impaired},
    {&Dialog::ask_squares, &Dialog::has_identity_board},
    {&Dialog::ask_opponent},
    {&Dialog::ask_opponents_assistant, &Dialog::should_have_assistant},
    {&Dialog::ask_opponents_ear, &Dialog::needs_opponents_ear},
    {&Dialog::ask_opponent_name},
    {&Dialog::ask_opponent_board},
    {&Dialog::ask_time},
    {&Dialog::ask_mode},
    {&Dialog::ask_arbiter_games, &Dialog::is_watched},
    {&Dialog::ask_arbiter_records, &Dialog::is_watched},
    {&Dialog::ask_hall_rulings, &Dialog::may_be_ruled_from_hall},
}};

} // namespace

std::optional<SetupAnswers>
ask_for_table(const SetupTalk& talk, const SetupOffers& offers, SetupAnswers defaults) {
    return Dialog{talk, offers, std::move(defaults)}.run();
}

} // namespace ansage::app
