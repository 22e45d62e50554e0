// SPDX-License-Identifier: GPL-3.0-or-later
// Rulings from the hall: over a real broker, at tables that are programs of their own.
#include "hall/broker.hpp"
#include "hall/ruling_message.hpp"
#include "journal/journal.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

namespace {

using namespace ansage;
using tests::Broker;
using tests::Ear;
using tests::Folder;
using tests::Process;
using Json = nlohmann::json;
using Lines = std::vector<std::string>;
using namespace std::chrono_literals;

const std::string statement = "I was at the table and heard both players.";

// A table at which White has claimed a threefold repetition that is none: its matter 1.
class RuledTable {
public:
    RuledTable(const Folder& folder, const Broker& broker, Lines more = {"--hall-rulings"})
        : folder_(folder),
          more_{"--hall", broker.address("t1"), "--hall-account", broker.account("t1")} {
        more_.insert(more_.end(), more.begin(), more.end());
        run({"--white", "impaired none", "--black", "sighted none", "--journal", journal()});
        process_->write("arbiter starts");
        REQUIRE(process_->await("clock white"));
        process_->write("white pauses");
        process_->write("white claims threefold");
        REQUIRE(process_->await("matter 1"));
    }

    Process& process() { return *process_; }

    void kill_and_resume() {
        process_->kill();
        run({"--resume", journal()});
        REQUIRE(process_->await("code "));
    }

    [[nodiscard]] int quit() {
        process_->write("quit");
        return process_->wait();
    }

    // How often the table was asked to confirm.
    [[nodiscard]] std::ptrdiff_t count_asked() const {
        return std::ranges::count_if(process_->lines(), [](const std::string& line) {
            return line.starts_with("say arbiter: From the hall, ");
        });
    }

    [[nodiscard]] std::string journal() const { return folder_ / "game.ansage"; }

private:
    void run(Lines words) {
        Lines line{ansage::tests::program(), "play", "--speech", "none", "--language", "en"};
        line.insert(line.end(), words.begin(), words.end());
        line.insert(line.end(), more_.begin(), more_.end());
        process_ = std::make_unique<Process>(line, folder_.path());
    }

    const Folder& folder_;
    Lines more_;
    std::unique_ptr<Process> process_;
};

// An arbiter of the hall, with what his page has.
class HallArbiter {
public:
    explicit HallArbiter(const Broker& broker, const std::string& name = "anna")
        : name_(name),
          ear_(broker, name, {"ansage/cup/+/arbiter/#", "ansage/cup/+/care/+"}) {
        REQUIRE(ear_.await([&] { return ear_.link().is_up(); }));
    }

    // The newest state of t1 in which something is open.
    [[nodiscard]] Json state() {
        Json found;
        REQUIRE(ear_.await([&] {
            for (const hall::Post& post : ear_.all())
                if (post.topic == "ansage/cup/t1/arbiter/state") found = Json::parse(post.payload);
            return found.is_object() && !found["open"].empty();
        }));
        return found;
    }

    [[nodiscard]] Json ruling(const std::string& id, const std::string& answer = "yes") {
        const Json state = this->state();
        return {
            {"id", id},
            {"game", state["game"]},
            {"matter", state["open"][0]["number"]},
            {"seen_ms", state["open"][0]["changed_ms"]},
            {"answer", answer},
            {"statement", statement}};
    }

    void say(const std::string& json, const std::string& topic = "", bool is_kept = false) {
        const std::string own = "ansage/cup/t1/rule/" + name_;
        REQUIRE(ear_.link().offer({topic.empty() ? own : topic, json, is_kept}));
    }

    // The newest answer to the ruling of that id.
    [[nodiscard]] bool is_answered(const std::string& id, const std::string& name) {
        return ear_.await([&] { return answer_to(id) == name; });
    }

    [[nodiscard]] std::string answer_to(const std::string& id) const {
        std::string newest;
        for (const hall::Post& post : ear_.all()) {
            const auto answer = post.topic == "ansage/cup/t1/arbiter/answer"
                ? hall::read_answer(post.payload)
                : std::nullopt;
            newest = answer && answer->id == id ? answer->name : newest;
        }
        return newest;
    }

