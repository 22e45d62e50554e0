// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/recogniser.hpp"

#include "base/try.hpp"
#include "speech/hearing/loudness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <pocketsphinx.h>
#include <sphinxbase/err.h>
#include <sphinxbase/jsgf.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ansage::speech::hearing {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

// The library adds up logarithms to the base 1.0001, of which it drops ten bits.
const double nats_a_unit = 1024 * std::log(1.0001);

constexpr const char* phones_search = "phones";
constexpr const char* line_search = "line";

Error no_model(const fs::path& model) {
    return {
        base::phrase("the model by which moves are heard is not installed"),
        model.string(),
        base::phrase("install the package pocketsphinx-en-us")};
}

Error no_memory(const fs::path& memory) {
    return {
        base::phrase("nothing can be heard without a folder in memory"),
        memory.string(),
        base::phrase("free some memory there, and look at its rights")};
}

Error no_such_phone(const std::string& pronunciation) {
    return {
        base::phrase("\"{}\" cannot be heard: the model lacks one of these sounds", pronunciation),
        "",
        base::phrase("choose other words")};
}

struct FreeDecoder {
    void operator()(ps_decoder_t* decoder) const { ps_free(decoder); }
};

using Decoder = std::unique_ptr<ps_decoder_t, FreeDecoder>;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

using File = std::unique_ptr<std::FILE, CloseFile>;

// Where the library writes the scores of a sound: a name in a private folder that leads to memory
// without a name. So nothing is left of a sound, even of a program that is killed.
class PrivateFolder {
public:
    explicit PrivateFolder(const fs::path& memory) {
        std::string name = memory / "ansage-XXXXXX";
        if (::mkdtemp(name.data()) != nullptr) path_ = name; // 0700
    }

    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    ~PrivateFolder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }

    const fs::path& path() const { return path_; }

    // What is written to the file of that name is then in here; null: there is no memory.
    File lead_to_memory(const std::string& name) const {
        const int memory = ::memfd_create("ansage", MFD_CLOEXEC);
        if (memory < 0) return nullptr;
        File file{::fdopen(memory, "rb")};
        if (!file) {
            ::close(memory);
            return nullptr;
        }
        std::error_code error;
        fs::create_symlink(fmt::format("/proc/self/fd/{}", memory), path_ / name, error);
        return error ? nullptr : std::move(file);
    }

    void remove(const std::string& name) const {
        std::error_code ignored;
        fs::remove(path_ / name, ignored);
    }

private:
    fs::path path_;
};

// Costs of two searches can be compared only if every sound of the model is scored in every frame;
// nothing is cut off that a wrong reading could hide behind.
Decoder make_decoder(const fs::path& model, const char* scores_folder) {
    const std::string sounds = (model / "en-us").string();
    cmd_ln_t* const options = cmd_ln_init(
        nullptr,
        ps_args(),
        TRUE,
        "-hmm",
        sounds.c_str(),
        "-compallsen",
        "yes",
        "-beam",
        "1e-80",
        "-pbeam",
        "1e-80",
        "-wbeam",
        "1e-60",
        "-lw",
        "1",
        "-wip",
        "1",
        "-pip",
        "1",
        "-silprob",
        "0.1",
        "-remove_silence",
        "no",
        "-remove_noise",
        "yes",
        "-allphone_ci",
        "yes",
        scores_folder != nullptr ? "-senlogdir" : nullptr,
        scores_folder,
        nullptr
    );
    if (options == nullptr) return nullptr;
    Decoder decoder{ps_init(options)};
    cmd_ln_free_r(options);
    return decoder;
}

std::string name_of(std::size_t word) { return fmt::format("w{}", word); }

std::string alternatives(const Line& words) {
    std::string text;
    for (const std::size_t word : words) text += (text.empty() ? "" : " | ") + name_of(word);
    return text;
}

std::string grammar_of(const std::string& rule) {
    return "#JSGF V1.0; grammar said; public <said> = " + rule + ";";
}

std::string grammar_of_line(const Line& line) {
    std::string rule;
    for (const std::size_t word : line) rule += (rule.empty() ? "" : " ") + name_of(word);
    return grammar_of(rule);
}

std::string grammar_of_shapes(const std::vector<Shape>& shapes) {
    std::string rule;
    for (const Shape& shape : shapes) {
        rule += rule.empty() ? "" : " | ";
        for (const Slot& slot : shape) {
            const auto brackets = slot.may_be_missing ? std::pair{'[', ']'} : std::pair{'(', ')'};
            rule +=
                fmt::format(" {} {} {}", brackets.first, alternatives(slot.words), brackets.second);
        }
    }
    return grammar_of(rule);
}

