// SPDX-License-Identifier: GPL-3.0-or-later
#include "journal/codec.hpp"
#include "journal/codec_fields.hpp"
#include "journal/value_text.hpp"
#include "table/model/names.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace ansage::journal {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kind_key = "kind";
constexpr std::string_view instant_key = "at_ms";
constexpr std::size_t longest_excerpt = 60;
constexpr unsigned deepest_list = 2;
// In milliseconds: a hundred years. Nothing that is added to it runs over.
constexpr std::int64_t longest_duration = 100LL * 366 * 24 * 3'600 * 1'000;

base::Phrase excerpt(const Json& json) {
    // Not written out: lists in lists, a hundred thousand deep, would be no less of a mistake.
    if (json.is_structured())
        return json.is_array() ? base::phrase("a list") : base::phrase("an object");
    std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > longest_excerpt) {
        text.resize(longest_excerpt);
        text += "...";
    }
    return base::as_it_is(std::move(text));
}

// The text of a JSON string; absent for any other value.
std::optional<std::string_view> text_of(const Json& json) {
    const auto* const text = json.get_ptr<const std::string*>();
    return text == nullptr ? std::nullopt : std::optional<std::string_view>{*text};
}

template <std::integral T>
std::optional<T> number_of(const Json& json) {
    if (const auto* const number = json.get_ptr<const std::uint64_t*>())
        return std::in_range<T>(*number) ? std::optional{static_cast<T>(*number)} : std::nullopt;
    const auto* const number = json.get_ptr<const std::int64_t*>();
    return number != nullptr && std::in_range<T>(*number) ? std::optional{static_cast<T>(*number)}
                                                          : std::nullopt;
}

template <class T>
using Read = base::Result<T, base::Error>;

base::Phrase where_it_is_described() {
    return base::phrase("docs/journal.md describes what may stand there");
}

// Reads values; the way from the top to the value being read is for the message if it is wrong.
class JsonReader {
public:
    template <class Variant>
    [[nodiscard]] bool body(const Json& json, Variant& out) {
        if (!json.is_object() || !json.contains(kind_key))
            return fail(base::phrase("an object with a \"kind\""), json);
        const auto kind = text_of(json[kind_key]);
        return (kind && alternative(*kind, json, out)) || fail_kind(json);
    }

    [[nodiscard]] bool event(const Json& json, table::Event& out) {
        stamped_ = true;
        return json.is_object() && json.contains(instant_key)
            ? under(instant_key, json[instant_key], out.at) && body(json, out.body)
            : fail(base::phrase("an object with an \"at_ms\""), json);
    }

    base::Error error() const {
        return {
            .what = problem_,
            .where = fmt::format("{}", fmt::join(path_, ".")),
            .mend = where_it_is_described(),
        };
    }

private:
    bool fail(base::Phrase expected, const Json& found) {
        problem_ = base::phrase("expected {}, found {}", std::move(expected), excerpt(found));
        return false;
    }

    bool fail_kind(const Json& json) {
        return problem_.empty() ? fail(base::phrase("a known kind"), json[kind_key]) : false;
    }

    template <class... T>
    bool alternative(std::string_view kind, const Json& json, std::variant<T...>& out) {
        return ((kind_of<T> == kind && whole(json, out.template emplace<T>())) || ...);
    }

    // The fields of an alternative, under the name of its kind.
    template <class T>
    bool whole(const Json& json, T& out) {
        path_.push_back(kind_of<T>);
        if (!fields_of(json, out, true)) return false;
        path_.pop_back();
        return true;
    }

    template <class T>
    bool fields_of(const Json& json, T& out, bool is_top) {
        const auto known = [&](std::string_view key) {
            return !for_each_field(out, [&](auto each, auto&) { return each.name != key; }) ||
                (is_top && (key == kind_key || (stamped_ && key == instant_key)));
        };
        for (const auto& [key, unused] : json.items())
            if (!known(key)) return fail(base::phrase("known keys only"), Json(key));
        return for_each_field(out, [&](auto each, auto& member) {
            return field(json, each.name, member);
        });
    }

