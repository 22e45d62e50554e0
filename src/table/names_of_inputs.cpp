// SPDX-License-Identifier: GPL-3.0-or-later
// The names of what seats, testimonies and inputs are made of.
#include "table/arbiter_acts.hpp"
#include "table/names.hpp"

namespace ansage::table {

// Each switch lacks a default, so that the compiler asks for the name of a new enumerator. The
// empty text after it is how parse_name() knows that a list has ended.

std::string_view to_string(Vision value) {
    switch (value) {
    case Vision::impaired:
        return "impaired";
    case Vision::sighted:
        return "sighted";
    }
    return {};
}

std::string_view to_string(BoardKind value) {
    switch (value) {
    case BoardKind::none:
        return "none";
    case BoardKind::identity:
        return "identity";
    case BoardKind::occupancy:
        return "occupancy";
    }
    return {};
}

std::string_view to_string(Announcer value) {
    switch (value) {
    case Announcer::self:
        return "self";
    case Announcer::assistant:
        return "assistant";
    case Announcer::device:
        return "device";
    }
    return {};
}

std::string_view to_string(Repeater value) {
    switch (value) {
    case Repeater::self:
        return "self";
    case Repeater::assistant:
        return "assistant";
    case Repeater::none:
        return "none";
    }
    return {};
}

std::string_view to_string(Mode value) {
    switch (value) {
    case Mode::tournament:
        return "tournament";
    case Mode::club:
        return "club";
    case Mode::training:
        return "training";
    }
    return {};
}

std::string_view to_string(CastlingSide value) {
    switch (value) {
    case CastlingSide::short_side:
        return "short_side";
    case CastlingSide::long_side:
        return "long_side";
    }
    return {};
}

std::string_view to_string(Witness value) {
    switch (value) {
    case Witness::mover_board:
        return "mover_board";
    case Witness::announcement:
        return "announcement";
    case Witness::repetition:
        return "repetition";
    case Witness::opponent_board:
        return "opponent_board";
    case Witness::white_score:
        return "white_score";
    case Witness::black_score:
        return "black_score";
    }
    return {};
}

std::string_view to_string(Source value) {
    switch (value) {
    case Source::sensor:
        return "sensor";
    case Source::speech:
        return "speech";
    case Source::device:
        return "device";
    case Source::assistant:
        return "assistant";
    }
    return {};
}

std::string_view to_string(ScoreKind value) {
    switch (value) {
    case ScoreKind::spoken:
        return "spoken";
    case ScoreKind::braille:
        return "braille";
    case ScoreKind::typed:
        return "typed";
    }
    return {};
}

std::string_view to_string(RecordingNews value) {
    switch (value) {
    case RecordingNews::began:
        return "began";
    case RecordingNews::began_continuous:
        return "began_continuous";
    case RecordingNews::spoken:
        return "spoken";
    case RecordingNews::length:
        return "length";
    case RecordingNews::disk_low:
        return "disk_low";
    case RecordingNews::stopped:
        return "stopped";
    case RecordingNews::microphone_gone:
        return "microphone_gone";
    case RecordingNews::erased:
        return "erased";
    case RecordingNews::microphone_back:
        return "microphone_back";
    case RecordingNews::samples_lost:
        return "samples_lost";
    case RecordingNews::microphone_missing:
        return "microphone_missing";
    }
    return {};
}

std::string_view to_string(RecordingKey value) {
    switch (value) {
    case RecordingKey::own:
        return "own";
    case RecordingKey::repetition:
        return "repetition";
    case RecordingKey::off:
        return "off";
    }
    return {};
}

std::string_view to_string(PlyState value) {
    switch (value) {
    case PlyState::open:
        return "open";
    case PlyState::made:
        return "made";
    case PlyState::completed:
        return "completed";
    }
    return {};
}

std::string_view to_string(Performer value) {
    switch (value) {
    case Performer::player:
        return "player";
    case Performer::assistant:
        return "assistant";
    }
    return {};
}

std::string_view to_string(Medium value) {
    switch (value) {
    case Medium::voice:
        return "voice";
    case Medium::keys:
        return "keys";
    }
    return {};
}

std::string_view to_string(BoardButton value) {
    switch (value) {
    case BoardButton::announce:
        return "announce";
    case BoardButton::repeat:
        return "repeat";
    case BoardButton::time:
        return "time";
    case BoardButton::draw:
        return "draw";
    }
    return {};
}

std::string_view to_string(BoardReport value) {
    switch (value) {
    case BoardReport::lost:
        return "lost";
    case BoardReport::back:
        return "back";
    case BoardReport::turned:
        return "turned";
    case BoardReport::flutters:
        return "flutters";
    case BoardReport::steady:
        return "steady";
    }
    return {};
}

std::string_view to_string(BoardPart value) {
    switch (value) {
    case BoardPart::lever:
        return "lever";
    case BoardPart::buttons:
        return "buttons";
    case BoardPart::board:
        return "board";
    }
    return {};
}

std::string_view to_string(Alarms value) {
    switch (value) {
    case Alarms::none:
        return "none";
    case Alarms::words:
        return "words";
    case Alarms::tones:
        return "tones";
    }
    return {};
}

std::string_view to_string(Question value) {
    switch (value) {
    case Question::time:
        return "time";
    case Question::opponent_time:
        return "opponent_time";
    case Question::both:
        return "both";
    case Question::moves:
        return "moves";
    case Question::last:
        return "last";
    case Question::score:
        return "score";
    case Question::square:
        return "square";
    case Question::position:
        return "position";
    case Question::running:
        return "running";
    case Question::period:
        return "period";
    case Question::repeat:
        return "repeat";
    case Question::opponent:
        return "opponent";
    case Question::pieces:
        return "pieces";
    case Question::squares:
        return "squares";
    case Question::evidence:
        return "evidence";
    case Question::agenda:
        return "agenda";
    case Question::since:
        return "since";
    }
    return {};
}

std::string_view to_string(DrawAct value) {
    switch (value) {
    case DrawAct::offer:
        return "offer";
    case DrawAct::accept:
        return "accept";
    case DrawAct::decline:
        return "decline";
    }
    return {};
}

std::string_view to_string(ClaimKind value) {
    switch (value) {
    case ClaimKind::threefold:
        return "threefold";
    case ClaimKind::fifty:
        return "fifty";
    case ClaimKind::flag:
        return "flag";
    case ClaimKind::illegal:
        return "illegal";
    case ClaimKind::touch:
        return "touch";
    case ClaimKind::quickplay:
        return "quickplay";
    case ClaimKind::extra_time:
        return "extra_time";
    }
    return {};
}

std::string_view to_string(ArbiterAct value) {
    const auto index = static_cast<std::size_t>(value);
    return index < arbiter_acts().size() ? arbiter_acts()[index].name : std::string_view{};
}

std::string_view to_string(SpeechOutcome value) {
    switch (value) {
    case SpeechOutcome::finished:
        return "finished";
    case SpeechOutcome::cut:
        return "cut";
    case SpeechOutcome::dropped:
        return "dropped";
    case SpeechOutcome::failed:
        return "failed";
    }
    return {};
}

} // namespace ansage::table
