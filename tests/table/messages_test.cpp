// SPDX-License-Identifier: GPL-3.0-or-later
// Every name of a closed list that people are told of has its sentence.
#include "support/catch.hpp"
#include "support/places.hpp"
#include "table/model/names.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace ansage::tests {
namespace {

std::string english_file() {
    std::ifstream file{tests::root() + "/profiles/messages/en.po"};
    return {std::istreambuf_iterator<char>{file}, {}};
}

template <class Enum>
std::vector<std::string> ids(const std::string& prefix) {
    std::vector<std::string> result;
    for (unsigned index = 0; !table::to_string(static_cast<Enum>(index)).empty(); ++index)
        result.push_back(prefix + std::string{table::to_string(static_cast<Enum>(index))});
    return result;
}

} // namespace

TEST_CASE("Every alert, refusal and proposal has its sentence") {
    const std::vector<std::vector<std::string>> lists{
        ids<table::AlertKind>("alert."),
        ids<table::AlertKind>("kind."),
        ids<table::Refusal>("refused."),
        ids<table::ProposalKind>("proposal."),
        {"repair.take_and_put", "repair.take_off", "repair.put", "repair.done"},
        {"answer.own_time", "answer.opponent_time", "answer.both_times", "answer.moves"},
        {"answer.nothing_yet", "answer.square", "answer.empty_square"},
        {"announcement", "call_arbiter", "resume.gap"},
    };
    const std::string text = english_file();
    for (const std::vector<std::string>& list : lists) {
        CHECK(list.size() >= 3);
        for (const std::string& id : list) {
            INFO(id);
            CHECK(text.find("msgid \"" + id + "\"\n") != std::string::npos);
        }
    }
}

} // namespace ansage::tests
