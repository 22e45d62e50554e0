// SPDX-License-Identifier: GPL-3.0-or-later
#include "speech/hearing/phones.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace ansage::speech::hearing {

namespace {

// Where in a word a row holds; after a vowel: and before a consonant, or at the end.
enum class Where : std::uint8_t { anywhere, last, after_vowel };

// What a sound is to the model, the plainest first, parted by commas; "-" is nothing.
struct Row {
    std::string_view sound;
    std::string_view phones;
    Where where = Where::anywhere;
};

// Of two rows for a sound the first that holds counts.
constexpr std::array german_rows{
    Row{"a", "AA,AH"},
    Row{"A", "AA,AH"},
    Row{"A:", "AH,AA", Where::last},
    Row{"A:", "AA"},
    Row{"E", "EH,EY"},
    Row{"E:", "EH,EY"},
    Row{"e:", "EY"},
    Row{"e", "AH,EH", Where::last},
    Row{"e", "EH"},
    Row{"@", "AH"},
    Row{"3", "ER,AH"},
    Row{"Y", "ER,EY,UH"},
    Row{"Y:", "ER,EY,UH"},
    Row{"W", "ER,EH"},
    Row{"W:", "ER,EH"},
    Row{"tsv", "T S V,S V,Z W,S B"},
    Row{"aI", "AY"},
    Row{"aU", "AW"},
    Row{"OY", "OY"},
    Row{"i:", "IY"},
    Row{"I", "IH"},
    Row{"o:", "OW,AO"},
    Row{"O", "AO"},
    Row{"o", "OW"},
    Row{"u:", "UW"},
    Row{"U", "UH"},
    Row{"u", "UW"},
    Row{"y:", "UW,IY"},
    Row{"y", "IH,UH,Y UW,ER,UW,IY"},
    Row{"pF", "P F"},
    Row{"tS", "CH"},
    Row{"dZ", "JH"},
    Row{"ts", "T S,S"},
    Row{"p", "P"},
    Row{"b", "B"},
    Row{"t", "T"},
    Row{"d", "D"},
    Row{"k", "K"},
    Row{"g", "G"},
    Row{"f", "F"},
    Row{"v", "V"},
    Row{"s", "S"},
    Row{"z", "Z,S"},
    Row{"S", "SH"},
    Row{"Z", "ZH"},
    Row{"C", "SH,K"},
    Row{"x", "K,HH,-"},
    Row{"h", "HH"},
    Row{"N", "NG"},
    Row{"j", "Y"},
    Row{"m", "M"},
    Row{"n", "N"},
    Row{"l", "L"},
    Row{"r", "R,AH,ER", Where::after_vowel},
    Row{"r", "R,AH,HH,W"},
    Row{"R", "R,AH,ER,-", Where::after_vowel},
    Row{"R", "R,AH,HH,W"},
};

// For English words that the model's dictionary lacks: castling.
constexpr std::array english_rows{
    Row{"a", "AE"},    Row{"aa", "AE,AA"}, Row{"A:", "AA"},   Row{"A@", "AA R"},
    Row{"0", "AA,AO"}, Row{"V", "AH"},     Row{"@", "AH"},    Row{"3", "ER"},
    Row{"3:", "ER"},   Row{"E", "EH"},     Row{"e@", "EH R"}, Row{"eI", "EY"},
    Row{"i:", "IY"},   Row{"i", "IY"},     Row{"i@", "IH R"}, Row{"I", "IH"},
    Row{"I2", "IH"},   Row{"aI", "AY"},    Row{"aU", "AW"},   Row{"OI", "OY"},
    Row{"oU", "OW"},   Row{"O:", "AO"},    Row{"O@", "AO R"}, Row{"o@", "AO R"},
    Row{"U", "UH"},    Row{"u:", "UW"},    Row{"U@", "UH R"}, Row{"@L", "AH L,L"},
    Row{"p", "P"},     Row{"b", "B"},      Row{"t", "T"},     Row{"d", "D"},
    Row{"k", "K"},     Row{"g", "G"},      Row{"f", "F"},     Row{"v", "V"},
    Row{"T", "TH"},    Row{"D", "DH"},     Row{"s", "S"},     Row{"z", "Z"},
    Row{"S", "SH"},    Row{"Z", "ZH"},     Row{"tS", "CH"},   Row{"dZ", "JH"},
    Row{"h", "HH"},    Row{"m", "M"},      Row{"n", "N"},     Row{"N", "NG"},
    Row{"l", "L"},     Row{"r", "R"},      Row{"w", "W"},     Row{"j", "Y"},
};

std::span<const Row> rows_of(std::string_view language) {
    if (language == "en") return english_rows;
    return german_rows;
}

// Stress, joining and where words begin and end are nothing to the model.
std::string without_marks(std::string_view phonemes) {
    constexpr std::string_view marks = "',%=_|!- ";
    std::string sounds;
    for (const char each : phonemes)
        if (marks.find(each) == std::string_view::npos) sounds += each;
    return sounds;
}

// The longest sound of the table that the text begins with; empty: there is none.
std::string_view first_sound(std::span<const Row> rows, std::string_view text) {
    std::string_view longest;
    for (const Row& row : rows)
        if (row.sound.size() > longest.size() && text.starts_with(row.sound)) longest = row.sound;
    return longest;
}

bool is_vowel(std::string_view sound) {
    constexpr std::string_view vowels = "aAeEiIoOuUyYW@30V";
    return !sound.empty() && vowels.find(sound.front()) != std::string_view::npos;
}

std::vector<std::string_view> parted(std::string_view alternatives) {
    std::vector<std::string_view> parts;
    while (!alternatives.empty()) {
        const std::size_t end = std::min(alternatives.find(','), alternatives.size());
        const std::string_view part = alternatives.substr(0, end);
        parts.push_back(part == "-" ? std::string_view{} : part);
        alternatives.remove_prefix(std::min(end + 1, alternatives.size()));
    }
    return parts;
}

// What one sound of a word may be to the model.
using Choices = std::vector<std::string_view>;

struct Neighbours {
    std::string_view before;
    std::string_view after;
};

bool holds(const Row& row, const Neighbours& near) {
    switch (row.where) {
    case Where::anywhere: return true;
    case Where::last: return near.after.empty();
    case Where::after_vowel: return is_vowel(near.before) && !is_vowel(near.after);
    }
    return false;
}

std::optional<std::vector<Choices>> choices_of(std::string_view text, std::span<const Row> rows) {
    std::vector<Choices> all;
    std::string_view before;
    while (!text.empty()) {
        const std::string_view sound = first_sound(rows, text);
        if (sound.empty()) return std::nullopt;
        text.remove_prefix(sound.size());
        const Neighbours near{.before = before, .after = text};
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& each) {
            return each.sound == sound && holds(each, near);
        });
        all.push_back(parted(row->phones));
        before = sound;
    }
    return all;
}

