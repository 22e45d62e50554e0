// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_dialog.hpp"

#include "app/clock/presets.hpp"
#include "app/setup/setup_asking.hpp"
#include "app/setup/setup_question.hpp"
#include "clock/time_control.hpp"
#include "table/model/names.hpp"
#include "telling/names_by_ear.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <tuple>
#include <utility>

namespace ansage::app {

namespace {

using wording::Catalogue;
using wording::Text;
using Check = SetupAsking::Check;

// The questions of one table, in their order.
class Dialog {
public:
    Dialog(const SetupTalk& talk, const SetupOffers& offers, SetupAnswers answers)
        : talk_(talk),
          asking_(talk, [this]() -> const Catalogue& { return listeners(); }),
          offers_(offers),
          answers_(std::move(answers)) {
        add([this] { return ask_language(); });
        add([this] { return ask_name("setup.name", answers_.own); });
        add([this] {
            return choose_name(
                "setup.color",
                terms({{"white", "player.white"}, {"black", "player.black"}}),
                answers_.color
            );
        });
        add([this] { return ask_vision(); });
        add([this] { return ask_port("setup.board", answers_.own); });
        for (const acts::SeatSetting& row : acts::seat_settings()) {
            if (row.name == "alarms") // whoever hears nothing yet chooses first through what
                add([this] { return ask_ear(); }, [this] { return needs_ear(); });
            add(row, answers_.own.seat, [this] { return own_seat(answers_); });
        }
        add([this] { return ask_assistant("setup.own_assistant", answers_.own_assistant); },
            [this] { return needs_own_assistant(); });
        add([this] { return ask_opponent(); });
        add(
            [this] {
                return ask_assistant("setup.opponent_assistant", answers_.opponent_assistant);
            },
            [this] { return lacks_assistant(); }
        );
        add([this] { return ask_opponents_ear(); }, [this] { return needs_opponents_ear(); });
        add([this] { return ask_name("setup.opponent_name", answers_.opponent); });
        add([this] { return ask_port("setup.opponent_board", answers_.opponent); });
        add([this] { return ask_time(); });
        for (const acts::TableSetting& row : acts::table_settings())
            add(row, answers_.table, [this] { return answers_.table; });
        add([this] { return ask_pages(); }, [this] { return has_pages_to_accept(); });
    }

    std::optional<SetupAnswers> run() {
        asking_.tell(says("setup.welcome"));
        for (std::size_t i = 0; i < questions_.size();) {
            switch (questions_[i].is_wanted() ? questions_[i].ask() : Next::on) {
            case Next::on: ++i; break;
            case Next::back: i = before(i); break;
            case Next::leave: asking_.tell(says("setup.left")); return std::nullopt;
            }
        }
        return answers_;
    }

private:
    struct Question {
        std::function<Next()> ask;
        std::function<bool()> is_wanted;
    };

    void add(
        std::function<Next()> ask, std::function<bool()> is_wanted = [] { return true; }
    ) {
        questions_.push_back({std::move(ask), std::move(is_wanted)});
    }

    // `known` is what decides whether it is asked.
    template <class Subject, class Known>
    void add(const acts::Setting<Subject>& row, Subject& into, Known known) {
        if (row.question.sentence.empty()) return;
        const auto is_asked = row.question.is_asked;
        questions_.push_back(
            {[this, &row, &into] { return ask(row, into); },
             [this, is_asked, known] {
                 const acts::Occasion now{
                     .is_quick = is_quick(), .has_hall = offers_.reports_to_hall};
                 return is_asked == nullptr || is_asked(known(), now);
             }}
        );
    }

    template <class Subject>
    Next ask(const acts::Setting<Subject>& row, Subject& into) {
        std::string value = row.access.write(into);
        std::vector<Choice> choices;
        for (const acts::Answer& answer : row.question.answers) {
            if (!answer.sentence.empty())
                choices.push_back({std::string{answer.value}, says(answer.sentence)});
        }
        const Check can_be_read = [&](const std::string& text) {
            Subject scratch = into;
            return row.access.read(scratch, text).has_value();
        };
        const Next next = choices.empty()
            ? asking_.write(row.question.sentence, value, enter_takes(as_it_is(value)), can_be_read)
            : asking_.choose(says(row.question.sentence), choices, value);
        std::ignore = row.access.read(into, value); // it is one of those, or was tried
        return next;
    }

