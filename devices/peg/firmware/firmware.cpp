// SPDX-License-Identifier: GPL-3.0-or-later
#include "firmware.hpp"

namespace peg_firmware {
namespace {

constexpr uint32_t scan_every_ms = 4;
constexpr uint8_t steady_scans = 5; // 20 ms
// A contact that changes so often within a second cannot tell.
constexpr uint8_t most_changes = 20;
// A little sooner than every second, so that no line that is under way makes it late.
constexpr uint32_t state_every_ms = 950;
constexpr uint16_t sequence_count = 10000;
constexpr uint16_t longest_beep_ms = 5000;
constexpr uint8_t newest_version = 1;
constexpr uint8_t longest_word = 40; // that is said again

constexpr const char* identity = " occupancy levers,buttons,beeper ansage-reference 1.0";
constexpr const char* button_names[] = {"announce", "repeat", "time", "draw"};

uint16_t add_to_sum(uint16_t sum, char letter) {
    sum = static_cast<uint16_t>(sum ^ static_cast<uint8_t>(letter) << 8U);
    for (uint8_t bit = 0; bit < 8; ++bit) {
        const bool is_high = (sum & 0x8000U) != 0;
        sum = static_cast<uint16_t>(sum << 1U);
        sum = is_high ? static_cast<uint16_t>(sum ^ 0x1021U) : sum;
    }
    return sum;
}

char hex_digit(uint16_t value) { return "0123456789ABCDEF"[value & 0x0FU]; }

bool is_equal(const char* one, const char* other) {
    while (*one != '\0' && *one == *other) {
        ++one;
        ++other;
    }
    return *one == *other;
}

// A decimal number that is nothing else, at most five digits; -1: it is none.
int32_t to_number(const char* text) {
    int32_t number = 0;
    uint8_t digits = 0;
    for (; *text >= '0' && *text <= '9' && digits < 6; ++text, ++digits)
        number = number * 10 + (*text - '0');
    return *text == '\0' && digits > 0 && digits < 6 ? number : -1;
}

} // namespace

void Firmware::start() {
    const uint32_t now = hardware_.now_ms();
    for (uint8_t column = 0; column < columns; ++column) {
        const uint8_t closed = hardware_.read_column(column);
        for (uint8_t row = 0; row < rows; ++row) {
            Contact& contact = contacts_[column][row];
            contact.is_closed = (closed >> row & 1U) != 0;
            contact.told = contact.is_closed ? Seen::closed : Seen::open;
            contact.agreeing = steady_scans;
        }
    }
    last_scan_ = now;
    say_hello(newest_version);
    say_state();
}

void Firmware::step() {
    const uint32_t now = hardware_.now_ms();
    for (int16_t byte = hardware_.read_byte(); byte >= 0; byte = hardware_.read_byte())
        take_byte(static_cast<uint8_t>(byte));
    if (now - last_scan_ >= scan_every_ms) {
        last_scan_ = now;
        scan(now);
    }
    if (now - last_state_ >= state_every_ms) {
        forget_flicker();
        say_state();
    }
    if (beep_for_ != 0 && now - beep_from_ >= beep_for_) {
        beep_for_ = 0;
        hardware_.beep(false);
    }
}

// --- scanning

void Firmware::scan(uint32_t now) {
    for (uint8_t column = 0; column < columns; ++column) {
        const uint8_t closed = hardware_.read_column(column);
        for (uint8_t row = 0; row < rows; ++row)
            scan_contact(column, row, (closed >> row & 1U) != 0, now);
    }
}

void Firmware::scan_contact(uint8_t column, uint8_t row, bool is_closed, uint32_t now) {
    Contact& contact = contacts_[column][row];
    if (is_closed != contact.is_closed) {
        contact.is_closed = is_closed;
        contact.agreeing = 1;
        if (contact.changes < most_changes) {
            ++contact.changes;
        } else if (column != key_column && contact.told != Seen::unsure) {
            contact.told = Seen::unsure;
            begin(now);
            put("unsure ");
            put_square(column, row);
            finish();
        }
    } else if (contact.agreeing < steady_scans && ++contact.agreeing == steady_scans) {
        take_steady(column, row, now - (steady_scans - 1) * scan_every_ms);
    }
}

void Firmware::take_steady(uint8_t column, uint8_t row, uint32_t since) {
    Contact& contact = contacts_[column][row];
    const Seen seen = contact.is_closed ? Seen::closed : Seen::open;
    // One that flickers must first be quiet for a while.
    const bool is_flickering = contact.told == Seen::unsure && contact.changes >= most_changes;
    if (seen == contact.told || is_flickering) return;
    contact.told = seen;
    if (column == key_column) {
        if (seen == Seen::closed && row < keys) say_press(row, since);
        return;
    }
    begin(since);
    put(seen == Seen::closed ? "down " : "up ");
    put_square(column, row);
    finish();
}

// What was unsure and has been quiet since is sure again, by the state that follows.
void Firmware::forget_flicker() {
    for (uint8_t column = 0; column < columns; ++column) {
        for (uint8_t row = 0; row < rows; ++row) {
            Contact& contact = contacts_[column][row];
            if (contact.told == Seen::unsure && contact.changes == 0)
                contact.told = contact.is_closed ? Seen::closed : Seen::open;
            contact.changes = 0;
        }
    }
}

// --- saying

void Firmware::begin(uint32_t at) {
    // Modulo 2^32: what is more than half the circle ahead lies behind.
    if (at - last_told_ < 0x80000000UL) last_told_ = at;
    sum_ = 0xFFFF;
    put_number(sequence_);
    put(' ');
    put_number(last_told_);
    put(' ');
    sequence_ = static_cast<uint16_t>((sequence_ + 1) % sequence_count);
}

void Firmware::put(char letter) {
    sum_ = add_to_sum(sum_, letter);
    hardware_.write_byte(static_cast<uint8_t>(letter));
}

void Firmware::put(const char* text) {
    for (; *text != '\0'; ++text) put(*text);
}

void Firmware::put_number(uint32_t number) {
    char digits[10];
    uint8_t count = 0;
    do {
        digits[count++] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number != 0);
    while (count > 0) put(digits[--count]);
}

void Firmware::put_square(uint8_t column, uint8_t row) {
    put(static_cast<char>('a' + column));
    put(static_cast<char>('1' + row));
}

void Firmware::put_board() {
    for (uint8_t row = rows; row-- > 0;) {
        for (uint8_t column = 0; column < key_column; ++column) {
            const Seen told = contacts_[column][row].told;
            put(told == Seen::closed ? 'x' : told == Seen::open ? '.' : '?');
        }
        if (row > 0) put('/');
    }
}

void Firmware::finish() {
    const uint16_t sum = sum_;
    put('*');
    for (uint8_t shift = 16; shift > 0; shift = static_cast<uint8_t>(shift - 4))
        put(hex_digit(static_cast<uint16_t>(sum >> (shift - 4U))));
    put('\n');
}

void Firmware::say_hello(uint8_t version) {
    begin(hardware_.now_ms());
    put("hello ");
    put_number(version);
    put(identity);
    finish();
}

void Firmware::say_state() {
    last_state_ = hardware_.now_ms();
    begin(last_state_);
    put("state ");
    put_board();
    for (const uint8_t count : presses_) {
        put(' ');
        put_number(count);
    }
    finish();
}

void Firmware::say_press(uint8_t key, uint32_t at) {
    ++presses_[key];
    begin(at);
    if (key < static_cast<uint8_t>(Key::announce)) {
        put(key == static_cast<uint8_t>(Key::white_lever) ? "lever white " : "lever black ");
    } else {
        put("button ");
        put(button_names[key - static_cast<uint8_t>(Key::announce)]);
        put(' ');
    }
    put_number(presses_[key]);
    finish();
}

void Firmware::decline(const char* word, const char* reason) {
    begin(hardware_.now_ms());
    put("no ");
    put(word);
    put(' ');
    put(reason);
    finish();
}

// --- hearing

void Firmware::take_byte(uint8_t byte) {
    if (byte == '\n') {
        if (!is_too_long_ && heard_size_ > 0) take_line();
        heard_size_ = 0;
        is_too_long_ = false;
        return;
    }
    // Room for this byte, the line feed and the end.
    is_too_long_ = is_too_long_ || heard_size_ + 1 >= longest_line;
    if (!is_too_long_) heard_[heard_size_++] = static_cast<char>(byte);
}

void Firmware::take_line() {
    if (heard_[heard_size_ - 1] == '\r') --heard_size_;
    heard_[heard_size_] = '\0';
    if (heard_size_ == 0) return;
    if (!take_checksum()) {
        decline("line", "checksum");
        return;
    }
    obey();
}

// A line without one is a person's at a terminal. Takes it off.
bool Firmware::take_checksum() {
    uint16_t sum = 0xFFFF;
    uint8_t end = 0;
    while (end < heard_size_ && heard_[end] != '*') sum = add_to_sum(sum, heard_[end++]);
    if (end == heard_size_) return true;
    bool is_right = heard_size_ - end == 5;
    for (uint8_t digit = 0; is_right && digit < 4; ++digit) {
        const uint16_t part = static_cast<uint16_t>(sum >> (12U - 4U * digit));
        const char letter = heard_[end + 1 + digit];
        const bool is_small = letter >= 'a' && letter <= 'f';
        is_right = (is_small ? static_cast<char>(letter - 'a' + 'A') : letter) == hex_digit(part);
    }
    heard_[end] = '\0';
    return is_right;
}

void Firmware::obey() {
    char* argument = heard_;
    while (*argument != ' ' && *argument != '\0') ++argument;
    const bool has_argument = *argument == ' ';
    if (has_argument) *argument++ = '\0';
    if (is_equal(heard_, "hello")) {
        const int32_t version = to_number(argument);
        if (version < 1) decline("line", "malformed");
        else say_hello(newest_version);
    } else if (is_equal(heard_, "state") && !has_argument) {
        say_state();
    } else if (is_equal(heard_, "beep")) {
        obey_beep(argument);
    } else if (is_equal(heard_, "vibrate")) {
        decline("vibrate", "unsupported");
    } else if (heard_[0] == '\0' || argument - heard_ > longest_word || is_equal(heard_, "state")) {
        decline("line", "malformed");
    } else {
        decline(heard_, "unknown");
    }
}

void Firmware::obey_beep(const char* argument) {
    const int32_t duration = to_number(argument);
    if (duration < 1 || duration > longest_beep_ms) {
        decline("line", "malformed");
        return;
    }
    beep_from_ = hardware_.now_ms();
    beep_for_ = static_cast<uint16_t>(duration);
    hardware_.beep(true);
    begin(beep_from_);
    put("ok beep");
    finish();
}

} // namespace peg_firmware
