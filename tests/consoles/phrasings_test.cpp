// SPDX-License-Identifier: GPL-3.0-or-later
// What people type in their own words, at a joined console in their language. tests/data/console/
// phrasings has it: a heading is the meaning, each line below it one way to say it. Harmed is who
// meant something else than what the other player, the room, a clock or the result got of it.
#include "acts/table_setup.hpp"
#include "chess/fen.hpp"
#include "chess/uci.hpp"
#include "consoles/typing.hpp"
#include "journal/codec.hpp"
#include "support/catch.hpp"
#include "support/few.hpp"
#include "support/places.hpp"
#include "table/decide/decide.hpp"
#include "table/model/names.hpp"
#include "telling/table_words.hpp"

#include <boost/asio/io_context.hpp>

#include <fmt/format.h>
#include <fstream>
#include <map>

namespace ansage::consoles {
namespace {

using table::ConsoleRole;
using table::Reply;

constexpr std::string_view middle_game =
    "r3k2r/1P1bqppp/2n2n2/3pp3/3PP3/2N2N2/3BQPPP/R3K2R w KQkq - 0 1";
const std::vector<std::string> all_languages = tests::are_few
    ? std::vector<std::string>{"en", "nb"}
    : std::vector<std::string>{"en", "de", "sv", "nb", "da", "nl"};

// How a heading is read: the act of a table script that it means, or what else comes of it, and how
// things stand at the table.
struct Meaning {
    std::string_view heading;
    std::string_view meant; // behind "white ", "arbiter "
    std::string_view before{}; // what happens first, "; " between
};

constexpr std::string_view white_runs = "arbiter starts";
constexpr std::string_view draw_is_offered =
    "arbiter starts; white announces e4; white presses; black announces e5; black presses; "
    "black offers draw";

constexpr std::array meanings{
    Meaning{"offer", "offers draw", white_runs},
    Meaning{"accept", "accepts", draw_is_offered},
    Meaning{"decline", "declines", draw_is_offered},
    Meaning{"resign", "resigns", white_runs},
    Meaning{"takeback", "proposes takeback", white_runs},
    Meaning{"last", "asks last"},
    Meaning{"again", "asks repeat"},
    Meaning{"clocks", "asks both"},
    Meaning{"time", "asks time"},
    Meaning{"opponent", "asks opponent"},
    Meaning{"press", "presses", white_runs},
    Meaning{"start", "starts"},
    Meaning{"pause", "pauses", white_runs},
    Meaning{"resume", "resumes"},
    Meaning{"hush", "nothing"},
    Meaning{"since", "asks since"},
    Meaning{"adjust", "adjusts", white_runs},
    Meaning{"correct", "corrects", "arbiter starts; white announces e4"},
    Meaning{"claim", "help", white_runs}, // of which kind it does not say
    Meaning{"claim-threefold", "claims threefold", white_runs},
    Meaning{"claim-fifty", "claims fifty", white_runs},
    Meaning{"claim-flag", "claims flag", white_runs},
    Meaning{"claim-illegal", "claims illegal", white_runs},
    Meaning{"claim-touch", "claims touch", white_runs},
    Meaning{"square", "asks square"},
    Meaning{"rank", "asks squares"},
    Meaning{"board", "asks position"},
    Meaning{"score", "asks score"},
    Meaning{"moves", "asks moves"},
    Meaning{"help", "help"},
    Meaning{"quit", "leave"},
    Meaning{"sign", "signs"},
    Meaning{"confirms", "confirms"},
    Meaning{"compare", "compares"},
    Meaning{"yes", "yes", white_runs},
    Meaning{"no", "no", white_runs},
    Meaning{"repeat", "repeats", "arbiter starts"},
    Meaning{"execute", "executes", white_runs},
    Meaning{"move", "announces", white_runs},
    Meaning{"middle", "announces", white_runs},
    Meaning{"ask", "never", white_runs}, // what names no move, or several
    // What is denied, asked, reported or put off: nobody else hears of it.
    Meaning{"never", "never", white_runs},
    // What only the arbiter says.
    Meaning{"arbiter-start", "starts"},
    Meaning{"arbiter-pause", "pauses"},
    Meaning{"arbiter-resume", "resumes"},
    Meaning{"arbiter-agenda", "asks agenda"},
    Meaning{"arbiter-evidence", "asks evidence"},
    Meaning{"arbiter-accept", "accepts proposal"},
    Meaning{"arbiter-reject", "rejects proposal"},
    Meaning{"arbiter-set", "sets white 0:10:00"},
    Meaning{"arbiter-add", "adds white 0:02:00"},
    Meaning{"arbiter-warn", "warns white"},
    Meaning{"arbiter-illegal", "rules illegal white"},
    Meaning{"arbiter-illegal-open", "rules illegal"},
    Meaning{"arbiter-stands", "rules stands"},
    Meaning{"arbiter-correct", "rules correct"},
    Meaning{"arbiter-incorrect", "rules incorrect"},
    Meaning{"arbiter-takes-back", "takes back"},
    Meaning{"arbiter-restore", "restores ply 24"},
    Meaning{"arbiter-end", "ends 1-0 "},
    Meaning{"arbiter-adjourn", "adjourns"},
    Meaning{"arbiter-confirm-hall", "confirms ruling"},
    Meaning{"arbiter-decline-hall", "declines ruling"},
};

const Meaning& meaning_of(std::string_view heading) {
    const std::string_view name = heading.substr(0, heading.find(' '));
    const auto* const found = std::ranges::find(meanings, name, &Meaning::heading);
    if (found == meanings.end()) FAIL("no such meaning: " << heading);
    return *found;
}

acts::TableKit kit_for(const std::string& language, std::string_view heading) {
    acts::TableHeader header = acts::default_header();
    const bool is_arbiters = heading.starts_with("arbiter");
    header.setup.mode = is_arbiters ? table::Mode::tournament : table::Mode::club;
    header.setup.seats.white = *acts::read_seat("impaired none assistant=1,2,3,4");
    header.setup.seats.black = *acts::read_seat("impaired none");
    header.setup.seats.white.language = header.setup.seats.black.language = language;
    header.setup.arbiter_language = language;
    header.words = language == "de" ? "fide" : language;
    if (heading.starts_with("middle")) header.setup.start = *chess::parse_position(middle_game);
    return acts::load_table(header, tests::share()).value();
}

enum class Came : std::uint8_t { meant, asked_back, not_understood, harmed };

// A console in that language, and what comes of what is typed there.
class Typist {
public:
    Typist(const std::string& language, std::string_view heading)
        : kit_(kit_for(language, heading)),
          language_(language),
          heading_(heading),
          meaning_(meaning_of(heading)) {
        session_->role = role();
        for (std::string_view left = meaning_.before; !left.empty();) {
            const std::size_t end = std::min(left.find(';'), left.size());
            auto body = acts::input_of(*acts::parse_act(left.substr(0, end)), state_);
            kit_.words.hearing().resolve(body, state_);
            static_cast<void>(table::step(state_, {.at = base::Instant{}, .body = body}));
            left.remove_prefix(std::min(end + 1, left.size()));
        }
    }

