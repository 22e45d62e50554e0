// SPDX-License-Identifier: GPL-3.0-or-later
// ansage help [COMMAND|PERSON]: what there is, a command's options, or a person's page of the
// guide.
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/say_aloud.hpp"
#include "app/manual/completion.hpp"
#include "app/manual/guide.hpp"
#include "app/manual/man_page.hpp"
#include "files/files.hpp"
#include "telling/language.hpp"
#include "terminal/own_words.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ansage::app {

using base::Result;

namespace {

// In English, as the catalogue has them, too.
constexpr auto help_of_command = "\"ansage help COMMAND\" tells more about each.";
constexpr auto help_of_person = "\"ansage help PERSON\" tells what to type first. PERSON is one of";

std::string command_id(std::string_view name) { return fmt::format("help.command.{}", name); }

int print_help() {
    using terminal::in_words;
    fmt::print("{}: ansage COMMAND [options]\n", in_words("help.usage", "Usage"));
    for (const terminal::Command& command : commands()) {
        fmt::print(
            "{}: {}\n",
            command.name,
            in_words(command_id(command.name), std::string{command.summary})
        );
    }
    fmt::print("{}\n", in_words("help.of_command", help_of_command));
    fmt::print(
        "{} {}.\n", in_words("help.of_person", help_of_person), fmt::join(guide_persons, ", ")
    );
    return terminal::to_int(terminal::ExitCode::done);
}

int fail_sound(const SoundProblem& problem) {
    terminal::print_error(problem.error);
    return terminal::to_int(problem.code);
}

// Commands are read as English, the rest in the page's language.
int say_page(const GuidePage& page, const terminal::Arguments& given) {
    const auto wav = given.value("wav");
    const telling::AudioChoice choice =
        wav ? telling::AudioChoice{telling::AudioChoice::Kind::file, *wav} : telling::AudioChoice{};
    auto aloud = Aloud::open(choice, wav ? "ansage help --wav" : "ansage help --speak");
    if (!aloud) return fail_sound(aloud.error());
    for (const GuideLine& line : page.lines) {
        const std::string language = line.is_typed ? "en" : page.language;
        if (const auto said = aloud->say({{.language = language, .text = line.text}}); !said)
            return fail_sound(said.error());
    }
    return terminal::to_int(terminal::ExitCode::done);
}

int tell_page(std::string_view person, const terminal::Arguments& given) {
    const auto wording = acts::load_wording(given.value_or("data", ""));
    if (!wording) return terminal::unavailable(wording.error());
    const auto language =
        telling::language_given(given, **wording, telling::language_of_locale(**wording));
    if (!language) return terminal::refuse(language.error());
    const auto page = read_guide(person, *language, given.value("data"));
    if (!page) return terminal::unavailable(page.error());
    for (const GuideLine& line : page->lines) fmt::print("{}\n", line.text);
    std::fflush(stdout);
    const bool is_heard = given.has("speak") || given.has("wav");
    return is_heard ? say_page(*page, given) : terminal::to_int(terminal::ExitCode::done);
}

int tell_command(const terminal::Command& command, std::span<const std::string> words) {
    std::vector<std::string> arguments{words.begin(), words.end()};
    arguments.emplace_back("--help");
    return command.run(arguments);
}

// As a package installs them, below its share.
int write_all(const std::filesystem::path& folder) {
    const auto wording = acts::load_wording("");
    if (!wording) return terminal::unavailable(wording.error());
    const std::vector<std::string_view> languages = (*wording)->languages();
    const Manual manual{
        .commands = commands(),
        .help = help_options(),
        .persons = {guide_persons.begin(), guide_persons.end()},
        .languages = {languages.begin(), languages.end()},
        .version = ANSAGE_VERSION};
    std::vector<std::pair<std::string, std::string>> texts{
        {"man/man1/ansage.1", man_page(manual)},
        {"bash-completion/completions/ansage", bash_completion(manual)},
        {"zsh/vendor-completions/_ansage", zsh_completion(manual)},
        {"fish/vendor_completions.d/ansage.fish", fish_completion(manual)}};
    for (const terminal::Command& command : commands()) {
        texts.emplace_back(
            fmt::format("man/man1/ansage-{}.1", command.name), man_page(manual, command)
        );
    }
    for (const auto& [name, text] : texts) {
        std::error_code ignored; // what cannot be made cannot be written to
        std::filesystem::create_directories((folder / name).parent_path(), ignored);
        if (const auto written = files::write_file(folder / name, text); !written)
            return terminal::refuse(written.error());
    }
    return terminal::to_int(terminal::ExitCode::done);
}

int help_command(const terminal::Arguments& given) {
    if (const auto folder = given.value("write")) return write_all(*folder);
    const std::vector<std::string>& words = given.words();
    if (words.empty() || words.front() == "help") return print_help();
    const auto command = std::ranges::find(commands(), words.front(), &terminal::Command::name);
    const bool is_command = command != commands().end();
    if (!is_command && !has_guide(words.front())) {
        return terminal::refuse(
            {base::phrase("\"{}\" is no command", terminal::printable(words.front())),
             "ansage",
             base::phrase("\"ansage --help\" lists the commands")}
        );
    }
    // The arbiter is a person and has a command: the page comes first, for it says what to type.
    if (words.size() == 1 && has_guide(words.front())) {
        const int told = tell_page(words.front(), given);
        if (told != terminal::to_int(terminal::ExitCode::done) || !is_command) return told;
    }
    return tell_command(*command, std::span{words}.subspan(1));
}

} // namespace

terminal::Options help_options() {
    terminal::Options options{
        "help",
        "[COMMAND|PERSON]",
        fmt::format(
            "Tells what a command takes, or reads a person's page of the guide, which begins with "
            "what to type first. PERSON is one of {}.",
            fmt::join(guide_persons, ", ")
        )};
    return options.value("language", "L", "of a person's page; else the terminal's")
        .flag("speak", "also speaks that page through the default loudspeaker")
        .value("wav", "FILE", "also writes the sound of that page into a WAV file")
        .value("write", "FOLDER", "writes the man pages and the shells' completions there")
        .value("data", "FOLDER", "where the guide and profiles are looked for first");
}

int run_help(std::span<const std::string> arguments) {
    if (arguments.empty()) return print_help();
    return terminal::run_with(help_options(), arguments, help_command);
}

} // namespace ansage::app