    // The question before that one that was asked.
    std::size_t before(std::size_t i) const {
        do {
            i -= i == 0 ? 0 : 1;
        } while (!questions_[i].is_wanted());
        return i;
    }

    // What is for one ear is heard there and nowhere else (D.2.10.4).
    bool needs_ear() const {
        return is_impaired(answers_.own) && !answers_.own.seat.hearing_impaired &&
            !offers_.sound.devices.empty() && !offers_.sound.has_ear[answers_.color];
    }

    Next ask_ear() {
        std::vector<Choice> choices{{"default", says("setup.ear_default")}};
        for (const std::string& device : offers_.sound.devices)
            choices.push_back({device, as_it_is(device)});
        choices.push_back({"none", says("setup.ear_none")});
        return asking_.choose(says("setup.ear"), choices, answers_.own.ear);
    }

    // Two who do not see at one machine: each has an ear of his own, if it is only a side.
    bool needs_opponents_ear() const {
        return is_impaired(answers_.opponent) && !offers_.sound.devices.empty() &&
            !offers_.sound.has_ear[!answers_.color];
    }

    Next ask_opponents_ear() {
        std::vector<Choice> choices;
        if (!answers_.own.ear.empty() && answers_.own.ear != "none")
            choices.push_back({"split", says("setup.ear_split")});
        choices.push_back({"none", says("setup.ear_none")});
        for (const std::string& device : offers_.sound.devices)
            choices.push_back({device, as_it_is(device)});
        return asking_.choose(says("setup.opponent_ear"), choices, answers_.opponent.ear);
    }

    // D.2.11: where one who does not see meets one who does not hear, and nobody assists yet.
    bool lacks_assistant() const {
        return is_impaired(answers_.own) && answers_.opponent.seat.hearing_impaired &&
            answers_.own.seat.announces != table::Announcer::assistant;
    }

    // Who neither sees nor hears, where the edition asks for it (D.2.11).
    bool needs_own_assistant() const {
        const SetupEdition* const edition = edition_chosen();
        return answers_.own.seat.hearing_impaired &&
            answers_.own.seat.announces != table::Announcer::assistant &&
            (edition == nullptr || edition->wants_assistant);
    }

    // Without one, the arbiter has to set the article aside when all is accepted together.
    Next ask_assistant(std::string_view id, bool& wanted) {
        std::string answer = wanted ? "yes" : "no";
        const Next next = asking_.choose(
            says(id),
            terms({{"yes", "setup.with_assistant"}, {"no", "setup.without_assistant"}}),
            answer
        );
        wanted = answer == "yes";
        return next;
    }

    // `deaf`: the answer of whoever does not hear, and whether he sees then.
    Next ask_senses(
        std::string_view id,
        table::Seat& seat,
        const std::vector<Choice>& choices,
        std::string_view deaf,
        table::Vision vision_of_deaf
    ) {
        std::string answer{seat.hearing_impaired ? deaf : table::to_string(seat.vision)};
        const Next next = asking_.choose(says(id), choices, answer);
        seat.hearing_impaired = answer == deaf;
        seat.vision = table::parse_name<table::Vision>(answer).value_or(vision_of_deaf);
        return next;
    }

    // Another screen at the board is the arbiter's to accept (11.3.2, 12.8); elsewhere nobody has
    // to.
    [[nodiscard]] bool has_pages_to_accept() const {
        return answers_.table.setup.mode == table::Mode::tournament &&
            offers_.pages != table::Pages::none;
    }

    // Where the edition prints no such exception, the regulations of the event have to (D.1).
    Next ask_pages() {
        const SetupEdition* const edition = edition_chosen();
        const bool is_arbiters = edition == nullptr || edition->arbiter_accepts_devices;
        auto choices = terms({{"none", "setup.pages_none"}, {"on", "setup.pages_on"}});
        if (offers_.pages == table::Pages::lan) choices.push_back({"lan", says("setup.pages_lan")});
        const Next next = choose_name(
            is_arbiters ? "setup.pages" : "setup.pages_by_regulations", choices, accepted_pages_
        );
        answers_.table.setup.pages = accepted_pages_;
        return next;
    }

    Next ask_vision() {
        return ask_senses(
            "setup.vision",
            answers_.own.seat,
            terms(
                {{"impaired", "setup.impaired"},
                 {"sighted", "setup.sighted"},
                 {"braille", "setup.braille_only"}}
            ),
            "braille",
            table::Vision::impaired
        );
    }