    Came type(const std::string& line) {
        const bool is_answer = meaning_.meant == "yes" || meaning_.meant == "no";
        if (is_answer) typing_.typed(*session_, "resigns");
        reply_.reset();
        typing_.typed(*session_, line);
        if (meaning_.meant == "no")
            return done_.empty() && reply_ == Reply::unchanged ? Came::meant : wrong();
        if (meaning_.meant == "nothing") return done_.empty() && !reply_ ? Came::meant : wrong();
        if (meaning_.meant == "help") return reply_ == Reply::help ? Came::meant : wrong();
        if (meaning_.meant == "leave") return has_left_ ? Came::meant : wrong();
        const bool is_confirmed = done_.empty() && reply_ && reply_ != Reply::not_understood &&
            table::to_string(*reply_).starts_with("confirm");
        if (meaning_.meant == "never")
            return done_.empty() && !has_left_ && reply_ ? Came::meant : wrong();
        const std::string word = session_->confirming_word.value_or("");
        const wording::Catalogue& in = kit_.words.catalogue(language_);
        const std::string yes = word.empty() ? "y" : in.sentence("command.confirms_" + word);
        const bool is_near = reply_ == Reply::confirm_move;
        if (is_confirmed) typing_.typed(*session_, yes);
        const bool is_it = done_.size() == 1 && is_meant(done_.front());
        if (is_it) return is_near ? Came::asked_back : Came::meant;
        return is_confirmed ? Came::asked_back : wrong();
    }

