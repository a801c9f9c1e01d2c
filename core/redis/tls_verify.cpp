// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/tls_verify.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <asio/ip/address.hpp>
#include <ctime>
#include <memory>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace lockkeeper::redis {
namespace {

using absl::Substitute;

constexpr std::size_t kNamesShown = 8;

/// "2026-01-02 03:04:05 UTC".
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

/// The CA certificate that is missing, and where.
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
        ? Substitute(trNoop("$0 is signed by itself, and the system's store does not have (name "
                            "its file: ?ca=FILE, or the field CA file) it",
                         "data"),
            what)
        : Substitute(
            trNoop("$0 is signed by itself, and $1 does not have it", "data"), what, peer.caFile);
}

} // namespace

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

} // namespace lockkeeper::redis
