// SPDX-License-Identifier: GPL-3.0-or-later

#include "acts/confirmation.hpp"
#include "acts/table_setup.hpp"
#include "app/commands/given.hpp"
#include "app/commands/hall_actions.hpp"
#include "app/commands/hall_given.hpp"
#include "base/try.hpp"
#include "base/visible.hpp"
#include "hall/hearing.hpp"
#include "hall/listener.hpp"
#include "hall/message_rules.hpp"
#include "hall/open_matters.hpp"
#include "hall/ruling_message.hpp"
#include "hall/told.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"
#include "terminal/standard_lines.hpp"
#include "terminal/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <poll.h>
#include <set>
#include <unistd.h>

namespace ansage::app {

using base::Error;

namespace {

constexpr std::string_view watching = "ansage hall watch";

// Whatever a broker sends: empty, if it is no text.
std::string text_at(const nlohmann::json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

class Watcher {
public:
    Watcher(
        const hall::Address& address,
        const hall::Account& account,
        const terminal::Arguments& given,
        Reader reader
    )
        : is_json_(given.has("json")),
          address_(address),
          self_(account.user),
          reader_(std::move(reader)),
          words_(reader_.in()),
          troubles_(given),
          hearing_(address, given.has("all") ? hall::Since::beginning : hall::Since::now),
          link_(hall::Link::Choice{
              .address = address,
              .account = account,
              .topics =
                  {address.topic(hall::Audience::everybody, "here"),
                   address.topic(hall::Audience::arbiter, "+"),
                   fmt::format("ansage/{}/+/care/+", address.event)},
              .news = news_,
              .is_remembered = false}) {}

    void watch() {
        const int stop = hall::open_stop_descriptor(); // interrupting it is how it ends
        while (true) {
            std::array<pollfd, 3> waits{
                pollfd{stop, POLLIN, 0},
                pollfd{news_->descriptor(), POLLIN, 0},
                pollfd{has_input_ ? typed_.event_fd() : -1, POLLIN, 0}};
            ::poll(waits.data(), waits.size(), is_listed_ ? 1000 : 100);
            if (waits[0].revents != 0) break;
            look();
            list_at_first();
            if (waits[2].revents != 0) read_typed();
        }
        ::close(stop);
    }

private:
    // A ruling that was sent, until its table has answered.
    struct Sent {
        hall::Post post;
        std::string table;
        std::string answer; // the newest; empty: none yet
    };

    // What is sent when the arbiter has said that he was there.
    struct Unsaid {
        hall::OpenMatter matter;
        bool accepts = false;
    };

    void look() {
        for (const hall::Post& post : link_.take_heard()) {
            const auto place = hall::place_of(address_, post.topic);
            if (!place || !rules_.allows(*place, post.payload, std::chrono::steady_clock::now()))
                continue;
            if (const auto heard = hearing_.take(post, questions_)) tell(*heard);
            else take_care_or_answer(*place, post.payload);
        }
        for (const std::string& table : rules_.take_breakers())
            say("invalid", table, "hall.invalid");
        say_again_if_new();
        while (!questions_.empty() && link_.offer(questions_.back())) questions_.pop_back();
        troubles_.tell(link_, address_);
    }

    void tell(const hall::Heard& heard) {
        const auto json = nlohmann::json::parse(heard.json, nullptr, false);
        if (is_json_) {
            nlohmann::ordered_json line{
                {"table", heard.table}, {"what", base::to_string(heard.kind)}};
            line["told"] = json;
            terminal::print_json(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
            );
        } else if (heard.kind == hall::Heard::Kind::line) {
            terminal::print_line(heard.table + ": " + text_at(json, "text"));
        }
        if (heard.kind == hall::Heard::Kind::state) states_[heard.table] = heard.json;
        if (heard.kind == hall::Heard::Kind::here) note_here(heard.table, json);
    }

    // Who begins to listen finds in the list which tables are gone.
    void note_here(const std::string& table, const nlohmann::json& json) {
        const auto here = json.find("here");
        if (here == json.end() || !here->is_boolean()) return;
        const bool is_here = here->get<bool>();
        const bool was_gone = gone_.contains(table);
        if (is_here) gone_.erase(table);
        else gone_.insert(table);
        if (is_json_ || !is_listed_ || is_here != was_gone) return;
        if (is_here) print("back", table, words_.sentence("page.connected"));
        else print("gone", table, gone_words(table));
    }

    // "not connected, as of 14:05:12"
    std::string gone_words(const std::string& table) const {
        const auto state = states_.find(table);
        const auto json = state == states_.end()
            ? nlohmann::json{}
            : nlohmann::json::parse(state->second, nullptr, false);
        const auto time = hall::told_time(json, "wall_ms");
        return time ? words_.sentence("hall.gone", {{"text", terminal::to_local_time(*time)}})
                    : words_.sentence("page.gone");
    }

    void take_care_or_answer(const hall::Place& place, const std::string& payload) {
        if (place.what == "arbiter/answer") take_answer(place.table, payload);
        else if (place.what.starts_with("care/")) take_care(place, payload);
    }

    // No table answers for another.
    void take_answer(const std::string& table, const std::string& json) {
        const auto answer = hall::read_answer(json);
        const auto found = answer ? sent_.find(answer->id) : sent_.end();
        if (found == sent_.end() || found->second.table != table ||
            found->second.answer == answer->name)
            return;
        Sent& sent = found->second;
        sent.answer = answer->name;
        say("answer", sent.table, "hall.answer." + answer->name);
    }

    // Whose matter another arbiter takes over is told.
    void take_care(const hall::Place& place, const std::string& payload) {
        std::string& owner = owners_[place.table + '/' + place.what];
        const bool was_mine = owner.starts_with(self_ + ' ');
        owner = payload;
        if (was_mine && !payload.empty() && !payload.starts_with(self_ + ' ')) {
            print(
                "taken",
                place.table,
                words_.sentence(
                    "page.taken_over",
                    {{"number", base::visible(payload.substr(0, payload.find(' ')))},
                     {"text", place.table}}
                )
            );
        }
    }

    // Of the game that is played there now.
    std::string owner_of(const hall::OpenMatter& matter) const {
        const auto found = owners_.find(fmt::format("{}/care/{}", matter.table, matter.number));
        const std::string game = fmt::format(" {}", matter.game);
        const bool is_owned = found != owners_.end() && found->second.ends_with(game);
        return is_owned ? found->second.substr(0, found->second.size() - game.size())
                        : std::string{};
    }

    // A line that broke may have lost it; a table knows again what it has heard.
    void say_again_if_new() {
        if (std::exchange(connections_, link_.connections()) == link_.connections()) return;
        for (const auto& [id, sent] : sent_)
            if (sent.answer.empty()) questions_.push_back(sent.post);
    }

    // What was open when this began to listen, once all that the broker kept is there.
    void list_at_first() {
        using Clock = std::chrono::steady_clock;
        if (is_listed_ || is_json_ || !link_.is_up()) return;
        up_since_ = up_since_.value_or(Clock::now());
        if (Clock::now() - *up_since_ > std::chrono::milliseconds{500}) {
            is_listed_ = true;
            list_open();
        }
    }

    // At its end nobody is there who could ask.
    void read_typed() {
        while (const auto line = typed_.take()) {
            if (line->has_gone_on) {
                if (!is_json_) list_open();
            } else if (line->is_end) {
                has_input_ = line->may_go_on;
                if (!has_input_) return;
            } else {
                on_typed(terminal::split_words(line->text));
            }
        }
    }

    void on_typed(const std::vector<std::string>& words) {
        if (auto unsaid = std::exchange(unsaid_, std::nullopt)) {
            if (!words.empty() && acts::is_yes(words.front(), words_)) send(*unsaid);
            else print("unsaid", unsaid->matter.table, words_.sentence("page.say_first"));
            return;
        }
        if (words.empty()) {
            if (!is_json_) list_open();
            return;
        }
        const auto matter = words.size() == 3 ? find(words[1], words[2]) : std::nullopt;
        const std::string& verb = words.front();
        const bool is_known = verb == "take" || verb == "leave" || verb == "yes" || verb == "no";
        if (!is_known || !matter) {
            terminal::print_error(
                {is_known && words.size() == 3 ? base::phrase("nothing is open there")
                                               : base::phrase("this is no answer"),
                 std::string{watching},
                 base::phrase(
                     "write take, leave, yes or no with table and number, such as yes table-3 1"
                 )}
            );
        } else if (verb == "take" || verb == "leave") {
            take(*matter, verb == "take");
        } else {
            begin_ruling({.matter = *matter, .accepts = verb == "yes"});
        }
    }

    std::optional<hall::OpenMatter>
    find(const std::string& table, const std::string& number) const {
        const auto wanted = terminal::parse_number(number);
        const auto matters = hall::open_matters(states_);
        const auto found = std::ranges::find_if(matters, [&](const hall::OpenMatter& matter) {
            return matter.table == table && matter.number == wanted;
        });
        return found == matters.end() ? std::nullopt : std::optional{*found};
    }

    hall::Address at(const std::string& table) const {
        hall::Address address = address_;
        address.table = table;
        return address;
    }

    void take(const hall::OpenMatter& matter, bool is_taken) {
        questions_.push_back(
            {at(matter.table).care(std::to_string(matter.number)),
             is_taken ? fmt::format("{} {}", self_, matter.game) : std::string{},
             true}
        );
    }

    // He is asked what he has to be able to say.
    void begin_ruling(Unsaid unsaid) {
        const hall::OpenMatter& matter = unsaid.matter;
        const std::string owner = owner_of(matter);
        const std::string_view refusal = !matter.may_be_ruled ? "hall.answer.not_allowed"
            : !owner.empty() && owner != self_                ? "hall.answer.of_another"
                                                              : "";
        if (!refusal.empty()) {
            say("answer", matter.table, refusal);
            return;
        }
        print(
            "say",
            matter.table,
            fmt::format(
                "{} {} y?",
                words_.sentence(
                    unsaid.accepts ? "page.if_yes" : "page.if_no",
                    {{"text", unsaid.accepts ? matter.yes : matter.no}}
                ),
                words_.sentence("page.statement")
            )
        );
        unsaid_ = std::move(unsaid);
    }

    void send(const Unsaid& unsaid) {
        const hall::OpenMatter& matter = unsaid.matter;
        const hall::Ruling ruling{
            .rules =
                {.id = hall::new_ruling_id(),
                 .arbiter = self_,
                 .matter = table::MatterNumber{matter.number},
                 .seen = base::Millis{static_cast<std::int64_t>(matter.changed_ms)},
                 .accepts = unsaid.accepts,
                 .statement = words_.sentence("page.statement")},
            .game = matter.game};
        hall::Post post{at(matter.table).ruling(self_), hall::to_json(ruling)};
        questions_.push_back(post);
        sent_[ruling.rules.id] = {.post = std::move(post), .table = matter.table, .answer = {}};
        say("sent", matter.table, "page.sent");
    }

    // The sentence names the table.
    void say(std::string_view key, const std::string& table, std::string_view id) const {
        print(key, table, words_.sentence(id, {{"text", table}}));
    }

    // "answer table-3: ..."
    void print(std::string_view key, const std::string& table, const std::string& text) const {
        if (is_json_) {
            const nlohmann::ordered_json line{{"table", table}, {"what", key}, {"text", text}};
            terminal::print_json(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
            );
        } else {
            terminal::print_line(fmt::format("{} {}: {}", key, table, text));
        }
    }

    void list_open() const {
        const auto matters = hall::open_matters(states_);
        terminal::print_line(fmt::format("open {}", matters.size()));
        for (const hall::OpenMatter& matter : matters) {
            terminal::print_line(fmt::format(
                "{} {}: {}{}{}{}{}{}{}",
                matter.is_urgent ? "waits" : "open",
                matter.table,
                matter.text,
                matter.proposal.empty() ? "" : " ",
                matter.proposal,
                in_words("page.owner", owner_of(matter)),
                in_words("page.ruling_waits", matter.asked),
                rules_.is_broken_by(matter.table) ? ", " + words_.sentence("page.invalid") : "",
                gone_.contains(matter.table) ? ", " + gone_words(matter.table) : ""
            ));
        }
    }

    // ", taken by anna"
    std::string in_words(std::string_view id, const std::string& name) const {
        const std::string who = base::visible(name);
        return who.empty() ? std::string{} : ", " + words_.sentence(id, {{"text", who}});
    }

    bool is_json_;
    hall::Address address_;
    std::string self_;
    Reader reader_;
    const wording::Catalogue& words_;
    HallTroubles troubles_;
    hall::MessageRules rules_;
    hall::Hearing hearing_;
    std::shared_ptr<terminal::Wakeup> news_ = std::make_shared<terminal::Wakeup>();
    hall::Link link_;
    unsigned connections_ = 0;
    std::vector<hall::Post> questions_;
    std::map<std::string, std::string> states_;
    std::set<std::string> gone_; // tables whose line has broken
    std::map<std::string, std::string> owners_; // by what follows the event in the topic
    std::map<std::string, Sent> sent_; // by the ruling's id
    std::optional<Unsaid> unsaid_;
    std::optional<std::chrono::steady_clock::time_point> up_since_;
    bool is_listed_ = false;
    bool has_input_ = true;
    terminal::StandardLines typed_;
};

terminal::Answer run_hall_watch(const terminal::Arguments& given) {
    if (given.words().size() != 1 || !given.has("account")) {
        return tl::unexpected(Error{
            given.words().size() == 1
                ? base::phrase("--account is wanted: the file of an arbiter's account")
                : base::phrase("one address is wanted"),
            std::string{watching},
            base::phrase("write mqtts://HOST/EVENT --account FILE")});
    }
    const auto address = ANSAGE_TRY(hall::read_address(given.words().front(), watching));
    const auto account = ANSAGE_TRY(hall::read_account(given.value_or("account", "")));
    auto reader = ANSAGE_TRY(reader_given(given));
    std::signal(SIGPIPE, SIG_IGN);
    Watcher{address, account, given, std::move(reader)}.watch();
    return terminal::ExitCode::done;
}

terminal::Options hall_watch_options() {
    return terminal::Options{
        "hall watch",
        "ADDRESS",
        "what is open at the tables of mqtts://HOST/EVENT, then what they tell their arbiter, a "
        "line each, until interrupted; Enter lists again what is open; take, leave, yes and no, "
        "with table and number, see to a matter or rule on it"}
        .value("account", "FILE", "the arbiter's, as hall setup made it")
        .flag("all", "from the beginning of each game")
        .flag("json", "one JSON object a line");
}

} // namespace

const terminal::Action hall_watch{hall_watch_options, run_hall_watch};

} // namespace ansage::app