std::string grammar_of_any_words(std::size_t count) {
    Line all;
    for (std::size_t word = 0; word < count; ++word) all.push_back(word);
    return grammar_of("( " + alternatives(all) + " )+");
}

// The place of a word in the question; none of silence and noises.
std::optional<std::size_t> word_of(std::string_view name) {
    if (!name.starts_with('w')) return std::nullopt;
    return static_cast<std::size_t>(std::atoi(std::string{name.substr(1)}.c_str()));
}

// The cost of phones up to each frame, from which that of any stretch follows.
using RunningCost = std::vector<double>;

RunningCost running_cost(ps_decoder_t* decoder) {
    RunningCost running{0};
    for (ps_seg_t* part = ps_seg_iter(decoder); part != nullptr; part = ps_seg_next(part)) {
        int first = 0;
        int last = 0;
        std::int32_t score = 0;
        ps_seg_frames(part, &first, &last);
        ps_seg_prob(part, &score, nullptr, nullptr);
        const double each = -score * nats_a_unit / std::max(1, last - first + 1);
        while (running.size() < static_cast<std::size_t>(last) + 2)
            running.push_back(running.back() + each);
    }
    return running;
}

double cost_of_phones(const RunningCost& running, int first, int last) {
    const auto up_to = [&](int frame) {
        return running[std::min(static_cast<std::size_t>(frame), running.size() - 1)];
    };
    return up_to(last + 1) - up_to(first);
}

RunningCost part_of(const RunningCost& running, const Stretch& stretch) {
    RunningCost part{0};
    for (int frame = stretch.first; frame <= stretch.last; ++frame)
        part.push_back(cost_of_phones(running, stretch.first, frame));
    return part;
}

// What readings of a sound are measured by.
struct Measures {
    RunningCost phones;
    Loudness loudness;
};

// What the last search found; none if it found no way to the end.
std::optional<Reading> reading_of(ps_decoder_t* decoder, const Measures& measures) {
    std::int32_t score = 0;
    if (ps_get_hyp(decoder, &score) == nullptr) return std::nullopt;
    Reading reading;
    for (ps_seg_t* part = ps_seg_iter(decoder); part != nullptr; part = ps_seg_next(part)) {
        const auto word = word_of(ps_seg_word(part));
        if (!word) continue;
        int first = 0;
        int last = 0;
        std::int32_t sound_score = 0;
        ps_seg_frames(part, &first, &last);
        ps_seg_prob(part, &sound_score, nullptr, nullptr);
        const int length = last - first + 1;
        const double more =
            -sound_score * nats_a_unit - cost_of_phones(measures.phones, first, last);
        reading.worst_word = std::max(reading.worst_word, more / length);
        reading.shortest_word =
            reading.words.empty() ? length : std::min(reading.shortest_word, length);
        reading.words.push_back(*word);
        reading.frames += length;
        reading.places.push_back({first, last});
    }
    reading.cost = -score * nats_a_unit + measures.loudness.cost(reading.places);
    reading.loud_besides = measures.loudness.loud_besides(reading.places);
    return reading.words.empty() ? std::nullopt : std::optional{reading};
}

} // namespace

struct Recogniser::Decoders {
    explicit Decoders(const Folders& folders)
        : folders(folders),
          folder(folders.memory) {}

    Folders folders;
    PrivateFolder folder;
    Decoder scorer; // passes over the sound, and writes the scores of each frame
    unsigned sounds = 0; // that it has passed over

    // One that knows the words and reads those scores.
    Result<Decoder, Error> reader(const Question& question) const {
        Decoder decoder = make_decoder(folders.model, nullptr);
        if (!decoder) return tl::unexpected(no_model(folders.model));
        for (std::size_t word = 0; word < question.words.size(); ++word) {
            int number = 0;
            for (const std::string& pronunciation : question.words[word].pronunciations) {
                const std::string name =
                    ++number == 1 ? name_of(word) : fmt::format("{}({})", name_of(word), number);
                if (ps_add_word(decoder.get(), name.c_str(), pronunciation.c_str(), FALSE) < 0)
                    return tl::unexpected(no_such_phone(pronunciation));
            }
        }
        return decoder;
    }
};

namespace {

// The scores of a stretch of sound as the library writes them: a heading, and as many bytes for
// each frame.
class Scores {
public:
    Scores(std::string heading, std::size_t frame)
        : text_(std::move(heading)),
          heading_(text_.size()),
          frame_(frame) {}

    Scores part(const Stretch& stretch) const {
        Scores part{text_.substr(0, heading_), frame_};
        const auto first = static_cast<std::size_t>(stretch.first);
        const auto count = static_cast<std::size_t>(stretch.frames());
        part.text_.append(text_, heading_ + first * frame_, count * frame_);
        return part;
    }

