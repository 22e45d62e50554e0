// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds a port, from a /proc of our own making.
#include "app/doctor/checks.hpp"
#include "app/doctor/holders.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "wording/wording.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace ansage::app {
namespace {

namespace fs = std::filesystem;

class Proc {
public:
    Proc() {
        std::string pattern = (fs::temp_directory_path() / "ansage-proc-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr)
            throw std::runtime_error{"cannot make a folder for the test"};
        path_ = pattern;
    }

    Proc(const Proc&) = delete;
    Proc& operator=(const Proc&) = delete;
    Proc(Proc&&) = delete;
    Proc& operator=(Proc&&) = delete;

    ~Proc() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    void add(const std::string& number, const std::string& name, const std::string& device) const {
        fs::create_directories(path_ / number / "fd");
        std::ofstream{path_ / number / "comm"} << name << '\n';
        fs::create_symlink("/dev/null", path_ / number / "fd" / "0");
        fs::create_symlink(device, path_ / number / "fd" / "3");
    }

    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

TEST_CASE("The program that has a port open is found by name and number") {
    const Proc proc;
    proc.add("99991", "bash", "/dev/pts/0");
    proc.add("99992", "brltty", "/dev/ttyUSB0");
    proc.add("self", "brltty", "/dev/ttyUSB1");
    CHECK(holder_of("/dev/ttyUSB0", proc.path()) == Holder{99992, "brltty"});
    CHECK_FALSE(holder_of("/dev/ttyUSB1", proc.path()));
    CHECK(program_called("brltty", proc.path()) == Holder{99992, "brltty"});
    CHECK_FALSE(program_called("modem-manager", proc.path()));
    CHECK_FALSE(holder_of("/dev/ttyUSB0", proc.path() / "nonesuch"));
}

TEST_CASE("A finding is a line for ears, and an object for programs") {
    const auto wording = wording::Wording::open(tests::locale());
    REQUIRE(wording);
    const wording::Catalogue& in = wording->in("en");
    const Finding good{.part = "voice", .fact = "de, tried", .fault = {}};
    CHECK(to_line(good, in).text == "voice: de, tried");
    CHECK(to_line(good, wording->in("de")).text == "Stimme: de, tried");
    CHECK(to_json(good) == R"({"part":"voice","good":true,"fact":"de, tried"})");
    const Finding bad{
        .part = "port",
        .fact = {},
        .fault =
            base::Error{
                base::as_it_is(std::string{"brltty has it"}),
                "/dev/ttyUSB0",
                base::as_it_is(std::string{"stop it"})},
        .is_grave = false};
    CHECK(to_line(bad, in).text == "port: /dev/ttyUSB0: brltty has it; stop it");
    CHECK(
        to_json(bad) ==
        R"({"part":"port","good":false,"grave":false,"what":"brltty has it","where":"/dev/ttyUSB0","mend":"stop it"})"
    );
}

} // namespace
} // namespace ansage::app
