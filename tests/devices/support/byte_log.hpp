// SPDX-License-Identifier: GPL-3.0-or-later
// Byte logs of boards: what came over the wire, and what the driver must make of it.
//
//   # device: ...      the first four lines say where the bytes are from
//   # firmware: ...
//   # source: ...
//   # kind: captured | synthetic
//   start              the line is open
//   at MS              time comes
//   board HEX...       bytes from the board
//   line TEXT          the same for boards that write lines; a line feed is added
//   > EVENT            the next event of the driver; all events must be named
//   host HEX...        everything that the driver wrote since the last such line
//   host-line TEXT     the next line that the driver wrote
//   host-lines-so-far  passes over what the driver wrote until here
//   hang up
#pragma once

#include "devices/board/board.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

#include <charconv>
#include <deque>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace ansage::devices::testing {

class ByteLog {
public:
    ByteLog(Driver& driver, std::string name)
        : driver_(driver),
          name_(std::move(name)) {}

    void run() {
        std::ifstream file(std::string{tests::root() + "/tests/data/devices/"} + name_);
        REQUIRE(file.is_open());
        check_header(file);
        for (std::string line; std::getline(file, line);) {
            ++line_;
            do_line(line);
        }
        INFO(place());
        CHECK(joined_events() == "");
        CHECK(lines_ > 0);
    }

private:
    std::string place() const { return fmt::format("{}:{}", name_, line_); }

    void check_header(std::ifstream& file) {
        for (const std::string_view key : {"device", "firmware", "source", "kind"}) {
            std::string line;
            std::getline(file, line);
            ++line_;
            INFO(place());
            CHECK(line.starts_with(fmt::format("# {}: ", key)));
        }
    }

    void do_line(std::string_view line) {
        if (line.empty() || line.starts_with('#')) return;
        ++lines_;
        INFO(place() << ": " << line);
        const std::size_t space = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, space);
        const std::string_view rest = line.substr(std::min(space + 1, line.size()));
        if (word == ">") {
            check_event(rest);
        } else if (word == "host") {
            check_host(rest);
        } else if (word == "host-line") {
            check_host_line(rest);
        } else if (word == "host-lines-so-far") {
            output_.clear();
        } else {
            CHECK(joined_events() == "");
            act(word, rest);
            collect();
        }
    }

    void act(std::string_view word, std::string_view rest) {
        if (word == "start") {
            driver_.start(now_);
        } else if (word == "at") {
            now_ = base::Instant{base::Millis{std::stoll(std::string{rest})}};
            driver_.on_time(now_);
        } else if (word == "board") {
            driver_.receive(from_hex(rest), now_);
        } else if (word == "line") {
            const std::string text = std::string{rest} + "\n";
            driver_.receive(std::as_bytes(std::span{text}), now_);
        } else if (word == "hang") {
            driver_.hung_up(now_);
        } else {
            FAIL("unknown word");
        }
    }

    void collect() {
        for (const SensorEvent& event : driver_.take_events()) events_.push_back(to_string(event));
        for (const std::byte byte : driver_.take_output()) output_ += static_cast<char>(byte);
    }

    void check_event(std::string_view expected) {
        CHECK(!events_.empty());
        if (!events_.empty()) {
            CHECK(events_.front() == expected);
            events_.pop_front();
        }
    }

    void check_host(std::string_view expected) {
        std::string text;
        for (const char byte : std::exchange(output_, {})) {
            text +=
                fmt::format("{}{:02x}", text.empty() ? "" : " ", static_cast<unsigned char>(byte));
        }
        CHECK(text == expected);
    }

    void check_host_line(std::string_view expected) {
        const std::size_t end = output_.find('\n');
        REQUIRE(end != std::string::npos);
        CHECK(output_.substr(0, end) == expected);
        output_.erase(0, end + 1);
    }

    std::string joined_events() {
        std::string text;
        for (const std::string& event : std::exchange(events_, {}))
            text += "unexpected: " + event + "\n";
        return text;
    }

    static std::vector<std::byte> from_hex(std::string_view text) {
        std::vector<std::byte> bytes;
        for (std::size_t at = 0; at + 1 < text.size(); at += 3) {
            unsigned value = 0;
            const auto digits = text.substr(at, 2);
            const auto [end, error] =
                std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
            REQUIRE(error == std::errc{});
            bytes.push_back(static_cast<std::byte>(value));
        }
        return bytes;
    }

    Driver& driver_;
    std::string name_;
    int line_ = 0;
    int lines_ = 0;
    base::Instant now_;
    std::deque<std::string> events_;
    std::string output_;
};

} // namespace ansage::devices::testing
