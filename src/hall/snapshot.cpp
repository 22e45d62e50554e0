// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/snapshot.hpp"

#include "arbiter/report.hpp"
#include "chess/fen.hpp"
#include "chess/san.hpp"
#include "clock/time_control.hpp"
#include "table/disputes/agenda.hpp"
#include "table/disputes/hall.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ansage::hall {

using chess::Color;
using table::State;
// Keys in the order in which they are written.
using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr unsigned newest_plies = 4;

std::string_view phase_of(const State& state) {
    switch (state.phase) {
    case table::Phase::not_started: return "not_started";
    case table::Phase::playing: return state.clocks.halted() ? "halted" : "playing";
    case table::Phase::adjourned: return "adjourned";
    case table::Phase::ended: return "ended";
    }
    return "ended";
}

OrderedJson named(std::optional<Color> color) {
    return color ? OrderedJson(chess::to_string(*color)) : OrderedJson();
}

OrderedJson clocks_of(const State& state, const SnapshotContext& seen) {
    OrderedJson clocks;
    for (const Color color : chess::both_colors) {
        clocks[std::string{chess::to_string(color)} + "_ms"] =
            state.clocks.remaining(color, seen.now).count();
    }
    const auto running = state.clocks.running();
    clocks["running"] = named(running);
    clocks["delay_ms"] = running ? state.clocks.delay_left(*running, seen.now).count() : 0;
    clocks["to_move"] = chess::to_string(state.to_move());
    return clocks;
}

// Nobody who did not come can sign.
bool is_confirmed(const Chronicle& chronicle) {
    const auto& ending = chronicle.ending();
    return ending && chronicle.state().result &&
        ((ending->is_signed.white && ending->is_signed.black) ||
         chronicle.state().result->termination == laws::Termination::default_);
}

OrderedJson pairing_of(const std::optional<record::Pairings>& pairing) {
    if (!pairing) return {};
    const record::Pairing& game = pairing->games.front();
    return {
        {"event", pairing->event},
        {"round", pairing->round},
        {"board", game.board},
        {"white", game.players.white.number},
        {"black", game.players.black.number}};
}

// The result, and by whom it is confirmed (8.7).
void add_ending(OrderedJson& json, const Chronicle& chronicle) {
    const auto& result = chronicle.state().result;
    const auto& ending = chronicle.ending();
    json["result"] = result ? OrderedJson(laws::to_string(result->score)) : OrderedJson();
    json["termination"] =
        result ? OrderedJson(laws::to_string(result->termination)) : OrderedJson();
    json["signed"] = OrderedJson::array();
    for (const Color color : chess::both_colors)
        if (ending && ending->is_signed[color]) json["signed"].push_back(chess::to_string(color));
    json["confirmed"] = is_confirmed(chronicle);
}

OrderedJson
heading(const Chronicle& chronicle, const telling::TableWords& words, const SnapshotContext& seen) {
    const State& state = chronicle.state();
    const consoles::ConsoleView view{words};
    OrderedJson json{
        {"table", seen.address.table},
        {"language", state.setup->arbiter_language},
        {"white", state.setup->seats.white.name},
        {"black", state.setup->seats.black.name},
        {"mode", table::to_string(state.setup->mode)},
        {"phase", phase_of(state)},
        {"at_ms", seen.now.since_open.count()},
        {"wall_ms", seen.wall_clock.count()},
        {"clocks", clocks_of(state, seen)},
        {"announced", view.last_announced(table::ConsoleRole::spectator, state)},
        {"completed", view.last_completed(state)},
        {"moves", table::completed_plies(state).value()},
        {"pairing", pairing_of(seen.pairing)}};
    add_ending(json, chronicle);
    return json;
}

// A limit that the next move is (A.5.2): who rules later rules too late.
bool lapses_soon(const State& state, const table::Matter& matter) {
    const table::TableSetup& setup = *state.setup;
    const auto& rules =
        setup.edition.rules_for(table::time_class_of(setup), table::supervision_of(setup));
    const bool is_offence = matter.kind == table::MatterKind::illegal_move ||
        matter.kind == table::MatterKind::press_without_move;
    return is_offence && rules.illegal_move.until == laws::IllegalUntil::opponents_next_move;
}

