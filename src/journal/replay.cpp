// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/replay.hpp"

#include "base/try.hpp"
#include "journal/codec.hpp"
#include "journal/structure.hpp"
#include "table/apply/apply.hpp"
#include "table/decide/decide.hpp"
#include "table/model/event_words.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace ansage::journal {
namespace {

constexpr std::string_view rules_mark = "+rules.";

void take_words(std::vector<table::Event>& decided, std::vector<table::Event>& stored) {
    const std::size_t count = std::min(decided.size(), stored.size());
    for (std::size_t index = 0; index < count; ++index) {
        table::Message* const to = table::message_in(decided[index].body);
        const table::Message* const from = table::message_in(stored[index].body);
        if (to != nullptr && from != nullptr) to->words = from->words;
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

// The complaint about an entry's events, if the table cannot take them; it takes those before.
std::optional<base::Phrase> take_events(table::State& state, const Entry& entry) {
    for (const table::Event& event : entry.events) {
        if (auto wrong = structural_fault(state, event, entry.input.at)) return wrong;
        table::apply(state, event);
    }
    return std::nullopt;
}

Fault wrong_structure(const Journal& journal, std::uint64_t record, const base::Phrase& what) {
    return {
        .kind = Fault::Kind::unreadable,
        .record = record,
        .error = {
            .what = base::phrase("record {} cannot be: {}", record, what),
            .where = journal.file(),
            .mend = base::phrase("ansage replay --damaged shows what came before it")}};
}

// One table as it was stored, and the same as it is decided now.
class TableDeciding : public Deciding {
public:
    explicit TableDeciding(const table::TableSetup& setup)
        : stored_(table::open_table(setup)),
          decided_(stored_) {}

    std::vector<table::Event> decide(const table::Input& input) override {
        return table::step(decided_, input);
    }

    std::optional<std::string> take(const Entry& entry, bool as_decided) override {
        const auto wrong = take_events(stored_, entry);
        if (!as_decided) decided_ = stored_;
        return wrong ? std::optional{wrong->text()} : std::nullopt;
    }

private:
    table::State stored_;
    table::State decided_;
};

Difference unreadable(const Row& row, std::string complaint) {
    return {Difference::Kind::unreadable, row.number, row.input, std::move(complaint)};
}

// Which rules decided a record.
class RulesOfRecords {
public:
    explicit RulesOfRecords(std::vector<Session> sessions)
        : sessions_(std::move(sessions)) {}

    [[nodiscard]] bool are_older(std::uint64_t record) {
        while (next_ < sessions_.size() && sessions_[next_].first_input <= record) {
            rules_ = rules_of(sessions_[next_]);
            ++next_;
        }
        return rules_ < rules_version;
    }

private:
    std::vector<Session> sessions_;
    std::size_t next_ = 0;
    unsigned rules_ = 1;
};

// The difference that ends the verification, if there is one.
std::optional<Difference> verify_row(
    const Row& row, const std::string& file, Deciding& deciding, std::vector<Difference>* older
) {
    auto entry = decode(row, file);
    if (!entry) return unreadable(row, base::to_line(entry.error()));
    std::vector<table::Event> decided = deciding.decide(entry->input);
    take_words(decided, entry->events);
    auto difference = difference_of(row.number, entry->events, decided);
    if (difference && older == nullptr) return difference;
    if (auto wrong = deciding.take(*entry, !difference)) return unreadable(row, *std::move(wrong));
    if (difference) older->push_back(*std::move(difference));
    return std::nullopt;
}

Difference difference_of(const Fault& fault) {
    switch (fault.kind) {
    case Fault::Kind::altered:
        return {Difference::Kind::digest, fault.record, fault.stored, fault.found};
    case Fault::Kind::unreadable:
        return {Difference::Kind::unreadable, fault.record, {}, base::to_line(fault.error)};
    case Fault::Kind::lost:
    case Fault::Kind::end:
        return {Difference::Kind::lost, fault.record, {}, fault.error.what.text()};
    }
    return {};
}

} // namespace

std::string program_with_rules(std::string_view program) {
    return fmt::format("{}{}{}", program, rules_mark, rules_version);
}

unsigned rules_of(const Session& session) {
    const std::size_t mark = session.program.find(rules_mark);
    unsigned rules = 0;
    if (mark != std::string::npos) {
        const std::string_view number =
            std::string_view{session.program}.substr(mark + rules_mark.size());
        std::from_chars(number.data(), number.data() + number.size(), rules);
    }
    return std::max(rules, 1U);
}

Result<table::State> rebuild(Journal& journal, const table::TableSetup& setup) {
    auto reader = journal.read();
    if (!reader) return tl::unexpected(std::move(reader).error());
    table::State state = table::open_table(setup);
    for (std::uint64_t record = 1;; ++record) {
        const auto entry = reader->next();
        if (entry && !*entry) return state;
        auto wrong = entry ? take_events(state, **entry) : std::optional{entry.error().what};
        if (!wrong) continue;
        ANSAGE_TRY(journal.stop_before(wrong_structure(journal, record, *wrong)));
        return rebuild(journal, setup);
    }
}

Result<Verification> verify(Journal& journal, Deciding& deciding) {
    auto reader = journal.read();
    auto sessions = journal.sessions();
    if (!reader || !sessions) return tl::unexpected(reader ? sessions.error() : reader.error());
    RulesOfRecords rules{*std::move(sessions)};
    Verification result;
    auto row = reader->next_row();
    for (; row && *row; row = reader->next_row()) {
        auto* const older = rules.are_older((*row)->number) ? &result.by_older_rules : nullptr;
        result.difference = verify_row(**row, journal.file(), deciding, older);
        if (result.difference) return result;
        ++result.records;
        result.digest = (*row)->digest;
    }
    if (!row) return tl::unexpected(std::move(row).error());
    result.digest = journal.digest();
    if (const auto& fault = journal.fault()) result.difference = difference_of(*fault);
    return result;
}

Result<Verification> verify(Journal& journal, const table::TableSetup& setup) {
    TableDeciding deciding{setup};
    return verify(journal, deciding);
}

} // namespace ansage::journal
