// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/codec.hpp"
#include "journal/codec_fields.hpp"
#include "journal/json_text.hpp"
#include "journal/value_text.hpp"
#include "table/model/names.hpp"

#include <charconv>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>

namespace ansage::journal {
namespace {

// Enough for a usual event in one allocation.
constexpr std::size_t usual_size = 256;

// Appends values to a text. Every key is written with a comma in front; the first comma of an
// object then becomes its brace. That spares asking at each field whether it is the first one.
class Writer {
public:
    explicit Writer(std::string& out)
        : out_(out) {}

    template <class... T>
    void value(const std::variant<T...>& body) {
        const std::size_t start = out_.size();
        fields(body);
        close(start);
    }

    // Its instant, then the fields of its body.
    void event(const table::Event& event) {
        const std::size_t start = out_.size();
        field(R"(,"at_ms":)", event.at);
        fields(event.body);
        close(start);
    }

private:
    template <class... T>
    void fields(const std::variant<T...>& body) {
        std::visit([this](const auto& alternative) { this->kind_and_fields(alternative); }, body);
    }

    template <class T>
    void kind_and_fields(const T& alternative) {
        field(R"(,"kind":)", kind_of<T>);
        fields_of(alternative);
    }

    template <Described T>
    void fields_of(const T& object) {
        for_each_field(object, [&](auto each, const auto& member) {
            field(each.key, member);
            return true;
        });
    }

    template <class T>
    void field(std::string_view key, const T& content) {
        out_ += key;
        value(content);
    }

    template <class T>
    void field(std::string_view key, const std::optional<T>& content) {
        if (content) field(key, *content);
    }

    void close(std::size_t start) {
        if (out_.size() == start) out_ += '{';
        out_[start] = '{';
        out_ += '}';
    }

    template <Described T>
    void value(const T& object) {
        const std::size_t start = out_.size();
        fields_of(object);
        close(start);
    }

    // For names and numbers of squares, which need no escapes.
    void quoted(std::string_view text) {
        out_ += '"';
        out_ += text;
        out_ += '"';
    }

    template <class T>
    requires std::is_enum_v<T>

    void value(T name) { quoted(base::to_string(name)); }

    template <std::integral T>
    void value(T number) {
        std::array<char, std::numeric_limits<T>::digits10 + 2> digits{};
        const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
        out_.append(digits.begin(), end);
    }

    template <class Kind>
    void value(base::Ordinal<Kind> number) {
        value(number.value());
    }

    void value(bool truth) { out_ += truth ? "true" : "false"; }

    void value(std::string_view text) { append_json_text(out_, text); }

    void value(const std::string& text) { append_json_text(out_, text); }

    void value(base::Millis duration) { value(duration.count()); }

    void value(base::Instant instant) { value(instant.since_open); }

    void value(chess::Role role) { letter(chess::to_char(role)); }

    void value(chess::Piece piece) { letter(chess::to_char(piece)); }

    void value(chess::SquareReading seen) { letter(seen_letter(seen)); }

    void value(chess::Move move) { quoted(move_text(move)); }

    void value(chess::File file) { letter(chess::to_char(file)); }

    void value(chess::Rank rank) { letter(chess::to_char(rank)); }

    void value(const chess::Reading& reading) { quoted(chess::to_placement(reading)); }

    void letter(char letter) { quoted({&letter, 1}); }

    void value(chess::Square square) {
        const std::array name{chess::to_char(square.file()), chess::to_char(square.rank())};
        quoted({name.data(), name.size()});
    }

    template <Described T>
    void value(const std::vector<T>& list) {
        const std::size_t start = out_.size();
        for (const T& each : list) {
            out_ += ',';
            value(each);
        }
        if (list.empty()) out_ += '[';
        out_[start] = '[';
        out_ += ']';
    }

    void value(chess::SquareSet squares) {
        out_ += '[';
        for (const chess::Square square : squares) {
            value(square);
            out_ += ',';
        }
        if (squares.empty()) out_ += ']';
        else out_.back() = ']';
    }

    std::string& out_;
};

template <class Body>
std::string encoded(const Body& body) {
    std::string text;
    text.reserve(usual_size);
    Writer{text}.value(body);
    return text;
}

} // namespace

std::string encode(const table::InputBody& body) { return encoded(body); }

std::string encode(const table::EventBody& body) { return encoded(body); }

std::string encode(const table::Event& event) {
    std::string text;
    text.reserve(usual_size);
    append(text, event);
    return text;
}

void append(std::string& out, const table::Event& event) { Writer{out}.event(event); }

} // namespace ansage::journal