    // Before anything is read back.
    bool tells_others(const std::string& line) {
        typing_.typed(*session_, line);
        return !std::ranges::all_of(done_, [&](const table::InputBody& body) {
            return is_private(body) || is_refused(body);
        });
    }

private:
    static bool is_private(const table::InputBody& body) {
        return std::holds_alternative<table::Asks>(body);
    }

    ConsoleRole role() const {
        if (heading_.starts_with("arbiter")) return ConsoleRole::arbiter;
        return heading_.starts_with("repeat") ? ConsoleRole::black : ConsoleRole::white;
    }

    // What the table refuses nobody else hears of.
    [[nodiscard]] bool is_refused(const table::InputBody& body) const {
        table::State copy = state_;
        const auto events = table::step(copy, {.at = base::Instant{}, .body = body});
        return std::ranges::any_of(events, [](const table::Event& event) {
            return std::holds_alternative<table::Refused>(event.body);
        });
    }

    Came wrong() const {
        if (is_incomplete()) return Came::asked_back;
        if (!std::ranges::all_of(done_, is_private) || has_left_) return Came::harmed;
        return done_.empty() && reply_ == Reply::not_understood ? Came::not_understood
                                                                : Came::asked_back;
    }

    // "Castle", of two castlings: taken down as said, and asked for what is missing (D.2.1).
    [[nodiscard]] bool is_incomplete() const {
        const auto* const said =
            done_.size() == 1 ? std::get_if<table::Announces>(&done_.front()) : nullptr;
        return said != nullptr && meaning_.meant == "announces" &&
            said->move.error == chess::MoveError::ambiguous;
    }

    [[nodiscard]] bool is_meant(const table::InputBody& done) const {
        const std::size_t space = heading_.find(' ');
        const std::string about{space == std::string_view::npos ? "" : heading_.substr(space + 1)};
        const auto move = std::visit(
            [](const auto& input) -> std::optional<table::HeardMove> {
                if constexpr (requires { input.move.said; }) return input.move;
                return std::nullopt;
            },
            done
        );
        std::string line{meaning_.meant == "yes" ? "resigns" : meaning_.meant};
        if (move && !about.empty()) {
            line += " " + about;
            auto wanted = wanted_as(line);
            return wanted.index() == done.index() && move->move &&
                chess::to_uci(
                    kit_.setup.start, *move->move, chess::CastlingStyle::king_two_squares
                ) == about;
        }
        if (!about.empty()) line += " " + about;
        if (line.ends_with("1-0 ")) return std::holds_alternative<table::ArbiterEnds>(done);
        return journal::encode(wanted_as(line)) == journal::encode(done);
    }

    [[nodiscard]] table::InputBody wanted_as(const std::string& line) const {
        const acts::Tongue tongue{nullptr, &kit_.words};
        const auto typed = acts::read_typed(line, role(), state_, tongue);
        INFO(line);
        REQUIRE(typed);
        table::InputBody body = std::get<acts::TypedAct>(*typed).body;
        if (auto* const press = std::get_if<table::Presses>(&body))
            press->through = table::Medium::keys; // at a console, as the one that is typed
        return body;
    }

    acts::TableKit kit_;
    std::string language_;
    std::string_view heading_;
    const Meaning& meaning_;
    table::State state_ = table::open_table(kit_.setup);
    boost::asio::io_context io_;
    std::shared_ptr<ConsoleSession> session_ = std::make_shared<ConsoleSession>(
        ConsoleSession::Socket{io_}, ConsoleSession::Listener{[] {}, [](ConsoleSession&) {}}
    );
    std::vector<table::InputBody> done_;
    std::optional<Reply> reply_;
    bool has_left_ = false;
    ConsoleView view_{kit_.words};
    ConsoleTyping typing_{
        view_,
        {.state = [this]() -> const table::State& { return state_; },
         .now = [] { return base::Instant{}; },
         .submit = [this](ConsoleRole /*role*/, table::InputBody body) -> ConsoleTyping::Effect {
             if (const auto* replies = std::get_if<table::Replies>(&body)) {
                 reply_ = replies->reply;
                 return {};
             }
             kit_.words.hearing().resolve(body, state_);
             done_.push_back(std::move(body));
             return {.is_shown = true, .is_done = true};
         },
         .overstep = [](ConsoleRole, const std::string&) { return true; },
         .leave = [this](ConsoleSession&) { has_left_ = true; },
         .adjust = [](ConsoleRole, int, int) { return true; }}};
};

struct Tally {
    unsigned lines = 0;
    std::map<Came, unsigned> came{};
    std::string wrong{};

