#include "devices/peg/protocol.hpp"

#include "base/overloaded.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace ansage::devices::peg {
namespace {

using chess::Color;
using chess::Piece;
using chess::Reading;
using chess::Seen;
using chess::Square;

template <class T>
using Read = std::optional<T>;

constexpr std::size_t most_words = 12;
constexpr std::size_t checksum_digits = 4;
constexpr base::Millis longest_signal{5000};

constexpr std::array<std::uint16_t, 256> make_checksum_table() {
    std::array<std::uint16_t, 256> table{};
    for (unsigned byte = 0; byte < table.size(); ++byte) {
        unsigned value = byte << 8U;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value & 0x8000U) != 0 ? (value << 1U) ^ 0x1021U : value << 1U;
        }
        table[byte] = static_cast<std::uint16_t>(value);
    }
    return table;
}

constexpr auto checksum_table = make_checksum_table();

// The words of a line, exactly one space between them.
class Words {
public:
    [[nodiscard]] static Read<Words> split(std::string_view body) {
        Words words;
        while (true) {
            const std::size_t end = std::min(body.find(' '), body.size());
            if (end == 0 || words.size_ == most_words) {
                return std::nullopt;
            }
            words.words_[words.size_++] = body.substr(0, end);
            if (end == body.size()) {
                return words;
            }
            body.remove_prefix(end + 1);
        }
    }

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] std::string_view operator[](std::size_t index) const { return words_[index]; }

    // The words from `first` on.
    [[nodiscard]] std::span<const std::string_view> from(std::size_t first) const {
        return std::span{words_}.subspan(first, size_ - first);
    }

private:
    std::array<std::string_view, most_words> words_;
    std::size_t size_ = 0;
};

using Arguments = std::span<const std::string_view>;

template <class Number>
Read<Number> read_number(std::string_view text, Number highest) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end || value > highest) {
        return std::nullopt;
    }
    return value;
}

Read<std::uint8_t> read_count(std::string_view text) {
    return read_number<std::uint8_t>(text, 255);
}

// The checksum after the last '*', and the body before it.
struct Checked {
    std::string_view body;
    bool has_checksum = false;
    bool is_right = false;
};

Checked check(std::string_view line) {
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    const std::size_t star = line.rfind('*');
    if (star == std::string_view::npos) {
        return {line};
    }
    const std::string_view digits = line.substr(star + 1);
    const std::string_view body = line.substr(0, star);
    std::uint16_t told = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, told, 16);
    const bool is_number = error == std::errc{} && rest == end && digits.size() == checksum_digits;
    return {body, true, is_number && told == checksum(body)};
}

void append_checksum(std::string& line) {
    const unsigned sum = checksum(line);
    fmt::format_to(std::back_inserter(line), "*{:04X}\n", sum);
}

// State lines write the board as one sees it: rank 8 first, '/' between ranks, one character a
// square.
constexpr std::size_t board_text_size = 71;

char to_char(Seen seen) {
    if (const auto piece = seen.piece()) {
        return chess::to_char(*piece);
    }
    if (seen.is_unsure()) {
        return '?';
    }
    return seen.is_empty() ? '.' : 'x';
}

Read<Seen> read_seen(char letter) {
    switch (letter) {
    case '.':
        return Seen::empty();
    case 'x':
        return Seen::occupied();
    case '?':
        return Seen::unsure();
    }
    const auto piece = chess::parse_piece(letter);
    return piece ? Read<Seen>{Seen::of(*piece)} : std::nullopt;
}

// Where a square stands in the text: a8 first, h1 last.
constexpr std::size_t text_index(unsigned square_index) {
    const unsigned row = 7U - square_index / 8U;
    return row * 9U + square_index % 8U;
}

void append_board(std::string& line, const Reading& reading) {
    const std::size_t start = line.size();
    line.append(board_text_size, '/');
    for (unsigned index = 0; index < 64; ++index) {
        line[start + text_index(index)] = to_char(reading.squares[index]);
    }
}

