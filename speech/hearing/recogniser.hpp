// SPDX-License-Identifier: GPL-3.0-or-later
// CMU pocketsphinx: the only folder that includes it. Sound and phrases in, readings with costs
// out.
#pragma once

#include "base/result.hpp"
#include "speech/hearing/loudness.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ansage::speech::hearing {

// The rate of everything that is heard, in samples a second; 16 bit, one channel.
inline constexpr int hearing_rate = 16'000;
inline constexpr int frames_a_second = 100;

// The model of English in which words of every language are heard.
inline constexpr const char* model_folder = "/usr/share/pocketsphinx/model/en-us";

struct Folders {
    std::filesystem::path model = model_folder;
    // A folder of one's own is made there, from which a sound's scores are led to memory.
    std::filesystem::path memory = "/dev/shm";
};

// How a word may sound, each in the model's phones: "D R AY". Never none.
struct SoundingWord {
    std::vector<std::string> pronunciations;
};

// Words in their order, by their places in Question::words.
using Line = std::vector<std::size_t>;

// One of these words comes next.
struct Slot {
    Line words;
    bool may_be_missing = false;
};

// A form that announcements have: one word of each slot.
using Shape = std::vector<Slot>;

struct Question {
    std::vector<SoundingWord> words;
    std::vector<Line> lines; // what may have been said
    std::vector<Shape> shapes; // any well-formed announcement has one of these
};

// How well words fit the sound. Costs are in nats; 0 is the best that any sounds could reach.
struct Reading {
    Line words;
    double cost = 0; // of the whole announcement, with that of its loudness
    std::vector<Stretch> places; // of the words in the announcement
    int frames = 0; // of the words, without the silence around them
    int loud_besides = 0; // frames that are as loud as words, and of none of these
    // How much more the word that fits worst costs than phones at its place do, nats a frame.
    double worst_word = 0;
    int shortest_word = 0; // frames
};

struct Readings {
    std::vector<std::optional<Reading>> lines; // as in the question; absent: it cannot be
    std::optional<Reading> any_announcement; // the best one of the shapes
    std::optional<Reading> any_words; // the best row of words, well-formed or not
    double phones = 0; // the cost of the best row of phones
    // The best line that is none of the question's, and has one word otherwise than the line that
    // costs least.
    std::optional<Reading> one_word_off;
};

class Recogniser {
public:
    // Errors: the model is not installed, or there is no folder in memory to work in.
    [[nodiscard]] static base::Result<Recogniser, base::Error> open(const Folders& folders = {});

    Recogniser(Recogniser&&) noexcept;
    Recogniser& operator=(Recogniser&&) noexcept;
    Recogniser(const Recogniser&) = delete;
    Recogniser& operator=(const Recogniser&) = delete;
    ~Recogniser();

    // Reads the sound, at hearing_rate; takes some tenths of a second for each second of it.
    // Errors: a pronunciation has a phone that the model lacks, or the memory is full.
    [[nodiscard]] base::Result<Readings, base::Error>
    listen(std::span<const std::int16_t> sound, const Question& question);

    // "pocketsphinx 5prealpha", Debian's 0.8: what was measured holds for that one.
    [[nodiscard]] static std::string library();

private:
    struct Decoders;

    explicit Recogniser(std::unique_ptr<Decoders> decoders);

    std::unique_ptr<Decoders> decoders_;
};

} // namespace ansage::speech::hearing
