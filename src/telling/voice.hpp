// SPDX-License-Identifier: GPL-3.0-or-later
// What is said aloud: the table's words to their audiences, and in the demo the players' own
// voices.
#pragma once

#include "base/result.hpp"
#include "speech/ears.hpp"
#include "speech/speaker.hpp"
#include "table/model/event.hpp"
#include "table/model/input.hpp"
#include "telling/sounds.hpp"
#include "telling/table_words.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ansage::telling {

// Where sound goes: the words of --audio.
struct AudioChoice {
    enum class Kind : std::uint8_t {
        device,
        ears, // the room hears nothing, and everybody who has an ear hears what is for it
        none, // everything is finished as soon as it is said
        silent, // nobody hears it, and it takes its time
        file,
    };

    Kind kind = Kind::device;
    std::string name; // of the device or the file; empty: the default device
};

AudioChoice parse_audio(const std::string& text);

// Whether an utterance that answers this input says something for the second time.
bool is_repeat(const table::InputBody& asked, const table::Said& said);

// The message that names who hears there: "White", "the room".
std::string_view listener_id(speech::Audience audience);

// What to tell of an output that went away or came back, in one line.
std::string notice_of(const speech::OutputChange& change, const wording::Catalogue& in);

class Voice {
public:
    // No audio device is not an error: problem() says so once, in text. An unusable file is one.
    // `choice` is where the room is heard, `ears` where everybody else is, and how each of them
    // wants to be spoken to. The default device is no room where somebody's ear is.
    [[nodiscard]] static base::Result<Voice, base::Error>
    open(const AudioChoice& choice, const speech::Ears& ears = {});

    Voice(Voice&&) noexcept;
    Voice& operator=(Voice&&) noexcept;
    Voice(const Voice&) = delete;
    Voice& operator=(const Voice&) = delete;
    ~Voice();

    // What is heard through another speaker, for tests.
    static Voice open(std::unique_ptr<speech::Speaker> speaker, const speech::Ears& ears);

    // One of the table's utterances; its end comes back as an input. A repeat that its listener
    // asked for is put off where another answer would be dropped.
    void say(const table::Said& said, std::vector<speech::Segment> segments, bool is_repeat);
    // Somebody in the room speaks.
    void speak_in_room(std::vector<speech::Segment> segments);

    // A sentence that is not the table's, such as a question at set-up; the newest text replaces.
    void speak_to(
        table::Audience audience,
        std::vector<speech::Segment> segments,
        speech::Priority priority = speech::Priority::text
    );
    // A key was pressed: answers and review in that ear stop at once.
    void stop_text(table::Audience audience);

    // From the next words on that ear is spoken to louder or softer, faster or slower, as its owner
    // keys it; false: it has no output.
    bool adjust(table::Audience audience, int volume, int words_per_minute);

    // From the next words on that ear hears these as tones.
    void prefer_tones(table::Audience audience, Tones tones);

    // There is an output for that audience.
    bool hears(table::Audience audience) const;

    // Virtual sound moves with the table's time.
    void advance_to(base::Instant now);
    std::optional<base::Instant> next_deadline() const;
    // So much of the table's time passes before the next words, and virtual sound has no silence
    // for it. Only while nothing sounds in the room.
    void leave_out(base::Millis passed);
    // A person in the room is still speaking.
    bool room_is_busy() const;

    // Whose device went away or came back since the last call.
    [[nodiscard]] std::vector<speech::OutputChange> take_output_changes();
    // Reports of the table's utterances since the last call.
    [[nodiscard]] std::vector<table::UtteranceReported> take_reports();
    // For an event loop, or -1.
    int report_fd() const;
    [[nodiscard]] std::optional<base::Error> problem() const;
    // The first thing that could not be spoken into the file, such as where its disk is full.
    [[nodiscard]] const std::optional<base::Error>& fault() const;

private:
    struct Parts;
    explicit Voice(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

} // namespace ansage::telling