bool has_rank_separators(std::string_view text) {
    for (std::size_t index = 8; index < text.size(); index += 9) {
        if (text[index] != '/') {
            return false;
        }
    }
    return true;
}

Read<Reading> read_board(std::string_view text) {
    if (text.size() != board_text_size || !has_rank_separators(text)) {
        return std::nullopt;
    }
    Reading reading;
    for (unsigned index = 0; index < 64; ++index) {
        const auto seen = read_seen(text[text_index(index)]);
        if (!seen) {
            return std::nullopt;
        }
        reading.squares[index] = *seen;
    }
    return reading;
}

struct FeatureName {
    std::string_view name;
    bool Features::*member;
};

constexpr std::array feature_names{
    FeatureName{"levers", &Features::levers},
    FeatureName{"buttons", &Features::buttons},
    FeatureName{"beeper", &Features::beeper},
    FeatureName{"vibration", &Features::vibration},
};

std::string to_text(const Features& features) {
    std::string text;
    for (const FeatureName& feature : feature_names) {
        if (features.*feature.member) {
            text += text.empty() ? "" : ",";
            text += feature.name;
        }
    }
    return text.empty() ? "-" : text;
}

void note_feature(Features& features, std::string_view name) {
    for (const FeatureName& feature : feature_names) {
        if (feature.name == name) {
            features.*feature.member = true;
        }
    }
}

