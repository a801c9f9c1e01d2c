// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::tests {

/// The PEM files of a certificate and its key.
struct CertificateFiles {
    std::filesystem::path certificate;
    std::filesystem::path key;
};

/// The contents of a certificate.
struct CertificateOptions {
    std::string commonName = "a test";
    std::vector<std::string> hosts{}; ///< host names and IP addresses that it is valid for
    std::chrono::hours validFrom{-24}; ///< relative to now, like validUntil
    std::chrono::hours validUntil{24};
    std::string keyPassword{}; ///< encrypts the key file; empty: not encrypted
};

/// A certificate authority for one test. Its files are in `directory`, which the test owns. Throws
/// std::runtime_error if OpenSSL fails or a file can't be written.
class CertificateAuthority {
public:
    CertificateAuthority(std::filesystem::path directory, const std::string& name);
    ~CertificateAuthority();

    /// The authority's own certificate.
    [[nodiscard]] std::filesystem::path file() const;
    /// Issues a certificate: writes `name`.crt and `name`.key.
    [[nodiscard]] CertificateFiles issue(
        const std::string& name, const CertificateOptions& options) const;
    /// The arguments for a redis-server that uses this certificate.
    [[nodiscard]] std::vector<std::string> serverArguments(
        const CertificateFiles& files, bool wantsClientCertificate = false) const;

private:
    struct Private;
    std::filesystem::path m_directory;
    std::string m_name;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::tests
