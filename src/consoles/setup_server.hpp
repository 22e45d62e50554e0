// SPDX-License-Identifier: GPL-3.0-or-later
// The page of whoever sets a table up, before there is one: the questions, and his answers, at the
// socket that is the table's afterwards (docs/consoles.md, "Set-up"). One person; the newest.
#pragma once

#include "base/result.hpp"
#include "consoles/due.hpp"
#include "consoles/entry.hpp"
#include "consoles/place.hpp"
#include "wording/catalogue.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::consoles {

// On a thread of its own, so that a page is answered while nobody waits for an answer.
class SetupServer {
public:
    // Listens from now on, at a place that it holds, and says beside it that there are pages.
    // `in`: what is told until somebody speaks another language; catalogues outlive this.
    [[nodiscard]] static base::Result<std::unique_ptr<SetupServer>, base::Error>
    open(ConsolePlace place, const wording::Catalogue& in, bool may_network);

    SetupServer(const SetupServer&) = delete;
    SetupServer& operator=(const SetupServer&) = delete;
    SetupServer(SetupServer&&) = delete;
    SetupServer& operator=(SetupServer&&) = delete;
    // Whoever is there is told that nothing comes any more.
    ~SetupServer();

    [[nodiscard]] const std::string& table_name() const;
    // What a browser on the network has to give; empty: none is let in.
    [[nodiscard]] const std::string& code() const;

    // One line more. Whoever comes late has those since the last answer.
    void tell(const wording::Sentence& sentence);
    // What can be answered now, and done besides, in the language of `in`.
    void ask(std::vector<Answer> answers, std::vector<Answer> menu, const wording::Catalogue& in);

    // Readable while an answer waits.
    [[nodiscard]] int descriptor() const;
    // The oldest answer, in order; absent: none waits.
    [[nodiscard]] std::optional<std::string> take_answer();
    // It was answered elsewhere: what waits was for that question.
    void drop_answers();
    // Somebody is there, and the newest answer was his.
    [[nodiscard]] bool is_answering() const;

    // Why the page has nothing more to ask.
    struct Farewell {
        std::string_view sentence; // its id
        bool again = false; // the table takes it in now
        std::optional<table::ConsoleRole> seat{}; // as whom, if that is known
    };

    struct Ended {
        ConsolePlace place; // nobody listens there any more
        std::string key; // of a browser on the network that was there; else empty
    };

    [[nodiscard]] static Ended end(std::unique_ptr<SetupServer> server, const Farewell& farewell);

private:
    class Contents;
    explicit SetupServer(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> contents_;
};

} // namespace ansage::consoles
