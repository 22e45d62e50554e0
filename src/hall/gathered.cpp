// SPDX-License-Identifier: GPL-3.0-or-later
#include "hall/gathered.hpp"

#include "acts/table_setup.hpp"
#include "base/try.hpp"
#include "files/files.hpp"
#include "hall/told.hpp"
#include "journal/replay.hpp"
#include "terminal/options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ansage::hall {

using base::Error;
using base::Result;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::uint64_t longest_journal = 64U << 20U;
constexpr std::uint64_t most_chunks = 4096;
constexpr std::size_t longest_chunk = 1U << 20U;

std::optional<std::string> from_base64(const std::string& text) {
    std::string bytes(text.size(), '\0');
    std::size_t size = 0;
    const int code = sodium_base642bin(
        reinterpret_cast<unsigned char*>(bytes.data()), // NOLINT: bytes of a file
        bytes.size(),
        text.data(),
        text.size(),
        nullptr,
        &size,
        nullptr,
        sodium_base64_VARIANT_ORIGINAL
    );
    bytes.resize(size);
    return code == 0 ? std::optional{std::move(bytes)} : std::nullopt;
}

// Only its owner may look into it. Removed with everything in it.
class VerifyingFolder {
public:
    explicit VerifyingFolder(const fs::path& beside)
        : path_(beside.string() + fmt::format(".verify-{}", ::getpid())) {
        std::error_code ignored;
        fs::create_directory(path_, ignored);
        fs::permissions(path_, fs::perms::owner_all, ignored);
    }

    VerifyingFolder(const VerifyingFolder&) = delete;
    VerifyingFolder& operator=(const VerifyingFolder&) = delete;

    ~VerifyingFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    fs::path file() const { return path_ / "game.ansage"; }

private:
    fs::path path_;
};

tl::unexpected<Error> not_kept(base::Phrase what, const fs::path& file) {
    return tl::unexpected(Error{
        std::move(what), file.string(), base::phrase("it is not kept; fetch it again")});
}

Result<Kept, Error>
verified(journal::Journal& game, const fs::path& file, const std::string& data) {
    const auto header = ANSAGE_TRY(game.header());
    const auto kit = ANSAGE_TRY(acts::load_table(header, data, file.string()));
    const auto verification = ANSAGE_TRY(journal::verify(game, kit.setup));
    if (verification.difference) {
        return not_kept(
            base::phrase(
                "the game differs from what its table decided at record {}",
                verification.difference->record
            ),
            file
        );
    }
    return journal::rebuild(game, kit.setup).map([&](const table::State& state) {
        return Kept{
            .records = verification.records,
            .moves = table::completed_plies(state).value(),
            .result = state.result ? std::string{laws::to_string(state.result->score)} : "*"};
    });
}

// Everything that the old one holds, in order, and perhaps more.
Result<bool, Error> goes_on_from(journal::Journal& newer, const fs::path& old) {
    auto before = ANSAGE_TRY(journal::Journal::open(old));
    if (before.digest() == newer.digest()) return true;
    auto reader = ANSAGE_TRY(newer.read());
    for (auto row = reader.next_row(); row; row = reader.next_row()) {
        if (!*row) return false;
        if ((*row)->digest == before.digest()) return true;
    }
    return false;
}

Result<void, Error> write_private(const fs::path& file, const std::string& bytes) {
    const ::mode_t before = ::umask(0077);
    auto written = files::write_file(file, bytes);
    ::umask(before);
    return written;
}

} // namespace

Assembly::News Assembly::take(const std::string& json) {
    const Json chunk = Json::parse(json, nullptr, false);
    if (!chunk.is_object()) return News::none;
    const std::string hash = told_text(chunk, "hash");
    const std::uint64_t count = told_number(chunk, "chunks").value_or(0);
    const std::uint64_t number = told_number(chunk, "chunk").value_or(0);
    auto data = from_base64(told_text(chunk, "data"));
    const std::uint64_t size = told_number(chunk, "bytes").value_or(0);
    if (!data || data->size() > longest_chunk || number >= count || count > most_chunks ||
        size > longest_journal)
        return News::none;
    if (hash != hash_ || count != chunks_.size() || size != size_) {
        *this = Assembly{};
        hash_ = hash;
        size_ = size;
        chunks_.resize(count);
        digest_ = told_text(chunk, "digest");
    }
    const bool is_new = !chunks_[number];
    if (is_new && data->size() > size_ - held_) return News::none; // more than it says of itself
    held_ += is_new ? data->size() : 0;
    chunks_[number] = *std::move(data);
    return missing() == chunks_.size() ? check() : is_new ? News::more : News::none;
}

std::uint64_t Assembly::missing() const {
    const auto gap = std::ranges::find_if(chunks_, [](const auto& chunk) { return !chunk; });
    return static_cast<std::uint64_t>(gap - chunks_.begin());
}

std::string Assembly::bytes() const {
    std::string whole;
    for (const auto& chunk : chunks_) whole += chunk.value_or("");
    return whole;
}

Assembly::News Assembly::check() const {
    const std::string whole = bytes();
    const bool is_right =
        whole.size() == size_ && journal::to_string(journal::chained({}, {whole})) == hash_;
    return is_right ? News::whole : News::broken;
}

Result<Kept, Error> keep_journal(
    const std::string& bytes,
    const std::string& digest,
    const fs::path& file,
    const std::string& data
) {
    const VerifyingFolder folder{file};
    ANSAGE_TRY(write_private(folder.file(), bytes));
    auto game = journal::Journal::open(folder.file(), journal::Extent::to_verify);
    if (!game) return not_kept(game.error().what, file);
    if (journal::to_string(game->digest()) != digest)
        return not_kept(base::phrase("the journal is not the one that its table told of"), file);
    auto kept = verified(*game, file, data);
    if (!kept) return kept;
    std::error_code ignored;
    if (fs::exists(file, ignored)) {
        const auto goes_on = goes_on_from(*game, file);
        if (!goes_on || !*goes_on) {
            return tl::unexpected(Error{
                base::phrase("another game lies there"),
                file.string(),
                base::phrase("give another folder with --out")});
        }
    }
    if (const auto before = files::read_file(file); before && *before == bytes) {
        kept->is_new = false;
        return kept;
    }
    return write_private(file, bytes).map([&] { return *kept; });
}

} // namespace ansage::hall
