// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/reporter.hpp"

#include "hall/told.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <utility>

namespace ansage::hall {

using base::Instant;
using base::Millis;

namespace {

// What is committed together is read together.
constexpr Millis gathers{10};
// Whoever looks on sees no more of it.
constexpr Millis between_states{200};
// A broker that has too much to hand on leaves out what is new, and a page counts the clocks.
constexpr Millis refreshes{10'000};
// A turn's share of reading, and how often a reader may have all of it again.
constexpr unsigned inputs_a_turn = 100;
constexpr Millis between_repeats{1000};
// States and score find room beside the lines.
constexpr std::size_t room_for_states = 4;
constexpr std::size_t longest_question = 200;
constexpr std::size_t longest_ruling = 1000;
// Nobody rules on so many at once.
constexpr std::size_t most_rulings = 50;
constexpr std::size_t most_owners = 1000;
constexpr std::size_t chunk_size = 48U << 10U;

Millis wall_clock() {
    return std::chrono::duration_cast<Millis>(std::chrono::system_clock::now().time_since_epoch());
}

std::string base64(std::string_view bytes) {
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), ' ');
    sodium_bin2base64(
        text.data(),
        text.size(),
        reinterpret_cast<const unsigned char*>(bytes.data()), // NOLINT: bytes of a file
        bytes.size(),
        sodium_base64_VARIANT_ORIGINAL
    );
    text.pop_back(); // its zero
    return text;
}

} // namespace

Reporter::Reporter(
    Reports reports,
    journal::Journal& journal,
    const table::TableSetup& setup,
    telling::TableWords words
)
    : reports_(std::move(reports)),
      journal_(journal),
      words_(std::move(words)),
      chronicle_(journal_, setup, words_) {
    if (const auto header = journal_.header()) pairing_ = record::pairing_of(*header);
    if (const auto sessions = journal_.sessions(); sessions && !sessions->empty())
        game_ = static_cast<std::uint64_t>(sessions->front().wall_clock.count());
}

void Reporter::connect(bool hears_rulings) {
    hears_rulings_ = hears_rulings;
    std::vector<std::string> topics{reports_.address.asked()};
    if (hears_rulings_) { // who owns a matter is known before a ruling on it comes
        topics.push_back(reports_.address.care("+"));
        topics.push_back(reports_.address.ruling("+"));
    }
    link_.emplace(Link::Choice{
        .address = reports_.address,
        .account = reports_.account,
        .topics = std::move(topics),
        .news = news_,
        .last_words = here(false),
        .longest_heard = hears_rulings_ ? longest_ruling : longest_question});
    be_due(Instant{});
}

void Reporter::disconnect() {
    if (link_) {
        std::ignore = link_->offer(here(false));
        link_.reset();
    }
}

Post Reporter::here(bool is_here) const {
    return {
        reports_.address.topic(Audience::everybody, "here"),
        is_here ? R"({"here":true})" : R"({"here":false})",
        true};
}

void Reporter::note(Instant now, bool is_news) {
    has_changed_ = has_changed_ || is_news;
    be_due(now + gathers);
}

void Reporter::step(Instant now) {
    if (!link_) return;
    listen();
    if (due_ && *due_ <= now) {
        due_.reset();
        publish(now);
    }
}

std::optional<Instant> Reporter::due() const { return is_up() ? due_ : std::nullopt; }

std::optional<Trouble> Reporter::take_trouble() {
    return link_ ? link_->take_trouble() : std::nullopt;
}

std::optional<base::Error> Reporter::take_error() { return std::exchange(error_, std::nullopt); }

bool Reporter::is_all_told() const {
    return link_ && chronicle_.is_at_end() && !has_changed_ && !must_keep_ && !must_greet_ &&
        answers_.empty() && !is_repeat_asked();
}

bool Reporter::is_all_confirmed() const {
    return is_all_told() && is_up() && !next_chunk_ && link_->room() == most_under_way;
}

