// SPDX-License-Identifier: GPL-3.0-or-later
// The consoles of a running table: a local socket, what each role is shown, and what it may do. The
// table never waits for a console: what one does not take in time costs that console, and no one
// else.
#pragma once

#include "base/result.hpp"
#include "consoles/entry.hpp"
#include "consoles/place.hpp"
#include "consoles/view.hpp"
#include "table/model/input.hpp"
#include "table/model/state.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace boost::asio {
class io_context;
}

namespace ansage::consoles {

class ConsoleServer {
public:
    // The table, on whose thread everything here happens.
    struct Table {
        // Has it decided, journalled and told: tell() is called for each event on the way.
        std::function<void(table::InputBody)> submit;
        std::function<const table::State&()> state;
        std::function<base::Instant()> now;
        std::function<void()> woken; // there is a turn to take
        // Answers in that ear end at once; may be empty.
        std::function<void(table::Audience)> hush;
        // Louder and faster in that ear, or, below zero, softer and slower; false: it has no
        // output.
        std::function<bool(table::Audience, int volume, int words_per_minute)> adjust{};
    };

    struct Guests {
        std::string code; // what the arbiter's console has to give
        // Where consoles may be pages in a browser; elsewhere than before an arbiter they may in
        // any case, on the network, too.
        table::Pages pages = table::Pages::none;
        // A role of the network was freed, and has this code now; may be empty.
        std::function<void(table::ConsoleRole, const std::string& code)> on_code{};
        // Of the network, who set the table up there.
        std::optional<Entry::Seated> seated{};
    };

    // Listens from now on; at `held`, where somebody has held it for the table.
    [[nodiscard]] static base::Result<std::unique_ptr<ConsoleServer>, base::Error> open(
        boost::asio::io_context& context,
        const telling::TableWords& words,
        const table::TableSetup& setup,
        const Guests& guests,
        std::optional<ConsolePlace> held = {}
    );

    ConsoleServer(const ConsoleServer&) = delete;
    ConsoleServer& operator=(const ConsoleServer&) = delete;
    ConsoleServer(ConsoleServer&&) = delete;
    ConsoleServer& operator=(ConsoleServer&&) = delete;
    ~ConsoleServer();

    // For these players a move alone announces and presses, as before the table was gone on with.
    void let_enter_press(const table::PerColor<bool>& seats);
    // Before the first console can join.
    void start(Table table);
    // One thing that one console did, each in its turn; false: there is none.
    bool take_turn();
    // After the journal has it.
    void tell(const table::Event& event, const table::State& state);
    // The table ends: the consoles are told, as far as they listen.
    void close();

    // What a browser on the network has to give to be let in as that role; the arbiter has his own.
    [[nodiscard]] const std::string& code_of(table::ConsoleRole role) const;
    // What carries the pages to browsers has gone, or is there again.
    void note_page(bool is_there);

    // For `ansage join --table`.
    [[nodiscard]] const std::string& table_name() const;

private:
    class Contents;
    explicit ConsoleServer(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::consoles
