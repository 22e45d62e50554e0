// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/commands/board_line.hpp"
#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "devices/peg/conformance.hpp"
#include "terminal/command.hpp"
#include "terminal/output.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tuple>

namespace ansage::app {

using base::Error;
using base::Instant;
using base::Millis;
using base::Result;
using devices::Stream;
using devices::peg::Finding;
using devices::peg::Reason;

namespace {

constexpr Millis connect_limit{5000};
constexpr Millis write_limit{1000};
constexpr Millis answer_within{2000};
constexpr Millis quiet_for{4000};
constexpr Millis longest_step{100};

// Moves the bytes of the conformance test.
class Exchanger {
public:
    explicit Exchanger(Stream& stream)
        : stream_(stream) {}

    std::vector<devices::peg::HeardLine> exchange(std::string_view to_send, Millis listen_for) {
        const Instant end = board_now() + listen_for;
        is_broken_ = is_broken_ || !stream_.write(std::as_bytes(std::span{to_send}), write_limit);
        std::vector<devices::peg::HeardLine> heard;
        for (Instant time = board_now(); time < end && !is_broken_; time = board_now())
            listen(end - time, heard);
        return heard;
    }

    bool is_broken() const { return is_broken_; }

private:
    void listen(Millis limit, std::vector<devices::peg::HeardLine>& heard) {
        std::array<std::byte, 1024> buffer{};
        const auto count = stream_.read(buffer, limit);
        if (!count) {
            is_broken_ = count.error() != devices::StreamError::timed_out;
            return;
        }
        reader_.receive(std::span{buffer}.first(*count), [&](auto line) {
            heard.push_back({board_now(), line ? std::string{*line} : "(a line that is too long)"});
        });
    }

    Stream& stream_;
    devices::peg::LineReader reader_;
    bool is_broken_ = false;
};

std::string words_of(const Finding& finding, const wording::Catalogue& in) {
    const std::string question = in.sentence(finding.id, {{"text", finding.about}});
    if (finding.is_good) return in.sentence("board_check.good", {{"text", question}});
    const auto& [first, second] = finding.told.values;
    const std::string shown = terminal::printable(first);
    const std::string reason = in.sentence(finding.told.id, {{"first", shown}, {"second", second}});
    return in.sentence("board_check.bad", {{"text", question}, {"reason", reason}});
}

// Programs read English, a person the own language.
void say_finding(const Finding& finding, bool is_json, const wording::Catalogue& in) {
    if (is_json) {
        const nlohmann::ordered_json object{
            {"question", finding.question},
            {"good", finding.is_good},
            {"reason", finding.reason},
            {"words", words_of(finding, in)}};
        terminal::print_json(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    } else {
        terminal::print_line(words_of(finding, in));
    }
}

// The conformance test of the peg board's own protocol, also for one that does not answer yet.
Result<std::vector<Finding>, Error> check_peg(const devices::NamedBoard& named) {
    auto stream =
        ANSAGE_TRY(session::open_stream(named.port, *devices::find_board("peg"), connect_limit));
    Exchanger exchanger(stream);
    auto findings = devices::peg::check_conformance([&](auto to_send, auto duration) {
        return exchanger.exchange(to_send, duration);
    });
    if (exchanger.is_broken()) {
        return tl::unexpected(Error{
            base::phrase("the board hung up"),
            terminal::printable(named.port),
            base::phrase("is its cable in?")});
    }
    return findings;
}

// What a board of somebody else's protocol does while nobody touches it.
struct Heard {
    unsigned shown = 0; // whole boards
    unsigned changes = 0;
    unsigned losses = 0;
};

Heard listen(BoardLine& line, Millis duration) {
    Heard heard;
    const Instant end = board_now() + duration;
    while (line.is_open() && board_now() < end) {
        line.step(longest_step);
        for (const devices::SensorEvent& event : line.driver().take_events()) {
            const bool is_change = std::holds_alternative<devices::Lifted>(event) ||
                std::holds_alternative<devices::Placed>(event);
            heard.shown += std::holds_alternative<devices::Shows>(event) ? 1U : 0U;
            heard.losses += std::holds_alternative<devices::Lost>(event) ? 1U : 0U;
            heard.changes += is_change ? 1U : 0U;
        }
    }
    return heard;
}

std::string name_of(BoardLine& line) {
    std::string name{line.row().title};
    const devices::DeviceInfo info = line.driver().info();
    const std::array parts{
        std::pair{"firmware", info.firmware}, std::pair{"serial number", info.serial}};
    for (const auto& [word, text] : parts)
        name += text.empty() ? "" : fmt::format(", {} {}", word, terminal::printable(text));
    return name;
}

std::vector<Finding> check_driver(BoardLine& line) {
    std::ignore = line.driver().take_events();
    line.driver().request_state(board_now());
    const Heard asked = listen(line, answer_within);
    const Heard quiet = listen(line, quiet_for);
    const auto& reading = line.driver().reading();
    const bool is_sure =
        reading && std::ranges::none_of(reading->squares, &chess::SquareReading::is_unsure);
    const std::string name = name_of(line);
    const std::string changes = std::to_string(quiet.changes);
    const auto finding = [](std::string question, std::string id, bool is_good, const Reason& reason
                         ) {
        return Finding{
            std::move(question), is_good, is_good ? "" : reason.text, std::move(id), {}, reason};
    };
    return {
        {"it is a " + name, true, "", "board_check.name", name, {}},
        finding(
            "asked for the whole board it shows it",
            "board_check.whole",
            asked.shown > 0,
            {"no whole board came within two seconds", "board_check.not_whole", {}}
        ),
        finding(
            "while nobody touches it, nothing changes",
            "board_check.quiet",
            quiet.changes == 0,
            {changes + " changes came within four seconds: was it touched?",
             "board_check.touched",
             {changes}}
        ),
        finding(
            "its line stays open",
            "board_check.open",
            line.is_open() && asked.losses + quiet.losses == 0,
            {"it was lost", "board_check.lost", {}}
        ),
        finding(
            "every square is sure of what stands on it",
            "board_check.sure",
            is_sure,
            {"some squares cannot tell", "board_check.unsure", {}}
        )};
}

Result<std::vector<Finding>, Error>
check_found(std::unique_ptr<BoardLine> line, const devices::NamedBoard& named) {
    if (line && line->row().name != "peg") return check_driver(*line);
    line.reset();
    if (named.row == nullptr || named.row->name == "peg") return check_peg(named);
    return tl::unexpected(Error{
        base::phrase("no {} answers", named.row->title),
        terminal::printable(named.port),
        base::phrase("is it switched on, and is it the right port?")});
}

} // namespace

terminal::Answer check_board(const terminal::Arguments& arguments) {
    const auto named = ANSAGE_TRY(devices::parse_board(arguments.words()[1]));
    const auto reader = ANSAGE_TRY(reader_given(arguments));
    const auto findings = ANSAGE_TRY(recognise_board(named)
                                         .and_then([&](std::unique_ptr<BoardLine> line) {
                                             return check_found(std::move(line), named);
                                         })
                                         .map_error(terminal::unavailable));
    for (const Finding& finding : findings)
        say_finding(finding, arguments.has("json"), reader.in());
    const bool is_good = std::ranges::all_of(findings, &Finding::is_good);
    return terminal::done_or_no(is_good);
}

} // namespace ansage::app
