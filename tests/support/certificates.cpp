// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/certificates.h"

#include <cstdio>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdexcept>

namespace lockkeeper::tests {
namespace {

template <auto Free> struct Deleter {
    template <class T> void operator()(T* pointer) const noexcept { Free(pointer); }
};
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Deleter<X509_free>>;
using File = std::unique_ptr<std::FILE, Deleter<std::fclose>>;

void require(bool isDone)
{
    if (!isDone)
        throw std::runtime_error("OpenSSL can't make a certificate");
}

Key makeKey()
{
    Key key(EVP_EC_gen("P-256"));
    require(key != nullptr);
    return key;
}

void addExtension(X509* certificate, int id, const std::string& value)
{
    std::unique_ptr<X509_EXTENSION, Deleter<X509_EXTENSION_free>> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, id, value.c_str()));
    require(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

std::string alternativeNames(const std::vector<std::string>& hosts)
{
    std::string text;
    for (const std::string& host : hosts) {
        std::unique_ptr<ASN1_OCTET_STRING, Deleter<ASN1_OCTET_STRING_free>> address(
            a2i_IPADDRESS(host.c_str()));
        text.append(text.empty() ? "" : ",").append(address ? "IP:" : "DNS:").append(host);
    }
    return text;
}

Certificate makeCertificate(EVP_PKEY* key, const CertificateOptions& options)
{
    Certificate certificate(X509_new());
    require(certificate && X509_set_version(certificate.get(), 2) == 1);
    std::int64_t serial = 0;
    require(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), 7) == 1);
    ASN1_INTEGER_set_int64(X509_get_serialNumber(certificate.get()), serial | 1);
    using std::chrono::seconds;
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), seconds(options.validFrom).count());
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), seconds(options.validUntil).count());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
        reinterpret_cast<const unsigned char*>(options.commonName.c_str()), -1, -1, 0);
    require(X509_set_pubkey(certificate.get(), key) == 1);
    if (!options.hosts.empty())
        addExtension(certificate.get(), NID_subject_alt_name, alternativeNames(options.hosts));
    return certificate;
}

File create(const std::filesystem::path& path)
{
    File file(std::fopen(path.c_str(), "wx"));
    if (!file)
        throw std::runtime_error("can't write " + path.string());
    return file;
}

void writeCertificate(const std::filesystem::path& path, X509* certificate)
{
    require(PEM_write_X509(create(path).get(), certificate) == 1);
}

void writeKey(const std::filesystem::path& path, EVP_PKEY* key, const std::string& password)
{
    const bool isEncrypted = !password.empty();
    require(PEM_write_PKCS8PrivateKey(create(path).get(), key,
                isEncrypted ? EVP_aes_256_cbc() : nullptr, isEncrypted ? password.data() : nullptr,
                static_cast<int>(password.size()), nullptr, nullptr)
        == 1);
}

} // namespace

struct CertificateAuthority::Private {
    Key key;
    Certificate certificate;
};

CertificateAuthority::CertificateAuthority(std::filesystem::path directory, const std::string& name)
    : m_directory(std::move(directory))
    , m_name(name)
    , m_d(std::make_unique<Private>())
{
    m_d->key = makeKey();
    m_d->certificate = makeCertificate(m_d->key.get(), {.commonName = name});
    X509* const certificate = m_d->certificate.get();
    addExtension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    addExtension(certificate, NID_key_usage, "critical,keyCertSign");
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    require(X509_sign(certificate, m_d->key.get(), EVP_sha256()) > 0);
    writeCertificate(file(), certificate);
}

CertificateAuthority::~CertificateAuthority() = default;

std::filesystem::path CertificateAuthority::file() const
{
    return m_directory / (m_name + ".pem");
}

CertificateFiles CertificateAuthority::issue(
    const std::string& name, const CertificateOptions& options) const
{
    const Key key = makeKey();
    const Certificate certificate = makeCertificate(key.get(), options);
    X509_set_issuer_name(certificate.get(), X509_get_subject_name(m_d->certificate.get()));
    require(X509_sign(certificate.get(), m_d->key.get(), EVP_sha256()) > 0);
    CertificateFiles files{m_directory / (name + ".crt"), m_directory / (name + ".key")};
    writeCertificate(files.certificate, certificate.get());
    writeKey(files.key, key.get(), options.keyPassword);
    return files;
}

std::vector<std::string> CertificateAuthority::serverArguments(
    const CertificateFiles& files, bool wantsClientCertificate) const
{
    return {"--tls-cert-file", files.certificate, "--tls-key-file", files.key, "--tls-ca-cert-file",
        file(), "--tls-auth-clients", wantsClientCertificate ? "yes" : "no"};
}

} // namespace lockkeeper::tests
