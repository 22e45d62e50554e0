// SPDX-License-Identifier: GPL-3.0-or-later
#include "consoles/person_pages.hpp"

#include "consoles/keypad.hpp"
#include "consoles/now_line.hpp"
#include "consoles/picture/picture.hpp"
#include "table/asking/rights.hpp"
#include "table/model/names.hpp"

#include <chrono>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace ansage::consoles {

using table::ConsoleRole;

namespace {

base::Millis wall_clock() {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<base::Millis>(since_1970);
}

// Unlike that of any run before.
std::string new_run() {
    return fmt::format("{:x}", std::chrono::system_clock::now().time_since_epoch().count());
}

// A screen more at the board is the arbiter's to accept (D.1, 11.3.2, 12.8).
table::Pages accepted(const table::TableSetup& setup, table::Pages pages) {
    return setup.mode == table::Mode::tournament ? pages : table::Pages::lan;
}

TablePages
pages_of(const ConsoleView& view, const table::TableSetup& setup, table::Pages accepted) {
    const wording::Catalogue& in = view.catalogue(setup.arbiter_language);
    TablePages pages{.kind = PageKind::persons, .language = setup.arbiter_language, .text = {}};
    if (accepted == table::Pages::none) {
        pages.kind = PageKind::none;
        pages.text = in.sentence("console.no_page");
    }
    pages.may_network = accepted == table::Pages::lan;
    if (!pages.may_network) pages.network_text = in.sentence("console.no_network");
    return pages;
}

std::string keys_json(const std::vector<Key>& keys) {
    std::string json;
    for (const Key& key : keys) {
        json += fmt::format(
            R"({}{{"id":{},"text":{},"typed":{},"begun":{}}})",
            json.empty() ? "" : ",",
            telling::json_text(key.id),
            telling::json_text(key.text),
            telling::json_text(key.typed),
            key.is_begun
        );
    }
    return '[' + json + ']';
}

bool is_question(std::string_view id) {
    return id.starts_with("console.confirm_") || id.starts_with("read_back.");
}

} // namespace

PersonPages::PersonPages(
    const ConsoleView& view, const table::TableSetup& setup, table::Pages pages
)
    : view_(view),
      accepted_(accepted(setup, pages)),
      offered_(pages_of(view, setup, accepted_)),
      run_(new_run()) {}

std::optional<std::string_view> PersonPages::why_not(bool is_on_network) const {
    if (accepted_ == table::Pages::none) return "console.no_page";
    if (is_on_network && accepted_ != table::Pages::lan) return "console.no_network";
    return std::nullopt;
}

void PersonPages::add_to_welcome(ConsoleLine& line, ConsoleRole role, const table::State& state)
    const {
    const auto add = [&line](std::string key, std::string_view text) {
        line.outcome.json.emplace_back(std::move(key), telling::json_text(text));
    };
    add("run", run_);
    add("role", table::to_string(role));
    add("mode", table::to_string(state.setup->mode));
    add("language", view_.language(role, state));
    add("said_language", view_.vocabulary().language);
    line.outcome.json.emplace_back(
        "names",
        fmt::format(
            R"({{"white":{},"black":{}}})",
            telling::json_text(state.seat(chess::Color::white).name),
            telling::json_text(state.seat(chess::Color::black).name)
        )
    );
    if (const auto seat = table::seat_of(role))
        add("vision", table::to_string(state.seat(*seat).vision));
    line.outcome.json.emplace_back("keys", keys_json(keys_of(role, state, view_)));
}

void PersonPages::note(const table::Event& event, const table::State& after) {
    if (may_move_pieces(event.body)) {
        for (const chess::Color board : chess::both_colors)
            wrong_[board] = wrong_squares(after, board, wrong_[board]);
    }
    const auto* const said = std::get_if<table::Said>(&event.body);
    if (said == nullptr || !is_question(said->message.id)) return;
    for (const ConsoleRole role : all_roles) {
        if (table::audience_of(role) == said->audience)
            questions_[static_cast<std::size_t>(role)] = said->message.words;
    }
}

void PersonPages::send_how_it_stands(
    ConsoleSession& session, const table::State& state, base::Instant now
) const {
    const ConsoleRole role = *session.role;
    Asked asked{
        .question = questions_[static_cast<std::size_t>(role)],
        .is_open = session.unconfirmed.has_value()};
    // What ends the game or takes something from somebody the table asks for in a word of its own.
    if (session.confirming_word)
        asked.yes = view_.sentence(role, state, "command.confirms_" + *session.confirming_word);
    const NowLine line = now_line(
        role,
        state,
        view_,
        {.asked = std::move(asked), .wrong = wrong_},
        {.now = now, .wall_clock = wall_clock()}
    );
    if (std::exchange(session.looks, line.looks) != line.looks)
        std::ignore = session.send(line.text + '\n');
}

} // namespace ansage::consoles