// Which choice is taken for each sound.
using Taken = std::vector<std::size_t>;

std::string spelled(const std::vector<Choices>& choices, const Taken& taken) {
    std::string phones;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const std::string_view each = choices[i][taken[i]];
        if (!each.empty() && !phones.empty()) phones += ' ';
        phones += each;
    }
    return phones;
}

// Collects them, each once, as long as there is room.
class Collected {
public:
    void add(std::string phones) {
        const bool is_new = std::ranges::find(all_, phones) == all_.end();
        if (is_new && !phones.empty() && all_.size() < most_pronunciations)
            all_.push_back(std::move(phones));
    }

    std::vector<std::string> take() { return std::move(all_); }

private:
    std::vector<std::string> all_;
};

// All that differ from `taken` in one sound from `first` on.
template <class Use>
void deviate(const std::vector<Choices>& choices, const Taken& taken, std::size_t first, Use use) {
    for (std::size_t i = first; i < choices.size(); ++i) {
        for (std::size_t choice = 1; choice < choices[i].size(); ++choice) {
            Taken changed = taken;
            changed[i] = choice;
            use(changed, i);
        }
    }
}

} // namespace

std::vector<std::string> pronunciations_of(std::string_view phonemes, std::string_view language) {
    const std::string text = without_marks(phonemes);
    const auto choices = choices_of(text, rows_of(language));
    if (!choices) return {};
    Collected collected;
    const Taken plain(choices->size(), 0);
    const auto add = [&](const Taken& taken, std::size_t) {
        collected.add(spelled(*choices, taken));
    };
    add(plain, 0);
    deviate(*choices, plain, 0, add);
    deviate(*choices, plain, 0, [&](const Taken& taken, std::size_t changed) {
        deviate(*choices, taken, changed + 1, add);
    });
    return collected.take();
}

} // namespace ansage::speech::hearing