    // Those at which the file stands.
    void read(std::FILE* file, int frames) {
        text_.resize(heading_ + static_cast<std::size_t>(frames) * frame_);
        const std::size_t wanted = text_.size() - heading_;
        text_.resize(heading_ + std::fread(text_.data() + heading_, 1, wanted, file));
    }

    // Reads the text where it is.
    File file() { return File{::fmemopen(text_.data(), text_.size(), "rb")}; }

private:
    std::string text_;
    std::size_t heading_; // bytes
    std::size_t frame_;
};

// Those of a whole sound, a megabyte a second, of which no more is read than is wanted.
class ScoreFile {
public:
    explicit ScoreFile(File file)
        : file_(std::move(file)) {
        constexpr std::size_t longest_heading = 4096;
        constexpr std::string_view end = "endhdr\n";
        constexpr std::size_t byte_order = 4;
        std::int16_t scores = 0; // of a frame, and before them their number
        std::string start(longest_heading, '\0');
        start.resize(std::fread(start.data(), 1, start.size(), file_.get()));
        const std::size_t at = start.find(end);
        if (at == std::string::npos) return;
        const std::size_t length = at + end.size() + byte_order;
        if (length + sizeof scores > start.size()) return;
        std::memcpy(&scores, start.data() + length, sizeof scores);
        heading_ = start.substr(0, length);
        frame_ = sizeof scores * (1 + static_cast<std::size_t>(scores));
        std::fseek(file_.get(), 0, SEEK_END);
        const auto size = static_cast<std::size_t>(std::ftell(file_.get()));
        frames_ = static_cast<int>((size - length) / frame_);
    }

    int frames() const { return frames_; }

    Scores part(const Stretch& stretch) const {
        const std::size_t before =
            heading_.size() + frame_ * static_cast<std::size_t>(stretch.first);
        std::fseek(file_.get(), static_cast<long>(before), SEEK_SET);
        Scores part{heading_, frame_};
        part.read(file_.get(), stretch.frames());
        return part;
    }

private:
    File file_;
    std::string heading_;
    std::size_t frame_ = 1;
    int frames_ = 0;
};

void add_rivals(std::vector<Line>& rivals, const Slot& slot) {
    for (const std::size_t word : slot.words) {
        for (const std::size_t other : slot.words) {
            Line& known = rivals[word];
            if (other != word && std::ranges::find(known, other) == known.end())
                known.push_back(other);
        }
    }
}

// The other words that may stand where a word stands, for each of the words.
std::vector<Line> rivals_of(const Question& question) {
    std::vector<Line> rivals(question.words.size());
    for (const Shape& shape : question.shapes)
        for (const Slot& slot : shape) add_rivals(rivals, slot);
    return rivals;
}

// A stretch of sound whose frames have been scored.
class ScoredSound {
public:
    ScoredSound(Decoder reader, Scores scores, Measures measures)
        : reader_(std::move(reader)),
          scores_(std::move(scores)),
          file_(scores_.file()),
          measures_(std::move(measures)) {}

    ScoredSound(const ScoredSound&) = delete; // the file is in the scores
    ScoredSound& operator=(const ScoredSound&) = delete;
    ~ScoredSound() = default;

    std::optional<Reading> read(const std::string& grammar) {
        if (!search(grammar, file_.get())) return std::nullopt;
        return reading_of(reader_.get(), measures_);
    }

    // A grammar that branches gives the words, and costs of its own.
    std::optional<Reading> read_as_line(const std::string& grammar) {
        const auto found = read(grammar);
        return found ? read(grammar_of_line(found->words)) : std::nullopt;
    }

    // The best line that has another word in one place and may not have been said. Of the words
    // that may stand in a place only those are tried that fit best where its own was said.
    std::optional<Reading> one_word_off(const Reading& reading, const Question& question) {
        constexpr std::size_t most_tried = 2; // in each place
        const std::vector<Line> rivals = rivals_of(question);
        std::optional<Reading> best;
        for (std::size_t i = 0; i < reading.words.size(); ++i) {
            std::size_t tried = 0;
            for (const std::size_t word : by_fit(rivals[reading.words[i]], reading.places[i])) {
                Line line = reading.words;
                line[i] = word;
                if (std::ranges::find(question.lines, line) != question.lines.end()) continue;
                auto other = read(grammar_of_line(line));
                if (other && (!best || other->cost < best->cost)) best = std::move(other);
                if (++tried == most_tried) break;
            }
        }
        return best;
    }

private:
    bool search(const std::string& grammar, std::FILE* scores) {
        logmath_t* const logarithms = ps_get_logmath(reader_.get());
        fsg_model_t* const model = jsgf_read_string(grammar.c_str(), logarithms, 1);
        if (model == nullptr) return false;
        ps_set_fsg(reader_.get(), line_search, model);
        fsg_model_free(model);
        ps_set_search(reader_.get(), line_search);
        std::rewind(scores);
        ps_start_stream(reader_.get());
        return ps_decode_senscr(reader_.get(), scores) >= 0;
    }

