// SPDX-License-Identifier: GPL-3.0-or-later
#include "tls_browser.hpp"

#include <arpa/inet.h>
#include <array>
#include <fmt/format.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace ansage::tests {

namespace {

constexpr timeval browser_waits{30, 0};

int connected(std::uint16_t port, const TlsBrowser::Choice& choice) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in own{};
    own.sin_family = AF_INET;
    ::inet_pton(AF_INET, choice.from.c_str(), &own.sin_addr);
    sockaddr_in place = own;
    place.sin_port = htons(port);
    ::inet_pton(AF_INET, choice.to.c_str(), &place.sin_addr);
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &browser_waits, sizeof browser_waits);
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &browser_waits, sizeof browser_waits);
    const bool is_open = ::bind(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0 &&
        ::connect(socket, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0;
    if (is_open) return socket;
    ::close(socket);
    return -1;
}

} // namespace

struct TlsBrowser::Contents {
    Contents(std::uint16_t port, const Choice& choice)
        : context(::SSL_CTX_new(::TLS_client_method())),
          socket(connected(port, choice)) {
        if (choice.newest != 0) {
            ::SSL_CTX_set_security_level(
                context, 0
            ); // or it would not even ask for so old a version
            ::SSL_CTX_set_min_proto_version(context, 0);
            ::SSL_CTX_set_max_proto_version(context, choice.newest);
        }
        ssl = ::SSL_new(context);
        ::SSL_set_fd(ssl, socket);
        is_ended = socket < 0 || ::SSL_connect(ssl) != 1;
    }

    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    Contents(Contents&&) = delete;
    Contents& operator=(Contents&&) = delete;

    ~Contents() {
        ::SSL_free(ssl);
        ::SSL_CTX_free(context);
        if (socket >= 0) ::close(socket);
    }

    SSL_CTX* context;
    SSL* ssl = nullptr;
    int socket;
    bool is_ended = false;
    std::string received;
};

TlsBrowser::TlsBrowser(std::uint16_t port)
    : TlsBrowser(port, Choice{}) {}

TlsBrowser::TlsBrowser(std::uint16_t port, const Choice& choice)
    : contents_(std::make_unique<Contents>(port, choice)) {}

TlsBrowser::TlsBrowser(TlsBrowser&&) noexcept = default;
TlsBrowser::~TlsBrowser() = default;

bool TlsBrowser::is_open() const { return !contents_->is_ended; }

const std::string& TlsBrowser::received() const { return contents_->received; }

std::string TlsBrowser::fingerprint() const {
    X509* const certificate = ::SSL_get1_peer_certificate(contents_->ssl);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (certificate != nullptr) ::X509_digest(certificate, ::EVP_sha256(), digest.data(), &size);
    ::X509_free(certificate);
    std::string text;
    for (unsigned int i = 0; i < size; ++i)
        text += fmt::format("{}{:02X}", i > 0 && i % 2 == 0 ? " " : "", digest.at(i));
    return text;
}

bool TlsBrowser::send(std::string_view text) {
    const int size = static_cast<int>(text.size());
    return !contents_->is_ended && ::SSL_write(contents_->ssl, text.data(), size) == size;
}

bool TlsBrowser::read_some() {
    if (contents_->is_ended) return false;
    std::array<char, 65536> buffer{};
    const int count = ::SSL_read(contents_->ssl, buffer.data(), static_cast<int>(buffer.size()));
    if (count > 0) {
        contents_->received.append(buffer.data(), static_cast<std::size_t>(count));
        return true;
    }
    // At the limit it would wait on.
    contents_->is_ended = ::SSL_get_error(contents_->ssl, count) != SSL_ERROR_WANT_READ;
    return false;
}

bool TlsBrowser::await(std::string_view text) {
    while (contents_->received.find(text) == std::string::npos)
        if (!read_some()) return false;
    return true;
}

bool TlsBrowser::await_end() {
    while (read_some()) {
    }
    return contents_->is_ended;
}

} // namespace ansage::tests
