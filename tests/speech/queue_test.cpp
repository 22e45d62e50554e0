// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/queue.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ansage::speech {
namespace {

const std::string rules_file = tests::root() + "/tests/data/speech/priorities.rules";

struct Line {
    std::size_t number = 0;
    std::string text;
};

struct Rule {
    std::string sentence;
    std::vector<Line> lines;
};

std::vector<Rule> read_rules() {
    std::ifstream file(rules_file);
    std::vector<Rule> rules;
    std::string text;
    for (std::size_t number = 1; std::getline(file, text); ++number) {
        if (text.empty() || text.front() == '#') continue;
        if (text.starts_with("rule ")) {
            rules.push_back({text.substr(5), {}});
            continue;
        }
        rules.back().lines.push_back({number, text});
    }
    return rules;
}

Priority parse_priority(const std::string& name) {
    const auto* const found = std::ranges::find_if(all_priorities, [&name](Priority priority) {
        return to_string(priority) == name;
    });
    REQUIRE(found != all_priorities.end());
    return *found;
}

// A queue whose owner speaks without delay; it writes down what it does.
class Owner {
public:
    void act(const std::string& line) {
        std::istringstream words(line);
        std::string verb;
        words >> verb;
        if (verb == "say") {
            take_up(queue_.push(read_utterance(words)));
        } else if (verb == "key") {
            take_up(queue_.stop_text());
        } else if (verb == "ends" || verb == "fails") {
            note(queue_.end_current(verb == "ends" ? Outcome::finished : Outcome::failed));
            speak_next();
        } else {
            FAIL("unknown verb: " << verb);
        }
    }

    std::vector<std::string> take_outcomes() { return std::exchange(outcomes_, {}); }

    [[nodiscard]] const Queue& queue() const { return queue_; }

private:
    static Utterance read_utterance(std::istringstream& words) {
        Utterance utterance;
        std::string priority;
        std::string repeat;
        words >> utterance.id >> priority >> repeat;
        utterance.priority = parse_priority(priority);
        utterance.repeat = repeat == "repeat";
        return utterance;
    }

    void note(Report report) {
        outcomes_.push_back(fmt::format("{} {}", report.id, to_string(report.outcome)));
    }

    void take_up(const QueueChange& change) {
        for (const Report& report : change.reports) note(report);
        if (change.silence) outcomes_.emplace_back("silence");
        speak_next();
    }

    void speak_next() {
        if (const std::optional<Utterance> next = queue_.start_next())
            outcomes_.push_back(fmt::format("speaks {}", next->id));
    }

    Queue queue_;
    std::vector<std::string> outcomes_;
};

void check_step(Owner& owner, const std::vector<Line>& lines, std::size_t& next) {
    const Line& step = lines.at(next++);
    std::vector<std::string> expected;
    for (; next < lines.size() && lines[next].text.starts_with("> "); ++next)
        expected.push_back(lines[next].text.substr(2));
    owner.act(step.text);
    INFO(rules_file << ":" << step.number << ": " << step.text);
    CHECK(owner.take_outcomes() == expected);
}

TEST_CASE("Every rule of the five priorities holds") {
    const std::vector<Rule> rules = read_rules();
    REQUIRE(rules.size() >= 45);
    for (const Rule& rule : rules) {
        INFO("rule " << rule.sentence);
        Owner owner;
        for (std::size_t next = 0; next < rule.lines.size();) check_step(owner, rule.lines, next);
    }
}

// What can happen to a queue: each priority, plain and as a repeat, a key press, an end.
constexpr std::size_t key_press = 10;
constexpr std::size_t an_end = 11;
constexpr std::size_t choices = 12;

// Lives through one order of events and remembers how each utterance ended.
class Life {
public:
    void act(std::size_t choice) {
        if (choice == key_press) {
            release_repeats();
            take_up(queue_.stop_text());
        } else if (choice == an_end) {
            end();
        } else {
            say(choice);
        }
        queue_.start_next();
        sound_ = sound_ && (queue_.speaking() || queue_.waiting() == 0);
    }

    // True if every promise of queue.hpp was kept.
    bool kept_promises() {
        while (queue_.speaking()) {
            end();
            queue_.start_next();
        }
        for (const Said& said : said_) {
            sound_ = sound_ && said.reports == 1 &&
                (!said.must_be_heard || said.outcome == Outcome::finished);
        }
        return sound_;
    }

private:
    struct Said {
        bool must_be_heard = false;
        int reports = 0;
        Outcome outcome = Outcome::failed;
    };

    void say(std::size_t choice) {
        const auto priority = static_cast<Priority>(choice % all_priorities.size());
        const bool repeat = choice >= all_priorities.size();
        if (priority == Priority::text || (repeat && priority > Priority::text)) release_repeats();
        const bool never_cut =
            queue_.speaking() && queue_.speaking()->priority == Priority::important;
        said_.push_back({.must_be_heard = repeat || priority <= Priority::message});
        lasting_.push_back(priority <= Priority::message);
        const QueueChange change =
            queue_.push({.id = said_.size() - 1, .priority = priority, .repeat = repeat});
        sound_ = sound_ && !(never_cut && change.silence);
        take_up(change);
    }

    // The listener's own next text or key may replace a repeat.
    void release_repeats() {
        for (std::size_t id = 0; id < said_.size(); ++id) said_[id].must_be_heard = lasting_[id];
    }

    void end() {
        if (queue_.speaking()) close(queue_.end_current(Outcome::finished));
    }

    void take_up(const QueueChange& change) {
        for (const Report& report : change.reports) close(report);
    }

    void close(Report report) {
        ++said_.at(report.id).reports;
        said_.at(report.id).outcome = report.outcome;
    }

    Queue queue_;
    bool sound_ = true;
    std::vector<Said> said_;
    std::vector<bool> lasting_; // important and message
};

TEST_CASE(
    "In every order of five events each utterance gets one report, and nothing that matters is lost"
) {
    constexpr std::size_t length = 5;
    std::size_t broken = 0;
    for (std::size_t order = 0; order < 12 * 12 * 12 * 12 * 12; ++order) {
        Life life;
        std::size_t rest = order;
        for (std::size_t step = 0; step < length; ++step) {
            life.act(rest % choices);
            rest /= choices;
        }
        broken += life.kept_promises() ? 0U : 1U;
    }
    CHECK(broken == 0);
}

} // namespace
} // namespace ansage::speech