    template <class T>
    bool field(const Json& json, std::string_view key, T& out) {
        const auto found = json.find(key);
        if (found != json.end()) return under(key, *found, out);
        path_.push_back(key);
        return fail(base::phrase("a value"), Json("nothing"));
    }

    template <class T>
    bool field(const Json& json, std::string_view key, std::optional<T>& out) {
        const auto found = json.find(key);
        if (found == json.end()) {
            out.reset();
            return true;
        }
        return under(key, *found, out.emplace(blank<T>()));
    }

    template <class T>
    bool under(std::string_view key, const Json& json, T& out) {
        path_.push_back(key);
        if (!value(json, out)) return false;
        path_.pop_back();
        return true;
    }

    template <class T>
    static T blank() {
        if constexpr (std::is_same_v<T, chess::Move>) return chess::Move::ordinary({}, {});
        else return T{};
    }

    // Takes what was parsed, or says what had been expected.
    template <class T>
    bool take(std::optional<T> parsed, T& out, base::Phrase expected, const Json& json) {
        if (!parsed) return fail(std::move(expected), json);
        out = std::move(*parsed);
        return true;
    }

    template <class T, class Parse>
    bool text(const Json& json, T& out, base::Phrase expected, const Parse& parse) {
        const auto found = text_of(json);
        return take(found ? parse(*found) : std::optional<T>{}, out, std::move(expected), json);
    }

    template <Described T>
    bool value(const Json& json, T& out) {
        return json.is_object() ? fields_of(json, out, false)
                                : fail(base::phrase("an object"), json);
    }

    template <class T>
    requires std::is_enum_v<T>

    bool value(const Json& json, T& out) {
        return text(json, out, base::phrase("a known name"), base::parse_name<T>);
    }

    template <std::integral T>
    bool value(const Json& json, T& out) {
        return take(number_of<T>(json), out, base::phrase("a whole number in range"), json);
    }

    template <class Kind>
    bool value(const Json& json, base::Ordinal<Kind>& out) {
        unsigned number = 0;
        const bool is_read = value(json, number);
        out = base::Ordinal<Kind>{number};
        return is_read;
    }

    bool value(const Json& json, bool& out) {
        const auto* const truth = json.get_ptr<const bool*>();
        return take(
            truth == nullptr ? std::nullopt : std::optional{*truth},
            out,
            base::phrase("a truth"),
            json
        );
    }

    bool value(const Json& json, std::string& out) {
        return text(json, out, base::phrase("a text"), [](std::string_view found) {
            return std::optional{std::string{found}};
        });
    }

    bool value(const Json& json, base::Millis& out) {
        const auto count = number_of<std::int64_t>(json);
        const bool is_possible = count && *count >= -longest_duration && *count <= longest_duration;
        out = base::Millis{is_possible ? *count : 0};
        return is_possible || fail(base::phrase("a whole number in range"), json);
    }

    bool value(const Json& json, base::Instant& out) { return value(json, out.since_open); }

    bool value(const Json& json, laws::Score& out) {
        return text(json, out, base::phrase("a score like \"1-0\""), base::parse_name<laws::Score>);
    }

    bool value(const Json& json, laws::Termination& out) {
        return text(json, out, base::phrase("a known termination"), base::parse_name<laws::Termination>);
    }

    bool value(const Json& json, chess::MoveError& out) {
        return text(json, out, base::phrase("a known error"), base::parse_name<chess::MoveError>);
    }

    bool value(const Json& json, chess::Role& out) {
        return text(json, out, base::phrase("a letter of PNBRQK"), [](std::string_view found) {
            return found.size() == 1 ? chess::parse_role(found[0]) : std::nullopt;
        });
    }

    bool value(const Json& json, chess::Piece& out) {
        return text(
            json,
            out,
            base::phrase("a letter of PNBRQKpnbrqk"),
            [](std::string_view found) {
                return found.size() == 1 ? chess::parse_piece(found[0]) : std::nullopt;
            }
        );
    }

