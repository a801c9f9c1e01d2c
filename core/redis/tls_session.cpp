// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/tls_session.h"

#include "core/redis/tls_contexts.h"
#include "core/redis/tls_verify.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <array>
#include <asio/ip/address.hpp>
#include <openssl/err.h>
#include <openssl/ssl.h>

namespace lockkeeper::redis {
namespace {

/// Text for a server's alert or an error found by OpenSSL.
std::string reasonText(unsigned long code)
{
    switch (ERR_GET_REASON(code)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_UNEXPECTED_MESSAGE:
    case SSL_R_HTTP_REQUEST:
        return trNoop("the server does not speak TLS; is it a port for redis://?", "data");
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
        return trNoop(
            "the server wants a client certificate; name it with ?cert=FILE&key=FILE", "data");
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
        return trNoop("the server does not trust the client certificate's CA", "data");
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
        return trNoop("the server says that the client certificate has expired", "data");
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
        return trNoop("the server refuses the client certificate", "data");
    case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE:
        return trNoop("the server refused the handshake; it may want a client certificate "
                      "(?cert=FILE&key=FILE) or offer no cipher of ours",
            "data");
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
        return trNoop("the server speaks no TLS version from 1.2", "data");
    default: {
        const char* const reason = ERR_reason_error_string(code);
        return absl::Substitute(trNoop("TLS failed: $0", "data"),
            reason == nullptr ? trNoop("no reason given", "data") : reason);
    }
    }
}

} // namespace

struct TlsSession::Private {
    explicit Private(asio::ssl::context& context)
        : ssl(SSL_new(context.native_handle())) // keeps a reference to the context
    { }
    ~Private() { SSL_free(ssl); }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;

    [[nodiscard]] bool setUp();
    [[nodiscard]] bool expectHost();
    /// The Error for the return value of an SSL_ function; success if it only needs more bytes.
    [[nodiscard]] Result<void> check(int returned);
    void drain(std::string& wire);
    static int onVerified(int isFine, X509_STORE_CTX* verification);

    SSL* ssl = nullptr;
    BIO* incoming = nullptr; ///< owned by `ssl`
    BIO* outgoing = nullptr; ///< owned by `ssl`
    TlsPeer peer;
    std::string rejection; ///< why the certificate was refused
    bool isEstablished = false;
};

bool TlsSession::Private::setUp()
{
    incoming = BIO_new(BIO_s_mem());
    outgoing = BIO_new(BIO_s_mem());
    if (ssl == nullptr || incoming == nullptr || outgoing == nullptr) {
        BIO_free(incoming);
        BIO_free(outgoing);
        return false;
    }
    SSL_set_bio(ssl, incoming, outgoing);
    SSL_set_app_data(ssl, this);
    SSL_set_connect_state(ssl);
    SSL_set_verify(ssl, SSL_VERIFY_PEER, onVerified);
    return expectHost();
}

bool TlsSession::Private::expectHost()
{
    X509_VERIFY_PARAM* const wanted = SSL_get0_param(ssl);
    asio::error_code notAnAddress;
    const auto address = asio::ip::make_address(peer.host, notAnAddress);
    if (!notAnAddress) {
        if (address.is_v4()) {
            const auto bytes = address.to_v4().to_bytes();
            return X509_VERIFY_PARAM_set1_ip(wanted, bytes.data(), bytes.size()) == 1;
        }
        const auto bytes = address.to_v6().to_bytes();
        return X509_VERIFY_PARAM_set1_ip(wanted, bytes.data(), bytes.size()) == 1;
    }
    // "redis.example." is the same name in absolute form; certificates omit the final dot.
    std::string name = peer.host;
    if (name.ends_with('.'))
        name.pop_back();
    // An empty name would disable the check.
    if (name.empty())
        return false;
    X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return X509_VERIFY_PARAM_set1_host(wanted, name.data(), name.size()) == 1
        && SSL_set_tlsext_host_name(ssl, name.c_str()) == 1;
}

int TlsSession::Private::onVerified(int isFine, X509_STORE_CTX* verification)
{
    auto* const ssl = static_cast<SSL*>(
        X509_STORE_CTX_get_ex_data(verification, SSL_get_ex_data_X509_STORE_CTX_idx()));
    auto* const self = static_cast<Private*>(SSL_get_app_data(ssl));
    if (isFine == 0 && self->rejection.empty())
        self->rejection = describeRejection(verification, self->peer);
    return isFine;
}

Result<void> TlsSession::Private::check(int returned)
{
    if (returned > 0)
        return {};
    const int kind = SSL_get_error(ssl, returned);
    // The orderly end of a session is handled when the connection ends.
    if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE
        || kind == SSL_ERROR_ZERO_RETURN)
        return {};
    if (!rejection.empty())
        return fail(ErrorClass::TlsFailed, rejection);
    return fail(ErrorClass::TlsFailed, reasonText(ERR_peek_error()));
}

