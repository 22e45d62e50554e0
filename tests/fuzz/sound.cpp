// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a recording that lies beside somebody's journal: no more of it is read than was
// asked for, and its length is counted to an end.
#include "base/check.hpp"
#include "speech/recorder/sound_file.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace ansage;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    namespace fs = std::filesystem;
    using namespace speech::recorder;
    const fs::path shared{"/dev/shm"};
    const fs::path path = (fs::exists(shared) ? shared : fs::temp_directory_path()) /
        ("ansage-fuzz-" + std::to_string(::getpid()) + ".flac");
    std::ofstream{path, std::ios::binary | std::ios::trunc}.write(
        reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size)
    );
    if (const auto sound = read_sound(path, base::Millis{0}, base::Millis{2000}))
        ANSAGE_CHECK(sound->size() <= frames_of(base::Millis{2000}));
    static_cast<void>(count_frames(path));
    return 0;
}
