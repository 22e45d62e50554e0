// SPDX-License-Identifier: GPL-3.0-or-later
// Included by every file that has mutants. ANSAGE_MUTANT is the number of the one to be; where
// ANSAGE_MUTANTS_REACHED names a file, each mutant that this process comes to is marked there by a
// byte.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

namespace mutant {

struct Choice {
    long number = -1;
    volatile char* marks = nullptr;
    std::size_t size = 0;

    Choice() noexcept {
        if (const char* text = std::getenv("ANSAGE_MUTANT")) number = std::atol(text);
        if (const char* path = std::getenv("ANSAGE_MUTANTS_REACHED")) map(path);
    }

    void map(const char* path) noexcept {
        const int file = ::open(path, O_RDWR | O_CLOEXEC);

        struct stat about {};

        if (file < 0) return;
        if (::fstat(file, &about) == 0 && about.st_size > 0) {
            size = static_cast<std::size_t>(about.st_size);
            void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            marks = memory == MAP_FAILED ? nullptr : static_cast<volatile char*>(memory);
        }
        ::close(file);
    }
};

inline const Choice& choice() noexcept {
    static const Choice made;
    return made;
}

// Made before main(), so that a callback that must not wait does not make it.
inline const Choice& made_early = choice();

inline bool chosen(std::size_t number) noexcept {
    const Choice& made = choice();
    if (made.marks != nullptr && number < made.size) made.marks[number] = 1;
    return made.number == static_cast<long>(number);
}

// Within functions that the compiler may run itself.
constexpr bool chosen_at_run_time(std::size_t number) noexcept {
    return std::is_constant_evaluated() ? false : chosen(number);
}

} // namespace mutant
