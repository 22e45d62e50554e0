// SPDX-License-Identifier: GPL-3.0-or-later
// ansage help [COMMAND|PERSON]: what there is, a command's options, or a person's page of the
// guide.
#include "acts/table_setup.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/given.hpp"
#include "app/commands/say_aloud.hpp"
#include "app/manual/completion.hpp"
#include "app/manual/guide.hpp"
#include "app/manual/man_page.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "terminal/own_words.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ansage::app {

using base::Error;

namespace {

// In English, as the catalogue has them, too.
constexpr auto help_of_command = "\"ansage help COMMAND\" tells more about each.";
constexpr auto help_of_person = "\"ansage help PERSON\" tells what to type first. PERSON is one of";

terminal::Options help_options();

terminal::ExitCode print_help() {
    using terminal::in_words;
    fmt::print("{}: ansage COMMAND [options]\n", in_words("help.usage", "Usage"));
    for (const terminal::Command& command : commands()) {
        fmt::print(
            "{}: {}\n",
            command.name,
            in_words(fmt::format("help.command.{}", command.name), std::string{command.summary})
        );
    }
    fmt::print("{}\n", in_words("help.of_command", help_of_command));
    fmt::print(
        "{} {}.\n", in_words("help.of_person", help_of_person), fmt::join(guide_persons, ", ")
    );
    return terminal::ExitCode::done;
}

// Commands are read as English, the rest in the page's language.
terminal::Answer say_page(const GuidePage& page, const terminal::Arguments& given) {
    auto aloud =
        ANSAGE_TRY(open_aloud(given, given.has("wav") ? "ansage help --wav" : "ansage help --speak")
        );
    for (const GuideLine& line : page.lines) {
        const std::string language = line.is_typed ? "en" : page.language;
        ANSAGE_TRY(aloud.say({{.language = language, .text = line.text}}));
    }
    return terminal::ExitCode::done;
}

terminal::Answer tell_page(std::string_view person, const terminal::Arguments& given) {
    const Reader reader = ANSAGE_TRY(reader_given(given));
    const auto page = ANSAGE_TRY(
        read_guide(person, reader.language, given.value("data")).map_error(terminal::unavailable)
    );
    for (const GuideLine& line : page.lines) fmt::print("{}\n", line.text);
    std::fflush(stdout);
    const bool is_heard = given.has("speak") || given.has("wav");
    return is_heard ? say_page(page, given) : terminal::ExitCode::done;
}

// As a package installs them, below its share.
terminal::Answer write_all(const std::filesystem::path& folder) {
    const auto wording = ANSAGE_TRY(acts::load_wording(""));
    const std::vector<std::string_view> languages = wording->languages();
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
        ANSAGE_TRY(files::write_file(folder / name, text));
    }
    return terminal::ExitCode::done;
}

terminal::Answer help(const terminal::Arguments& given) {
    if (const auto folder = given.value("write")) return write_all(*folder);
    const std::vector<std::string>& words = given.words();
    if (words.empty() || words.front() == "help") return print_help();
    const terminal::Command* const command = find_command(words.front());
    if (command == nullptr && !has_guide(words.front())) {
        return tl::unexpected(Error{
            base::phrase("\"{}\" is no command", terminal::printable(words.front())),
            "ansage",
            base::phrase("\"ansage --help\" lists the commands")});
    }
    // The arbiter is a person and has a command: the page comes first, for it says what to type.
    if (words.size() == 1 && has_guide(words.front())) {
        auto told = tell_page(words.front(), given);
        if (!told || command == nullptr) return told;
    }
    std::vector<std::string> arguments{words.begin() + 1, words.end()};
    arguments.emplace_back("--help");
    return static_cast<terminal::ExitCode>(terminal::run(*command, arguments));
}

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

} // namespace

const terminal::Command help_command{"help", "", {{help_options, help}}};

} // namespace ansage::app
