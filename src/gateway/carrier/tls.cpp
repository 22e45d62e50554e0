// SPDX-License-Identifier: GPL-3.0-or-later
#include "gateway/carrier/tls.hpp"

#include <algorithm>
#include <climits>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <utility>

namespace ansage::gateway {

namespace {

template <auto free>
struct Freed {
    void operator()(auto* object) const { free(object); }
};

using Context = std::unique_ptr<SSL_CTX, Freed<::SSL_CTX_free>>;
using Ssl = std::unique_ptr<SSL, Freed<::SSL_free>>;
using Source = std::unique_ptr<BIO, Freed<::BIO_free>>;
using Certificate = std::unique_ptr<X509, Freed<::X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<::EVP_PKEY_free>>;

// A key that has no password is never asked for one at a terminal.
int no_password(char* /*into*/, int /*size*/, int /*is_written*/, void* /*given*/) { return -1; }

Source source_of(const std::string& text) {
    return Source{::BIO_new_mem_buf(text.data(), static_cast<int>(text.size()))};
}

bool use(SSL_CTX& context, const std::string& identity) {
    const Source for_certificate = source_of(identity);
    const Source for_key = source_of(identity);
    if (!for_certificate || !for_key) return false;
    const Certificate certificate{
        ::PEM_read_bio_X509(for_certificate.get(), nullptr, no_password, nullptr)};
    const Key key{::PEM_read_bio_PrivateKey(for_key.get(), nullptr, no_password, nullptr)};
    return certificate && key && ::SSL_CTX_use_certificate(&context, certificate.get()) == 1 &&
        ::SSL_CTX_use_PrivateKey(&context, key.get()) == 1 &&
        ::SSL_CTX_check_private_key(&context) == 1;
}

// A browser that comes back has a ticket; nothing is kept of it here.
void be_strict(SSL_CTX& context) {
    ::SSL_CTX_set_options(
        &context,
        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
            SSL_OP_PRIORITIZE_CHACHA
    );
    ::SSL_CTX_set_mode(
        &context,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
            SSL_MODE_RELEASE_BUFFERS
    );
    ::SSL_CTX_set_session_cache_mode(&context, SSL_SESS_CACHE_OFF);
}

int as_size(std::size_t size) {
    return static_cast<int>(std::min(size, static_cast<std::size_t>(INT_MAX)));
}

} // namespace

struct TlsSession::Contents {
    Ssl ssl;
    bool is_broken = false; // no more may be asked of it
    bool has_begun = false;

    // What is to be done after a call that gave `result`.
    Step after(int result) {
        if (result > 0) {
            has_begun = true;
            return {result, 0};
        }
        switch (::SSL_get_error(ssl.get(), result)) {
        case SSL_ERROR_WANT_READ: return {-1, POLLIN};
        case SSL_ERROR_WANT_WRITE: return {-1, POLLOUT};
        case SSL_ERROR_ZERO_RETURN: return {0, 0};
        default: is_broken = true; return {-1, 0};
        }
    }
};

TlsSession::TlsSession(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

TlsSession::TlsSession(TlsSession&&) noexcept = default;
TlsSession& TlsSession::operator=(TlsSession&&) noexcept = default;
TlsSession::~TlsSession() = default;

TlsSession::Step TlsSession::read(char* into, std::size_t size) {
    if (contents_->is_broken) return {};
    ::ERR_clear_error();
    return contents_->after(::SSL_read(contents_->ssl.get(), into, as_size(size)));
}

TlsSession::Step TlsSession::write(const char* from, std::size_t size) {
    if (contents_->is_broken || size == 0) return {size == 0 ? 0 : -1, 0};
    ::ERR_clear_error();
    return contents_->after(::SSL_write(contents_->ssl.get(), from, as_size(size)));
}

void TlsSession::say_goodbye() {
    if (contents_->is_broken || !contents_->has_begun) return;
    ::ERR_clear_error();
    ::SSL_shutdown(contents_->ssl.get());
}

struct Tls::Contents {
    Context context;
};

Tls::Tls(std::unique_ptr<Contents> contents)
    : contents_(std::move(contents)) {}

Tls::Tls(Tls&&) noexcept = default;
Tls& Tls::operator=(Tls&&) noexcept = default;
Tls::~Tls() = default;

std::optional<Tls> Tls::with(const std::string& identity) {
    Context context{::SSL_CTX_new(::TLS_server_method())};
    if (!context || ::SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION) != 1 ||
        !use(*context, identity))
        return std::nullopt;
    be_strict(*context);
    return Tls{std::make_unique<Contents>(Contents{std::move(context)})};
}

std::optional<TlsSession> Tls::session(const base::Descriptor& socket) const {
    Ssl ssl{::SSL_new(contents_->context.get())};
    if (!ssl || ::SSL_set_fd(ssl.get(), socket.number()) != 1) return std::nullopt;
    ::SSL_set_accept_state(ssl.get());
    return TlsSession{std::make_unique<TlsSession::Contents>(TlsSession::Contents{std::move(ssl)})};
}

} // namespace ansage::gateway