// Unknown features are a later version's and passed over.
Features read_features(std::string_view text) {
    Features features;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        note_feature(features, text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return features;
}

std::string_view to_text(BoardKind kind) {
    return kind == BoardKind::identity ? "identity" : "occupancy";
}

Read<BoardKind> read_kind(std::string_view text) {
    for (const BoardKind kind : {BoardKind::identity, BoardKind::occupancy}) {
        if (text == to_text(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

Read<BoardMessage> read_hello(Arguments words) {
    if (words.size() < 5) {
        return std::nullopt;
    }
    const auto version = read_number<unsigned>(words[0], 255);
    const auto kind = read_kind(words[1]);
    if (!version || !kind) {
        return std::nullopt;
    }
    return Hello{
        *version, *kind, read_features(words[2]), std::string{words[3]}, std::string{words[4]}};
}

template <std::size_t count>
bool read_counts(Arguments words, std::array<std::uint8_t, count>& into) {
    for (std::size_t index = 0; index < count; ++index) {
        const auto value = read_count(words[index]);
        if (!value) {
            return false;
        }
        into[index] = *value;
    }
    return true;
}

Read<BoardMessage> read_state(Arguments words) {
    if (words.size() != 7) {
        return std::nullopt;
    }
    const auto reading = read_board(words[0]);
    PressCounts counts;
    if (!reading || !read_counts(words.subspan(1, 2), counts.levers) ||
        !read_counts(words.subspan(3, 4), counts.buttons)) {
        return std::nullopt;
    }
    return State{*reading, counts};
}

// "e2" or "e2 P".
template <class Message>
Read<BoardMessage> read_square_and_piece(Arguments words) {
    if (words.empty() || words.size() > 2) {
        return std::nullopt;
    }
    const auto square = chess::parse_square(words[0]);
    if (!square) {
        return std::nullopt;
    }
    if (words.size() == 1) {
        return Message{*square, std::nullopt};
    }
    const auto piece = words[1].size() == 1 ? chess::parse_piece(words[1][0]) : std::nullopt;
    return piece ? Read<BoardMessage>{Message{*square, piece}} : std::nullopt;
}

Read<BoardMessage> read_unsure(Arguments words) {
    const auto square = words.size() == 1 ? chess::parse_square(words[0]) : std::nullopt;
    return square ? Read<BoardMessage>{UnsureSquare{*square}} : std::nullopt;
}

Read<BoardMessage> read_lever(Arguments words) {
    if (words.size() != 2) {
        return std::nullopt;
    }
    const auto count = read_count(words[1]);
    for (const Color color : chess::both_colors) {
        if (count && words[0] == chess::to_string(color)) {
            return LeverPress{color, *count};
        }
    }
    return std::nullopt;
}

Read<BoardMessage> read_button(Arguments words) {
    if (words.size() != 2) {
        return std::nullopt;
    }
    const auto button = parse_button(words[0]);
    const auto count = read_count(words[1]);
    return button && count ? Read<BoardMessage>{ButtonPress{*button, *count}} : std::nullopt;
}

Read<BoardMessage> read_done(Arguments words) {
    return words.size() == 1 ? Read<BoardMessage>{Done{std::string{words[0]}}} : std::nullopt;
}

Read<BoardMessage> read_declined(Arguments words) {
    if (words.size() != 2) {
        return std::nullopt;
    }
    return Declined{std::string{words[0]}, std::string{words[1]}};
}

struct BoardWord {
    std::string_view word;
    Read<BoardMessage> (*read)(Arguments);
};

constexpr std::array board_words{
    BoardWord{"hello", read_hello},
    BoardWord{"state", read_state},
    BoardWord{"up", read_square_and_piece<Up>},
    BoardWord{"down", read_square_and_piece<Down>},
    BoardWord{"unsure", read_unsure},
    BoardWord{"lever", read_lever},
    BoardWord{"button", read_button},
    BoardWord{"ok", read_done},
    BoardWord{"no", read_declined},
};

Read<BoardMessage> read_board_message(std::string_view word, Arguments arguments) {
    const auto* const found = std::ranges::find(board_words, word, &BoardWord::word);
    if (found == board_words.end()) {
        return Unknown{std::string{word}};
    }
    return found->read(arguments);
}

Read<BoardLine> read_board_body(std::string_view body) {
    const auto words = Words::split(body);
    if (!words || words->size() < 3) {
        return std::nullopt;
    }
    const auto sequence = read_number<unsigned>((*words)[0], sequence_count - 1);
    const auto board_ms = read_number<std::uint32_t>((*words)[1], 0xFFFFFFFFU);
    auto message = read_board_message((*words)[2], words->from(3));
    if (!sequence || !board_ms || !message) {
        return std::nullopt;
    }
    return BoardLine{*sequence, *board_ms, *std::move(message)};
}

template <class Message>
Read<HostMessage> read_signal(std::string_view duration) {
    const auto milliseconds = read_number<std::int64_t>(duration, longest_signal.count());
    if (!milliseconds || *milliseconds < 1) {
        return std::nullopt;
    }
    return Message{base::Millis{*milliseconds}};
}

Read<HostMessage> read_host_body(std::string_view body) {
    const auto words = Words::split(body);
    if (!words) {
        return std::nullopt;
    }
    const std::string_view word = (*words)[0];
    if (word == "state" && words->size() == 1) {
        return AskState{};
    }
    if (word == "hello" && words->size() == 2) {
        const auto version = read_number<unsigned>((*words)[1], 255);
        return version ? Read<HostMessage>{Greet{*version}} : std::nullopt;
    }
    if (word == "beep" && words->size() == 2) {
        return read_signal<Beep>((*words)[1]);
    }
    if (word == "vibrate" && words->size() == 2) {
        return read_signal<Vibrate>((*words)[1]);
    }
    const bool is_known = word == "state" || word == "hello" || word == "beep" || word == "vibrate";
    return is_known ? std::nullopt : Read<HostMessage>{Unknown{std::string{word}}};
}

void append_square(
    std::string& line, std::string_view word, Square square, std::optional<Piece> piece
) {
    line += word;
    line += ' ';
    line += chess::to_string(square);
    if (piece) {
        line += ' ';
        line += chess::to_char(*piece);
    }
}

void append_state(std::string& line, const State& state) {
    line += "state ";
    append_board(line, state.reading);
    for (const std::uint8_t count : state.counts.levers) {
        fmt::format_to(std::back_inserter(line), " {}", count);
    }
    for (const std::uint8_t count : state.counts.buttons) {
        fmt::format_to(std::back_inserter(line), " {}", count);
    }
}

void append_hello(std::string& line, const Hello& hello) {
    fmt::format_to(
        std::back_inserter(line),
        "hello {} {} {} {} {}",
        hello.version,
        to_text(hello.kind),
        to_text(hello.features),
        hello.name,
        hello.firmware
    );
}

void append_press(std::string& line, const LeverPress& press) {
    fmt::format_to(
        std::back_inserter(line), "lever {} {}", chess::to_string(press.side), press.count
    );
}

void append_press(std::string& line, const ButtonPress& press) {
    fmt::format_to(
        std::back_inserter(line), "button {} {}", devices::to_string(press.button), press.count
    );
}

void append_message(std::string& line, const BoardMessage& message) {
    std::visit(
        base::Overloaded{
            [&](const Hello& m) { append_hello(line, m); },
            [&](const State& m) { append_state(line, m); },
            [&](const Up& m) { append_square(line, "up", m.square, m.piece); },
            [&](const Down& m) { append_square(line, "down", m.square, m.piece); },
            [&](const UnsureSquare& m) { append_square(line, "unsure", m.square, {}); },
            [&](const LeverPress& m) { append_press(line, m); },
            [&](const ButtonPress& m) { append_press(line, m); },
            [&](const Done& m) { line += "ok " + m.command; },
            [&](const Declined& m) { line += "no " + m.command + " " + m.reason; },
            [&](const Unknown& m) { line += m.word; },
        },
        message
    );
}

} // namespace

std::uint16_t checksum(std::string_view text) {
    unsigned sum = 0xFFFFU;
    for (const char letter : text) {
        const unsigned byte = static_cast<unsigned char>(letter);
        sum = ((sum << 8U) & 0xFFFFU) ^ checksum_table[(sum >> 8U) ^ byte];
    }
    return static_cast<std::uint16_t>(sum);
}

std::string_view to_string(LineError error) {
    switch (error) {
    case LineError::too_long:
        return "too long";
    case LineError::checksum:
        return "checksum missing or wrong";
    case LineError::malformed:
        return "malformed";
    }
    return "";
}

base::Result<BoardLine, LineError> parse_board_line(std::string_view line) {
    const Checked checked = check(line);
    if (!checked.is_right) {
        return tl::unexpected(LineError::checksum);
    }
    auto parsed = read_board_body(checked.body);
    if (!parsed) {
        return tl::unexpected(LineError::malformed);
    }
    return *std::move(parsed);
}

base::Result<HostMessage, LineError> parse_host_line(std::string_view line) {
    const Checked checked = check(line);
    if (checked.has_checksum && !checked.is_right) {
        return tl::unexpected(LineError::checksum);
    }
    auto parsed = read_host_body(checked.body);
    if (!parsed) {
        return tl::unexpected(LineError::malformed);
    }
    return *std::move(parsed);
}

std::string to_wire(const BoardLine& line) {
    std::string text;
    text.reserve(longest_line);
    fmt::format_to(std::back_inserter(text), "{} {} ", line.sequence, line.board_ms);
    append_message(text, line.message);
    append_checksum(text);
    return text;
}

std::string to_wire(const HostMessage& message) {
    std::string text = std::visit(
        base::Overloaded{
            [](const Greet& m) { return fmt::format("hello {}", m.version); },
            [](const AskState&) { return std::string{"state"}; },
            [](const Beep& m) { return fmt::format("beep {}", m.duration.count()); },
            [](const Vibrate& m) { return fmt::format("vibrate {}", m.duration.count()); },
            [](const Unknown& m) { return m.word; },
        },
        message
    );
    append_checksum(text);
    return text;
}

} // namespace ansage::devices::peg
