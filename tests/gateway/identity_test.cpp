// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/tls.hpp"
#include "gateway/identity.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

#include <array>
#include <fstream>
#include <memory>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

namespace {

using namespace ansage;
using namespace ansage::gateway;

const OwnAddresses own{{"192.0.2.7", "198.51.100.2"}, {"tisch", "tisch.local"}};

struct Read {
    explicit Read(const std::string& pem) {
        BIO* const memory = ::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
        certificate = ::PEM_read_bio_X509(memory, nullptr, nullptr, nullptr);
        key = ::PEM_read_bio_PrivateKey(memory, nullptr, nullptr, nullptr);
        ::BIO_free(memory);
    }

    Read(const Read&) = delete;
    Read& operator=(const Read&) = delete;
    Read(Read&&) = delete;
    Read& operator=(Read&&) = delete;

    ~Read() {
        ::X509_free(certificate);
        ::EVP_PKEY_free(key);
    }

    X509* certificate = nullptr;
    EVP_PKEY* key = nullptr;
};

// The same certificate, over since a day.
std::string expired(const std::string& pem) {
    const Read read{pem};
    ::X509_gmtime_adj(::X509_getm_notAfter(read.certificate), -24L * 3600);
    ::X509_sign(read.certificate, read.key, ::EVP_sha256());
    BIO* const memory = ::BIO_new(::BIO_s_mem());
    ::PEM_write_bio_X509(memory, read.certificate);
    ::PEM_write_bio_PrivateKey(memory, read.key, nullptr, nullptr, 0, nullptr, nullptr);
    char* data = nullptr;
    const long size = ::BIO_get_mem_data(memory, &data);
    std::string text(data, static_cast<std::size_t>(size));
    ::BIO_free(memory);
    return text;
}

} // namespace

TEST_CASE("A certificate is made once, for its owner alone", "[gateway]") {
    const tests::Folder folder;
    const std::string file = folder / "new/page.pem";
    CHECK_FALSE(read_identity(file));
    const auto made = read_or_make_identity(file, own);
    REQUIRE(made);

    struct stat status {};

    REQUIRE(::stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0600);
    CHECK(made->fingerprint.size() == 79); // sixteen groups of four
    // Another address is no reason for another certificate, which browsers would warn of anew.
    const auto again = read_or_make_identity(file, {{"192.0.2.8"}, {"other"}});
    REQUIRE(again);
    CHECK(again->pem == made->pem);
    CHECK(again->fingerprint == made->fingerprint);
    CHECK(read_identity(file)->fingerprint == made->fingerprint);
    CHECK(Tls::with(made->pem).has_value());
}

TEST_CASE("A certificate is as browsers of telephones want it", "[gateway]") {
    const tests::Folder folder;
    const Read read{read_or_make_identity(folder / "page.pem", own)->pem};
    REQUIRE(read.certificate != nullptr);
    for (const char* address : {"192.0.2.7", "198.51.100.2", "127.0.0.1"})
        CHECK(::X509_check_ip_asc(read.certificate, address, 0) == 1);
    for (const char* name : {"tisch", "tisch.local", "localhost"})
        CHECK(::X509_check_host(read.certificate, name, 0, 0, nullptr) == 1);
    CHECK(::X509_check_ip_asc(read.certificate, "192.0.2.8", 0) == 0);
    CHECK((::X509_get_extended_key_usage(read.certificate) & XKU_SSL_SERVER) != 0);
    int days = 0;
    int seconds = 0;
    ::ASN1_TIME_diff(
        &days,
        &seconds,
        ::X509_get0_notBefore(read.certificate),
        ::X509_get0_notAfter(read.certificate)
    );
    CHECK(days <= 825); // support.apple.com/103769
    CHECK(days > 800);
    CHECK(::EVP_PKEY_get_bits(read.key) == 256);
}

TEST_CASE("What is no certificate any more is made anew", "[gateway]") {
    const tests::Folder folder;
    const std::string file = folder / "page.pem";
    const auto first = read_or_make_identity(file, own);
    REQUIRE(first);
    const std::string key = first->pem.substr(first->pem.find("-----BEGIN PRIVATE"));
    const std::string other = read_or_make_identity(folder / "other.pem", own)->pem;
    for (const std::string& spoilt :
         {std::string{},
          std::string{"hello"},
          first->pem.substr(0, first->pem.size() / 2),
          key,
          other.substr(0, other.find("-----BEGIN PRIVATE")) + key,
          expired(first->pem)}) {
        CAPTURE(spoilt);
        std::ofstream{file} << spoilt; // its owner's alone, as before
        CHECK_FALSE(read_identity(file));
        const auto made = read_or_make_identity(file, own);
        REQUIRE(made);
        CHECK(made->fingerprint != first->fingerprint);
        CHECK(read_identity(file)->fingerprint == made->fingerprint);
    }
    CHECK_FALSE(Tls::with("hello"));
    CHECK_FALSE(Tls::with(key));
}

TEST_CASE("A key that others can read is not used", "[gateway]") {
    const tests::Folder folder;
    const std::string file = folder / "page.pem";
    REQUIRE(read_or_make_identity(file, own));
    REQUIRE(::chmod(file.c_str(), 0640) == 0);
    const auto refused = read_or_make_identity(file, own);
    REQUIRE_FALSE(refused);
    CHECK(base::to_line(refused.error()).find(file) != std::string::npos);
    CHECK_FALSE(read_or_make_identity(folder.path(), own)); // a folder in its place
}
