// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/tls_session.h"

#include "core/redis/tls_contexts.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <asio/ip/address.hpp>
#include <ctime>
#include <memory>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <string>

namespace lockkeeper::redis {

struct TlsPeer {
    std::string host;
    std::string caFile;
};

namespace {

using absl::Substitute;

constexpr std::size_t kNamesShown = 8;

std::string timeText(const ASN1_TIME* time)
{
    std::tm parts{};
    if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1)
        return trNoop("an unreadable date", "data");
    char text[64];
    const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
    return {text, size};
}

std::string nameText(const X509_NAME* name)
{
    const std::unique_ptr<BIO, int (*)(BIO*)> out(BIO_new(BIO_s_mem()), BIO_free);
    if (!out || name == nullptr)
        return trNoop("an unnamed one", "data");
    X509_NAME_print_ex(out.get(), name, 0, XN_FLAG_ONELINE & ~XN_FLAG_SPC_EQ);
    char* data = nullptr;
    const long size = BIO_get_mem_data(out.get(), &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size))
                    : trNoop("an unnamed one", "data");
}

std::string bytesOf(const ASN1_STRING* text)
{
    return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
        static_cast<std::size_t>(ASN1_STRING_length(text))};
}

std::string addressText(const std::string& bytes)
{
    if (bytes.size() == 4) {
        asio::ip::address_v4::bytes_type v4;
        std::copy(bytes.begin(), bytes.end(), v4.begin());
        return asio::ip::address_v4(v4).to_string();
    }
    if (bytes.size() == 16) {
        asio::ip::address_v6::bytes_type v6;
        std::copy(bytes.begin(), bytes.end(), v6.begin());
        return asio::ip::address_v6(v6).to_string();
    }
    return trNoop("an unreadable address", "data");
}

/// Alternative names, else the common name.
std::string hostsOf(X509* certificate)
{
    const auto free = [](GENERAL_NAMES* names) { GENERAL_NAMES_free(names); };
    const std::unique_ptr<GENERAL_NAMES, decltype(free)> names(
        static_cast<GENERAL_NAMES*>(
            X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
        free);
    std::string text;
    std::size_t shown = 0;
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
        const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
        if (name->type != GEN_DNS && name->type != GEN_IPADD)
            continue;
        if (shown++ == kNamesShown)
            return text + " ...";
        text += text.empty() ? "" : ", ";
        text += name->type == GEN_DNS ? bytesOf(name->d.dNSName)
                                      : addressText(bytesOf(name->d.iPAddress));
    }
    return text.empty() ? nameText(X509_get_subject_name(certificate)) : text;
}

std::string missingText(const std::string& what, const TlsPeer& peer)
{
    return peer.caFile.empty()
        ? Substitute(trNoop("$0, which the system's store does not have (name its file: ?ca=FILE, "
                            "or the field CA file)",
                         "data"),
            what)
        : Substitute(trNoop("$0, which $1 does not have", "data"), what, peer.caFile);
}

std::string selfSignedText(const std::string& what, const TlsPeer& peer)
{
    return peer.caFile.empty()
        ? Substitute(trNoop("$0 is signed by itself, and the system's store does not have it "
                            "(name its file: ?ca=FILE, or the field CA file)",
                         "data"),
            what)
        : Substitute(
            trNoop("$0 is signed by itself, and $1 does not have it", "data"), what, peer.caFile);
}

/// Call it in a failing verify callback.
std::string describeRejection(X509_STORE_CTX* verification, const TlsPeer& peer)
{
    X509* const certificate = X509_STORE_CTX_get_current_cert(verification);
    const int code = X509_STORE_CTX_get_error(verification);
    if (certificate == nullptr)
        return X509_verify_cert_error_string(code);
    const bool isCa = X509_STORE_CTX_get_error_depth(verification) > 0;
    const std::string name = nameText(X509_get_subject_name(certificate));
    const std::string what = isCa ? Substitute(trNoop("the CA certificate $0", "data"), name)
                                  : trNoop("the server's certificate", "data");
    const std::string from = timeText(X509_get0_notBefore(certificate));
    const std::string until = timeText(X509_get0_notAfter(certificate));
    switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return Substitute(
            trNoop("$0 has expired: it was valid from $1 to $2", "data"), what, from, until);
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return Substitute(
            trNoop("$0 is not valid yet: it will be from $1 to $2", "data"), what, from, until);
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return Substitute(
            trNoop("$0 is not for $1 but for $2", "data"), what, peer.host, hostsOf(certificate));
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return selfSignedText(what, peer);
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        return missingText(Substitute(trNoop("unknown CA: $0", "data"), name), peer);
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return missingText(Substitute(trNoop("unknown CA: $0 was issued by $1", "data"), what,
                               nameText(X509_get_issuer_name(certificate))),
            peer);
    default:
        return Substitute(
            trNoop("$0 is not trusted: $1", "data"), what, X509_verify_cert_error_string(code));
    }
}

std::string tlsErrorText(unsigned long code)
{
    switch (ERR_GET_REASON(code)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_UNEXPECTED_MESSAGE:
    case SSL_R_HTTP_REQUEST:
        return trNoop("the server does not speak TLS: perhaps this is a port for redis://", "data");
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
        : ssl(SSL_new(context.native_handle()))
    { }
    ~Private() { SSL_free(ssl); }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;

    [[nodiscard]] bool setUp();
    [[nodiscard]] bool expectHost();
    [[nodiscard]] Result<void> check(int returned);
    void drain(std::string& wire);
    static int onVerified(int isFine, X509_STORE_CTX* verification);

    SSL* ssl = nullptr;
    BIO* incoming = nullptr; ///< owned by `ssl`
    BIO* outgoing = nullptr; ///< owned by `ssl`
    TlsPeer peer;
    std::string rejection;
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
    // Certificates omit an absolute name's final dot.
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
    // The connection handles an orderly end.
    if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE
        || kind == SSL_ERROR_ZERO_RETURN)
        return {};
    if (!rejection.empty())
        return fail(ErrorClass::TlsFailed, rejection);
    return fail(ErrorClass::TlsFailed, tlsErrorText(ERR_peek_error()));
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
