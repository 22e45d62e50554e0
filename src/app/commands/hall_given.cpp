// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/hall_given.hpp"

#include "app/commands/given.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "terminal/options.hpp"
#include "terminal/output.hpp"

#include <charconv>
#include <fmt/format.h>

namespace ansage::app {

using base::Error;
using base::Result;

namespace {

tl::unexpected<Error> hall_lacks(base::Phrase what, base::Phrase mend) {
    return tl::unexpected(Error{std::move(what), "ansage hall", std::move(mend)});
}

} // namespace

Result<HallGiven, Error> hall_given(const terminal::Arguments& given) {
    if (given.words().size() != 1) {
        return hall_lacks(
            base::phrase("one address is wanted"), base::phrase("write mqtts://HOST/EVENT")
        );
    }
    const auto address = ANSAGE_TRY(hall::read_address(given.words().front(), "ansage hall"));
    const auto file = given.value("pairings");
    if (!file) {
        return hall_lacks(
            base::phrase("--pairings is wanted"),
            base::phrase("name the file that ansage hall pair wrote")
        );
    }
    if (!given.has("account")) {
        return hall_lacks(
            base::phrase("--account is wanted"),
            base::phrase("name the file of an arbiter's account")
        );
    }
    auto account = ANSAGE_TRY(hall::read_account(given.value_or("account", "")));
    const auto read = ANSAGE_TRY(files::read_text(*file));
    terminal::print_warning(read.remark);
    auto pairings = ANSAGE_TRY(record::read_pairings(read.text, *file));
    return HallGiven{address, std::move(account), std::move(pairings)};
}

void add_hall_options(terminal::Options& options) {
    options.value("account", "FILE", "the arbiter's, as hall setup made it")
        .value("pairings", "FILE", "the round, as hall pair wrote it");
}

std::vector<std::string> hall_tables_given(const std::string& text) {
    unsigned count = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return split_list(text);
    std::vector<std::string> tables;
    for (unsigned i = 1; i <= std::min(count, 1001U); ++i)
        tables.push_back(fmt::format("table-{}", i));
    return tables;
}

HallTroubles::HallTroubles(const terminal::Arguments& given) {
    if (auto reader = reader_given(given)) reader_ = *std::move(reader);
}

void HallTroubles::tell(hall::Link& link, const hall::Address& address) const {
    if (const auto trouble = link.take_trouble()) tell(*trouble, address);
}

void HallTroubles::tell(hall::Listener& listener, const hall::Address& address) const {
    tell(listener.link(), address);
    for (const std::string& table : listener.rules().take_breakers()) {
        if (reader_)
            terminal::print_notice(reader_->in().sentence("hall.invalid", {{"text", table}}));
    }
}

void HallTroubles::tell(hall::Trouble trouble, const hall::Address& address) const {
    if (!reader_) return;
    const wording::Catalogue& in = reader_->in();
    const std::string what = hall::sentence_of(trouble, address, in);
    terminal::print_notice(in.sentence("problem.hall", {{"text", what}}));
}

} // namespace ansage::app