    Ear& ear() { return ear_; }

private:
    std::string name_;
    Ear ear_;
};

bool tells(const Process& process, const std::string& start) {
    return std::ranges::any_of(process.lines(), [&](const std::string& line) {
        return line.starts_with(start);
    });
}

// Inputs and events, as they are stored.
std::size_t count_in_journal(const std::string& file, const std::string& part) {
    auto journal = journal::Journal::open(file);
    REQUIRE(journal);
    auto reader = journal->read();
    REQUIRE(reader);
    std::size_t count = 0;
    for (auto row = reader->next_row(); row && *row; row = reader->next_row()) {
        for (const std::string& text : {(*row)->input, (*row)->events}) {
            for (std::size_t at = text.find(part); at != std::string::npos;
                 at = text.find(part, at + 1))
                ++count;
        }
    }
    return count;
}

} // namespace

TEST_CASE("An arbiter of the hall rules, the table confirms, and play goes on", "[ruling]") {
    const Folder folder;
    const Broker broker{folder};
    HallArbiter anna{broker};
    RuledTable table{folder, broker};
    const Json state = anna.state();
    CHECK(state["takes_rulings"] == true);
    CHECK(state["asked"].is_null());
    CHECK(
        state["open"][0]["rulings"]["yes"].get<std::string>().find("not right") != std::string::npos
    );
    CHECK(state["open"][0]["rulings"]["no"].get<std::string>().find("draw") != std::string::npos);
    for (const char* ear : {"say ear-white: ", "say ear-black: "}) {
        CHECK(std::ranges::any_of(table.process().lines(), [&](const std::string& line) {
            return line.starts_with(ear) &&
                line.find("who may rule from there") != std::string::npos;
        }));
    }

    const std::string ruling = anna.ruling("r1").dump();
    anna.say(ruling);
    REQUIRE(table.process().await("say arbiter: From the hall, anna rules yes. 1: "));
    CHECK(anna.is_answered("r1", "asked"));
    REQUIRE(anna.ear().await([&] { return anna.state()["asked"].is_object(); }));
    CHECK(anna.state()["asked"]["arbiter"] == "anna");
    CHECK_FALSE(tells(table.process(), "matter 1 ruled"));
    table.process().write("confirm ruling");
    REQUIRE(table.process().await("matter 1 ruled"));
    CHECK(anna.is_answered("r1", "confirmed"));
    // Quality 1 may bring it twice, and a page says it again when its line was broken.
    anna.say(ruling);
    anna.say(ruling);
    table.process().write("arbiter resumes");
    REQUIRE(table.process().await("clock white"));
    anna.ear().listen(500ms);
    CHECK(table.count_asked() == 1);
    CHECK(table.quit() == 0);
    CHECK(count_in_journal(table.journal(), R"("kind":"hall_rules")") == 1);
    CHECK(
        count_in_journal(
            table.journal(), R"("kind":"hall_ruling_ended","id":"r1","answer":"confirmed")"
        ) == 1
    );
    CHECK(count_in_journal(table.journal(), "anna: " + statement) == 1);
    Process verify{
        {ansage::tests::program(), "replay", "--verify", table.journal()}, folder.path()};
    CHECK(verify.wait() == 0);
}

