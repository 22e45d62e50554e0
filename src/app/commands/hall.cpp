// SPDX-License-Identifier: GPL-3.0-or-later
// ansage hall: many tables, one arbiter, on a Mosquitto broker (docs/hall.md).
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/hall_demo.hpp"
#include "app/commands/hall_given.hpp"
#include "app/commands/hall_keep.hpp"
#include "app/commands/hall_round.hpp"
#include "files/profile_path.hpp"
#include "hall/hearing.hpp"
#include "hall/listener.hpp"
#include "hall/open_matters.hpp"
#include "hall/page.hpp"
#include "hall/setup.hpp"
#include "telling/language.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
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
#include <unistd.h>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

constexpr std::int64_t highest_port = 65535;

Error hall_usage(std::string what) {
    return {std::move(what), "ansage hall", "ansage hall --help lists what there is"};
}

std::string own_host() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

Result<hall::Plan, Error> plan_given(const terminal::Arguments& given) {
    if (given.words().size() != 1) {
        return tl::unexpected(hall_usage("one folder is wanted"));
    }
    hall::Plan plan;
    const auto port = given.number("port", 1, highest_port);
    const auto page = given.number("page-port", 1, highest_port);
    if (!port || !page) {
        return tl::unexpected(port ? page.error() : port.error());
    }
    std::error_code ignored;
    plan.folder = std::filesystem::absolute(given.words().front(), ignored);
    plan.event = given.value_or("event", "hall");
    plan.tables = hall_tables_given(given.value_or("tables", "12"));
    plan.arbiters = split_list(given.value_or("arbiters", "arbiter"));
    plan.has_spectators = given.has("spectators");
    plan.hosts = split_list(given.value_or("host", own_host() + ",localhost,127.0.0.1"));
    plan.port = static_cast<std::uint16_t>(port->value_or(plan.port));
    plan.page_port = static_cast<std::uint16_t>(page->value_or(plan.page_port));
    return plan;
}

// One fact a line, the key word first.
void tell_plan(const hall::Plan& plan, const std::vector<hall::Password>& people) {
    const std::string folder = plan.folder.string();
    const std::string& host = plan.hosts.front();
    terminal::print_line("hall " + folder);
    for (const hall::Password& one : people) {
        terminal::print_line(fmt::format("password {} {}", one.user, one.password));
    }
    terminal::print_line(fmt::format("page https://{}:{}/", host, plan.page_port));
    terminal::print_line(fmt::format(
        "table ansage play --hall mqtts://{}:{}/{}/{} --hall-account {}/accounts/{}.account",
        host,
        plan.port,
        plan.event,
        plan.tables.front(),
        folder,
        plan.tables.front()
    ));
    terminal::print_line("try ansage hall serve " + folder);
    terminal::print_line(fmt::format(
        "keep systemctl enable --now {0}/ansage-hall.service {0}/ansage-hall-page.service", folder
    ));
}

int set_up_hall(const terminal::Arguments& given) {
    const auto plan = plan_given(given);
    if (!plan) {
        return terminal::refuse(plan.error());
    }
    const auto people = hall::set_up(*plan);
    if (!people) {
        return terminal::refuse(people.error());
    }
    const std::string data = given.value_or("data", "");
    const auto page = acts::load_wording(data).and_then([&](const auto& wording) {
        return hall::write_page(*plan, data, *wording);
    });
    if (!page) {
        return terminal::refuse(page.error());
    }
    tell_plan(*plan, *people);
    return terminal::to_int(terminal::ExitCode::done);
}

