// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiles/ears.hpp"

#include "base/try.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ansage::profiles {

using base::Error;
using base::Result;
using speech::Ear;

namespace {

constexpr std::array<std::string_view, 3> sides{"both", "left", "right"};
constexpr std::array<std::string_view, 2> verbosities{"all", "few"};

template <class Enum, std::size_t Size>
void read_word(
    Fields& fields,
    const Table& table,
    std::string_view key,
    const std::array<std::string_view, Size>& words,
    Enum& into
) {
    std::string text{words.front()};
    fields.optional(key, text);
    const auto* const found = std::ranges::find(words, text);
    if (found == words.end()) {
        fields.fail(table.error(
            key,
            base::phrase("\"{}\" is none of its words", text),
            base::phrase("write one of {}", base::listed(words))
        ));
        return;
    }
    into = static_cast<Enum>(found - words.begin());
}

void read_number(Fields& fields, std::string_view key, int& into, IntegerRange range) {
    std::int64_t value = into;
    fields.optional(key, value, range);
    into = static_cast<int>(value);
}

Result<Ear, Error> read_ear(const Table& table) {
    Ear ear;
    Fields fields{table};
    fields.optional("device", ear.device);
    read_word(fields, table, "side", sides, ear.side);
    read_word(fields, table, "say", verbosities, ear.listener.verbosity);
    read_number(fields, "rate", ear.listener.voice.words_per_minute, {80, 450});
    read_number(fields, "pitch", ear.listener.voice.pitch, {0, 100});
    read_number(fields, "volume", ear.listener.voice.volume, {0, 200});
    const auto finished = fields.finish();
    return finished ? Result<Ear, Error>{ear} : tl::unexpected(finished.error());
}

} // namespace

Result<speech::Ears, Error> load_ears(const Document& document) {
    const Table root = document.root();
    speech::Ears ears;
    for (const std::string& key : root.keys()) {
        const auto audience = speech::parse_name<speech::Audience>(key);
        if (!audience) {
            return tl::unexpected(root.error(
                key,
                base::phrase("\"{}\" is nobody who hears", key),
                base::phrase("write room, ear-white, ear-black, assistant or arbiter")
            ));
        }
        auto ear = ANSAGE_TRY(root.table(key).and_then(read_ear));
        ears[*audience] = std::move(ear);
    }
    return ears;
}

std::string to_toml(const speech::Ears& ears) {
    std::string text;
    for (const auto& [audience, ear] : ears) {
        const speech::VoiceSettings& voice = ear.listener.voice;
        text += fmt::format(
            "[{}]\ndevice = {}\nside = \"{}\"\nrate = {}\npitch = {}\nvolume = {}\nsay = \"{}\"\n",
            speech::to_string(audience),
            toml_text(ear.device),
            sides.at(static_cast<std::size_t>(ear.side)),
            voice.words_per_minute,
            voice.pitch,
            voice.volume,
            verbosities.at(static_cast<std::size_t>(ear.listener.verbosity))
        );
    }
    return text;
}

} // namespace ansage::profiles
