// SPDX-License-Identifier: GPL-3.0-or-later
// Reference firmware of a peg board: 64 contacts, two levers, four buttons, a beeper. It speaks
// version 1 of docs/peg-board-protocol.md. No heap, no standard library, some 700 bytes of memory:
// it fits on an ATmega328P. Everything that is of one microcontroller is in Hardware.
#pragma once

#include <stdint.h>

namespace peg_firmware {

// What the microcontroller has to give. avr.cpp is one; tests/devices/peg has another.
class Hardware {
public:
    virtual uint32_t now_ms() = 0; // since power-on, modulo 2^32
    // The contacts of one column that are closed now. Columns 0 to 7: files a to h, bits 0 to 7:
    // ranks 1 to 8. Column 8: the levers and buttons, by Key.
    virtual uint8_t read_column(uint8_t column) = 0;
    virtual int16_t read_byte() = 0; // from the host; -1: none
    virtual void write_byte(uint8_t byte) = 0; // waits until there is room
    virtual void beep(bool on) = 0;

protected:
    ~Hardware() = default;
};

enum class Key : uint8_t { white_lever, black_lever, announce, repeat, time, draw };

constexpr uint8_t columns = 9;
constexpr uint8_t key_column = 8;
constexpr uint8_t rows = 8;
constexpr uint8_t keys = 6;
// Line feed included.
constexpr uint8_t longest_line = 160;

class Firmware {
public:
    explicit Firmware(Hardware& hardware)
        : hardware_(hardware) {}

    // Once, after power-on.
    void start();
    // As often as the loop turns; it never waits for anything but room for a byte.
    void step();

private:
    enum class Seen : uint8_t { open, closed, unsure };

    // One contact. It counts when several scans in a row agree, so that one movement is one line.
    struct Contact {
        Seen told = Seen::open;
        bool is_closed = false; // by the last scan
        uint8_t agreeing = 0; // scans in a row that said so
        uint8_t changes = 0; // of is_closed, in this second
    };

    // scanning
    void scan(uint32_t now);
    void scan_contact(uint8_t column, uint8_t row, bool is_closed, uint32_t now);
    void take_steady(uint8_t column, uint8_t row, uint32_t since);
    void forget_flicker();

    // saying
    void begin(uint32_t at);
    void put(char letter);
    void put(const char* text);
    void put_number(uint32_t number);
    void put_square(uint8_t column, uint8_t row);
    void put_board();
    void finish();
    void say_hello(uint8_t version);
    void say_state();
    void say_press(uint8_t key, uint32_t at);
    void decline(const char* word, const char* reason);

    // hearing
    void take_byte(uint8_t byte);
    void take_line();
    [[nodiscard]] bool take_checksum();
    void obey();
    void obey_beep(const char* argument);

    Hardware& hardware_;
    Contact contacts_[columns][rows] = {};
    uint8_t presses_[keys] = {};
    uint16_t sequence_ = 0;
    uint16_t sum_ = 0; // of the line that is being said
    uint32_t last_told_ = 0; // time never goes back
    uint32_t last_scan_ = 0;
    uint32_t last_state_ = 0;
    uint32_t beep_from_ = 0;
    uint16_t beep_for_ = 0; // 0: it is silent
    char heard_[longest_line] = {};
    uint8_t heard_size_ = 0;
    bool is_too_long_ = false;
};

} // namespace peg_firmware