// --- watching
// Whatever a broker sends: empty, if it is no text.
std::string text_at(const nlohmann::json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

class Watcher {
public:
    Watcher(
        const hall::Address& address, const hall::Account& account, const terminal::Arguments& given
    )
        : is_json_(given.has("json")),
          address_(address),
          troubles_(given),
          hearing_(address, given.has("all") ? hall::Since::beginning : hall::Since::now),
          link_(hall::Link::Choice{
              .address = address,
              .account = account,
              .topics =
                  {address.topic(hall::Audience::everybody, "here"),
                   address.topic(hall::Audience::arbiter, "+")},
              .news = news_,
              .is_remembered = false}) {}

    void watch() {
        const int stop = hall::open_stop_descriptor(); // interrupting it is how it ends
        while (true) {
            std::array<pollfd, 3> waits{
                pollfd{stop, POLLIN, 0},
                pollfd{news_->descriptor(), POLLIN, 0},
                pollfd{has_input_ ? STDIN_FILENO : -1, POLLIN, 0}};
            ::poll(waits.data(), waits.size(), is_listed_ ? 1000 : 100);
            if (waits[0].revents != 0) {
                break;
            }
            look();
            list_at_first();
            if (waits[2].revents != 0) {
                list_when_asked();
            }
        }
        ::close(stop);
    }

private:
    void look() {
        for (const hall::Post& post : link_.take_heard()) {
            if (const auto heard = hearing_.take(post, questions_)) {
                tell(*heard);
            }
        }
        while (!questions_.empty() && link_.offer(questions_.back())) {
            questions_.pop_back();
        }
        troubles_.tell(link_, address_);
    }

    void tell(const hall::Heard& heard) {
        const auto json = nlohmann::json::parse(heard.json, nullptr, false);
        if (is_json_) {
            nlohmann::ordered_json line{{"table", heard.table}, {"what", kind_of(heard)}};
            line["told"] = json;
            terminal::print_line(line.dump());
            return;
        }
        switch (heard.kind) {
        case hall::Heard::Kind::line:
            terminal::print_line(heard.table + ": " + terminal::printable(text_at(json, "text")));
            break;
        case hall::Heard::Kind::state:
            states_[heard.table] = heard.json;
            break;
        case hall::Heard::Kind::here:
            break;
        }
    }

    // What was open when this began to listen, once all that the broker kept is there.
    void list_at_first() {
        using Clock = std::chrono::steady_clock;
        if (is_listed_ || is_json_ || !link_.is_up()) {
            return;
        }
        up_since_ = up_since_.value_or(Clock::now());
        if (Clock::now() - *up_since_ > std::chrono::milliseconds{500}) {
            is_listed_ = true;
            list_open();
        }
    }

    // Enter; at its end nobody is there who could ask.
    void list_when_asked() {
        std::array<char, 256> typed{};
        const ssize_t count = ::read(STDIN_FILENO, typed.data(), typed.size());
        has_input_ = count > 0;
        if (has_input_ && !is_json_) {
            list_open();
        }
    }

    void list_open() const {
        const auto matters = hall::open_matters(states_);
        terminal::print_line(fmt::format("open {}", matters.size()));
        for (const hall::OpenMatter& matter : matters) {
            terminal::print_line(fmt::format(
                "{} {}: {}{}{}",
                matter.is_urgent ? "waits" : "open",
                matter.table,
                terminal::printable(matter.text),
                matter.proposal.empty() ? "" : " ",
                terminal::printable(matter.proposal)
            ));
        }
    }

    [[nodiscard]] static std::string_view kind_of(const hall::Heard& heard) {
        switch (heard.kind) {
        case hall::Heard::Kind::line:
            return "line";
        case hall::Heard::Kind::state:
            return "state";
        case hall::Heard::Kind::here:
            return "here";
        }
        return "line";
    }

    bool is_json_;
    hall::Address address_;
    HallTroubles troubles_;
    hall::Hearing hearing_;
    std::shared_ptr<terminal::Wakeup> news_ = std::make_shared<terminal::Wakeup>();
    hall::Link link_;
    std::vector<hall::Post> questions_;
    std::map<std::string, std::string> states_;
    std::optional<std::chrono::steady_clock::time_point> up_since_;
    bool is_listed_ = false;
    bool has_input_ = true;
};

int watch_hall(const terminal::Arguments& given) {
    if (given.words().size() != 1 || !given.has("account")) {
        return terminal::refuse(hall_usage(
            given.words().size() == 1 ? "--account is wanted: the file of an arbiter's account"
                                      : "one address is wanted"
        ));
    }
    const auto address = hall::read_address(given.words().front(), "ansage hall watch");
    if (!address) {
        return terminal::refuse(address.error());
    }
    const auto account = hall::read_account(given.value_or("account", ""));
    if (!account) {
        return terminal::refuse(account.error());
    }
    std::signal(SIGPIPE, SIG_IGN);
    Watcher{*address, *account, given}.watch();
    return terminal::to_int(terminal::ExitCode::done);
}

terminal::Options setup_options() {
    terminal::Options options{
        "hall setup",
        "FOLDER",
        "makes a folder from which Mosquitto serves a hall: certificate, accounts, rights, the "
        "arbiters' page; prints the passwords once"};
    options.value("event", "NAME", "of the event; hall if not given")
        .value("tables", "N|LIST", "how many, or their names; 12 if not given")
        .value("arbiters", "LIST", "their names; arbiter if not given")
        .flag("spectators", "an account that sees what is public, too")
        .value("host", "LIST", "names and numbers of this machine, as others call it")
        .value("port", "N", "for the tables; 8883 if not given")
        .value("page-port", "N", "for the page; 8443 if not given")
        .value("data", "FOLDER", "a folder of profiles that goes before all others");
    return options;
}

terminal::Options watch_options() {
    terminal::Options options{
        "hall watch",
        "ADDRESS",
        "what is open at the tables of mqtts://HOST/EVENT, then what they tell their arbiter, a "
        "line "
        "each, until interrupted; Enter lists again what is open"};
    options.value("account", "FILE", "the arbiter's, as hall setup made it")
        .flag("all", "from the beginning of each game")
        .flag("json", "one JSON object a line");
    return options;
}

struct HallAction {
    std::string_view name;
    terminal::Options (*options)();
    int (*run)(const terminal::Arguments& given);
};

constexpr std::array hall_actions{
    HallAction{"demo", hall_demo_options, run_hall_demo},
    HallAction{"setup", setup_options, set_up_hall},
    HallAction{"serve", hall_serve_options, run_hall_serve},
    HallAction{"watch", watch_options, watch_hall},
    HallAction{"pair", hall_pair_options, run_hall_pair},
    HallAction{"results", hall_results_options, run_hall_results},
    HallAction{"live", hall_live_options, run_hall_live},
    HallAction{"fetch", hall_fetch_options, run_hall_fetch},
    HallAction{"catch-up", hall_catch_up_options, run_hall_catch_up}};

} // namespace

std::vector<terminal::Options> hall_options() {
    std::vector<terminal::Options> options;
    for (const HallAction& action : hall_actions) {
        options.push_back(action.options());
    }
    return options;
}

int run_hall(std::span<const std::string> arguments) {
    const std::string_view name = arguments.empty() ? std::string_view{} : arguments.front();
    const auto action = std::ranges::find(hall_actions, name, &HallAction::name);
    if (action != hall_actions.end()) {
        return terminal::run_with(action->options(), arguments.subspan(1), action->run);
    }
    if (!arguments.empty() && terminal::asks_for_help(name)) {
        for (const terminal::Options& options : hall_options()) {
            fmt::print("{}", options.help());
        }
        return terminal::to_int(terminal::ExitCode::done);
    }
    return terminal::refuse(hall_usage(
        arguments.empty() ? "nothing to do"
                          : fmt::format("\"{}\" is not expected here", terminal::printable(name))
    ));
}

} // namespace ansage::app
