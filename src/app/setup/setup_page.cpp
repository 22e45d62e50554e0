// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/setup_page.hpp"

#include <utility>
#include <vector>

namespace ansage::app {

using consoles::Answer;
using consoles::SetupServer;
using telling::Asker;

namespace {

// The answers under their question, or without one.
std::vector<Answer>
to_answers(std::string_view id, const std::vector<SetupChoice>& choices, const std::string& about) {
    std::vector<Answer> answers;
    answers.reserve(choices.size());
    for (const SetupChoice& choice : choices) {
        answers.push_back(
            {.id = std::string{id}, .text = choice.text, .about = about, .typed = {choice.typed}}
        );
    }
    return answers;
}

// An answer of the terminal, or of the page, which is asked no more then.
class Both {
public:
    Both(std::shared_ptr<Asker> asker, SetupServer& page)
        : asker_(std::move(asker)),
          page_(page) {
        asker_->also_hear({.descriptor = page.descriptor(), .take = [this] {
                               auto answer = page_.take_answer();
                               is_page_ = answer.has_value();
                               return answer;
                           }});
    }

    void tell(const wording::Sentence& sentence, speech::Priority priority) {
        asker_->tell(sentence, priority);
        page_.tell(sentence);
    }

    std::optional<std::string> heard(std::optional<std::string> (Asker::*listen)()) {
        is_page_ = false;
        auto answer = ((*asker_).*listen)();
        if (!is_page_) page_.drop_answers();
        return answer;
    }

private:
    std::shared_ptr<Asker> asker_;
    SetupServer& page_;
    bool is_page_ = false; // the newest answer came from there
};

SetupTalk talk_at(const std::shared_ptr<Asker>& asker) {
    return {
        .tell = [asker](const wording::Sentence& sentence) { asker->tell(sentence); },
        .tell_last = [asker](const wording::Sentence& sentence
                     ) { asker->tell(sentence, speech::Priority::message); },
        .hear = [asker] { return asker->hear(); },
        .press = [asker] { return asker->press(); },
        .catalogue = {}};
}

SetupTalk
talk_at(std::shared_ptr<Asker> asker, SetupServer& page, const telling::TableWords& words) {
    const auto both = std::make_shared<Both>(std::move(asker), page);
    return {
        .tell = [both](const wording::Sentence& sentence
                ) { both->tell(sentence, speech::Priority::text); },
        .tell_last = [both](const wording::Sentence& sentence
                     ) { both->tell(sentence, speech::Priority::message); },
        .hear = [both] { return both->heard(&Asker::hear); },
        .press = [both] { return both->heard(&Asker::press); },
        .catalogue = {},
        .offer =
            [&page, &words](const SetupQuestion& question) {
                page.ask(
                    to_answers("choice", question.choices, question.about),
                    to_answers("menu", question.menu, {}),
                    words.catalogue(question.language)
                );
            }};
}

} // namespace

SetupTalk
talk_with(std::shared_ptr<Asker> asker, SetupServer* page, const telling::TableWords& words) {
    SetupTalk talk = page == nullptr ? talk_at(asker) : talk_at(std::move(asker), *page, words);
    talk.catalogue = [&words](const std::string& language) -> const wording::Catalogue& {
        return words.catalogue(language);
    };
    return talk;
}

} // namespace ansage::app
