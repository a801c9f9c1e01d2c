// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/tls_verify.h"

#include <algorithm>
#include <asio/ip/address.hpp>
#include <ctime>
#include <memory>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace lockkeeper::redis {
namespace {

constexpr std::size_t kNamesShown = 8;

/// "2026-01-02 03:04:05 UTC".
std::string timeText(const ASN1_TIME* time)
{
    std::tm parts{};
    if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1)
        return "an unreadable date";
    char text[64];
    const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
    return {text, size};
}

std::string nameText(const X509_NAME* name)
{
    const std::unique_ptr<BIO, int (*)(BIO*)> out(BIO_new(BIO_s_mem()), BIO_free);
    if (!out || name == nullptr)
        return "an unnamed one";
    X509_NAME_print_ex(out.get(), name, 0, XN_FLAG_ONELINE & ~XN_FLAG_SPC_EQ);
    char* data = nullptr;
    const long size = BIO_get_mem_data(out.get(), &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : "an unnamed one";
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
    return "an unreadable address";
}

/// The hosts that a certificate is issued for: its alternative names, else its common name.
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

std::string storeText(const TlsPeer& peer)
{
    return peer.caFile.empty()
        ? "the system's store does not have (name its file: ?ca=FILE, or the field CA file)"
        : peer.caFile + " does not have";
}

} // namespace

std::string describeRejection(X509_STORE_CTX* verification, const TlsPeer& peer)
{
    X509* const certificate = X509_STORE_CTX_get_current_cert(verification);
    const int code = X509_STORE_CTX_get_error(verification);
    if (certificate == nullptr)
        return X509_verify_cert_error_string(code);
    const bool isCa = X509_STORE_CTX_get_error_depth(verification) > 0;
    const std::string what = isCa
        ? "the CA certificate " + nameText(X509_get_subject_name(certificate))
        : "the server's certificate";
    const std::string from = timeText(X509_get0_notBefore(certificate));
    const std::string until = timeText(X509_get0_notAfter(certificate));
    switch (code) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return what + " has expired: it was valid from " + from + " to " + until;
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return what + " is not valid yet: it will be from " + from + " to " + until;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return what + " is not for " + peer.host + " but for " + hostsOf(certificate);
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return what + " is signed by itself, and " + storeText(peer) + " it";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        return "unknown CA: " + nameText(X509_get_subject_name(certificate)) + ", which "
            + storeText(peer);
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return "unknown CA: " + what + " was issued by "
            + nameText(X509_get_issuer_name(certificate)) + ", which " + storeText(peer);
    default:
        return what + " is not trusted: " + X509_verify_cert_error_string(code);
    }
}

} // namespace lockkeeper::redis
