// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/play_ear.hpp"

#include "base/try.hpp"
#include "speech/espeak/engine.hpp"
#include "speech/portaudio/microphone.hpp"
#include "table/model/seat.hpp"
#include "telling/language.hpp"
#include "terminal/output.hpp"

#include <utility>
#include <vector>

namespace ansage::app {

using base::Error;
using base::Result;
using speech::portaudio::Microphone;

namespace {

Error no_consent(table::Mode mode) {
    if (mode == table::Mode::club) {
        return {
            base::phrase("in a club both players have to consent to be listened to"),
            "--heard",
            base::phrase("ask them, then write --heard both")};
    }
    return {
        base::phrase("nobody has consented to be listened to"),
        "--heard",
        base::phrase("ask, then write --heard white, black or both")};
}

// The first time as it was named, later also as another number of its card.
listening::Ear::OpenMicrophone opener(const std::string& device) {
    return [device, before = std::optional<std::vector<std::string>>{}](
           ) mutable -> Result<std::unique_ptr<speech::Input>, Error> {
        auto opened = before ? Microphone::open_again(device, *before) : Microphone::open(device);
        if (!before) before = speech::portaudio::microphone_names();
        if (!opened) {
            opened.error().where = "--hear";
            return tl::unexpected(std::move(opened).error());
        }
        return std::unique_ptr<speech::Input>{*std::move(opened)};
    };
}

} // namespace

Result<void, Error> check_hearing_given(
    const terminal::Arguments& given, const std::string& microphone, table::Mode mode
) {
    if (microphone.empty()) {
        if (!given.is_typed("heard")) return {};
        return tl::unexpected(Error{
            base::phrase("no microphone is named, so nobody would be heard"),
            "--heard",
            base::phrase("write --hear default, or the name of one")});
    }
    if (mode != table::Mode::tournament) return {};
    return tl::unexpected(Error{
        base::phrase("in a tournament the table does not listen: what it does not understand "
                     "would tell what is illegal"),
        "--hear",
        base::phrase("leave it out, and type the moves")});
}

Result<std::unique_ptr<listening::Ear>, Error> open_ear(
    const std::string& microphone, const acts::TableKit& kit, const table::PerColor<bool>& consents
) {
    if (microphone.empty()) return nullptr;
    if (!consents.white && !consents.black) return tl::unexpected(no_consent(kit.setup.mode));
    auto recogniser = speech::hearing::Recogniser::open();
    if (!recogniser) {
        terminal::print_error(recogniser.error());
        return nullptr;
    }
    const auto engine = ANSAGE_TRY(speech::espeak::Engine::shared());
    const auto ask = [&](const std::string& language, const std::string& words) {
        return engine->phonemes(language, words);
    };
    auto listener =
        ANSAGE_TRY(listening::Listener::open(kit.words.vocabulary(), *std::move(recogniser), ask));
    return std::make_unique<listening::Ear>(std::move(listener), opener(microphone));
}

} // namespace ansage::app
