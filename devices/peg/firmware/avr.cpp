// SPDX-License-Identifier: GPL-3.0-or-later
// The firmware on an ATmega328P at 16 MHz, such as an Arduino Nano. Built by avr-g++ of Debian's
// gcc-avr and avr-libc; docs/peg-board-protocol.md has the wires and the command.
//
// Rows, ranks 1 to 8: D2 to D9. Columns, files a to h: D10 to D12, A5, and A0 to A3. Levers and
// buttons: column A4. Beeper: D13, which carries a light on a Nano and is no input. A column is low
// while it is read and otherwise an input, so that two columns never meet; a closed contact pulls
// its row low.
#include "firmware.hpp"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay.h>

namespace {

using peg_firmware::Firmware;
using peg_firmware::Hardware;

volatile uint32_t milliseconds = 0;

// What the host sends while a line is being said.
constexpr uint8_t room = 192;
volatile uint8_t received[room];
volatile uint8_t received_head = 0;
volatile uint8_t received_tail = 0;

struct Pin {
    volatile uint8_t* direction;
    uint8_t bit;
};

class Avr final : public Hardware {
public:
    void begin() {
        PORTD |= 0xFC; // pull-ups of the rows
        PORTB |= 0x03;
        DDRB |= 1U << PB5;
        TCCR0A = 1U << WGM01; // a millisecond: 16 MHz / 64 / 250
        TCCR0B = 1U << CS01 | 1U << CS00;
        OCR0A = 249;
        TIMSK0 = 1U << OCIE0A;
        UCSR0A = 1U << U2X0; // 115200: 2.1 % fast, which every receiver bears
        UBRR0 = 16;
        UCSR0C = 1U << UCSZ01 | 1U << UCSZ00;
        UCSR0B = 1U << RXEN0 | 1U << TXEN0 | 1U << RXCIE0;
        sei();
    }

    uint32_t now_ms() override {
        cli();
        const uint32_t now = milliseconds;
        sei();
        return now;
    }

    uint8_t read_column(uint8_t column) override {
        const Pin pin = pin_of(column);
        *pin.direction |= pin.bit;
        _delay_us(5);
        const uint8_t high = static_cast<uint8_t>(PIND >> 2U | (PINB & 0x03U) << 6U);
        *pin.direction &= static_cast<uint8_t>(~pin.bit);
        return static_cast<uint8_t>(~high);
    }

    int16_t read_byte() override {
        if (received_head == received_tail) return -1;
        const uint8_t byte = received[received_tail];
        received_tail = static_cast<uint8_t>((received_tail + 1) % room);
        return byte;
    }

    void write_byte(uint8_t byte) override {
        while ((UCSR0A & 1U << UDRE0) == 0) {
        }
        UDR0 = byte;
    }

    void beep(bool on) override {
        if (on) PORTB |= 1U << PB5;
        else PORTB &= static_cast<uint8_t>(~(1U << PB5));
    }

private:
    static Pin pin_of(uint8_t column) {
        if (column < 3) return {&DDRB, static_cast<uint8_t>(1U << (PB2 + column))};
        const uint8_t port_c = column == 3 ? PC5 : PC0 + column - 4;
        return {&DDRC, static_cast<uint8_t>(1U << port_c)};
    }
};

} // namespace

ISR(TIMER0_COMPA_vect) { milliseconds = milliseconds + 1; }

ISR(USART_RX_vect) {
    const uint8_t byte = UDR0;
    const uint8_t next = static_cast<uint8_t>((received_head + 1) % room);
    if (next != received_tail) {
        received[received_head] = byte;
        received_head = next;
    }
}

// Never called; the compiler asks for it where a function is only declared.
extern "C" void __cxa_pure_virtual() {
    for (;;) {
    }
}

int main() {
    static Avr avr;
    static Firmware firmware{avr};
    avr.begin();
    firmware.start();
    for (;;) firmware.step();
}
