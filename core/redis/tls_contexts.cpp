// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/tls_contexts.h"

#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <asio/error.hpp>
#include <asio/ssl/error.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/stat.h>
#include <system_error>

namespace lockkeeper::redis {
namespace {

std::string causeOf(const asio::error_code& error)
{
    const auto code = static_cast<unsigned int>(error.value());
    switch (ERR_GET_REASON(code)) {
    case PEM_R_BAD_PASSWORD_READ:
    case ERR_R_INTERRUPTED_OR_CANCELLED:
        return trNoop("it is encrypted; give one that is not, readable by its owner alone", "data");
    case PEM_R_NO_START_LINE:
    case X509_R_NO_CERTIFICATE_OR_CRL_FOUND:
    case ERR_R_UNSUPPORTED:
        return trNoop("it holds nothing of the kind in PEM form", "data");
    case X509_R_KEY_VALUES_MISMATCH:
        return trNoop("it does not belong to the certificate", "data");
    default: {
        const char* const reason = ERR_reason_error_string(code);
        return reason == nullptr ? error.message() : reason;
    }
    }
}

constexpr const char* kCaFile = trNoop("the CA file $0: $1", "data");
constexpr const char* kCertificate = trNoop("the client certificate $0: $1", "data");
constexpr const char* kKey = trNoop("the key $0: $1", "data");

/// OpenSSL does not say why a file can't be opened.
Result<void> openable(const char* format, const std::string& file)
{
    std::FILE* const opened = std::fopen(file.c_str(), "re");
    if (opened == nullptr)
        return fail(ErrorClass::TlsFailed,
            absl::Substitute(format, file, std::generic_category().message(errno)));
    std::fclose(opened);
    return {};
}

Result<void> used(const char* format, const std::string& file, const asio::error_code& error)
{
    if (error)
        return fail(ErrorClass::TlsFailed, absl::Substitute(format, file, causeOf(error)));
    return {};
}

/// OpenSSL would ask for a key's password on the terminal.
int refusePassword(char*, int, int, void*)
{
    return -1;
}

Result<void> trust(asio::ssl::context& context, const Tls& tls)
{
    asio::error_code error;
    if (tls.caFile.empty()) {
        context.set_default_verify_paths(error);
        return used(trNoop("the CA certificates of the system: $1", "data"), {}, error);
    }
    auto result = openable(kCaFile, tls.caFile);
    if (!result)
        return result;
    context.load_verify_file(tls.caFile, error);
    return used(kCaFile, tls.caFile, error);
}

Result<void> identify(asio::ssl::context& context, const Tls& tls)
{
    if (tls.certFile.empty())
        return {};
    const std::string& keyFile = tls.keyFile.empty() ? tls.certFile : tls.keyFile;
    SSL_CTX_set_default_passwd_cb(context.native_handle(), refusePassword);
    auto result = openable(kCertificate, tls.certFile);
    if (result)
        result = openable(kKey, keyFile);
    if (!result)
        return result;
    asio::error_code error;
    context.use_certificate_chain_file(tls.certFile, error);
    result = used(kCertificate, tls.certFile, error);
    if (!result)
        return result;
    context.use_private_key_file(keyFile, asio::ssl::context::pem, error);
    return used(kKey, keyFile, error);
}

std::string systemPath(const char* variable, const char* usual)
{
    const char* const chosen = ::secure_getenv(variable);
    return chosen == nullptr ? usual : chosen;
}

Result<std::shared_ptr<asio::ssl::context>> load(const Tls& tls)
{
    auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_client);
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    SSL_CTX_set_options(context->native_handle(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    // CA certificates last: they may be many.
    if (auto identified = identify(*context, tls); !identified)
        return tl::make_unexpected(std::move(identified.error()));
    if (auto trusted = trust(*context, tls); !trusted)
        return tl::make_unexpected(std::move(trusted.error()));
    return context;
}

} // namespace

void initialiseLibraries()
{
    (void)asio::error::get_netdb_category();
    (void)asio::error::get_addrinfo_category();
    (void)asio::error::get_misc_category();
    (void)asio::error::get_ssl_category();
    OPENSSL_init_crypto(0, nullptr);
}

TlsContexts::FileMark TlsContexts::markOf(const std::string& file)
{
    struct stat found { };
    if (file.empty() || ::stat(file.c_str(), &found) != 0)
        return {};
    return {found.st_dev, found.st_ino, found.st_size, found.st_ctim.tv_sec, found.st_ctim.tv_nsec};
}

std::vector<TlsContexts::FileMark> TlsContexts::marksOf(const Tls& tls)
{
    std::vector<FileMark> marks{markOf(tls.certFile), markOf(tls.keyFile)};
    if (!tls.caFile.empty()) {
        marks.push_back(markOf(tls.caFile));
    } else {
        marks.push_back(
            markOf(systemPath(X509_get_default_cert_file_env(), X509_get_default_cert_file())));
        marks.push_back(
            markOf(systemPath(X509_get_default_cert_dir_env(), X509_get_default_cert_dir())));
    }
    return marks;
}

Result<std::shared_ptr<asio::ssl::context>> TlsContexts::get(const Tls& tls)
{
    // Before reading: a change meanwhile is noticed next time.
    auto marks = marksOf(tls);
    const Files files{tls.caFile, tls.certFile, tls.keyFile};
    const auto known = m_entries.find(files);
    if (known != m_entries.end() && known->second.marks == marks)
        return known->second.context;
    auto context = load(tls);
    if (context)
        m_entries[files] = {std::move(marks), *context};
    else
        m_entries.erase(files);
    return context;
}

} // namespace lockkeeper::redis
