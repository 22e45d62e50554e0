// SPDX-License-Identifier: GPL-3.0-or-later
// Every sentence about an event gets what it asks for, in every language, and nothing that none of
// them asks for.
#include "sitting.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/apply/apply.hpp"
#include "table/model/event_words.hpp"
#include "table/model/names.hpp"
#include "wording/filled_by.hpp"
#include "wording/po_file.hpp"

#include <algorithm>

namespace ansage::tests {
namespace {

using chess::Color;
using table::EventBody;
using table::EventWords;
using table::MessageArguments;
using wording::Names;

// One move has been made.
table::State state_of_one_move() {
    table::TableSetup setup;
    setup.time = *clock::parse_time_control("90m");
    table::State state = table::open_table(std::move(setup));
    const chess::Move move = *state.position().legal_moves().begin();
    table::apply(
        state, table::Event{{}, table::Made{.ply = 1, .move = move, .san = "a3", .legal = true}}
    );
    return state;
}

// Each of the table's rows, and each sentence that a row chooses from.
std::vector<EventBody> samples() {
    const chess::Move move = *chess::Position{}.legal_moves().begin();
    const chess::SquareSet own{chess::Square::from_index(8)};
    chess::SquareSet both = own;
    both.insert(chess::Square::from_index(48));
    std::vector<EventBody> bodies{
        table::DrawOffered{},
        table::DrawOfferEnded{},
        table::TakenBack{},
        table::Adjourned{},
        table::Restored{},
        table::Restored{.ply = 1},
        table::RecordCorrected{{1, move}},
        table::Warned{},
        table::Overridden{"D.2.6", "he hears well"},
        table::ClockAdjusted{},
        table::ClockPressed{.switched = true},
        table::ClockStarted{Color::black},
        table::ClockHalted{},
        table::AlertClosed{},
        table::ProposalAgreed{},
        table::ProposalAgreed{.matter = table::MatterNumber{2}},
        table::ProposalEnded{true},
        table::ProposalEnded{false},
        table::FlagFell{},
        table::MoveDoubted{.ply = 1},
        table::MoveKept{.ply = 1},
        table::RepairEnded{},
        table::Sealed{},
        table::Reasoned{"late"},
        table::Signed{},
        table::Signed{.name = "Anna"},
        table::ClaimEnded{true},
        table::ClaimEnded{false},
        table::IllegalCounted{},
        table::IllegalCounted{.two_hands = true},
        table::LineEnded{.act = table::Announces{.move = {.said = {.to = own.first()}}}, .ply = 1},
        table::LineEnded{.act = table::Resigns{}},
        table::Obliged{.squares = own},
        table::Obliged{.squares = both},
        table::Obliged{.move = move},
        table::Ended{.termination = laws::Termination::checkmate},
        table::Ended{.termination = laws::Termination::arbiter, .reason = "noise"}};
    for (std::uint8_t kind = 0; !table::to_string(table::ClaimKind{kind}).empty(); ++kind) {
        bodies.emplace_back(table::Claimed{.kind = table::ClaimKind{kind}});
        bodies.emplace_back(table::Claimed{.kind = table::ClaimKind{kind}, .with = move});
    }
    return bodies;
}

Names given_by(const MessageArguments& given) {
    const std::vector<std::pair<bool, std::string>> all{
        {given.player.has_value(), "player"},
        {given.square.has_value(), "square"},
        {given.second_square.has_value(), "second_square"},
        {given.piece.has_value(), "piece"},
        {given.move.has_value() || given.said.has_value(), "move"},
        {given.time.has_value(), "time"},
        {given.count.has_value(), "count"},
        {given.number.has_value(), "number"},
        {given.score.has_value(), "score"},
        {given.where.has_value(), "where"},
        {!given.name.empty(), "name"}};
    Names names;
    for (const auto& [is_given, name] : all)
        if (is_given) names.insert(name);
    return names;
}

class Catalogue {
public:
    explicit Catalogue(const std::string& language)
        : file_(wording::read_po_file(tests::root() + "/profiles/messages/" + language + ".po")) {}

    [[nodiscard]] Names asked_for(std::string_view id) const {
        const wording::PoEntry* const entry = file_.find(id);
        return entry == nullptr ? Names{"no such sentence"} : wording::placeholders(*entry);
    }

private:
    wording::PoFile file_;
};

// Its sentences, aloud and written, each with its arguments.
std::vector<table::Message> messages_of(const EventWords& words) {
    std::vector<table::Message> messages;
    if (!words.aloud.id.empty()) messages.push_back(words.aloud);
    for (const std::string_view id : {words.remark, words.report})
        if (!id.empty()) messages.push_back(table::written(words, id));
    return messages;
}

bool has_words(const EventBody& body, const table::State& state) {
    const EventWords words = table::words_of(body, state);
    return !words.kind.empty() || !messages_of(words).empty();
}

} // namespace

TEST_CASE("A sentence about an event is given all that it asks for, in every language") {
    const table::State state = state_of_one_move();
    for (const std::string language : {"en", "de", "sv", "nb", "da", "nl"}) {
        const Catalogue catalogue{language};
        for (const EventBody& body : samples()) {
            const auto messages = messages_of(table::words_of(body, state));
            CHECK_FALSE(messages.empty());
            for (const table::Message& message : messages) {
                INFO(language << " " << message.id);
                CHECK(
                    wording::missing(
                        catalogue.asked_for(message.id), given_by(message.arguments)
                    ) == Names{}
                );
            }
        }
    }
}

TEST_CASE("Nothing is given that no sentence about an event asks for") {
    const table::State state = state_of_one_move();
    const Catalogue english{"en"};
    for (const EventBody& body : samples()) {
        const EventWords words = table::words_of(body, state);
        Names asked;
        Names given = given_by(words.aloud.arguments);
        if (!words.written.empty()) given.insert("name");
        for (const table::Message& message : messages_of(words)) {
            INFO(message.id);
            asked.merge(english.asked_for(message.id));
        }
        INFO(words.kind << " " << words.aloud.id << words.remark << words.report);
        CHECK(wording::in_vain(asked, given) == Names{});
    }
}

// The words of these are made where they are raised.
using WordedBefore = std::variant<table::Alerted, table::Raised, table::Proposed>;

template <std::size_t Index = 0>
void check_tried(const std::vector<EventBody>& samples, const table::State& state) {
    if constexpr (Index < std::variant_size_v<table::EventAlternatives>) {
        using Event = std::variant_alternative_t<Index, table::EventAlternatives>;
        if constexpr (!base::AlternativeOf<Event, WordedBefore>) {
            const bool is_tried = std::ranges::any_of(samples, [](const EventBody& body) {
                return std::holds_alternative<Event>(body);
            });
            INFO("alternative " << Index);
            CHECK((is_tried || !has_words(Event{}, state)));
        }
        check_tried<Index + 1>(samples, state);
    }
}

TEST_CASE("Every event that has words is among those which are tried") {
    check_tried(samples(), state_of_one_move());
}

} // namespace ansage::tests