    Next ask_language() {
        std::vector<Choice> choices;
        for (const std::string& language : offers_.languages)
            choices.push_back({language, as_it_is(name_of_language(language))});
        if (!offers_.laws.empty() || offers_.words.size() > 1)
            choices.push_back({"", says("setup.others")});
        propose_edition();
        std::string chosen = answers_.own.seat.language;
        const Next next = asking_.choose(proposal("setup.language"), choices, chosen);
        if (next != Next::on) return next;
        if (chosen.empty()) return ask_others() == Next::leave ? Next::leave : ask_language();
        if (std::exchange(answers_.own.seat.language, chosen) != chosen) {
            propose_edition();
            asking_.tell(proposal("setup.proposed"));
        }
        return next;
    }

    // Other Laws, words or cells than those that come with the language.
    Next ask_others() {
        const std::string before = answers_.table.profile;
        Next next = offers_.laws.empty()
            ? Next::on
            : asking_.choose(
                  says("setup.laws"), names("laws", offers_.laws), answers_.table.profile
              );
        if (next == Next::on && answers_.table.profile != before) {
            if (const SetupEdition* const found = edition_chosen())
                answers_.table.words = found->vocabulary;
        }
        if (next == Next::on) {
            next = asking_.choose(
                says("setup.words"), names("words", offers_.words), answers_.table.words
            );
        }
        if (next == Next::on && !offers_.codes.empty()) {
            next = asking_.choose(
                says("setup.braille"), names("braille", offers_.codes), answers_.braille
            );
        }
        return next == Next::on ? ask_tones() : next;
    }

    // What somebody chose by name stays as it is.
    Next ask_tones() {
        std::vector<Choice> choices =
            terms({{"", "setup.alarms_words"}, {"all", "setup.alarms_tones"}});
        if (!answers_.tones.empty() && answers_.tones != "all")
            choices.push_back({answers_.tones, as_it_is(answers_.tones)});
        return asking_.choose(says("setup.tones"), choices, answers_.tones);
    }

    // What comes together with a language.
    Text proposal(std::string_view id) const {
        return [this, id](const Catalogue& in) {
            const std::string& profile = answers_.table.profile;
            const std::string words = telling::name_by_ear(in, "words", answers_.table.words);
            return in.sentence(
                id,
                {{"text", name_of_language(answers_.own.seat.language)},
                 {"where",
                  telling::name_by_ear(
                      in, "laws", profile.empty() ? acts::default_header().profile : profile
                  )},
                 {"words", words},
                 {"list",
                  answers_.braille.empty() ? in.sentence("setup.nothing")
                                           : telling::name_by_ear(in, "braille", answers_.braille)}}
            );
        };
    }

    // As its speakers call it; by its code, if they do not say.
    std::string name_of_language(const std::string& language) const {
        constexpr std::string_view name = "setup.language_name";
        const Catalogue& in = talk_.catalogue(language);
        return in.has(name) ? in.sentence(name) : language;
    }

    // Its Laws, words and cells, unless the player has chosen others before.
    void propose_edition() {
        const auto edition = offers_.editions.find(answers_.own.seat.language);
        if (edition != offers_.editions.end()) {
            propose(edition->second.profile, proposed_.table.profile, answers_.table.profile);
            propose(edition->second.vocabulary, proposed_.table.words, answers_.table.words);
        }
        const auto code = offers_.braille.find(answers_.own.seat.language);
        if (code != offers_.braille.end())
            propose(code->second, proposed_.braille, answers_.braille);
    }

    static void propose(const std::string& name, std::string& before, std::string& into) {
        if (into.empty() || into == before) into = name;
        before = name;
    }

    Next ask_name(std::string_view id, SetupPlayer& player) {
        return asking_.write(
            id, player.seat.name, enter_takes(as_it_is(player.seat.name)), nullptr
        );
    }

    // One of the names of a closed list.
    template <class Enum>
    Next choose_name(std::string_view id, const std::vector<Choice>& choices, Enum& into) {
        using chess::to_string;
        using table::to_string;
        std::string name{to_string(into)};
        const Next next = asking_.choose(says(id), choices, name);
        into = table::parse_name<Enum>(name).value_or(into);
        return next;
    }