    // What fits best in these frames comes first.
    Line by_fit(const Line& words, const Stretch& place) {
        Scores scores = scores_.part(place);
        const File file = scores.file();
        std::vector<std::pair<double, std::size_t>> costs;
        for (const std::size_t word : words)
            if (const auto cost = cost_of(word, file.get())) costs.emplace_back(*cost, word);
        std::ranges::sort(costs);
        Line sorted;
        for (const auto& [cost, word] : costs) sorted.push_back(word);
        return sorted;
    }

    std::optional<double> cost_of(std::size_t word, std::FILE* scores) {
        std::int32_t score = 0;
        if (!search(grammar_of_line({word}), scores)) return std::nullopt;
        if (ps_get_hyp(reader_.get(), &score) == nullptr) return std::nullopt;
        return -score * nats_a_unit;
    }

    Decoder reader_;
    Scores scores_;
    File file_;
    Measures measures_;
};

// The line that costs least.
const Reading* best_of(const std::vector<std::optional<Reading>>& lines) {
    const Reading* best = nullptr;
    for (const auto& line : lines)
        if (line && (best == nullptr || line->cost < best->cost)) best = &*line;
    return best;
}

} // namespace

Recogniser::Recogniser(std::unique_ptr<Decoders> decoders)
    : decoders_(std::move(decoders)) {}

Recogniser::Recogniser(Recogniser&&) noexcept = default;
Recogniser& Recogniser::operator=(Recogniser&&) noexcept = default;
Recogniser::~Recogniser() = default;

Result<Recogniser, Error> Recogniser::open(const Folders& folders) {
    err_set_logfp(nullptr);
    const fs::path& model = folders.model;
    auto decoders = std::make_unique<Decoders>(folders);
    if (decoders->folder.path().empty()) return tl::unexpected(no_memory(folders.memory));
    std::error_code ignored;
    if (!fs::exists(model / "en-us" / "mdef", ignored)) return tl::unexpected(no_model(model));
    decoders->scorer = make_decoder(model, decoders->folder.path().c_str());
    ps_decoder_t* const scorer = decoders->scorer.get();
    if (scorer == nullptr || ps_set_allphone_file(scorer, phones_search, nullptr) < 0 ||
        ps_set_search(scorer, phones_search) < 0)
        return tl::unexpected(no_model(model));
    return Recogniser{std::move(decoders)};
}

Result<Readings, Error>
Recogniser::listen(std::span<const std::int16_t> sound, const Question& question) {
    ps_decoder_t* const scorer = decoders_->scorer.get();
    // As the library names the scores of each sound in turn.
    const std::string name = fmt::format("{:09}.sen", decoders_->sounds++);
    File file = decoders_->folder.lead_to_memory(name);
    if (!file) return tl::unexpected(no_memory(decoders_->folders.memory));
    ps_start_stream(scorer); // or the score depends on the sound before
    ps_start_utt(scorer);
    decoders_->folder.remove(name);
    ps_process_raw(scorer, sound.data(), sound.size(), FALSE, TRUE);
    ps_end_utt(scorer);
    std::int32_t ignored = 0;
    const bool has_phones = ps_get_hyp(scorer, &ignored) != nullptr;
    std::fflush(nullptr); // the library keeps the last frames to itself
    auto reader = ANSAGE_TRY(decoders_->reader(question));
    const ScoreFile scores{std::move(file)};
    Readings readings;
    if (!has_phones || scores.frames() == 0) {
        readings.lines.resize(question.lines.size());
        return readings;
    }
    // Before and behind the announcement others are heard, if anybody.
    const Loudness loudness{sound, scores.frames()};
    const Stretch spoken = loudness.spoken();
    Measures measures{part_of(running_cost(scorer), spoken), loudness.part(spoken)};
    readings.phones = measures.phones.back();
    ScoredSound scored{std::move(reader), scores.part(spoken), std::move(measures)};
    for (const Line& line : question.lines)
        readings.lines.push_back(scored.read(grammar_of_line(line)));
    if (const Reading* const best = best_of(readings.lines))
        readings.one_word_off = scored.one_word_off(*best, question);
    readings.any_announcement = scored.read_as_line(grammar_of_shapes(question.shapes));
    readings.any_words = scored.read_as_line(grammar_of_any_words(question.words.size()));
    return readings;
}

std::string Recogniser::library() { return "pocketsphinx " ANSAGE_POCKETSPHINX; }

} // namespace ansage::speech::hearing
