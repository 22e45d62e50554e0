// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/peg/conformance.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace ansage::devices::peg {
namespace {

using base::Millis;

// A board has 100 ms to answer; the line, the system and a bridge get as much again.
constexpr Millis patience{200};
constexpr Millis observation{4200};
// Between two states that nobody asked for, with the same allowance.
constexpr Millis longest_silence{1300};
// How far the board's time may be from ours over the observation.
constexpr Millis most_clock_error{150};

// Lines as heard, with what they mean where they mean something.
struct Parsed {
    base::Instant at;
    std::string text;
    base::Result<BoardLine, LineError> line;
};

using Heard = std::vector<Parsed>;

std::string sealed(std::string_view text) {
    return fmt::format("{}*{:04X}\n", text, checksum(text));
}

template <class Message>
const Message* first(const Heard& heard) {
    const auto found = std::ranges::find_if(heard, [](const Parsed& parsed) {
        return parsed.line && std::holds_alternative<Message>(parsed.line->message);
    });
    return found == heard.end() ? nullptr : std::get_if<Message>(&found->line->message);
}

Reason quote(const Heard& heard) {
    if (heard.empty()) return {"nothing was heard", "board_check.silent", {}};
    constexpr std::size_t longest_quote = 60;
    const std::string text = heard.front().text.substr(0, longest_quote);
    return {fmt::format("heard '{}'", text), "board_check.heard", {text}};
}

Reason why_bad(const Parsed& line) {
    constexpr std::array ids{
        "board_check.line_too_long", "board_check.line_checksum", "board_check.line_malformed"};
    const LineError error = line.line.error();
    return {
        fmt::format("'{}': {}", line.text, to_string(error)),
        ids.at(static_cast<std::size_t>(error)),
        {line.text}};
}

template <class Number>
Reason came_after(Number later, Number earlier) {
    return {
        fmt::format("{} came after {}", later, earlier),
        "board_check.came_after",
        {fmt::format("{}", later), fmt::format("{}", earlier)}};
}

class Examination {
public:
    explicit Examination(const Exchange& exchange)
        : exchange_(exchange) {}

    [[nodiscard]] std::vector<Finding> run() {
        ask("", patience); // what was under way
        check_greeting();
        check_state();
        check_newer_host();
        check_bare_line();
        check_wrong_checksum();
        check_unknown_command();
        check_signal("beep", features_.beeper);
        check_signal("vibrate", features_.vibration);
        check_long_line();
        check_rhythm();
        check_lines();
        return std::move(findings_);
    }

private:
    Heard ask(std::string_view text, Millis listen_for) {
        Heard heard;
        for (HeardLine& line : exchange_(text, listen_for)) {
            auto parsed = parse_board_line(line.text);
            heard.push_back({line.at, std::move(line.text), std::move(parsed)});
        }
        all_.insert(all_.end(), heard.begin(), heard.end());
        return heard;
    }

    struct Question {
        std::string text;
        std::string id;
        std::string about;
    };

    void note(Question question, bool is_good, Reason reason) {
        reason = is_good ? Reason{} : std::move(reason);
        findings_.push_back(
            {std::move(question.text),
             is_good,
             reason.text,
             std::move(question.id),
             std::move(question.about),
             reason}
        );
    }

    void check_greeting() {
        const Heard heard = ask(sealed("hello 1"), patience);
        const auto* hello = first<Hello>(heard);
        note(
            {"the board answers a greeting within 200 ms", "board_check.answers", {}},
            hello != nullptr,
            quote(heard)
        );
        if (hello != nullptr) {
            features_ = hello->features;
            note(
                {"it speaks version 1", "board_check.version", {}},
                hello->version == 1,
                {fmt::format("it speaks version {}", hello->version),
                 "board_check.other_version",
                 {std::to_string(hello->version)}}
            );
        }
    }

    void check_state() {
        const Heard heard = ask(sealed("state"), patience);
        note(
            {"it tells its state within 200 ms", "board_check.state", {}},
            first<State>(heard) != nullptr,
            quote(heard)
        );
    }

    void check_newer_host() {
        const Heard heard = ask(sealed("hello 200"), patience);
        const auto* hello = first<Hello>(heard);
        const bool is_good = hello != nullptr && hello->version < 200;
        note(
            {"to a newer host it names its own version", "board_check.newer_host", {}},
            is_good,
            quote(heard)
        );
        ask(sealed("hello 1"), patience);
    }

    void check_bare_line() {
        const Heard heard = ask("hello 1\n", patience);
        note(
            {"it obeys a line without checksum", "board_check.bare_line", {}},
            first<Hello>(heard) != nullptr,
            quote(heard)
        );
        const Heard again = ask("hello 1\r\n", patience);
        note(
            {"it passes over a carriage return", "board_check.carriage_return", {}},
            first<Hello>(again) != nullptr,
            quote(again)
        );
    }

