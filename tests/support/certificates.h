// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace lockkeeper::tests {

/// Where a certificate and its key are, both PEM.
struct CertificateFiles {
    std::filesystem::path certificate;
    std::filesystem::path key;
};

/// What a certificate says.
struct CertificateOptions {
    std::string commonName = "a test";
    std::vector<std::string> hosts{}; ///< names and addresses
    std::chrono::hours validFrom{-24}; ///< from now
    std::chrono::hours validUntil{24};
    std::string keyPassword{}; ///< the key file is encrypted with it; empty: it is not
};

/// A certificate authority for one test, with its files in a directory that the test owns. Throws
/// std::runtime_error when OpenSSL fails.
class CertificateAuthority {
public:
    CertificateAuthority(std::filesystem::path directory, const std::string& name);
    ~CertificateAuthority();

    [[nodiscard]] std::filesystem::path file() const;
    /// Writes `name`.crt and `name`.key.
    [[nodiscard]] CertificateFiles issue(
        const std::string& name, const CertificateOptions& options) const;
    /// The arguments for a redis-server with that certificate.
    [[nodiscard]] std::vector<std::string> serverArguments(
        const CertificateFiles& files, bool wantsClientCertificate = false) const;

private:
    struct Private;
    std::filesystem::path m_directory;
    std::string m_name;
    std::unique_ptr<Private> m_d;
};

} // namespace lockkeeper::tests
