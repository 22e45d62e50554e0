// SPDX-License-Identifier: GPL-3.0-or-later
#include "from_words.hpp"

#include "base/members.hpp"
#include "chess/fen.hpp"
#include "kind_words.hpp"
#include "laws/shipped.hpp"
#include "support/places.hpp"
#include "table/model/names.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace ansage::tests {

using chess::Color;
using chess::Position;

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(at), text.size());
        const std::size_t first = std::min(text.find_first_not_of(' '), end);
        const std::size_t last = text.substr(0, end).find_last_not_of(' ');
        if (first < end) parts.emplace_back(text.substr(first, last - first + 1));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

namespace {

std::optional<unsigned> number_from(std::string_view word) {
    unsigned number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_whole = error == std::errc{} && end == word.data() + word.size();
    return is_whole ? std::optional{number} : std::nullopt;
}

} // namespace

std::optional<base::Millis> time_from_words(std::string_view word) {
    const bool is_negative = word.starts_with('-');
    word.remove_prefix(is_negative ? 1 : 0);
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::size_t point = std::min(word.find('.'), word.size());
    std::string decimals{word.substr(std::min(point + 1, word.size()))};
    decimals.resize(3, '0');
    const auto minutes = number_from(word.substr(0, colon));
    const auto seconds = number_from(word.substr(colon + 1, point - colon - 1));
    const auto millis = number_from(decimals);
    if (!minutes || !seconds || !millis) return std::nullopt;
    const base::Millis time{std::int64_t{*minutes} * 60'000 + *seconds * 1000 + *millis};
    return is_negative ? -time : time;
}

namespace {

const laws::Edition* edition_called(const std::string& name) {
    static std::map<std::string, laws::Edition> editions;
    const bool is_one =
        std::filesystem::exists(fmt::format("{}/profiles/laws/{}.toml", tests::root(), name));
    if (!is_one) return nullptr;
    const auto known = editions.find(name);
    return known != editions.end() ? &known->second
                                   : &editions.emplace(name, shipped_edition(name)).first->second;
}

// Puts words into the members of an object, one after another.
class Reader {
public:
    explicit Reader(std::string_view words)
        : words_(split(words, ' ')) {
        const bool is_actor_first = words_.size() > 1 && table::parse_name<Color>(words_[0]);
        if (is_actor_first) std::swap(words_[0], words_[1]);
    }

    // The word that was understood by nobody; empty if there is none.
    [[nodiscard]] std::string left_over() const {
        return at_ < words_.size() ? words_[at_] : std::string{};
    }

    template <class Object>
    void members(Object& object) {
        std::array<bool, base::member_count<Object>()> is_read{};
        while (at_ < words_.size() && take_member(object, is_read)) {
        }
    }

    template <class... Alternatives>
    bool value(std::variant<Alternatives...>& body) {
        return (take_kind<Alternatives>(body) || ...);
    }

private:
    [[nodiscard]] const std::string& word() const { return words_[at_]; }

    template <class Alternative, class Body>
    bool take_kind(Body& body) {
        if (at_ == words_.size() || word() != kind_word<Alternative>()) return false;
        ++at_;
        Alternative alternative{};
        members(alternative);
        body = alternative;
        return true;
    }

    // By its name, else the first that has no value yet and can be what the word says.
    template <class Object, std::size_t Size>
    bool take_member(Object& object, std::array<bool, Size>& is_read) {
        return base::with_members(
            object,
            [&]<std::size_t... Index>(std::index_sequence<Index...> /*numbers*/, auto&... each) {
                return (take_named(base::member_names<Object>[Index], each, is_read[Index]) || ...
                       ) ||
                    (take_unnamed(each, is_read[Index]) || ...);
            }
        );
    }

    template <class Value>
    bool take_named(std::string_view name, Value& into, bool& is_read) {
        if (is_read || word() != name) return false;
        ++at_;
        const bool stands_alone = at_ == words_.size() || (word() != "yes" && word() != "no");
        if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::optional<bool>>) {
            into = stands_alone || word() == "yes";
            at_ += stands_alone ? 0 : 1;
            return is_read = true;
        } else {
            is_read = at_ < words_.size() && value(into);
            if (!is_read) --at_; // it was a value of another member
            return is_read;
        }
    }

    template <class Value>
    bool take_unnamed(Value& into, bool& is_read) {
        return !is_read && (is_read = value(into));
    }

    template <class Value>
    bool value(std::optional<Value>& into) {
        if constexpr (requires(Value made) { value(made); }) {
            Value read{};
            if (!value(read)) return false;
            into = std::move(read);
            return true;
        }
        return false;
    }

    template <class Value>
    bool put(Value& into, std::optional<Value> read) {
        if (!read) return false;
        into = std::move(*read);
        ++at_;
        return true;
    }

    template <class Enum>
    requires std::is_enum_v<Enum>

    bool value(Enum& into) { return put(into, table::parse_name<Enum>(word())); }

    // Only by its name.
    bool value(bool& /*into*/) { return false; }

    bool value(unsigned& into) { return put(into, number_from(word())); }

    template <class Kind>
    bool value(base::Ordinal<Kind>& into) {
        const auto number = number_from(word());
        return put(into, number ? std::optional{base::Ordinal<Kind>{*number}} : std::nullopt);
    }

    bool value(std::uint64_t& into) {
        const auto number = number_from(word());
        return put(into, number ? std::optional<std::uint64_t>{*number} : std::nullopt);
    }

    bool value(base::Millis& into) { return put(into, time_from_words(word())); }

    bool value(base::Instant& into) { return value(into.since_open); }

    bool value(chess::Square& into) { return put(into, chess::parse_square(word())); }

    bool value(chess::Piece& into) {
        return put(into, word().size() == 1 ? chess::parse_piece(word()[0]) : std::nullopt);
    }

    bool value(chess::Reading& into) { return put(into, chess::parse_placement(word())); }

    bool value(chess::SquareSet& into) {
        for (const std::string& name : split(word(), ',')) {
            const auto square = chess::parse_square(name);
            if (!square) return false;
            into.insert(*square);
        }
        ++at_;
        return true;
    }

    bool value(std::set<unsigned>& into) {
        for (const std::string& number : split(word(), ',')) {
            if (!number_from(number)) return false;
            into.insert(*number_from(number));
        }
        ++at_;
        return true;
    }

    bool value(std::string& into) {
        into = word();
        std::ranges::replace(into, '_', ' ');
        ++at_;
        return true;
    }

    bool value(table::HeardMove& into) { return value(into.text); }

    bool value(clock::TimeControl& into) {
        const auto control = clock::parse_time_control(word());
        return control && put(into, std::optional{*control});
    }

    bool value(laws::Edition& into) {
        const laws::Edition* const edition = edition_called(word());
        return edition != nullptr && put(into, std::optional{*edition});
    }

    bool value(Position& into) {
        std::string fen = word();
        std::ranges::replace(fen, '_', ' ');
        const auto position = chess::parse_position(fen);
        return position && put(into, std::optional{*position});
    }

    bool value(table::PerColor<table::Seat>& /*into*/) { return false; }

    std::vector<std::string> words_;
    std::size_t at_ = 0;
};

// A move as it is spoken: the piece, where from, where to, what it becomes. Nothing if it is none.
std::optional<table::SpokenMove> spoken_in(std::string_view text, const Position& position) {
    table::SpokenMove said;
    if (text == "O-O" || text == "O-O-O") {
        said.role = chess::Role::king;
        said.castling =
            text == "O-O" ? table::CastlingSide::short_side : table::CastlingSide::long_side;
        return said;
    }
    if (!text.empty()) said.role = chess::parse_role(text.front());
    if (said.role) text.remove_prefix(1);
    if (text.size() % 2 == 1) {
        said.promotion = chess::parse_role(text.back());
        text.remove_suffix(1);
    }
    if (text.size() == 4) said.from = chess::parse_square(text.substr(0, 2));
    if (text.size() >= 2) said.to = chess::parse_square(text.substr(text.size() - 2));
    if (!said.to || text.size() > 4 || (text.size() == 4 && !said.from)) return std::nullopt;
    const auto piece = said.from ? position.at(*said.from) : std::nullopt;
    if (!said.role) said.role = piece ? piece->role : chess::Role::pawn;
    return said;
}

table::HeardMove hear(const std::string& text, const Position& position) {
    const auto said = spoken_in(text, position);
    table::HeardMove heard{.text = text, .move = {}, .error = {}, .said = {}};
    if (!said) {
        heard.error = chess::MoveError::not_a_move;
        return heard;
    }
    heard.said = *said;
    std::vector<chess::Move> fitting;
    for (const chess::Move move : position.legal_moves())
        if (table::fits(*said, move, position.at(move.from())->role)) fitting.push_back(move);
    if (fitting.size() == 1) heard.move = fitting.front();
    else heard.error = fitting.empty() ? chess::MoveError::illegal : chess::MoveError::ambiguous;
    return heard;
}

// As the shell does it, each in the position that its speaker refers to.
void understand(table::InputBody& body, const table::State& state) {
    const auto in = [](table::HeardMove& heard, const Position& position) {
        heard = hear(heard.text, position);
    };
    if (auto* const announces = std::get_if<table::Announces>(&body))
        in(announces->move, table::announcing_position(state, announces->seat));
    auto* const line = std::get_if<table::TypesLine>(&body);
    if (auto* const typed = line == nullptr ? nullptr : std::get_if<table::Announces>(&line->act))
        in(typed->move, table::announcing_position(state, typed->seat));
    if (auto* const corrects = std::get_if<table::Corrects>(&body))
        in(corrects->move, table::announcing_position(state, corrects->seat));
    if (auto* const repeats = std::get_if<table::Repeats>(&body))
        in(repeats->move, table::repeating_position(state, repeats->seat));
    if (auto* const writes = std::get_if<table::Writes>(&body))
        in(writes->move, table::writing_position(state, writes->ply));
    if (auto* const claims = std::get_if<table::Claims>(&body); claims != nullptr && claims->with)
        in(*claims->with, state.position());
    auto* const listened = std::get_if<table::HearingReported>(&body);
    if (listened != nullptr && listened->move && listened->speaker) {
        const bool is_own = listened->key == table::RecordingKey::own;
        in(*listened->move,
           is_own ? table::announcing_position(state, *listened->speaker)
                  : table::repeating_position(state, *listened->speaker));
    }
    if (auto* const executes = std::get_if<table::Executes>(&body)) {
        in(executes->move, table::executing_position(state, *executes));
        if (!executes->move.move) in(executes->move, state.position());
    }
}

} // namespace

FromWords<table::InputBody> input_from_words(std::string_view words, const table::State& state) {
    Reader reader{words};
    table::InputBody::Alternatives body;
    const bool is_one = reader.value(body);
    if (!is_one || !reader.left_over().empty())
        return tl::unexpected{fmt::format("\"{}\" in \"{}\"", reader.left_over(), words)};
    table::InputBody input =
        std::visit([](auto& one) { return table::InputBody{std::move(one)}; }, body);
    understand(input, state);
    return input;
}

FromWords<table::TableSetup> setup_from_words(std::string_view words) {
    table::TableSetup setup;
    std::vector<std::string> parts = split(words, '|');
    for (std::string& part : parts) {
        const auto color = table::parse_name<Color>(part.substr(0, part.find(' ')));
        if (color) part.erase(0, part.find(' '));
        Reader reader{part};
        if (color) reader.members(setup.seats[*color]);
        else reader.members(setup);
        if (!reader.left_over().empty())
            return tl::unexpected{fmt::format("\"{}\" in \"{}\"", reader.left_over(), part)};
    }
    return setup;
}

} // namespace ansage::tests