// --- what comes in: nothing but what is to be told again
void Reporter::listen() {
    for (const Post& post : link_->take_heard()) {
        if (post.topic == reports_.address.asked()) {
            on_asked(post.payload);
        } else if (hears_rulings_) {
            on_ruling(post);
            on_care(post);
        }
    }
    if (link_->take_forgotten()) {
        repeat_from_ = {1, 1};
        repeated_at_.reset();
    }
    // When the line broke, the broker told everybody that nobody is here.
    if (std::exchange(connections_, link_->connections()) != link_->connections())
        must_greet_ = must_keep_ = true;
    if (must_greet_ || must_keep_ || waits_for_room_ || is_repeat_asked() || next_chunk_ ||
        !answers_.empty())
        be_due(Instant{});
}

// One that the broker kept is of another time.
void Reporter::on_ruling(const Post& post) {
    const std::string place = reports_.address.ruling("");
    if (post.topic.starts_with(place) && !post.is_kept && rulings_.size() < most_rulings)
        rulings_.push_back({post.topic.substr(place.size()), post.payload});
}

void Reporter::on_care(const Post& post) {
    const std::string place = reports_.address.care("");
    if (!post.topic.starts_with(place)) return;
    const std::string matter = post.topic.substr(place.size());
    if (post.payload.empty()) owners_.erase(matter);
    else if (owners_.size() < most_owners || owners_.contains(matter))
        owners_[matter] = post.payload;
}

std::optional<Reporter::SaidRuling> Reporter::take_ruling() {
    if (rulings_.empty()) return std::nullopt;
    SaidRuling first = std::move(rulings_.front());
    rulings_.pop_front();
    return first;
}

std::string Reporter::owner_of(table::MatterNumber matter) const {
    const auto found = owners_.find(std::to_string(matter.value()));
    const std::string game = ' ' + std::to_string(game_);
    const bool is_of_game = found != owners_.end() && found->second.ends_with(game);
    return is_of_game ? found->second.substr(0, found->second.size() - game.size()) : std::string{};
}

void Reporter::answer(RulingAnswer answer) {
    if (answers_.size() < most_rulings) {
        answers_.push_back(std::move(answer));
        be_due(Instant{});
    }
}

void Reporter::send_answers() {
    while (!answers_.empty() && link_ &&
           link_->offer(
               {reports_.address.topic(Audience::arbiter, "answer"), to_json(answers_.front())}
           ))
        answers_.pop_front();
}

void Reporter::on_asked(const std::string& payload) {
    const auto asked = nlohmann::json::parse(payload, nullptr, false);
    if (!asked.is_object()) return;
    for (const Audience audience : both_audiences) {
        auto& repeat = repeat_from_[index(audience)];
        if (const auto first = told_number(asked, to_string(audience)))
            repeat = std::min(repeat.value_or(*first), *first);
    }
    if (const auto chunk = told_number(asked, "journal")) next_chunk_ = chunk;
}

bool Reporter::is_repeat_asked() const {
    return std::ranges::any_of(repeat_from_, [](const auto& from) { return from.has_value(); });
}

// --- what goes out
void Reporter::publish(Instant now) {
    repeat_if_due(now);
    if (must_greet_ && link_->offer(here(true))) must_greet_ = false;
    send_answers();
    if (!send_lines()) return;
    if (link_->room() >= room_for_states && chronicle_.is_at_end()) send_states(now);
    send_journal(now);
    if (!link_) return;
    waits_for_room_ = link_->room() <= room_for_states;
    if (!waits_for_room_ && !chronicle_.is_at_end()) be_due(now);
    if (waits_for_room_) return;
    if (has_changed_ || must_keep_) {
        be_due(states_at_ ? std::max(now, *states_at_ + between_states) : now);
    } else if (!stands_at_ && states_at_) be_due(*states_at_ + refreshes);
}

void Reporter::repeat_if_due(Instant now) {
    if (!is_repeat_asked()) return;
    if (repeated_at_ && now - *repeated_at_ < between_repeats) {
        be_due(*repeated_at_ + between_repeats);
        return;
    }
    repeated_at_ = now;
    must_keep_ = true;
    for (const Audience audience : both_audiences) {
        if (const auto from = std::exchange(repeat_from_[index(audience)], std::nullopt))
            chronicle_.tell_again(audience, *from);
    }
}