    bool value(const Json& json, chess::SquareReading& out) {
        return text(json, out, base::phrase("a letter of PNBRQKpnbrqkx?."), parse_seen_letter);
    }

    bool value(const Json& json, chess::Move& out) {
        return text(json, out, base::phrase("a move like \"e2e4\""), parse_move_text);
    }

    bool value(const Json& json, chess::Reading& out) {
        return text(json, out, base::phrase("a placement"), chess::parse_placement);
    }

    // Sentences in a sentence, but no journal of ours has them deeper.
    template <Described T>
    bool value(const Json& json, std::vector<T>& out) {
        if (!json.is_array() || depth_ == deepest_list) return fail(base::phrase("a list"), json);
        ++depth_;
        const bool is_read = std::ranges::all_of(json, [&](const Json& each) {
            return value(each, out.emplace_back());
        });
        --depth_;
        return is_read;
    }

    bool value(const Json& json, chess::Square& out) {
        return text(json, out, base::phrase("a square like \"e4\""), chess::parse_square);
    }

    bool value(const Json& json, chess::File& out) {
        return text(json, out, base::phrase("a letter from a to h"), [](std::string_view found) {
            const auto square = chess::parse_square(std::string{found} + '1');
            return square ? std::optional{square->file()} : std::nullopt;
        });
    }

    bool value(const Json& json, chess::Rank& out) {
        return text(json, out, base::phrase("a digit from 1 to 8"), [](std::string_view found) {
            const auto square = chess::parse_square('a' + std::string{found});
            return square ? std::optional{square->rank()} : std::nullopt;
        });
    }

    // An act inside another.
    template <class... T>
    bool value(const Json& json, std::variant<T...>& out) {
        return body(json, out);
    }

    bool value(const Json& json, chess::SquareSet& out) {
        if (!json.is_array()) return fail(base::phrase("a list of squares"), json);
        out = {};
        for (const Json& element : json) {
            chess::Square square;
            if (!value(element, square)) return false;
            out.insert(square);
        }
        return true;
    }

    bool stamped_ = false;
    unsigned depth_ = 0; // of lists
    std::vector<std::string_view> path_;
    base::Phrase problem_;
};

Read<Json> parse(std::string_view text) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        return tl::unexpected(base::Error{
            .what = base::phrase("this is not JSON"),
            .mend = where_it_is_described(),
        });
    }
    return json;
}

template <class Body>
Read<Body> decode_body(std::string_view text) {
    return parse(text).and_then([](const Json& json) -> Read<Body> {
        JsonReader reader;
        Body body;
        if (!reader.body(json, body)) return tl::unexpected(reader.error());
        return body;
    });
}

Read<table::Event> event_of(const Json& json) {
    JsonReader reader;
    table::Event event;
    if (!reader.event(json, event)) return tl::unexpected(reader.error());
    return event;
}

Read<std::vector<table::Event>> events_of(const Json& json) {
    if (!json.is_array()) {
        return tl::unexpected(base::Error{
            .what = base::phrase(
                "expected {}, found {}", base::phrase("a list of events"), excerpt(json)
            ),
            .mend = where_it_is_described(),
        });
    }
    std::vector<table::Event> events;
    events.reserve(json.size());
    for (const Json& element : json) {
        auto event = event_of(element);
        if (!event) return tl::unexpected(std::move(event).error());
        events.push_back(std::move(*event));
    }
    return events;
}

} // namespace

Read<table::InputBody> decode_input(std::string_view json) {
    return decode_body<table::InputBody>(json);
}

Read<table::EventBody> decode_event_body(std::string_view json) {
    return decode_body<table::EventBody>(json);
}

Read<table::Event> decode_event(std::string_view json) { return parse(json).and_then(event_of); }

Read<std::vector<table::Event>> decode_events(std::string_view json) {
    return parse(json).and_then(events_of);
}

} // namespace ansage::journal