// What follows if an arbiter of the hall says yes to it, or no; null where there is nothing to say.
OrderedJson
rulings_on(const State& state, const table::Matter& matter, const telling::TableWords& words) {
    if (!table::is_offered_to_hall(matter)) return {};
    const auto follows = [&](bool accepts) {
        const auto message = table::consequence_of(state, table::act_of_hall(matter, accepts));
        return message ? words.sentence(*message, state.setup->arbiter_language, state.positions)
                       : std::string{};
    };
    return {{"yes", follows(true)}, {"no", follows(false)}};
}

// What waits for the console's answer.
OrderedJson asked_of(const State& state) {
    if (!state.hall_asked) return {};
    return {
        {"id", state.hall_asked->id},
        {"arbiter", state.hall_asked->arbiter},
        {"matter", state.hall_asked->matter.value()},
        {"answer", state.hall_asked->accepts ? "yes" : "no"}};
}

OrderedJson matter_of(const Chronicle& chronicle, const table::Matter& matter) {
    const State& state = chronicle.state();
    const auto begun = chronicle.begun().find(matter.number);
    const bool is_begun = begun != chronicle.begun().end();
    return {
        {"number", matter.number.value()},
        {"kind", table::to_string(matter.kind)},
        {"state", table::to_string(matter.state)},
        {"about", named(matter.about)},
        {"ply", matter.ply.value()},
        {"since_ms", is_begun ? begun->second.at.since_open.count() : 0},
        {"changed_ms", matter.changed.since_open.count()},
        {"text", is_begun ? begun->second.words : ""},
        {"proposal", matter.proposal ? matter.proposal->message.words : ""},
        {"players_wait", state.phase == table::Phase::playing && !state.clocks.running()},
        {"lapses", lapses_soon(state, matter)}};
}

OrderedJson board_of(const State& state, Color color) {
    const arbiter::BoardPicture picture = arbiter::picture_of(state, color);
    OrderedJson off = OrderedJson::array();
    for (const arbiter::SquareOff& square : picture.off)
        off.push_back(chess::to_string(square.square));
    const bool has_sensors = state.seat(color).board != table::BoardKind::none;
    return {
        {"sensors", has_sensors},
        {"lost", state.boards[color].lost},
        {"shows", state.is_known(color) ? chess::to_placement(picture.reading) : ""},
        {"record", chess::to_placement(picture.record)},
        {"off", state.is_known(color) ? off : OrderedJson::array()}};
}

bool is_open(const table::Matter& matter) { return matter.state == table::MatterState::open; }

// As it was said, else as the move is announced, else the squares that sensors saw.
std::string says(
    const table::HeardMove& heard, const chess::Position& before, const telling::TableWords& words
) {
    if (!heard.text.empty()) return heard.text;
    if (heard.move) return words.announcement(before, *heard.move);
    return (heard.said.from ? chess::to_string(*heard.said.from) : std::string{}) +
        (heard.said.to ? chess::to_string(*heard.said.to) : std::string{});
}

OrderedJson ledger_of(const State& state, const telling::TableWords& words) {
    OrderedJson ledger = OrderedJson::array();
    for (chess::Ply number = 1; state.plies.has(number); ++number) {
        const bool is_newest = number + newest_plies > state.plies.last();
        const bool is_disputed = std::ranges::any_of(state.agenda, [number](const auto& matter) {
            return is_open(matter) && matter.ply == number;
        });
        if (!is_newest && !is_disputed) continue;
        const table::PlyRecord& ply = state.plies[number];
        OrderedJson said = OrderedJson::array();
        for (const table::Testimony& testimony : ply.testimonies) {
            said.push_back(
                {{"witness", table::to_string(testimony.witness)},
                 {"source", table::to_string(testimony.source)},
                 {"at_ms", testimony.at.since_open.count()},
                 {"text", says(testimony.move, state.positions.before(number), words)}}
            );
        }
        ledger.push_back(
            {{"ply", number.value()},
             {"player", chess::to_string(ply.mover)},
             {"state", table::to_string(ply.state)},
             {"san", ply.san},
             {"legal", ply.legal},
             {"said", said}}
        );
    }
    return ledger;
}

} // namespace

