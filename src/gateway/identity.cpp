// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/identity.hpp"

#include "base/try.hpp"
#include "files/files.hpp"
#include "files/profile_path.hpp"
#include "gateway/handover/private_file.hpp"

#include <array>
#include <chrono>
#include <ctime>
#include <fmt/format.h>
#include <memory>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace ansage::gateway {

using base::Error;
using base::Result;
namespace fs = std::filesystem;

namespace {

template <auto free>
struct Freed {
    void operator()(auto* object) const { free(object); }
};

using Certificate = std::unique_ptr<X509, Freed<::X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<::EVP_PKEY_free>>;
using Memory = std::unique_ptr<BIO, Freed<::BIO_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freed<::X509_EXTENSION_free>>;

constexpr std::chrono::hours day{24};
// Browsers of Apple load no page whose certificate is good for more than 825 days, even where
// somebody accepts it (support.apple.com/103769).
constexpr auto validity = 820 * day;
// It may have been made on a machine whose clock is ahead of the telephone's.
constexpr auto clock_error = day;

// A key that has no password is never asked for one at a terminal.
int no_password(char* /*into*/, int /*size*/, int /*is_written*/, void* /*given*/) { return -1; }

Memory memory_of(const std::string& text) {
    return Memory{::BIO_new_mem_buf(text.data(), static_cast<int>(text.size()))};
}

std::string text_in(BIO& memory) {
    char* data = nullptr;
    const long size = ::BIO_get_mem_data(&memory, &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string{};
}

Certificate certificate_in(const std::string& pem) {
    const Memory memory = memory_of(pem);
    return Certificate{::PEM_read_bio_X509(memory.get(), nullptr, no_password, nullptr)};
}

Key key_in(const std::string& pem) {
    const Memory memory = memory_of(pem);
    return Key{::PEM_read_bio_PrivateKey(memory.get(), nullptr, no_password, nullptr)};
}

// Empty: the system's library refuses.
std::string fingerprint_of(const X509& certificate) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (::X509_digest(&certificate, ::EVP_sha256(), digest.data(), &size) != 1) return {};
    std::string text;
    for (unsigned int i = 0; i < size; ++i)
        text += fmt::format("{}{:02X}", i > 0 && i % 2 == 0 ? " " : "", digest.at(i));
    return text;
}

// It lasts for today's game as well.
bool is_still_good(const X509& certificate) {
    std::time_t tomorrow =
        std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() + day);
    return ::X509_cmp_time(::X509_get0_notAfter(&certificate), &tomorrow) > 0;
}

bool extend(X509& certificate, int kind, const std::string& value) {
    const Extension made{::X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str())};
    return made && ::X509_add_ext(&certificate, made.get(), -1) == 1;
}

std::string alternative_names(const OwnAddresses& own) {
    std::string all = "DNS:localhost,IP:127.0.0.1";
    for (const std::string& name : own.names) all += ",DNS:" + name;
    for (const std::string& address : own.addresses) all += ",IP:" + address;
    return all;
}

bool fill_number(X509& certificate) {
    std::uint64_t number = 0;
    return ::RAND_bytes(reinterpret_cast<unsigned char*>(&number), sizeof number) == 1 &&
        ::ASN1_INTEGER_set_uint64(::X509_get_serialNumber(&certificate), number >> 1U) == 1;
}

bool fill_times(X509& certificate) {
    const auto seconds = [](auto duration) {
        return static_cast<long>(std::chrono::seconds{duration}.count());
    };
    return ::X509_gmtime_adj(::X509_getm_notBefore(&certificate), -seconds(clock_error)) !=
        nullptr &&
        ::X509_gmtime_adj(::X509_getm_notAfter(&certificate), seconds(validity - clock_error)) !=
        nullptr;
}

bool fill_name(X509& certificate) {
    X509_NAME* const name = ::X509_get_subject_name(&certificate);
    const auto* const text = reinterpret_cast<const unsigned char*>("Ansage");
    return ::X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, text, -1, -1, 0) == 1 &&
        ::X509_set_issuer_name(&certificate, name) == 1;
}

// Null: the system's library refuses.
Certificate certificate_for(EVP_PKEY& key, const OwnAddresses& own) {
    Certificate made{::X509_new()};
    const bool is_made = made && ::X509_set_version(made.get(), X509_VERSION_3) == 1 &&
        fill_number(*made) && fill_times(*made) && fill_name(*made) &&
        ::X509_set_pubkey(made.get(), &key) == 1 &&
        extend(*made, NID_basic_constraints, "critical,CA:FALSE") &&
        extend(*made, NID_key_usage, "critical,digitalSignature") &&
        extend(*made, NID_ext_key_usage, "serverAuth") &&
        extend(*made, NID_subject_alt_name, alternative_names(own)) &&
        ::X509_sign(made.get(), &key, ::EVP_sha256()) > 0;
    return is_made ? std::move(made) : nullptr;
}

// Empty: the system's library refuses.
std::string pem_of(const X509& certificate, const EVP_PKEY& key) {
    const Memory memory{::BIO_new(::BIO_s_mem())};
    const bool is_written = memory && ::PEM_write_bio_X509(memory.get(), &certificate) == 1 &&
        ::PEM_write_bio_PrivateKey(memory.get(), &key, nullptr, nullptr, 0, nullptr, nullptr) == 1;
    return is_written ? text_in(*memory) : std::string{};
}

std::optional<Identity> make_identity(const OwnAddresses& own) {
    const Key key{EVP_EC_gen("P-256")};
    if (!key) return std::nullopt;
    const Certificate certificate = certificate_for(*key, own);
    if (!certificate) return std::nullopt;
    Identity made{pem_of(*certificate, *key), fingerprint_of(*certificate)};
    const bool is_whole = !made.pem.empty() && !made.fingerprint.empty();
    return is_whole ? std::optional{std::move(made)} : std::nullopt;
}

bool is_open_to_others(const fs::path& file) {
    constexpr auto others = fs::perms::group_all | fs::perms::others_all;
    std::error_code ignored;
    return fs::exists(file, ignored) &&
        (fs::status(file, ignored).permissions() & others) != fs::perms::none;
}

} // namespace

fs::path identity_file() { return files::user_directory() / "page.pem"; }

std::optional<Identity> read_identity(const fs::path& file) {
    const auto pem = files::read_file(file);
    if (!pem) return std::nullopt;
    const Certificate certificate = certificate_in(*pem);
    const Key key = key_in(*pem);
    const bool is_whole =
        certificate && key && ::X509_check_private_key(certificate.get(), key.get()) == 1;
    ::ERR_clear_error(); // what is no certificate is none, and no error
    if (!is_whole || !is_still_good(*certificate)) return std::nullopt;
    return Identity{*pem, fingerprint_of(*certificate)};
}

Result<Identity, Error> read_or_make_identity(const fs::path& file, const OwnAddresses& own) {
    if (is_open_to_others(file)) {
        return tl::unexpected{Error{
            base::phrase("others can read this key"),
            file.string(),
            base::phrase("remove it; a new one is made then")}};
    }
    if (auto kept = read_identity(file)) return *std::move(kept);
    auto made = make_identity(own);
    if (!made) {
        return tl::unexpected{Error{
            base::phrase("no certificate can be made"),
            file.string(),
            base::phrase("is OpenSSL installed as Debian has it?")}};
    }
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    ANSAGE_TRY(write_private(file, made->pem));
    return *std::move(made);
}

} // namespace ansage::gateway
