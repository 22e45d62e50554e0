#include "journal/replay.hpp"

#include "base/overloaded.hpp"
#include "journal/codec.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

namespace ansage::journal {
namespace {

// The sentence in an event, if it has one.
table::Message* message_in(table::EventBody& body) {
    return std::visit(
        base::Overloaded{
            [](table::Proposed& proposed) { return &proposed.proposal.message; },
            [](auto& event) -> table::Message* {
                if constexpr (requires { event.message; }) {
                    return &event.message;
                } else {
                    return nullptr;
                }
            },
        },
        body
    );
}

void take_words(std::vector<table::Event>& decided, std::vector<table::Event>& stored) {
    const std::size_t count = std::min(decided.size(), stored.size());
    for (std::size_t index = 0; index < count; ++index) {
        table::Message* const to = message_in(decided[index].body);
        const table::Message* const from = message_in(stored[index].body);
        if (to != nullptr && from != nullptr) {
            to->words = from->words;
        }
    }
}

std::string json_at(const std::vector<table::Event>& events, std::size_t index) {
    return index < events.size() ? encode(events[index]) : std::string{};
}

std::optional<Difference> difference_of(
    std::uint64_t record,
    const std::vector<table::Event>& stored,
    const std::vector<table::Event>& decided
) {
    for (std::size_t index = 0; index < std::max(stored.size(), decided.size()); ++index) {
        std::string expected = json_at(stored, index);
        std::string found = json_at(decided, index);
        if (expected != found) {
            return Difference{
                Difference::Kind::event, record, std::move(expected), std::move(found)};
        }
    }
    return std::nullopt;
}

// Follows the chain of digests through sessions and rows in the order in which they were stored.
class Chain {
public:
    Chain(const Header& header, std::vector<Session> sessions)
        : digest_(digest_of(header)),
          sessions_(std::move(sessions)) {}

    std::optional<Difference> follow(const Row& row) {
        begin_sessions(row.number);
        const Digest expected = digest_after(digest_, row);
        if (expected != row.digest) {
            return Difference{
                Difference::Kind::digest, row.number, to_string(row.digest), to_string(expected)};
        }
        digest_ = expected;
        return std::nullopt;
    }

    // The sessions that stored nothing more. `number` follows the last row's.
    void begin_sessions(std::uint64_t number) {
        while (begun_ < sessions_.size() && sessions_[begun_].first_input <= number) {
            digest_ = digest_after(digest_, sessions_[begun_]);
            ++begun_;
        }
    }

    [[nodiscard]] const Digest& digest() const { return digest_; }

private:
    Digest digest_;
    std::vector<Session> sessions_;
    std::size_t begun_ = 0;
};

Result<Chain> chain_of(Journal& journal) {
    return journal.header().and_then([&](const Header& header) {
        return journal.sessions().map([&](std::vector<Session> sessions) {
            return Chain{header, std::move(sessions)};
        });
    });
}

std::optional<Difference>
decide_again(const Row& row, const Journal& journal, const Decider& decide) {
    auto entry = decode(row, journal.file());
    if (!entry) {
        return Difference{
            Difference::Kind::unreadable, row.number, row.input, base::to_line(entry.error())};
    }
    std::vector<table::Event> decided = decide(entry->input);
    take_words(decided, entry->events);
    return difference_of(row.number, entry->events, decided);
}

// The last digest must also be that of the journal, lest the last session was changed.
std::optional<Difference> compare_ends(const Chain& chain, const Journal& journal) {
    if (chain.digest() == journal.digest()) {
        return std::nullopt;
    }
    return Difference{
        Difference::Kind::digest,
        journal.size(),
        to_string(journal.digest()),
        to_string(chain.digest()),
    };
}

Result<Verification> verify_rows(Journal& journal, Chain chain, const Decider& decide) {
    auto reader = journal.read();
    if (!reader) {
        return tl::unexpected(std::move(reader).error());
    }
    Verification result;
    auto row = reader->next_row();
    for (; row && *row; row = reader->next_row()) {
        result.difference = chain.follow(**row);
        if (!result.difference) {
            result.difference = decide_again(**row, journal, decide);
        }
        if (result.difference) {
            return result;
        }
        ++result.records;
        result.digest = chain.digest();
    }
    chain.begin_sessions(journal.size() + 1);
    result.digest = chain.digest();
    result.difference = compare_ends(chain, journal);
    return row.map([&](const std::optional<Row>& /*none*/) { return std::move(result); });
}

} // namespace

Result<table::State> rebuild(Journal& journal, const table::TableSetup& setup) {
    auto reader = journal.read();
    if (!reader) {
        return tl::unexpected(std::move(reader).error());
    }
    table::State state = table::open_table(setup);
    auto entry = reader->next();
    for (; entry && *entry; entry = reader->next()) {
        for (const table::Event& event : (*entry)->events) {
            table::apply(state, event);
        }
    }
    return entry.map([&](const std::optional<Entry>& /*none*/) { return std::move(state); });
}

Result<Verification> verify(Journal& journal, const Decider& decide) {
    return chain_of(journal).and_then([&](Chain chain) {
        return verify_rows(journal, std::move(chain), decide);
    });
}

Result<Verification> verify(Journal& journal, const table::TableSetup& setup) {
    table::State state = table::open_table(setup);
    return verify(journal, [&](const table::Input& input) { return table::step(state, input); });
}

} // namespace ansage::journal
