// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/hall_given.hpp"

#include "acts/table_setup.hpp"
#include "files/files.hpp"
#include "telling/language.hpp"
#include "terminal/output.hpp"

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
    const auto address = hall::read_address(given.words().front(), "ansage hall");
    if (!address) return tl::unexpected(address.error());
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
    auto account = hall::read_account(given.value_or("account", ""));
    if (!account) return tl::unexpected(account.error());
    return files::read_file(*file)
        .and_then([&](const std::string& text) { return record::read_pairings(text, *file); })
        .map([&](record::Pairings pairings) {
            return HallGiven{*address, *std::move(account), std::move(pairings)};
        });
}

void add_hall_options(terminal::Options& options) {
    options.value("account", "FILE", "the arbiter's, as hall setup made it")
        .value("pairings", "FILE", "the round, as hall pair wrote it");
}

HallTroubles::HallTroubles(const terminal::Arguments& given) {
    if (auto wording = acts::load_wording(given.value_or("data", "")))
        wording_ = *std::move(wording);
}

void HallTroubles::tell(hall::Link& link, const hall::Address& address) const {
    if (const auto trouble = link.take_trouble()) tell(*trouble, address);
}

void HallTroubles::tell(hall::Listener& listener, const hall::Address& address) const {
    tell(listener.link(), address);
    for (const std::string& table : listener.rules().take_breakers()) {
        if (wording_) {
            terminal::print_notice(
                wording_->in(telling::language_of_locale(*wording_))
                    .sentence("hall.invalid", {{"text", std::string_view{table}}})
            );
        }
    }
}

void HallTroubles::tell(hall::Trouble trouble, const hall::Address& address) const {
    if (wording_) {
        const wording::Catalogue& in = wording_->in(telling::language_of_locale(*wording_));
        const std::string what = hall::sentence_of(trouble, address, in);
        terminal::print_notice(in.sentence("problem.hall", {{"text", std::string_view{what}}}));
    }
}

} // namespace ansage::app
