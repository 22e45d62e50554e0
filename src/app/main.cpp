// SPDX-License-Identifier: GPL-3.0-or-later
// ansage COMMAND [options]: finds the command and hands over.
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/failure.hpp"
#include "base/check.hpp"
#include "record/game_files.hpp"
#include "telling/language.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"
#include "terminal/own_words.hpp"
#include "terminal/standard_streams.hpp"

#include <boost/system/system_error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace ansage::app {
namespace {

// Whole lines, for there may be no memory to make one.
constexpr std::string_view memory_used_up =
    "ansage: the memory is used up; end other programs; a game goes on with --resume\n";
constexpr std::string_view descriptors_used_up =
    "ansage: too many files are open; raise the limit (ulimit -n); a game goes on with --resume\n";

int print_version() {
    fmt::print("ansage {}\n", ANSAGE_VERSION);
    return terminal::to_int(terminal::ExitCode::done);
}

int refuse(base::Phrase what) {
    return terminal::tell_failure(base::Error{
        std::move(what), "ansage", base::phrase("\"ansage --help\" lists the commands")});
}

int dispatch(std::span<const std::string> arguments) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (first == "--version" || first == "-V") return print_version();
    if (first == "--") arguments = arguments.subspan(1);
    if (arguments.empty()) return refuse(base::phrase("no command"));
    const std::string& name = arguments.front();
    const auto words = arguments.subspan(1);
    if (name == say_failure && words.size() == 1) return run_say_failure(words.front());
    if (terminal::asks_for_help(first)) return terminal::run(help_command, {});
    if (name == "help") return terminal::run(help_command, words);
    const terminal::Command* const command = find_command(name);
    return command == nullptr
        ? refuse(base::phrase("\"{}\" is no command", terminal::printable(name)))
        : terminal::run(*command, words);
}

// Among the settings of one's own, where the command takes them and they can be read.
std::optional<std::string> language_setting(std::span<const std::string> arguments) {
    const std::string name = arguments.empty() ? "" : arguments.front();
    for (const terminal::Options& options : options_with_settings()) {
        if (options.command() != name) continue;
        const auto settings = options.parse({});
        return settings ? settings->value("language") : std::nullopt;
    }
    return std::nullopt;
}

// The language asked for with --language, which need not be one, or with a setting of one's own;
// else the terminal's.
std::string
language_of_errors(std::span<const std::string> arguments, const wording::Wording& wording) {
    constexpr std::string_view option = "--language";
    const std::vector<std::string_view> known = wording.languages();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view word = arguments[i];
        if (!word.starts_with(option)) continue;
        word.remove_prefix(option.size());
        const std::string_view given = word.starts_with('=') ? word.substr(1)
            : i + 1 < arguments.size()                       ? std::string_view{arguments[i + 1]}
                                                             : "";
        if (std::ranges::find(known, given) != known.end()) return std::string{given};
    }
    const std::optional<std::string> own = language_setting(arguments);
    return own && std::ranges::find(known, *own) != known.end()
        ? *own
        : telling::language_of_locale(wording);
}

// The sentences are read when the first is told, for most commands tell none.
void say_all_in_words(std::span<const std::string> arguments) {
    terminal::put_errors_into_words([arguments](const base::Error& error) {
        const auto wording = acts::load_wording({});
        return wording ? (*wording)->in(language_of_errors(arguments, **wording)).line(error)
                       : base::to_line(error);
    });
    terminal::put_help_into_words([arguments](std::string_view id, const std::string& text) {
        static const auto wording = acts::load_wording({});
        if (!wording) return text;
        static const std::string language = language_of_errors(arguments, **wording);
        const wording::Catalogue& in = (*wording)->in(language);
        return in.has(id) ? in.sentence(id) : text;
    });
}

// What the machine refuses, as one line; absent where it is a fault of our own.
std::optional<std::string_view> refused_by_machine(const std::exception& problem) {
    if (dynamic_cast<const std::bad_alloc*>(&problem) != nullptr) return memory_used_up;
    int number = 0;
    if (const auto* const ours = dynamic_cast<const std::system_error*>(&problem)) {
        number = ours->code().value();
    } else if (const auto* const theirs = dynamic_cast<const boost::system::system_error*>(&problem))
        number = theirs->code().value();
    switch (number) {
    case ENOMEM:
    case EAGAIN: // no further thread
        return memory_used_up;
    case EMFILE:
    case ENFILE: return descriptors_used_up;
    default: return std::nullopt;
    }
}

// Where nothing can catch it, as in another thread: what was committed is in the journal.
[[noreturn]] void end_at_once() noexcept {
    on_failure({});
    std::string_view why = "ansage: an error that nothing caught; please report this\n";
    try {
        if (const auto current = std::current_exception()) std::rethrow_exception(current);
    } catch (const std::exception& problem) {
        why = refused_by_machine(problem).value_or(why);
    } catch (...) { // why says all that is known
    }
    static_cast<void>(::write(STDERR_FILENO, why.data(), why.size()));
    ::_exit(terminal::to_int(terminal::ExitCode::bad_input));
}

// Whatever printed more than its output takes has thrown, and finish_output() says why.
int run(std::span<const std::string> arguments) {
    try {
        return dispatch(arguments);
    } catch (const std::exception& problem) {
        if (const auto why = refused_by_machine(problem)) {
            static_cast<void>(::write(STDERR_FILENO, why->data(), why->size()));
            return terminal::to_int(terminal::ExitCode::bad_input);
        }
        if (std::ferror(stdout) != 0) return terminal::to_int(terminal::ExitCode::done);
        if (const auto* const file =
                dynamic_cast<const std::filesystem::filesystem_error*>(&problem)) {
            return terminal::tell_failure(base::Error{
                base::phrase("it cannot be used ({})", base::system_words(file->code().value())),
                terminal::printable(file->path1().string()),
                base::phrase("check the name, and that you may use it")});
        }
        terminal::print_notice(fmt::format("ansage: {}; please report this", problem.what()));
        return terminal::to_int(terminal::ExitCode::bad_input);
    }
}

} // namespace
} // namespace ansage::app

int main(int count, char** values) {
    ansage::terminal::prepare_standard_streams();
    ansage::base::set_failure_handler(ansage::app::on_failure);
    std::set_terminate(ansage::app::end_at_once);
    ::umask(S_IRWXG | S_IRWXO); // names, voices and results are nobody else's
    if (const auto notice = ansage::record::keep_games_private())
        ansage::terminal::print_notice(*notice);
    const std::vector<std::string> arguments{values + std::min(count, 1), values + count};
    ansage::app::say_all_in_words(arguments);
    return ansage::terminal::finish_output(ansage::app::run(arguments));
}