TEST_CASE(
    "What does not fit is refused with the reason, and nobody at the table is asked", "[ruling]"
) {
    const Folder folder;
    const Broker broker{folder};
    HallArbiter anna{broker};
    HallArbiter bert{broker, "bert"};
    RuledTable table{folder, broker};

    struct Wrong {
        std::string answer;
        std::string key;
        Json value;
    };

    const std::vector<Wrong> wrongs{
        {"no_statement", "statement", ""},
        {"no_statement", "statement", "   "},
        {"no_such_matter", "matter", 7},
        {"no_such_matter", "matter", 0},
        {"changed", "seen_ms", 1},
        {"old", "game", 1'700'000'000'000},
    };
    unsigned number = 0;
    for (const Wrong& wrong : wrongs) {
        INFO(wrong.answer);
        Json ruling = anna.ruling(fmt::format("wrong{}", ++number));
        ruling[wrong.key] = wrong.value;
        anna.say(ruling.dump());
        CHECK(anna.is_answered(ruling["id"], wrong.answer));
    }
    // One that another has taken, in this game; of the one before nobody has.
    const std::string care = "ansage/cup/t1/care/1";
    bert.say(fmt::format("bert {}", anna.state()["game"].dump()), care, true);
    bert.ear().listen(200ms);
    anna.say(anna.ruling("hers").dump());
    CHECK(anna.is_answered("hers", "of_another"));
    bert.say("bert 1", care, true);
    bert.ear().listen(200ms);

    // No ruling at all: nothing comes of it, and nothing of what else an input can be.
    const std::string longest(5000, '[');
    const Json whole = anna.ruling("whole");
    Lines nonsense{
        longest,
        "",
        "null",
        "[1,2]",
        R"({"kind":"resigns","seat":"white"})",
        R"({"kind":"arbiter","act":"accepts_proposal","matter":1})",
        R"({"kind":"arbiter","act":"confirms_hall"})",
        R"({"id":"x","answer":"yes"})",
        "\xff\xfe"};
    for (const char* key : {"id", "game", "matter", "seen_ms", "answer", "statement"}) {
        Json less = whole;
        less.erase(key);
        nonsense.push_back(less.dump());
        less[key] = Json::array({1});
        nonsense.push_back(less.dump());
        less[key] = -1;
        nonsense.push_back(less.dump());
    }
    for (const std::string& one : nonsense) {
        anna.say(one);
        anna.ear().listen(20ms);
    }
    anna.say(R"({"arbiter":1})", "ansage/cup/t1/ask"); // in order: all of it has been heard
    // What is too old has been kept by the broker for whoever comes later.
    anna.say(anna.ruling("kept").dump(), "", true);
    CHECK(anna.is_answered("kept", "asked"));
    REQUIRE(table.process().await("say arbiter: From the hall, anna"));
    CHECK(table.count_asked() == 1);
    table.process().write("decline ruling");
    CHECK(anna.is_answered("kept", "declined"));
    table.kill_and_resume();
    anna.say(anna.ruling("last").dump());
    CHECK(anna.is_answered("last", "asked"));
    REQUIRE(table.process().await("say arbiter: From the hall, anna"));
    CHECK(table.count_asked() == 1);
    CHECK(table.quit() == 0);
    CHECK(count_in_journal(table.journal(), R"("kind":"hall_rules")") == 2);
    CHECK(count_in_journal(table.journal(), R"("kind":"resigns")") == 0);
}

TEST_CASE("A table whose set-up allows no rulings hears none", "[ruling]") {
    const Folder folder;
    const Broker broker{folder};
    HallArbiter anna{broker};
    RuledTable table{folder, broker, {}};
    CHECK(anna.state()["takes_rulings"] == false);
    CHECK_FALSE(anna.state()["open"][0].contains("rulings"));
    anna.say(anna.ruling("r1").dump());
    anna.say(anna.ruling("r2").dump(), "ansage/cup/t1/ask");
    anna.ear().listen(700ms);
    CHECK(anna.answer_to("r1").empty());
    CHECK(table.count_asked() == 0);
    table.process().write("confirm ruling");
    CHECK(table.process().await("refused not_allowed"));
    CHECK(table.quit() == 0);
    CHECK(count_in_journal(table.journal(), R"("kind":"hall_rules")") == 0);

    // And a game that was begun so goes on so.
    Process again{
        {ansage::tests::program(),
         "play",
         "--resume",
         table.journal(),
         "--speech",
         "none",
         "--hall",
         broker.address("t1"),
         "--hall-account",
         broker.account("t1"),
         "--hall-rulings"},
        folder.path()};
    CHECK(again.wait() == 2);
    CHECK(again.errors().find("begun without rulings") != std::string::npos);
    Process alone{
        {ansage::tests::program(), "play", "--speech", "none", "--hall-rulings"}, folder.path()};
    CHECK(alone.wait() == 2);
    const std::string own = folder / "club.ansage";
    Process club{
        {ansage::tests::program(),
         "play",
         "--speech",
         "none",
         "--mode",
         "club",
         "--hall",
         broker.address("t2"),
         "--hall-account",
         broker.account("t2"),
         "--hall-rulings",
         "--white",
         "impaired none",
         "--black",
         "sighted none",
         "--journal",
         own},
        folder.path()};
    CHECK(club.wait() == 2);
    CHECK(club.errors().find("nobody confirms a ruling") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(own));
}

TEST_CASE("No player, spectator or other arbiter rules in an arbiter's name", "[ruling]") {
    const Folder folder;
    const Broker broker{folder};
    HallArbiter anna{broker};
    RuledTable table{folder, broker};

    struct Forger {
        const char* user;
        const char* topic;
    };

    const std::vector<Forger> forgers{
        {"t1", "ansage/cup/t1/rule/anna"},
        {"t1", "ansage/cup/t1/rule/t1"},
        {"t2", "ansage/cup/t1/rule/anna"},
        {"t2", "ansage/cup/t1/rule/t2"},
        {"spectator", "ansage/cup/t1/rule/anna"},
        {"spectator", "ansage/cup/t1/rule/spectator"},
        {"bert", "ansage/cup/t1/rule/anna"},
        {"bert", "ansage/cup/t1/rule/anna/bert"},
        {"bert", "ansage/cup/+/rule/bert"},
    };
    for (const Forger& forger : forgers) {
        INFO(forger.user << " " << forger.topic);
        // The table's own connection must not be pushed off its line by its name.
        Ear mouth{broker, forger.user, {}};
        REQUIRE(mouth.await([&] { return mouth.link().is_up(); }));
        REQUIRE(mouth.link().offer({forger.topic, anna.ruling("forged").dump()}));
        mouth.listen(100ms);
    }
    anna.ear().listen(300ms);
    CHECK(anna.answer_to("forged").empty());
    CHECK(table.count_asked() == 0);
    CHECK(table.quit() == 0);
    CHECK(count_in_journal(table.journal(), R"("kind":"hall_rules")") == 0);
}

