// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/site.hpp"

#include "base/text.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "scoresheet/html.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <vector>

namespace ansage::gateway {

using base::Error;
using base::Result;

namespace {

// What is to be found in the page, and what it is filled with.
struct Filled {
    std::string_view mark;
    std::string text;
};

struct Parts {
    std::string page;
    std::string style;
    std::string script;
    std::string icon;
    std::vector<std::string> sentences; // their ids
};

void replace_all(std::string& text, std::string_view mark, std::string_view by) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
        text.replace(at, mark.size(), by);
        at += by.size();
    }
}

// What stands in an element must not end it.
std::string within_element(std::string text) {
    replace_all(text, "</", "<\\/");
    return text;
}

// The ids of the sentences, a line each.
std::vector<std::string> ids_in(std::string_view text) {
    std::vector<std::string> ids;
    while (!text.empty())
        if (const auto id = base::take_until(text, '\n'); !id.empty()) ids.emplace_back(id);
    return ids;
}

// It fills what is asked of it itself.
std::string sentence(const wording::Catalogue& in, const std::string& id) {
    return in.sentence(
        id,
        {{"text", std::string_view{"{text}"}},
         {"number", std::string_view{"{number}"}},
         {"square", std::string_view{"{square}"}},
         {"piece", std::string_view{"{piece}"}}}
    );
}

// Each sentence where the page has its id between braces, and all of them for its script.
void fill_words(
    std::string& page, const wording::Catalogue& in, const std::vector<std::string>& ids
) {
    nlohmann::ordered_json words;
    for (const std::string& id : ids) {
        words[id] = sentence(in, id);
        replace_all(page, fmt::format("{{{}}}", id), scoresheet::html_escaped(sentence(in, id)));
    }
    replace_all(page, "{words}", within_element(words.dump()));
}

Result<Parts, Error> read_parts(const std::string& data, const std::string& name) {
    const auto folder =
        ANSAGE_TRY(files::find_page(name, data, base::phrase("the page of a table is not there")));
    Parts parts;
    parts.page = ANSAGE_TRY(files::read_file(folder / "index.html"));
    parts.style = ANSAGE_TRY(files::read_file(folder / "style.css"));
    parts.script = ANSAGE_TRY(files::read_file(folder / "bundle.js"));
    parts.icon = ANSAGE_TRY(files::read_file(folder / "icon.svg"));
    const std::string ids = ANSAGE_TRY(files::read_file(folder / "sentences.txt"));
    const std::string drawings = ANSAGE_TRY(files::read_file(folder / "board.svg"));
    parts.sentences = ids_in(ids);
    replace_all(parts.page, "{drawings}", drawings);
    return parts;
}

std::string
page_in(const Parts& parts, const wording::Wording& wording, const std::string& language) {
    std::string page = parts.page;
    fill_words(page, wording.in(language), parts.sentences);
    replace_all(page, "{language}", language);
    return page;
}

Result<Parts, Error>
read_watchers(const std::string& data, const wording::Wording& wording, const Subject& subject) {
    Parts parts = ANSAGE_TRY(read_parts(data, "page"));
    parts.page = page_in(parts, wording, subject.language);
    // An array of what is one object a line.
    std::string lines = subject.lines;
    while (lines.ends_with('\n')) lines.pop_back();
    replace_all(lines, "\n", ",\n");
    replace_all(parts.page, "{lines}", within_element(fmt::format("[{}]", lines)));
    return parts;
}

// What a policy names an inline style or script by.
std::string digest_source(const std::string& text) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    ::crypto_hash_sha256(
        digest.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size()
    );
    std::array<
        char,
        sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)>
        letters{};
    ::sodium_bin2base64(
        letters.data(), letters.size(), digest.data(), digest.size(), sodium_base64_VARIANT_ORIGINAL
    );
    return fmt::format("'sha256-{}'", letters.data());
}

void fill(std::string& page, const std::vector<Filled>& all) {
    for (const Filled& each : all) replace_all(page, each.mark, each.text);
}

// A page whose parts are files of their own; the policy is the server's to send.
void fill_served(std::string& page) {
    fill(
        page,
        {{"{policy}", {}},
         {"{style}", R"(<link rel="stylesheet" href="style.css">)"},
         {"{icon}", "icon.svg"},
         {"{script}", R"(<script type="module" src="bundle.js"></script>)"}}
    );
}

File page_file(std::string name, std::string page) {
    return {std::move(name), "text/html; charset=utf-8", std::move(page)};
}

Site parts_of_site(Parts parts) {
    return {
        {"style.css", "text/css; charset=utf-8", std::move(parts.style)},
        {"bundle.js", "text/javascript; charset=utf-8", std::move(parts.script)},
        {"icon.svg", "image/svg+xml", std::move(parts.icon)},
    };
}

} // namespace

Result<Site, Error>
make_site(const std::string& data, const wording::Wording& wording, const Subject& subject) {
    Parts parts = ANSAGE_TRY(read_watchers(data, wording, subject));
    fill_served(parts.page);
    File page = page_file("", std::move(parts.page));
    Site site = parts_of_site(std::move(parts));
    site.push_back(std::move(page));
    return site;
}

Result<Site, Error> make_persons_site(
    const std::string& data, const wording::Wording& wording, const std::string& language
) {
    Parts parts = ANSAGE_TRY(read_parts(data, "persons"));
    fill_served(parts.page);
    std::vector<File> pages{page_file("", page_in(parts, wording, language))};
    for (const std::string_view each : wording.languages())
        pages.push_back(page_file(std::string{each}, page_in(parts, wording, std::string{each})));
    Site site = parts_of_site(std::move(parts));
    std::ranges::move(pages, std::back_inserter(site));
    return site;
}

Result<std::string, Error>
make_file(const std::string& data, const wording::Wording& wording, const Subject& subject) {
    Parts parts = ANSAGE_TRY(read_watchers(data, wording, subject));
    const std::string policy = fmt::format(
        R"(<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'">)",
        digest_source(parts.script),
        digest_source(parts.style)
    );
    fill(
        parts.page,
        {{"{policy}", policy},
         {"{style}", fmt::format("<style>{}</style>", parts.style)},
         {"{icon}", "data:,"},
         {"{script}", fmt::format(R"(<script type="module">{}</script>)", parts.script)}}
    );
    return std::move(parts.page);
}

} // namespace ansage::gateway