    void check_wrong_checksum() {
        const Heard heard = ask("hello 1*0000\n", patience);
        note(
            {"it does not obey a wrong checksum", "board_check.wrong_checksum", {}},
            first<Hello>(heard) == nullptr,
            quote(heard)
        );
    }

    void check_unknown_command() {
        const Heard heard = ask(sealed("somersault"), patience);
        const auto* answer = first<Declined>(heard);
        const bool is_good = answer != nullptr && answer->command == "somersault";
        note(
            {"it declines what it does not know", "board_check.unknown_command", {}},
            is_good,
            quote(heard)
        );
    }

    void check_signal(std::string_view word, bool can) {
        const Heard heard = ask(sealed(fmt::format("{} 50", word)), patience);
        const auto* done = first<Done>(heard);
        const auto* declined = first<Declined>(heard);
        const bool is_done = done != nullptr && done->command == word;
        const bool is_declined = declined != nullptr && declined->command == word;
        Question question{
            fmt::format("it {} '{}', as its features say", can ? "does" : "declines", word),
            can ? "board_check.does" : "board_check.declines",
            std::string{word}};
        note(std::move(question), can ? is_done : is_declined, quote(heard));
    }

    void check_long_line() {
        ask(std::string(3 * longest_line, 'z') + "\n", patience);
        const Heard heard = ask(sealed("hello 1"), patience);
        note(
            {"it survives a line that is too long", "board_check.long_line", {}},
            first<Hello>(heard) != nullptr,
            quote(heard)
        );
    }

    void check_rhythm() {
        const Heard heard = ask("", observation);
        base::Millis longest{0};
        std::optional<base::Instant> last;
        int states = 0;
        for (const Parsed& parsed : heard) {
            if (parsed.line && std::holds_alternative<State>(parsed.line->message)) {
                longest = last ? std::max(longest, parsed.at - *last) : longest;
                last = parsed.at;
                ++states;
            }
        }
        note(
            {"it tells its state every second by itself", "board_check.rhythm", {}},
            states >= 3 && longest <= longest_silence,
            {fmt::format("{} states in 4.2 s, {} ms apart at most", states, longest.count()),
             "board_check.states",
             {std::to_string(states), std::to_string(longest.count())}}
        );
        check_time(heard);
    }

    void check_time(const Heard& heard) {
        const auto is_good = [](const Parsed& parsed) { return parsed.line.has_value(); };
        const auto begin = std::ranges::find_if(heard, is_good);
        const auto end = std::find_if(heard.rbegin(), heard.rend(), is_good);
        if (begin == heard.end() || end == heard.rend()) {
            note(
                {"its time runs in milliseconds", "board_check.milliseconds", {}},
                false,
                {"no line to see it by", "board_check.no_line", {}}
            );
            return;
        }
        const Millis ours = end->at - begin->at;
        const Millis boards{end->line->board_ms - begin->line->board_ms};
        note(
            {"its time runs in milliseconds", "board_check.milliseconds", {}},
            std::chrono::abs(ours - boards) <= most_clock_error,
            {fmt::format("it counted {} in {} ms", boards.count(), ours.count()),
             "board_check.counted",
             {std::to_string(boards.count()), std::to_string(ours.count())}}
        );
    }

    // Over everything that was heard; the first line may have been under way when we began to
    // listen.
    void check_lines() {
        const auto is_bad = [](const Parsed& parsed) { return !parsed.line.has_value(); };
        const auto start = all_.begin() + (!all_.empty() && is_bad(all_.front()) ? 1 : 0);
        const auto bad = std::find_if(start, all_.end(), is_bad);
        note(
            {"every line is well formed and has its checksum", "board_check.lines", {}},
            bad == all_.end() && start != all_.end(),
            bad == all_.end() ? quote({}) : why_bad(*bad)
        );
        check_order();
    }

    void check_order() {
        Reason sequence_gap;
        Reason time_gap;
        const BoardLine* last = nullptr;
        for (const Parsed& parsed : all_) {
            if (!parsed.line) {
                last = nullptr;
                continue;
            }
            const BoardLine& line = *parsed.line;
            if (last != nullptr && line.sequence != (last->sequence + 1) % sequence_count)
                sequence_gap = came_after(line.sequence, last->sequence);
            if (last != nullptr && line.board_ms < last->board_ms)
                time_gap = came_after(line.board_ms, last->board_ms);
            last = &line;
        }
        note(
            {"the sequence has no gaps", "board_check.sequence", {}},
            sequence_gap.text.empty(),
            sequence_gap
        );
        note(
            {"the time never goes back", "board_check.forward", {}}, time_gap.text.empty(), time_gap
        );
    }

    const Exchange& exchange_;
    Features features_;
    Heard all_;
    std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> check_conformance(const Exchange& exchange) {
    return Examination(exchange).run();
}

} // namespace ansage::devices::peg