void TlsSession::Private::drain(std::string& wire)
{
    std::array<char, 16384> buffer;
    for (int size; (size = BIO_read(outgoing, buffer.data(), static_cast<int>(buffer.size()))) > 0;)
        wire.append(buffer.data(), static_cast<std::size_t>(size));
}

Result<std::unique_ptr<TlsSession>> TlsSession::create(
    const Tls& tls, const std::string& host, TlsContexts& contexts)
{
    ERR_clear_error();
    auto context = contexts.get(tls);
    if (!context)
        return tl::make_unexpected(std::move(context.error()));
    auto d = std::make_unique<Private>(**context);
    d->peer = {host, tls.caFile};
    if (!d->setUp())
        return fail(ErrorClass::TlsFailed,
            absl::Substitute(
                trNoop("'$0' is no name that a certificate could have", "data"), host));
    return std::unique_ptr<TlsSession>(new TlsSession(std::move(d)));
}

TlsSession::TlsSession(std::unique_ptr<Private> d)
    : m_d(std::move(d))
{ }

TlsSession::~TlsSession() = default;

Result<void> TlsSession::receive(std::string_view bytes, std::string& plain, std::string& wire)
{
    ERR_clear_error();
    if (!bytes.empty()
        && BIO_write(m_d->incoming, bytes.data(), static_cast<int>(bytes.size())) <= 0)
        return fail(ErrorClass::TlsFailed, trNoop("no memory for what the server sent", "data"));
    Result<void> result;
    if (!m_d->isEstablished) {
        const int done = SSL_do_handshake(m_d->ssl);
        result = m_d->check(done);
        m_d->isEstablished = done == 1;
    }
    if (result && m_d->isEstablished) {
        std::array<char, 16384> buffer;
        int size = 0;
        while ((size = SSL_read(m_d->ssl, buffer.data(), static_cast<int>(buffer.size()))) > 0)
            plain.append(buffer.data(), static_cast<std::size_t>(size));
        result = m_d->check(size);
    }
    m_d->drain(wire);
    return result;
}

Result<void> TlsSession::send(std::string_view plain, std::string& wire)
{
    ERR_clear_error();
    while (!plain.empty()) {
        constexpr std::size_t kStep = 1 << 20;
        const std::string_view step = plain.substr(0, kStep);
        const int written = SSL_write(m_d->ssl, step.data(), static_cast<int>(step.size()));
        if (written <= 0) {
            auto result = m_d->check(written);
            return result ? fail(ErrorClass::TlsFailed,
                       trNoop("TLS failed: the session takes no more", "data"))
                          : result;
        }
        plain.remove_prefix(static_cast<std::size_t>(written));
    }
    m_d->drain(wire);
    return {};
}

bool TlsSession::isEstablished() const noexcept
{
    return m_d->isEstablished;
}

} // namespace lockkeeper::redis