std::string public_state(
    const Chronicle& chronicle, const telling::TableWords& words, const SnapshotContext& seen
) {
    OrderedJson json = heading(chronicle, words, seen);
    json["n"] = chronicle.count(Audience::everybody);
    return json.dump();
}

Score score_of(const Chronicle& chronicle, const SnapshotContext& seen) {
    const State& state = chronicle.state();
    OrderedJson json{
        {"table", seen.address.table},
        {"white", state.setup->seats.white.name},
        {"black", state.setup->seats.black.name},
        {"pairing", pairing_of(seen.pairing)},
        {"start", chess::to_fen(state.positions.front())},
        {"moves", OrderedJson::array()}};
    const chess::Ply shown = consoles::last_public_ply(state);
    for (chess::Ply number = 1; number <= shown && state.plies[number].legal; ++number) {
        const table::PlyRecord& ply = state.plies[number];
        json["moves"].push_back(
            {chess::to_san(state.positions.before(number), *ply.move),
             ply.completed_at.value_or(base::Instant{}).since_open.count(),
             ply.clocks[ply.mover].count()}
        );
    }
    add_ending(json, chronicle);
    json["ended_ms"] =
        chronicle.ending() ? OrderedJson(chronicle.ending()->at.since_open.count()) : OrderedJson();
    std::string moves = json.dump();
    json["at_ms"] = seen.now.since_open.count();
    return {.moves = std::move(moves), .json = json.dump()};
}

namespace {

// Those of a game that is over are answered by its result, but for what it asks itself.
void add_matters(
    OrderedJson& json,
    const Chronicle& chronicle,
    const telling::TableWords& words,
    const SnapshotContext& seen
) {
    const State& state = chronicle.state();
    unsigned closed = 0;
    json["open"] = OrderedJson::array();
    for (const table::Matter& matter : state.agenda) {
        if (!is_open(matter)) {
            ++closed;
            continue;
        }
        OrderedJson& told = json["open"].emplace_back(matter_of(chronicle, matter));
        if (seen.takes_rulings) told["rulings"] = rulings_on(state, matter, words);
    }
    json["closed"] = closed;
}

} // namespace

std::string arbiter_state(
    const Chronicle& chronicle, const telling::TableWords& words, const SnapshotContext& seen
) {
    const State& state = chronicle.state();
    OrderedJson json = heading(chronicle, words, seen);
    json["n"] = chronicle.count(Audience::arbiter);
    json["game"] = seen.game;
    json["takes_rulings"] = seen.takes_rulings;
    json["asked"] = asked_of(state);
    add_matters(json, chronicle, words, seen);
    for (const Color color : chess::both_colors)
        json["boards"][std::string{chess::to_string(color)}] = board_of(state, color);
    json["ledger"] = ledger_of(state, words);
    return within_rules(std::move(json));
}

std::string within_rules(OrderedJson state) {
    constexpr std::size_t most_matters = 100;
    constexpr std::size_t most_plies = 200;
    constexpr std::size_t most_said = 200;
    constexpr std::size_t most_bytes = 500'000;
    using List = OrderedJson::array_t;
    const auto keep_last = [](List& list, std::size_t most) {
        list.erase(
            list.begin(), list.end() - static_cast<std::ptrdiff_t>(std::min(list.size(), most))
        );
    };
    List& open = state["open"].get_ref<List&>();
    List& ledger = state["ledger"].get_ref<List&>();
    open.resize(std::min(open.size(), most_matters));
    keep_last(ledger, most_plies);
    for (OrderedJson& ply : ledger) keep_last(ply["said"].get_ref<List&>(), most_said);
    std::string text = state.dump();
    for (; text.size() > most_bytes && (!ledger.empty() || !open.empty()); text = state.dump()) {
        if (ledger.empty()) open.resize(open.size() / 2);
        else keep_last(ledger, ledger.size() / 2);
    }
    return text;
}

} // namespace ansage::hall
