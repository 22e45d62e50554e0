// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/game_files.hpp"

#include "files/user_folders.hpp"
#include "journal/taken_name.hpp"
#include "terminal/raw_terminal.hpp"

#include <array>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace ansage::record {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view extension = ".ansage";

std::string time_of_day() {
    const std::time_t now = std::time(nullptr);
    return fmt::format("{:%Y-%m-%d-%H%M%S}", fmt::localtime(now));
}

Result<void, Error> make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return tl::unexpected(Error{
            base::phrase("this folder cannot be made: {}", base::system_words(error.value())),
            folder.string(),
            base::phrase("choose another with --journal")});
    }
    return {};
}

// Two games begun in the same second get different names, at the same moment too: whoever makes the
// file first has it. Where none can be made the journal says why.
fs::path take_free_name(const fs::path& folder, const std::string& prefix) {
    terminal::before_ending_by_signal(journal::drop_taken_name);
    const std::string name = fmt::format("{}-{}", prefix, time_of_day());
    fs::path path = folder / (name + std::string{extension});
    for (unsigned number = 2; journal::take_name(path) == journal::Taking::is_anothers; ++number)
        path = folder / fmt::format("{}-{}{}", name, number, extension);
    return path;
}

// "Ansg" stands where SQLite keeps whose file it is; while a game of an older version is played, or
// after it was cut off, that is in the -wal. A start that was killed once left files without
// either.
bool may_be_game(const fs::path& path) {
    constexpr std::streamoff place = 68;
    std::array<char, 4> owner{};
    std::ifstream stream{path, std::ios::binary};
    stream.seekg(place).read(owner.data(), owner.size());
    std::error_code error;
    const bool has_wal = fs::file_size(path.string() + "-wal", error) > 0 && !error;
    return std::string_view{owner.data(), owner.size()} == "Ansg" || has_wal;
}

std::optional<fs::path> newest_game() {
    std::optional<fs::path> newest;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator{games_directory(), ignored}) {
        const bool game = entry.path().extension() == extension && may_be_game(entry.path());
        if (game &&
            (!newest || fs::last_write_time(entry, ignored) > fs::last_write_time(*newest, ignored)
            ))
            newest = entry.path();
    }
    return newest;
}

std::string pgn_result(const table::State& state) {
    if (!state.result) return "*";
    switch (state.result->score) {
    case laws::Score::white_wins:
    case laws::Score::black_wins:
    case laws::Score::draw: return std::string{laws::to_string(state.result->score)};
    case laws::Score::both_lose: // PGN knows no such results
    case laws::Score::white_half:
    case laws::Score::black_half: return "*";
    }
    return "*";
}

scoresheet::PgnNote note_of(const table::PlyRecord& ply) {
    scoresheet::PgnNote note;
    // A clock that has passed zero stands at zero.
    if (ply.state == table::PlyState::completed)
        note.clock = std::max(base::Millis{0}, ply.clocks[ply.mover]);
    return note;
}

// An illegal move that stands (A.5.2), and what was played after it, are the rest: no position of
// PGN leads there.
void add_plies(
    scoresheet::PgnGame& game, const table::State& state, const std::string& illegal_stands
) {
    for (chess::Ply number = 1; number <= state.made(); ++number) {
        const table::PlyRecord& ply = state.plies[number];
        // A king's move that is in doubt is the last, and left out with a remark.
        if (ply.state == table::PlyState::open || ply.in_doubt) break;
        if (ply.legal && game.rest.empty()) {
            game.moves.push_back(*ply.move);
            game.notes.push_back(note_of(ply));
            continue;
        }
        game.rest.push_back(
            {.place = chess::place_of(game.start, number),
             .before = state.positions.before(number),
             .after = state.positions.after(number),
             .move = ply.move,
             .text = ply.san,
             .remark = ply.legal ? std::string{} : illegal_stands,
             .note = note_of(ply)}
        );
    }
}

} // namespace

fs::path games_directory() { return files::data_folder() / "ansage/games"; }

std::optional<std::string> keep_games_private() {
    const fs::path folder = games_directory();
    std::size_t mended = 0;
    const auto mend = [&](const fs::path& path) {
        struct stat found {};
        const bool is_open = ::lstat(path.c_str(), &found) == 0 && found.st_uid == ::geteuid() &&
            !S_ISLNK(found.st_mode) && (found.st_mode & (S_IRWXG | S_IRWXO)) != 0;
        if (is_open && ::chmod(path.c_str(), found.st_mode & S_IRWXU) == 0) ++mended;
    };
    mend(folder);
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator{folder, ignored})
        mend(entry.path());
    return mended == 0
        ? std::nullopt
        : std::optional{
              fmt::format("{}: others could read these games; now only you can", folder.string())};
}

Result<fs::path, Error>
new_journal_path(const std::optional<std::string>& given, const std::string& prefix) {
    if (given && given->empty()) {
        return tl::unexpected(Error{
            base::phrase("no journal is named"),
            "--journal",
            base::phrase("name a file or a folder, or leave the option out")});
    }
    std::error_code ignored;
    const bool folder = given && (fs::is_directory(*given, ignored) || given->ends_with('/'));
    if (given && !folder) {
        const fs::path path{*given};
        if (fs::exists(path, ignored) && !fs::is_empty(path, ignored)) {
            return tl::unexpected(Error{
                base::phrase("this journal exists already"),
                path.string(),
                base::phrase("choose another name, or go on with --resume")});
        }
        return path;
    }
    const fs::path place = folder ? fs::path{*given} : games_directory();
    const auto made = folder ? make_folder(place) : files::make_user_folder(place);
    return made.map([&] { return take_free_name(place, prefix); });
}

Result<fs::path, Error> find_journal(const std::string& name) {
    if (name == "last") {
        if (const std::optional<fs::path> newest = newest_game()) return *newest;
        return tl::unexpected(Error{
            base::phrase("there is no game yet"),
            games_directory().string(),
            base::phrase("name a journal file")});
    }
    std::error_code ignored;
    for (const fs::path& path :
         {fs::path{name},
          games_directory() / name,
          games_directory() / (name + std::string{extension})})
        if (fs::is_regular_file(path, ignored)) return path;
    return tl::unexpected(Error{
        base::phrase("there is no such journal"),
        name,
        base::phrase("name a journal file, or last for the newest game")});
}

scoresheet::PgnGame scoresheet_of(const table::State& state, const std::string& illegal_stands) {
    scoresheet::PgnGame game;
    game.start = state.positions.front();
    game.result = pgn_result(state);
    const auto name = [](const std::string& given) {
        return given.empty() ? std::string{"?"} : given;
    };
    game.tags = {
        {"Event", "?"},
        {"Site", "?"},
        {"Date", "????.??.??"},
        {"Round", "?"},
        {"White", name(state.setup->seats.white.name)},
        {"Black", name(state.setup->seats.black.name)},
        {"Result", game.result},
    };
    if (state.result) {
        // Where no arbiter is, what he would end was agreed on (principle 9).
        const bool is_agreed = state.setup->mode != table::Mode::tournament &&
            state.result->termination == laws::Termination::arbiter;
        const auto how = is_agreed ? laws::Termination::agreement : state.result->termination;
        game.tags.emplace_back("Termination", laws::to_string(how));
    }
    add_plies(game, state, illegal_stands);
    return game;
}

Stamp stamp_now() {
    Stamp stamp;
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    stamp.wall_clock = std::chrono::duration_cast<base::Millis>(
        std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec}
    );
    std::ifstream{"/proc/sys/kernel/random/boot_id"} >> stamp.boot_id;
    return stamp;
}

} // namespace ansage::record
