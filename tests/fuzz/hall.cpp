// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes from a hall's broker, and as the address of one: a message is heard or not, what is
// asked of a table is a line that it has, an address and a ruling are written so that they are read
// as the same.
#include "base/check.hpp"
#include "hall/hearing.hpp"
#include "hall/ruling.hpp"

#include <cstdint>
#include <string>
#include <string_view>

using namespace ansage;

namespace {

void check_address(const std::string& text) {
    const auto address = hall::read_address(text, "--hall");
    if (!address) {
        ANSAGE_CHECK(!address.error().what.empty() && !address.error().mend.empty());
        return;
    }
    const auto again = hall::read_address(address->text(), "--hall");
    ANSAGE_CHECK(again.has_value() && again->text() == address->text());
}

hall::Address open_hall() {
    return hall::read_address("mqtts://hall.example/open", "--hall").value();
}

// A line each: the topic, a space, the payload.
void hear(std::string_view text, hall::Since since) {
    hall::Hearing hearing{open_hall(), since};
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t space = std::min(line.find(' '), line.size());
        const hall::Post post{
            .topic = std::string{line.substr(0, space)},
            .payload = std::string{line.substr(std::min(space + 1, line.size()))}};
        std::vector<hall::Post> questions;
        const auto heard = hearing.take(post, questions);
        ANSAGE_CHECK(!heard || hall::is_name(heard->table));
        ANSAGE_CHECK(questions.size() <= 1);
        for (const hall::Post& question : questions) {
            ANSAGE_CHECK(question.topic.starts_with("ansage/open/"));
        }
    }
}

// What an arbiter's account says where rulings are heard, and what a table answers.
void rule(const std::string& text) {
    const auto ruling = hall::read_ruling("anna", text);
    if (ruling) {
        const auto again = hall::read_ruling("anna", hall::to_json(*ruling));
        ANSAGE_CHECK(again && again->rules.id == ruling->rules.id);
        ANSAGE_CHECK(again->rules.statement == ruling->rules.statement);
    }
    if (const auto answer = hall::read_answer(text)) {
        ANSAGE_CHECK(hall::read_answer(hall::to_json(*answer)).has_value());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text{reinterpret_cast<const char*>(data), size};
    check_address(text);
    hear(text, hall::Since::now);
    hear(text, hall::Since::beginning);
    rule(text);
    return 0;
}
