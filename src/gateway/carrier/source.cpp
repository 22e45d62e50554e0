// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/source.hpp"

#include "gateway/carrier/lines.hpp"
#include "gateway/carrier/link.hpp"
#include "gateway/carrier/persons.hpp"
#include "gateway/carrier/watching.hpp"

#include <fstream>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <utility>

extern "C" { // glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

namespace ansage::gateway {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

namespace {

// The table that has our address. Where another has taken its name, that has another.
class OurTable {
public:
    explicit OurTable(const Handover& handover)
        : address_file_(handover.address_file),
          address_(handover.address) {}

    [[nodiscard]] bool is_there() const {
        return read_address(address_file_, address_.reach) == address_;
    }

private:
    fs::path address_file_;
    Address address_;
};

// It is in the page.
class KeptGame final : public Source {
public:
    KeptGame() { lines_.stand(Standing::over); }

    Service& service() override { return watching_; }

    // Nobody has to hurry.
    [[nodiscard]] bool is_over(bool is_visited) const override { return is_visited; }

    void close() override { lines_.close(); }

private:
    Lines lines_;
    Watching watching_{lines_};
};

class Watched final : public Source {
public:
    explicit Watched(const Handover& handover)
        : table_(handover),
          link_(handover.table, lines_) {}

    [[nodiscard]] bool open() { return link_.open(); }

    Service& service() override { return watching_; }

    [[nodiscard]] int descriptor() const override { return link_.descriptor(); }

    void read() override { link_.read(); }

    // A table that fell silent is joined again.
    void look(Clock::time_point now) override {
        if (link_.descriptor() >= 0) return;
        if (table_.is_there()) link_.on_time(now);
        else link_.give_up();
    }

    [[nodiscard]] bool is_over(bool /*is_visited*/) const override { return link_.is_over(); }

    [[nodiscard]] bool is_refused() const override {
        return link_.is_over() && !link_.was_welcome();
    }

    [[nodiscard]] std::string refused() const override { return link_.refused(); }

    void close() override { lines_.close(); }

private:
    OurTable table_;
    Lines lines_;
    Link link_;
    Watching watching_{lines_};
};

// The process that listens at a socket: it ends with its table, however that ends.
base::Descriptor process_at(const base::Descriptor& guest) {
    ucred peer{};
    socklen_t size = sizeof peer;
    const int known = ::getsockopt(guest.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size);
    return base::Descriptor{known == 0 ? ::pidfd_open(peer.pid, 0) : -1};
}

class PersonsAtTable final : public Source {
public:
    explicit PersonsAtTable(const Handover& handover)
        : table_(handover),
          socket_(handover.table),
          persons_(PersonsTable{
              .socket = handover.table,
              .is_there = [this] { return table_.is_there(); },
              .is_on_network = handover.address.reach == Reach::network,
              .is_being_set_up = [this] { return is_being_set_up(); },
          }) {}

    [[nodiscard]] bool open() {
        const base::Descriptor guest = connect_to(socket_);
        process_ = process_at(guest);
        return guest.is_open();
    }

    Service& service() override { return persons_; }

    void look(Clock::time_point now) override {
        persons_.on_time(now);
        pollfd looked{process_.number(), POLLIN, 0};
        is_over_ = is_over_ || ::poll(&looked, 1, 0) > 0 || !table_.is_there();
    }

    [[nodiscard]] bool is_over(bool /*is_visited*/) const override { return is_over_; }

private:
    // What the table says beside its socket (consoles/table_pages.hpp).
    [[nodiscard]] bool is_being_set_up() const {
        std::ifstream pages{fs::path{socket_}.replace_extension(".pages")};
        std::string kind;
        pages >> kind;
        return kind == "setup";
    }

    OurTable table_;
    fs::path socket_;
    Persons persons_;
    base::Descriptor process_;
    bool is_over_ = false;
};

template <class Table>
std::unique_ptr<Source> opened(const Handover& handover) {
    auto table = std::make_unique<Table>(handover);
    return table->open() ? std::move(table) : nullptr;
}

} // namespace

std::unique_ptr<Source> open_source(const Handover& handover) {
    switch (handover.carried) {
    case Carried::kept_game: return std::make_unique<KeptGame>();
    case Carried::watcher: return opened<Watched>(handover);
    case Carried::persons: return opened<PersonsAtTable>(handover);
    }
    return nullptr;
}

} // namespace ansage::gateway
