// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/setup/seat_files.hpp"

#include "acts/settings.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "files/user_folders.hpp"
#include "terminal/options.hpp"

namespace ansage::app {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

fs::path seats_directory() { return files::user_directory() / "seats"; }

// "Anna Schmidt" is anna-schmidt; a name without plain letters is still a file.
std::string file_name(const std::string& name) {
    std::string result;
    for (const char letter : name) {
        const bool upper = letter >= 'A' && letter <= 'Z';
        const bool plain =
            (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || upper;
        if (plain) result += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
        else if (!result.empty() && result.back() != '-') result += '-';
    }
    while (result.ends_with('-')) result.pop_back();
    return result.empty() ? "me" : result;
}

// Whatever somebody wrote is known again as far as it can be read.
Result<profiles::SeatProfile, Error> read_again(const fs::path& path) {
    const auto document = ANSAGE_TRY(profiles::Document::read(path));
    return profiles::load_seat(document, acts::seat_keys());
}

Result<void, Error> check_seat(const profiles::SeatProfile& seat) {
    acts::TableHeader header = acts::default_header();
    ANSAGE_TRY(acts::read_seat(seat.seat));
    for (const acts::TableSetting& row : acts::table_settings()) {
        const auto habit = row.seat_key == row.name ? seat.habit(row.seat_key) : std::nullopt;
        if (habit && row.name != "language") // which stands there without its listener
            ANSAGE_TRY(row.access.read(header, *habit));
    }
    return {};
}

} // namespace

Result<profiles::SeatProfile, Error> load_seat(const profiles::Document& document) {
    auto seat = ANSAGE_TRY(profiles::load_seat(document, acts::seat_keys()));
    if (const auto checked = check_seat(seat); !checked) {
        const Error& error = checked.error();
        return tl::unexpected(Error{error.what, document.file(), error.mend});
    }
    return seat;
}

bool names_seat_file(const std::string& value) {
    return !value.empty() && value.find_first_of(" \t") == std::string::npos;
}

Result<profiles::SeatProfile, Error>
read_seat_file(const std::string& name, const std::string& data) {
    const auto directories =
        ANSAGE_TRY(files::data_directories(data.empty() ? std::nullopt : std::optional{data}));
    const auto path = ANSAGE_TRY(files::find_profile(directories, files::ProfileKind::seats, name));
    const auto document = ANSAGE_TRY(profiles::Document::read(path));
    terminal::print_warning(document.remark());
    return load_seat(document);
}

std::optional<RememberedSeat> last_seat() {
    std::optional<fs::path> newest;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator{seats_directory(), ignored}) {
        const bool is_seat = entry.path().extension() == ".toml";
        if (is_seat &&
            (!newest || fs::last_write_time(entry, ignored) > fs::last_write_time(*newest, ignored)
            ))
            newest = entry.path();
    }
    const auto seat = newest ? read_again(*newest) : Result<profiles::SeatProfile, Error>{};
    return newest && seat ? std::optional{RememberedSeat{*newest, *seat}} : std::nullopt;
}

Result<fs::path, Error> remember_seat(const profiles::SeatProfile& seat) {
    fs::path file = seats_directory() / (file_name(seat.habit("name").value_or("")) + ".toml");
    ANSAGE_TRY(files::make_user_folder(file.parent_path()));
    ANSAGE_TRY(files::write_file(file, profiles::to_toml(seat)));
    return file;
}

} // namespace ansage::app
