// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/text/sha256.h"

#include "core/text/hex.h"

#include <array>
#include <cstdlib>
#include <openssl/evp.h>

namespace lockkeeper {

struct Sha256::Private {
    EVP_MD* algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    EVP_MD_CTX* context = EVP_MD_CTX_new();

    Private()
    {
        if (algorithm == nullptr || context == nullptr)
            std::abort();
        begin();
    }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;
    ~Private()
    {
        EVP_MD_CTX_free(context);
        EVP_MD_free(algorithm);
    }
    void begin() const
    {
        if (EVP_DigestInit_ex(context, algorithm, nullptr) != 1)
            std::abort();
    }
};

Sha256::Sha256()
    : m_d(std::make_unique<Private>())
{ }

Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes)
{
    if (EVP_DigestUpdate(m_d->context, bytes.data(), bytes.size()) != 1)
        std::abort();
}

std::string Sha256::takeHex()
{
    std::array<unsigned char, kHexLength / 2> digest{};
    unsigned length = 0;
    if (EVP_DigestFinal_ex(m_d->context, digest.data(), &length) != 1 || length != digest.size())
        std::abort();
    m_d->begin();
    // NOLINTNEXTLINE(*-reinterpret-cast): bytes as characters
    return hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

} // namespace lockkeeper
