// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/listener.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>

namespace ansage::hall {

namespace {

std::vector<std::string> topics_of(const Address& address, const std::vector<std::string>& topics) {
    std::vector<std::string> whole;
    std::ranges::transform(topics, std::back_inserter(whole), [&](const std::string& what) {
        return fmt::format("ansage/{}/+/{}", address.event, what);
    });
    return whole;
}

} // namespace

int open_stop_descriptor() {
    sigset_t signals{};
    ::sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&signals, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return ::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

Listener::Listener(const Address& address, const Account& account, std::vector<std::string> topics)
    : address_(address),
      topics_(std::move(topics)),
      stop_(open_stop_descriptor()),
      link_(Link::Choice{
          .address = address,
          .account = account,
          .topics = topics_of(address, topics_),
          .news = news_,
          .is_remembered = false}) {}

std::vector<Listener::Heard> Listener::wait(std::chrono::milliseconds longest) {
    std::array<pollfd, 2> waits{
        pollfd{stop_.number(), POLLIN, 0}, pollfd{news_->descriptor(), POLLIN, 0}};
    ::poll(waits.data(), waits.size(), static_cast<int>(longest.count()));
    is_interrupted_ = is_interrupted_ || waits[0].revents != 0;
    std::vector<Heard> heard;
    for (Post& post : link_.take_heard()) {
        const auto place = place_of(address_, post.topic);
        const bool is_wanted = place && std::ranges::find(topics_, place->what) != topics_.end();
        if (is_wanted && rules_.allows(*place, post.payload, std::chrono::steady_clock::now()))
            heard.push_back({place->table, place->what, std::move(post.payload)});
    }
    return heard;
}

bool Listener::ask(const std::string& table, std::string payload) {
    Address one = address_;
    one.table = table;
    return link_.offer({one.asked(), std::move(payload)});
}

} // namespace ansage::hall
