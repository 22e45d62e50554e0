// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of what inputs and events are made of. For the codec's own sources and tests.
#pragma once

#include "journal/codec_description.hpp"
#include "table/event.hpp"
#include "table/input.hpp"
#include "table/ledger.hpp"

namespace ansage::journal {

template <>
struct Fields<table::SpokenMove> {
    using List = Object<
        Field<"role", &table::SpokenMove::role>,
        Field<"from", &table::SpokenMove::from>,
        Field<"to", &table::SpokenMove::to>,
        Field<"promotion", &table::SpokenMove::promotion>,
        Field<"castling", &table::SpokenMove::castling>,
        Field<"from_file", &table::SpokenMove::from_file>,
        Field<"from_rank", &table::SpokenMove::from_rank>,
        Field<"capture", &table::SpokenMove::capture>>;
};

template <>
struct Fields<table::HeardMove> {
    using List = Object<
        Field<"text", &table::HeardMove::text>,
        Field<"move", &table::HeardMove::move>,
        Field<"error", &table::HeardMove::error>,
        Field<"said", &table::HeardMove::said>>;
};

template <>
struct Fields<table::Testimony> {
    using List = Object<
        Field<"witness", &table::Testimony::witness>,
        Field<"at_ms", &table::Testimony::at>,
        Field<"source", &table::Testimony::source>,
        Field<"derived_from", &table::Testimony::derived_from>,
        Field<"move", &table::Testimony::move>,
        Field<"score_kind", &table::Testimony::kind>,
        Field<"corrects", &table::Testimony::corrects>>;
};

template <>
struct Fields<table::MessageArguments> {
    using List = Object<
        Field<"player", &table::MessageArguments::player>,
        Field<"square", &table::MessageArguments::square>,
        Field<"second_square", &table::MessageArguments::second_square>,
        Field<"piece", &table::MessageArguments::piece>,
        Field<"ply", &table::MessageArguments::ply>,
        Field<"move", &table::MessageArguments::move>,
        Field<"time_ms", &table::MessageArguments::time>,
        Field<"opponent_time_ms", &table::MessageArguments::opponent_time>,
        Field<"count", &table::MessageArguments::count>,
        Field<"number", &table::MessageArguments::number>,
        Field<"score", &table::MessageArguments::score>,
        Field<"board", &table::MessageArguments::board>,
        Field<"squares", &table::MessageArguments::squares>,
        Field<"said", &table::MessageArguments::said>,
        Field<"whose", &table::MessageArguments::whose>,
        Field<"where", &table::MessageArguments::where>,
        Field<"article", &table::MessageArguments::article>,
        Field<"parts", &table::MessageArguments::parts>,
        Field<"name", &table::MessageArguments::name>>;
};

template <>
struct Fields<table::Message> {
    using List = Object<
        Field<"id", &table::Message::id>,
        Field<"arguments", &table::Message::arguments>,
        Field<"words", &table::Message::words>>;
};

template <>
struct Fields<table::MoveCorrection> {
    using List = Object<
        Field<"ply", &table::MoveCorrection::ply>,
        Field<"move", &table::MoveCorrection::move>>;
};

template <>
struct Fields<table::Proposal> {
    using List = Object<
        Field<"kind", &table::Proposal::kind>,
        Field<"board", &table::Proposal::board>,
        Field<"ply", &table::Proposal::ply>,
        Field<"score", &table::Proposal::score>,
        Field<"termination", &table::Proposal::termination>,
        Field<"penalty_ms", &table::Proposal::penalty>,
        Field<"corrected", &table::Proposal::corrected>,
        Field<"message", &table::Proposal::message>,
        Field<"act", &table::Proposal::act>,
        Field<"new_game", &table::Proposal::is_new_game>>;
};

} // namespace ansage::journal
