// SPDX-License-Identifier: GPL-3.0-or-later
// Table scripts played under any edition.
#pragma once

#include "acts/script.hpp"
#include "laws/rules.hpp"
#include "table/model/state.hpp"
#include "telling/table_words.hpp"

#include <list>
#include <map>
#include <string>
#include <vector>

namespace ansage::laws {

struct Case {
    std::string file;
    acts::Script script;
};

// Every table script; those written for the Laws first, and of these the short ones.
std::list<Case> read_scripts();

// Of a shipped edition.
std::string text_of(const std::string& profile);
Edition edition_of(const std::string& text);

// How a script is played otherwise than it says.
struct Setting {
    std::string language; // the arbiter's
    std::string time;
    bool supervised = true;

    friend auto operator<=>(const Setting&, const Setting&) = default;
};

class Plays {
public:
    Plays();

    struct Played {
        std::string shown;
        bool is_as_written = false; // it has `>` lines, and all of it came as they say
    };

    // One of another edition keeps its words, so that it is understood.
    Played
    played(const Case& of, const std::string& profile, const Edition& edition, const Setting& at);

    static table::TableSetup set_up(const Case& of, const Edition& edition, const Setting& at);

private:
    const telling::TableWords& words_named(const std::string& name);

    std::map<std::string, Edition> shipped_;
    std::map<std::string, telling::TableWords> words_; // read once, for they stay the same
};

} // namespace ansage::laws
