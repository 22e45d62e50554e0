// SPDX-License-Identifier: GPL-3.0-or-later
#include "in_words.hpp"

#include "base/members.hpp"
#include "kind_words.hpp"
#include "table/model/names.hpp"

#include <concepts>
#include <fmt/format.h>
#include <type_traits>

namespace ansage::tests {

std::string in_words(base::Millis time) {
    const auto all = time.count() < 0 ? -time.count() : time.count();
    std::string text =
        fmt::format("{}{}:{:02}", time.count() < 0 ? "-" : "", all / 60'000, all / 1000 % 60);
    if (all % 1000 != 0) text += fmt::format(".{:03}", all % 1000);
    while (all % 1000 != 0 && text.back() == '0') text.pop_back();
    return text;
}

namespace {

std::string text_of_move(chess::Move move) {
    std::string text = chess::to_string(move.from()) + chess::to_string(move.to());
    if (move.is_castling()) text = move.is_short_castling() ? "O-O" : "O-O-O";
    if (move.promotion()) text += chess::to_char(*move.promotion());
    return text;
}

class Writer {
public:
    template <class Body>
    std::string whole(const Body& body) {
        value(body);
        return std::move(text_);
    }

private:
    void word(std::string_view word) {
        if (!text_.empty() && text_.back() != '{' && text_.back() != '[') text_ += ' ';
        text_ += word;
    }

    // --- members: said with their names, or not at all

    // Which seat, kind or state it is says itself, and so does a square or a move.
    template <class Value>
    void member(std::string_view name, const Value& content) {
        constexpr bool says_itself = std::is_enum_v<Value> || std::same_as<Value, chess::Square> ||
            std::same_as<Value, chess::Move> || std::same_as<Value, table::HeardMove> ||
            std::same_as<Value, table::Message> || std::same_as<Value, chess::SquareReading>;
        if constexpr (std::same_as<Value, table::Priority>) {
            if (content != table::Priority::message) value(content);
        } else if constexpr (says_itself) value(content);
        else if constexpr (std::same_as<Value, std::uint64_t>) return; // an id
        else if constexpr (std::same_as<Value, bool>) {
            if (content) word(name);
        } else if constexpr (requires { content == Value{}; }) {
            if (!(content == Value{})) named(name, content);
        } else named(name, content);
    }

    template <class Value>
    void member(std::string_view name, const std::optional<Value>& content) {
        if (!content) return;
        if constexpr (std::same_as<Value, std::uint64_t>) word(name);
        else named(name, *content);
    }

    template <class... Alternatives>
    void member(std::string_view name, const std::variant<Alternatives...>& content) {
        named(name, content);
    }

    template <class Value>
    void named(std::string_view name, const Value& content) {
        word(name);
        value(content);
    }

    // --- values

    template <class... Alternatives>
    void value(const std::variant<Alternatives...>& body) {
        std::visit(
            [this]<class Alternative>(const Alternative& alternative) {
                word(kind_word<Alternative>());
                members(alternative);
            },
            body
        );
    }

    template <class Object>
    void members(const Object& object) {
        base::with_members(
            object,
            [&]<std::size_t... Index>(
                std::index_sequence<Index...> /*numbers*/, const auto&... each
            ) { (member(base::member_names<Object>[Index], each), ...); }
        );
    }

    template <class Object>
    requires std::is_aggregate_v<Object>

    void value(const Object& object) {
        word("{");
        members(object);
        text_ += '}';
    }

    template <class Value>
    requires std::is_enum_v<Value>

    void value(Value name) { word(table::to_string(name)); }

    template <std::unsigned_integral Number>
    void value(Number number) {
        word(fmt::to_string(number));
    }

    template <class Kind>
    void value(base::Ordinal<Kind> number) {
        value(number.value());
    }

    void value(bool holds) { word(holds ? "yes" : "no"); }

    void value(const std::string& text) { word(text); }

    void value(base::Millis time) { word(in_words(time)); }

    void value(base::Instant at) { word(in_words(at.since_open)); }

    void value(chess::Square square) { word(chess::to_string(square)); }

    void value(chess::Piece piece) { word(std::string(1, chess::to_char(piece))); }

    void value(chess::Role role) { word(std::string(1, chess::to_char(role))); }

    void value(chess::Move move) { word(text_of_move(move)); }

    void value(const chess::Reading& reading) { word(chess::to_placement(reading)); }

    void value(chess::SquareReading seen) {
        chess::Reading board;
        board.squares[0] = seen;
        const std::string placement = chess::to_placement(board);
        word(seen.is_empty() ? "empty" : placement.substr(placement.rfind('/') + 1, 1));
    }

    void value(chess::SquareSet squares) {
        std::string list;
        for (const chess::Square square : squares)
            list += (list.empty() ? "" : ",") + chess::to_string(square);
        word(list);
    }

    template <class Value>
    void value(const std::vector<Value>& list) {
        word("[");
        for (const Value& each : list) value(each);
        text_ += ']';
    }

    // The words of a move are the text and what it means, or why it means none.
    void value(const table::HeardMove& heard) {
        const std::string meaning =
            heard.move ? text_of_move(*heard.move) : std::string{table::to_string(*heard.error)};
        if (!heard.text.empty()) word(heard.text);
        if (heard.text != meaning) word(meaning);
        if (heard.text.empty() && !heard.move) value(heard.said);
    }

    // The shell fills in the words.
    void value(const table::Message& message) {
        word(message.id);
        members(message.arguments);
    }

    std::string text_;
};

} // namespace

std::string in_words(const table::InputBody& body) { return Writer{}.whole(body); }

std::string in_words(const table::EventBody& body) { return Writer{}.whole(body); }

} // namespace ansage::tests
