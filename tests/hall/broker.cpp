// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/broker.hpp"

#include "acts/table_setup.hpp"
#include "hall/chronicle.hpp"
#include "hall/message_rules.hpp"
#include "journal/journal.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <arpa/inet.h>
#include <chrono>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace ansage::tests {

namespace {

constexpr std::chrono::seconds limit{300};

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    address.sin_port = ::htons(port);
    return address;
}

bool listens(std::uint16_t port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    const bool is_open =
        ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(socket);
    return is_open;
}

hall::Address address_of(const std::string& text) {
    const auto address = hall::read_address(text, "test");
    REQUIRE(address);
    return *address;
}

hall::Account account_of(const std::string& file) {
    auto account = hall::read_account(file);
    REQUIRE(account);
    return *account;
}

std::uint16_t free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    const bool is_bound =
        ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(socket);
    REQUIRE(is_bound);
    return ::ntohs(address.sin_port);
}

} // namespace

Broker::Broker(const Folder& folder, std::vector<std::string> tables)
    : folder_(folder) {
    plan_ = {
        .folder = folder / "hall",
        .event = "cup",
        .tables = std::move(tables),
        .arbiters = {"anna", "bert"},
        .has_spectators = true,
        .hosts = {"localhost", "127.0.0.1"},
        .port = free_port(),
        .page_port = free_port()};
    const auto made = hall::set_up(plan_);
    if (!made) FAIL(base::to_line(made.error()));
    start();
}

void Broker::start() {
    process_ = std::make_unique<Process>(
        std::vector<std::string>{
            hall::find_program("mosquitto").string(), "-c", folder_ / "hall/mosquitto.conf"},
        folder_.path()
    );
    const auto until = std::chrono::steady_clock::now() + limit;
    while (!listens(plan_.port) && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    REQUIRE(listens(plan_.port));
}

void Broker::kill() {
    process_->kill();
    process_.reset();
}

std::string Broker::address(const std::string& table) const {
    return fmt::format("mqtts://127.0.0.1:{}/cup{}{}", plan_.port, table.empty() ? "" : "/", table);
}

std::string Broker::account(const std::string& user) const {
    return (plan_.folder / "accounts" / (user + ".account")).string();
}

Ear::Ear(const Broker& broker, const std::string& user, const std::vector<std::string>& topics)
    : address_(address_of(broker.address(""))),
      hearing_(address_, hall::Since::beginning) {
    link_ = std::make_unique<hall::Link>(hall::Link::Choice{
        .address = address_of(broker.address("")),
        .account = account_of(broker.account(user)),
        .topics = topics,
        .news = news_,
        .is_remembered = false});
}

bool Ear::await(const std::function<bool()>& is_enough) {
    const auto until = std::chrono::steady_clock::now() + limit;
    take();
    while (!is_enough() && std::chrono::steady_clock::now() < until) {
        pollfd news{news_->descriptor(), POLLIN, 0};
        ::poll(&news, 1, 100);
        take();
    }
    return is_enough();
}

void Ear::listen(std::chrono::milliseconds moment) {
    const auto until = std::chrono::steady_clock::now() + moment;
    while (std::chrono::steady_clock::now() < until) {
        pollfd news{news_->descriptor(), POLLIN, 0};
        ::poll(&news, 1, 20);
        take();
    }
}

void Ear::take() {
    for (hall::Post& post : link_->take_heard()) {
        const auto place = hall::place_of(address_, post.topic);
        const bool is_tables =
            place && (place->what.ends_with("/state") || place->what.ends_with("/log"));
        if (is_tables && post.payload.find("secret") == std::string::npos) {
            INFO(post.topic << ' ' << post.payload);
            CHECK(hall::is_valid(*place, post.payload)); // what tables say keeps the rules
        }
        if (auto heard = hearing_.take(post, questions_)) heard_.push_back(*std::move(heard));
        all_.push_back(std::move(post));
    }
    while (!questions_.empty() && link_->offer(questions_.back())) questions_.pop_back();
}

std::vector<std::string> Ear::lines(hall::Audience audience, const std::string& table) const {
    std::vector<std::string> lines;
    for (const hall::Heard& heard : heard_) {
        if (heard.kind == hall::Heard::Kind::line && heard.audience == audience &&
            heard.table == table)
            lines.push_back(heard.json);
    }
    return lines;
}

std::array<std::vector<std::string>, 2> told_by(const std::string& file) {
    auto journal = journal::Journal::open(file);
    REQUIRE(journal);
    const auto header = journal->header();
    REQUIRE(header);
    const auto kit = acts::load_table(*header, tests::share(), file);
    REQUIRE(kit);
    hall::Chronicle chronicle{*journal, kit->setup, kit->words};
    std::array<std::vector<std::string>, 2> told;
    while (!chronicle.is_at_end()) {
        unsigned inputs = 1000;
        const auto entry = chronicle.next(inputs);
        REQUIRE(entry);
        if (*entry != nullptr) {
            told[hall::index((*entry)->audience)].push_back((*entry)->json);
            chronicle.sent();
        }
    }
    return told;
}

} // namespace ansage::tests