    void add(Came came_of_it, const std::string& where) {
        ++lines;
        ++came[came_of_it];
        constexpr std::array<std::string_view, 4> names{
            "meant", "asked back", "not understood", "harmed"};
        if (came_of_it != Came::meant)
            wrong += fmt::format("{}: {}\n", where, names[static_cast<std::size_t>(came_of_it)]);
    }
};

struct Line {
    std::string heading;
    std::string text;
    std::string where{};
};

std::vector<Line> lines_of(const std::string& folder, const std::string& language) {
    std::vector<Line> lines;
    const std::string name = folder + "/" + language + ".txt";
    std::ifstream file{std::string{tests::root() + "/tests/data/console/"} + name};
    std::string heading;
    unsigned number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with('[')) heading = line.substr(1, line.size() - 2);
        else lines.push_back({heading, line, fmt::format("{}:{} [{}]", name, number, heading)});
    }
    return lines;
}

Tally tally_of(const std::string& folder, const std::string& language) {
    Tally tally;
    for (const auto& [heading, text, where] : lines_of(folder, language))
        tally.add(Typist{language, heading}.type(text), where + " " + text);
    return tally;
}

} // namespace

TEST_CASE("What people type in their own words is done as meant", "[phrasings]") {
    for (const std::string folder :
         {"phrasings", "phrasings/second", "phrasings/third", "phrasings/fourth"}) {
        for (const std::string& language : all_languages) {
            const bool is_small = folder.ends_with("fourth"); // in two languages
            if (is_small && language != "en" && language != "de") continue;
            Tally tally = tally_of(folder, language);
            INFO(tally.wrong);
            CAPTURE(
                folder,
                language,
                tally.lines,
                tally.came[Came::meant],
                tally.came[Came::asked_back],
                tally.came[Came::not_understood],
                tally.came[Came::harmed]
            );
            CHECK(tally.lines > (is_small ? 60 : 150));
            CHECK(tally.came[Came::harmed] == 0);
            CHECK(tally.came[Came::asked_back] * 100 <= tally.lines * 2);
            CHECK(tally.came[Came::meant] * 100 >= tally.lines * 98);
        }
    }
}

// Each line that would tell others something, with a word that denies it, reports it of somebody
// else or puts it off: nobody hears of it before it is read back.
TEST_CASE("What is denied, reported or put off is not done", "[phrasings]") {
    const std::map<std::string, std::vector<std::string>> words{
        {"en", {"not", "never", "he", "tomorrow", "if", "maybe"}},
        {"de", {"nicht", "niemals", "er", "morgen", "wenn", "vielleicht"}},
        {"sv", {"inte", "aldrig", "han", "imorgon", "ifall", "kanske"}},
        {"nb", {"ikke", "aldri", "han", "senere", "hvis", "kanskje"}},
        {"da", {"ikke", "aldrig", "han", "senere", "hvis", "måske"}},
        {"nl", {"niet", "nooit", "hij", "morgen", "als", "misschien"}},
    };
    constexpr std::array<std::string_view, 7> told{
        "offer", "resign", "takeback", "press", "start", "pause", "resume"};
    for (const std::string& language : all_languages) {
        const std::vector<std::string>& barred = words.at(language);
        std::size_t next = 0;
        for (const auto& [heading, line, where] : lines_of("phrasings", language)) {
            if (std::ranges::find(told, heading) == told.end()) continue;
            const std::string word = barred[next++ % barred.size()];
            for (const std::string& denied : {line + " " + word, word + " " + line}) {
                INFO(language << " [" << heading << "] " << denied);
                CHECK_FALSE(Typist{language, heading}.tells_others(denied));
            }
        }
    }
}

} // namespace ansage::consoles