void Reporter::give_up(base::Error error) {
    error_ = std::move(error);
    link_.reset();
}

// False: the journal cannot be read, and the table will hear so from elsewhere.
bool Reporter::send_lines() {
    unsigned inputs = inputs_a_turn;
    while (link_->room() > room_for_states) {
        const auto entry = chronicle_.next(inputs);
        if (!entry) {
            give_up(entry.error());
            return false;
        }
        if (*entry == nullptr) return true;
        if (!link_->offer({reports_.address.topic((*entry)->audience, "log"), (*entry)->json}))
            return true;
        chronicle_.sent();
    }
    return true;
}

SnapshotContext Reporter::seen_at(Instant now) const {
    return {
        .address = reports_.address,
        .now = stands_at_.value_or(now),
        .wall_clock = wall_clock(),
        .pairing = pairing_,
        .game = game_,
        .takes_rulings = hears_rulings_};
}

void Reporter::send_states(Instant now) {
    const bool is_due = must_keep_ || !states_at_ ||
        (has_changed_ && *states_at_ + between_states <= now) ||
        (!stands_at_ && *states_at_ + refreshes <= now);
    if (!is_due) return;
    send_score(now);
    const SnapshotContext seen = seen_at(now);
    const bool is_sent = link_->offer(
                             {reports_.address.topic(Audience::everybody, "state"),
                              public_state(chronicle_, words_, seen),
                              true}
                         ) &&
        link_->offer(
            {reports_.address.topic(Audience::arbiter, "state"),
             arbiter_state(chronicle_, words_, seen),
             true}
        );
    if (is_sent) {
        states_at_ = now;
        has_changed_ = must_keep_ = false;
    }
}

// Only where there is another: it grows with the game.
void Reporter::send_score(Instant now) {
    const SnapshotContext seen = seen_at(now);
    Score score = score_of(chronicle_, seen);
    if ((score.moves != moves_ || must_keep_) &&
        link_->offer({reports_.address.topic(Audience::arbiter, "score"), score.json, true}))
        moves_ = std::move(score.moves);
}

// Of a game that is over; each time that it is asked for from the beginning as it is then.
bool Reporter::make_copy(Instant now) {
    if (!chronicle_.ending() || !chronicle_.is_at_end()) return false;
    const bool is_new = !copy_ || (next_chunk_ == 0U && copy_->records != journal_.size());
    if (!is_new) return true;
    if (copied_at_ && now - *copied_at_ < between_repeats) {
        be_due(*copied_at_ + between_repeats);
        return false;
    }
    copied_at_ = now;
    auto bytes = journal_.copy();
    if (!bytes) {
        give_up(bytes.error());
        return false;
    }
    Copy copy{.bytes = *std::move(bytes), .records = journal_.size()};
    copy.hash = journal::to_string(journal::chained({}, {copy.bytes}));
    copy.digest = journal::to_string(journal_.digest());
    copy_ = std::move(copy);
    return true;
}

void Reporter::send_journal(Instant now) {
    if (!next_chunk_) return;
    if (!chronicle_.ending()) {
        next_chunk_.reset(); // of a game that goes on nothing is given
        return;
    }
    if (!make_copy(now)) return;
    const std::uint64_t chunks = (copy_->bytes.size() + chunk_size - 1) / chunk_size;
    while (*next_chunk_ < chunks && link_->room() > room_for_states) {
        const std::string_view data =
            std::string_view{copy_->bytes}.substr(*next_chunk_ * chunk_size, chunk_size);
        const nlohmann::ordered_json chunk{
            {"records", copy_->records},
            {"digest", copy_->digest},
            {"bytes", copy_->bytes.size()},
            {"hash", copy_->hash},
            {"chunks", chunks},
            {"chunk", *next_chunk_},
            {"data", base64(data)}};
        if (!link_->offer({reports_.address.journal(), chunk.dump()})) return;
        ++*next_chunk_;
    }
    if (*next_chunk_ >= chunks) next_chunk_.reset();
}

} // namespace ansage::hall
