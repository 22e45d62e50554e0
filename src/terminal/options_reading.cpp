// SPDX-License-Identifier: GPL-3.0-or-later
// What was given is taken apart, converted and stored by Boost.Program_options, and what it refuses
// is told in our words.
#include "base/text.hpp"
#include "base/try.hpp"
#include "terminal/options.hpp"

#include <boost/program_options/cmdline.hpp>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/option.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <boost/program_options/variables_map.hpp>

#include <algorithm>
#include <utility>

namespace ansage::terminal {

namespace po = boost::program_options;
using base::Error;
using base::Result;

namespace {

// --- what stands on the command line
bool is_option(std::string_view word) { return word.starts_with("--") && word.size() > 2; }

bool is_number(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_placement(std::string_view word) {
    return std::ranges::count(word, '/') == 7 && word.find(' ') == std::string_view::npos;
}

// Whether a word can be that field of a FEN: 1 the side to move, 2 castling, 3 en passant, then
// numbers.
bool is_fen_field(std::size_t field, std::string_view word) {
    switch (field) {
    case 1: return word == "w" || word == "b";
    case 2:
        return word == "-" ||
            (!word.empty() && word.size() <= 4 &&
             word.find_first_not_of("KQABCDEFGHkqabcdefgh") == std::string_view::npos);
    case 3:
        return word == "-" ||
            (word.size() == 2 && word[0] >= 'a' && word[0] <= 'h' &&
             (word[1] == '3' || word[1] == '6'));
    default: return field <= 5 && is_number(word);
    }
}

// "flac|opus": each of them; none where something may stand there that is not listed. Numbers are
// not, for whoever reads one knows which.
std::vector<std::string_view> listed_words(std::string_view placeholder) {
    std::vector<std::string_view> words;
    while (!placeholder.empty()) {
        words.push_back(base::take_until(placeholder, '|'));
        if (!is_literal(words.back()) || is_number(words.back())) return {};
    }
    return words;
}

// --- the types of values
struct Flag {};

struct WholeNumber {
    std::int64_t number = 0;
};

// No value that the option takes, as it was given.
class RefusedValue : public po::validation_error {
public:
    explicit RefusedValue(std::string text)
        : validation_error(invalid_option_value),
          text_(std::move(text)) {}

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

void validate(boost::any& into, const std::vector<std::string>& /*none*/, Flag* /*type*/, int) {
    po::validators::check_first_occurrence(into);
    into = Flag{};
}

void validate(boost::any& into, const std::vector<std::string>& texts, WholeNumber* /*type*/, int) {
    po::validators::check_first_occurrence(into);
    const std::string& text = po::validators::get_single_string(texts, true);
    const auto number = base::parse_number<std::int64_t>(text);
    if (!number) throw RefusedValue{text};
    into = WholeNumber{*number};
}

class RangedNumber : public po::typed_value<WholeNumber> {
public:
    explicit RangedNumber(Options::Range range)
        : typed_value(nullptr),
          range_(range) {}

    void xparse(boost::any& into, const std::vector<std::string>& texts) const override {
        typed_value::xparse(into, texts);
        const std::int64_t number = boost::any_cast<const WholeNumber&>(into).number;
        if (number < range_.least || number > range_.most) throw RefusedValue{texts.front()};
    }

private:
    Options::Range range_;
};

class Text : public po::typed_value<std::string> {
public:
    Text(std::vector<std::string_view> listed, bool may_be_empty)
        : typed_value(nullptr),
          listed_(std::move(listed)),
          may_be_empty_(may_be_empty) {}

    void xparse(boost::any& into, const std::vector<std::string>& texts) const override {
        typed_value::xparse(into, texts);
        const auto& text = boost::any_cast<const std::string&>(into);
        if (text.empty() && !may_be_empty_)
            throw po::validation_error{po::validation_error::at_least_one_value_required};
        const bool is_listed = std::ranges::find(listed_, text) != listed_.end();
        if (!listed_.empty() && !is_listed) throw RefusedValue{text};
    }

private:
    std::vector<std::string_view> listed_; // none: any
    bool may_be_empty_;
};

// The name without its dashes, and without a value that the library may have left there.
std::string plain_name(std::string name) {
    if (name.starts_with("--")) name.erase(0, 2);
    return name.substr(0, name.find('='));
}

} // namespace

class Options::Reader {
public:
    explicit Reader(const Options& options)
        : options_(options) {
        given_.command_ = "ansage " + options.command_;
        for (const Option& option : options.options_)
            description_.add_options()(option.name.c_str(), semantic_of(option));
    }

    [[nodiscard]] Result<Arguments, Error> read(std::span<const std::string> words) {
        try {
            const po::parsed_options parsed = taken_apart({words.begin(), words.end()});
            po::variables_map values;
            po::store(parsed, values);
            po::notify(values);
            given_.words_ = po::collect_unrecognized(parsed.options, po::include_positional);
        } catch (const po::error_with_option_name& problem) {
            return tl::unexpected(refusal(problem));
        }
        if (options_.words_.empty() && !given_.words_.empty() && !given_.has("help")) {
            return tl::unexpected(Error{
                base::phrase("\"{}\" is not expected here", printable(given_.words_.front())),
                given_.command_,
                base::phrase("leave it out")});
        }
        return std::move(given_);
    }

private:
    // Owned by the description; its notifier is called by po::notify().
    [[nodiscard]] po::value_semantic* semantic_of(const Option& option) {
        const auto put = [this, &option](Arguments::Value value) {
            given_.values_[option.name] = std::move(value);
        };
        switch (option.kind) {
        case Kind::flag: {
            return po::value<Flag>()->zero_tokens()->notifier([put](Flag /*given*/) { put({}); });
        }
        case Kind::number: {
            return (new RangedNumber{option.range})->notifier([put](WholeNumber value) {
                put({.text = std::to_string(value.number), .number = value.number});
            });
        }
        case Kind::value:
        case Kind::fen: break;
        }
        const auto listed = listed_words(option.placeholder);
        return (new Text{listed, options_.takes_empty_values_})
            ->notifier([put](const std::string& text) { put({.text = text}); });
    }

    [[nodiscard]] po::parsed_options taken_apart(const std::vector<std::string>& words) {
        namespace style = po::command_line_style;
        return po::command_line_parser{words}
            .options(description_)
            .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next)
            .extra_style_parser([this](std::vector<std::string>& rest) { return own_reading(rest); }
            )
            .run();
    }

    // What the library would read in another way; none: it reads the next word itself.
    [[nodiscard]] std::vector<po::option> own_reading(std::vector<std::string>& rest) const {
        const std::string& word = rest.front();
        if (word == "-h") return {taken(rest, 1, "help", {})};
        const std::size_t equals = std::min(word.find('='), word.size());
        // A word without a name would be none of the options.
        if (word.starts_with("--=")) throw po::unknown_option{word};
        const Option* const option = is_option(word) ? find(word.substr(2, equals - 2)) : nullptr;
        if (option == nullptr || option->kind == Kind::flag) return {};
        const bool is_adjacent = equals < word.size();
        // The library would take the next option for the value.
        if (!is_adjacent && rest.size() > 1 && rest[1].starts_with("--")) {
            throw po::invalid_command_line_syntax{
                po::invalid_command_line_syntax::missing_parameter, option->name, word};
        }
        const std::string value = is_adjacent ? word.substr(equals + 1)
            : rest.size() > 1                 ? rest[1]
                                              : "";
        if (option->kind == Kind::fen && is_placement(value))
            return {whole_fen(rest, is_adjacent ? 1 : 2, option->name, value)};
        // It refuses an empty one.
        if (is_adjacent && value.empty()) return {taken(rest, 1, option->name, {""})};
        return {};
    }

    // `used` words are the option and the first field.
    static po::option whole_fen(
        std::vector<std::string>& rest, std::size_t used, const std::string& name, std::string fen
    ) {
        for (std::size_t field = 1; used < rest.size() && is_fen_field(field, rest[used]); ++field)
            fen += ' ' + rest[used++];
        return taken(rest, used, name, {std::move(fen)});
    }

    // The first words are one option.
    static po::option taken(
        std::vector<std::string>& rest,
        std::size_t count,
        const std::string& name,
        std::vector<std::string> values
    ) {
        po::option option{name, std::move(values)};
        const auto end = rest.begin() + static_cast<std::ptrdiff_t>(count);
        option.original_tokens.assign(rest.begin(), end);
        rest.erase(rest.begin(), end);
        return option;
    }

    [[nodiscard]] const Option* find(std::string_view name) const {
        const auto found = std::ranges::find(options_.options_, name, &Option::name);
        return found == options_.options_.end() ? nullptr : &*found;
    }

    [[nodiscard]] Error refusal(const po::error_with_option_name& problem) const {
        const std::string name = plain_name(problem.get_option_name());
        const Option* const option = find(name);
        const auto refused = [&](base::Phrase what, base::Phrase mend) {
            return Error{std::move(what), given_.command_, std::move(mend)};
        };
        if (option == nullptr) {
            return refused(
                base::phrase("--{} is no option", printable(name)),
                base::phrase("\"ansage {} --help\" lists them", options_.command_)
            );
        }
        if (dynamic_cast<const po::multiple_occurrences*>(&problem) != nullptr)
            return refused(base::phrase("--{} is given twice", name), base::phrase("give it once"));
        if (const auto* const value = dynamic_cast<const RefusedValue*>(&problem)) {
            return refused(
                base::phrase("--{} cannot be \"{}\"", name, printable(value->text())),
                values_of(*option)
            );
        }
        if (option->kind == Kind::flag) {
            return refused(
                base::phrase("--{} takes no value", name), base::phrase("write --{}", name)
            );
        }
        return refused(
            base::phrase("--{} needs a value", name),
            base::phrase(
                "write --{0} {1}, or --{0}={1} if it begins with --", name, option->placeholder
            )
        );
    }

    [[nodiscard]] static base::Phrase values_of(const Option& option) {
        if (option.kind != Kind::number)
            return base::phrase("write one of: {}", base::listed(listed_words(option.placeholder)));
        return base::phrase(
            "write a whole number from {} to {}", option.range.least, option.range.most
        );
    }

    const Options& options_;
    po::options_description description_;
    Arguments given_;
};

Result<Arguments, Error> Options::parse(std::span<const std::string> arguments) const {
    return Reader{*this}.read(arguments);
}

} // namespace ansage::terminal
