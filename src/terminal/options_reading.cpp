// SPDX-License-Identifier: GPL-3.0-or-later
// What was given is taken apart, converted and stored by Boost.Program_options, and what it refuses
// is told in our words.
#include "base/text.hpp"
#include "base/try.hpp"
#include "terminal/options.hpp"
#include "terminal/own_settings.hpp"

#include <boost/program_options/cmdline.hpp>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/option.hpp>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <boost/program_options/variables_map.hpp>

#include <algorithm>
#include <map>
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
struct Flag {
    bool is_on = true;
};

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

// On the command line a flag has no value; elsewhere it is yes or no.
void validate(boost::any& into, const std::vector<std::string>& texts, Flag* /*type*/, int) {
    po::validators::check_first_occurrence(into);
    const std::string text = texts.empty() ? "yes" : texts.front();
    if (text != "yes" && text != "no") throw RefusedValue{text};
    into = Flag{text == "yes"};
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
            for (const po::option& option : parsed.options) {
                places_.emplace(
                    option.string_key, Place{Source::command_line, "--" + option.string_key}
                );
            }
            // The library leaves alone what it has stored before: the nearest source is first.
            po::variables_map values;
            po::store(parsed, values);
            if (options_.takes_settings() && values.count("help") == 0)
                ANSAGE_TRY(store_own_settings(values));
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
    struct Place {
        Source source{};
        std::string where;
    };

    // Owned by the description; its notifier is called by po::notify().
    [[nodiscard]] po::value_semantic* semantic_of(const Option& option) {
        const auto put = [this, &option](Arguments::Value value) {
            const Place& place = places_.at(option.name);
            value.source = place.source;
            value.where = place.where;
            given_.values_[option.name] = std::move(value);
        };
        switch (option.kind) {
        case Kind::flag:
            return po::value<Flag>()->zero_tokens()->notifier([put](Flag flag) {
                put({.is_on = flag.is_on});
            });
        case Kind::number:
            return (new RangedNumber{option.range})->notifier([put](WholeNumber value) {
                put({.text = std::to_string(value.number), .number = value.number});
            });
        case Kind::value:
        case Kind::fen: break;
        }
        const auto listed = listed_words(option.placeholder);
        return (new Text{listed, options_.takes_empty_values_})
            ->notifier([put](const std::string& text) { put({.text = text}); });
    }

    // --- the command line
    [[nodiscard]] po::parsed_options taken_apart(const std::vector<std::string>& words) {
        namespace style = po::command_line_style;
        const auto own = [this](std::vector<std::string>& rest) { return own_reading(rest); };
        return po::command_line_parser{words}
            .options(description_)
            .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next)
            .extra_style_parser(own)
            .run();
    }

    // What the library would read in another way; none: it reads the next word itself.
    [[nodiscard]] std::vector<po::option> own_reading(std::vector<std::string>& rest) const {
        const std::string& word = rest.front();
        if (word == "-h") return {taken(rest, 1, "help", {})};
        // Without a name it would be none of the options.
        if (word.starts_with("--=")) throw po::unknown_option{word};
        const std::size_t equals = std::min(word.find('='), word.size());
        const Option* const option =
            is_option(word) ? options_.find(word.substr(2, equals - 2)) : nullptr;
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
        const std::vector<std::string>& values
    ) {
        po::option option{name, values};
        const auto end = rest.begin() + static_cast<std::ptrdiff_t>(count);
        option.original_tokens.assign(rest.begin(), end);
        rest.erase(rest.begin(), end);
        return option;
    }

    // --- settings of one's own
    [[nodiscard]] Result<void, Error> store_own_settings(po::variables_map& values) {
        ANSAGE_TRY(store_settings(Source::environment, settings_of_environment(), values));
        const std::vector<OwnSetting> settings = ANSAGE_TRY(settings_of_file());
        const std::vector<Options> commands = options_.commands_with_settings_();
        std::vector<OwnSetting> own; // of this command's section, which goes before the others
        std::vector<OwnSetting> general;
        for (const OwnSetting& setting : settings) {
            ANSAGE_TRY(check_name(setting, commands));
            if (setting.command == options_.command_) own.push_back(setting);
            else if (setting.command.empty()) general.push_back(setting);
        }
        ANSAGE_TRY(store_settings(Source::file, own, values));
        return store_settings(Source::file, general, values);
    }

    [[nodiscard]] static Result<void, Error>
    check_name(const OwnSetting& setting, const std::vector<Options>& commands) {
        bool is_for_one_run = false;
        for (const Options& command : commands) {
            if (!setting.command.empty() && setting.command != command.command_) continue;
            if (command.has_setting(setting.name)) return {};
            is_for_one_run = is_for_one_run || command.find(setting.name) != nullptr;
        }
        return tl::unexpected(Error{
            base::phrase("\"{}\" is no setting", printable(setting.name)),
            setting.where,
            is_for_one_run
                ? base::phrase("give it on the command line")
                : base::phrase("\"ansage {} --help\" lists them", commands.front().command_)});
    }

    [[nodiscard]] Result<void, Error> store_settings(
        Source source, const std::vector<OwnSetting>& settings, po::variables_map& values
    ) {
        po::parsed_options parsed{&description_};
        std::map<std::string, std::vector<std::string>> places;
        for (const OwnSetting& setting : settings) {
            if (!options_.has_setting(setting.name)) continue; // another command's
            parsed.options.emplace_back(setting.name, std::vector{setting.value});
            places[setting.name].push_back(setting.where);
            places_.emplace(setting.name, Place{source, setting.where});
        }
        try {
            po::store(parsed, values);
        } catch (const po::error_with_option_name& problem) {
            const auto& where = places.at(plain_name(problem.get_option_name()));
            Error error = refusal(problem);
            error.where = is_twice(problem) ? where.back() : where.front();
            if (is_empty(problem)) error.mend = base::phrase("write a value, or leave it out");
            return tl::unexpected(std::move(error));
        }
        return {};
    }

    // --- what is refused
    static bool is_twice(const po::error_with_option_name& problem) {
        return dynamic_cast<const po::multiple_occurrences*>(&problem) != nullptr;
    }

    static bool is_empty(const po::error_with_option_name& problem) {
        const auto* const refused = dynamic_cast<const po::validation_error*>(&problem);
        return refused != nullptr &&
            refused->kind() == po::validation_error::at_least_one_value_required;
    }

    [[nodiscard]] Error refusal(const po::error_with_option_name& problem) const {
        const std::string name = plain_name(problem.get_option_name());
        const Option* const option = options_.find(name);
        const auto refused = [&](base::Phrase what, base::Phrase mend) {
            return Error{std::move(what), given_.command_, std::move(mend)};
        };
        if (option == nullptr) {
            return refused(
                base::phrase("--{} is no option", printable(name)),
                base::phrase("\"ansage {} --help\" lists them", options_.command_)
            );
        }
        if (is_twice(problem))
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
        if (option.kind == Kind::number) {
            return base::phrase(
                "write a whole number from {} to {}", option.range.least, option.range.most
            );
        }
        const auto words = option.kind == Kind::flag ? std::vector<std::string_view>{"yes", "no"}
                                                     : listed_words(option.placeholder);
        return base::phrase("write one of: {}", base::listed(words));
    }

    const Options& options_;
    po::options_description description_;
    std::map<std::string, Place> places_; // the nearest of each option
    Arguments given_;
};

Result<Arguments, Error> Options::parse(std::span<const std::string> arguments) const {
    return Reader{*this}.read(arguments);
}

} // namespace ansage::terminal