TEST_CASE(
    "A ruling waits over the death of its table, and lapses with what it was about", "[ruling]"
) {
    const Folder folder;
    Broker broker{folder};
    HallArbiter anna{broker};
    RuledTable table{folder, broker};
    const std::string ruling = anna.ruling("r1", "no").dump();
    anna.say(ruling);
    REQUIRE(table.process().await("say arbiter: From the hall, anna rules no. 1: "));
    table.kill_and_resume();
    anna.say(ruling);
    anna.ear().listen(500ms);
    CHECK(anna.is_answered("r1", "asked"));
    table.process().write("agenda");
    CHECK(table.process().await("say arbiter: From the hall, anna rules no. 1: "));
    // The table's own arbiter is quicker.
    table.process().write("rules incorrect");
    table.process().write("y");
    CHECK(table.process().await("matter 1 ruled"));
    CHECK(anna.is_answered("r1", "outdated"));
    table.process().write("confirm ruling");
    CHECK(table.process().await("refused not_allowed"));
    CHECK(table.quit() == 0);
    CHECK(count_in_journal(table.journal(), R"("correct":true)") == 0);
}

TEST_CASE("Whoever watches in a terminal takes a matter and rules on it by keys", "[ruling]") {
    const Folder folder;
    const Broker broker{folder};
    RuledTable table{folder, broker};
    Ear told{broker, "t1", {"ansage/cup/t1/rule/anna"}};
    Ear liar{broker, "t2", {}};
    Process watch{
        {ansage::tests::program(),
         "hall",
         "watch",
         broker.address(""),
         "--account",
         broker.account("anna")},
        folder.path()};
    REQUIRE(watch.await("waits t1: 1: "));
    watch.write("take t1 1");
    watch.write("yes t1 1");
    REQUIRE(watch.await("say t1: "));
    watch.write("no"); // he was not there
    REQUIRE(watch.await("unsaid t1: "));
    watch.write("yes t1 2");
    watch.write("rule t1 1");
    watch.write("yes t1 1");
    REQUIRE(watch.await("say t1: "));
    watch.write("y");
    REQUIRE(watch.await("sent t1: "));
    REQUIRE(watch.await("answer t1: Table t1 is asked to confirm your ruling."));
    // No other table answers it, not even one that knows its id.
    REQUIRE(told.await([&] { return !told.all().empty(); }));
    const std::string id = Json::parse(told.all().back().payload)["id"];
    const std::string lie = hall::to_json(hall::RulingAnswer{.id = id, .name = "confirmed"});
    REQUIRE(liar.await([&] { return liar.link().room() > 1; }));
    REQUIRE(liar.link().offer({"ansage/cup/t2/arbiter/answer", lie}));
    REQUIRE(liar.link().offer({"ansage/cup/t2/arbiter/log", R"({"n":1,"text":"said"})"}));
    REQUIRE(watch.await("t2: said"));
    CHECK_FALSE(tells(watch, "answer t1: Table t1 has confirmed your ruling."));
    // What the table publishes of it comes at most five times a second.
    bool is_listed = false;
    for (int tries = 0; tries < 50 && !is_listed; ++tries) {
        std::this_thread::sleep_for(20ms);
        watch.write("");
        REQUIRE(watch.await("waits t1: 1: "));
        is_listed = watch.last().find(", taken by anna, ruling of anna waits") != std::string::npos;
    }
    CHECK(is_listed);
    REQUIRE(table.process().await("say arbiter: From the hall, anna rules yes. 1: "));
    table.process().write("confirm ruling");
    CHECK(watch.await("answer t1: Table t1 has confirmed your ruling."));
    CHECK(table.count_asked() == 1);
    CHECK(table.quit() == 0);
    CHECK(tells(watch, "unsaid t1: Say first"));
}