    Next ask_opponent() {
        return ask_senses(
            "setup.opponent",
            answers_.opponent.seat,
            terms(
                {{"sighted", "setup.sighted"},
                 {"impaired", "setup.impaired"},
                 {"deaf", "setup.deaf"}}
            ),
            "deaf",
            table::Vision::sighted
        );
    }

    // A time control as it is written, or the number of a preset; a key has them all told.
    Next ask_time() {
        std::string text = answers_.table.time;
        const Text taken = [time = answers_.table.setup.time](const Catalogue& in) {
            return words_of(time, in);
        };
        const Check can_be_read = [this](const std::string& typed) {
            return asking_.means("key.list", typed) || time_of(typed).has_value();
        };
        const Next next = asking_.write("setup.time", text, enter_takes(taken), can_be_read, true);
        const bool is_list = next == Next::on && asking_.means("key.list", text);
        const std::string spec =
            is_list ? acts::default_header().time : time_of(text).value_or(text);
        std::ignore = acts::table_setting("time").access.read(answers_.table, spec);
        if (is_list) {
            tell_presets();
            return ask_time();
        }
        return next;
    }

    void tell_presets() {
        for (const profiles::TimePreset& preset : offers_.presets)
            asking_.tell([&preset](const Catalogue& in) { return words_of(preset, in); });
    }

    std::optional<std::string> time_of(const std::string& text) const {
        const auto number = terminal::parse_number(text);
        const auto* const preset = number ? find_preset(offers_.presets, *number) : nullptr;
        if (preset != nullptr) return preset->spec;
        return clock::parse_time_control(text) ? std::optional{text} : std::nullopt;
    }

    // Null: it is proposed to people of no language.
    const SetupEdition* edition_chosen() const {
        for (const auto& [language, edition] : offers_.editions)
            if (edition.profile == answers_.table.profile) return &edition;
        return nullptr;
    }

    // Rapid or blitz, as the edition draws the line.
    bool is_quick() const {
        const SetupEdition* const edition = edition_chosen();
        return edition != nullptr &&
            clock::time_class(answers_.table.setup.time, edition->class_limits) !=
            clock::TimeClass::standard;
    }

    // Which of the boards found, and, if it is one, what it knows of its pieces.
    Next ask_port(std::string_view id, SetupPlayer& player) {
        std::string& port = player.port;
        std::vector<Choice> choices{{"", says("setup.no_board")}};
        for (const SetupBoard& found : offers_.boards)
            choices.push_back({found.port, as_it_is(found.title)});
        // It was plugged in last time, or remembered without its name.
        const auto known = std::ranges::find_if(choices, [&](const Choice& choice) {
            return choice.value == port || choice.value.ends_with(':' + port);
        });
        port = known == choices.end() ? "" : known->value;
        const Check can_be_typed = [this](const std::string& text) {
            return offers_.board_on && offers_.board_on(text);
        };
        const Next next = asking_.choose(says(id), choices, port, can_be_typed);
        if (next != Next::on || port.empty()) return next;
        const auto found = std::ranges::find(offers_.boards, port, &SetupBoard::port);
        const auto kind =
            found != offers_.boards.end() ? found->kind : offers_.board_on(port)->kind;
        if (kind) {
            player.seat.board = *kind;
            return next;
        }
        return choose_name(
            "setup.kind",
            terms({{"occupancy", "setup.occupancy"}, {"identity", "setup.identity"}}),
            player.seat.board
        );
    }

    std::vector<Choice>
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

    static std::vector<Choice>
    terms(std::initializer_list<std::pair<std::string_view, std::string_view>> list) {
        std::vector<Choice> choices;
        for (const auto& [value, id] : list) choices.push_back({std::string{value}, says(id)});
        return choices;
    }

    static bool is_impaired(const SetupPlayer& player) {
        return player.seat.vision == table::Vision::impaired;
    }

    const Catalogue& listeners() const { return talk_.catalogue(answers_.own.seat.language); }

    const SetupTalk& talk_;
    SetupAsking asking_;
    const SetupOffers& offers_;
    SetupAnswers answers_;
    SetupAnswers proposed_; // with the language before
    table::Pages accepted_pages_ = table::Pages::none; // silence accepts nothing
    std::vector<Question> questions_;
};

} // namespace

std::optional<SetupAnswers>
ask_for_table(const SetupTalk& talk, const SetupOffers& offers, SetupAnswers defaults) {
    return Dialog{talk, offers, std::move(defaults)}.run();
}

} // namespace ansage::app
